"""Refused moves are known to all daemons over one database, and from which address a claim came."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """A table more, and a column more."""
    op.add_column("claims", sa.Column("address_hash", sa.Text))
    op.create_table(
        "refusals",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("by", sa.Text),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("table", "id"),
        sa.ForeignKeyConstraint(["table"], ["tables.code"], name="refusals_table", ondelete="CASCADE"),
    )
