"""Euchre: four in pairs make trump, with bowers, and need three of five tricks,
together or alone.
"""

from .accept import accept_entry
from .deal_score import score_round
from .prompts import open_prompts
from .questions import list_questions, resolve_trick
from .rules import describe_game, rule_sections, set_up
from .scene import show_scene
from .state import begin
