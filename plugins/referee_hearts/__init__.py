"""Hearts: three to five avoid hearts and the queen of spades, deal by deal or trick by
trick.
"""

from .match import accept, begin, prompts, scene
from .points import questions, resolve_trick, score_round
from .rules import describe_game, rule_sections, set_up
