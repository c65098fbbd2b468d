"""One table: its row, its seats and its match, as this process has them in memory."""

from __future__ import annotations

import threading
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from referee.hosting.errors import NoSuchThing, WrongValue
from referee.hosting.results import folded, result_of
from referee.hosting.store import LogRow, ResultRow, SeatRow, Store, TableRow
from referee.hosting.tokens import hashed, matches
from referee.match.disputes import Refusal
from referee.match.fold import History
from referee.match.highlights import Scores, scores_of
from referee.match.logged import SPECTATOR, Viewer
from referee.match.match import Match, Record
from referee.match.sheet import Course, course_of
from referee.match.toss import Toss, toss_of
from referee.plugin.installed import UnknownGame, UnknownHouseRule, rulebook
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.game import Setting
from referee.vocabulary.given import FieldError, WrongFields
from referee.vocabulary.side import AND
from referee.vocabulary.text import say

LONGEST_NAME = 30
MOST_REFUSED = 50

AFTER_THE_END = 2**31 - 1
"""What a seat `reads_from` that was taken by somebody who passed by after the match was over: never."""


@dataclass(slots=True)
class Table:
    """A table in memory. `match` is None until it starts. Whoever changes it holds `lock`.

    `refused` are the last refused moves by id, so that their senders can question them. `asked_everybody` are the
    claims, by id, that every seat has been told of. `nameless` are the seats whose players' names were forgotten,
    `result` is what the store keeps of how the match ended.
    `gone`: it was dropped from memory, and whoever takes its lock only now must get the table anew.
    """

    row: TableRow
    seats: list[SeatRow]
    rulebook: Rulebook
    match: Match | None = None
    refused: dict[str, Refusal] = field(default_factory=dict)
    asked_everybody: set[str] = field(default_factory=set)
    nameless: frozenset[str] = frozenset()
    result: ResultRow | None = None
    lock: threading.RLock = field(default_factory=threading.RLock)
    gone: bool = False
    _course: Course | None = None
    _scores: tuple[int, Scores] | None = None

    def scores_of(self, match: Match) -> Scores:
        """The scores of its match: gone through to the end of the log, once. Whoever asks holds `lock`."""
        if self._scores is None or self._scores[0] != match.seq:
            if self._course is None or self._course.history is not match.history:
                self._course = course_of(match.history)
            self._course.go_on()
            self._scores = match.seq, scores_of(match, self._course)
        return self._scores[1]

    def keep_refused(self, refused: Refusal) -> None:
        """Keep a refused move for a while: until so many others were refused, or the program ends."""
        self.refused.pop(refused.id, None)
        self.refused[refused.id] = refused
        while len(self.refused) > MOST_REFUSED:
            del self.refused[next(iter(self.refused))]

    def forget_refused(self, seat: str) -> None:
        """Forget what was refused to a seat: another phone has it now."""
        self.refused = {id: refused for id, refused in self.refused.items() if refused.by != seat}

    def ask_everybody(self, claim: str) -> bool:
        """Note that every seat is asked about a claim from now on; False where it was noted before."""
        with self.lock:
            first = claim not in self.asked_everybody
            self.asked_everybody.add(claim)
            return first

    @property
    def code(self) -> str:
        """The table's code."""
        return self.row.code

    @property
    def finished(self) -> bool:
        """Whether the match has ended."""
        return self.result is not None

    def result_at(self, state: object, ended_at: float) -> ResultRow | None:
        """How this table's match ended if it stands so since then; None where it goes on."""
        return result_of(self.code, self.rulebook, self.names, state, ended_at, self.nameless)

    def result_after(self, history: History) -> ResultRow | None:
        """How this table's match ended with this history; None where it goes on."""
        ended_at = history.steps[-1].entry.at if history.steps else self.row.started_at or 0.0
        return self.result_at(history.position.state, ended_at)

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names, clockwise: as they sit in the match, or as they came while it is set up."""
        if self.match is not None:
            return self.match.history.setting.seats
        return tuple(seat.name for seat in self.seats)

    def seat(self, name: str) -> SeatRow:
        """The seat of this name; NoSuchThing when there is none."""
        for seat in self.seats:
            if seat.name == name:
                return seat
        raise NoSuchThing(say("No seat here is called {name}.", name=name))

    def owners_after(self, name: str) -> tuple[str, ...]:
        """The other seats that have owners, clockwise from this one."""
        place = self.names.index(name)
        others = self.names[place + 1 :] + self.names[:place]
        return tuple(other for other in others if self.owner(other) is not None)

    def owner(self, name: str) -> str | None:
        """The hash of the token of a seat's owner; None where it has none, or one who came after the end."""
        seat = self.seat(name)
        return None if seat.reads_from == AFTER_THE_END else seat.token_hash

    def viewer(self, tokens: Iterable[str]) -> Viewer | None:
        """Who shows these tokens; None when none of them is known here."""
        return self._bearer(tuple(hashed(token) for token in tokens))

    def by_now(self, viewer: Viewer) -> Viewer:
        """Who this viewer is by now, as one who does something: their seat or role may have gone to somebody else
        since they were looked up, and who took a seat after the end watches.
        """
        if not viewer.shown:
            return viewer
        now = self._bearer(viewer.shown) or SPECTATOR
        return SPECTATOR if now.reads_from == AFTER_THE_END and not now.opener else now

    def _bearer(self, shown: tuple[str, ...]) -> Viewer | None:
        seat, opener, reads_from = None, False, 0
        for token_hash in shown:
            opener = opener or matches(token_hash, self.row.host_hash)
            for row in self.seats:
                if matches(token_hash, row.token_hash):
                    seat, reads_from = row.name, row.reads_from
        if seat is None and not opener:
            return None
        is_host = opener or (seat is not None and seat == self.row.host_seat)
        return Viewer(seat, is_host, opener, reads_from, shown)


