"""Its house rule takes the place of the game's hook."""

from tests.toy_games.highest_card import *
