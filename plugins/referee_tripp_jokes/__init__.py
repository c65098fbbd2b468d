"""Tripp Jokes: get rid of hand, PENULTIMATE and FINAL cards before the others do."""

from .game import describe_game, rule_sections, set_up
from .play import accept_entry, begin
from .prompts import open_prompts
from .scene import show_scene
from .scoring import answer, list_questions, resolve_trick
