"""Which games, house rules and languages are installed: found by entry points, imported
when first asked for.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from operator import call
from pathlib import Path
from pkgutil import iter_modules
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

OWN_HOUSE_RULES = "house_rules"
"""The folder in a game's package of which each module is a house rule."""


class UnknownGameError(NotFoundError):
    """No installed game has this id."""

    title = say("No such game")

    def __init__(self, id: str) -> None:
        super().__init__(say("No installed game is called “{game}”.", game=id))
        self.id = id


class UnknownHouseRuleError(WrongFieldsError):
    """The game has no installed house rule with this id."""

    def __init__(self, id: str) -> None:
        message = say("This game has no house rule “{rule}”.", rule=id)
        super().__init__(FieldError("house_rules", message))
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


def _points_of_environment(group: str) -> Iterable[EntryPoint]:
    return entry_points(group=group)


_points: Points = _points_of_environment


T = TypeVar("T")


Within = Callable[[Callable[[], T]], T]
"""Does this work, and answers what it answers; it may call it off."""


_within: Within[Any] = call


@contextmanager
def loading(within: Within[Any]) -> Iterator[None]:
    """Run the block with each plugin imported, and asked what it is, by `within`."""
    global _within
    before, _within = _within, within
    try:
        yield
    finally:
        _within = before


@contextmanager
def finding(points: Points) -> Iterator[None]:
    """Run the block with these entry points in place of those of the environment."""
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
    """Run the block with these plugins beside those that are installed: games that are
    only tried, for one.

    One with the same name as an installed one stands in its place.
    """
    points_before = _points
    replaced = {(point.group, point.name) for point in points}

    def points_of(group: str) -> Iterator[EntryPoint]:
        for point in points_before(group):
            if (group, point.name) not in replaced:
                yield point
        for point in points:
            if point.group == group:
                yield point

    with finding(points_of):
        yield


def plugins_in(group: str) -> list[EntryPoint]:
    """Return the entry points of `GAMES`, `HOUSE_RULES` or `LANGUAGES`, as they are
    now.
    """
    return sorted(_points(group))


def house_rule_points(games: Iterable[Plugin]) -> list[EntryPoint]:
    """Return the entry points of all house rules: those that are named as such, and
    those that stand in the packages of these games.
    """
    points = plugins_in(HOUSE_RULES)
    named = {point.module for point in points}
    for point, game in games:
        for own in house_rules_in(point, game):
            if own.module not in named:
                points.append(own)
    return points


def house_rules_in(point: EntryPoint, game: ModuleType) -> Iterator[EntryPoint]:
    """Yield an entry point for each module in the folder `house_rules` of a game's
    package, but those whose names begin with an underscore.
    """
    # Only names are put together here: a package may stand in a zip file.
    folders = [str(Path(place, OWN_HOUSE_RULES)) for place in _places_of(game)]
    for module in iter_modules(folders):
        if not module.name.startswith("_"):
            name = f"{point.name}-{module.name.replace('_', '-')}"
            value = f"{game.__name__}.{OWN_HOUSE_RULES}.{module.name}"
            own = EntryPoint(name, value, HOUSE_RULES)
            # It comes with its game, as `importlib.metadata` writes it.
            vars(own)["dist"] = point.dist
            yield own


def _places_of(module: ModuleType) -> Iterable[str]:
    return getattr(module, "__path__", ())


def _look_again() -> None:
    installed.cache_clear()
    rulebook.cache_clear()


@cache
def installed() -> Installed:
    """Return what is installed; a plugin that cannot be loaded is left out, and named
    among the broken ones.

    Where two have the same id, Referee's own is kept. If neither is Referee's own,
    neither is offered, since nobody could say which of them a table was opened with.
    """
    broken: dict[str, str] = {}
    games = _load_all(plugins_in(GAMES), id_of_game, broken)
    modules = {id: module for (id,), (_, module) in games.items()}

    points = house_rule_points(games.values())
    rules: dict[str, dict[str, ModuleType]] = {id: {} for id in modules}
    for (game, id), (_, module) in _load_all(
        points, partial(_id_of_rule, modules), broken
    ).items():
        rules[game][id] = module

    languages = _load_all(plugins_in(LANGUAGES), _code_of_language, broken)
    packages = {code: package for (code,), (_, package) in languages.items()}
    return Installed(modules, rules, packages, broken)


def _load_all(
    points: Iterable[EntryPoint],
    id_of: Callable[[EntryPoint, ModuleType], Id],
    broken: dict[str, str],
) -> Mapping[Id, Plugin]:
    """Return the plugins that can be offered, by id; note in `broken` why others
    cannot.
    """
    found: dict[Id, list[Plugin]] = {}
    for point in points:
        try:
            id, module = _within(partial(_load, point, id_of))
        except KeyboardInterrupt:
            raise
        # A stranger's plugin may fail in any way; the others go on.
        except BaseException as error:
            where = failed_at(error)
            why = raised(error)
            broken[point.name] = f"{why} ({where})" if where else why
        else:
            found.setdefault(id, []).append((point, module))

    offered = {}
    for id, plugins in found.items():
        chosen = _choose(id, plugins, broken)
        if chosen is not None:
            offered[id] = chosen
    return offered


def _load(
    point: EntryPoint, id_of: Callable[[EntryPoint, ModuleType], Id]
) -> tuple[Id, ModuleType]:
    module: ModuleType = point.load()
    return id_of(point, module), module


def _choose(id: Id, plugins: Sequence[Plugin], broken: dict[str, str]) -> Plugin | None:
    """Return which of the plugins with one id is offered."""
    if len(plugins) == 1:
        return plugins[0]

    ours = [plugin for plugin in plugins if _is_ours(plugin[0])]
    chosen = ours[0] if len(ours) == 1 else None
    outcome = "none of them is offered: take all but one away"
    if chosen:
        outcome = "Referee's own stays"
    for plugin in plugins:
        if plugin is not chosen:
            name = f"{plugin[0].name} ({plugin[0].value})"
            broken[name] = f"another has the id {id[-1]!r} too; {outcome}"
    return chosen


def _is_ours(point: EntryPoint) -> bool:
    return point.dist is not None and point.dist.name == "referee"


def id_of_game(point: EntryPoint, module: ModuleType) -> Id:
    """Return the id of a game; ValueError where its entry point says another one, and
    what `Rulebook` raises.
    """
    id = Rulebook(module).game.id
    if id != point.name:
        raise ValueError(
            f"the game calls itself {id!r}, its entry point {point.name!r}"
        )
    return (id,)


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
    code = point.name
    if not re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]+)*", code) or code == ENGLISH.code:
        raise ValueError(
            f"{code!r} is no code of a language other than English, as browsers name it"
        )
    if not _places_of(module):
        raise ValueError(
            f"{module.__name__} is no package: it has no folder for its catalogues"
        )
    return (code,)


@cache
def rulebook(game: str, house_rules: tuple[str, ...] = ()) -> Rulebook:
    """Return the rulebook of a game with these house rules; UnknownGameError or
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
    """Return the installed house rules of a game, by id."""
    rules = {}
    for id in installed().house_rules.get(game, ()):
        [rules[id]] = rulebook(game, (id,)).house_rules
    return rules
