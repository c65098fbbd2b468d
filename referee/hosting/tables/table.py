"""A table in memory: its row, its seats and its match."""

import time
from collections.abc import Iterable, Set
from dataclasses import dataclass, field

from referee.hosting.store import Placing, ResultRow, SeatRow, Stamp, TableRow
from referee.hosting.store.event_log import TableInEvent
from referee.hosting.tables.player_names import comparable
from referee.hosting.tables.table_lock import TableLock
from referee.hosting.tables.tokens import hashed
from referee.match.disputes import Dispute
from referee.match.history import History
from referee.match.match import Match
from referee.match.showing.highlights import Scores, scores_of
from referee.match.showing.score_sheet import Timeline, timeline_of
from referee.match.taking.entry_step import EntryStep
from referee.match.tosses import DEALER_TOSS, NextToss, next_toss
from referee.match.trying.effects import LatestChange, read_news
from referee.match.trying.judges import Attendance, Court
from referee.match.viewer import SPECTATOR, Viewer
from referee.plugin.game_faults import GameFaultError, fault_message
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import ConflictError, NotFoundError
from referee.vocabulary.ruling import most_telling
from referee.vocabulary.text import Text, encoded, say
from referee.vocabulary.values import Seats
from referee.vocabulary.view import Scene

DRAFTS_KNOWN = 100
"""The number of camera drafts whose content a table remembers."""

EMPTY_WEIGHT = 2
"""A table's memory before any entry, in entries."""

