"""What was entered, value by value, as people read it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import written_score
from referee_web.pages.blueprint import blueprint
from referee_web.pages.template_filters import word


@dataclass(frozen=True, slots=True)
class EnteredValue:
    """A value that was entered: its label, its seat (None: no particular one), and its cards or text."""

    label: Text
    seat: str | None
    cards: tuple[str, ...]
    text: object = ""
    own_words: bool = False
    """Somebody has written it."""


def values_entered(prompt: Prompt | None, data: Mapping[str, Any] | None) -> tuple[EnteredValue, ...]:
    """The values in this data, by the fields of its prompt; without a prompt, by their names."""
    if data is None:
        return ()
    if prompt is None:
        return tuple(EnteredValue(say("{name}", name=name), None, (), value) for name, value in data.items())
    return tuple(
        value for field in prompt.fields if field.name in data for value in _values_in(field, data[field.name])
    )


def _values_in(field: Field, value: Any) -> Iterator[EnteredValue]:
    if type_of(field).in_groups:
        for group in value:
            yield EnteredValue(field.label, None, tuple(group))
    elif type_of(field).by_seat:
        for seat, inner in value.items():
            yield _value_at(field, seat, inner)
    else:
        yield _value_at(field, None, value)


def _value_at(field: Field, seat: str | None, value: Any) -> EnteredValue:
    type = type_of(field)
    if type.one_card:
        return EnteredValue(field.label, seat, (value,))
    if field.partners:
        value = [card for hand in value or () for card in hand]
    if type.of_cards:
        return EnteredValue(field.label, seat, tuple(value), "" if value else say("no cards"))
    return EnteredValue(field.label, seat, (), worded_value(value, field), type.own_words)


@blueprint.app_template_filter("worded_value")
def worded_value(value: Any, field: Field) -> object:
    """What the value of a field without cards is called: a choice by its label, a number as people write it."""
    if isinstance(value, bool):
        return field.labels.get("yes" if value else "no") or (say("yes") if value else say("no"))
    if isinstance(value, (int, float)):
        return written_score(value)
    if isinstance(value, list):
        groups = (word(say("{seats}", seats=group)) if isinstance(group, list) else str(group) for group in value)
        return ", ".join(groups) or say("none")
    return field.labels.get(str(value), value)
