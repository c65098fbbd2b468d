"""Results and placings found by indexes alone, and what is counted of players (when the store is opened)."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Makes results and placings anew with game and end in them, and the tables for what is counted."""
    op.execute("CREATE TABLE old_results AS SELECT * FROM results")
    op.execute("CREATE TABLE old_placings AS SELECT * FROM placings")
    op.drop_table("placings")
    op.drop_table("results")
    make_results()
    make_placings()
    fill()
    op.drop_table("old_placings")
    op.drop_table("old_results")
    make_players()
    make_players_games()
    make_rivals()


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


def fill() -> None:
    """Puts back what was kept; a match has the game of its table."""
    op.execute(
        'INSERT INTO results SELECT old_results."table", tables.game, old_results.ended_at '
        'FROM old_results JOIN tables ON tables.code = old_results."table"'
    )
    op.execute(
        'INSERT INTO placings SELECT old_placings."table", position, name, player, score, place, won, game, ended_at '
        'FROM old_placings JOIN results ON results."table" = old_placings."table"'
    )


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
