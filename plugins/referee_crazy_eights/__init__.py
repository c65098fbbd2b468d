"""Crazy Eights and Mau-Mau: follow suit or rank, and get rid of all your cards."""

from .game import describe_game, irregularities, prepare_table, rule_sections
from .play import accept, begin, example, prompts, scene
from .scoring import questions, resolve_trick, score_round