READS_NOTHING = 2**31 - 1
"""The `reads_from` of a passer-by in a finished match: above any entry's number."""


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat, as far as everybody may know it."""

    name: str
    claimed: bool
    """Whether it has an owner."""
    host: bool


def not_begun() -> ConflictError:
    """Return the error of whoever wants something of a match before it has begun."""
    return ConflictError(say("The match hasn’t started yet: the host starts it."))


class TableFacts:
    """The readable facts of a table: of one in memory while held, or of a snapshot.

    `match` is None until it starts. `result` is the stored one. `event` is None for a
    table of its own.
    """

    __slots__ = ()

    row: TableRow
    seats: tuple[SeatRow, ...]
    rulebook: Rulebook
    match: Match | None
    result: ResultRow | None
    event: TableInEvent | None

    @property
    def code(self) -> str:
        """Return the table's code."""
        return self.row.code

    @property
    def called(self) -> str:
        """Return the table's name: its number at an event, else its code."""
        return str(self.event.number) if self.event else self.code

    @property
    def stamp(self) -> Stamp:
        """Return the table's stamp as known here."""
        return Stamp(self.row.version, self.seq)

    @property
    def seq(self) -> int:
        """Return the number of the log's last line; 0 before the first."""
        if self.match is None:
            return 0
        return self.match.seq

    @property
    def fault_notice(self) -> Text | None:
        """Return the notice to the host once the game has failed here; else None."""
        if not self.row.game_failed:
            return None
        return fault_message(self.rulebook.game.title)

    @property
    def begun_match(self) -> Match:
        """Return the match; raise ConflictError before it has begun."""
        if self.match is None:
            raise not_begun()
        return self.match

    @property
    def finished(self) -> bool:
        """Return whether the match has ended."""
        return self.result is not None

    @property
    def over(self) -> bool:
        """Return whether the match has ended or is full: then a rematch may follow."""
        return self.finished or (self.match is not None and self.match.is_full)

    @property
    def may_begin_anew(self) -> bool:
        """Return whether a match has begun and nothing is entered, at no event."""
        has_begun = self.match is not None and not self.finished
        return has_begun and self.seq == 0 and self.event is None

    @property
    def has_room(self) -> bool:
        """Return whether the table's game has room for another seat."""
        return len(self.seats) < max(self.rulebook.game.players)

    @property
    def takes_newcomers(self) -> bool:
        """Return whether somebody may take a seat of their own now."""
        if self.row.setting is not None and not self.rulebook.game.latecomers:
            return False
        return self.has_room and not self.over

    @property
    def names(self) -> Seats:
        """Return the seats' names, clockwise; before the match, in order of joining."""
        if self.match is not None:
            return self.match.history.setting.seats
        return tuple(seat.name for seat in self.seats)

    @property
    def nameless(self) -> frozenset[str]:
        """Return the seats whose players' names were forgotten."""
        return frozenset(seat.name for seat in self.seats if seat.nameless)

    @property
    def seat_states(self) -> tuple[SeatState, ...]:
        """Return every seat, clockwise."""
        owned = {seat.name: seat.token_hash is not None for seat in self.seats}
        host = self.row.host_seat if self.row.host_phone is None else None
        return tuple(SeatState(name, owned[name], name == host) for name in self.names)

    def attendance(self, viewer: Viewer) -> Attendance:
        """Return who is host here, also by this viewer's token, and who has a phone.

        At an event nobody judges in the place of its director.
        """
        if self.event is not None:
            return Attendance()
        hosts = {self.row.host_seat}
        if viewer.host:
            hosts.add(viewer.seat)
        phones = [seat.name for seat in self.seats if seat.token_hash is not None]
        return Attendance(frozenset(hosts), tuple(phones))

    def court(self, dispute: Dispute) -> Court:
        """Return who settles a dispute: judges who sit here since before it, or all."""
        if not dispute.judges:
            return Court(dispute, self.names)
        here = []
        for seat in self.seats:
            is_owned = seat.token_hash is not None and seat.reads_from <= dispute.seq
            if is_owned and seat.name in dispute.judges:
                here.append(seat.name)
        return Court(dispute, tuple(here))

    @property
    def next_toss(self) -> NextToss:
        """Return the next toss, fixed already; before the match the dealer's."""
        number = DEALER_TOSS
        if self.match is not None:
            number = self.match.next_toss
        return next_toss(self.row.toss_key, number)

    def seat(self, name: str) -> SeatRow:
        """Return the seat with this name; raise NotFoundError if there is none."""
        for seat in self.seats:
            if seat.name == name:
                return seat
        raise NotFoundError(say("No seat here is called {name}.", name=name))

    def owners_after(self, name: str) -> Seats:
        """Return the other seats with owners, clockwise from this one."""
        names = self.names
        index = names.index(name)
        others = names[index + 1 :] + names[:index]
        return tuple(other for other in others if self.owner(other) is not None)

    def owner(self, name: str) -> str | None:
        """Return the hash of a seat owner's token.

        None without an owner, or for one who came after the match.
        """
        seat = self.seat(name)
        if seat.reads_from == READS_NOTHING:
            return None
        return seat.token_hash

    def is_lent(self, name: str) -> bool:
        """Return whether the others lent this seat: its player may come back."""
        return self.seat(name).lent_at is not None

    def may_pass_on(self, name: str) -> bool:
        """Return whether a seat's owner may pass it on; borrowers during the match."""
        lent_at = self.seat(name).lent_at
        if lent_at is None:
            return True
        return lent_at == self.code and not self.finished

    def lost_seat(self, viewer: Viewer) -> str | None:
        """Return the host's seat if the others took it from this phone; else None."""
        if self.row.host_phone not in viewer.shown:
            return None
        return self.row.host_seat

    def find_viewer(self, tokens: Iterable[str]) -> Viewer:
        """Return the viewer with these tokens; a spectator if none is known here."""
        return self._bearer(tuple(map(hashed, tokens)))

    def current_reader(self, viewer: Viewer) -> Viewer:
        """Return this viewer with current rights to read, if only a spectator's."""
        if not viewer.shown:
            return viewer
        return self._bearer(viewer.shown)

    def current_viewer(self, viewer: Viewer) -> Viewer:
        """Return this viewer with current rights to act.

        The seat or role may have moved since they were looked up; whoever took a seat
        of a finished match only watches.
        """
        now = self.current_reader(viewer)
        if now.reads_from == READS_NOTHING and not now.opener:
            return SPECTATOR
        return now

    def _bearer(self, tokens: tuple[str, ...]) -> Viewer:
        row = self.row
        opener = row.host_hash in tokens
        watcher = row.watch_hash in tokens
        is_host = opener or row.host_phone in tokens
        own = self._owned_seat(tokens)
        if own is not None:
            if row.host_phone is None and own.name == row.host_seat:
                is_host = True
            return Viewer(own.name, is_host, opener, own.reads_from, watcher, tokens)
        if is_host or watcher:
            return Viewer(None, is_host, opener, 0, watcher, tokens)
        return SPECTATOR

    def _owned_seat(self, tokens: tuple[str, ...]) -> SeatRow | None:
        """Return the seat whose token was shown last, or None."""
        for token in reversed(tokens):
            for seat in self.seats:
                if seat.token_hash == token:
                    return seat
        return None


