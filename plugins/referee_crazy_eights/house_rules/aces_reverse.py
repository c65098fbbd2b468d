"""An ace turns the direction of play."""

from referee import HouseRule, by_house_rule

from ..rules import GAME
from . import hooks_of

_TEXT = "In Crazy Eights play goes on the other way round after an ace. Between two players that changes nothing."
_RULE = HouseRule("aces-reverse", GAME.id, "Aces turn the direction", _TEXT)
_WHY = by_house_rule(_RULE, "Play goes on the other way round.")
describe_house_rule, resolve_trick = hooks_of(_RULE, "crazy-eights", "A", _WHY, reverses=True)
