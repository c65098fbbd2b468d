"""A whole match as a document: for keeping (JSON, CSV) and for ruling it again."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import inf

from referee.match.disputes import merge_overrules
from referee.match.history import replay
from referee.match.log_entry import LogEntry, Stored, Toss
from referee.match.match import Match
from referee.match.showing.log_lines import (
    CorrectionLine,
    DisputeLine,
    LogLine,
    correction_lines,
    dispute_lines,
    log_lines,
)
from referee.match.showing.views import view_of
from referee.match.taking.entry_step import Overrule, Overrules
from referee.match.tosses import DEALER_TOSS, fault_of
from referee.match.viewer import Viewer
from referee.plugin.discovery import rulebook
from referee.plugin.rulebook import Rulebook, wording_at
from referee.vocabulary.game import Setting
from referee.vocabulary.jsonable import IF_ANY, from_json, jsonable
from referee.vocabulary.text import PLAIN, Wording
from referee.vocabulary.values import Seats, Side
from referee.vocabulary.view import Fact, Standing

FORMAT = 1
"""The version of exported documents."""


class NotAnExport(Exception):
    """Not an exported match, or one of a later version; the message says what to do."""


@dataclass(frozen=True, slots=True)
class MatchDocument:
    """A whole match."""

    referee: int
    """The version of this form."""
    code: str
    game: str
    game_version: str
    house_rules: tuple[str, ...]
    seats: Seats
    """Seats by name, clockwise."""
    dealer: str | None
    """The first dealer; None if the match is unreadable."""
    dealer_toss: Toss | None
    """The toss for the first dealer; None if one was named."""
    options: Mapping[str, object]
    finished: bool = False
    ended_early: bool = False
    """Whether the host ended it before its game did."""
    winners: Seats = ()
    standings: tuple[Standing, ...] = ()
    sides: tuple[Side, ...] = ()
    """The sides; none if each seat plays for itself."""
    facts: tuple[Fact, ...] = ()
    """Current facts, such as the trump; none after the match."""
    entries: tuple[LogLine, ...] = ()
    corrections: tuple[CorrectionLine, ...] = ()
    disputes: tuple[DisputeLine, ...] = ()
    late: Seats | None = field(default=None, metadata=IF_ANY)
    """The seats taken after the match had begun; left out without any."""


def document(match: Match, viewer: Viewer, code: str) -> str:
    """Return the match as JSON, as far as this viewer may see it."""
    setting = match.history.setting
    book = match.history.rulebook
    view = view_of(match, viewer, code)
    head = MatchDocument(
        referee=FORMAT,
        code=code,
        game=book.game.id,
        game_version=setting.version or book.game.version,
        house_rules=tuple(rule.id for rule in book.house_rules),
        seats=setting.seats,
        dealer=setting.dealer,
        dealer_toss=match.dealer_toss,
        options=setting.options,
        finished=view.finished,
        ended_early=view.ended_early,
        winners=view.winners,
        standings=view.standings,
        sides=view.sides,
        facts=view.facts,
        corrections=correction_lines(match, viewer),
        disputes=dispute_lines(match),
        late=setting.late or None,
    )
    lines = log_lines(match, viewer, match.entries)
    return document_of(head, lines, wording_at(setting.options))


def document_of(
    head: MatchDocument, entries: Iterable[LogLine], wording: Wording = PLAIN
) -> str:
    """Return a JSON document of `head` and these entries."""
    members = jsonable(head, wording)
    del members["entries"]
    # Write entry by entry: a long match at once would block other threads for as long.
    lines = ",\n".join(_json(jsonable(line, wording)) for line in entries)
    return f'{_json(members)[:-1]}, "entries": [\n{lines}\n]}}\n'


def _json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        # A sender may have sent half a surrogate pair, which UTF-8 lacks.
        return json.dumps(value)
    return text


@dataclass(frozen=True, slots=True)
class Difference:
    """An entry whose rulings differ, as summaries; `now` may say it does not fit."""

    seq: int
    recorded: tuple[str, ...]
    now: tuple[str, ...]


@contextmanager
def _read_as_export() -> Iterator[None]:
    """Run the block; raise NotAnExport if the document that it reads lacks the form."""
    try:
        yield
    except (
        LookupError,
        TypeError,
        AttributeError,
        ValueError,
        ArithmeticError,
        RecursionError,
    ) as wrong:
        why = " ".join(str(wrong).split())
        raise NotAnExport(
            f"This is no match exported by the referee ({why} is missing or wrong)."
        ) from None


_NAME = re.compile("(?=.*[^ ])[^\ud800-\udfff]+")
"""Any text without half surrogate pairs."""


def _setting(exported: Stored, book: Rulebook) -> Setting:
    """Return the match's set-up.

    Raise NotAnExport or WrongFieldsError if impossible.
    """
    seats = exported["seats"]
    options = exported["options"]
    if not _are_names(seats) or len(set(seats)) < len(seats):
        raise NotAnExport(
            "“seats” has to be a list of names, each another one: this is no match "
            "exported by the referee."
        )
    if not isinstance(options, dict):
        raise NotAnExport(
            "“options” has to be an object: this is no match exported by the referee."
        )
    setting = book.read_setting(seats, exported["dealer"], options)
    late = exported.get("late", [])
    if not isinstance(late, list) or not set(late) < set(seats):
        raise NotAnExport(
            "“late” has to be a list of some of the seats: this is no match exported "
            "by the referee."
        )
    return replace(setting, version=exported["game_version"], late=tuple(late))


def _are_names(seats: object) -> bool:
    if not isinstance(seats, list):
        return False
    return all(isinstance(seat, str) and _NAME.fullmatch(seat) for seat in seats)


@_read_as_export()
def rule_again(exported: Stored) -> tuple[int, tuple[Difference, ...]]:
    """Return how many entries were ruled again, and all differences.

    Raise NotAnExport for anything else, UnknownGameError or UnknownHouseRuleError if a
    plugin is missing, WrongFieldsError for an impossible set-up.
    """
    if exported["referee"] != FORMAT:
        raise NotAnExport(
            "This match was exported by another version of the referee: use that one, "
            "or a later one."
        )
    book = rulebook(exported["game"], tuple(exported["house_rules"]))
    setting = _setting(exported, book)
    lines, first_sealed = _open_lines(exported)
    entries = map(_exported_entry, lines)
    history, unfit = replay(book, setting, entries, _overrules(exported))

    wording = wording_at(setting.options)
    now = {}
    for step in history.steps:
        now[step.entry.seq] = _sayings(jsonable(step.rulings, wording))
    for misfit in unfit:
        now[misfit.seq] = (f"It does not fit any more: {misfit.why}",)

    ruled_again = 0
    differences = []
    for line in lines:
        seq = line["seq"]
        if seq > first_sealed and seq not in history.open_to_all:
            # Everything from here may depend on sealed entries that the document lacks.
            break
        ruled_again += 1
        recorded = _sayings(line["rulings"])
        if recorded != now[seq]:
            differences.append(Difference(seq, recorded, now[seq]))
    return ruled_again, tuple(differences)


def _open_lines(exported: Stored) -> tuple[list[Stored], float]:
    """Return the lines of open standing entries, and the first sealed one's number."""
    lines = []
    first_sealed = inf
    for line in exported["entries"]:
        if line["struck"]:
            continue
        if line["sealed"]:
            first_sealed = min(first_sealed, line["seq"])
        else:
            lines.append(line)
    return lines, first_sealed


