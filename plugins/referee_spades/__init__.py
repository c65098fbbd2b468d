"""Spades: bid how many tricks you take, and take them; spades are always trump."""

from .game import describe_game, irregularities, prepare_table, rule_sections
from .play import accept, begin, example, prompts, scene
from .scoring import questions, resolve_trick, score_round
