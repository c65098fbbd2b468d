"""Spades: four say how many tricks they will take, in pairs or each for itself, and
spades are trump.
"""

from .accept import accept_entry
from .deal_score import score_round
from .prompts import example, open_prompts
from .questions import list_questions, resolve_trick
from .rules import describe_game, rule_sections, set_up
from .scene import show_scene
from .state import begin
