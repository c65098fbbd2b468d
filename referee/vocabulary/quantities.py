"""Numbers and lists that have a least value or length, which the description of the HTTP interface shows."""

from __future__ import annotations

from typing import Annotated, TypeVar

Count = Annotated[int, ("minimum", 0)]
"""How many there are, or a number that counts from 0."""

Ordinal = Annotated[int, ("minimum", 1)]
"""A place in a row, counted from 1, or how many there are where there is always one."""

Milliseconds = Annotated[float, ("minimum", 0)]
"""A span of time."""

Element = TypeVar("Element")

AtLeastOne = Annotated[tuple[Element, ...], ("minItems", 1)]
"""Never empty."""
