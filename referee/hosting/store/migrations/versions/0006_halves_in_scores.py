"""Scores may have halves."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """A column of another type."""
    with op.batch_alter_table("placings") as placings:
        placings.alter_column("score", type_=sa.Double, existing_type=sa.Integer, existing_nullable=False)
