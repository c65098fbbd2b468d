"""The parts of an open question: what each seat knows of itself.

A prompt asks for parts if one of its fields is `own`. Each part may be entered alone or
with others, in any order; the other fields are the table's, and come once, with any
part. Where the game wants them all at once, the referee gathers the parts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from referee.match.log_entry import Data
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.plain_fields import seats_to_name
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.values import Seats


def own_fields(prompt: Prompt) -> tuple[Field, ...]:
    """Return the fields of which each seat enters its own part.

    Secret prompts have none here: there each seat enters for itself anyway.
    """
    if prompt.secret or prompt.again:
        return ()
    return tuple([field for field in prompt.fields if field.own])


def waits_for_all_parts(prompt: Prompt) -> bool:
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
            # As seats are read.
            names |= {name.strip(): None for name in value if isinstance(name, str)}
    return tuple(names)


def without_parts(prompt: Prompt, entered: Sequence[Data]) -> Prompt:
    """Return the prompt for the rest, once these parts of it are in."""
    if not entered:
        return prompt
    done: set[str] = set()
    for data in entered:
        done.update(seats_in_parts(prompt, data))
    left = tuple([seat for seat in seats_asked(prompt) if seat not in done])
    fields = []
    for field in ask_seats(prompt, left).fields:
        if field.own or not any(field.name in data for data in entered):
            fields.append(field)
    return replace(prompt, fields=tuple(fields))


def part_asked(prompt: Prompt, data: Data) -> Prompt:
    """Return the prompt for an entry with these data, which may name only some seats.

    The table's own fields are then optional: the last part has to bring them, unless an
    earlier one has.
    """
    asked = seats_asked(prompt)
    entered = seats_in_parts(prompt, data)
    named = tuple([seat for seat in asked if seat in entered])
    if len(named) in (0, len(asked)) or not waits_for_all_parts(prompt):
        return prompt
    part = ask_seats(prompt, named)
    fields = []
    for field in part.fields:
        fields.append(field if field.own else replace(field, optional=True))
    return replace(part, fields=tuple(fields))


def join_parts(prompt: Prompt, parts: Sequence[Data]) -> dict[str, object]:
    """Return the data of all parts together, in the prompt's order of seats."""
    whole: dict[str, object] = {}
    asked = seats_asked(prompt)
    for field in prompt.fields:
        values: list[Any] = [data[field.name] for data in parts if field.name in data]
        if field.own and type_of(field).by_seat:
            by_seat: dict[str, object] = {}
            for value in values:
                by_seat |= value
            values = [{seat: by_seat[seat] for seat in asked if seat in by_seat}]
        elif field.own:
            named = {*chain.from_iterable(values)}
            values = [[seat for seat in asked if seat in named]]
        if values:
            whole[field.name] = values[0]
    return whole


def ask_seats(prompt: Prompt, seats: Seats) -> Prompt:
    """Return the prompt with its own fields for these seats alone."""
    fields = []
    for field in prompt.fields:
        if not field.own:
            fields.append(field)
        elif not field.words:
            fields.append(replace(field, seats=seats))
        else:
            words = tuple([seat for seat in field.words if seat in seats])
            optional = field.optional or not type_of(field).by_seat
            if words:
                fields.append(replace(field, choices=words, optional=optional))
    return replace(prompt, fields=tuple(fields))
