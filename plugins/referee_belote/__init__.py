"""Belote and Coinche: jack and nine of trump, announcements, and a contract."""

from .game import describe_game, irregularities, rule_sections, set_up
from .play import accept, begin, prompts, scene
from .scoring import answer, questions, resolve_trick, score_round
