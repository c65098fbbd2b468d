"""Gin Rummy: meld ten cards, knock with ten points or fewer, reach a hundred first."""

from .game import describe_game, irregularities, prepare_table, rule_sections
from .play import accept, begin, example, prompts, scene
from .scoring import answer, questions, score_round
