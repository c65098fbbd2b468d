"""Euchre: two pairs make trump, with bowers, and need three of five tricks."""

from .game import describe_game, irregularities, rule_sections, set_up
from .play import accept, begin, prompts, scene
from .scoring import questions, resolve_trick, score_round
