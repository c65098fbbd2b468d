"""Finding installed plugins, each imported at first use.

A game's entry point has the game's id, so one game can be imported without the others.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial, wraps
from importlib.metadata import EntryPoint, entry_points
from operator import call
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, ParamSpec, TypeVar

from referee.plugin.game_faults import describe_error, locate_failure
from referee.plugin.movement_rules import MovementRules
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import FieldError, NotFoundError, WrongFieldsError
from referee.vocabulary.game import HouseRule
from referee.vocabulary.text import ENGLISH, say

GAMES = "referee"
HOUSE_RULES = "referee.house_rules"
LANGUAGES = "referee.languages"
MOVEMENTS = "referee.movements"

OWN_HOUSE_RULES = "house_rules"
"""The folder of a game's package whose modules are house rules."""


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
    """Everything installed.

    It has games by id, house rules by game and id, and by entry point the reasons why
    plugins, also movements and languages, cannot be used.
    """

    games: Mapping[str, ModuleType] = field(default_factory=dict)
    house_rules: Mapping[str, Mapping[str, ModuleType]] = field(default_factory=dict)
    broken: Mapping[str, str] = field(default_factory=dict)


Plugin = tuple[EntryPoint, ModuleType]
"""An imported plugin and its entry point."""


Points = Callable[[str], Iterable[EntryPoint]]
"""Returns the entry points of a group."""


T = TypeVar("T")
P = ParamSpec("P")


Within = Callable[[Callable[[], T]], T]
"""Runs a function and returns its result, or stops it."""


IdOf = Callable[[EntryPoint, ModuleType], str]
"""Returns a plugin's id; raises if it cannot be used."""


@dataclass(frozen=True, slots=True)
class _Search:
    """A search for plugins: where to look, what imports a plugin, and the results."""

    points: Points = lambda group: entry_points(group=group)
    within: Within[Any] = call
    results: dict[Callable[..., Any], Callable[..., Any]] = field(default_factory=dict)
    """The results by function.

    An error is not stored, so unknown names take no memory.
    """


# One for the process, as modules are: all its threads offer the same games.
_search = _Search()


def once(find: Callable[P, T]) -> Callable[P, T]:
    """Run a function once in a search with the same arguments."""

    @wraps(find)
    def find_once(*given: P.args, **named: P.kwargs) -> T:
        results = _search.results
        if find not in results:
            # Without this cache, entering a trick of four takes 2 s of processor time;
            # with it, 0.15 s.
            results.setdefault(find, cache(find))
        result: T = results[find](*given, **named)
        return result

    return find_once


@contextmanager
def _searching(search: _Search) -> Iterator[None]:
    global _search
    before, _search = _search, search
    try:
        yield
    finally:
        _search = before


def loading(within: Within[Any]) -> AbstractContextManager[None]:
    """Run the block with `within` importing and describing each plugin."""
    return _searching(replace(_search, within=within))


def finding(points: Points) -> AbstractContextManager[None]:
    """Run the block with these entry points instead of the environment's."""
    return _searching(_Search(points, _search.within))


def look_again() -> None:
    """Forget all results, so that the next use looks for plugins again."""
    global _search
    _search = _Search(_search.points, _search.within)


@contextmanager
def beside(*points: EntryPoint) -> Iterator[None]:
    """Run the block with these plugins added, for instance games on trial.

    A plugin with the name of an installed one replaces it.
    """
    points_before = _search.points
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


@once
def plugins_in(group: str) -> tuple[EntryPoint, ...]:
    """Return the entry points of a group, as `GAMES`."""
    return tuple(sorted(_search.points(group)))


def house_rules_in(point: EntryPoint, game: ModuleType) -> Iterator[EntryPoint]:
    """Yield an entry point for each public house rule in a game's package."""
    # Only names are listed: a package may be in a zip file.
    folders = [str(Path(folder, OWN_HOUSE_RULES)) for folder in _folders_of(game)]
    for module in iter_modules(folders):
        if not module.name.startswith("_"):
            name = f"{point.name}-{module.name.replace('_', '-')}"
            value = f"{game.__name__}.{OWN_HOUSE_RULES}.{module.name}"
            own = EntryPoint(name, value, HOUSE_RULES)
            # It belongs to its game's distribution, as `importlib.metadata` expresses
            # it.
            vars(own)["dist"] = point.dist
            yield own


