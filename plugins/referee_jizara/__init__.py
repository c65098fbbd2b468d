"""Ji'zara: bid cards for better ones, and win keys with the better hand."""

from .game import describe_game, prepare_table, rule_sections
from .play import accept, begin, clashes, reveal, scene
from .prompts import prompts
from .scoring import answer, questions, resolve_trick, score_round
