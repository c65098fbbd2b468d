"""What a table notes for all daemons: that its cards are set up, and that its game has failed."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Two columns more."""
    for name in ("cards_ready", "game_failed"):
        op.add_column("tables", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))
