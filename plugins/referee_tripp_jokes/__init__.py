"""Tripp Jokes: get rid of your hand, your PENULTIMATE and your FINAL cards before the others do."""

from .accept import accept_entry
from .guide import set_up
from .play import resolve_trick
from .prompts import open_prompts
from .questions import answer, list_questions
from .rules import describe_game, rule_sections
from .scene import show_scene
from .state import begin
