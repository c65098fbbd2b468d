"""Its house rule takes the place of the game's hook."""

from __future__ import annotations

from tests.highest_card import *
