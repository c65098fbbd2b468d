"""Field types for words, numbers and seats, as `choice`, `number` or `order`."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import chain
from typing import Any, ClassVar

from referee.vocabulary.fields.examples import Chance, Samples
from referee.vocabulary.fields.field_type import FieldType, is_part_enough
from referee.vocabulary.fields.inputs import Inputs
from referee.vocabulary.fields.reading import Misread, ReadingContext, T
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say, say_count
from referee.vocabulary.values import (
    AND,
    MINUS,
    MOST_ENTERED,
    Score,
    Seats,
    Values,
    as_score,
    name_side,
    seats_in_side,
    shorten_groups,
)

MOST_LETTERS = 200
"""The most letters of a text."""

MOST_DIGITS = 20
"""The most characters of a number."""

_YES = {"true", "yes", "on", "1"}
_NO = {"false", "no", "off", "0", ""}

TEXTS = {"type": "array", "items": {"type": "string"}}
"""The JSON schema of a list of texts."""

Groups = tuple[Seats, ...]
"""Groups of seats, from first to last; several in one are a dead heat."""


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
        return as_score(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return None


def _read_digits(digits: str, halves: bool) -> Score | None:
    # As this referee prints it.
    digits = digits.replace(MINUS, "-")
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
        """Return the number in the middle of its bounds; without both, the least."""
        step = field.step or 1
        least = field.min or step
        if field.min is None or field.max is None:
            return str(least)
        return str(field.min + (field.max - field.min) // (2 * step) * step)

    def random(self, field: Field, chance: Chance) -> int:
        """Return a number within bounds, up to 20 above the least."""
        least = field.min or 0
        most = field.max
        if most is None:
            most = least + 20
        step = field.step or 1
        # From 7 on in steps of 5, the first is 2 · 5.
        return chance.rng.randint(-(-least // step), most // step) * step


class SeatField(FieldType[str]):
    """One seat, by name; with `partners` also a side, by its name."""

    name = "seat"
    control = "seats"
    schema: ClassVar = {
        "type": "string",
        "description": (
            "A seat; where the field says `partners`, also a side, as `Ana & Cy`."
        ),
    }
    sample = "Ana"
    of_seats = True

    def read(self, field: Field, value: object, context: ReadingContext) -> str:
        """Return the name of somebody at the table, or of partners."""
        if field.partners and isinstance(value, str) and AND in value:
            partners = [partner.strip() for partner in seats_in_side(value)]
            return name_side(_read_seats(partners, context))
        return read_seat(value, context)

    def beyond(self, field: Field, value: str) -> Iterator[Text]:
        """Yield also a partner who is neither a choice nor in a chosen side."""
        if not field.partners:
            yield from super().beyond(field, value)
            return
        named = chain.from_iterable(map(seats_in_side, field.words))
        if field.words and not {*seats_in_side(value)} <= {*named}:
            yield say("Choose one of {choices}.", choices=field.words)

    def random(self, field: Field, chance: Chance) -> str:
        """Return any possible seat."""
        return chance.rng.choice(field.words or chance.table)


class SomeSeats(FieldType[T]):
    """The common part of types whose values are several seats."""

    sample = "Ana Ben"
    of_seats = True

    def beyond(self, field: Field, value: T) -> Iterator[Text]:
        """Yield also too few or too many seats."""
        n = len(list(self.seats_in(value)))
        if field.min is not None and n < field.min:
            yield say_count(
                "Name at least {n} seat.",
                "Name at least {n} seats.",
                field.min,
            )
        if field.max is not None and n > field.max:
            yield say_count(
                "Name at most {n} seat.", "Name at most {n} seats.", field.max
            )
        yield from super().beyond(field, value)

    def random(self, field: Field, chance: Chance) -> list[str]:
        """Return some possible seats, in any order."""
        among = field.words or chance.table
        most = len(among)
        if field.max is not None:
            most = min(field.max, most)
        n = chance.rng.randint(min(field.min or 0, most), most)
        return chance.rng.sample(among, n)


class SeatsField(SomeSeats[Seats]):
    """Some seats, in the order named."""

    name = "seats"
    schema: ClassVar = {**TEXTS, "description": "Seats."}

    def read(self, field: Field, value: object, context: ReadingContext) -> Seats:
        """Return seats, none twice."""
        return _read_seats(value, context)

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        """Return an empty list if a needed field may be empty."""
        seats = list(inputs.picked)
        for text in inputs.typed:
            names = map(str.strip, text.split(","))
            seats.extend(filter(None, names))
        if not seats and (field.optional or field.min):
            return None
        return seats

    def from_words(self, text: str) -> list[str]:
        """Return the seats in `Ana Ben`, or with commas if a name has a space."""
        return _split_names(text)


class OrderField(SomeSeats[Groups]):
    """Groups of seats in order, ties together; a buzzer race can fill it."""

    name = "order"
    schema: ClassVar = {
        "type": "array",
        "items": {"anyOf": [{"type": "string"}, TEXTS]},
        "description": "Seats, from first to last; a list of several is a dead heat.",
    }
    raced = True

    def read(self, field: Field, value: object, context: ReadingContext) -> Groups:
        """Return groups of seats, none twice."""
        if not isinstance(value, (list, tuple)):
            raise Misread(say("List the seats, beginning with the first."))
        groups = []
        for group in value:
            if not isinstance(group, (list, tuple)):
                group = [group]
            groups.append(_read_seats(group, context))
        if len(set(chain(*groups))) < sum(map(len, groups)):
            raise Misread(say("Name each seat once."))
        return tuple(groups)

    def written(self, value: Groups) -> Any:
        """Return a single seat without a list."""
        return shorten_groups(value)

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        """Return the seats by place, or as typed in order, with `=` for a dead heat."""
        groups: dict[int, list[str]] = {}
        for seat, own in inputs.by_seat.items():
            place = "".join(own.values)
            if place.isdecimal():
                groups.setdefault(int(place[:4]), []).append(seat)

        order = [groups[place] for place in sorted(groups)]
        for text in inputs.typed:
            for tied in map(_split_tied, text.split(",")):
                order.append([seat for seat in tied if seat])
        return shorten_groups(filter(None, order)) or None

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        """Return the number of each seat's place."""
        by_seat = {}
        for place, group in enumerate(value, start=1):
            if not isinstance(group, list):
                group = [group]
            for seat in group:
                by_seat[seat] = Inputs(picked=(str(place),))
        return Inputs(by_seat=by_seat)

    def from_words(self, text: str) -> Any:
        """Return the places in `Ana Ben=Cy`, or with commas; `=` is a dead heat."""
        joined = re.sub(r"\s*=\s*", "=", text.strip())
        return shorten_groups(map(_split_tied, _split_names(joined)))


