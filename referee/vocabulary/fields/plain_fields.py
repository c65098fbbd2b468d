"""Field types for words and numbers, as `choice` or `number`."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from referee.vocabulary.fields.examples import Chance, Samples
from referee.vocabulary.fields.field_type import FieldType
from referee.vocabulary.fields.inputs import Inputs
from referee.vocabulary.fields.reading import Misread, ReadingContext
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import (
    MOST_ENTERED,
    Score,
    Seats,
    Values,
    whole,
)

MOST_LETTERS = 200
"""The most letters of a text."""

MOST_DIGITS = 20
"""The most characters of a number."""

_YES = {"true", "yes", "on", "1"}
_NO = {"false", "no", "off", "0", ""}

TEXTS = {"type": "array", "items": {"type": "string"}}
"""The JSON schema of a list of texts."""


class ChoiceField(FieldType[str]):
    """One of the field's choices, or of a type's own, its `own_choices`."""

    name = "choice"
    control = "choice"
    schema: ClassVar = {"type": "string", "description": "One of the field's choices."}
    needs_choices = True

    def read(self, field: Field, value: object, context: ReadingContext) -> str:
        """Return one of the choices, which must match exactly."""
        choices = self.words(field)
        if not isinstance(value, str) or value not in choices:
            raise Misread(say("Choose one of {choices}.", choices=choices))
        return value

    def words(self, field: Field) -> tuple[str, ...]:
        """Return the choices."""
        return field.words or tuple(self.own_choices)

    def example(self, field: Field, samples: Samples) -> str:
        """Return the first choice."""
        return self.words(field)[0]

    def random(self, field: Field, chance: Chance) -> str | None:
        """Return any of the choices."""
        return chance.rng.choice(self.words(field))


class TossField(ChoiceField):
    """One of its choices; the referee tosses for a missing value."""

    name = "toss"
    control = "toss"
    tossed = True

    def faults(
        self, field: Field, given: Values, seats: Sequence[str] | None
    ) -> Iterator[Text]:
        """Yield also a winner that the toss is not between."""
        settles = toss_choices(field, given)
        is_bound = len(settles) > 1 and not field.suggests
        if is_bound and given.toss(field.name) not in settles:
            yield say("Choose one of {choices}.", choices=settles)
        yield from super().faults(field, given, seats)

    def random(self, field: Field, chance: Chance) -> None:
        """Return None: the referee tosses."""


def toss_choices(field: Field, given: Values) -> Seats:
    """Return the choices of a toss: its field's, or the seats tied for first."""
    if field.among is None:
        return field.words
    return next(iter(given.order(field.among)), ())


class TextField(FieldType[str]):
    """People's own words, up to `max` letters. Choices are examples."""

    name = "text"
    control = "text"
    schema: ClassVar = {
        "type": "string",
        "minLength": 1,
        "maxLength": MOST_LETTERS,
        "description": "A few words.",
    }
    sample = "words"
    own_words = True
    is_typed = True

    def most_letters(self, field: Field) -> int:
        """Return the most letters allowed."""
        return MOST_LETTERS if field.max is None else field.max

    def read(self, field: Field, value: object, context: ReadingContext) -> str:
        """Return the words, separated by single spaces."""
        words = " ".join(value.split()) if isinstance(value, str) else ""
        if not words or not words.isprintable():
            raise Misread(say("Write a few words."))
        most = self.most_letters(field)
        if len(words) > most:
            raise Misread(say("Write at most {n} letters.", n=most))
        return words

    def example(self, field: Field, samples: Samples) -> str:
        """Return the first example, if any."""
        return next(iter(field.words), self.sample)

    def random(self, field: Field, chance: Chance) -> str:
        """Return one of the examples, or of a few words."""
        return chance.rng.choice(field.words or ("Well", "played", "again"))


class FlagField(FieldType[bool]):
    """Yes or no."""

    name = "flag"
    control = "flag"
    schema: ClassVar = {
        "type": ["boolean", "string"],
        "description": "True or false; a text says yes or no.",
    }
    sample = "yes"
    alone = "yes"

    def read(self, field: Field, value: object, context: ReadingContext) -> bool:
        """Return a boolean, also from a word for it."""
        if isinstance(value, bool):
            return value
        if not isinstance(value, str) or value.lower() not in _YES | _NO:
            raise Misread(say("Say yes or no."))
        return value.lower() in _YES

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        """Return `yes` or `no`."""
        return Inputs(picked=("yes" if value else "no",))

    def random(self, field: Field, chance: Chance) -> bool:
        """Return yes or no with equal probability."""
        return chance.rng.random() < 0.5


_LETTERS = re.compile(r"[^\d.+-]")
_HALVES = say("Must be a whole number, or one with a half, like 2.5.")


def _read_number(value: object, halves: bool) -> Score | None:
    """Return the number given, also as digits, or None."""
    if isinstance(value, str):
        value = _read_digits(value, halves)
    if isinstance(value, float) and halves and (value * 2).is_integer():
        return whole(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return None


def _read_digits(digits: str, halves: bool) -> Score | None:
    if halves:
        digits = digits.strip().replace("½", ".5").replace(",", ".")
    if len(digits) > MOST_DIGITS:
        return None
    try:
        if halves and not _LETTERS.search(digits):
            return float(digits)
        return int(digits)
    except ValueError:
        return None


class NumberField(FieldType[float]):
    """A whole number from `min` to `max`, or with a half if the field has `halves`."""

    name = "number"
    control = "number"
    is_typed = True
    schema: ClassVar = {
        "type": ["number", "string"],
        "multipleOf": 0.5,
        "minimum": -MOST_ENTERED,
        "maximum": MOST_ENTERED,
        "description": (
            "A whole number, or its digits; where the field says `halves`, also one "
            "with a half, and where it has a `step`, a multiple of that."
        ),
    }

    def read(self, field: Field, value: object, context: ReadingContext) -> Score:
        """Return a number within the field's bounds."""
        number = _read_number(value, field.halves)
        if number is None and field.halves:
            raise Misread(_HALVES)
        if number is None:
            raise Misread(say("Must be a whole number."))
        least = field.min
        most = field.max
        if least is not None and number < least:
            raise Misread(say("At least {least}.", least=least))
        if most is not None and number > most:
            raise Misread(say("At most {most}.", most=most))
        if field.step and number % field.step:
            raise Misread(say("Must be a multiple of {step}.", step=field.step))
        return number

    def numbers_in(self, value: float) -> Iterable[float]:
        """Return the number itself."""
        return (value,)

    def amount(self, value: float) -> float:
        """Return the number itself."""
        return value

    def example(self, field: Field, samples: Samples) -> str:
        """Return the least possible number; without one, the step or 1."""
        return str(field.min or field.step or 1)

    def random(self, field: Field, chance: Chance) -> int:
        """Return a number within bounds, up to 20 above the least."""
        least = field.min or 0
        most = field.max
        if most is None:
            most = least + 20
        step = field.step or 1
        # From 7 on in steps of 5, the first is 2 · 5.
        return chance.rng.randint(-(-least // step), most // step) * step


PLAIN_TYPES: tuple[FieldType[Any], ...] = (
    NumberField(),
    ChoiceField(),
    FlagField(),
    TextField(),
    TossField(),
)
"""Every type of field without cards or seats, except `toss`."""
