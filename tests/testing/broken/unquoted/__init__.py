"""Its Spanish cannot be read."""

from tests.toy_games.highest_card import *
