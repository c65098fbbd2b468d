"""Bridge: pairs bid how many tricks they will take, and one hand lies open."""

from .game import describe_game, prepare_table, rule_sections
from .play import accept, begin, prompts, scene
from .scoring import (
    answer,
    irregularities,
    questions,
    resolve_trick,
    score_round,
)
