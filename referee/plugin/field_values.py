"""What was filled in, field by field: read, held to what the fields state, and written
as JSON again.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from referee.cards.card import Card
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.field_type import ANY_NAME, Misread, ReadingContext
from referee.vocabulary.fields.plain_fields import between
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import MOST_ENTERED, Values


def read_fields(
    fields: Sequence[Field],
    data: Mapping[str, object],
    context: ReadingContext = ANY_NAME,
    version: str = "",
) -> Values:
    """The typed values of these fields in `data`; WrongFieldsError names every field
    that is wrong.

    `version` is the game's under which they were entered; empty: as now.
    """
    values: dict[str, object] = {}
    errors: list[FieldError] = []
    for field in fields:
        value, type = data.get(field.name), type_of(field)
        if value is None:
            may_be_missing = field.optional or type.tossed or version in field.not_in
            if not may_be_missing and not any(map(data.get, field.unless)):
                errors.append(
                    FieldError(
                        field.name, say("“{label}” is needed.", label=field.label)
                    )
                )
            continue
        try:
            values[field.name] = type.read(field, value, context)
        except Misread as misread:
            errors.append(FieldError(field.name, misread.message))
    if values.keys() != data.keys():
        errors += _unknown(fields, data)
    if errors:
        raise WrongFieldsError(*errors)
    return Values(values, tuple([field.name for field in fields]))


def _unknown(fields: Sequence[Field], data: Mapping[str, object]) -> list[FieldError]:
    known = [field.name for field in fields]
    strange = [str(name) for name in data if name not in known]
    if not strange:
        return []
    if not known:
        return [
            FieldError(name, say("Nothing can be given here: leave it out."))
            for name in strange
        ]
    message = say("There is no such field; there are {known}.", known=tuple(known))
    return [FieldError(name, message) for name in strange]


def written_fields(fields: Sequence[Field], given: Values) -> dict[str, object]:
    """These values as JSON again, in canonical form: reading them gives the same
    values.
    """
    return {
        field.name: type_of(field).written(given.values[field.name])
        for field in fields
        if given.has(field.name)
    }


def within_bounds(
    fields: Sequence[Field], given: Values, seats: Sequence[str] | None = ()
) -> None:
    """WrongFieldsError for every field whose value is not as it states.

    A by-seat field wants each of these seats, or of those that it names, unless a part
    of them will do; None: any part.
    """
    errors = [
        FieldError(field.name, message)
        for field in fields
        if given.has(field.name)
        for message in type_of(field).faults(field, given, seats)
    ]
    if errors:
        raise WrongFieldsError(*errors)


def check_reach(fields: Sequence[Field], given: Values) -> None:
    """WrongFieldsError for every field with a number that is too large to be entered.

    What was entered before there was such a bound is read without it.
    """
    errors = []
    for field in fields:
        if not given.has(field.name):
            continue
        numbers = type_of(field).numbers_in(given.values[field.name])
        errors += [
            FieldError(field.name, message)
            for message in map(why_beyond_reach, numbers)
            if message is not None
        ]
    if errors:
        raise WrongFieldsError(*errors)


def why_beyond_reach(number: float) -> Text | None:
    """Return why this number cannot be entered; None where it can."""
    if number > MOST_ENTERED:
        return say("This is at most {most}.", most=MOST_ENTERED)
    if number < -MOST_ENTERED:
        return say("This is at least {least}.", least=-MOST_ENTERED)
    return None


def seats_named(fields: Sequence[Field], given: Values) -> tuple[str, ...]:
    """Return every seat that a by-seat field names: in a question, which has no table,
    they are the seats there are.

    A field of sides is left out, since partners are seats elsewhere.
    """
    by_seat = [
        field
        for field in fields
        if type_of(field).by_seat and not field.partners and given.has(field.name)
    ]
    return tuple(
        dict.fromkeys(
            seat
            for field in by_seat
            for seat in type_of(field).seats_in(given.values[field.name])
        )
    )


def count_copies(
    fields: Sequence[Field], given: Values, deck: Sequence[Card], decks: int
) -> None:
    """WrongFieldsError when a card stands more often among all fields than so many
    decks hold it.
    """
    seen: Counter[Card] = Counter()
    there = Counter(deck)
    for field in fields:
        for card in (
            type_of(field).cards_in(given.values[field.name])
            if given.has(field.name)
            else ()
        ):
            seen[card] += 1
            if seen[card] > there[card] * decks:
                template = "The {card} is named more often than the deck holds it."
                raise WrongFieldsError(FieldError(field.name, say(template, card=card)))


def tosses_due(fields: Sequence[Field], given: Values) -> Mapping[str, tuple[str, ...]]:
    """The `toss` fields that were left to the referee, each with the two or more that
    it is between.
    """
    left = (
        field for field in fields if type_of(field).tossed and not given.has(field.name)
    )
    return {
        field.name: settles
        for field in left
        if len(settles := between(field, given)) > 1
    }
