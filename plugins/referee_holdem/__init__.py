"""Texas hold'em: who wins a showdown with which five cards, how the pots split, and
bets street by street.
"""

from .accept import accept_entry
from .pots import score_round
from .prompts import example, list_questions, open_prompts
from .rules import describe_game, rule_sections, set_up
from .scene import show_scene
from .showdown import answer
from .state import begin
