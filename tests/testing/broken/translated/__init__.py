"""Its German speaks of other values than its templates."""

from __future__ import annotations

from tests.highest_card import *
