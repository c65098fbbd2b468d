"""A score pad for any game: numbers by round, added up until somebody has won."""

from .game import describe_game, rule_sections
from .play import accept, begin, example, prepare_table, prompts, scene
from .scoring import answer, questions, score_round
