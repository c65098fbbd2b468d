"""The rows of the store. The fields of those that are kept stand in the order of their
columns in schema.sql.

Every moment is in epoch seconds, as a float. Tokens are never kept, only their SHA-256
in hex.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any, Literal

from referee.lazy_dataclass import frozen
from referee.match.log_entry import Record
from referee.vocabulary.jsonable import IF_ANY
from referee.vocabulary.text import Text
from referee.vocabulary.values import Count, Ordinal, Score, Seats

ClaimState = Literal["waiting", "admitted", "refused"]
Rows = list[tuple[Any, ...]]
"""What a database answers."""
Read = Callable[[str, Sequence[Any]], Rows]


def new_secret() -> str:
    """32 random bytes, in hex."""
    return secrets.token_hex(32)


@frozen
class TableRow:
    """A table: which game is played at it, by which rules, and who hosts it."""

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
    """In hex. It decides the table's tosses, and is never shown."""
    host_phone: str | None = None
    """The token of the phone that stays host when the host's seat was given to another
    phone by the others at the table; None where whoever has that seat is host.
    """
    version: int = 0
    """It grows with every change that is not a new line of the log."""
    rewritten: int = 0
    """It grows with every change to lines of the log."""
    cards_ready: bool = False
    """Somebody at the table has gone through setting up the cards."""
    game_failed: bool = False
    """The game had a fault when somebody sent something, and nothing else went well
    since.
    """
    watch_hash: str | None = None
    """The hash of the token of the device whose camera watches the table; None where
    none does.
    """
    watch_draft: dict[str, Any] | None = None
    """What that camera is about to enter (see `tables/watching.py`)."""


@frozen
class Stamp:
    """The version of a table's row, and the number of the last line of its log (0:
    none).

    Of a table with the same stamp nothing has changed.
    """

    version: int = 0
    seq: int = 0


@frozen
class SeatRow:
    """A seat of a table."""

    table: str
    position: int
    """Its id, which stays when it is renamed; it orders the seats clockwise, and gaps
    are allowed.
    """
    name: str
    token_hash: str | None = None
    """None while nobody owns it."""
    joined: bool = False
    """It came by joining, and was not named when the table was made."""
    reads_from: int = 0
    """Its owner took it over at this line of the log, and does not read what was sealed
    up to there.
    """
    nameless: bool = False
    """Its player's name was forgotten."""
    lent_at: str | None = None
    """The table at which the others gave it to its owner by their vote; None where they
    did not.
    """


@frozen
class BeingSetUp:
    """A table whose match has not begun, as a list shows it: its game and what is
    agreed on, its seats clockwise.
    """

    code: str
    game: str
    names: Seats
    options: Mapping[str, object] = field(default_factory=dict)


@frozen
class LinkRow:
    """A link that takes a seat to another phone, once. `by_owner`: its owner made it,
    for themselves.
    """

    token_hash: str
    table: str
    seat: str
    expires_at: float
    by_owner: bool = True


@frozen
class ClaimRow:
    """A phone that asks for a seat which has an owner."""

    id: str
    """Public."""
    secret_hash: str
    """Whoever shows the secret of this hash may ask how the claim stands."""
    table: str
    seat: str
    created_at: float
    state: ClaimState = "waiting"
    token_hash: str | None = None
    """That of the seat token given on admission; None until then."""
    address_hash: str | None = None
    """That of the address from which it came; None where that is not known."""


@frozen
class AdmissionRow:
    """What a seat answered to a claim to another one; `token_hash` is its owner's who
    answered.
    """

    claim: str
    seat: str
    token_hash: str
    admit: bool


# What is kept of finished matches


@frozen
class Placing:
    """How a seat ended."""

    name: str
    """The seat's name."""
    player: str | None
    """The name as it is compared, so that one player is found under all spellings; None
    where it was forgotten.
    """
    score: Score
    place: Ordinal
    """1 is first; equals share a place."""
    won: bool


@frozen
class ResultRow:
    """How a match ended, seats clockwise."""

    table: str
    ended_at: float
    """When the last thing that counts was entered."""
    placings: tuple[Placing, ...]
    """None at all where nothing was scored by then: it has no result."""
    decided: Mapping[str, Any] | None = None
    """The sentence that ended it, as texts are stored; None where none did, or where an
    earlier version kept the result.
    """
    ended_early: bool = False
    """The host ended it."""


@frozen
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
    """The sentence that ended it; left out where none did, or where an earlier version
    kept the result.
    """
    options: Mapping[str, object] = field(default_factory=dict)
    """What the table had agreed on."""
    ended_early: bool = False
    """The host ended it before its game did."""


@frozen
class EveningMatch:
    """One of the matches that people play one after the other."""

    code: str | None
    """The table's code; None for whoever only watches another table of that evening."""
    game: str
    """The game's id."""
    options: Mapping[str, object]
    """What the table had agreed on."""
    opened_at: float
    """When the table was opened, in seconds since 1970."""
    ended_at: float | None
    """In seconds since 1970; None while it goes on."""
    placings: tuple[Placing, ...]
    """The seats, clockwise; none while it goes on, and where it ended before anything
    was scored.
    """
    ended_early: bool = False
    """The host ended it before its game did."""

    @property
    def is_decided(self) -> bool:
        """Whether somebody has won it: no other match counts."""
        return any(placing.won for placing in self.placings)


@frozen
class Search:
    """Which finished matches are looked for. What is empty or None asks for nothing."""

    player: str = ""
    """A part of the player's compared name."""
    game: str = ""
    since: float | None = None
    """It ended then or later."""
    until: float | None = None
    """It ended before."""
    tables: tuple[str, ...] | None = None
    """It was at one of these; where they are none at all, nothing is found."""


@frozen
class PlayerRow:
    """A player of finished matches."""

    player: str
    """The name as it is compared."""
    name: str
    """As it was spelled last."""
    matches: Ordinal
    wins: Count
    last_at: float
    """When the last match ended, in seconds since 1970."""


@frozen
class OfGame:
    """How a player did in a game."""

    game: str
    """The game's id."""
    matches: Ordinal
    wins: Count
    place: float
    """The mean of their places."""


@frozen
class Against:
    """How a player did in the matches with another one."""

    player: str
    """The other's name as it is compared."""
    name: str
    """As it was spelled last."""
    matches: Ordinal
    ahead: Count
    """In how many their place was better."""
    behind: Count
    """In how many it was worse."""
    level: Count
    """In how many it was the same."""


@frozen
class Renaming:
    """A seat that comes to another name."""

    code: str
    old: str
    new: str
    forgets: bool
    """For good, so that links and claims to it go, and nobody's statistics count it."""
    lines: tuple[Record, ...]
    """Those of the log that are rewritten."""
    result: ResultRow | None
    """The match's, where it is finished."""
