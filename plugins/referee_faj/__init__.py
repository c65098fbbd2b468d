"""Faces, Aces, & Jokers: draft high cards, win low ones with them, show poker hands."""

from .game import describe_game, prepare_table, rule_sections
from .play import accept, begin, clashes, prompts, reveal, scene
from .scoring import answer, questions, resolve_trick, score_round
