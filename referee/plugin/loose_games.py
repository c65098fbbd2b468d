"""Loose games and movements: a file, a package's folder, or a project, in place.

`discovery.beside` offers loose games like installed ones, as entry points. Their folder
comes first in `sys.path` from then on, so that Python imports nothing else of their
name.
"""

import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from difflib import get_close_matches
from importlib import import_module, invalidate_caches
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from referee.plugin.discovery import GAMES, HOUSE_RULES, MOVEMENTS

PROJECT = "pyproject.toml"
SOURCES = "src"
"""Folders of a project that may contain its packages, besides its root."""


class NoGameError(Exception):
    """No game is at this path; the message says what was looked for."""


def loose_points(path: Path) -> tuple[EntryPoint, ...]:
    """Return the entry points of one game or movement, or of a project's plugins.

    Raise NoGameError if there is none, and anything that importing a game raises.
    """
    if (path / PROJECT).is_file():
        return importable_points(path)
    module = import_loose(path)
    if hasattr(module, "describe_movement"):
        id = module.describe_movement().id
        return (EntryPoint(id, module.__name__, MOVEMENTS),)
    return (EntryPoint(module.describe_game().id, module.__name__, GAMES),)


def project_points(folder: Path) -> tuple[EntryPoint, ...]:
    """Return the entry points in a folder's pyproject.toml.

    Raise NoGameError if there is none.
    """
    file = folder / PROJECT
    try:
        project = tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise NoGameError(f"{file} cannot be read: {error}.") from error

    groups = _table(_table(project, "project"), "entry-points")
    points = []
    kinds = (GAMES, HOUSE_RULES, MOVEMENTS)
    lack = "" if any(_table(groups, group) for group in kinds) else "names no game"
    for group in kinds:
        for name, module in _table(groups, group).items():
            points.append(EntryPoint(name, str(module), group))
            if not EntryPoint.pattern.match(str(module)):
                lack = lack or f"does not say which module is {name!r}"
    if lack:
        wanted = f'a line `id = "module"` in [project.entry-points.{GAMES}]'
        raise NoGameError(f"{file} {lack}: it needs {wanted}.")
    for base in _bases_of(folder):
        _import_from(base)
    return tuple(points)


def importable_points(folder: Path) -> tuple[EntryPoint, ...]:
    """Return a project's entry points; raise NoGameError if a package is missing."""
    points = project_points(folder)
    for point in points:
        package = point.module.partition(".")[0]
        if find_spec(package) is None:
            beside = [path.stem for path in folder.glob("*")]
            near = get_close_matches(package, beside, n=1)
            there = f"; {near[0]!r} is there" if near else ""
            raise NoGameError(
                f"{folder / PROJECT} says that {point.name!r} is in {package!r}, and "
                f"nothing here is called so{there}."
            )
    return points


def _table(parent: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return the table with this name; an empty one if missing or no table."""
    table = parent.get(name)
    return table if isinstance(table, Mapping) else {}


def own_points(folder: Path) -> tuple[EntryPoint, ...]:
    """Return the project's entry points whose modules are here.

    Raise NoGameError if there is none.
    """
    points = project_points(folder)
    return tuple(point for point in points if any(_packages_in(folder, point)))


def files_of(path: Path) -> tuple[Path, ...]:
    """Return the files of these games, with those a single file may import."""
    project = path / PROJECT
    if project.is_file():
        packages = dict[Path, None]()
        with suppress(NoGameError, OSError):
            for point in project_points(path):
                packages |= dict.fromkeys(_packages_in(path, point))
        return (project, *packages)
    path = path.resolve()
    if path.is_dir():
        return (path,)
    beside = path.parent
    return (*sorted(beside.glob("*.py")), *sorted(beside.glob("*.toml")))


def _packages_in(folder: Path, point: EntryPoint) -> Iterator[Path]:
    """Yield the folders or files of an entry point's package in a project."""
    name = point.module.partition(".")[0]
    for base in _bases_of(folder):
        for package in (base / name, base / f"{name}.py"):
            if package.exists():
                yield package


def _bases_of(folder: Path) -> tuple[Path, Path]:
    """Return the possible folders of a project's packages."""
    folder = folder.resolve()
    return folder, folder / SOURCES


def import_loose(path: Path) -> ModuleType:
    """Import the module in this file, or the package in this folder.

    Raise NoGameError if there is none, or if another module has its name. Raise
    anything that importing it raises.
    """
    package = source = path.resolve()
    if package.is_dir():
        source = package / "__init__.py"
    if source.suffix != ".py" or not source.is_file():
        kinds = f"neither a .py file nor a folder with __init__.py or {PROJECT}"
        raise NoGameError(f"{path} is no game: it is {kinds}.")
    _import_from(package.parent)
    module = import_module(package.stem)
    file = module.__file__
    if file != str(source):
        wrong = f"{path} has the name of {file}, which is in use"
        raise NoGameError(f"{wrong}: give it another name.")
    return module


def _import_from(folder: Path) -> None:
    """Look for modules in this folder first."""
    sys.path[:] = [str(folder), *(path for path in sys.path if path != str(folder))]
    invalidate_caches()