def read_seat(value: object, context: ReadingContext) -> str:
    """Return a seat's name; Misread for an unknown one."""
    if not isinstance(value, str) or not value.strip():
        raise Misread(say("Name a seat."))
    name = value.strip()
    known = context.seats
    if known is None or name in known:
        return name

    near = get_close_matches(name, known, n=1)
    if near:
        template = "Nobody here is called {name}. Did you mean {near}?"
        raise Misread(say(template, name=name, near=near[0]))
    template = "Nobody here is called {name}. There are {known}."
    raise Misread(say(template, name=name, known=known))


def _read_seats(value: object, context: ReadingContext) -> Seats:
    if not isinstance(value, (list, tuple)):
        raise Misread(say("Must be a list of seats."))
    seats = tuple(read_seat(seat, context) for seat in value)
    if len(set(seats)) < len(seats):
        raise Misread(say("Name each seat once."))
    return seats


def _split_names(text: str) -> list[str]:
    """Return the names in a text, separated by commas, or else by spaces."""
    if "," not in text:
        return text.split()
    return [name.strip() for name in text.split(",")]


def _split_tied(place: str) -> list[str]:
    return [seat.strip() for seat in place.split("=")]


class FieldBySeat(FieldType[Mapping[str, T]]):
    """A value for each seat, as an object by seat; `each` is the type of one."""

    each: ClassVar[FieldType[Any]]
    as_typed: ClassVar[str] = '{"Ana": 3}'
    """An example of a value, as programs and tests write it."""
    by_seat = True

    def read(
        self, field: Field, value: object, context: ReadingContext
    ) -> Mapping[str, T]:
        """Return each seat's value; no seat twice."""
        if not isinstance(value, Mapping):
            template = "Give this by seat: each name with its value, as {example}."
            raise Misread(say(template, example=self.as_typed))
        by_seat = {}
        for name, own in value.items():
            seat = read_seat(name, context)
            by_seat[seat] = self.read_one(field, own, context)
        if len(by_seat) < len(value):
            raise Misread(say("Name each seat once."))
        return by_seat

    def read_one(self, field: Field, value: object, context: ReadingContext) -> T:
        """Return one seat's value, or one side's; raise Misread for anything else."""
        return self.each.read(field, value, context)  # type: ignore[no-any-return]  # `each` reads just this

    def seats_in(self, value: Mapping[str, T]) -> Iterable[str]:
        """Return the seats with values."""
        return value

    def faults(
        self, field: Field, given: Values, seats: Sequence[str] | None
    ) -> Iterator[Text]:
        """Yield also missing seats."""
        if not is_part_enough(field, given):
            yield from _complain_of_missing_seats(
                field, given.values[field.name], seats
            )
        yield from super().faults(field, given, seats)

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        """Return the seats with filled inputs."""
        by_seat = {}
        for seat, own in inputs.by_seat.items():
            value = self.each.from_inputs(field, own)
            if value is not None:
                by_seat[seat] = value
        return by_seat or None

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        """Return inputs for each seat."""
        to_inputs = self.each.to_inputs
        by_seat = {seat: to_inputs(field, own) for seat, own in value.items()}
        return Inputs(by_seat=by_seat)

    def from_words(self, text: str) -> Any:
        """Return one seat's value."""
        return self.each.from_words(text)

    def example(self, field: Field, samples: Samples) -> str:
        """Return `Ana=… Ben=…`."""
        words = []
        for seat in samples.seats:
            value = self.each.example(field, samples)
            words.append(f"{seat}={value}")
        return " ".join(words)

    def random(self, field: Field, chance: Chance) -> dict[str, Any]:
        """Return a value for every seat."""
        return {seat: self.each.random(field, chance) for seat in chance.seats}


