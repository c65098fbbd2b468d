"""Highest Card, said to take latecomers, though each seat at the table is asked for a
card: no match of it stays the same with another seat.
"""

from dataclasses import replace

from referee import sections_of

from . import highest_card
from .highest_card import (
    accept as accept,
    begin as begin,
    clashes as clashes,
    prompts as prompts,
    questions as questions,
    resolve_trick as resolve_trick,
    reveal as reveal,
    scene as scene,
)

describe_game = replace(
    highest_card.describe_game(), id="late-card", title="Late Card", latecomers=True
).hook
rule_sections = sections_of("late-card", *highest_card.SECTIONS).hook