def _folders_of(module: ModuleType) -> Iterable[str]:
    return getattr(module, "__path__", ())


@dataclass(frozen=True, slots=True)
class Loaded:
    """Usable plugins by id, and, by entry point, why others are not."""

    offered: Mapping[str, Plugin]
    broken: Mapping[str, str]


@once
def installed() -> Installed:
    """Return everything installed, imported; broken plugins are listed apart.

    If two have one id, Referee's own wins. If neither is Referee's, neither is usable,
    since nobody could tell which one a table uses.
    """
    games = dict[str, ModuleType]()
    broken: dict[str, str] = {}
    for id in dict.fromkeys(point.name for point in plugins_in(GAMES)):
        loaded = _load_game(id)
        broken |= loaded.broken
        games |= _modules_of(loaded)

    rules_by_game, broken_rules = _rules_of_others()
    broken |= broken_rules
    for game, plugins in rules_by_game.items():
        if game not in games:
            why = f"it is a house rule for the game {game!r}, and no game has that id"
            broken |= {
                point.name: describe_error(LookupError(why)) for point, _ in plugins
            }

    house_rules = {}
    for game in games:
        loaded = _load_house_rules(game)
        broken |= loaded.broken
        house_rules[game] = _modules_of(loaded)

    broken |= load_movements().broken
    broken |= _load_languages().broken
    return Installed(games, house_rules, broken)


def installed_languages() -> Mapping[str, ModuleType]:
    """Return the packages of languages by code (`de`), without importing games.

    English has no package.
    """
    return _modules_of(_load_languages())


def find_game(id: str) -> ModuleType | None:
    """Return an installed game, without importing others; None if absent or broken."""
    try:
        _, module = _find_plugin(id)
    except UnknownGameError:
        return None
    return module


def _modules_of(loaded: Loaded) -> Mapping[str, ModuleType]:
    return {id: module for id, (_, module) in loaded.offered.items()}


def _find_plugin(id: str) -> Plugin:
    offered = _load_game(id).offered
    if id not in offered:
        raise UnknownGameError(id)
    return offered[id]


@once
def _load_game(id: str) -> Loaded:
    """Load the game with this id.

    Raise UnknownGameError if no entry point has this name.
    """
    points = [point for point in plugins_in(GAMES) if point.name == id]
    if not points:
        raise UnknownGameError(id)
    return _load_all(points, id_of_game)


@once
def _load_house_rules(game: str) -> Loaded:
    """Load a game's house rules, its own and those of other packages."""
    point, module = _find_plugin(game)
    rules_by_game, _ = _rules_of_others()
    points = [rule for rule, _ in rules_by_game.get(game, ())]

    named = {rule.module for rule in plugins_in(HOUSE_RULES)}
    for own in house_rules_in(point, module):
        if own.module not in named:
            points.append(own)
    return _load_all(points, partial(_id_of_rule, game, module))


@once
def _rules_of_others() -> tuple[Mapping[str, Sequence[Plugin]], Mapping[str, str]]:
    """Import other packages' house rules, which alone know their games."""
    return _load_each(plugins_in(HOUSE_RULES), _game_of_rule)


@once
def _load_languages() -> Loaded:
    return _load_all(plugins_in(LANGUAGES), _code_of_language)


@once
def load_movements() -> Loaded:
    """Return the movements that can be used, and why others cannot."""
    return _load_all(plugins_in(MOVEMENTS), id_of_movement)


def _load_all(points: Iterable[EntryPoint], id_of: IdOf) -> Loaded:
    """Load these plugins, and choose one for each id."""
    by_id, broken = _load_each(points, id_of)
    offered = {}
    for id, plugins in by_id.items():
        chosen = _choose(id, plugins, broken)
        if chosen is not None:
            offered[id] = chosen
    return Loaded(offered, broken)


