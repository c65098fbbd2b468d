"""It asks whether a field was given whose name is misspelt."""

from __future__ import annotations

from referee import Ruling, Values, hookimpl
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *

PLAYS = "plays"


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    given.has(  # worth a look: Nothing is called 'palys' but what is asked for here; there is 'plays'
        "palys"
    )
    return highest_card.resolve_trick(given)
