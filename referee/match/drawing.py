"""Drawing the tosses that entries leave to the referee, each in the position that its entry meets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product

from referee.match.fold import History, Position, Taken, open_prompt
from referee.match.logged import Logged
from referee.match.toss import toss
from referee.plugin.fields import tosses_due
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import say

MOST_WAYS = 64
"""In how many ways the tosses of entries sent together may come out, at most."""


def drawn(history: History, entries: Sequence[Logged], key: str, number: int) -> list[Taken]:
    """These entries one after the other as they would be taken, tosses left open drawn from this number on.

    Raises as `take` does. Changes nothing. Whether the entries can be taken never depends on how a toss comes
    out: else somebody could send them again and again until it suits them. Nor does it depend on what they reveal
    of what others sealed: whatever follows a reveal is refused unseen, with WrongFieldsError.
    """
    taken: list[Taken] = []
    position, tried = history.position, False
    for place, entry in enumerate(entries):
        due = _left_open(history, position, entry)
        if due and not tried:
            _fit_however_it_comes(history, position, entries[place:], MOST_WAYS)
            tried = True
        settled = _drawn(entry, due, key, number) if due else entry
        number += len(due)
        taken.append(_take(history, position, settled, entries[place + 1 :]))
        position = taken[-1].position
    return taken


def _take(history: History, position: Position, entry: Logged, later: Sequence[Logged]) -> Taken:
    taken = history.take(position, entry)
    if later and _reveals_what_others_sealed(history, taken):
        message = say("Send what comes after a reveal separately: first this entry, then those that follow it.")
        raise WrongFieldsError(FieldError("entries", message))
    return taken


def _reveals_what_others_sealed(history: History, taken: Taken) -> bool:
    opened, sender = frozenset(taken.opens), taken.entry.by
    return any(step.entry.seq in opened and step.entry.by != sender for step in history.steps)


def _left_open(history: History, position: Position, entry: Logged) -> Mapping[str, tuple[str, ...]]:
    """The tosses that an entry leaves to the referee, by field, each with those it is between."""
    if not any(_has_toss(prompt) for prompt in position.prompts if prompt.kind == entry.kind):
        return {}
    prompt, entry = open_prompt(position.prompts, entry)
    return tosses_due(prompt.fields, history.rulebook.read(prompt, entry.data, history.setting))


def _has_toss(prompt: Prompt) -> bool:
    return any(field.type == "toss" for field in prompt.fields)


def _drawn(entry: Logged, due: Mapping[str, tuple[str, ...]], key: str, first: int) -> Logged:
    tosses = tuple(
        toss(key, number, field, between, entry.id) for number, (field, between) in enumerate(due.items(), first)
    )
    return replace(_settled(entry, {one.field: one.outcome for one in tosses}), tosses=tosses)


def _settled(entry: Logged, outcomes: Mapping[str, str]) -> Logged:
    return replace(entry, data={**entry.data, **outcomes})


def _fit_however_it_comes(history: History, position: Position, entries: Sequence[Logged], ways: int) -> None:
    for place, entry in enumerate(entries):
        due = _left_open(history, position, entry)
        if due:
            outcomes = list(product(*due.values()))
            if len(outcomes) > ways:
                raise WrongFieldsError(
                    FieldError("", say("These are too many tosses at once: send one after the other."))
                )
            for outcome in outcomes:
                settled = _settled(entry, dict(zip(due, outcome, strict=True)))
                later = entries[place + 1 :]
                _fit_however_it_comes(history, position, (settled, *later), ways // len(outcomes))
            return
        position = _take(history, position, entry, entries[place + 1 :]).position
