"""Values that their types forbid, for tests of what becomes of them."""

from typing import Any


def misfit(value: object) -> Any:
    """What a game answers though its type says otherwise."""
    return value