def _exported_entry(line: Stored) -> LogEntry:
    unread = {"host": True, "tosses": (), "finish": None}
    return from_json(LogEntry, {**line, **unread})


@dataclass(frozen=True, slots=True)
class CheckedTosses:
    """The check of an exported match's tosses."""

    count: int
    broken: tuple[str, ...] = ()
    """A sentence for each toss that does not hold."""
    handed_on: tuple[str, ...] = ()
    """A sentence for each toss that an entry took over from a struck one."""


@dataclass(frozen=True, slots=True)
class _LoggedToss:
    """A toss, its entry's line (None: the dealer's), and the value entered for it."""

    toss: Toss
    line: Stored | None
    entered: object

    @property
    def seq(self) -> int | None:
        return None if self.line is None else self.line["seq"]

    @property
    def name(self) -> str:
        if self.line is None:
            return f"Toss {self.toss.number} for the first dealer"
        return f"Toss {self.toss.number} of entry {self.seq}"

    @property
    def stands(self) -> bool:
        """Return whether the toss's entry is unchanged and so needs the toss.

        A corrected entry may need no toss any more.
        """
        if self.line is None:
            return True
        return not self.line["struck"] and self.line["was"] is None


def _tosses(exported: Stored) -> Iterator[_LoggedToss]:
    if exported["dealer_toss"] is not None:
        toss = from_json(Toss, exported["dealer_toss"])
        yield _LoggedToss(toss, None, exported["dealer"])
    for line in exported["entries"]:
        for stored in line["tosses"]:
            toss = from_json(Toss, stored)
            first = line["data"] if line["was"] is None else line["was"]
            yield _LoggedToss(toss, line, first.get(toss.field))


