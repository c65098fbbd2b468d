"""Whoever lays an ace plays again."""

from referee import HouseRule

from ..game import GAME, MAU_MAU
from ..scoring import give_effect

RULE = HouseRule(
    "aces-play-again",
    GAME.id,
    title="Aces play again",
    text="In Mau-Mau whoever lays an ace plays again at once, or draws.",
    needs=MAU_MAU,
)
describe_house_rule = RULE.hook

_WHY = "Whoever plays it goes again."
resolve_trick = give_effect(RULE, {"mau-mau": "A"}, _WHY, again=True)
