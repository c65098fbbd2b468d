"""Finding what to check: what is installed, or what a file or folder holds."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

from referee.plugin.advice import advise_importing
from referee.plugin.discovery import (
    GAMES,
    HOUSE_RULES,
    MOVEMENTS,
    house_rules_in,
    installed,
    plugins_in,
)
from referee.plugin.game_faults import describe_error, locate_failure
from referee.plugin.hooks import locate_function
from referee.plugin.loose_games import (
    PROJECT,
    NoGameError,
    import_loose,
    importable_points,
)
from referee.testing.checks.check_movement import CheckedMovement
from referee.testing.checks.game_under_check import ENTRIES, CheckedGame
from referee.testing.flaw import Flaw, relative_to_here
from referee.testing.sources import hooks_of

WHY = "A game is a module that others import."
ONLY_A_HOUSE_RULE = "This is a house rule: check the project."
WRAPS = "It wraps the hooks of a game, and can only be played with that."
CHECK_ITS_GAME = (
    "Name the folder of the game's package, if it stands in its folder `house_rules`; "
    f"or that of the project, whose {PROJECT} names the game and its house rules."
)


Checked = CheckedGame | CheckedMovement


def names_folder(name: str) -> bool:
    """Return whether a name is that of a folder here that holds a plugin."""
    path = Path(name)
    return (path / PROJECT).is_file() or (path / "__init__.py").is_file()


def find_games(name: str, entries: int = ENTRIES) -> Iterator[Checked | Flaw]:
    """Yield what an id, a file, or the folder of a package or project names.

    A folder here goes before an id. A game has its house rules. A module that cannot be
    imported yields a flaw. Raise NoGameError if none is found.
    """
    for group in () if names_folder(name) else (GAMES, MOVEMENTS):
        named = [point for point in plugins_in(group) if point.name == name]
        if len(named) > 1:
            modules = ", ".join(point.module for point in named)
            what = f"Several that are installed are called {name!r}: {modules}."
            why = "Of these none is offered, but one that comes with Referee."
            instead = "Take all but one away, or give one another id."
            yield Flaw(f"{named[0].module}:1", what, why, instead)
        for point in named:
            rules = [rule for rule in plugins_in(HOUSE_RULES) if _is_for(rule, point)]
            yield from _load((point, *rules), entries)
        if named:
            return
    path = Path(name)
    if (path / PROJECT).is_file():
        yield from _load(importable_points(path), entries)
    elif path.exists():
        yield from _load_loose(path, entries)
    else:
        raise NoGameError(
            f"No installed game is called {name!r}, no movement, and no file or folder "
            "here."
        )


def _is_for(rule: EntryPoint, game: EntryPoint) -> bool:
    """Return whether a house rule is for this game; a broken one by its package."""
    for id, house_rules in installed().house_rules.items():
        if any(module.__name__ == rule.module for module in house_rules.values()):
            return id == game.name
    return rule.module.partition(".")[0] == game.module.partition(".")[0]


def _load(points: Sequence[EntryPoint], entries: int) -> Iterator[Checked | Flaw]:
    """Yield these plugins, games with house rules, and a flaw for each broken module.

    A house rule for another installed game is checked with that; one for no known game,
    with the first.
    """
    flaws = dict[Flaw, None]()
    games = {}
    house_rules = {}
    for point, module in _import_with_house_rules(points).items():
        if isinstance(module, Flaw):
            flaws[module] = None
        elif point.group == MOVEMENTS:
            yield CheckedMovement(module, point.name)
        elif point.group == GAMES:
            games[point.name] = module
        else:
            house_rules[point.name] = module
    yield from flaws

    rules_of = defaultdict[str, dict[str, ModuleType]](dict)
    for name, module in house_rules.items():
        id = _game_of(module)
        if id not in games and id in installed().games:
            games[id] = installed().games[id]
        if id not in games:
            id = next(iter(games), "")
        rules_of[id][name] = module
    for id, game in games.items():
        yield CheckedGame(game, rules_of[id], id, entries)


def _import_with_house_rules(
    points: Sequence[EntryPoint],
) -> dict[EntryPoint, ModuleType | Flaw]:
    """Import these plugins, and the house rules in the games' packages."""
    named = {point.module for point in points}
    loaded = _import_all(points)
    for point, module in [*loaded.items()]:
        if point.group == GAMES and isinstance(module, ModuleType):
            own = house_rules_in(point, module)
            loaded |= _import_all(rule for rule in own if rule.module not in named)
    return loaded


def _game_of(rule: ModuleType) -> str:
    """Return the id of a house rule's game; empty if it fails."""
    try:
        return str(rule.describe_house_rule().game)
    except KeyboardInterrupt:
        raise
    # A stranger's house rule may fail in any way; its check reports how.
    except BaseException:
        return ""


def _load_loose(path: Path, entries: int) -> Iterator[Checked | Flaw]:
    """Yield what is here, a game with its house rules, and flaws for broken modules."""
    game = _imported(partial(import_loose, path), path)
    if isinstance(game, Flaw):
        yield game
        return

    hooks = hooks_of(game)
    if "describe_movement" in hooks:
        yield CheckedMovement(game)
        return
    if "describe_house_rule" in hooks and "describe_game" not in hooks:
        where = relative_to_here(locate_function(hooks["describe_house_rule"]))
        yield Flaw(where, ONLY_A_HOUSE_RULE, WRAPS, CHECK_ITS_GAME)
        return

    house_rules = {}
    point = EntryPoint(game.__name__, game.__name__, GAMES)
    for rule, module in _import_all(house_rules_in(point, game)).items():
        if isinstance(module, Flaw):
            yield module
        else:
            house_rules[rule.name] = module
    yield CheckedGame(game, house_rules, entries=entries)


def _import_all(points: Iterable[EntryPoint]) -> dict[EntryPoint, ModuleType | Flaw]:
    return {point: _imported(point.load, Path(point.value)) for point in points}


def _imported(load: Callable[[], ModuleType], path: Path) -> ModuleType | Flaw:
    try:
        return load()
    except (KeyboardInterrupt, NoGameError):
        raise
    except BaseException as error:  # a stranger's game may fail in any way
        where = relative_to_here(locate_failure(error, path) or f"{path}:1")
        what = f"It cannot be imported: {describe_error(error)}."
        return Flaw(where, what, WHY, advise_importing(error))
