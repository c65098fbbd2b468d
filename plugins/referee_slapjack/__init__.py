"""Slapjack All Faces: play cards to a pile in turn, and be the first to slap a face card."""

from .accept import accept_entry
from .guide import set_up
from .prompts import open_prompts
from .questions import list_questions
from .rules import describe_game, rule_sections
from .scene import show_scene
from .score import score_round
from .slap import resolve_trick
from .state import begin
