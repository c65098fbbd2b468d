"""A nine turns the direction of play in Mau-Mau."""

from referee import HouseRule, by_house_rule

from ..rules import GAME
from . import hooks_of

_TEXT = "In Mau-Mau play goes on the other way round after a nine. Between two players that changes nothing."
_RULE = HouseRule("nines-reverse", GAME.id, "Nines turn the direction", _TEXT)
_WHY = by_house_rule(_RULE, "Play goes on the other way round.")
describe_house_rule, resolve_trick = hooks_of(_RULE, "mau-mau", "9", _WHY, reverses=True)
