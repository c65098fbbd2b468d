"""What fields state, held against what was given: which cards, how many, whose, and what they come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.cards.card import Card
from referee.plugin.fields import between
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, count, say
from referee.vocabulary.values import Values


def within_bounds(fields: Sequence[Field], given: Values, seats: Sequence[str] | None = ()) -> None:
    """WrongFieldsError for every field whose value is not as it states.

    A by-seat field wants each of these seats, or of those that it names, unless a part of them will do; None: any part.
    """
    errors = [
        FieldError(field.name, message)
        for field in fields
        if field.name in given.values
        for message in _beyond(field, given, seats)
    ]
    if errors:
        raise WrongFieldsError(*errors)


def _beyond(field: Field, given: Values, seats: Sequence[str] | None) -> Iterator[Text]:
    value = given.values[field.name]
    if isinstance(value, Mapping):
        yield from _without_seats(field, value, seats)
    if not field.suggests:
        yield from _tossed_elsewhere(field, given)
        yield from _wrong_number(field, value)
        yield from _not_among_choices(field, value)
    if field.total is not None and (n := _sum(value)) != field.total:
        yield say("This must come to {total} in all; it comes to {n}.", total=field.total, n=n)


def _without_seats(field: Field, by_seat: Mapping[str, object], seats: Sequence[str] | None) -> Iterator[Text]:
    named = tuple(choice for choice in field.choices if isinstance(choice, str))
    if not by_seat:
        yield say("Name at least one seat here.")
    elif field.some or seats is None:
        return
    elif missing := tuple(seat for seat in named or seats if seat not in by_seat):
        yield say("This is needed for every seat. Still missing: {missing}.", missing=missing)


def _tossed_elsewhere(field: Field, given: Values) -> Iterator[Text]:
    settles = between(field, given) if field.type == "toss" else ()
    if len(settles) > 1 and given.toss(field.name) not in settles:
        yield say("Choose one of {choices}.", choices=settles)


def _wrong_number(field: Field, value: object) -> Iterator[Text]:
    """Cards, of each seat where it is by seat, or seats: too few or too many."""
    if field.partners:
        return
    if field.type in ("cards", "cards_by_seat"):
        one_least, least = "Name at least {n} card here.", "Name at least {n} cards here."
        one_most, most = "Name at most {n} card here.", "Name at most {n} cards here."
        lists = value.values() if isinstance(value, Mapping) else [value]
        numbers = [len(list(_cards_in(each))) for each in lists]
    elif field.type in ("seats", "order"):
        one_least, least = "Name at least {n} seat here.", "Name at least {n} seats here."
        one_most, most = "Name at most {n} seat here.", "Name at most {n} seats here."
        numbers = [len(list(_seats_in(value)))]
    else:
        return
    if field.min is not None and min(numbers, default=field.min) < field.min:
        yield count(one_least, least, field.min)
    if field.max is not None and max(numbers, default=field.max) > field.max:
        yield count(one_most, most, field.max)


def _not_among_choices(field: Field, value: object) -> Iterator[Text]:
    if not field.choices:
        return
    if isinstance(field.choices[0], Card):
        for card, n in Counter(_cards_in(value)).items():
            there = field.choices.count(card)
            if not there:
                yield say("The {card} cannot stand here.", card=card)
            elif n > there:
                yield say("The {card} is named more often than it can be here.", card=card)
    elif any(seat not in field.choices for seat in _seats_in(value)):
        yield say("Choose one of {choices}.", choices=field.choices)


def _sum(value: object) -> int:
    """What numbers come to, or how many cards there are."""
    numbers = value.values() if isinstance(value, Mapping) else [value]
    return sum(n for n in numbers if isinstance(n, int)) + len(list(_cards_in(value)))


def count_copies(fields: Sequence[Field], given: Values, copies: int) -> None:
    """WrongFieldsError when a card stands more often among all fields than there are copies of it."""
    seen: Counter[Card] = Counter()
    for field in fields:
        for card in _cards_in(given.values.get(field.name)):
            seen[card] += 1
            if seen[card] > copies:
                template = "The {card} is named more often than the deck holds it."
                raise WrongFieldsError(FieldError(field.name, say(template, card=card)))


def _cards_in(value: object) -> Iterable[Card]:
    if isinstance(value, Card):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _cards_in(inner)
    elif isinstance(value, tuple):
        for inner in value:
            yield from _cards_in(inner)


def _seats_in(value: object) -> Iterable[str]:
    """The seats that are named, as a value or as keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from value
    elif isinstance(value, tuple):
        for inner in value:
            yield from _seats_in(inner)
