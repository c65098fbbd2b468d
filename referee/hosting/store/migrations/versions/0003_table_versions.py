"""Tables have a version, by which daemons know whether what they have in memory still holds."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Two columns more."""
    for name in ("version", "rewritten"):
        op.add_column("tables", sa.Column(name, sa.Integer, nullable=False, server_default="0"))
