"""The tables of the database, and the versions that they went through.

A new database is made from this at once. A change to a table needs a new file in `migrations/versions`, which brings
databases of the version before to the same, and its name at the end of `VERSIONS`.
"""

from pathlib import Path

from sqlalchemy import (
    JSON,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
)
from sqlalchemy.engine import Dialect

from referee.vocabulary.quantities import whole

VERSIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008")
"""Every version of the schema, oldest first; the last is the one that this program reads and writes."""

MIGRATIONS = Path(__file__).parent / "migrations"


class Halves(TypeDecorator[float]):
    """A number that may have a half; a whole one is read as an `int`."""

    impl = Double
    cache_ok = True

    def process_result_value(self, value: float | None, dialect: Dialect) -> float | None:
        """The number as it was before it was stored."""
        return None if value is None else whole(value)


metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("code", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("game_version", Text, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("options", JSON, nullable=False),
    Column("house_rules", JSON, nullable=False),
    Column("host_hash", Text),
    Column("host_seat", Text),
    Column("setting", JSON(none_as_null=True)),
    Column("started_at", Double),
    Column("toss_key", Text, nullable=False),
    Column("host_phone", Text),
    # Defaults of the database, so that older databases come to the same words.
    Column("version", Integer, nullable=False, server_default="0"),
    Column("rewritten", Integer, nullable=False, server_default="0"),
    Column("cards_ready", Boolean, nullable=False, server_default=false()),
    Column("game_failed", Boolean, nullable=False, server_default=false()),
    Index("tables_by_age", "created_at"),
)

seats = Table(
    "seats",
    metadata,
    Column("table", Text, primary_key=True),
    Column("position", Integer, nullable=False),
    Column("name", Text, primary_key=True),
    Column("token_hash", Text),
    Column("joined", Boolean, nullable=False),
    Column("reads_from", Integer, nullable=False),
    Column("nameless", Boolean, nullable=False),
    Column("lent_at", Text),
    ForeignKeyConstraint(["table"], ["tables.code"], name="seats_table", ondelete="CASCADE"),
    UniqueConstraint("table", "position", name="seats_one_a_position"),
)

log = Table(
    "log",
    metadata,
    Column("table", Text, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("type", Text, nullable=False),
    Column("id", Text, nullable=False),
    Column("by", Text),
    Column("body", JSON, nullable=False),
    Column("at", Double, nullable=False),
    ForeignKeyConstraint(["table"], ["tables.code"], name="log_table", ondelete="CASCADE"),
    UniqueConstraint("table", "id", name="log_one_an_id"),
    CheckConstraint("seq >= 1", name="log_seq_from_one"),
    # Without a rowid the lines of one log lie beside each other in the file, in order.
    sqlite_with_rowid=False,
)

links = Table(
    "links",
    metadata,
    Column("token_hash", Text, primary_key=True),
    Column("table", Text, nullable=False),
    Column("seat", Text, nullable=False),
    Column("expires_at", Double, nullable=False),
    Column("by_owner", Boolean, nullable=False),
    ForeignKeyConstraint(
        ["table", "seat"], ["seats.table", "seats.name"], name="links_seat", ondelete="CASCADE", onupdate="CASCADE"
    ),
    Index("links_by_seat", "table", "seat"),
)

claims = Table(
    "claims",
    metadata,
    Column("id", Text, primary_key=True),
    Column("secret_hash", Text, nullable=False),
    Column("table", Text, nullable=False),
    Column("seat", Text, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("state", Text, nullable=False),
    Column("token_hash", Text),
    Column("address_hash", Text),
    ForeignKeyConstraint(
        ["table", "seat"], ["seats.table", "seats.name"], name="claims_seat", ondelete="CASCADE", onupdate="CASCADE"
    ),
    CheckConstraint("state IN ('waiting', 'admitted', 'refused')", name="claims_state"),
    Index("claims_by_seat", "table", "seat"),
)

admissions = Table(
    "admissions",
    metadata,
    Column("claim", Text, primary_key=True),
    Column("seat", Text, primary_key=True),
    Column("token_hash", Text, nullable=False),
    Column("admit", Boolean, nullable=False),
    ForeignKeyConstraint(["claim"], ["claims.id"], name="admissions_claim", ondelete="CASCADE"),
)

keyring = Table(
    "keyring",
    metadata,
    Column("name", Text, primary_key=True),
    Column("secret", Text, nullable=False),
)

# What follows from the logs, kept so that lists and statistics need to fold none:
# see `referee.hosting.tables.table.result_of`.

results = Table(
    "results",
    metadata,
    Column("table", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("ended_at", Double, nullable=False),
    Column("decided", JSON(none_as_null=True)),
    ForeignKeyConstraint(["table"], ["tables.code"], name="results_table", ondelete="CASCADE"),
    # With all that is searched for, so that no row is read but those that are shown.
    Index("results_by_end", "ended_at", "table", "game"),
)

placings = Table(
    "placings",
    metadata,
    Column("table", Text, primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("player", Text),
    Column("score", Halves, nullable=False),
    Column("place", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    # As in the result, for the sake of the indexes.
    Column("game", Text, nullable=False),
    Column("ended_at", Double, nullable=False),
    ForeignKeyConstraint(["table"], ["results.table"], name="placings_result", ondelete="CASCADE"),
    Index("placings_by_player", "player", "ended_at", "table"),
    Index("placings_by_end", "ended_at", "table", "player", "game"),
)

# What the placings sum up to: see `tallies`.

players = Table(
    "players",
    metadata,
    Column("player", Text, primary_key=True),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Index("players_by_matches", "matches", "player"),
)

players_games = Table(
    "players_games",
    metadata,
    Column("player", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("matches", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("places", Integer, nullable=False),
)

rivals = Table(
    "rivals",
    metadata,
    Column("player", Text, primary_key=True),
    Column("rival", Text, primary_key=True),
    Column("matches", Integer, nullable=False),
    Column("ahead", Integer, nullable=False),
    Column("behind", Integer, nullable=False),
    Index("rivals_by_matches", "player", "matches", "rival"),
)

rematches = Table(
    "rematches",
    metadata,
    Column("table", Text, primary_key=True),
    Column("next", Text, nullable=False),
    ForeignKeyConstraint(["table"], ["tables.code"], name="rematches_table", ondelete="CASCADE"),
    ForeignKeyConstraint(["next"], ["tables.code"], name="rematches_next", ondelete="CASCADE"),
    Index("rematches_by_next", "next"),
)

# What daemons over one database keep for each other: refused moves, and for races see `leases`.

refusals = Table(
    "refusals",
    metadata,
    Column("table", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("by", Text),
    Column("body", JSON, nullable=False),
    Column("at", Double, nullable=False),
    ForeignKeyConstraint(["table"], ["tables.code"], name="refusals_table", ondelete="CASCADE"),
)


leases = Table(
    "leases",
    metadata,
    Column("table", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("ends_at", Double, nullable=False),
    ForeignKeyConstraint(["table"], ["tables.code"], name="leases_table", ondelete="CASCADE"),
)

finishes = Table(
    "finishes",
    metadata,
    Column("table", Text, primary_key=True),
    Column("entries", Integer, nullable=False),
    Column("body", JSON, nullable=False),
    ForeignKeyConstraint(["table"], ["tables.code"], name="finishes_table", ondelete="CASCADE"),
)

version_metadata = MetaData()

# Not Alembic's usual name, so that a PostgreSQL database may be shared with another program.
version = Table(
    "referee_version",
    version_metadata,
    # Named and sized as Alembic makes it.
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="referee_version_pkc"),
)
