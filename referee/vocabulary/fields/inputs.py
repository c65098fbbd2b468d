"""Inputs: a field's value on a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.vocabulary.prompt import Field


@dataclass(frozen=True, slots=True)
class Inputs:
    """The inputs of a field on a form, or of one of its seats.

    `none` means an explicit nothing, not just empty inputs. `by_seat` has each seat's
    inputs, in the form's order.
    """

    picked: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()
    none: bool = False
    by_seat: Mapping[str, Inputs] = field(default_factory=dict)

    @property
    def values(self) -> list[str]:
        """Return the picked values, then the typed ones."""
        return [*self.picked, *self.typed]


class FormControl:
    """The part of a field type that reads and fills in forms."""

    control = ""
    """The template that draws the field, if not named like the type."""
    is_typed = False
    """Whether a form has a text input for the field."""

    def from_inputs(self, field: Field, inputs: Inputs) -> Any:
        """Return a form's inputs as JSON; None if they leave the field out."""
        return next(iter(inputs.values), None)

    def to_inputs(self, field: Field, value: Any) -> Inputs:
        """Return the form's inputs for a JSON value."""
        if self.is_typed:
            return Inputs(typed=(str(value),))
        if not isinstance(value, (list, tuple)):
            value = [value]
        return Inputs(picked=tuple(map(str, value)))