def seats_to_name(field: Field, seats: Sequence[str]) -> Seats:
    """Return the seats a field by seat asks about: its choices, or those of `seats`."""
    return field.words or tuple(seat for seat in field.seats or seats if seat in seats)


def _complain_of_missing_seats(
    field: Field, by_seat: Any, seats: Sequence[str] | None
) -> Iterator[Text]:
    if not by_seat:
        yield say("Name at least one seat.")
        return
    if field.seats and not by_seat.keys() <= {*field.seats}:
        yield say("This is for {seats} only.", seats=field.seats)
        return
    if field.some or seats is None:
        return
    missing = tuple(seat for seat in seats_to_name(field, seats) if seat not in by_seat)
    if missing:
        template = "Every seat needs this. Still missing: {missing}."
        yield say(template, missing=missing)


class NumbersBySeatField(FieldBySeat[float]):
    """A number for each seat, as in a `number` field; its choices are the seats."""

    name = "numbers_by_seat"
    schema: ClassVar = {"type": "object", "additionalProperties": NumberField.schema}
    each = NumberField()
    of_seats = True

    def numbers_in(self, value: Mapping[str, float]) -> Iterable[float]:
        """Return the seats' numbers."""
        return value.values()

    def amount(self, value: Mapping[str, float]) -> float:
        """Return the sum of the numbers."""
        return sum(value.values())

    def example(self, field: Field, samples: Samples) -> str:
        """Return a higher number for the first seat; with a total, about equal ones."""
        step = field.step or 1
        least = field.min or step
        more = 1
        if field.total is not None:
            least, more = divmod(field.total, len(samples.seats))
        elif field.max is not None:
            more = min(more, field.max - least)

        words = []
        for index, seat in enumerate(samples.seats):
            words.append(f"{seat}={least + step * (index < more)}")
        return " ".join(words)

    def random(self, field: Field, chance: Chance) -> dict[str, Any]:
        """Return numbers with the field's total, if any."""
        if field.total is None:
            return super().random(field, chance)
        return parts_of_total(field.total, field, chance)


def parts_of_total(total: int, field: Field, chance: Chance) -> dict[str, int]:
    """Return a number for each seat within the bounds, with the total if possible."""
    least = field.min or 0
    most = field.max
    if most is None:
        most = total
    rest = total
    parts = {}
    left = len(chance.seats)
    for seat in chance.rng.sample(chance.seats, left):
        left -= 1
        # The other seats have to be able to take the rest.
        low = max(least, rest - most * left)
        high = min(most, rest - least * left)
        parts[seat] = chance.rng.randint(min(low, high), high)
        rest -= parts[seat]
    return {seat: parts[seat] for seat in chance.seats}


PLAIN_TYPES: tuple[FieldType[Any], ...] = (
    NumberField(),
    NumbersBySeatField(),
    SeatField(),
    SeatsField(),
    OrderField(),
    ChoiceField(),
    FlagField(),
    TextField(),
    TossField(),
)
"""All other field types."""
