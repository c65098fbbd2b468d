"""The API's answers with more than one value of the card room."""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field, fields
from typing import Annotated, Any, TypeVar

from referee.hosting.store import PastMatch, PlayerRow
from referee.hosting.tables.claims import OpenClaim
from referee.hosting.tables.confirming import Confirmation
from referee.hosting.tables.snapshot import Snapshot
from referee.hosting.tables.table import SeatState
from referee.hosting.tables.watching import Watch
from referee.match.log_entry import Toss
from referee.match.showing.highlights import Highlight
from referee.match.showing.log_lines import DisputeLine
from referee.match.showing.log_pages import LogPage
from referee.match.showing.score_sheet import ScoreSheet
from referee.match.tosses import NextToss
from referee.match.trying.effects import ChangedRulings, dispute_settled_by
from referee.vocabulary.game import HouseRule, Question, Section
from referee.vocabulary.jsonable import IF_ANY
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text
from referee.vocabulary.values import Ordinal, Score
from referee.vocabulary.view import View

Url = Annotated[str, ("format", "uri")]

Extended = TypeVar("Extended")


def extend(kind: type[Extended], base: Any, **more: object) -> Extended:
    """Return a value of this dataclass with the members of `base`, and more."""
    members: dict[str, object] = {}
    for member in fields(base):
        members[member.name] = getattr(base, member.name)
    return kind(**members, **more)


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A card of a game's deck."""

    code: str
    """Its code in every interface."""
    name: Text
    """Its name for people."""
    copies: Ordinal
    """The number of its copies in the deck."""


@dataclass(frozen=True, slots=True)
class InstalledGame:
    """An installed game."""

    id: str
    title: str
    players: tuple[Ordinal, ...]
    """The possible numbers of players."""
    summary: str
    options: tuple[Field, ...]
    house_rules: tuple[HouseRule, ...]
    questions: tuple[Question, ...]
    source: str
    """The source of its rules."""
    version: str
    """The version of its rulings."""
    sections: tuple[Section, ...] | None = field(default=None, metadata=IF_ANY)
    """Included if one game is asked for."""
    deck: tuple[DeckCard, ...] | None = field(default=None, metadata=IF_ANY)
    """Included if one game is asked for: its deck, lowest card first. A field without
    choices takes any of these cards.
    """


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table just opened."""

    code: str
    """Five letters or digits; read in any case."""
    host_token: str
    """The host's token, shown only this once."""
    join_url: Url
    """The address for phones; it contains the code with its key."""
    qr_url: Url
    """The same as a QR code (SVG)."""


@dataclass(frozen=True, slots=True)
class SeatLink:
    """A single-use link, valid for an hour, that takes a seat to another phone."""

    url: Url
    qr_url: Url
    """The same as a QR code (SVG)."""


@dataclass(frozen=True, slots=True)
class You:
    """The bearer's roles at a table: a seat, the host, both or neither."""

    seat: str | None
    """A seat, or None."""
    host: bool


@dataclass(frozen=True, slots=True)
class GameFault:
    """The game failed at the latest message, which changed nothing."""

    game: str
    """Its id."""
    message: Text
    """What to do about it."""


@dataclass(frozen=True, slots=True)
class TableNews:
    """The latest change of the past since the latest ruling, and what it did."""

    seq: Ordinal
    """The number of the record that made, undid or redid it."""
    correction: str | None
    """The correction's id; None for a verdict of the table."""
    dispute: str | None
    """The id of the dispute that the table's verdict settled, or None."""
    undone: bool
    """Whether it was undone last."""
    by: str | None
    """Who made, undid or redid it; None: the host without a seat."""
    changed: tuple[ChangedRulings, ...]
    """The first entries whose rulings changed, or the cards they show; at most 20."""
    points: Mapping[str, Score]
    """By how much each score changed, by seat; those that did not are left out."""


MOST_CHANGED = 20
"""The most entries that news name: a change of a long match may concern all."""


def news_at(now: Snapshot) -> TableNews | None:
    """Return a table's news; None without any."""
    if now.match is None or now.latest_change is None:
        return None
    change = now.latest_change.change
    effect = now.latest_change.effect
    settled = dispute_settled_by(now.match, change)
    last = now.match.last_undo(change) or change
    return TableNews(
        seq=last.seq,
        correction=change.id if change.edits else None,
        dispute=settled.id if settled else None,
        undone=last.undoes is not None,
        by=last.by,
        changed=effect.changed[:MOST_CHANGED],
        points=effect.points,
    )


@dataclass(frozen=True, slots=True)
class TableView(View):
    """The view, and other facts of the table."""

    _: KW_ONLY
    you: You
    """The bearer's roles here."""
    seat_states: tuple[SeatState, ...]
    """Every seat, clockwise."""
    options: Mapping[str, object]
    """The chosen options."""
    house_rules: tuple[str, ...]
    """The ids of the chosen house rules."""
    toss: NextToss
    """The referee's next toss, already fixed."""
    rematch: str | None
    """The code of the table where they play on, or None."""
    dispute: DisputeLine | None
    """The dispute that the match waits for, or None."""
    news: TableNews | None
    """What was changed since the latest ruling, and what that did; or None."""
    fault: GameFault | None = field(default=None, metadata=IF_ANY)
    """For the host: the game failed at the latest message."""
    claims: tuple[OpenClaim, ...] | None = field(default=None, metadata=IF_ANY)
    """For the seat's owner and the host, after two minutes for every seat: pending
    claims.
    """
    lost_seat: str | None = field(default=None, metadata=IF_ANY)
    """For the host whose seat the others gave away: its name. Join as it again."""
    watch: Watch | None = field(default=None, metadata=IF_ANY)
    """The camera that watches the table, and its next entry; or None."""
    notice: Text | None = field(default=None, metadata=IF_ANY)
    """A warning for everybody: the host can see sealed entries, since a game is under
    development.
    """
    confirmation: Confirmation | None = field(default=None, metadata=IF_ANY)
    """Once the match is over, where the other side confirms results."""


@dataclass(frozen=True, slots=True)
class WatchRight:
    """A device's right to watch the table with its camera."""

    watch_token: str
    """The token for only that, shown only this once."""
    url: Url
    """The watching page's address for another device; the token follows the `#`."""


@dataclass(frozen=True, slots=True)
class OpenedDispute:
    """A new dispute."""

    id: str


@dataclass(frozen=True, slots=True)
class MatchLog(LogPage):
    """A page of the log, struck entries included."""

    dealer_toss: Toss | None = None
    """The toss for the first dealer; None if one was named."""


@dataclass(frozen=True, slots=True)
class SheetWithHighlights(ScoreSheet):
    """The scores of a match, from its start to now, after corrections and overrules."""

    highlights: tuple[Highlight, ...]
    """Highlights, without those that the log hides."""


@dataclass(frozen=True, slots=True)
class NextTable:
    """The table where these people play on."""

    code: str
    join_url: Url


@dataclass(frozen=True, slots=True)
class RenamedSeat:
    """The seat under its new name."""

    seat: str


@dataclass(frozen=True, slots=True)
class PageOfMatches:
    """A page of finished matches."""

    matches: tuple[PastMatch, ...]
    page: Ordinal
    more: bool
    """There is a next page."""


@dataclass(frozen=True, slots=True)
class PageOfPlayers:
    """A page of players."""

    players: tuple[PlayerRow, ...]
    page: Ordinal
    more: bool
    """There is a next page."""
