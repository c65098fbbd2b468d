"""Gin Rummy: meld your ten cards, knock with ten points or fewer left, and reach a hundred first."""

from .accept import accept_entry
from .deal import score_round
from .prompts import example, open_prompts
from .questions import answer, list_questions
from .rules import describe_game, rule_sections, set_up
from .scene import show_scene
from .state import begin
