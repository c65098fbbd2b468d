"""The parts of an open question: what each seat knows of itself.

A prompt asks for parts if one of its fields is `own`. Each part may be entered alone or
with others, in any order; the other fields are the table's, and come once, with any
part. Where the game wants them all at once, the referee gathers the parts.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from referee.cards.card import Card
from referee.match.log_entry import Data
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.plain_fields import seats_to_name
from referee.vocabulary.fields.reading import parts_in
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.values import Seats


def own_fields(prompt: Prompt) -> tuple[Field, ...]:
    """Return the fields of which each seat enters its own part.

    Secret prompts have none here: there each seat enters for itself anyway.
    """
    if prompt.secret or prompt.again:
        return ()
    return tuple([field for field in prompt.fields if field.own])


def gathers(prompt: Prompt) -> bool:
    """Return whether the game gets the answer once all parts are in."""
    return any(not field.some for field in own_fields(prompt))


def seats_asked(prompt: Prompt) -> Seats:
    """Return the seats whose parts a prompt asks for, in its order."""
    seats: dict[str, None] = {}
    for field in own_fields(prompt):
        seats |= dict.fromkeys(seats_to_name(field, field.seats or prompt.seats))
    return tuple(seats)


def seats_in_parts(prompt: Prompt, data: Data) -> tuple[str, ...]:
    """Return the names for which these data, read or not, hold parts."""
    names: dict[str, None] = {}
    for field in own_fields(prompt):
        value = data.get(field.name)
        if isinstance(value, (Mapping, list, tuple)):
            names |= dict.fromkeys(name for name in value if isinstance(name, str))
    return tuple(names)


def without_parts(prompt: Prompt, entered: Sequence[Data]) -> Prompt:
    """Return the prompt for the rest, once these parts of it are in."""
    if not entered:
        return prompt
    done: set[str] = set()
    for data in entered:
        done.update(seats_in_parts(prompt, data))
    left = tuple([seat for seat in seats_asked(prompt) if seat not in done])
    narrowed = []
    for field in ask_seats(prompt, left).fields:
        values = [data[field.name] for data in entered if field.name in data]
        if not field.own and values:
            continue
        if type_of(field).of_cards and field.cards and not field.suggests:
            field = replace(field, choices=_cards_left(field, values))
        narrowed.append(field)
    return replace(prompt, fields=tuple(narrowed))


def part_asked(prompt: Prompt, data: Data) -> Prompt:
    """Return the prompt that an entry answers which names only some of the seats.

    The last part brings what is the table's, unless an earlier one has.
    """
    asked = seats_asked(prompt)
    named = tuple([seat for seat in asked if seat in seats_in_parts(prompt, data)])
    if not named or not gathers(prompt):
        return prompt
    if len(named) == len(asked):
        return prompt
    part = ask_seats(prompt, named)
    fields = []
    for field in part.fields:
        fields.append(field if field.own else replace(field, optional=True))
    return replace(part, fields=tuple(fields))


def join_parts(prompt: Prompt, parts: Iterable[Data]) -> dict[str, object]:
    """Return the data of all parts together, in the prompt's order of seats."""
    whole: dict[str, object] = {}
    by_seat: dict[str, dict[str, object]] = {}
    lists: dict[str, list[object]] = {}
    for field in own_fields(prompt):
        if not type_of(field).by_seat:
            lists[field.name] = []
    for data in parts:
        for name, value in data.items():
            if isinstance(value, Mapping):
                by_seat.setdefault(name, {}).update(value)
            elif isinstance(value, list):
                lists.setdefault(name, []).extend(value)
            else:
                whole[name] = value

    asked = seats_asked(prompt)
    for name, values in by_seat.items():
        in_order = [seat for seat in asked if seat in values]
        whole[name] = {seat: values[seat] for seat in (*in_order, *values)}
    return whole | lists


def ask_seats(prompt: Prompt, seats: Seats) -> Prompt:
    """Return the prompt with its own fields for these seats alone."""
    fields = []
    for field in prompt.fields:
        if not field.own:
            fields.append(field)
            continue
        words = tuple([seat for seat in field.words if seat in seats])
        if type_of(field).by_seat:
            fields.append(replace(field, seats=seats, choices=words or field.choices))
        elif words:
            fields.append(replace(field, choices=words, optional=True))
    return replace(prompt, fields=tuple(fields))


def _cards_left(field: Field, values: Iterable[object]) -> tuple[Card, ...]:
    """Return a field's choices without the cards in these parts, which are codes."""
    codes = Counter(parts_in([*values]))
    left = []
    for card in field.cards:
        if codes[card.code] > 0:
            codes[card.code] -= 1
        else:
            left.append(card)
    return tuple(left)
