"""A whole match as a document: for keeping (JSON, CSV), and for ruling it again."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from referee.match.disputes import merge_overrules
from referee.match.log_entry import LogEntry, Toss, Viewer
from referee.match.match import Match
from referee.match.position import Overrule
from referee.match.replay import replay
from referee.match.tosses import DEALER_TOSS, fault_of
from referee.match.visibility import (
    CorrectionLine,
    DisputeLine,
    LogLine,
    correction_lines,
    dispute_lines,
    log_lines,
    view_of,
)
from referee.plugin.discovery import rulebook
from referee.plugin.rulebook import Rulebook, wording_at
from referee.vocabulary.game import Setup
from referee.vocabulary.jsonable import from_json, jsonable
from referee.vocabulary.text import PLAIN, Wording
from referee.vocabulary.values import Side
from referee.vocabulary.view import Fact, Standing

FORMAT = 1
"""The version of the exported document."""


class NotAnExport(Exception):
    """The document is not an exported match, or one of a later version; the message
    says what to do.
    """


@dataclass(frozen=True, slots=True)
class MatchDocument:
    """A whole match."""

    referee: int
    """The version of this form."""
    code: str
    game: str
    game_version: str
    house_rules: tuple[str, ...]
    seats: tuple[str, ...]
    """Seats by name, clockwise."""
    dealer: str | None
    """Who dealt first; None where the match cannot be read any more."""
    dealer_toss: Toss | None
    """The toss for the first dealer; None where the dealer was named."""
    options: Mapping[str, object]
    finished: bool = False
    ended_early: bool = False
    """The host has ended it before its game did."""
    winners: tuple[str, ...] = ()
    standings: tuple[Standing, ...] = ()
    sides: tuple[Side, ...] = ()
    """Who plays with whom; none where each seat plays for itself."""
    facts: tuple[Fact, ...] = ()
    """What holds at this moment, such as the trump; none once the match is finished."""
    entries: tuple[LogLine, ...] = ()
    corrections: tuple[CorrectionLine, ...] = ()
    disputes: tuple[DisputeLine, ...] = ()


def document(match: Match, viewer: Viewer, code: str) -> str:
    """Return the match as a JSON document, with what this viewer may see of it."""
    setting, rules = match.history.setting, match.history.rulebook
    begun_under = setting.version or rules.game.version
    view = view_of(match, viewer, code)
    head = MatchDocument(
        referee=FORMAT,
        code=code,
        game=rules.game.id,
        game_version=begun_under,
        house_rules=tuple(rule.id for rule in rules.house_rules),
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
    )
    lines = log_lines(match, viewer, match.entries)
    return document_of(head, lines, wording_at(setting.options))


def document_of(
    head: MatchDocument, entries: Iterable[LogLine], wording: Wording = PLAIN
) -> str:
    """Return a document of what `head` holds, and these entries, as JSON."""
    members: dict[str, Any] = jsonable(head, wording)
    del members["entries"]
    # Entry by entry: to write a long match at once would hold up the other threads for
    # as long.
    lines = ",\n".join(_json(jsonable(line, wording)) for line in entries)
    return f'{_json(members)[:-1]}, "entries": [\n{lines}\n]}}\n'


def _json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except (
        UnicodeEncodeError
    ):  # half a character, which somebody may have sent, is no UTF-8
        return json.dumps(value)
    return text


@dataclass(frozen=True, slots=True)
class Difference:
    """An entry that is ruled otherwise now than the document says: summaries, and why
    it does not fit if so.
    """

    seq: int
    recorded: tuple[str, ...]
    now: tuple[str, ...]


@contextmanager
def _read_as_export() -> Iterator[None]:
    """NotAnExport where a document is not formed as an exported match is: anything may
    stand anywhere in it.
    """
    try:
        yield
    except (
        KeyError,
        IndexError,
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
"""Something, and no half of a character."""


def _setting(exported: Mapping[str, Any], rules: Rulebook) -> Setup:
    """Return how the match was set up; NotAnExport or WrongFieldsError where no match
    can be set up so.
    """
    seats, options = exported["seats"], exported["options"]
    names = isinstance(seats, list) and all(
        isinstance(seat, str) and _NAME.fullmatch(seat) for seat in seats
    )
    if not names or len(set(seats)) < len(seats):
        raise NotAnExport(
            "“seats” has to be a list of names, each another one: this is no match "
            "exported by the referee."
        )
    if not isinstance(options, dict):
        raise NotAnExport(
            "“options” has to be an object: this is no match exported by the referee."
        )
    setting = rules.setting(seats, exported["dealer"], options)
    return replace(setting, version=exported["game_version"])


@_read_as_export()
def rule_again(exported: Mapping[str, Any]) -> tuple[int, tuple[Difference, ...]]:
    """Return how many entries of an exported match were ruled again, and where a ruling
    differs from the document's.

    Raises NotAnExport; UnknownGameError or UnknownHouseRuleError when a plugin is
    missing.
    """
    if exported["referee"] != FORMAT:
        raise NotAnExport(
            "This match was exported by another version of the referee: use that one, "
            "or a later one."
        )
    rules = rulebook(exported["game"], tuple(exported["house_rules"]))
    setting = _setting(exported, rules)
    lines = [
        line
        for line in exported["entries"]
        if not line["struck"] and not line["sealed"]
    ]
    entries = [_exported_entry(line) for line in lines]
    history, unfit = replay(rules, setting, entries, _overrules(exported))
    wording = wording_at(setting.options)
    now = {
        step.entry.seq: _sayings(jsonable(step.rulings, wording))
        for step in history.steps
    }
    now |= {
        misfit.entry.seq: (f"It does not fit any more: {misfit.why}",)
        for misfit in unfit
    }
    waiting = {step.entry.seq for step in history.steps} - history.open_to_all
    lines = lines[
        : _knowable(exported, lines, waiting | {misfit.entry.seq for misfit in unfit})
    ]
    pairs = [
        Difference(line["seq"], _sayings(line["rulings"]), now[line["seq"]])
        for line in lines
    ]
    return len(lines), tuple(pair for pair in pairs if pair.recorded != pair.now)


def _exported_entry(line: Mapping[str, Any]) -> LogEntry:
    return LogEntry(
        seq=line["seq"],
        id=line["id"],
        kind=line["kind"],
        seat=line["seat"],
        data=line["data"],
        by=line["by"],
        host=True,
        at=line["at"],
        version=line.get("version", ""),
    )


def _knowable(
    exported: Mapping[str, Any], read: Sequence[Mapping[str, Any]], unknown: Set[int]
) -> int:
    """Return how many of the open entries, `read`, rest on nothing sealed: up to the
    first after a sealed one that does not fit, or that waits for others, though it was
    open.
    """
    sealed = min(
        (
            line["seq"]
            for line in exported["entries"]
            if line["sealed"] and not line["struck"]
        ),
        default=None,
    )
    after = [
        place
        for place, line in enumerate(read)
        if sealed is not None and line["seq"] > sealed
    ]
    return next((place for place in after if read[place]["seq"] in unknown), len(read))


@dataclass(frozen=True, slots=True)
class CheckedTosses:
    """The tosses of an exported match: how many there are, and a sentence for each that
    does not hold, and for each that its entry took over from a struck one.
    """

    count: int
    broken: tuple[str, ...] = ()
    handed_on: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _TossOfLine:
    """A toss, the line of its entry (None: the dealer's), and what was entered for it."""

    toss: Toss
    line: Mapping[str, Any] | None
    entered: object

    @property
    def seq(self) -> int | None:
        return None if self.line is None else self.line["seq"]

    @property
    def stands(self) -> bool:
        """Whether its entry stands as it was made: one that was corrected may ask for
        no toss any more.
        """
        return self.line is None or not (
            self.line["struck"] or self.line["was"] is not None
        )


def _tosses(exported: Mapping[str, Any]) -> Iterator[_TossOfLine]:
    if exported["dealer_toss"] is not None:
        yield _TossOfLine(
            from_json(Toss, exported["dealer_toss"]), None, exported["dealer"]
        )
    for line in exported["entries"]:
        for stored in line["tosses"]:
            toss = from_json(Toss, stored)
            first = line["data"] if line["was"] is None else line["was"]
            yield _TossOfLine(toss, line, first.get(toss.field))


@_read_as_export()
def check_tosses(exported: Mapping[str, Any]) -> CheckedTosses:
    """Check every toss of an exported match. NotAnExport for any other document."""
    holders: dict[int, list[_TossOfLine]] = {}
    broken = []
    handed_on = []
    for checked in _tosses(exported):
        toss, seq = checked.toss, checked.seq
        before = holders.get(toss.number, [])
        why = _number_fault(
            checked, before, max(holders, default=DEALER_TOSS - 1)
        ) or fault_of(toss, checked.entered)
        whose = " for the first dealer" if seq is None else f" of entry {seq}"
        if why is not None:
            broken.append(f"Toss {toss.number}{whose} does not hold: {why}.")
        elif before:
            handed_on.append(
                f"Toss {toss.number}{whose} is that of entry {before[0].seq}, by its "
                f"id {toss.id}."
            )
        holders[toss.number] = [*before, checked]
    return CheckedTosses(
        sum(map(len, holders.values())), tuple(broken), tuple(handed_on)
    )


def _number_fault(
    one: _TossOfLine, before: Sequence[_TossOfLine], last: int
) -> str | None:
    """Say what is wrong with a toss beside those `before` it of its number; `last` is
    the highest number so far.
    """
    toss, line = one.toss, one.line
    if not before:
        if toss.number <= last or (toss.number == DEALER_TOSS) != (line is None):
            return "its number is not the next one"
        return (
            None
            if line is None or line["id"] == toss.id
            else "it was drawn for another entry"
        )
    first = before[0]
    if (
        line is None
        or first.line is None
        or (line["kind"], toss.field) != (first.line["kind"], first.toss.field)
    ):
        return "its number was drawn for something else"
    if (toss.id, toss.nonce) != (first.toss.id, first.toss.nonce):
        return "its number was drawn before, with another id or nonce"
    standing = [other.seq for other in before if other.stands]
    stands_twice = standing and one.stands
    return (
        f"its number is not the next one, since entry {standing[0]} has it"
        if stands_twice
        else None
    )


def _overrules(exported: Mapping[str, Any]) -> Mapping[int, tuple[Overrule, ...]]:
    settled = [
        (line, line["resolution"])
        for line in exported["disputes"]
        if line["resolution"] is not None
    ]
    made = []
    for line, how in sorted(settled, key=lambda pair: int(pair[1]["seq"])):
        entry = line["entry"] or how["entered"]
        if (
            how["as"] == "overruled"
            and entry is not None
            and entry not in how["dropped"]
        ):
            made.append((entry, Overrule(line["place"], how["verdict"], how["why"])))
    return merge_overrules(made)


def _sayings(rulings: list[Mapping[str, Any]]) -> tuple[str, ...]:
    return tuple(
        f"{ruling['summary']} {json.dumps(ruling['verdict'], sort_keys=True)}"
        for ruling in rulings
    )
