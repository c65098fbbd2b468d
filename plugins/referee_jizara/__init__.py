"""Ji'zara: bid cards of your hand for better ones, and have the better hand when a key
turns up.
"""

from .accept import accept_entry, clashes, reveal
from .contest import resolve_trick
from .guide import set_up
from .key_card import score_round
from .prompts import open_prompts
from .questions import answer, list_questions
from .rules import describe_game, rule_sections
from .scene import show_scene
from .state import begin
