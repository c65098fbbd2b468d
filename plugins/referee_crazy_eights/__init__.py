"""Crazy Eights and Mau-Mau: lay a card of the suit or the rank that lies there, and get rid of all."""

from .accept import accept_entry
from .play import resolve_trick
from .points import score_round
from .prompts import example, list_questions, open_prompts
from .rules import describe_game, rule_sections, set_up
from .scene import show_scene
from .state import begin
