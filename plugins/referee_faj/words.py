"""What suits and poker hands are called in a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from referee import Text, say

SUITS: Mapping[str, Text] = {"C": say("clubs"), "D": say("diamonds"), "H": say("hearts"), "S": say("spades")}
"""The name of each suit, by its letter."""

HANDS: Mapping[str, Text] = {
    "none": say("no cards"),
    "high card": say("a high card"),
    "pair": say("a pair"),
    "two pair": say("two pair"),
    "three of a kind": say("three of a kind"),
    "straight": say("a straight"),
    "flush": say("a flush"),
    "full house": say("a full house"),
    "four of a kind": say("four of a kind"),
    "straight flush": say("a straight flush"),
}
"""What somebody has, by the category of the hand."""
