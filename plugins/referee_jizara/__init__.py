"""Ji'zara: bid cards for better ones, and win keys with the better hand."""

from .game import describe_game, rule_sections, set_up
from .play import accept, begin, clashes, reveal
from .prompts import prompts
from .scene import scene
from .scoring import answer, questions, resolve_trick, score_round
