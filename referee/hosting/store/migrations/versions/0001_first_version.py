"""The first version. Nothing has to be done for it: a new database is made at the present version at once."""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Nothing."""
