"""The first version."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes every table."""
    make_tables()
    make_seats()
    make_log()
    make_links()
    make_claims()
    make_admissions()
    make_keyring()
    make_results()
    make_placings()
    make_players()
    make_players_games()
    make_rivals()
    make_rematches()


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
        sa.Column("host_phone", sa.Text),
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
        sa.Column("nameless", sa.Boolean, nullable=False),
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
            ["table", "seat"],
            ["seats.table", "seats.name"],
            name="links_seat",
            ondelete="CASCADE",
            onupdate="CASCADE",
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
            ["table", "seat"],
            ["seats.table", "seats.name"],
            name="claims_seat",
            ondelete="CASCADE",
            onupdate="CASCADE",
        ),
        sa.CheckConstraint("state IN ('waiting', 'admitted', 'refused')", name="claims_state"),
    )
    op.create_index("claims_by_seat", "claims", ["table", "seat"])


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


def make_results() -> None:
    """A row a finished match."""
    op.create_table(
        "results",
        sa.Column("table", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("ended_at", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.code"], name="results_table", ondelete="CASCADE"),
    )
    op.create_index("results_by_end", "results", ["ended_at", "table", "game"])


def make_placings() -> None:
    """A row a seat of a finished match."""
    op.create_table(
        "placings",
        sa.Column("table", sa.Text, primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("player", sa.Text),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("ended_at", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["table"], ["results.table"], name="placings_result", ondelete="CASCADE"),
    )
    op.create_index("placings_by_player", "placings", ["player", "ended_at", "table"])
    op.create_index("placings_by_end", "placings", ["ended_at", "table", "player", "game"])


def make_players() -> None:
    """A row a player."""
    op.create_table(
        "players",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
    )
    op.create_index("players_by_matches", "players", ["matches", "player"])


def make_players_games() -> None:
    """A row a player and game."""
    op.create_table(
        "players_games",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("places", sa.Integer, nullable=False),
    )


def make_rivals() -> None:
    """A row a player and another one they sat with."""
    op.create_table(
        "rivals",
        sa.Column("player", sa.Text, primary_key=True),
        sa.Column("rival", sa.Text, primary_key=True),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("ahead", sa.Integer, nullable=False),
        sa.Column("behind", sa.Integer, nullable=False),
    )
    op.create_index("rivals_by_matches", "rivals", ["player", "matches", "rival"])


def make_rematches() -> None:
    """A row a table whose match is played once more, at another table."""
    op.create_table(
        "rematches",
        sa.Column("table", sa.Text, primary_key=True),
        sa.Column("next", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.code"], name="rematches_table", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["next"], ["tables.code"], name="rematches_next", ondelete="CASCADE"),
    )
    op.create_index("rematches_by_next", "rematches", ["next"])
