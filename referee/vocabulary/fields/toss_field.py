"""`toss`: how a toss came out, or nothing: then the referee tosses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.vocabulary.fields.choice_field import ChoiceField
from referee.vocabulary.fields.field_type import Chance
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Values


class TossField(ChoiceField):
    """One of its choices. Left out, it is between these, or those that are first together in the order it settles."""

    name = "toss"
    control = "toss"
    tossed = True

    def faults(self, field: Field, given: Values, seats: Sequence[str] | None) -> Iterator[Text]:
        settles = between(field, given)
        if not field.suggests and len(settles) > 1 and given.toss(field.name) not in settles:
            yield say("Choose one of {choices}.", choices=settles)
        yield from super().faults(field, given, seats)

    def random(self, field: Field, chance: Chance) -> None:
        return None


def between(field: Field, given: Values) -> tuple[str, ...]:
    """What a toss is between: its choices, or the seats that are first together in the order that it settles."""
    if field.among is None:
        return tuple(str(choice) for choice in field.choices)
    order = given.order(field.among)
    return order[0] if order else ()
