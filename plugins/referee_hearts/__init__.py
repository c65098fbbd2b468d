"""Hearts: three to five avoid hearts and the queen of spades, or take them all."""

from .game import describe_game, irregularities, prepare_table, rule_sections
from .play import accept, begin, prompts, scene
from .scoring import questions, resolve_trick, score_round
