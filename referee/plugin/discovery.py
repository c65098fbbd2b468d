"""Which games, house rules and languages are installed: found by entry points, imported
when first asked for.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any, TypeVar

from referee.plugin.game_faults import failed_at, raised
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import FieldError, NotFoundError, WrongFieldsError
from referee.vocabulary.game import HouseRule
from referee.vocabulary.text import ENGLISH, say

GAMES = "referee"
HOUSE_RULES = "referee.house_rules"
LANGUAGES = "referee.languages"


class UnknownGameError(NotFoundError):
    """No installed game has this id."""

    title = say("No such game")

    def __init__(self, id: str) -> None:
        super().__init__(say("No installed game is called “{game}”.", game=id))
        self.id = id


class UnknownHouseRuleError(WrongFieldsError):
    """The game has no installed house rule with this id."""

    def __init__(self, id: str) -> None:
        super().__init__(
            FieldError(
                "house_rules", say("This game has no house rule “{rule}”.", rule=id)
            )
        )
        self.id = id


@dataclass(frozen=True, slots=True)
class Installed:
    """The games by id, the house rules by game and id, the packages of languages by
    code (`de`, `pt-BR`; English needs none), and, by entry point name, why a plugin was
    left out.
    """

    games: Mapping[str, ModuleType] = field(default_factory=dict)
    house_rules: Mapping[str, Mapping[str, ModuleType]] = field(default_factory=dict)
    languages: Mapping[str, ModuleType] = field(default_factory=dict)
    broken: Mapping[str, str] = field(default_factory=dict)


Id = tuple[str, ...]
"""The id of a game or a language; of a house rule that of its game before its own."""


Plugin = tuple[EntryPoint, ModuleType]
"""A plugin that was imported, and by which entry point it was found."""


Points = Callable[[str], Iterable[EntryPoint]]
"""The entry points of a group, by its name."""


def _of_environment(group: str) -> Iterable[EntryPoint]:
    return entry_points(group=group)


_points: Points = _of_environment


T = TypeVar("T")


Within = Callable[[Callable[[], T]], T]
"""Does this work, and answers what it answers; it may call it off."""


def _however_long(work: Callable[[], T]) -> T:
    return work()


_within: Within[Any] = _however_long


@contextmanager
def loading(within: Within[Any]) -> Iterator[None]:
    """Until the end, each plugin is imported and asked what it is within this."""
    global _within
    before, _within = _within, within
    try:
        yield
    finally:
        _within = before


@contextmanager
def finding(points: Points) -> Iterator[None]:
    """Until the end, plugins are found by these entry points, and not by those of the
    environment.
    """
    global _points
    before, _points = _points, points
    _look_again()
    try:
        yield
    finally:
        _points = before
        _look_again()


@contextmanager
def beside(*points: EntryPoint) -> Iterator[None]:
    """Until the end, these plugins are there beside those that are installed: games
    that are only tried, for one.

    One with the same name as an installed one stands in its place.
    """
    before, own = _points, {(point.group, point.name): point for point in points}

    def found(group: str) -> Iterator[EntryPoint]:
        yield from (point for point in before(group) if (group, point.name) not in own)
        yield from (point for point in own.values() if point.group == group)

    with finding(found):
        yield


def plugins_in(group: str) -> list[EntryPoint]:
    """The entry points of a group, as they are found now: `GAMES`, `HOUSE_RULES` or
    `LANGUAGES`.
    """
    return sorted(_points(group))


def _look_again() -> None:
    """Whatever is asked for from now on is found and described as it is now."""
    installed.cache_clear()
    rulebook.cache_clear()


@cache
def installed() -> Installed:
    """What is installed. A plugin that cannot be loaded is left out and named among the
    broken ones.

    Where two have the same id, Referee's own is kept. If neither is Referee's own,
    neither is offered, since nobody could say which of them a table was opened with.
    """
    broken: dict[str, str] = {}
    games = {id: module for (id,), module in _loaded(GAMES, id_of_game, broken).items()}
    rules: dict[str, dict[str, ModuleType]] = {game: {} for game in games}
    for (game, id), module in _loaded(
        HOUSE_RULES, partial(_id_of_rule, games), broken
    ).items():
        rules[game][id] = module
    languages = {
        code: module
        for (code,), module in _loaded(LANGUAGES, _code_of_language, broken).items()
    }
    return Installed(games, rules, languages, broken)


def _loaded(
    group: str, id_of: Callable[[EntryPoint, ModuleType], Id], broken: dict[str, str]
) -> Mapping[Id, ModuleType]:
    """The plugins of this group that can be offered, by id; why others cannot stands in
    `broken`.
    """
    found: dict[Id, list[Plugin]] = {}
    for point in plugins_in(group):
        try:
            id, module = _within(partial(_load, point, id_of))
            found.setdefault(id, []).append((point, module))
        except KeyboardInterrupt:
            raise
        except (
            BaseException
        ) as error:  # a stranger's plugin may fail in any way; the others go on
            where = failed_at(error)
            broken[point.name] = (
                f"{raised(error)} ({where})" if where else raised(error)
            )
    return {
        id: chosen[1]
        for id, plugins in found.items()
        if (chosen := _chosen(id, plugins, broken)) is not None
    }


def _load(
    point: EntryPoint, id_of: Callable[[EntryPoint, ModuleType], Id]
) -> tuple[Id, ModuleType]:
    module: ModuleType = point.load()
    return id_of(point, module), module


def _chosen(id: Id, plugins: Sequence[Plugin], broken: dict[str, str]) -> Plugin | None:
    """Which of the plugins with one id is offered."""
    ours = [
        plugin
        for plugin in plugins
        if plugin[0].dist is not None and plugin[0].dist.name == "referee"
    ]
    chosen = plugins[0] if len(plugins) == 1 else ours[0] if len(ours) == 1 else None
    what = (
        "Referee's own stays"
        if chosen
        else "none of them is offered: take all but one away"
    )
    for plugin in plugins:
        if plugin is not chosen:
            broken[f"{plugin[0].name} ({plugin[0].value})"] = (
                f"another has the id {id[-1]!r} too; {what}"
            )
    return chosen


def id_of_game(point: EntryPoint, module: ModuleType) -> Id:
    """The id of a game; ValueError where its entry point says another one, and what
    `Rulebook` raises.
    """
    described = Rulebook(module).game.id
    if described != point.name:
        raise ValueError(
            f"the game calls itself {described!r}, its entry point {point.name!r}"
        )
    return (described,)


def _id_of_rule(
    games: Mapping[str, ModuleType], _point: EntryPoint, module: ModuleType
) -> Id:
    game = module.describe_house_rule().game
    if game not in games:
        raise LookupError(
            f"it is a house rule for the game {game!r}, which is not installed"
        )
    [rule] = Rulebook(games[game], [module]).house_rules
    return rule.game, rule.id


def _code_of_language(point: EntryPoint, module: ModuleType) -> Id:
    if (
        not re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]+)*", point.name)
        or point.name == ENGLISH.code
    ):
        raise ValueError(
            f"{point.name!r} is no code of a language other than English, as browsers "
            "name it"
        )
    if not hasattr(module, "__path__"):
        raise ValueError(
            f"{module.__name__} is no package: it has no folder for its catalogues"
        )
    return (point.name,)


@cache
def rulebook(game: str, house_rules: tuple[str, ...] = ()) -> Rulebook:
    """The rulebook of a game with these house rules; UnknownGameError or
    UnknownHouseRuleError when not installed.
    """
    found = installed()
    if game not in found.games:
        raise UnknownGameError(game)
    own = found.house_rules.get(game, {})
    for rule in house_rules:
        if rule not in own:
            raise UnknownHouseRuleError(rule)
    return Rulebook(found.games[game], [own[rule] for rule in house_rules])


def house_rules_of(game: str) -> Mapping[str, HouseRule]:
    """The installed house rules of a game, by id, as they describe themselves."""
    return {
        id: rulebook(game, (id,)).house_rules[0]
        for id in installed().house_rules.get(game, {})
    }
