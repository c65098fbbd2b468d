"""The games that are installed, and their house rules."""

from importlib.metadata import entry_points
from types import ModuleType

from referee import HouseRule

GAMES: dict[str, ModuleType] = {
    point.name: point.load() for point in sorted(entry_points(group="referee"))
}
"""Each module by the id of its game."""

HOUSE_RULES: list[HouseRule] = [
    point.load().describe_house_rule()
    for point in entry_points(group="referee.house_rules")
]
