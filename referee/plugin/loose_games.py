"""Games that are not installed: a file, a package's folder, or the folder of a project, imported from where it stands.

What is found is given as entry points, as if it were installed: `discovery.beside` offers it.
"""

import sys
import tomllib
import traceback
from collections.abc import Iterator, Mapping
from importlib.metadata import EntryPoint
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any

from referee.plugin.discovery import GAMES, HOUSE_RULES
from referee.time_limit import is_of_python

PROJECT = "pyproject.toml"
SOURCES = "src"
"""Where a project may have its packages, if not beside its pyproject.toml."""


class NoGameError(Exception):
    """There is no game in this place; the message says what was looked for."""


def loose_points(place: Path) -> tuple[EntryPoint, ...]:
    """The entry points of what stands in this place: of one game, or of all games and house rules of a project.

    Raises NoGameError, and whatever importing a game raises.
    """
    if (place / PROJECT).is_file():
        return project_points(place)
    module = import_loose(place)
    return (EntryPoint(module.describe_game().id, module.__name__, GAMES),)


def project_points(folder: Path) -> tuple[EntryPoint, ...]:
    """The entry points in the pyproject.toml of this folder, for `load_point`; NoGameError where it names no game."""
    try:
        told = tomllib.loads((folder / PROJECT).read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise NoGameError(f"{folder / PROJECT} cannot be read: {error}.") from error
    groups = _table(_table(told, "project"), "entry-points")
    named = [(group, *one) for group in (GAMES, HOUSE_RULES) for one in _table(groups, group).items()]
    unreadable = [name for _group, name, value in named if not EntryPoint.pattern.match(str(value))]
    if unreadable or not _table(groups, GAMES):
        lacks = f"does not say which module is {unreadable[0]!r}" if unreadable else "names no game"
        wanted = f'a line `id = "module"` in [project.entry-points.{GAMES}]'
        raise NoGameError(f"{folder / PROJECT} {lacks}: it needs {wanted}.")
    for place in _bases_of(folder):
        _import_from(place)
    return tuple(EntryPoint(name, str(module), group) for group, name, module in named)


def _table(within: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """The table of this name; an empty one where there is none, or where something else stands in its place."""
    found = within.get(name)
    return found if isinstance(found, Mapping) else {}


def load_point(point: EntryPoint, place: Path) -> ModuleType:
    """The module of an entry point of what stands in this place: that one, even where another of its name is installed.

    Raises whatever importing it raises.
    """
    import_before_others(point, place)
    module: ModuleType = point.load()
    return module


def import_before_others(point: EntryPoint, place: Path) -> bool:
    """Import the package of an entry point from this place if another of its name would be found; whether it was so.

    Raises whatever importing it raises.
    """
    name = point.module.partition(".")[0]
    own = [base / name for base in _bases_of(place)]
    source = next(
        (one for base in own for one in (base / "__init__.py", base.with_suffix(".py")) if one.is_file()), None
    )
    if source is None or _origin(name) == source:
        return False
    for other in [one for one in sys.modules if one.partition(".")[0] == name]:
        del sys.modules[other]
    import_as(name, source)
    return True


def files_of(place: Path) -> tuple[Path, ...]:
    """The files and folders that the games in this place are made of: beside a file those that it may import."""
    if (place / PROJECT).is_file():
        return (place / PROJECT, *_packages_of(place))
    if place.is_dir():
        return (place.resolve(),)
    return tuple(file for kind in ("*.py", "*.toml") for file in sorted(place.resolve().parent.glob(kind)))


def _packages_of(folder: Path) -> Iterator[Path]:
    """The packages and modules of a project that its entry points name, as far as these can be read."""
    try:
        points = project_points(folder)
    except Exception:  # whatever stands there just now; who loads it is told
        return
    for name in dict.fromkeys(point.module.partition(".")[0] for point in points):
        for base in _bases_of(folder):
            yield from (found for found in (base / name, base / f"{name}.py") if found.exists())


def _bases_of(folder: Path) -> tuple[Path, Path]:
    """Where the packages of a project may stand."""
    return folder.resolve(), folder.resolve() / SOURCES


def import_loose(place: Path) -> ModuleType:
    """The module in this file, or the package in this folder, imported under its own name where nothing else has it.

    Raises NoGameError, and whatever importing it raises.
    """
    source = place / "__init__.py" if place.is_dir() else place
    if source.suffix != ".py" or not source.is_file():
        raise NoGameError(f"{place} is no game: it is neither a .py file nor a folder with __init__.py or {PROJECT}.")
    source = source.resolve()
    _import_from(source.parents[1] if place.is_dir() else source.parent)
    name = _free_name((source.parent.name if place.is_dir() else source.stem).replace("-", "_"), source)
    return sys.modules[name] if name in sys.modules else import_as(name, source)


def import_as(name: str, source: Path) -> ModuleType:
    """The module in this file, or the package of this `__init__.py`, imported by this name; raises whatever that
    raises.
    """
    within = [str(source.parent)] if source.name == "__init__.py" else None
    spec = spec_from_file_location(name, source, submodule_search_locations=within)
    if spec is None or spec.loader is None:
        raise NoGameError(f"{source} cannot be imported.")
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _free_name(name: str, source: Path) -> str:
    """This name, or one like it where something else is called so."""
    return next(free for free in _names(name) if _origin(free) in (None, source))


def _names(name: str) -> Iterator[str]:
    while True:
        yield name
        name = f"loose_{name}"


def _origin(name: str) -> Path | None:
    """The file of the module of this name; None where there is none."""
    try:
        spec = find_spec(name)
    except ValueError:  # it is imported, and was found by nothing: `__main__`
        return Path()
    return None if spec is None else Path(spec.origin or "")


def _import_from(folder: Path) -> None:
    """Modules in this folder can be imported from now on; what can be already comes before them."""
    if str(folder.resolve()) not in sys.path:
        sys.path.append(str(folder.resolve()))


def failed_at(error: BaseException, place: Path) -> str:
    """File and line of what failed while this place was imported: of a file that cannot be parsed where that is, else
    of the innermost step of its own.
    """
    if isinstance(error, SyntaxError) and error.filename is not None:
        return f"{error.filename}:{error.lineno or 1}"
    folder = str(place.resolve() if place.is_dir() else place.resolve().parent)
    strange = _strange_steps(error.__traceback__)
    own = [step for step in strange if step[0].startswith(folder)]
    # What it waits for stands in Python's own library, and is not to blame.
    own = own or [step for step in strange if is_of_game(step[0])] or strange
    return "{}:{}".format(*own[-1]) if own else f"{place}:1"


def _strange_steps(trace: TracebackType | None) -> list[tuple[str, int]]:
    steps = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(trace)]
    return [step for step in steps if is_strange(step[0])]


def is_strange(file: str) -> bool:
    """Whether a file is none of Python's own import, of Referee's, or of what calls hooks for it: a game's, mostly."""
    own = Path(__file__).parents[1] in Path(file).parents
    return not own and not file.startswith("<") and {"importlib", "pluggy"}.isdisjoint(Path(file).parts)


def is_of_game(file: str) -> bool:
    """Whether a file is strange, and none of Python's own library either."""
    return is_strange(file) and not is_of_python(file)
