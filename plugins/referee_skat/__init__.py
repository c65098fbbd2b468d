"""Skat: one plays alone against two, for a game that was bid for, and counts its value."""

from .play import accept, begin, prompts, scene
from .rules import describe_game, questions, resolve_trick, rule_sections, set_up
from .value import answer, score_round
