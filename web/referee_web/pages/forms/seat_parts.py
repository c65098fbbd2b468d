"""Forms for several seats, each with a part whose fields have their own names.

So one form makes an entry for each seat. The field `cards` of the third seat at the
table is called `cards--2` there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.text import Text
from referee_web.pages.forms.form_values import FormValues

_SEPARATOR = "--"


@dataclass(frozen=True, slots=True)
class SeatPart:
    """One seat's part; with its own `help` if that differs."""

    seat: str
    fields: tuple[Field, ...]
    help: Text | None


def can_share_form(prompt: Prompt) -> bool:
    """Return whether seats' own entries to a prompt can share a form."""
    if not prompt.own or not prompt.fields:
        return False
    return not any(type_of(field).by_seat for field in prompt.fields)


def name_for_seat(name: str, index: int) -> str:
    """Return a field's name in a shared form, for the seat with this index."""
    return f"{name}{_SEPARATOR}{index}"


def fields_for_seat(fields: Sequence[Field], index: int) -> tuple[Field, ...]:
    """Return the fields of one seat in a shared form."""
    renamed = []
    for field in fields:
        name = name_for_seat(field.name, index)
        unless = tuple(name_for_seat(other, index) for other in field.unless)
        among = field.among and name_for_seat(field.among, index)
        renamed.append(replace(field, name=name, unless=unless, among=among))
    return tuple(renamed)


def is_filled_in(fields: Sequence[Field], filled: FormValues) -> bool:
    """Return whether these fields of a shared form have inputs."""
    for field in fields:
        for how in ("pick", "typed", "none"):
            if any(map(str.strip, filled.getlist(f"{how}={field.name}"))):
                return True
    return False


def own_data(data: Mapping[str, object]) -> dict[str, object]:
    """Return a part's data by an entry's field names."""
    return {name.rpartition(_SEPARATOR)[0]: value for name, value in data.items()}


def errors_in_shared_form(
    error: WrongFieldsError, fields: Sequence[Field], index: int
) -> list[FieldError]:
    """Return errors by field of a shared form; general ones at its first field."""
    names = [field.name for field in fields]
    errors = []
    for each in error.errors:
        name = each.field if each.field in names else names[0]
        errors.append(FieldError(name_for_seat(name, index), each.message))
    return errors
