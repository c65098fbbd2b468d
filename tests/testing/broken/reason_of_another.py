"""A reason that is given in no match of mere players rests on a section of another
game.
"""

from referee import Reason, say
from tests.toy_games.highest_card import *

NEVER = Reason(
    "highest_card#once",  # wrong: A reason rests on 'highest_card#once'
    "reading",
    say("So."),
)
