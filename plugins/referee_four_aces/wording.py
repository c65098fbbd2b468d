"""Points, aces and the patterns of a hand in words."""

from __future__ import annotations

from collections.abc import Mapping

from referee import Text, say
from referee_four_aces.hand_points import Pattern

HIDDEN = say("the hidden hand")
EXPOSED = say("the exposed hand")

_ACES: Mapping[int, Text] = {
    1: say("one ace"),
    2: say("two aces"),
    3: say("three aces"),
    4: say("four aces"),
}

_PATTERNS: Mapping[str, Text] = {
    "pair": say("one pair"),
    "two pair": say("two pair"),
    "three of a kind": say("three of a kind"),
    "full house": say("a full house"),
    "four of a kind": say("four of a kind"),
    "2-card flush": say("a two-card flush"),
    "3-card flush": say("a three-card flush"),
    "4-card flush": say("a four-card flush"),
    "5-card flush": say("a five-card flush"),
    "2-card straight": say("a two-card straight"),
    "3-card straight": say("a three-card straight"),
    "4-card straight": say("a four-card straight"),
    "5-card straight": say("a five-card straight"),
    "2-card straight flush": say("a two-card straight flush"),
    "3-card straight flush": say("a three-card straight flush"),
    "4-card straight flush": say("a four-card straight flush"),
    "5-card straight flush": say("a five-card straight flush"),
    "non-hand": say("a non-hand"),
}


def points(n: int) -> Text:
    """A number of points, as people say it: `1 point`, `minus 3 points`."""
    if n == -1:
        return say("minus 1 point")
    if n < 0:
        return say("minus {n} points", n=-n)
    if n == 1:
        return say("1 point")
    return say("{n} points", n=n)


def written(n: int) -> str:
    """A number of points, as people write it: `4`, `−3`."""
    return f"\N{MINUS SIGN}{-n}" if n < 0 else str(n)


def aces(n: int) -> Text:
    """One to four aces: `two aces`."""
    return _ACES[n]


def pattern(of: Pattern) -> Text:
    """What a pattern is called: `a three-card straight flush`."""
    return _PATTERNS[of.name]


def any_of(patterns: tuple[Pattern, ...]) -> Text:
    """One or more patterns that are worth the same: `one pair or a two-card straight flush`."""
    said = pattern(patterns[0])
    for another in patterns[1:]:
        said = say("{these} or {another}", these=said, another=pattern(another))
    return said
