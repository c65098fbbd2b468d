"""After a queen the next player misses a turn."""

from referee import HouseRule

from ..game import GAME
from ..scoring import give_effect

RULE = HouseRule(
    "queens-skip",
    GAME.id,
    title="Queens skip",
    text="In Crazy Eights the player after a queen misses a turn.",
    needs={"variant": ("crazy-eights",)},
)
describe_house_rule = RULE.hook

_WHY = "The next player misses a turn."
resolve_trick = give_effect(RULE, {"crazy-eights": "Q"}, _WHY, skips=1)
