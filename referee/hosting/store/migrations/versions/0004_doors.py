"""A host's phone that had the seat before, how seats answer a claim, and the store's own secrets."""

from typing import Literal

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Makes the new column and tables; nobody has lost a seat or answered anything before this version."""
    # A file is written as a new one has it; a server adds the column where it is.
    anew: Literal["always", "never"] = "always" if op.get_bind().dialect.name == "sqlite" else "never"
    with op.batch_alter_table("tables", recreate=anew) as tables:
        tables.add_column(sa.Column("host_phone", sa.Text))
    make_admissions()
    make_keyring()


def make_admissions() -> None:
    """A row a seat that answered a claim."""
    op.create_table(
        "admissions",
        sa.Column("claim", sa.Text, primary_key=True),
        sa.Column("seat", sa.Text, primary_key=True),
        sa.Column("token_hash", sa.Text, nullable=False),
        sa.Column("admit", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(["claim"], ["claims.id"], name="admissions_claim", ondelete="CASCADE"),
    )


def make_keyring() -> None:
    """A row a secret."""
    op.create_table(
        "keyring",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("secret", sa.Text, nullable=False),
    )
