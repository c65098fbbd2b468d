"""Results keep the sentence that ended the match. Those kept before get it when their table is next opened."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """A column more."""
    op.add_column("results", sa.Column("decided", sa.JSON))
