"""Words, numbers and seats: `choice`, `toss`, `text`, `flag`, `number`, `seat`,
`seats`, `order`, `numbers_by_seat`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import chain
from math import isfinite
from typing import Any, ClassVar, TypeVar

from referee.cards.card import Card
from referee.vocabulary.fields.field_type import (
    Chance,
    FieldType,
    Inputs,
    Misread,
    ReadingContext,
    is_part_enough,
)
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, count, say
from referee.vocabulary.values import (
    AND,
    MOST_ENTERED,
    Score,
    Values,
    name_of,
    parts_of,
    whole,
)

T = TypeVar("T")

MOST_LETTERS = 200
"""Letters of a text, at most."""

MOST_DIGITS = 20
"""Characters of a number, at most."""

_YES = frozenset({"true", "yes", "on", "1"})
_NO = frozenset({"false", "no", "off", "0", ""})

Groups = tuple[tuple[str, ...], ...]
"""Groups of seats, from first to last: a group of several is a dead heat."""


class ChoiceField(FieldType[str]):
    """One of the words that the field lets choose from."""

    name = "choice"
    schema: ClassVar = {"type": "string", "description": "One of the field's choices."}
    needs_choices = True

    def read(self, field: Field, value: object, context: ReadingContext) -> str:
        """One of the choices, to the letter."""
        if not isinstance(value, str) or value not in field.words:
            raise Misread(say("Choose one of {choices}.", choices=field.words))
        return value

    def example(self, field: Field, cards: Iterator[Card], seats: Sequence[str]) -> str:
        """The first choice."""
        return field.words[0]

    def random(self, field: Field, chance: Chance) -> str | None:
        """Any of the choices."""
        return chance.rng.choice(field.words)


class TossField(ChoiceField):
    """One of its choices. Left out, it is between these, or those that are first
    together in the order it settles.
    """

    name = "toss"
    tossed = True

    def faults(
        self, field: Field, given: Values, seats: Sequence[str] | None
    ) -> Iterator[Text]:
        """Also whether the winner is one of those that the toss is between."""
        settles = between(field, given)
        if (
            not field.suggests
            and len(settles) > 1
            and given.toss(field.name) not in settles
        ):
            yield say("Choose one of {choices}.", choices=settles)
        yield from super().faults(field, given, seats)

    def random(self, field: Field, chance: Chance) -> None:
        """The referee tosses."""


def between(field: Field, given: Values) -> tuple[str, ...]:
    """What a toss is between: its choices, or the seats that are first together in the
    order that it settles.
    """
    if field.among is None:
        return field.words
    order = given.order(field.among)
    return order[0] if order else ()


class TextField(FieldType[str]):
    """A few words of people's own, of at most `max` letters: a note, a name. Choices
    are examples of them.
    """

    name = "text"
    schema: ClassVar = {
        "type": "string",
        "minLength": 1,
        "maxLength": MOST_LETTERS,
        "description": "A few words.",
    }
    sample = "words"
    own_words = True

    def most_letters(self, field: Field) -> int:
        """How many letters the words may have."""
        return MOST_LETTERS if field.max is None else field.max

    def read(self, field: Field, value: object, context: ReadingContext) -> str:
        """The words, parted by single spaces."""
        words = " ".join(value.split()) if isinstance(value, str) else ""
        if not words or not words.isprintable():
            raise Misread(say("Write a few words here."))
        if len(words) > (most := self.most_letters(field)):
            raise Misread(say("Write at most {n} letters here.", n=most))
        return words

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        """The words as typed."""
        return Inputs(typed=(str(value),))

    def example(self, field: Field, cards: Iterator[Card], seats: Sequence[str]) -> str:
        """The first example, where the field has any."""
        return field.words[0] if field.words else self.sample

    def random(self, field: Field, chance: Chance) -> str:
        """One of the examples, or of a few words."""
        return chance.rng.choice(field.words or ("Well", "played", "again"))


class FlagField(FieldType[bool]):
    """Yes or no."""

    name = "flag"
    schema: ClassVar = {
        "type": ["boolean", "string"],
        "description": "True or false; a text says yes or no.",
    }
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
            value = (
                float(digits)
                if halves and not _LETTERS.search(digits)
                else int(digits[: MOST_DIGITS + 1])
            )
        except ValueError:
            return None
        value = None if len(digits) > MOST_DIGITS else value
    if (
        isinstance(value, float)
        and halves
        and isfinite(value)
        and value * 2 == int(value * 2)
    ):
        return whole(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


class NumberField(FieldType[float]):
    """A whole number, from `min` to `max`, or one with a half where the field has
    `halves`; digits will do.
    """

    name = "number"
    schema: ClassVar = {
        "type": ["number", "string"],
        "multipleOf": 0.5,
        "minimum": -MOST_ENTERED,
        "maximum": MOST_ENTERED,
        "description": (
            "A whole number, or its digits; where the field says `halves`, also one "
            "with a half."
        ),
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

    def numbers_in(self, value: float) -> Iterable[float]:
        """The number itself."""
        return (value,)

    def amount(self, value: float) -> float:
        """The number itself."""
        return value

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        """Its digits."""
        return Inputs(typed=(str(value),))

    def example(self, field: Field, cards: Iterator[Card], seats: Sequence[str]) -> str:
        """The least number that there can be, or 1."""
        return str(field.min or 1)

    def random(self, field: Field, chance: Chance) -> int:
        """A number within the bounds, or at most 20 above the least."""
        least = field.min or 0
        return chance.rng.randint(least, least + 20 if field.max is None else field.max)


class SeatField(FieldType[str]):
    """One seat, by its name; with `partners` also those of a side together, by its
    name.
    """

    name = "seat"
    control = "seats"
    schema: ClassVar = {
        "type": "string",
        "description": "A seat; where the field says `partners`, also a side, as `Ana & Cy`.",
    }
    sample = "Ana"
    of_seats = True

    def read(self, field: Field, value: object, context: ReadingContext) -> str:
        """A name of somebody at the table, or of partners."""
        if field.partners and isinstance(value, str) and AND in value:
            parts = [part.strip() for part in parts_of(value)]
            return name_of(_read_seats(parts, context))
        return read_seat(value, context)

    def beyond(self, field: Field, value: str) -> Iterator[Text]:
        """Of partners each has to be among the choices, or in a side that is."""
        if not field.partners:
            yield from super().beyond(field, value)
            return
        named = chain.from_iterable(map(parts_of, field.words))
        if field.words and not {*parts_of(value)} <= {*named}:
            yield say("Choose one of {choices}.", choices=field.words)

    def random(self, field: Field, chance: Chance) -> str:
        """Any seat that can be meant."""
        return chance.rng.choice(_could_be(field, chance))


class SomeSeats(FieldType[T]):
    """What types have in common whose values are several seats."""

    sample = "Ana Ben"
    of_seats = True

    def beyond(self, field: Field, value: T) -> Iterator[Text]:
        """Also whether there are too few or too many."""
        n = len(list(self.seats_in(value)))
        if field.min is not None and n < field.min:
            yield count(
                "Name at least {n} seat here.",
                "Name at least {n} seats here.",
                field.min,
            )
        if field.max is not None and n > field.max:
            yield count(
                "Name at most {n} seat here.", "Name at most {n} seats here.", field.max
            )
        yield from super().beyond(field, value)

    def random(self, field: Field, chance: Chance) -> list[str]:
        """Some of those that can be meant, in any order."""
        among = _could_be(field, chance)
        most = len(among) if field.max is None else min(field.max, len(among))
        return chance.rng.sample(
            among, chance.rng.randint(min(field.min or 0, most), most)
        )


class SeatsField(SomeSeats[tuple[str, ...]]):
    """Some seats, in the order in which they are named."""

    name = "seats"
    schema: ClassVar = {
        "type": "array",
        "items": {"type": "string"},
        "description": "Seats.",
    }

    def read(
        self, field: Field, value: object, context: ReadingContext
    ) -> tuple[str, ...]:
        """Seats, each named once."""
        return _read_seats(value, context)

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        """An empty list where none may be named and the field is needed."""
        typed = (seat.strip() for text in inputs.typed for seat in text.split(","))
        seats = [*inputs.picked, *filter(None, typed)]
        return seats if seats or not (field.optional or field.min) else None

    def from_words(self, text: str) -> list[str]:
        """`Ana Ben`, or with commas where a name has a space."""
        return _listed(text)


class OrderField(SomeSeats[Groups]):
    """Groups of seats, from first to last: a group of several is a dead heat. A buzzer
    race can fill it in.
    """

    name = "order"
    schema: ClassVar = {
        "type": "array",
        "items": {
            "anyOf": [
                {"type": "string"},
                {"type": "array", "items": {"type": "string"}},
            ]
        },
        "description": "Seats, from first to last; a list of several is a dead heat.",
    }
    raced = True

    def read(self, field: Field, value: object, context: ReadingContext) -> Groups:
        """Groups of seats, of which each is named once."""
        if not isinstance(value, (list, tuple)):
            raise Misread(say("Give the seats here, beginning with the first."))
        groups = tuple(
            _read_seats(one if isinstance(one, (list, tuple)) else [one], context)
            for one in value
        )
        if len(set(chain(*groups))) < sum(map(len, groups)):
            raise Misread(say("Name each seat once."))
        return groups

    def written(self, value: Groups) -> Any:
        """A seat that ties with nobody stands alone, not in a list."""
        return _shortened(value)

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        """Each seat has a place, the same in a dead heat; or seats are typed in their
        order, `=` for a dead heat.
        """
        groups: dict[int, list[str]] = {}
        for seat, one in inputs.by_seat.items():
            place = "".join(one.values)
            if place.isdecimal():
                groups.setdefault(int(place[:4]), []).append(seat)
        order = [groups[place] for place in sorted(groups)]
        for text in inputs.typed:
            order += [list(filter(None, _tied(place))) for place in text.split(",")]
        return _shortened(group for group in order if group) or None

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        """The place of each seat, by its number."""
        places = enumerate(
            [group if isinstance(group, list) else [group] for group in value], start=1
        )
        return Inputs(
            by_seat={
                seat: Inputs(picked=(str(place),))
                for place, group in places
                for seat in group
            }
        )

    def from_words(self, text: str) -> Any:
        """`Ana Ben=Cy`, or with commas: places from first to last, an equals sign for a
        dead heat.
        """
        joined = re.sub(r"\s*=\s*", "=", text.strip())
        return _shortened(map(_tied, _listed(joined)))


def read_seat(value: object, context: ReadingContext) -> str:
    """The name of a seat; Misread where no such seat exists."""
    if not isinstance(value, str) or not value.strip():
        raise Misread(say("Name a seat here."))
    named = value.strip()
    if context.seats is not None and named not in context.seats:
        raise Misread(_nearest(named, context.seats))
    return named


def _nearest(named: str, known: Sequence[str]) -> Text:
    near = get_close_matches(named, known, n=1)
    if near:
        return say(
            "Nobody is called {name} here. Did you mean {near}?",
            name=named,
            near=near[0],
        )
    return say(
        "Nobody is called {name} here. There are {known}.",
        name=named,
        known=tuple(known),
    )


def _read_seats(value: object, context: ReadingContext) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)):
        raise Misread(say("Give a list of seats here."))
    seats = tuple(read_seat(seat, context) for seat in value)
    if len(set(seats)) < len(seats):
        raise Misread(say("Name each seat once."))
    return seats


def _could_be(field: Field, chance: Chance) -> Sequence[str]:
    """The seats that can be meant: the choices of a field, or everybody."""
    return field.words or chance.table


def _listed(text: str) -> list[str]:
    """The names in a text: separated by commas, or, without any, by spaces."""
    return [name.strip() for name in text.split(",")] if "," in text else text.split()


def _tied(place: str) -> list[str]:
    return [seat.strip() for seat in place.split("=")]


def _shortened(groups: Iterable[Sequence[str]]) -> list[Any]:
    """Groups as JSON has them: a group of one is a seat."""
    return [group[0] if len(group) == 1 else list(group) for group in groups]


class FieldBySeat(FieldType[Mapping[str, T]]):
    """A value for each seat: an object with the seats as its keys. `one` is the type of
    what each seat has.
    """

    one: ClassVar[FieldType[Any]]
    by_seat = True

    def read(
        self, field: Field, value: object, context: ReadingContext
    ) -> Mapping[str, T]:
        """What each seat has, which is named once."""
        if not isinstance(value, Mapping):
            raise Misread(say("Give this by seat: each seat's name with its value."))
        found = {
            read_seat(seat, context): self.read_one(field, one, context)
            for seat, one in value.items()
        }
        if len(found) < len(value):
            raise Misread(say("Name each seat once."))
        return found

    def read_one(self, field: Field, value: object, context: ReadingContext) -> T:
        """What is given for one seat, or, where keys are sides, for one side; Misread."""
        return self.one.read(field, value, context)  # type: ignore[no-any-return]  # `one` reads just this

    def seats_in(self, value: Mapping[str, T]) -> Iterable[str]:
        """The seats that have something."""
        return value

    def faults(
        self, field: Field, given: Values, seats: Sequence[str] | None
    ) -> Iterator[Text]:
        """Also which seats are missing."""
        if not is_part_enough(field, given):
            yield from _without_seats(field, given.values[field.name], seats)
        yield from super().faults(field, given, seats)

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        """Those seats for which anything is filled in."""
        found = {
            seat: self.one.from_inputs(field, one)
            for seat, one in inputs.by_seat.items()
        }
        return {seat: one for seat, one in found.items() if one is not None} or None

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        """Inputs for each seat."""
        return Inputs(
            by_seat={
                seat: self.one.to_inputs(field, one) for seat, one in value.items()
            }
        )

    def from_words(self, text: str) -> Any:
        """What one seat has."""
        return self.one.from_words(text)

    def example(self, field: Field, cards: Iterator[Card], seats: Sequence[str]) -> str:
        """`Ana=… Ben=…`."""
        return " ".join(
            f"{seat}={self.one.example(field, cards, seats)}" for seat in seats
        )

    def random(self, field: Field, chance: Chance) -> dict[str, Any]:
        """Something for every seat."""
        return {seat: self.one.random(field, chance) for seat in chance.seats}


def seats_asked(field: Field, seats: Sequence[str]) -> tuple[str, ...]:
    """Of these seats those that a field by seat asks about, in its order; or its
    choices, if these are seats.
    """
    return field.words or tuple(seat for seat in field.seats or seats if seat in seats)


def _without_seats(
    field: Field, by_seat: Any, seats: Sequence[str] | None
) -> Iterator[Text]:
    if not by_seat:
        yield say("Name at least one seat here.")
    elif field.seats and not {*by_seat} <= {*field.seats}:
        yield say("This is for {seats}, and for nobody else.", seats=field.seats)
    elif field.some or seats is None:
        return
    elif missing := tuple(
        seat for seat in seats_asked(field, seats) if seat not in by_seat
    ):
        yield say(
            "This is needed for every seat. Still missing: {missing}.", missing=missing
        )


class NumbersBySeatField(FieldBySeat[float]):
    """A number for each seat, as in a `number` field. Its choices are the seats it asks
    about.
    """

    name = "numbers_by_seat"
    schema: ClassVar = {"type": "object", "additionalProperties": NumberField.schema}
    one = NumberField()
    of_seats = True

    def numbers_in(self, value: Mapping[str, float]) -> Iterable[float]:
        """What each seat has."""
        return value.values()

    def amount(self, value: Mapping[str, float]) -> float:
        """The sum of the numbers."""
        return sum(value.values())

    def example(self, field: Field, cards: Iterator[Card], seats: Sequence[str]) -> str:
        """One more for the first seat than for the others; where the field has a total,
        about as much for each.
        """
        each, more = field.min or 1, 1
        if field.total is not None:
            each, more = divmod(field.total, len(seats))
        elif field.max is not None:
            more = min(more, field.max - each)
        return " ".join(
            f"{seat}={each + (place < more)}" for place, seat in enumerate(seats)
        )

    def random(self, field: Field, chance: Chance) -> dict[str, Any]:
        """Numbers that come to the field's total, where it has one."""
        return (
            super().random(field, chance)
            if field.total is None
            else parts_of_total(field.total, field, chance)
        )


def parts_of_total(total: int, field: Field, chance: Chance) -> dict[str, int]:
    """For each seat a number within the bounds of the field, which come to the total
    where they can.
    """
    least, rest, parts = field.min or 0, total, {}
    most = total if field.max is None else field.max
    drawn = chance.rng.sample(chance.seats, len(chance.seats))
    for left, seat in zip(range(len(drawn) - 1, -1, -1), drawn, strict=True):
        low, high = max(least, rest - most * left), min(most, rest - least * left)
        parts[seat] = chance.rng.randint(min(low, high), high)
        rest -= parts[seat]
    return {seat: parts[seat] for seat in chance.seats}


PLAIN_TYPES: tuple[FieldType[Any], ...] = (
    *(NumberField(), NumbersBySeatField()),
    *(SeatField(), SeatsField(), OrderField()),
    *(ChoiceField(), FlagField(), TextField(), TossField()),
)
"""All other types of fields."""
