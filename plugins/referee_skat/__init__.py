"""Skat: one plays alone against two, for a game that was bid for, and counts its value."""

from .play import accept, begin, scene
from .prompts import prompts
from .rules import describe_game, questions, rule_sections, set_up
from .value import answer, resolve_trick, score_round
