"""Slapjack All Faces: play cards to a pile, and be the first to slap a face card."""

from .game import describe_game, irregularities, prepare_table, rule_sections
from .play import accept, begin, prompts, scene
from .scoring import questions, resolve_trick, score_round
