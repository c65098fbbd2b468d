"""A score pad for any game: numbers by round, added up until somebody has won."""

from .game import describe_game, rule_sections
from .play import accept_entry, begin, example, open_prompts, set_up
from .scene import show_scene
from .scoring import answer, list_questions, score_round
