"""An ace turns the direction of play, in Mau-Mau a nine."""

from referee import HouseRule

from ..game import GAME
from ..scoring import give_effect

RULE = HouseRule(
    "aces-reverse",
    GAME.id,
    title="Aces turn the direction, in Mau-Mau nines",
    text="After an ace, in Mau-Mau after a nine, play goes on the other way round. "
    "Between two that changes nothing.",
)
describe_house_rule = RULE.hook

_RANKS = {"crazy-eights": "A", "mau-mau": "9"}
_WHY = "Play goes on the other way round."
resolve_trick = give_effect(RULE, _RANKS, _WHY, reverses=True)
