"""After a two the next player draws two cards, or lays another two."""

from referee import HouseRule

from ..game import GAME
from ..scoring import give_effect

RULE = HouseRule(
    "twos-draw-two",
    GAME.id,
    title="Twos: draw two",
    text="In Crazy Eights the player after a two draws two cards and doesn’t play, or "
    "lays another two: then the one after that draws two more, and so on.",
    needs={"variant": ("crazy-eights",)},
)
describe_house_rule = RULE.hook

_WHY = "The next player draws two more, or lays another two."
resolve_trick = give_effect(RULE, {"crazy-eights": "2"}, _WHY, draws=2)
