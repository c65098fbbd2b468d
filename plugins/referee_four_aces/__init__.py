"""Four Aces by Jeff Ferraro: two hands at once, and four aces win it all."""

from .game import describe_game, irregularities, prepare_table, rule_sections
from .play import accept, begin, clashes, prompts, reveal, scene
from .scoring import answer, questions, score_round
