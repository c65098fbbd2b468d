"""After a queen the next player misses a turn."""

from referee import HouseRule, by_house_rule

from ..rules import GAME
from . import hooks_of

_RULE = HouseRule("queens-skip", GAME.id, "Queens skip", "In Crazy Eights the player after a queen misses a turn.")
_WHY = by_house_rule(_RULE, "The next player misses a turn.")
describe_house_rule, resolve_trick = hooks_of(_RULE, {"crazy-eights": "Q"}, _WHY, skips=1)
