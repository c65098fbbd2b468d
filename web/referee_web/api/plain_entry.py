"""Entries that are right at sight, as pages send them."""

from collections.abc import Mapping
from typing import Any

NAMES = {"id", "kind", "seat", "data", "after", "heat"}
NEEDED = {"id", "kind", "data"}
LONGEST = 100


def is_plain_entry(body: Mapping[str, Any]) -> bool:
    """Return whether a body surely has the shape `OneEntry`, but for its id.

    False for some that have it, too. The shape says what is wrong with the others, but
    takes as long as Flask does for the whole request.
    """
    names = body.keys()
    if not NEEDED <= names <= NAMES:
        return False
    seat = body.get("seat")
    return (
        isinstance(body["id"], str)
        and isinstance(body["data"], dict)
        and _is_word(body["kind"])
        and (seat is None or _is_word(seat))
        and _is_whole(body.get("after"), 0)
        and _is_whole(body.get("heat"), 1)
    )


def _is_word(value: object) -> bool:
    return isinstance(value, str) and 1 <= len(value) <= LONGEST


def _is_whole(value: object, least: int) -> bool:
    """Return whether it is none, or a whole number and no truth."""
    return value is None or (type(value) is int and value >= least)
