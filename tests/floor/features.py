"""What the oldest browsers know, from `features.json`, and what a page's sources use of
it.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from .gather import FEATURES


@dataclass(frozen=True, slots=True)
class Use:
    """A feature, called as MDN's data call it, and the line on which it is used."""

    feature: str
    line: int


@cache
def known() -> frozenset[str]:
    """What may stand in style sheets and markup."""
    return frozenset(json.loads(FEATURES.read_text(encoding="utf-8"))["known"])


@cache
def unknown() -> frozenset[str]:
    """What the oldest browsers lack, of that which anybody may call as they like."""
    return frozenset(json.loads(FEATURES.read_text(encoding="utf-8"))["unknown"])


def too_new(uses: Iterable[Use]) -> Iterator[Use]:
    """Yield those uses that not all of the oldest browsers understand."""
    for use in uses:
        if use.feature in unknown() or (
            is_listed(use.feature) and use.feature not in known()
        ):
            yield use


def is_listed(feature: str) -> bool:
    """Whether all names of this kind that the oldest browsers know are listed, so that
    any other is too new.
    """
    match feature.split("."):
        case ["css", "properties" | "selectors" | "at-rules" | "functions", _]:
            return True
        case ["css", "at-rules", "media", _] | ["html", "elements", _]:
            return True
    return False
