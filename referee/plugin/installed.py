"""Which games and house rules are installed: found by entry points, imported when first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType

from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import FieldError, NotFoundError, WrongFieldsError
from referee.vocabulary.text import say

GAMES = "referee"
HOUSE_RULES = "referee.house_rules"


class UnknownGameError(NotFoundError):
    """No installed game has this id."""

    title = say("No such game")

    def __init__(self, id: str) -> None:
        super().__init__(say("No installed game is called “{game}”.", game=id))
        self.id = id


class UnknownHouseRuleError(WrongFieldsError):
    """The game has no installed house rule with this id."""

    def __init__(self, id: str) -> None:
        super().__init__(FieldError("house_rules", say("This game has no house rule “{rule}”.", rule=id)))
        self.id = id


@dataclass(frozen=True, slots=True)
class Installed:
    """The games by id, the house rules by game and id, and, by entry point name, why a plugin was left out."""

    games: Mapping[str, ModuleType] = field(default_factory=dict)
    house_rules: Mapping[str, Mapping[str, ModuleType]] = field(default_factory=dict)
    broken: Mapping[str, str] = field(default_factory=dict)


@cache
def installed() -> Installed:
    """What is installed. A plugin that cannot be loaded is left out and named among the broken ones."""
    games: dict[str, ModuleType] = {}
    house_rules: dict[str, dict[str, ModuleType]] = {}
    broken: dict[str, str] = {}
    for point in sorted(entry_points(group=GAMES)):
        if (module := _load(point, broken)) is not None:
            games[point.name] = module
    for point in sorted(entry_points(group=HOUSE_RULES)):
        if (module := _load(point, broken)) is not None:
            rule = module.describe_house_rule()
            house_rules.setdefault(rule.game, {})[rule.id] = module
    return Installed(games, house_rules, broken)


def _load(point: EntryPoint, broken: dict[str, str]) -> ModuleType | None:
    try:
        module: ModuleType = point.load()
        _try_out(point, module)
    except Exception as error:  # a stranger's plugin may fail in any way; the others go on
        broken[point.name] = f"{type(error).__name__}: {error}"
        return None
    return module


def _try_out(point: EntryPoint, module: ModuleType) -> None:
    if point.group == HOUSE_RULES:
        module.describe_house_rule()
        return
    described = Rulebook(module).game.id
    if described != point.name:
        raise ValueError(f"the game calls itself {described!r}, its entry point {point.name!r}")


@cache
def rulebook(game: str, house_rules: tuple[str, ...] = ()) -> Rulebook:
    """The rulebook of a game with these house rules; UnknownGameError or UnknownHouseRuleError when not installed."""
    found = installed()
    if game not in found.games:
        raise UnknownGameError(game)
    own = found.house_rules.get(game, {})
    for rule in house_rules:
        if rule not in own:
            raise UnknownHouseRuleError(rule)
    return Rulebook(found.games[game], [own[rule] for rule in house_rules])


def house_rules_of(game: str) -> Mapping[str, ModuleType]:
    """The installed house rules of a game, by id."""
    return installed().house_rules.get(game, {})
