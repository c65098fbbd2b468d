"""One table: its row, its seats and its match, as this process has them in memory."""

import time
from collections.abc import Iterable, Set
from dataclasses import dataclass, field, replace

from referee.hosting.store import Placing, ResultRow, SeatRow, Stamp, TableRow
from referee.hosting.tables.player_names import comparable
from referee.hosting.tables.table_lock import TableLock
from referee.hosting.tables.tokens import hashed
from referee.lazy_dataclass import frozen
from referee.match.history import History
from referee.match.log_entry import SPECTATOR, Viewer
from referee.match.match import Match
from referee.match.position import EntryStep
from referee.match.score_sheet import Scores, Timeline, scores_of, timeline_of
from referee.match.tosses import DEALER_TOSS, NextToss, next_toss
from referee.plugin.game_faults import GameFaultError, fault_message
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import NotFoundError
from referee.vocabulary.ruling import most_telling
from referee.vocabulary.text import Text, encoded, say
from referee.vocabulary.values import Seats
from referee.vocabulary.view import Scene

DRAFTS_KNOWN = 100
"""Of so many of a camera's drafts a table knows what they held."""

EMPTY_WEIGHT = 2
"""What a table takes in memory before anything is entered, counted in entries."""

READS_NOTHING = 2**31 - 1
"""The `reads_from` of a seat that a passer-by took once the match was over: higher than
any entry's number.
"""


@frozen
class SeatState:
    """A seat as everybody may know it."""

    name: str
    claimed: bool
    """Somebody owns it."""
    host: bool


class TableFacts:
    """What can be read of a table: of the one in memory while it is held, or of a
    snapshot of it.

    `match` is None until it starts. `result` is what the store keeps of how the match
    ended.
    """

    __slots__ = ()

    row: TableRow
    seats: tuple[SeatRow, ...]
    rulebook: Rulebook
    match: Match | None
    result: ResultRow | None

    @property
    def code(self) -> str:
        """The table's code."""
        return self.row.code

    @property
    def stamp(self) -> Stamp:
        """How far the table has come, as far as is known here."""
        return Stamp(self.row.version, self.seq)

    @property
    def seq(self) -> int:
        """The number of the last line in the table's log; 0 while there is none."""
        if self.match is None:
            return 0
        return self.match.seq

    @property
    def fault_told(self) -> Text | None:
        """What to tell the host if the game failed over what was sent last."""
        if not self.row.game_failed:
            return None
        return fault_message(self.rulebook.game.title)

    @property
    def finished(self) -> bool:
        """Whether the match has ended."""
        return self.result is not None

    @property
    def over(self) -> bool:
        """Whether the match has ended, or can have no more entries: a rematch may
        follow it.
        """
        return self.finished or (self.match is not None and self.match.full)

    @property
    def has_room(self) -> bool:
        """Whether its game could have one more seat."""
        return len(self.seats) < max(self.rulebook.game.players)

    @property
    def names(self) -> Seats:
        """The seats' names, clockwise: as they sit in the match, or as they came while
        it is set up.
        """
        if self.match is not None:
            return self.match.history.setting.seats
        return tuple(seat.name for seat in self.seats)

    @property
    def nameless(self) -> frozenset[str]:
        """The seats whose players' names were forgotten."""
        return frozenset(seat.name for seat in self.seats if seat.nameless)

    @property
    def seat_states(self) -> tuple[SeatState, ...]:
        """Every seat, clockwise."""
        owned = {seat.name: seat.token_hash is not None for seat in self.seats}
        host = None
        if self.row.host_phone is None:
            host = self.row.host_seat
        return tuple(SeatState(name, owned[name], name == host) for name in self.names)

    @property
    def next_toss(self) -> NextToss:
        """The next toss of what may be entered now, fixed already; before the match,
        that for the first dealer.
        """
        number = DEALER_TOSS
        if self.match is not None:
            number = self.match.next_toss
        return next_toss(self.row.toss_key, number)

    def seat(self, name: str) -> SeatRow:
        """Return the seat of this name; NotFoundError when there is none."""
        for seat in self.seats:
            if seat.name == name:
                return seat
        raise NotFoundError(say("No seat here is called {name}.", name=name))

    def owners_after(self, name: str) -> Seats:
        """Return the other seats that have owners, clockwise from this one."""
        names = self.names
        place = names.index(name)
        others = names[place + 1 :] + names[:place]
        return tuple(other for other in others if self.owner(other) is not None)

    def owner(self, name: str) -> str | None:
        """Return the hash of the token of a seat's owner.

        None where it has none, or one who came once the match was over.
        """
        seat = self.seat(name)
        if seat.reads_from == READS_NOTHING:
            return None
        return seat.token_hash

    def is_lent(self, name: str) -> bool:
        """Return whether the others gave this seat to its owner by their vote: its
        player may come back.
        """
        return self.seat(name).lent_at is not None

    def may_pass_on(self, name: str) -> bool:
        """Return whether a seat's owner may let others have it: if it was lent, only as
        long as that match goes on.
        """
        lent_at = self.seat(name).lent_at
        if lent_at is None:
            return True
        return lent_at == self.code and not self.finished

    def lost_seat(self, viewer: Viewer) -> str | None:
        """Return the host's seat if the others took it from this viewer's phone; else
        None.
        """
        if self.row.host_phone not in viewer.shown:
            return None
        return self.row.host_seat

    def viewer(self, tokens: Iterable[str]) -> Viewer | None:
        """Return the viewer who shows these tokens; None when none of them is known
        here.
        """
        return self._bearer(tuple(hashed(token) for token in tokens))

    def current_reader(self, viewer: Viewer) -> Viewer:
        """Return this viewer with the rights to read that they have now: a spectator if
        no token is known.
        """
        if not viewer.shown:
            return viewer
        return self._bearer(viewer.shown) or SPECTATOR

    def current_viewer(self, viewer: Viewer) -> Viewer:
        """Return this viewer with the rights to act that they have now.

        Their seat or role may have gone to somebody else since they were looked up, and
        whoever took a seat of a finished match only watches.
        """
        if not viewer.shown:
            return viewer
        now = self._bearer(viewer.shown)
        if now is None:
            return SPECTATOR
        if now.reads_from == READS_NOTHING and not now.opener:
            return SPECTATOR
        return now

    def _bearer(self, shown: tuple[str, ...]) -> Viewer | None:
        row = self.row
        opener = row.host_hash in shown
        watcher = row.watch_hash in shown
        is_host = opener or row.host_phone in shown
        own = self._owned_seat(shown)
        if own is not None:
            if row.host_phone is None and own.name == row.host_seat:
                is_host = True
            return Viewer(own.name, is_host, opener, own.reads_from, watcher, shown)
        if is_host or watcher:
            return Viewer(None, is_host, opener, 0, watcher, shown)
        return None

    def _owned_seat(self, shown: tuple[str, ...]) -> SeatRow | None:
        """Return the seat whose token was shown last."""
        for token in reversed(shown):
            for seat in self.seats:
                if seat.token_hash == token:
                    return seat
        return None


