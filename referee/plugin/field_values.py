"""Field values: reading them, checking them against their fields, and writing JSON."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.cards.card import Card
from referee.vocabulary.errors import FieldError, WrongFieldsError, wrong_field
from referee.vocabulary.fields import FIELD_TYPES, type_of
from referee.vocabulary.fields.field_type import FieldType
from referee.vocabulary.fields.plain_fields import toss_choices
from referee.vocabulary.fields.reading import ANY_NAME, Misread, ReadingContext
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import MOST_ENTERED, Seats, Values


def read_fields(
    fields: Sequence[Field],
    data: Mapping[str, object],
    context: ReadingContext = ANY_NAME,
    version: str = "",
) -> Values:
    """Return the values of these fields in `data`.

    Raise WrongFieldsError for all faults. `version` is the game's version of the entry;
    empty: the current one.
    """
    values = {}
    errors = []
    for field in fields:
        name = field.name
        kind = FIELD_TYPES[field.type]
        value = data.get(name)
        if value is None:
            # A flag that begins as no is no unless somebody says otherwise.
            is_no = field.default is False
            may_be_missing = field.optional or kind.tossed or version in field.not_in
            may_be_missing = may_be_missing or is_no
            if not may_be_missing and not any(map(data.get, field.unless)):
                message = say("Still missing: “{label}”.", label=field.label)
                errors.append(FieldError(name, message))
            continue
        try:
            values[name] = kind.read(field, value, context)
        except Misread as misread:
            errors.append(FieldError(name, misread.message))

    types = {field.name: field.type for field in fields}
    if values.keys() != data.keys():
        errors += _find_unknown(tuple(types), data)
    if errors:
        raise WrongFieldsError(*errors)
    return Values(values, tuple(types), types)


def _find_unknown(
    known: tuple[str, ...], data: Mapping[str, object]
) -> Iterator[FieldError]:
    message = say("No such field. There are {known}.", known=known)
    if not known:
        message = say("Leave this out.")
    for name in data:
        if name not in known:
            yield FieldError(str(name), message)


def written_fields(fields: Sequence[Field], given: Values) -> dict[str, object]:
    """Return these values as JSON; reading it returns the same values."""
    written = {}
    for field, kind, value in _list_given(fields, given):
        written[field.name] = kind.written(value)
    return written


def _list_given(
    fields: Sequence[Field], given: Values
) -> list[tuple[Field, FieldType[Any], Any]]:
    """Return each field with a value, its type, and the value."""
    values = given.values
    filled = [field for field in fields if field.name in values]
    return [(field, FIELD_TYPES[field.type], values[field.name]) for field in filled]


def require_bounds(
    fields: Sequence[Field], given: Values, seats: Sequence[str] | None = ()
) -> None:
    """Raise WrongFieldsError for every field whose value breaks the field's bounds.

    A by-seat field needs each of these seats, or each that the field names, unless a
    part is enough. With None any part is.
    """
    errors = []
    for field, kind, _ in _list_given(fields, given):
        for message in kind.faults(field, given, seats):
            errors.append(FieldError(field.name, message))
    if errors:
        raise WrongFieldsError(*errors)


def require_reach(fields: Sequence[Field], given: Values) -> None:
    """Raise WrongFieldsError for every field with a number that is too large.

    Entries from before this bound are read without the check.
    """
    errors = []
    for field, kind, value in _list_given(fields, given):
        for number in kind.numbers_in(value):
            message = why_beyond_reach(number)
            if message is not None:
                errors.append(FieldError(field.name, message))
    if errors:
        raise WrongFieldsError(*errors)


def why_beyond_reach(number: float) -> Text | None:
    """Return why this number is too large to enter; None if it is not."""
    if number > MOST_ENTERED:
        return say("At most {most}.", most=MOST_ENTERED)
    if number < -MOST_ENTERED:
        return say("At least {least}.", least=-MOST_ENTERED)
    return None


def seats_named(fields: Sequence[Field], given: Values) -> Seats:
    """Return every seat that by-seat fields name, as the seats of a question.

    Fields of sides are left out, since partners are seats in other fields.
    """
    seats = dict[str, None]()
    for field, kind, value in _list_given(fields, given):
        if kind.by_seat and not field.partners:
            seats |= dict.fromkeys(kind.seats_in(value))
    return tuple(seats)


def require_copies(
    fields: Sequence[Field], given: Values, deck: Sequence[Card], decks: int
) -> None:
    """Raise WrongFieldsError if a card is named more often than these decks hold it."""
    named: Counter[Card] = Counter()
    copies = Counter(deck)
    for field, kind, value in _list_given(fields, given):
        for card in kind.cards_in(value):
            named[card] += 1
            if named[card] > copies[card] * decks:
                template = "The {card} is entered more often than the deck has it."
                raise wrong_field(field.name, say(template, card=card))


def tosses_due(fields: Sequence[Field], given: Values) -> Mapping[str, Seats]:
    """Return the `toss` fields left to the referee, with two or more choices each."""
    due = {}
    for field in fields:
        if type_of(field).tossed and not given.has(field.name):
            choices = toss_choices(field, given)
            if len(choices) > 1:
                due[field.name] = choices
    return due
