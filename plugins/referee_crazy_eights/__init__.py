"""Crazy Eights and Mau-Mau: lay a card of the suit or the rank that lies there, and get rid of all."""

from .accept import accept_entry
from .example import example
from .guide import set_up
from .play import resolve_trick
from .points import score_round
from .prompts import open_prompts
from .questions import list_questions
from .rules import describe_game, rule_sections
from .scene import show_scene
from .state import begin
