"""Finding the games that are to be checked: one that is installed, or those in a file or folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

from referee.plugin.discovery import GAMES, HOUSE_RULES, plugins_in
from referee.plugin.game_faults import raised
from referee.plugin.loose_games import PROJECT, NoGameError, failed_at, import_loose, load_point, project_points
from referee.testing.calling_off import called_off
from referee.testing.checks.checked_game import ENTRIES, CheckedGame
from referee.testing.flaw import Flaw, told_from_here

NAME = "import"
WHY = "A game is a module that others import."
INSTEAD = "Have it imported without an error: `python -c 'import …'` shows the whole of it."


def found_games(name: str, entries: int = ENTRIES) -> Iterator[CheckedGame | Flaw]:
    """The games that are meant by this: the id of an installed one, a file, or the folder of a package or a project.

    In place of a game that cannot be imported a flaw that says why. NoGameError where none is meant.
    """
    place = Path(name)
    installed = [point for point in plugins_in(GAMES) if point.name == name]
    if installed:
        yield from (_of_point(point, plugins_in(HOUSE_RULES), entries, EntryPoint.load) for point in installed)
    elif (place / PROJECT).is_file():
        points = project_points(place)
        rules = [point for point in points if point.group == HOUSE_RULES]
        load = partial(load_point, place=place)
        yield from (_of_point(point, rules, entries, load) for point in points if point.group == GAMES)
    elif place.exists():
        loaded = _imported(lambda: import_loose(place), place)
        yield loaded if isinstance(loaded, Flaw) else CheckedGame(loaded, entries=entries)
    else:
        raise NoGameError(f"No installed game is called {name!r}, and there is no file or folder of that name.")


def _of_point(
    point: EntryPoint, rules: Iterable[EntryPoint], entries: int, load: Callable[[EntryPoint], ModuleType]
) -> CheckedGame | Flaw:
    """A game with the house rules of its own package."""
    game = _imported(partial(load, point), Path(point.value))
    if isinstance(game, Flaw):
        return game
    own = {one.name: one for one in rules if one.module.partition(".")[0] == point.module.partition(".")[0]}
    loaded = {name: _imported(partial(load, one), Path(one.value)) for name, one in own.items()}
    wrong = next((one for one in loaded.values() if isinstance(one, Flaw)), None)
    modules = {name: one for name, one in loaded.items() if isinstance(one, ModuleType)}
    return wrong or CheckedGame(game, modules, point.name, entries)


def _imported(load: Callable[[], ModuleType], place: Path) -> ModuleType | Flaw:
    try:
        with called_off():
            return load()
    except (KeyboardInterrupt, NoGameError):
        raise
    except BaseException as error:  # a stranger's game may fail in any way
        what = f"It cannot be imported: {raised(error)}."
        return Flaw(NAME, told_from_here(failed_at(error, place)), what, WHY, INSTEAD)
