"""Faces, Aces, & Jokers: draft high cards, win low ones with them, show poker hands."""

from .game import describe_game, rule_sections, set_up
from .play import accept, begin, clashes, prompts, reveal, scene
from .scoring import answer, questions, resolve_trick, score_round
