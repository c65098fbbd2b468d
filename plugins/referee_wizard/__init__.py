"""Wizard: sixty cards, and a score for taking just the tricks one bids."""

from .game import describe_game, irregularities, prepare_table, rule_sections
from .play import accept, begin, prompts, reveal, scene
from .scoring import answer, questions, resolve_trick, score_round
