"""Oh Hell: three to seven bid how many tricks they will take, and want to take just as
many.
"""

from .match import accept, begin, prompts, scene
from .rules import describe_game, rule_sections, set_up
from .scoring import answer, questions, resolve_trick, score_round
