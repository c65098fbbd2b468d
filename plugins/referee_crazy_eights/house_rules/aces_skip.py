"""After an ace the next player misses a turn."""

from referee import HouseRule

from ..game import GAME, MAU_MAU
from ..scoring import give_effect

RULE = HouseRule(
    "aces-skip",
    GAME.id,
    title="Aces skip",
    text="In Mau-Mau the player after an ace misses a turn.",
    needs=MAU_MAU,
    excludes=("aces-play-again",),
)
describe_house_rule = RULE.hook

_WHY = "The next player misses a turn."
resolve_trick = give_effect(RULE, {"mau-mau": "A"}, _WHY, skips=1)
