"""Finding the games that are to be checked: one that is installed, or those in a file or folder."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

from referee.plugin.discovery import GAMES, HOUSE_RULES, installed, plugins_in
from referee.plugin.game_faults import raised
from referee.plugin.loose_games import PROJECT, NoGameError, failed_at, import_loose, load_point, project_points
from referee.testing.checks.checked_game import ENTRIES, CheckedGame
from referee.testing.flaw import Flaw, told_from_here
from referee.testing.sources import hooks_of, place_of_function

NAME = "import"
WHY = "A game is a module that others import."
INSTEAD = "Have it imported without an error: `python -c 'import …'` shows the whole of it."


def found_games(name: str, entries: int = ENTRIES) -> Iterator[CheckedGame | Flaw]:
    """The games that are meant by this: the id of an installed one, a file, or the folder of a package or a project.

    Each has its house rules. In place of what cannot be imported a flaw that says why. NoGameError where no game is
    meant.
    """
    place = Path(name)
    here = [point for point in plugins_in(GAMES) if point.name == name]
    if here:
        yield from _with_rules(here, _rules_for(here), entries, EntryPoint.load)
    elif (place / PROJECT).is_file():
        points = project_points(place)
        games, rules = ([point for point in points if point.group == group] for group in (GAMES, HOUSE_RULES))
        yield from _with_rules(games, rules, entries, partial(load_point, place=place))
    elif place.exists():
        loaded = _imported(lambda: import_loose(place), place)
        yield loaded if isinstance(loaded, Flaw) else _no_house_rule(CheckedGame(loaded, entries=entries))
    else:
        raise NoGameError(f"No installed game is called {name!r}, and there is no file or folder of that name.")


def flaw_of_plugin(point: EntryPoint) -> Flaw | None:
    """Why this cannot be imported, or does not say which house rule it is; None where nothing keeps it from that."""
    loaded = _imported(point.load, Path(point.value))
    if isinstance(loaded, Flaw):
        return loaded
    return _flaw_of_rule(loaded) if point.group == HOUSE_RULES else None


def _flaw_of_rule(rule: ModuleType) -> Flaw | None:
    try:
        rule.describe_house_rule()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a stranger's house rule may fail in any way
        what = f"It does not say which house rule it is: {raised(error)}."
        where = told_from_here(failed_at(error, Path(rule.__file__ or rule.__name__)))
        return Flaw(NAME, where, what, "Nobody could choose it.", "Let `describe_house_rule` return a `HouseRule`.")
    return None


def _rules_for(games: Sequence[EntryPoint]) -> list[EntryPoint]:
    """The installed house rules for an installed game, and those of its own package that could not be loaded."""
    chosen = {rule.__name__ for game in games for rule in installed().house_rules.get(game.name, {}).values()}
    others = {rule.__name__ for rules in installed().house_rules.values() for rule in rules.values()} - chosen
    packages = {_package_of(game) for game in games}
    return [
        rule
        for rule in plugins_in(HOUSE_RULES)
        if rule.module in chosen or (rule.module not in others and _package_of(rule) in packages)
    ]


def _package_of(point: EntryPoint) -> str:
    return point.module.partition(".")[0]


def _with_rules(
    games: Sequence[EntryPoint],
    rules: Sequence[EntryPoint],
    entries: int,
    load: Callable[[EntryPoint], ModuleType],
) -> Iterator[CheckedGame | Flaw]:
    """These games, each with the house rules that say they are for it; one for no game that there is with the first.

    One for another installed game is checked with that.
    """
    loaded = {point: _imported(partial(load, point), Path(point.value)) for point in (*games, *rules)}
    yield from dict.fromkeys(one for one in loaded.values() if isinstance(one, Flaw))
    modules = {point: one for point, one in loaded.items() if isinstance(one, ModuleType)}
    by_name = {point.name: modules[point] for point in games if point in modules}
    own: dict[str, dict[str, ModuleType]] = {name: {} for name in by_name}
    for rule in (rule for rule in rules if rule in modules):
        told = _game_of(modules[rule])
        if told not in by_name and told in installed().games:
            by_name[told] = installed().games[told]
        told = told if told in by_name else next(iter(by_name), "")
        own.setdefault(told, {})[rule.name] = modules[rule]
    yield from (CheckedGame(game, own[name], name, entries) for name, game in by_name.items())


def _game_of(rule: ModuleType) -> str:
    """The id of the game that a house rule is for; empty where it cannot say so."""
    try:
        return str(rule.describe_house_rule().game)
    except KeyboardInterrupt:
        raise
    except BaseException:  # a stranger's house rule may fail in any way; the check of it says how
        return ""


def _no_house_rule(found: CheckedGame) -> CheckedGame | Flaw:
    """The same; a flaw where it is a house rule, which is no game."""
    hooks = hooks_of(found.game)
    if "describe_house_rule" not in hooks or "describe_game" in hooks:
        return found
    why = "It wraps the hooks of a game, and can only be played with that."
    instead = f"Name the folder of the project, whose {PROJECT} names the game and its house rules."
    where = told_from_here(place_of_function(hooks["describe_house_rule"]))
    return Flaw(NAME, where, "This is a house rule: check the project.", why, instead)


def _imported(load: Callable[[], ModuleType], place: Path) -> ModuleType | Flaw:
    try:
        return load()
    except (KeyboardInterrupt, NoGameError):
        raise
    except BaseException as error:  # a stranger's game may fail in any way
        what = f"It cannot be imported: {raised(error)}."
        return Flaw(NAME, told_from_here(failed_at(error, place)), what, WHY, INSTEAD)
