"""It has no scene."""  # wrong: The hook `scene` is missing

from __future__ import annotations

from tests.highest_card import *

del scene
