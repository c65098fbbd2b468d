"""Reading what was filled in: JSON or form values to typed ones, with an error for each field that is wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import cast

from referee.cards.card import CARDS, Card
from referee.cards.naming import JokerWording
from referee.cards.reading import CardsMisread, Named, Offered, read_cards
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Values

LONGEST = 2_000
"""Characters, items or seats in one field, at most."""


LONGEST_NUMBER = 20
"""Characters of a number, at most."""


class Misread(Exception):
    """One value that is not what its field wants."""

    def __init__(self, message: Text) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader of fields goes by: the seats that exist (None: any name), and what the jokers are called."""

    seats: tuple[str, ...] | None = None
    jokers: JokerWording | None = None


def read_fields(fields: Sequence[Field], data: Mapping[str, object], reading: Reading = Reading()) -> Values:
    """The typed values of these fields in `data`; WrongFieldsError names every field that is wrong."""
    values: dict[str, object] = {}
    errors: list[FieldError] = []
    for field in fields:
        value = data.get(field.name)
        if value is None:
            if not field.optional and field.type != "toss" and not any(map(data.get, field.unless)):
                errors.append(FieldError(field.name, say("This is needed.")))
            continue
        try:
            values[field.name] = _READERS[field.type](field, value, reading)
        except Misread as misread:
            errors.append(FieldError(field.name, misread.message))
    errors += _unknown(fields, data)
    if errors:
        raise WrongFieldsError(*errors)
    return Values(values)


def unread(fields: Sequence[Field], given: Values) -> dict[str, object]:
    """These values as JSON again, in canonical form: reading them gives the same values."""
    plainly = jsonable(given.values)
    for field in fields:
        if field.type == "order" and field.name in plainly:
            plainly[field.name] = [group[0] if len(group) == 1 else group for group in plainly[field.name]]
    return cast("dict[str, object]", plainly)


def tosses_due(fields: Sequence[Field], given: Values) -> Mapping[str, tuple[str, ...]]:
    """The `toss` fields that were left to the referee, each with the two or more that it is between."""
    due: dict[str, tuple[str, ...]] = {}
    for field in fields:
        if field.type == "toss" and not given.has(field.name):
            settles = between(field, given)
            if len(settles) > 1:
                due[field.name] = settles
    return due


def between(field: Field, given: Values) -> tuple[str, ...]:
    """What a `toss` is between: its choices, or the seats that are first together in the order that it settles."""
    if field.among is None:
        return tuple(str(choice) for choice in field.choices)
    order = given.order(field.among)
    return order[0] if order else ()


def _unknown(fields: Sequence[Field], data: Mapping[str, object]) -> list[FieldError]:
    known = [field.name for field in fields]
    strange = [str(name) for name in data if name not in known]
    if not strange:
        return []
    if not known:
        return [FieldError(name, say("Nothing can be given here: leave it out.")) for name in strange]
    message = say("There is no such field; there are {known}.", known=tuple(known))
    return [FieldError(name, message) for name in strange]


def _card(field: Field, value: object, reading: Reading) -> Card:
    cards = _cards(field, value, reading)
    if len(cards) != 1:
        raise Misread(say("Name one card here, not {n}.", n=len(cards)))
    return cards[0]


def _cards(field: Field, value: object, reading: Reading) -> tuple[Card, ...]:
    if isinstance(value, str):
        return _typed_cards(value, reading)
    if not isinstance(value, (list, tuple)):
        raise Misread(say("Name cards here, like 3C 4S."))
    found: list[Card] = []
    for item in value[: LONGEST + 1]:
        if not isinstance(item, str):
            raise Misread(say("Name cards here, like 3C 4S."))
        known = CARDS.get(item)
        found.extend((known,) if known else _typed_cards(item, reading))
    return tuple(found)


def _typed_cards(text: str, reading: Reading) -> tuple[Card, ...]:
    try:
        return read_cards(text, reading.jokers)
    except CardsMisread as misread:
        raise Misread(_in_words(misread)) from None


def _in_words(misread: CardsMisread) -> Text:
    return Text(misread.template, {name: _in_a_sentence(value) for name, value in misread.values.items()})


