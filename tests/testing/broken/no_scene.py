"""It has no scene."""  # wrong: The hook `scene` is missing

from tests.highest_card import *

del scene
