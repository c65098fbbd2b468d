"""Bridge: four in pairs bid how many tricks they will take, and dummy's hand lies open;
Chicago or rubber score.
"""

from .accept import accept_entry
from .prompts import open_prompts
from .questions import answer, list_questions, resolve_trick
from .rules import describe_game, rule_sections, set_up
from .scene import show_scene
from .score import score_round
from .state import begin
