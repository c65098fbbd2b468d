"""Doppelkopf: two of each card, and two against two who find out who is who."""

from .game import describe_game, irregularities, rule_sections, set_up
from .play import accept, begin, prompts, scene
from .scoring import questions, resolve_trick, score_round
