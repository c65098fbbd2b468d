"""`choice`, `toss`, `flag` and `number`: what is said in one word."""

import re
from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any, ClassVar

from referee.cards.card import Card
from referee.vocabulary.fields.field_type import Chance, FieldType, Inputs, Misread, ReadingContext
from referee.vocabulary.prompt import Field
from referee.vocabulary.quantities import Score, whole
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Values

MOST_LETTERS = 200
"""Letters of a text, at most."""

MOST_DIGITS = 20
"""Characters of a number, at most."""

_YES = frozenset({"true", "yes", "on", "1"})
_NO = frozenset({"false", "no", "off", "0", ""})


class ChoiceField(FieldType[str]):
    """One of the words that the field lets choose from."""

    name = "choice"
    control = "choice"
    schema: ClassVar = {"type": "string", "description": "One of the field's choices."}
    needs_choices = True

    def read(self, field: Field, value: object, context: ReadingContext) -> str:
        """One of the choices, to the letter."""
        if not isinstance(value, str) or value not in field.words:
            raise Misread(say("Choose one of {choices}.", choices=field.words))
        return value

    def example(self, field: Field, cards: Iterator[Card]) -> str:
        """The first choice."""
        return field.words[0]

    def random(self, field: Field, chance: Chance) -> str | None:
        """Any of the choices."""
        return chance.rng.choice(field.words)


class TossField(ChoiceField):
    """One of its choices. Left out, it is between these, or those that are first together in the order it settles."""

    name = "toss"
    control = "toss"
    tossed = True

    def faults(self, field: Field, given: Values, seats: Sequence[str] | None) -> Iterator[Text]:
        """Also whether the winner is one of those that the toss is between."""
        settles = between(field, given)
        if not field.suggests and len(settles) > 1 and given.toss(field.name) not in settles:
            yield say("Choose one of {choices}.", choices=settles)
        yield from super().faults(field, given, seats)

    def random(self, field: Field, chance: Chance) -> None:
        """The referee tosses."""


def between(field: Field, given: Values) -> tuple[str, ...]:
    """What a toss is between: its choices, or the seats that are first together in the order that it settles."""
    if field.among is None:
        return field.words
    order = given.order(field.among)
    return order[0] if order else ()


class TextField(FieldType[str]):
    """A few words of people's own, of at most `max` letters: a note, a name."""

    name = "text"
    control = "text"
    schema: ClassVar = {"type": "string", "minLength": 1, "maxLength": MOST_LETTERS, "description": "A few words."}
    sample = "words"
    own_words = True

    def most_letters(self, field: Field) -> int:
        """How many letters the words may have."""
        return MOST_LETTERS if field.max is None else field.max

    def read(self, field: Field, value: object, context: ReadingContext) -> str:
        """The words, parted by single spaces."""
        words = " ".join(value[: MOST_LETTERS + 1].split()) if isinstance(value, str) else ""
        if not words or not words.isprintable():
            raise Misread(say("Write a few words here."))
        if len(words) > (most := self.most_letters(field)):
            raise Misread(say("Write at most {n} letters here.", n=most))
        return words

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        """The words as typed."""
        return Inputs(typed=(str(value),))

    def random(self, field: Field, chance: Chance) -> str:
        """One of a few words."""
        return chance.rng.choice(["Well", "played", "again"])


class FlagField(FieldType[bool]):
    """Yes or no."""

    name = "flag"
    control = "flag"
    schema: ClassVar = {"type": ["boolean", "string"], "description": "True or false; a text says yes or no."}
    sample = "yes"
    alone = "yes"

    def read(self, field: Field, value: object, context: ReadingContext) -> bool:
        """A boolean, or a word for it."""
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in _YES | _NO:
            return value.lower() in _YES
        raise Misread(say("Say yes or no here."))

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        """`yes` or `no`."""
        return Inputs(picked=("yes" if value else "no",))

    def random(self, field: Field, chance: Chance) -> bool:
        """As often yes as no."""
        return chance.rng.random() < 0.5


_LETTERS = re.compile(r"[^\d.+-]")
_HALVES = say("Give a whole number here, or one with a half, like 2.5.")


def _number_in(value: object, halves: bool) -> Score | None:
    """The number that was given, also by its digits; None for anything else."""
    if isinstance(value, str):
        digits = value.strip().replace("½", ".5").replace(",", ".") if halves else value
        try:
            value = float(digits) if halves and not _LETTERS.search(digits) else int(digits[: MOST_DIGITS + 1])
        except ValueError:
            return None
        value = None if len(digits) > MOST_DIGITS else value
    if isinstance(value, float) and halves and isfinite(value) and value * 2 == int(value * 2):
        return whole(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


class NumberField(FieldType[float]):
    """A whole number, from `min` to `max`, or one with a half where the field has `halves`; digits will do."""

    name = "number"
    control = "number"
    schema: ClassVar = {
        "type": ["number", "string"],
        "multipleOf": 0.5,
        "description": "A whole number, or its digits; where the field says `halves`, also one with a half.",
    }

    def read(self, field: Field, value: object, context: ReadingContext) -> Score:
        """A number within the bounds of its field."""
        if (value := _number_in(value, field.halves)) is None:
            raise Misread(_HALVES if field.halves else say("Give a whole number here."))
        if field.min is not None and value < field.min:
            raise Misread(say("This is at least {least}.", least=field.min))
        if field.max is not None and value > field.max:
            raise Misread(say("This is at most {most}.", most=field.max))
        return value

    def amount(self, value: float) -> float:
        """The number itself."""
        return value

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        """Its digits."""
        return Inputs(typed=(str(value),))

    def example(self, field: Field, cards: Iterator[Card]) -> str:
        """The least number that there can be, or 1."""
        return str(field.min or 1)

    def random(self, field: Field, chance: Chance) -> int:
        """A number within the bounds, or at most 20 above the least."""
        least = field.min or 0
        return chance.rng.randint(least, least + 20 if field.max is None else field.max)
