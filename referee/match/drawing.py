"""Drawing the tosses that entries leave to the referee, each in the position that its entry meets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from referee.match.fold import History, Position, Taken, open_prompt
from referee.match.logged import Logged
from referee.match.toss import toss
from referee.vocabulary.given import FieldError, WrongFields
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.text import say

MOST_WAYS = 64
"""In how many ways the tosses of entries sent together may come out, at most."""


def drawn(history: History, entries: Sequence[Logged], key: str, number: int) -> list[Taken]:
    """These entries one after the other as they would be taken, tosses left open drawn from this number on.

    Raises as `take` does. Changes nothing. Whether the entries can be taken never depends on how a toss comes
    out: else somebody could send them again and again until it suits them.
    """
    taken: list[Taken] = []
    position, tried = history.position, False
    for place, entry in enumerate(entries):
        fields = _left_open(position.prompts, entry)
        if fields and not tried:
            _fit_however_it_comes(history, position, entries[place:], MOST_WAYS)
            tried = True
        settled = _drawn(entry, fields, key, number) if fields else entry
        number += len(fields)
        taken.append(history.take(position, settled))
        position = taken[-1].position
    return taken


def _left_open(prompts: Sequence[Prompt], entry: Logged) -> tuple[Field, ...]:
    """The tosses that an entry leaves to the referee."""
    if not any(True for prompt in prompts if prompt.kind == entry.kind for _ in _tosses(prompt)):
        return ()
    prompt, _ = open_prompt(prompts, entry)
    return tuple(field for field in _tosses(prompt) if entry.data.get(field.name) is None)


def _tosses(prompt: Prompt) -> Iterator[Field]:
    return (field for field in prompt.fields if field.type == "toss" and field.choices)


def _drawn(entry: Logged, fields: Sequence[Field], key: str, first: int) -> Logged:
    tosses = tuple(
        toss(key, number, field.name, [str(choice) for choice in field.choices], entry.id)
        for number, field in enumerate(fields, first)
    )
    return replace(_settled(entry, {one.field: one.outcome for one in tosses}), tosses=tosses)


def _settled(entry: Logged, outcomes: Mapping[str, str]) -> Logged:
    return replace(entry, data={**entry.data, **outcomes})


def _fit_however_it_comes(history: History, position: Position, entries: Sequence[Logged], ways: int) -> None:
    for place, entry in enumerate(entries):
        fields = _left_open(position.prompts, entry)
        if fields:
            outcomes = list(product(*([str(choice) for choice in field.choices] for field in fields)))
            if len(outcomes) > ways:
                raise WrongFields(FieldError("", say("These are too many tosses at once: send one after the other.")))
            for outcome in outcomes:
                settled = _settled(entry, dict(zip((field.name for field in fields), outcome, strict=True)))
                later = entries[place + 1 :]
                _fit_however_it_comes(history, position, (settled, *later), ways // len(outcomes))
            return
        position = history.take(position, entry).position
