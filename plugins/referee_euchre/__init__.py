"""Euchre: two pairs make trump, with bowers, and need three of five tricks."""

from .game import describe_game, irregularities, prepare_table, rule_sections
from .play import accept, begin, prompts, scene
from .scoring import questions, resolve_trick, score_round