@dataclass(slots=True)
class Table(TableFacts):
    """A table in memory.

    Hold its lock to change it, or to read more than one thing (see `CardRoom`).
    """

    row: TableRow
    seats: tuple[SeatRow, ...]
    rulebook: Rulebook
    match: Match | None = None
    """Never changed but replaced by the match after the next lines: snapshots have it.
    """
    result: ResultRow | None = None
    event: TableInEvent | None = None
    announced_claims: set[str] = field(default_factory=set)
    """The ids of claims already announced to every seat."""
    lock: TableLock = field(init=False)
    dropped: bool = False
    """Whether it was dropped from memory: then look the table up again."""
    fault: GameFaultError | None = None
    """The game's fault in the latest message to this process."""
    checked_at: float = 0.0
    """When the store was last compared, by a clock that never goes back."""
    counted_weight: int = 0
    """Its weight in the room's last count."""
    drafts_known: dict[str, str] = field(default_factory=dict)
    """The content marks of a camera's latest drafts, by id."""
    _draft_since: tuple[str, float] = ("", 0.0)
    _latest_change: tuple[Match | None, LatestChange | None] = (None, None)
    """The latest change, with the match of which it was read."""
    _timeline: Timeline | None = None
    """The scores so far. After 500 cards they take 1 ms with it, 105 ms without."""

    def __post_init__(self) -> None:
        self.lock = TableLock(self.row.code, self.rulebook.game.title)

    def latest_change(self) -> LatestChange | None:
        """Return the latest change that no ruling has followed, with its effect.

        None without any. It is read once, since the match is replayed for it.
        """
        if self.match is None:
            return None
        match, change = self._latest_change
        if match is not self.match:
            change = read_news(self.match)
            self._latest_change = (self.match, change)
        return change

    @property
    def weight(self) -> int:
        """Return the table's size in memory, in entries: its log and a fixed amount."""
        return EMPTY_WEIGHT + self.seq

    def change_seats(self, row: TableRow, seats: Iterable[SeatRow]) -> frozenset[str]:
        """Update seats and host; return the seats whose owner changed."""
        owners = {seat.name: seat.token_hash for seat in self.seats}
        self.row = row
        self.seats = tuple(seats)
        self.draft_age()
        changed = set()
        for seat in self.seats:
            if seat.token_hash != owners.get(seat.name):
                changed.add(seat.name)
        return frozenset(changed)

    def become(self, other: "Table") -> frozenset[str]:
        """Replace everything by a newer copy; return the seats whose owner changed."""
        self.match = other.match
        self.result = other.result
        self._timeline = None
        return self.change_seats(other.row, other.seats)

    def draft_age(self) -> float:
        """Return how many seconds this daemon has known the camera's draft; 0 if none.

        It uses this daemon's monotonic clock, since the clocks of others, and the wall
        clock, may be wrong.
        """
        draft = self.row.watch_draft
        if draft is None:
            return 0.0
        id = draft["id"]
        content = draft.get("content", "")
        now = time.monotonic()
        known_by, since = self._draft_since
        if known_by != f"{id} {content}":
            since = now
            self._draft_since = f"{id} {content}", since
            self.know_draft(id, content)
        return now - since

    def know_draft(self, id: str, content: str) -> None:
        """Remember the content of a draft; only the latest are kept."""
        self.drafts_known[id] = content
        while len(self.drafts_known) > DRAFTS_KNOWN:
            del self.drafts_known[next(iter(self.drafts_known))]

    def scores(self) -> Scores | None:
        """Return the match's scores, updated by new entries; None before it begins."""
        if self.match is None:
            return None
        known = self._timeline.moments if self._timeline else ()
        self._timeline = timeline_of(self.match.history, known)
        return scores_of(self.match, self._timeline)

    def result_after(
        self, history: History, last: EntryStep | None = None
    ) -> ResultRow | None:
        """Return the result after a step (None: the last); None if play goes on."""
        return result_of(self.row, history, last, self.nameless)


def result_of(
    row: TableRow,
    history: History,
    last: EntryStep | None,
    nameless: Set[str],
) -> ResultRow | None:
    """Return a match's result after a step (None: the last); None if it goes on.

    `nameless` are the seats whose names were forgotten: they are no player's.
    """
    if last is None and history.steps:
        last = history.steps[-1]
    position = last.after if last else history.position
    scene = history.scene_in(position)
    if not scene.finished:
        return None

    decided = None
    ended_at = row.started_at or 0.0
    if last is not None:
        ended_at = last.entry.at
        if last.rulings:
            decided = encoded(last.rulings[most_telling(last.rulings)].summary)
    early = position.ended_early
    placings = []
    if early is None or early.has_result:
        placings = _placings(scene, history.setting.seats, nameless)
    return ResultRow(row.code, ended_at, tuple(placings), decided, early is not None)


def _placings(scene: Scene, seats: Iterable[str], nameless: Set[str]) -> list[Placing]:
    standings = {standing.seat: standing for standing in scene.standings}
    placings = []
    for seat in seats:
        if seat in standings:
            standing = standings[seat]
            player = None if seat in nameless else comparable(seat)
            won = seat in scene.winners
            placing = Placing(seat, player, standing.score, standing.place, won)
            placings.append(placing)
    return placings
