"""Skat: one plays alone against two, and counts the value of the game bid for."""

from .game import describe_game, irregularities, prepare_table, rule_sections
from .play import accept, begin, prompts, scene
from .score_list import score_list
from .scoring import answer, questions, resolve_trick, score_round