def _load_each(
    points: Iterable[EntryPoint], id_of: IdOf
) -> tuple[dict[str, list[Plugin]], dict[str, str]]:
    """Return loaded plugins by id, and why others failed, by name."""
    by_id: dict[str, list[Plugin]] = {}
    broken: dict[str, str] = {}
    for point in points:
        # Referee's own plugins neither hang nor print.
        within = call if is_ours(point) else _search.within
        try:
            id, module = within(partial(_load, point, id_of))
        except KeyboardInterrupt:
            raise
        # A stranger's plugin may fail in any way; others go on.
        except BaseException as error:
            where = locate_failure(error)
            why = describe_error(error)
            broken[point.name] = f"{why} ({where})" if where else why
        else:
            by_id.setdefault(id, []).append((point, module))
    return by_id, broken


def _load(point: EntryPoint, id_of: IdOf) -> tuple[str, ModuleType]:
    module = point.load()
    return id_of(point, module), module


def _choose(
    id: str, plugins: Sequence[Plugin], broken: dict[str, str]
) -> Plugin | None:
    """Return the usable one of several plugins with one id; None if none is.

    Write into `broken` why the others are not.
    """
    if len(plugins) == 1:
        return plugins[0]

    ours = [plugin for plugin in plugins if is_ours(plugin[0])]
    chosen = ours[0] if len(ours) == 1 else None
    outcome = "none of them is offered: take all but one away"
    if chosen:
        outcome = "Referee's own stays"
    for plugin in plugins:
        if plugin is not chosen:
            name = f"{plugin[0].name} ({plugin[0].value})"
            broken[name] = f"another has the id {id!r} too; {outcome}"
    return chosen


def is_ours(point: EntryPoint) -> bool:
    """Return whether this plugin comes with Referee."""
    return point.dist is not None and point.dist.name == "referee"


def advise_one_id(name: str, module: str, id: str) -> str:
    """Return advice for an entry point with another name than the plugin's id."""
    return (
        f'write `{id} = "{module}"` in pyproject.toml and install it again, or '
        f'`id="{name}"` in the code'
    )


def id_of_game(point: EntryPoint, module: ModuleType) -> str:
    """Return a game's id; raise ValueError unless it equals its entry point's name."""
    return _require_name(point, module, "game", Rulebook(module).game.id)


def id_of_movement(point: EntryPoint, module: ModuleType) -> str:
    """Return a movement's id; raise as `id_of_game`."""
    return _require_name(point, module, "movement", MovementRules(module).movement.id)


def _require_name(point: EntryPoint, module: ModuleType, kind: str, id: str) -> str:
    if id != point.name:
        raise ValueError(
            f"the {kind} calls itself {id!r}, its entry point {point.name!r}: "
            f"{advise_one_id(point.name, point.value, id)} ({module.__file__})"
        )
    return id


def _game_of_rule(_point: EntryPoint, module: ModuleType) -> str:
    return str(module.describe_house_rule().game)


def _id_of_rule(
    game: str, game_module: ModuleType, _point: EntryPoint, module: ModuleType
) -> str:
    of_game = module.describe_house_rule().game
    if of_game != game:
        raise LookupError(
            f"it is a house rule for the game {of_game!r}, in the package of {game!r}"
        )
    [rule] = Rulebook(game_module, [module]).house_rules
    return rule.id


def _code_of_language(point: EntryPoint, module: ModuleType) -> str:
    code = point.name
    if not re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]+)*", code) or code == ENGLISH.code:
        raise ValueError(
            f"{code!r} is no code of a language other than English, as browsers name it"
        )
    if not _folders_of(module):
        raise ValueError(
            f"{module.__name__} is no package: it has no folder for its catalogues"
        )
    return code


@once
def rulebook(game: str, house_rules: tuple[str, ...] = ()) -> Rulebook:
    """Return the rulebook of a game with these house rules.

    Raise UnknownGameError or UnknownHouseRuleError if not installed. It imports no
    other game, and house rules only if some are chosen.
    """
    _, module = _find_plugin(game)
    if not house_rules:
        return Rulebook(module)
    own = _modules_of(_load_house_rules(game))
    for rule in house_rules:
        if rule not in own:
            raise UnknownHouseRuleError(rule)
    return Rulebook(module, [own[rule] for rule in house_rules])


def house_rules_of(game: str) -> Mapping[str, HouseRule]:
    """Return the installed house rules of a game by id."""
    house_rules: dict[str, HouseRule] = {}
    if find_game(game) is not None:
        for id in _modules_of(_load_house_rules(game)):
            [house_rules[id]] = rulebook(game, (id,)).house_rules
    return house_rules