def no_such_table(code: str) -> NoSuchThing:
    """What is said of a table that is not there (any more)."""
    return NoSuchThing(say("There is no table with the code {code}. Check the code on the screen.", code=code))


def load(store: Store, code: str) -> Table:
    """The table with this code, folded from the store; NoSuchThing when there is none."""
    row = store.table(code)
    if row is None:
        raise no_such_table(code)
    try:
        rules = rulebook(row.game, row.house_rules)
    except (UnknownGame, UnknownHouseRule) as unknown:
        template = "This table needs “{plugin}”, which is not installed any more. Install it again to go on."
        raise NoSuchThing(say(template, plugin=str(unknown))) from None
    table = Table(row, store.seats(code), rules, nameless=store.nameless(code))
    if row.setting is not None:
        records = map(record_of, store.log(code))
        table.match = Match.folded(rules, setting_of(row.setting), records, dealer_toss_of(row.setting))
        table.result = table.result_after(table.match.history)
    return table


def setting_of(setting: Mapping[str, Any]) -> Setting:
    """A match's setting-up from its stored form."""
    return Setting(tuple(setting["order"]), setting["dealer"], setting["options"])


def dealer_toss_of(setting: Mapping[str, Any]) -> Toss | None:
    """The toss for the first dealer from a setting-up's stored form; None where nobody asked for it."""
    return toss_of(setting["toss"]) if "toss" in setting else None


def record_of(row: LogRow) -> Record:
    """A line of the log from its stored form."""
    return Record(row.seq, row.type, row.id, row.by, row.at, row.body)  # type: ignore[arg-type]  # only ours are written


def log_row(code: str, record: Record) -> LogRow:
    """The stored form of a line of the log."""
    return LogRow(code, record.seq, record.type, record.id, record.by, dict(record.body), record.at)


def read_name(name: object, taken: Sequence[str] = ()) -> str:
    """A seat's name as people will see it; WrongValue for one that cannot be."""
    if not isinstance(name, str):
        raise WrongValue("name", say("Give a name."))
    clean = " ".join(unicodedata.normalize("NFC", name).split())
    if not clean or not any(letter.isalnum() for letter in clean):
        raise WrongValue("name", say("Give a name with at least one letter or digit."))
    if len(clean) > LONGEST_NAME:
        raise WrongValue("name", say("Take a name of at most {n} letters.", n=LONGEST_NAME))
    if not clean.isprintable() or any(sign in unicodedata.normalize("NFKC", clean) for sign in ("=", ",", AND)):
        raise WrongValue("name", say("Take a name without “=”, “,”, “ & ” and unprintable characters."))
    if same_name(clean, taken) is not None:
        raise WrongValue("name", say("{name} sits here already. Take another name.", name=clean))
    return clean


def same_name(name: str, names: Sequence[str]) -> str | None:
    """The one of these names that people would take for the same, or None."""
    return next((other for other in names if folded(other) == folded(name)), None)


def read_id(id: str) -> str:
    """An entry's id, a UUID, in small letters; WrongFields for what is none in its usual form."""
    try:
        uuid = str(UUID(id))
    except ValueError:
        uuid = ""
    if not uuid or uuid != id.lower():
        template = "Make a UUID here, a new one for each new entry, like 7d9f2c54-0b1e-4a36-9c8d-2f6a1e5b3c70."
        raise WrongFields(FieldError("id", say(template)))
    return uuid
