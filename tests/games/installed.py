"""The games that are installed, and their house rules."""

from types import ModuleType

import pytest

from referee import HouseRule
from referee.plugin import discovery

GAMES: dict[str, ModuleType] = dict(discovery.installed().games)
"""Each module by the id of its game."""

KINDS = ("faj", "hearts", "score-pad", "skat", "slapjack")
"""A game of each kind: cards laid at once, tricks, rounds, a contract, a race."""

each_kind = pytest.mark.parametrize(
    "game",
    [pytest.param(id, marks=() if id in KINDS else pytest.mark.slow) for id in GAMES],
)
"""All games, for what the same code does for each: those of another kind are slow."""

HOUSE_RULES: list[HouseRule] = [
    module.describe_house_rule()
    for rules in discovery.installed().house_rules.values()
    for module in rules.values()
]
