"""The rows of the store; stored fields are in the order of schema.sql's columns.

Moments are in epoch seconds, as floats. Tokens are stored only as SHA-256 in hex.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from referee.match.log_entry import Record
from referee.vocabulary.jsonable import IF_ANY
from referee.vocabulary.text import Text
from referee.vocabulary.values import Count, Ordinal, Score, Seats

ClaimState = Literal["waiting", "admitted", "refused"]
Rows = list[tuple[Any, ...]]
"""The rows of a database's answer."""
Read = Callable[[str, Sequence[Any]], Rows]


def new_secret() -> str:
    """Return 32 random bytes, in hex."""
    return secrets.token_hex(32)


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table: its game, rules and host."""

    code: str
    game: str
    game_version: str
    created_at: float
    options: dict[str, Any] = field(default_factory=dict)
    house_rules: tuple[str, ...] = ()
    host_hash: str | None = None
    """None while nobody holds a host token."""
    host_seat: str | None = None
    """None while the host sits at no seat."""
    setting: dict[str, Any] | None = None
    """How the match was set up (order, dealer, toss); None until it starts."""
    started_at: float | None = None
    toss_key: str = field(default_factory=new_secret, repr=False)
    """In hex; the source of the table's tosses, never shown."""
    host_phone: str | None = None
    """The phone that remains host after the others gave its seat away; else None."""
    cards_ready: bool = False
    """Whether somebody at the table has completed the set-up guide."""
    game_failed: bool = False
    """Whether the game failed over the latest message."""
    watch_hash: str | None = None
    """The token hash of the camera that watches the table; None without one."""
    watch_draft: dict[str, Any] | None = None
    """The camera's next entry (see `tables/watching.py`)."""
    confirm: bool = False
    """Whether the other side confirms its result."""
    version: int = 0
    """Grows with every change except new lines of the log."""
    rewritten: int = 0
    """Grows with every change to existing lines of the log."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """The version of a table's row, and the number of its log's last line (0: none).

    Equal stamps mean that nothing has changed.
    """

    version: int = 0
    seq: int = 0


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of a table."""

    table: str
    position: int
    """A permanent id, also after renaming; ids order the seats clockwise, with gaps."""
    name: str
    token_hash: str | None = None
    """None without an owner."""
    joined: bool = False
    """Whether it was added by joining, after the table was opened."""
    reads_from: int = 0
    """The log line at which its owner took it; they read nothing sealed before."""
    nameless: bool = False
    """Whether its player's name was forgotten."""
    lent_at: str | None = None
    """The table at which a vote gave it to its owner; None without a vote."""


@dataclass(frozen=True, slots=True)
class BeingSetUp:
    """A table that is set up or played, for a list: game, rules, seats clockwise."""

    code: str
    game: str
    names: Seats
    options: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A single-use link that moves a seat to another phone, maybe for its owner."""

    token_hash: str
    table: str
    seat: str
    expires_at: float
    by_owner: bool = True


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A phone's request for a seat that has an owner."""

    id: str
    """Public."""
    secret_hash: str
    """Whoever shows the secret of this hash may ask for the claim's state."""
    table: str
    seat: str
    created_at: float
    state: ClaimState = "waiting"
    token_hash: str | None = None
    """The hash of the seat token given on admission; None until then."""
    address_hash: str | None = None
    """A hash of the claim's address; None if unknown."""


@dataclass(frozen=True, slots=True)
class NewcomerRow:
    """Somebody without a seat who plays in the next match of those at a table."""

    table: str
    name: str
    token_hash: str
    asked_at: float


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event: its plan as opened, and the hashes of its tokens."""

    code: str
    plan: dict[str, Any]
    director_hash: str
    board_hash: str
    version: int = 0
    """Grows with every line of its log, and with every change of its tables that it
    shows: their results, confirmations and disputes.
    """
    rewritten: int = 0
    """Grows with every change to existing lines of its log."""


@dataclass(frozen=True, slots=True)
class AdmissionRow:
    """A seat's answer to a claim; `token_hash` identifies its owner."""

    claim: str
    seat: str
    token_hash: str
    admit: bool


# What is kept of finished matches


@dataclass(frozen=True, slots=True)
class Placing:
    """A seat's result."""

    name: str
    """The seat's name."""
    player: str | None
    """The name in its compared form, the same for all spellings; None if forgotten."""
    score: Score
    place: Ordinal
    """1 is first; equals share a place."""
    won: bool


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A match's result, seats clockwise."""

    table: str
    ended_at: float
    """The time of the last entry that counts."""
    placings: tuple[Placing, ...]
    """Empty if nothing was scored: the match has no result."""
    decided: Mapping[str, Any] | None = None
    """The sentence that ended it, in its stored form; None if unknown."""
    ended_early: bool = False
    """Whether the host ended it."""


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A finished match."""

    code: str
    """The table's code."""
    game: str
    """The game's id."""
    started_at: float
    """In seconds since 1970."""
    ended_at: float
    """In seconds since 1970."""
    placings: tuple[Placing, ...]
    """The seats, clockwise."""
    decided: Text | None = field(default=None, metadata=IF_ANY)
    """The sentence that ended it; left out if unknown."""
    options: Mapping[str, object] = field(default_factory=dict)
    """The agreed options."""
    ended_early: bool = False
    """Whether the host ended it before its game did."""


@dataclass(frozen=True, slots=True)
class EveningMatch:
    """One of the matches that people play one after the other."""

    code: str | None
    """The table's code; None for spectators of another table of that evening."""
    game: str
    """The game's id."""
    options: Mapping[str, object]
    """The agreed options."""
    opened_at: float
    """When the table was opened, in seconds since 1970."""
    ended_at: float | None
    """In seconds since 1970; None while it goes on."""
    placings: tuple[Placing, ...]
    """The seats, clockwise; empty while it goes on or if nothing was scored."""
    ended_early: bool = False
    """Whether the host ended it before its game did."""

    @property
    def is_decided(self) -> bool:
        """Return whether somebody won the match: only then it counts."""
        return any(placing.won for placing in self.placings)


@dataclass(frozen=True, slots=True)
class Search:
    """Criteria for finished matches; empty and None match everything."""

    player: str = ""
    """A part of the player's compared name."""
    game: str = ""
    since: float | None = None
    """The earliest end."""
    until: float | None = None
    """The first moment too late."""
    tables: tuple[str, ...] | None = None
    """The tables to search, none if empty; None: all but those of other events."""
    events: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player of finished matches."""

    player: str
    """The name in its compared form."""
    name: str
    """The latest spelling."""
    matches: Ordinal
    wins: Count
    last_at: float
    """When the last match ended, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class OfGame:
    """A player's results in a game."""

    game: str
    """The game's id."""
    matches: Ordinal
    wins: Count
    place: float
    """The average place."""


@dataclass(frozen=True, slots=True)
class Against:
    """A player's results in matches with another one."""

    player: str
    """The other's name in its compared form."""
    name: str
    """The latest spelling."""
    matches: Ordinal
    ahead: Count
    """The number of matches with a better place."""
    behind: Count
    """The number of matches with a worse place."""
    level: Count
    """The number of matches with the same place."""


@dataclass(frozen=True, slots=True)
class Renaming:
    """A new name for a seat."""

    code: str
    old: str
    new: str
    forgets: bool
    """Whether the old name is erased, with links, claims and statistics."""
    lines: tuple[Record, ...]
    """The rewritten lines of the log."""
    result: ResultRow | None
    """The result of the finished match."""
