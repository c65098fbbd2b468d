"""The hook that rules on its question is not marked as one."""

from referee import Ruling, Values
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *


def resolve_trick(  # wrong: The function `resolve_trick` is no hook
    given: Values,
) -> Ruling:
    return highest_card.resolve_trick(given)
