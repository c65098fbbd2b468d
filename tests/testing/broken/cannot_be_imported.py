"""It needs what is not there."""

from importlib import import_module

from tests.toy_games.highest_card import *

DECK = import_module(  # wrong: It cannot be imported: ModuleNotFoundError
    "a_deck_that_nobody_made"
)
