"""Which games, house rules and languages are installed: found by entry points, each
imported when first asked for.

A game's entry point is named like the game, so that one is found and imported without
any other.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from operator import call
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, TypeVar

from referee.lazy_dataclass import frozen
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


@frozen
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
"""Runs some work and returns its result, or stops it."""


_within: Within[Any] = call


IdOf = Callable[[EntryPoint, ModuleType], Id]
"""Asks a plugin for its id; raises where it cannot be offered."""


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
    look_again()
    try:
        yield
    finally:
        _points = before
        look_again()


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


@cache
def plugins_in(group: str) -> tuple[EntryPoint, ...]:
    """Return the entry points of `GAMES`, `HOUSE_RULES` or `LANGUAGES`, sorted and read
    once.
    """
    return tuple(sorted(_points(group)))


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


def look_again() -> None:
    """Forget all that was found: plugins are looked for when next asked for."""
    for remembered in (
        plugins_in,
        installed,
        rulebook,
        _load_game,
        _load_house_rules,
        _rules_of_others,
        _load_languages,
    ):
        remembered.cache_clear()


@frozen
class _Loaded:
    """The plugins that can be offered, by id, and, by entry point name, why others
    cannot.
    """

    offered: Mapping[Id, Plugin]
    broken: Mapping[str, str]


@cache
def installed() -> Installed:
    """Return all that is installed, imported; a plugin that cannot be loaded is left
    out, and named among the broken ones.

    Where two have the same id, Referee's own is kept. If neither is Referee's own,
    neither is offered, since nobody could say which of them a table was opened with.
    """
    games = {}
    broken: dict[str, str] = {}
    for id in dict.fromkeys(point.name for point in plugins_in(GAMES)):
        loaded = _load_game(id)
        broken |= loaded.broken
        for _, module in loaded.offered.values():
            games[id] = module

    rules_by_game, broken_rules = _rules_of_others()
    broken |= broken_rules
    for (game,), plugins in rules_by_game.items():
        if game not in games:
            why = f"it is a house rule for the game {game!r}, which is not installed"
            broken |= {point.name: raised(LookupError(why)) for point, _ in plugins}

    house_rules = {}
    for game in games:
        loaded = _load_house_rules(game)
        broken |= loaded.broken
        house_rules[game] = _modules_of(loaded)

    broken |= _load_languages().broken
    return Installed(games, house_rules, installed_languages(), broken)


def installed_languages() -> Mapping[str, ModuleType]:
    """Return the packages of languages by code; no game is imported."""
    return _modules_of(_load_languages())


def find_game(id: str) -> ModuleType | None:
    """Return an installed game; None where it is not installed, or broken. No other is
    imported.
    """
    try:
        _, module = _find_plugin(id)
    except UnknownGameError:
        return None
    return module


def _modules_of(loaded: _Loaded) -> Mapping[str, ModuleType]:
    return {id[-1]: module for id, (_, module) in loaded.offered.items()}


def _find_plugin(id: str) -> Plugin:
    offered = _load_game(id).offered
    if (id,) not in offered:
        raise UnknownGameError(id)
    return offered[id,]


@cache
def _load_game(id: str) -> _Loaded:
    """Load the game of this id; UnknownGameError where no entry point has its name.

    What is raised is not cached: whoever asks for many names fills no memory.
    """
    points = [point for point in plugins_in(GAMES) if point.name == id]
    if not points:
        raise UnknownGameError(id)
    return _load_all(points, id_of_game)


@cache
def _load_house_rules(game: str) -> _Loaded:
    """Load the house rules of a game: those of other packages, and those in its own."""
    point, module = _find_plugin(game)
    rules_by_game, _ = _rules_of_others()
    points = [rule for rule, _ in rules_by_game.get((game,), ())]

    named = {rule.module for rule in plugins_in(HOUSE_RULES)}
    for own in house_rules_in(point, module):
        if own.module not in named:
            points.append(own)
    return _load_all(points, partial(_id_of_rule, game, module))


@cache
def _rules_of_others() -> tuple[Mapping[Id, Sequence[Plugin]], Mapping[str, str]]:
    """Import the house rules of other packages: only they can say for which game they
    are.
    """
    return _load_each(plugins_in(HOUSE_RULES), _game_of_rule)


@cache
def _load_languages() -> _Loaded:
    return _load_all(plugins_in(LANGUAGES), _code_of_language)


def _load_all(points: Iterable[EntryPoint], id_of: IdOf) -> _Loaded:
    """Load these plugins, and choose between those of one id."""
    by_id, broken = _load_each(points, id_of)
    offered = {}
    for id, plugins in by_id.items():
        chosen = _choose(id, plugins, broken)
        if chosen is not None:
            offered[id] = chosen
    return _Loaded(offered, broken)


def _load_each(
    points: Iterable[EntryPoint], id_of: IdOf
) -> tuple[dict[Id, list[Plugin]], dict[str, str]]:
    """Return all plugins that can be loaded, by id; and why others cannot, by name."""
    by_id: dict[Id, list[Plugin]] = {}
    broken: dict[str, str] = {}
    for point in points:
        # What comes with the referee neither hangs nor prints.
        within = call if _is_ours(point) else _within
        try:
            id, module = within(partial(_load, point, id_of))
        except KeyboardInterrupt:
            raise
        # A stranger's plugin may fail in any way; the others go on.
        except BaseException as error:
            where = failed_at(error)
            why = raised(error)
            broken[point.name] = f"{why} ({where})" if where else why
        else:
            by_id.setdefault(id, []).append((point, module))
    return by_id, broken


def _load(point: EntryPoint, id_of: IdOf) -> tuple[Id, ModuleType]:
    module = point.load()
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


def _game_of_rule(_point: EntryPoint, module: ModuleType) -> Id:
    return (str(module.describe_house_rule().game),)


def _id_of_rule(
    game: str, game_module: ModuleType, _point: EntryPoint, module: ModuleType
) -> Id:
    of_game = module.describe_house_rule().game
    if of_game != game:
        raise LookupError(
            f"it is a house rule for the game {of_game!r}, in the package of {game!r}"
        )
    [rule] = Rulebook(game_module, [module]).house_rules
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

    No other game is imported, nor are house rules where none is chosen.
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
    """Return the installed house rules of a game, by id."""
    rules: dict[str, HouseRule] = {}
    if find_game(game) is not None:
        for id in _modules_of(_load_house_rules(game)):
            [rules[id]] = rulebook(game, (id,)).house_rules
    return rules
