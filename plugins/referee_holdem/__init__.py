"""Texas hold'em: who wins a showdown, how the pots split, and bets street by street."""

from .game import describe_game, irregularities, prepare_table, rule_sections
from .play import accept, begin, scene
from .prompts import example, prompts
from .scoring import answer, questions, score_round
