"""Tables, seats, logs, links and claims."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes every table of the first version."""
    make_tables()
    make_seats()
    make_log()
    make_links()
    make_claims()


def make_tables() -> None:
    """A row a table."""
    op.create_table(
        "tables",
        sa.Column("code", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("game_version", sa.Text, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("house_rules", sa.JSON, nullable=False),
        sa.Column("host_hash", sa.Text),
        sa.Column("host_seat", sa.Text),
        sa.Column("setting", sa.JSON),
        sa.Column("started_at", sa.Double),
        sa.Column("toss_key", sa.Text, nullable=False),
    )
    op.create_index("tables_by_age", "tables", ["created_at"])


def make_seats() -> None:
    """A row a seat."""
    op.create_table(
        "seats",
        sa.Column("table", sa.Text, primary_key=True),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("token_hash", sa.Text),
        sa.Column("joined", sa.Boolean, nullable=False),
        sa.Column("reads_from", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.code"], name="seats_table", ondelete="CASCADE"),
        sa.UniqueConstraint("table", "position", name="seats_one_a_position"),
    )


def make_log() -> None:
    """A row a line of a table's log."""
    op.create_table(
        "log",
        sa.Column("table", sa.Text, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("by", sa.Text),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.code"], name="log_table", ondelete="CASCADE"),
        sa.UniqueConstraint("table", "id", name="log_one_an_id"),
        sa.CheckConstraint("seq >= 1", name="log_seq_from_one"),
        sqlite_with_rowid=False,
    )


def make_links() -> None:
    """A row a link that has not been used."""
    op.create_table(
        "links",
        sa.Column("token_hash", sa.Text, primary_key=True),
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("expires_at", sa.Double, nullable=False),
        sa.Column("by_owner", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(
            ["table", "seat"], ["seats.table", "seats.name"], name="links_seat", ondelete="CASCADE"
        ),
    )
    op.create_index("links_by_seat", "links", ["table", "seat"])


def make_claims() -> None:
    """A row a claim."""
    op.create_table(
        "claims",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("secret_hash", sa.Text, nullable=False),
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("token_hash", sa.Text),
        sa.ForeignKeyConstraint(
            ["table", "seat"], ["seats.table", "seats.name"], name="claims_seat", ondelete="CASCADE"
        ),
        sa.CheckConstraint("state IN ('waiting', 'admitted', 'refused')", name="claims_state"),
    )
    op.create_index("claims_by_seat", "claims", ["table", "seat"])
