"""Loose games that are loaded again whenever one of their files is saved, while people play them."""

import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib import invalidate_caches
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

from referee.plugin import languages
from referee.plugin.discovery import GAMES, id_of_game, loaded, look_again
from referee.plugin.game_faults import GameFaultError, raised
from referee.plugin.loose_games import failed_at, files_of, is_strange, load_point, loose_points

WATCHED = (".py", ".toml", ".po")
"""The endings of the files that a game is made of."""

NEVER_LOADED_AGAIN = ("referee", "referee_web")
"""These packages, wherever they stand."""

Saved = Mapping[Path, tuple[int, int]]
"""When each file was saved, in nanoseconds, and how long it is, in bytes."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Code of a game that failed: `where` (`hearts.py:12`), `what` it raised, and the steps that led there.

    `instead` is what to write; empty where nobody knows.
    """

    where: str
    what: str
    steps: str
    instead: str = ""


def failure_of(fault: GameFaultError) -> Failure:
    """What there is to tell of a hook that failed."""
    cause = fault.__cause__
    steps = steps_to(cause) if cause is not None else ""
    return Failure(fault.where, f"{fault.hook}: {fault.what}", steps, fault.instead)


def steps_to(error: BaseException) -> str:
    """The traceback of an error, without the steps within Referee and whatever calls a game for it."""
    told: traceback.TracebackException | None = traceback.TracebackException.from_exception(error)
    whole, seen = told, set[int]()
    while told is not None and id(told) not in seen:
        seen.add(id(told))
        told.stack = traceback.StackSummary.from_list([step for step in told.stack if is_strange(step.filename)])
        told = told.__cause__ or told.__context__
    return "".join(whole.format()) if whole is not None else ""


@dataclass(slots=True)
class LooseGame:
    """What stands in one place, as it was loaded last: its entry points; and why what was saved since failed."""

    place: Path
    points: tuple[EntryPoint, ...] = ()
    failure: Failure | None = None
    saved: Saved = field(default_factory=dict)

    def look(self) -> bool:
        """Load it where it was saved since it was last loaded; whether it was."""
        try:
            saved = dict(_saved(files_of(self.place)))
        except OSError:  # something is just being moved or saved: the next look will do
            return False
        if saved == self.saved:
            return False
        self.saved = saved
        self._load()
        return True

    def _load(self) -> None:
        before = self._take_out()
        try:
            self.points, self.failure = loaded(partial(_loaded, self.place)), None
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a stranger's game may fail in any way; what ran before it runs on
            self._take_out()
            sys.modules.update(before)
            where = error.where if isinstance(error, GameFaultError) else failed_at(error, self.place)
            cause = error.__cause__ if isinstance(error, GameFaultError) else error
            self.failure = Failure(where, raised(error), steps_to(cause or error))

    def _take_out(self) -> dict[str, ModuleType]:
        """The modules of this game, which are imported afresh from now on."""
        files = files_of(self.place)
        own = {name: module for name, module in [*sys.modules.items()] if _is_made_of(name, module, files)}
        for name in own:
            del sys.modules[name]
        return own


class LooseGames:
    """The games in these places, loaded. Raises nothing where one cannot be: `failures` says why.

    Whatever calls it does so from one thread. What is asked for while games are loaded may be as it was or as it is.
    """

    def __init__(self, places: Sequence[Path]) -> None:
        self._games = [LooseGame(place) for place in places]
        self.look()

    @property
    def points(self) -> tuple[EntryPoint, ...]:
        """The entry points of what could be loaded, for `beside_found`."""
        return tuple(point for game in self._games for point in game.points)

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Why what was saved last could not be loaded: what ran before goes on until it can."""
        return tuple(game.failure for game in self._games if game.failure is not None)

    def look(self) -> bool:
        """Load what was saved since; whether anything was. From then on it is what rules."""
        looked = [game.look() for game in self._games]
        if not any(looked):
            return False
        languages.language.cache_clear()
        languages.words.cache_clear()
        look_again()
        return True


def _loaded(place: Path) -> tuple[EntryPoint, ...]:
    """The entry points of this place, whose modules are imported and can say what they are."""
    invalidate_caches()
    # Python goes by the second in which a file was saved: what is compiled may be older than what stands there.
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        points = loose_points(place)
        for point in points:
            module = load_point(point, place)
            if point.group == GAMES:
                id_of_game(point, module)
    finally:
        sys.dont_write_bytecode = writes
    return points


def _saved(files: Sequence[Path]) -> Iterator[tuple[Path, tuple[int, int]]]:
    for file in files:
        for one in sorted(file.rglob("*")) if file.is_dir() else (file,):
            if one.suffix in WATCHED:
                # What an editor puts beside a file leads nowhere.
                with suppress(OSError):
                    told = one.stat()
                    yield one, (told.st_mtime_ns, told.st_size)


def _is_made_of(name: str, module: ModuleType, files: Sequence[Path]) -> bool:
    """Whether a module stands in one of these files or folders."""
    file = getattr(module, "__file__", None)
    if not file or name.partition(".")[0] in NEVER_LOADED_AGAIN or name == "__main__":
        return False
    path = Path(file).resolve()
    return any(path == one or one in path.parents for one in files)
