"""An ace turns the direction of play, in Mau-Mau a nine."""

from referee import HouseRule, by_house_rule

from ..rules import GAME
from . import hooks_of

_TEXT = "After an ace, in Mau-Mau after a nine, play goes on the other way round. Between two that changes nothing."
_RULE = HouseRule("aces-reverse", GAME.id, "Aces turn the direction, in Mau-Mau nines", _TEXT)
_WHY = by_house_rule(_RULE, "Play goes on the other way round.")
describe_house_rule, resolve_trick = hooks_of(_RULE, {"crazy-eights": "A", "mau-mau": "9"}, _WHY, reverses=True)
