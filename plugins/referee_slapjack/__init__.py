"""Slapjack All Faces: play cards to a pile, and be the first to slap a face card."""

from .game import describe_game, rule_sections, set_up
from .play import accept_entry, begin
from .prompts import open_prompts
from .scene import show_scene
from .scoring import list_questions, resolve_trick, score_round
