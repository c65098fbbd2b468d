"""A form for several seats: each has a part of it, whose fields have names of their own
there.

So one form holds what makes an entry for each seat. The field `cards` of the seat at
the third place of the table is called `cards--2` in it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from referee.lazy_dataclass import frozen
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.text import Text
from referee_web.pages.forms.form_values import FormValues

_SEPARATOR = "--"


@frozen
class SeatPart:
    """What one seat fills in; `help` where that is not the same for all."""

    seat: str
    fields: tuple[Field, ...]
    help: Text | None


def may_be_part(prompt: Prompt) -> bool:
    """Whether what each seat fills in for itself can stand in one form with what the
    others do.
    """
    if not prompt.own or not prompt.fields:
        return False
    return not any(type_of(field).by_seat for field in prompt.fields)


def name_for_seat(name: str, place: int) -> str:
    """Return what a field is called in a form for several, where the seat at this place
    of the table fills it in.
    """
    return f"{name}{_SEPARATOR}{place}"


def fields_for_seat(fields: Sequence[Field], place: int) -> tuple[Field, ...]:
    """Return the fields as they stand in a form for several."""
    renamed = []
    for field in fields:
        name = name_for_seat(field.name, place)
        unless = tuple(name_for_seat(other, place) for other in field.unless)
        among = field.among and name_for_seat(field.among, place)
        renamed.append(replace(field, name=name, unless=unless, among=among))
    return tuple(renamed)


def is_filled_in(fields: Sequence[Field], filled: FormValues) -> bool:
    """Whether anything stands in these fields of a form for several."""
    for field in fields:
        for how in ("pick", "typed", "none"):
            if any(map(str.strip, filled.getlist(f"{how}={field.name}"))):
                return True
    return False


def data_of_part(data: Mapping[str, object]) -> dict[str, object]:
    """Return what stands in a part of a form, by the names that the fields have in an
    entry.
    """
    return {name.rpartition(_SEPARATOR)[0]: value for name, value in data.items()}


def errors_in_part(
    error: WrongFieldsError, fields: Sequence[Field], place: int
) -> list[FieldError]:
    """Return the errors by the names that the fields have in a form for several; of the
    whole part, at its first.
    """
    names = [field.name for field in fields]
    errors = []
    for each in error.errors:
        name = each.field if each.field in names else names[0]
        errors.append(FieldError(name_for_seat(name, place), each.message))
    return errors
