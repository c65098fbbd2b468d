"""The rule sections of Four Aces, which its rulings cite."""

from __future__ import annotations

from referee import read_sections

GAME = "four-aces"

SECTIONS = read_sections(GAME, "referee_four_aces")