@_read_as_export()
def check_tosses(exported: Stored) -> CheckedTosses:
    """Return the check of every toss; raise NotAnExport unless it is a match."""
    holders: dict[int, list[_LoggedToss]] = {}
    count = 0
    last = DEALER_TOSS - 1
    broken = []
    handed_on = []
    for logged in _tosses(exported):
        toss = logged.toss
        same = holders.setdefault(toss.number, [])
        wrong = _repeated_fault(same, logged) if same else _first_fault(logged, last)
        fault = wrong or fault_of(toss, logged.entered)
        if fault is not None:
            broken.append(f"{logged.name} does not hold: {fault}.")
        elif same:
            first = f"entry {same[0].seq}, by its id {toss.id}"
            handed_on.append(f"{logged.name} is that of {first}.")
        same.append(logged)
        count += 1
        last = max(last, toss.number)
    return CheckedTosses(count, tuple(broken), tuple(handed_on))


def _first_fault(logged: _LoggedToss, last: int) -> str | None:
    """Return the fault of a number's first toss, or None; `last` was the highest."""
    toss = logged.toss
    line = logged.line
    is_for_dealer = toss.number == DEALER_TOSS
    if toss.number <= last or is_for_dealer != (line is None):
        return "its number is not the next one"
    if line is not None and line["id"] != toss.id:
        return "it was drawn for another entry"
    return None


def _repeated_fault(before: Sequence[_LoggedToss], logged: _LoggedToss) -> str | None:
    """Return the fault of a toss, or None; those `before` it have the same number."""
    toss = logged.toss
    first = before[0].toss
    line = logged.line
    first_line = before[0].line
    if line is None or first_line is None:
        return "its number was drawn for something else"
    if (line["kind"], toss.field) != (first_line["kind"], first.field):
        return "its number was drawn for something else"
    if (toss.id, toss.nonce) != (first.id, first.nonce):
        return "its number was drawn before, with another id or nonce"
    if logged.stands:
        for other in before:
            if other.stands:
                return f"its number is not the next one, since entry {other.seq} has it"
    return None


def _overrules(exported: Stored) -> Overrules:
    overruled = []
    for line in exported["disputes"]:
        how = line["resolution"]
        if how is None or how["as"] != "overruled":
            continue
        entry = line["entry"] or how["entered"]
        if entry is not None and entry not in how["dropped"]:
            overrule = Overrule(
                line["place"],
                how["verdict"],
                how["why"],
                by=line["by"],
                then=line["ruled"] and line["ruled"]["summary"],
            )
            overruled.append((int(how["seq"]), entry, overrule))
    return merge_overrules(overruled)


def _sayings(rulings: Iterable[Stored]) -> tuple[str, ...]:
    sayings = []
    for ruling in rulings:
        verdict = json.dumps(ruling["verdict"], sort_keys=True)
        sayings.append(f"{ruling['summary']} {verdict}")
    return tuple(sayings)
