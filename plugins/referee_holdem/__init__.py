"""Texas hold'em: who wins a showdown with which five cards, how the pots split, and bets street by street."""

from .accept import accept_entry
from .example import example
from .guide import set_up
from .pots import score_round
from .prompts import open_prompts
from .questions import list_questions
from .rules import describe_game, rule_sections
from .scene import show_scene
from .showdown import answer
from .state import begin
