"""Games that are not installed: a file, a package's folder, or the folder of a project, imported from where it stands.

What is found is given as entry points, as if it were installed: `discovery.beside` offers it.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from referee.plugin.discovery import GAMES, HOUSE_RULES

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
    """The entry points in the pyproject.toml of this folder, whose modules can be imported from now on; NoGameError."""
    try:
        told = tomllib.loads((folder / PROJECT).read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise NoGameError(f"{folder / PROJECT} cannot be read: {error}.") from error
    groups = told.get("project", {}).get("entry-points", {})
    if not groups.get(GAMES):
        wanted = f'a line `id = "module"` in [project.entry-points.{GAMES}]'
        raise NoGameError(f"{folder / PROJECT} names no game: it needs {wanted}.")
    for place in (folder, folder / SOURCES):
        _import_from(place)
    named = [(group, *one) for group in (GAMES, HOUSE_RULES) for one in groups.get(group, {}).items()]
    return tuple(EntryPoint(name, module, group) for group, name, module in named)


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
    return sys.modules[name] if name in sys.modules else _imported(name, source)


def _imported(name: str, source: Path) -> ModuleType:
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
