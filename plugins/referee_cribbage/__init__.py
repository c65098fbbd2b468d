"""Cribbage: peg fifteens, pairs and runs while you play, count your hand, and be the first to 121."""

from .accept import accept_entry
from .prompts import open_prompts
from .questions import answer, list_questions, score_round
from .rules import describe_game, rule_sections, set_up
from .scene import show_scene
from .state import begin
