"""Its German speaks of other values than its templates."""

from tests.highest_card import *
