"""Loose games that are worked on: loading them, why that fails, and whether one of
their files was saved.
"""

import sys
import traceback
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.metadata import EntryPoint
from itertools import dropwhile
from pathlib import Path
from zlib import crc32

from referee.plugin.discovery import GAMES, house_rules_in, id_of_game
from referee.plugin.game_faults import (
    GameFaultError,
    failed_at,
    is_of_game,
    is_strange,
    raised,
)
from referee.plugin.loose_games import files_of, loose_points
from referee.time_limit import with_time_limit

WATCHED = (".py", ".toml", ".po")
"""The endings of the files that a game is made of."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Code of a game that failed: `where` (`hearts.py:12`), `what` it raised, and the
    steps that led there.

    `instead` is what to write; empty where nobody knows.
    """

    where: str
    what: str
    steps: str
    instead: str = ""

    def __str__(self) -> str:
        return "\n".join(
            filter(
                None, (f"{self.where}: {self.what}", self.steps.rstrip(), self.instead)
            )
        )


def failure_of(fault: GameFaultError) -> Failure:
    """Return what there is to tell of a hook that failed."""
    cause = fault.__cause__
    steps = steps_to(cause) if cause is not None else ""
    return Failure(fault.where, f"{fault.hook}: {fault.what}", steps, fault.instead)


def steps_to(error: BaseException) -> str:
    """Return the traceback of an error, as Python prints it, from the first step in a
    game on, without those within Referee. Empty where no step is in a game.
    """
    whole = traceback.TracebackException.from_exception(error)
    part: traceback.TracebackException | None = whole
    seen = set[int]()
    while part is not None and id(part) not in seen:
        seen.add(id(part))
        steps = dropwhile(lambda step: not is_of_game(step.filename), part.stack)
        part.stack = traceback.StackSummary.from_list(
            [step for step in steps if is_strange(step.filename)]
        )
        part = part.__cause__ or part.__context__
    return (
        "".join(whole.format()) if whole.stack or isinstance(error, SyntaxError) else ""
    )


def load_games(places: Sequence[Path]) -> tuple[list[EntryPoint], list[Failure]]:
    """Import the games in these places; return the entry points of those that can be
    played, and why others cannot.
    """
    points, failures = list[EntryPoint](), list[Failure]()
    for place in places:
        try:
            points += with_time_limit(partial(_load, place))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a stranger's game may fail in any way
            where = (
                error.where
                if isinstance(error, GameFaultError)
                else failed_at(error, place) or f"{place}:1"
            )
            cause = error.__cause__ if isinstance(error, GameFaultError) else error
            failures.append(Failure(where, raised(error), steps_to(cause or error)))
    return points, failures


def _load(place: Path) -> tuple[EntryPoint, ...]:
    points = loose_points(place)
    for point in points:
        module = point.load()
        if point.group == GAMES:
            id_of_game(point, module)
            for rule in house_rules_in(point, module):
                rule.load()
    return points


def imported_files() -> frozenset[str]:
    """Return the files of all modules that are imported now."""
    return frozenset(
        str(file)
        for module in [*sys.modules.values()]
        if (file := getattr(module, "__file__", None))
    )


def contents(places: Sequence[Path], imported: Collection[str]) -> Mapping[Path, int]:
    """Return a number for what stands in each file of the games in these places.

    Of the modules beside a single file, those alone that it has imported are files of
    its game.
    """
    found = dict[Path, int]()
    for place in places:
        for path in when_saved([place]):
            if (
                place.is_dir()
                or path.suffix != ".py"
                or path == place.resolve()
                or str(path) in imported
            ):
                with suppress(OSError):
                    found[path] = crc32(path.read_bytes())
    return found


def when_saved(places: Sequence[Path]) -> Mapping[Path, tuple[int, int]]:
    """Return when each file of the games in these places was saved, in nanoseconds, and
    its length.
    """
    return dict(_saved(file for place in places for file in files_of(place)))


def _saved(files: Iterator[Path]) -> Iterator[tuple[Path, tuple[int, int]]]:
    for file in files:
        # A file may be gone by now; and what an editor puts beside it leads nowhere.
        with suppress(OSError):
            for path in sorted(file.rglob("*")) if file.is_dir() else (file,):
                if path.suffix in WATCHED and path.exists():
                    status = path.stat()
                    yield path, (status.st_mtime_ns, status.st_size)
