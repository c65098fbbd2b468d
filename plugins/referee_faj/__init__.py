"""Faces, Aces, & Jokers: draft high cards, win tricks with them, and make a poker hand
of the low cards won.
"""

from .accept import accept_entry, clashes, reveal
from .guide import set_up
from .prompts import open_prompts
from .questions import answer, list_questions
from .rules import describe_game, rule_sections
from .scene import show_scene
from .showdown import score_round
from .state import begin
from .trick import resolve_trick
