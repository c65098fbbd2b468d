"""Trying new entries before they are stored, one after the other, with tosses drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

from referee.match.history import History
from referee.match.log_entry import LogEntry, Toss
from referee.match.taking.entry_step import EntryStep
from referee.match.taking.entry_taker import Knows, knows_own
from referee.match.taking.position import Position
from referee.match.tosses import WaitingToss, decide_between, open_tosses, toss
from referee.vocabulary.errors import WrongFieldsError, wrong_field
from referee.vocabulary.text import say

MOST_WAYS = 64
"""The most combinations of toss outcomes for entries sent together."""


def try_entries(
    history: History,
    entries: Sequence[LogEntry],
    key: str,
    number: int,
    knows: Knows | None = None,
    waiting: Sequence[WaitingToss] = (),
) -> list[EntryStep]:
    """Return the steps of these entries, one after the other; change nothing.

    Open tosses are drawn from this number on, after those `waiting` to be reused.
    `knows` tells which sealed entries the sender may read. Raise NotYoursError,
    RefusedMoveError or WrongFieldsError. Whether entries are taken never depends on a
    toss, or people could retry until it suits them; nor on others' sealed entries, so
    anything after a possible reveal is refused with WrongFieldsError.
    """
    _require_reveal_last(history, entries, knows)
    steps: list[EntryStep] = []
    free = [*waiting]
    position = history.position
    has_tossed = False
    for index, entry in enumerate(entries):
        due = open_tosses(history, position, entry)
        if due and not has_tossed:
            _require_every_outcome(history, position, entries[index:], MOST_WAYS, knows)
            has_tossed = True
        tosses = []
        for field, choices in due.items():
            draw = _take_over(free, entry.kind, field, choices)
            if draw is None:
                draw = toss(key, number, field, choices, entry.id)
                number += 1
            tosses.append(draw)
        if tosses:
            entry = _settle(entry, {draw.field: draw.outcome for draw in tosses})
            entry = replace(entry, tosses=tuple(tosses))
        step = history.take_new(position, entry, knows=knows, beside=steps)
        steps.append(step)
        position = step.after
    return steps


def _require_reveal_last(
    history: History, entries: Sequence[LogEntry], knows: Knows | None
) -> None:
    """Raise WrongFieldsError if an entry follows a possible reveal.

    Its ruling would tell what was revealed, and its refusal would undo the reveal.
    """
    position = history.position
    is_own = knows or knows_own(entries[0].by)
    if all(is_own(waiting.entry) for waiting in position.sealed):
        return
    for entry in entries[:-1]:
        if not position.asks_in_secret(entry.kind):
            raise _sent_together()
        position = history.with_entry(position, entry)
        if not position.missing:
            raise _sent_together()


def _sent_together() -> WrongFieldsError:
    return wrong_field(
        "entries",
        say(
            "Send what comes after a reveal separately: first this entry, then those "
            "that follow it."
        ),
    )


def _take_over(
    free: list[WaitingToss], kind: str, field: str, choices: Sequence[str]
) -> Toss | None:
    """Remove and return the first reusable toss of this kind, or None."""
    for index, (its_kind, draw) in enumerate(free):
        if (its_kind, draw.field) == (kind, field):
            del free[index]
            return decide_between(choices, draw)
    return None


def _settle(entry: LogEntry, outcomes: Mapping[str, str]) -> LogEntry:
    return replace(entry, data={**entry.data, **outcomes})


def _require_every_outcome(
    history: History,
    position: Position,
    entries: Sequence[LogEntry],
    ways: int,
    knows: Knows | None,
) -> None:
    """Raise as `try_entries` unless they fit every outcome of their tosses.

    There may be at most `ways` outcomes.
    """
    for index, entry in enumerate(entries):
        due = open_tosses(history, position, entry)
        if not due:
            position = history.take_new(position, entry, knows=knows).after
            continue
        outcomes = list(product(*due.values()))
        if len(outcomes) > ways:
            raise wrong_field(
                "", say("Too many tosses at once: send one after the other.")
            )
        ways //= len(outcomes)
        for outcome in outcomes:
            settled = _settle(entry, dict(zip(due, outcome, strict=True)))
            several = (settled, *entries[index + 1 :])
            _require_every_outcome(history, position, several, ways, knows)
        return
