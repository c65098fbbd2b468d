"""Tripp Jokes: get rid of hand, PENULTIMATE and FINAL cards before the others do."""

from .game import describe_game, prepare_table, rule_sections
from .play import accept, begin
from .prompts import prompts
from .scene import scene
from .scoring import answer, questions, resolve_trick
