"""Skat: one plays alone against two, for a game that was bid for, and counts its value."""

from .play import accept, begin, example, prompts, scene
from .questions import questions, resolve_trick
from .rules import describe_game, rule_sections, set_up
from .value import answer, score_round
