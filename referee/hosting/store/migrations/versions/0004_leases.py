"""Races of several daemons: which of them has the races of a table, and how the latest race there ended."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Two tables more."""
    op.create_table(
        "leases",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("ends_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("table"),
        sa.ForeignKeyConstraint(["table"], ["tables.code"], name="leases_table", ondelete="CASCADE"),
    )
    op.create_table(
        "finishes",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("table"),
        sa.ForeignKeyConstraint(["table"], ["tables.code"], name="finishes_table", ondelete="CASCADE"),
    )
