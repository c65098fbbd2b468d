"""Doppelkopf: two of each card, and two against two who find out who is who."""

from .game import describe_game, irregularities, prepare_table, rule_sections
from .play import accept, begin, prompts, scene
from .scoring import questions, resolve_trick, score_round
