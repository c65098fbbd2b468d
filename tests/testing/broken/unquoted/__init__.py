"""Its Spanish cannot be read."""

from tests.highest_card import *
