"""The games that are installed, and their house rules."""

from types import ModuleType

from referee import HouseRule
from referee.plugin import discovery

GAMES: dict[str, ModuleType] = dict(discovery.installed().games)
"""Each module by the id of its game."""

HOUSE_RULES: list[HouseRule] = [
    module.describe_house_rule()
    for rules in discovery.installed().house_rules.values()
    for module in rules.values()
]
