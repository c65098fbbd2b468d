"""Four Aces, a game by Jeff Ferraro: two hands at once, scored each round, and four aces win it all."""

from .accept import accept_entry, clashes, reveal
from .guide import set_up
from .prompts import open_prompts
from .questions import answer, list_questions
from .round import score_round
from .rules import describe_game, rule_sections
from .scene import show_scene
from .state import begin
