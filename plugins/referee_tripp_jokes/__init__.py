"""Tripp Jokes: get rid of hand, PENULTIMATE and FINAL cards before the others do."""

from .game import describe_game, rule_sections, set_up
from .play import accept, begin
from .prompts import prompts
from .scene import scene
from .scoring import answer, questions, resolve_trick