@dataclass(slots=True)
class Table(TableFacts):
    """A table in memory. Whoever reads more than one thing of it, or changes it, holds
    its lock (see `CardRoom`).
    """

    row: TableRow
    seats: tuple[SeatRow, ...]
    rulebook: Rulebook
    match: Match | None = None
    result: ResultRow | None = None
    announced_claims: set[str] = field(default_factory=set)
    """The ids of the claims that every seat was told of."""
    lock: TableLock = field(init=False)
    dropped: bool = False
    """It is not in memory any more, and whoever takes its lock only now must look for
    the table again.
    """
    fault: GameFaultError | None = None
    """That of the game when somebody sent something to this process last."""
    checked_at: float = 0.0
    """When the store was last asked whether it still says the same, by a clock that
    never goes back.
    """
    counted_weight: int = 0
    """Its weight as the room last counted it."""
    drafts_known: dict[str, str] = field(default_factory=dict)
    """What the content of a camera's latest drafts is known by, by their ids."""
    _draft_since: tuple[str, float] = ("", 0.0)
    _frozen: Match | None = None
    _timeline: Timeline | None = None
    _scores: tuple[int, Scores] | None = None

    def __post_init__(self) -> None:
        self.lock = TableLock(self.row.code, self.rulebook.game.title)

    @property
    def weight(self) -> int:
        """How much memory it takes, in entries of a match: its log, and what there is
        without one.
        """
        return EMPTY_WEIGHT + self.seq

    def change_seats(self, row: TableRow, seats: Iterable[SeatRow]) -> frozenset[str]:
        """Take over who sits here now, and who is host; return the seats whose owner
        changed.
        """
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
        """Take over everything from a copy that was loaded later; return the seats
        whose owner changed.
        """
        self.match = other.match
        self.result = other.result
        self._frozen = self._timeline = self._scores = None
        return self.change_seats(other.row, other.seats)

    def draft_age(self) -> float:
        """Return for how many seconds this daemon has known what a camera is about to
        enter; 0 without any.

        Other daemons' clocks do not count, and nobody can set this one.
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
        """Note what a draft of this id holds; of many only the latest are known."""
        self.drafts_known[id] = content
        while len(self.drafts_known) > DRAFTS_KNOWN:
            del self.drafts_known[next(iter(self.drafts_known))]

    def frozen_match(self) -> Match | None:
        """Return a copy of the match that later entries do not change; it is shared
        until the next entry.
        """
        if self.match is None:
            return None
        if self._frozen is None or self._frozen.seq != self.match.seq:
            self._frozen = self.match.copy()
        return self._frozen

    def last_seen(self) -> "Table":
        """Return a copy of the table as somebody last looked at it, for readers while a
        hook hangs.

        Whoever calls need not hold the table.
        """
        match = self._frozen
        if match is None and self.match is not None:
            match = self.match.copy()
        return replace(self, match=match, _frozen=match, _timeline=None, _scores=None)

    def scores(self) -> Scores | None:
        """Return the scores of the match, or None before it begins. Only new entries
        are reckoned each time.
        """
        match = self.match
        if match is None:
            return None
        if self._scores is None or self._scores[0] != match.seq:
            known = self._timeline.moments if self._timeline else ()
            self._timeline = timeline_of(match.history, known)
            self._scores = match.seq, scores_of(match, self._timeline)
        return self._scores[1]

    def result_after(
        self, history: History, last: EntryStep | None = None
    ) -> ResultRow | None:
        """Return how this match ended with a step (None: the last of its history); None
        where it goes on.
        """
        return result_of(self.row, history, last, self.nameless)


def result_of(
    row: TableRow,
    history: History,
    last: EntryStep | None,
    nameless: Set[str],
) -> ResultRow | None:
    """Return how a match ended with a step (None: the last of its history); None where
    it goes on.

    `nameless` are the seats with forgotten names, which are no player's.
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
