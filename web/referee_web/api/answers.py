"""What the API answers with where that is more than one value of the card room."""

from collections.abc import Mapping
from dataclasses import KW_ONLY, field, fields
from typing import Annotated, Any, TypeVar

from referee.hosting.store import PastMatch, PlayerRow
from referee.hosting.tables.claims import OpenClaim
from referee.hosting.tables.table import SeatState
from referee.hosting.tables.watching import Watch
from referee.lazy_dataclass import frozen
from referee.match.log_entry import Toss
from referee.match.score_sheet import Highlight, ScoreSheet
from referee.match.tosses import NextToss
from referee.match.visibility import DisputeLine, LogPage
from referee.vocabulary.game import HouseRule, Question, Section
from referee.vocabulary.jsonable import IF_ANY
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text
from referee.vocabulary.values import Ordinal
from referee.vocabulary.view import View

Url = Annotated[str, ("format", "uri")]

Extended = TypeVar("Extended")


def extended(kind: type[Extended], base: Any, **more: object) -> Extended:
    """Return a value of this dataclass with the members of `base`, which is of one that
    it extends, and more.
    """
    members: dict[str, object] = {}
    for member in fields(base):
        members[member.name] = getattr(base, member.name)
    return kind(**members, **more)


@frozen
class DeckCard:
    """A card of a game's deck."""

    code: str
    """What it is called everywhere else."""
    name: Text
    """What people call it."""
    copies: Ordinal
    """How many of it the deck holds."""


@frozen
class InstalledGame:
    """An installed game."""

    id: str
    title: str
    players: tuple[Ordinal, ...]
    """The numbers of players that can play."""
    summary: str
    options: tuple[Field, ...]
    house_rules: tuple[HouseRule, ...]
    questions: tuple[Question, ...]
    source: str
    """Where its rules come from."""
    version: str
    """The version of its rulings."""
    sections: tuple[Section, ...] | None = field(default=None, metadata=IF_ANY)
    """When one game is asked for."""
    deck: tuple[DeckCard, ...] | None = field(default=None, metadata=IF_ANY)
    """When one game is asked for: the cards that it is played with, lowest first. A
    field without choices takes any.
    """


@frozen
class TableOpened:
    """A table just opened."""

    code: str
    """Five letters or digits; read in any case."""
    host_token: str
    """Whoever bears it is the host. It is shown this once."""
    join_url: Url
    """Where phones join: it holds the code with its key."""
    qr_url: Url
    """The same as a QR code (SVG)."""


@frozen
class SeatLink:
    """Good once, and for an hour. It takes the seat to the phone that opens it."""

    url: Url
    qr_url: Url
    """The same as a QR code (SVG)."""


@frozen
class You:
    """What the bearer is at a table: a seat, the host, both or neither."""

    seat: str | None
    """A seat, or None."""
    host: bool


@frozen
class GameFault:
    """The game failed over what somebody sent last, which changed nothing."""

    game: str
    """Its id."""
    message: Text
    """What to do about it."""


@frozen
class TableView(View):
    """The view, and what else there is to know of the table."""

    _: KW_ONLY
    you: You
    """What the bearer is here."""
    seat_states: tuple[SeatState, ...]
    """Every seat, clockwise."""
    options: Mapping[str, object]
    """The game's options as this table chose them."""
    house_rules: tuple[str, ...]
    """The ids of the house rules agreed on."""
    toss: NextToss
    """The next toss that the referee will draw, fixed already."""
    rematch: str | None
    """The code of the table where they play on, or None."""
    dispute: DisputeLine | None
    """The questioned ruling that the match waits for, or None."""
    fault: GameFault | None = field(default=None, metadata=IF_ANY)
    """For the host: the game failed over what somebody sent last."""
    claims: tuple[OpenClaim, ...] | None = field(default=None, metadata=IF_ANY)
    """For the seat's owner and the host: who waits for their answer. After two minutes
    for every seat.
    """
    lost_seat: str | None = field(default=None, metadata=IF_ANY)
    """For the host whose seat the others gave to another phone: its name. Join as it
    again.
    """
    watch: Watch | None = field(default=None, metadata=IF_ANY)
    """That a camera watches the table, and what it is about to enter."""
    notice: Text | None = field(default=None, metadata=IF_ANY)
    """What everybody here has to know: that the host can see what is sealed, since a
    game is being worked on.
    """


@frozen
class WatchRight:
    """The right of a device to watch the table with its camera."""

    watch_token: str
    """Whoever bears it may do that, and nothing else. It is shown this once."""
    url: Url
    """Opens the watching page on another device: behind the `#` it holds the token."""


@frozen
class OpenedDispute:
    """A dispute, which is open now."""

    id: str


@frozen
class MatchLog(LogPage):
    """A page of the log: everything entered, struck entries too."""

    dealer_toss: Toss | None = None
    """The toss for the first dealer; None where the dealer was named."""


@frozen
class SheetWithHighlights(ScoreSheet):
    """The scores of a match, from its start to now, as corrections and overrules left
    it.
    """

    highlights: tuple[Highlight, ...]
    """What was remarkable; what the log does not show is left out."""


@frozen
class NextTable:
    """The table where those of another one play on."""

    code: str
    join_url: Url


@frozen
class RenamedSeat:
    """A seat by its new name."""

    seat: str


@frozen
class PageOfMatches:
    """A page of finished matches."""

    matches: tuple[PastMatch, ...]
    page: Ordinal
    more: bool
    """There is a next page."""


@frozen
class PageOfPlayers:
    """A page of players."""

    players: tuple[PlayerRow, ...]
    page: Ordinal
    more: bool
    """There is a next page."""
