"""A seat knows that the others gave it to its owner, and at which table."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """A column more. Of the hosts' seats it was known."""
    op.add_column("seats", sa.Column("lent_at", sa.Text))
    op.execute(
        'UPDATE seats SET lent_at = "table" WHERE EXISTS (SELECT 1 FROM tables WHERE tables.code = seats."table"'
        " AND tables.host_seat = seats.name AND tables.host_phone IS NOT NULL)"
    )
