"""Loose games under development: loading them, their failures, and changed files."""

import linecache
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

from referee.plugin.advice import advise_importing
from referee.plugin.discovery import (
    GAMES,
    MOVEMENTS,
    house_rules_in,
    id_of_game,
    id_of_movement,
)
from referee.plugin.game_faults import (
    GameFaultError,
    describe_error,
    is_of_game,
    is_strange,
    locate_failure,
)
from referee.plugin.loose_games import files_of, loose_points
from referee.time_limit import end_threads_in, with_time_limit

WATCHED = (".py", ".toml", ".po")
"""The suffixes of a game's files."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A failure of a game: `where` (`hearts.py:12`), `what` it raised, traceback.

    `instead` is the remedy; empty if unknown.
    """

    where: str
    what: str
    steps: str
    instead: str = ""

    def __str__(self) -> str:
        lines = f"{self.where}: {self.what}", self.steps.rstrip(), self.instead
        return "\n".join(filter(None, lines))


def failure_of(fault: GameFaultError) -> Failure:
    """Return the failure of a hook."""
    flaw = fault.flaw
    cause = fault.__cause__
    steps = format_traceback(cause) if cause is not None else ""
    return Failure(flaw.where, f"{flaw.hook}: {flaw.what}", steps, flaw.instead)


def format_traceback(error: BaseException) -> str:
    """Return an error's printed traceback, from the first step in a game."""
    whole = traceback.TracebackException.from_exception(error)
    link: traceback.TracebackException | None = whole
    formatted = set[int]()
    while link is not None and id(link) not in formatted:
        formatted.add(id(link))
        steps = dropwhile(lambda step: not is_of_game(step.filename), link.stack)
        strange = [step for step in steps if is_strange(step.filename)]
        link.stack = traceback.StackSummary.from_list(strange)
        link.__notes__ = None  # they say what to write instead
        link = link.__cause__ or link.__context__
    if not whole.stack and not isinstance(error, SyntaxError):
        return ""
    return "".join(whole.format())


def load_games(games: Sequence[Path]) -> tuple[list[EntryPoint], list[Failure]]:
    """Import games; return playable ones' entry points, and others' failures."""
    points: list[EntryPoint] = []
    failures = []
    for game in games:
        try:
            points += with_time_limit(partial(_load, game))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a stranger's game may fail in any way
            if isinstance(error, GameFaultError):
                failures.append(failure_of(error))
                continue
            where = locate_failure(error, game) or f"{game}:1"
            steps = format_traceback(error)
            instead = advise_importing(error)
            failures.append(Failure(where, describe_error(error), steps, instead))
    return points, failures


def load_again(
    games: Sequence[Path], before: Sequence[EntryPoint]
) -> tuple[list[EntryPoint], list[Failure]]:
    """Import games anew; return as `load_games`, with these entry points if any fails.

    Hooks of the former modules that still run are ended, since they hang.
    """
    files = {str(path) for path in when_saved(games)}
    former = {}
    for name, module in [*sys.modules.items()]:
        if getattr(module, "__file__", None) in files:
            former[name] = sys.modules.pop(name)
    end_threads_in(files)
    linecache.checkcache()
    points, failures = load_games(games)
    if failures:
        sys.modules.update(former)
        return [*before], failures
    return points, failures


def _load(game: Path) -> tuple[EntryPoint, ...]:
    points = loose_points(game)
    for point in points:
        module = point.load()
        if point.group == GAMES:
            id_of_game(point, module)
            for rule in house_rules_in(point, module):
                rule.load()
        if point.group == MOVEMENTS:
            id_of_movement(point, module)
    return points


def imported_files() -> frozenset[str]:
    """Return the files of all imported modules."""
    files = [getattr(module, "__file__", None) for module in [*sys.modules.values()]]
    return frozenset(map(str, filter(None, files)))


def hash_files(games: Sequence[Path], imported: Collection[str]) -> Mapping[Path, int]:
    """Return a hash of each file of these games.

    Beside a single file, only modules that it has imported belong to its game.
    """
    sums = dict[Path, int]()
    for game in games:
        for path in when_saved([game]):
            is_beside = path.suffix == ".py" and path != game.resolve()
            if not game.is_dir() and is_beside and str(path) not in imported:
                continue
            with suppress(OSError):
                sums[path] = crc32(path.read_bytes())
    return sums


def when_saved(games: Sequence[Path]) -> Mapping[Path, tuple[int, int]]:
    """Return each game file's modification time in nanoseconds, and its length."""
    saved = {}
    for game in games:
        for file in files_of(game):
            # A file may have vanished; editors also leave broken links.
            with suppress(OSError):
                for path in _list_watched(file):
                    status = path.stat()
                    saved[path] = status.st_mtime_ns, status.st_size
    return saved


def _list_watched(file: Path) -> Iterator[Path]:
    for path in sorted(file.rglob("*")) if file.is_dir() else (file,):
        if path.suffix in WATCHED and path.exists():
            yield path
