"""Oh Hell: bid how many tricks you will take, and take just as many."""

from .game import describe_game, irregularities, prepare_table, rule_sections
from .play import accept, begin, prompts, scene
from .scoring import answer, questions, resolve_trick, score_round
