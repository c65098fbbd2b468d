"""Results of finished matches, rematches, and seats whose name was forgotten."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Makes the tables; the results of matches that began before are still to be counted."""
    make_results()
    make_placings()
    make_uncounted()
    make_rematches()
    make_nameless()


def make_results() -> None:
    """A row a finished match."""
    op.create_table(
        "results",
        sa.Column("table", sa.Text, primary_key=True),
        sa.Column("ended_at", sa.Double, nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.code"], name="results_table", ondelete="CASCADE"),
    )
    op.create_index("results_by_end", "results", ["ended_at"])


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
        sa.ForeignKeyConstraint(["table"], ["results.table"], name="placings_result", ondelete="CASCADE"),
    )
    op.create_index("placings_by_player", "placings", ["player"])


def make_uncounted() -> None:
    """A row a match whose result is still to be found out: all that began before this version."""
    op.create_table(
        "uncounted",
        sa.Column("table", sa.Text, primary_key=True),
        sa.ForeignKeyConstraint(["table"], ["tables.code"], name="uncounted_table", ondelete="CASCADE"),
    )
    op.execute('INSERT INTO uncounted ("table") SELECT code FROM tables WHERE started_at IS NOT NULL')


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


def make_nameless() -> None:
    """A row a seat whose player's name was forgotten."""
    op.create_table(
        "nameless",
        sa.Column("table", sa.Text, primary_key=True),
        sa.Column("seat", sa.Text, primary_key=True),
        sa.ForeignKeyConstraint(
            ["table", "seat"], ["seats.table", "seats.name"], name="nameless_seat", ondelete="CASCADE"
        ),
    )
