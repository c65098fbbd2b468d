"""Games that are not installed: a file, a package's folder, or the folder of a project,
imported from where it stands.

They are found as entry points, as if they were installed: `discovery.beside` offers
them. Their folder comes first in `sys.path` from then on, so that nothing else of their
name is imported.
"""

import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib import import_module, invalidate_caches
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

from referee.plugin.discovery import GAMES, HOUSE_RULES

PROJECT = "pyproject.toml"
SOURCES = "src"
"""Where a project may have its packages, if not beside its pyproject.toml."""


class NoGameError(Exception):
    """There is no game in this place; the message says what was looked for."""


def loose_points(place: Path) -> tuple[EntryPoint, ...]:
    """The entry points of what stands in this place: of one game, or of all games and
    house rules of a project.

    Raises NoGameError, and whatever importing a game raises.
    """
    if (place / PROJECT).is_file():
        return project_points(place)
    module = import_loose(place)
    return (EntryPoint(module.describe_game().id, module.__name__, GAMES),)


def project_points(folder: Path) -> tuple[EntryPoint, ...]:
    """Return the entry points in the pyproject.toml of this folder; NoGameError where
    it names no game.
    """
    try:
        told = tomllib.loads((folder / PROJECT).read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise NoGameError(f"{folder / PROJECT} cannot be read: {error}.") from error
    groups = _table(_table(told, "project"), "entry-points")
    named = [
        (group, *one)
        for group in (GAMES, HOUSE_RULES)
        for one in _table(groups, group).items()
    ]
    unreadable = [
        name
        for _group, name, value in named
        if not EntryPoint.pattern.match(str(value))
    ]
    if unreadable or not _table(groups, GAMES):
        lacks = (
            f"does not say which module is {unreadable[0]!r}"
            if unreadable
            else "names no game"
        )
        wanted = f'a line `id = "module"` in [project.entry-points.{GAMES}]'
        raise NoGameError(f"{folder / PROJECT} {lacks}: it needs {wanted}.")
    for base in _bases_of(folder):
        _import_from(base)
    return tuple(EntryPoint(name, str(module), group) for group, name, module in named)


def _table(within: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """The table of this name; an empty one where there is none, or where something else
    stands in its place.
    """
    found = within.get(name)
    return found if isinstance(found, Mapping) else {}


def own_points(folder: Path) -> tuple[EntryPoint, ...]:
    """Return the entry points of the project in this folder whose modules stand there;
    NoGameError as above.
    """
    return tuple(
        point for point in project_points(folder) if any(_package_in(folder, point))
    )


def files_of(place: Path) -> tuple[Path, ...]:
    """The files and folders that the games in this place are made of: beside a file
    those that it may import.
    """
    if (place / PROJECT).is_file():
        return (place / PROJECT, *_packages_of(place))
    if place.is_dir():
        return (place.resolve(),)
    return tuple(
        file
        for kind in ("*.py", "*.toml")
        for file in sorted(place.resolve().parent.glob(kind))
    )


def _packages_of(folder: Path) -> Iterator[Path]:
    """Yield the packages and modules of a project that its entry points name, as far as
    these can be read.
    """
    with suppress(NoGameError, OSError):
        yield from dict.fromkeys(
            found
            for point in project_points(folder)
            for found in _package_in(folder, point)
        )


def _package_in(folder: Path, point: EntryPoint) -> Iterator[Path]:
    """Yield the folder or the file of an entry point's package, wherever it stands in
    the folder of a project.
    """
    name = point.module.partition(".")[0]
    yield from (
        found
        for base in _bases_of(folder)
        for found in (base / name, base / f"{name}.py")
        if found.exists()
    )


def _bases_of(folder: Path) -> tuple[Path, Path]:
    """Where the packages of a project may stand."""
    return folder.resolve(), folder.resolve() / SOURCES


def import_loose(place: Path) -> ModuleType:
    """Import the module in this file, or the package in this folder.

    Raise NoGameError where there is none, or where another module of its name is
    imported already; and whatever importing it raises.
    """
    source = (place / "__init__.py" if place.is_dir() else place).resolve()
    if source.suffix != ".py" or not source.is_file():
        raise NoGameError(
            f"{place} is no game: it is neither a .py file nor a folder with "
            f"__init__.py or {PROJECT}."
        )
    package = source.parent if place.is_dir() else source
    _import_from(package.parent)
    module = import_module(package.stem)
    if module.__file__ != str(source):
        raise NoGameError(
            f"{place} has the name of {module.__file__}, which is in use: give it "
            "another name."
        )
    return module


def _import_from(folder: Path) -> None:
    """Look for modules in this folder before all others."""
    sys.path[:] = [str(folder), *(place for place in sys.path if place != str(folder))]
    invalidate_caches()
