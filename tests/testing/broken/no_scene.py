"""It has no scene."""  # wrong: The hook `scene` is missing

from tests.toy_games.highest_card import *

del scene