def _in_a_sentence(value: object) -> object:
    if isinstance(value, Offered):
        return tuple(say("{card:the} ({code})", card=named.card, code=named.code) for named in value)
    return value.card if isinstance(value, Named) else value


def _by_seat(
    read: Callable[[Field, object, Reading], object],
) -> Callable[[Field, object, Reading], Mapping[str, object]]:
    def read_by_seat(field: Field, value: object, reading: Reading) -> Mapping[str, object]:
        if not isinstance(value, Mapping):
            raise Misread(say("Give this by seat, each seat's name with what is theirs."))
        found = {_seat(field, seat, reading): read(field, inner, reading) for seat, inner in value.items()}
        if len(found) < len(value):
            raise Misread(say("Name each seat once."))
        return found

    return read_by_seat


def _partners_cards(field: Field, value: object, reading: Reading) -> tuple[tuple[Card, ...], ...] | None:
    if value is None:
        return None
    if isinstance(value, list) and value and all(isinstance(inner, list) for inner in value):
        return tuple(_cards(field, inner, reading) for inner in value)
    return (_cards(field, value, reading),)


def _cards_by_seat(field: Field, value: object, reading: Reading) -> Mapping[str, object]:
    read = _partners_cards if field.partners else _cards
    return _by_seat(read)(field, value, reading)


def _number(field: Field, value: object, reading: Reading) -> int:
    if isinstance(value, str):
        try:
            value = int(value) if len(value) <= LONGEST_NUMBER else None
        except ValueError:
            value = None
    if isinstance(value, bool) or not isinstance(value, int):
        raise Misread(say("Give a whole number here."))
    if field.min is not None and value < field.min:
        raise Misread(say("This is at least {least}.", least=field.min))
    if field.max is not None and value > field.max:
        raise Misread(say("This is at most {most}.", most=field.max))
    return value


def _seat(field: Field, value: object, reading: Reading) -> str:
    if not isinstance(value, str) or not value.strip():
        raise Misread(say("Name a seat here."))
    named = value.strip()
    if reading.seats is not None and named not in reading.seats:
        raise Misread(_nearest(named, reading.seats))
    return named


def _seats(field: Field, value: object, reading: Reading) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)):
        raise Misread(say("Give a list of seats here."))
    seats = tuple(_seat(field, inner, reading) for inner in value)
    if len(set(seats)) < len(seats):
        raise Misread(say("Name each seat once."))
    return seats


def _order(field: Field, value: object, reading: Reading) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, (list, tuple)):
        raise Misread(say("Give the seats here, first first."))
    groups = tuple(_seats(field, inner if isinstance(inner, (list, tuple)) else [inner], reading) for inner in value)
    if len({seat for group in groups for seat in group}) < sum(map(len, groups)):
        raise Misread(say("Name each seat once."))
    return groups


def _choice(field: Field, value: object, reading: Reading) -> str:
    choices = tuple(str(choice) for choice in field.choices)
    if not isinstance(value, str) or value not in choices:
        raise Misread(say("Choose one of {choices}.", choices=choices))
    return value


_YES = frozenset({"true", "yes", "on", "1"})
_NO = frozenset({"false", "no", "off", "0", ""})


def _flag(field: Field, value: object, reading: Reading) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in _YES | _NO:
        return value.lower() in _YES
    raise Misread(say("Say yes or no here."))


def _nearest(named: str, known: Sequence[str]) -> Text:
    near = get_close_matches(named, known, n=1)
    if near:
        return say("Nobody is called {name} here. Did you mean {near}?", name=named, near=near[0])
    return say("Nobody is called {name} here. There are {known}.", name=named, known=tuple(known))


_READERS: Mapping[str, Callable[[Field, object, Reading], object]] = {
    "card": _card,
    "cards": _cards,
    "card_by_seat": _by_seat(_card),
    "cards_by_seat": _cards_by_seat,
    "number": _number,
    "numbers_by_seat": _by_seat(_number),
    "seat": _seat,
    "seats": _seats,
    "order": _order,
    "choice": _choice,
    "flag": _flag,
    "toss": _choice,
}
