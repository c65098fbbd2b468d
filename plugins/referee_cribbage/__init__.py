"""Cribbage: peg fifteens, pairs and runs, count your hand, and be the first to 121."""

from .game import describe_game, irregularities, prepare_table, rule_sections
from .play import accept, begin, prompts, scene
from .scoring import answer, questions, score_round
