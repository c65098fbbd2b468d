"""Its German speaks of other values than its templates."""

from tests.toy_games.highest_card import *
