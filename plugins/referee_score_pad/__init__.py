"""A score pad for any game that people play: numbers by round, added up until somebody has won."""

from .accept import accept_entry
from .guide import set_up
from .prompts import example, open_prompts
from .questions import answer, list_questions
from .round import score_round
from .rules import describe_game, rule_sections
from .scene import show_scene
from .sheets import begin
