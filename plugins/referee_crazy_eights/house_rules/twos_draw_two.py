"""After a two the next player draws two cards, or lays another two."""

from referee import HouseRule, by_house_rule

from ..rules import GAME
from . import hooks_of

_TEXT = """In Crazy Eights the player after a two draws two cards and does not play, or lays another two: then \
the one after that draws two more, and so on."""
_RULE = HouseRule("twos-draw-two", GAME.id, "Twos: draw two", _TEXT)
_WHY = by_house_rule(_RULE, "The next player draws two more, or lays another two.")
describe_house_rule, resolve_trick = hooks_of(_RULE, {"crazy-eights": "2"}, _WHY, draws=2)
