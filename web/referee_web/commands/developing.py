"""`--dev`: play games in place, in a daemon that loads them again when one is saved."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import click

from referee.commandline import WrongUsage
from referee.commandline.data_dir import DataDir
from referee.time_limit import (
    SECONDS,
    TimeLimitError,
    end_hanging_calls,
    in_own_process,
    prepare_processes,
)
from referee.vocabulary.errors import RefereeError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from multiprocessing.connection import Connection
    from threading import Event
    from types import ModuleType

    from referee.hosting.room import CardRoom
    from referee.hosting.tables.held_table import HeldTable
    from referee.match.history import Unfit
    from referee.plugin.reloading import Failure
    from referee.testing.game_bench import GameBench

LOOKS_EVERY = 0.1
"""The seconds between two looks at the files of the games."""

MOST_TABLES = 20
"""How many current matches are ruled again at once after saving; others on demand."""


def dev_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a decorator for the options `--dev` and `--game`."""
    dev = click.option(
        "--dev",
        is_flag=True,
        help="For whoever writes a game: on this computer the host has a bench under "
        "the table’s page. It shows what is sealed too, and every page says so.",
    )
    games = click.option(
        "--game",
        "games",
        envvar="REFEREE_GAME",
        multiple=True,
        type=click.Path(exists=True, path_type=Path),
        help="With --dev: offer the game in this file or folder too, and load it again "
        "whenever it is saved; repeat it for each further one.",
    )
    return dev(games(command))


def require_possible_dev(
    dev: bool, games: Sequence[Path], public: bool, data_dir: DataDir
) -> None:
    """Raise WrongUsage if the host of unaware people would see sealed entries."""
    if games and not dev:
        raise WrongUsage(
            "--game is for a game that is being worked on: add --dev, or install the "
            "game."
        )
    if dev and public:
        raise WrongUsage(
            "--dev shows the host what is sealed, which strangers have not agreed to: "
            "leave one out."
        )
    if dev and data_dir.folder is None:
        raise WrongUsage(
            "--dev is for one daemon alone, and others may share this database: name a "
            "folder with --data."
        )


class Development:
    """The games of `--game`, loaded again in this daemon whenever they are saved."""

    def __init__(self, games: Sequence[Path]) -> None:
        # Imported here, since few need it.
        from referee.plugin.reloading import hash_files, load_games, when_saved
        from referee.testing.game_bench import GameBench

        # Compiled files go by seconds, and a game is saved more often.
        sys.dont_write_bytecode = True
        self._games = games
        self._saved = when_saved(games)
        self.points, failures = load_games(games)
        self._stood = hash_files(games, _files_read(failures))
        self._failures = tuple(failures)
        self._untold: list[str] = []
        self._dropped: dict[str, list[int]] = {}
        self._offered = ExitStack()
        self.bench = GameBench(lambda: self._failures, _tell_at_once)
        _tell(failures, "It is tried again once it is saved.")

    @contextmanager
    def offering(self) -> Iterator[None]:
        """Offer the games, as loaded last, for the block."""
        with self._offered:
            self._offer()
            yield

    def _offer(self) -> None:
        from referee.plugin.discovery import beside

        self._offered.close()
        self._offered.enter_context(beside(*self.points))

    def watch(self, room: CardRoom, stop: Event) -> None:
        """Load the games again whenever they are saved, until `stop`.

        The games loaded before go on while the saved ones cannot be loaded. Pages show
        new failures at once.
        """
        from referee.plugin.reloading import when_saved

        prepare_processes(__name__, "referee.plugin.reloading")
        # In a thread of its own, since saved matches are ruled again in this one.
        Thread(target=end_hanging_calls, args=(self._list_files, stop)).start()
        self._untold = self._list_tables(room)
        seen = self.bench.failures
        while not stop.wait(LOOKS_EVERY):
            latest = when_saved(self._games)
            if latest != self._saved:
                changed = dict(self._saved.items() ^ latest.items())
                self._saved = latest
                self._look_into(room, changed)
            # One at a time, since each may hang, and a save ends that for the others.
            if self._untold:
                self._tell_dropped(room, self._untold.pop(0))
            if self.bench.failures != seen:
                seen = self.bench.failures
                room.ring_all()

    def _list_files(self) -> Collection[str]:
        return {str(path) for path in self._saved}

    def _look_into(self, room: CardRoom, changed: Collection[Path]) -> None:
        """Load the games again, unless these files of them were saved unchanged."""
        from referee.plugin.reloading import hash_files
        from referee.testing.flaw import relative_to_here

        if hash_files(self._games, {*map(str, self._stood)}) == self._stood:
            return
        reasons, imported = _try_to_load(self._games)
        self._stood = hash_files(self._games, imported)
        if self._load_again(room, reasons):
            places = [relative_to_here(f"{path}:1") for path in sorted(changed)]
            files = ", ".join(place.removesuffix(":1") for place in places)
            click.echo(f"{datetime.now():%H:%M:%S} {files}: Saved, and loaded again.")
            self._untold = self._list_tables(room)

    def _load_again(self, room: CardRoom, reasons: Sequence[Failure]) -> bool:
        """Go on with the games as saved, unless these reasons keep them from it.

        Return whether they go on so.
        """
        from referee.plugin import languages
        from referee.plugin.reloading import load_again

        if not reasons:
            self.points, reasons = load_again(self._games, self.points)
        self._failures = tuple(reasons)
        _tell(
            reasons,
            "What was loaded before goes on; it is tried again once it is saved.",
        )
        if reasons:
            return False
        self._offer()
        languages.look_again()
        room.in_memory.drop_all()
        self.bench.begin_anew()
        room.ring_all()
        return True

    def _list_tables(self, room: CardRoom) -> list[str]:
        from referee.plugin.discovery import installed

        tables = []
        for game in _ids_of(installed().games, self._games):
            tables += room.store.tables_started(game, MOST_TABLES)
        return tables

    def _tell_dropped(self, room: CardRoom, code: str) -> None:
        """Report entries of a current match that a changed game no longer takes."""
        from referee.hosting.tables.table_lock import StillHeldError

        try:
            unfit = _unfit_entries(room, code)
        except StillHeldError:
            self._untold.append(code)
        except (RefereeError, TimeLimitError):
            pass  # it is reported as a fault of the game
        else:
            _tell_unfit(code, unfit, self._dropped.get(code, []))
            self._dropped[code] = [dropped.entry.seq for dropped in unfit]


@contextmanager
def developing(dev: bool, games: Sequence[Path]) -> Iterator[Development | None]:
    """Offer these games for the block, and yield them; None without `dev`."""
    if not dev:
        yield None
        return
    click.echo(
        "The host has a bench, on this device only. All pages say that the host can "
        "see what is sealed.\n"
    )
    development = Development(games)
    with development.offering():
        for point in development.points:
            _tell_loaded(point)
        yield development


def _tell_at_once(failure: Failure) -> None:
    click.echo(str(failure), err=True)


def _tell_loaded(point: EntryPoint) -> None:
    """Report which game or movement was loaded, from where."""
    from referee.plugin.discovery import (
        GAMES,
        MOVEMENTS,
        house_rules_of,
        installed,
        rulebook,
    )
    from referee.plugin.movements import find_movement
    from referee.testing.flaw import relative_to_here

    game = point.name
    if point.group == MOVEMENTS:
        rules = find_movement(game)
        file = relative_to_here(f"{rules.module.__file__}:1").removesuffix(":1")
        click.echo(f"Loaded: {rules.movement.title} ({game}), from {file}.")
    if point.group != GAMES:
        return
    module = installed().games.get(game)
    if module is None:
        why = installed().broken.get(game, "nobody knows why")
        click.echo(f"{game} is not offered: {why}", err=True)
        return

    title = rulebook(game).game.title
    file = relative_to_here(f"{module.__file__}:1").removesuffix(":1")
    loaded = f"Loaded: {title} ({game}), from {file}"
    for rule in house_rules_of(game):
        loaded += f", with the house rule {rule}"
    click.echo(f"{loaded}.")


def inspect_with(bench: GameBench | None) -> Callable[[HeldTable], None] | None:
    """Return the bench's inspection of changed tables; None without a bench."""
    if bench is None:
        return None
    from referee.hosting.tables.loading import records

    def inspect(held: HeldTable) -> None:
        table = held.table
        if table.match is not None and not table.dropped:
            bench.inspect(
                table.code,
                table.match,
                lambda: records(held.store, table.row, table.seats),
            )

    return inspect


def _unfit_entries(room: CardRoom, code: str) -> Sequence[Unfit]:
    match = room.table(code).match
    return match.unfit if match is not None else ()


def _tell_unfit(code: str, unfit: Sequence[Unfit], known: Sequence[int]) -> None:
    for dropped in unfit:
        entry = dropped.entry
        if entry.seq not in known:
            click.echo(
                f"Table {code}: entry {entry.seq} ({entry.kind}) is not taken any "
                f"more: {dropped.why}",
                err=True,
            )


def _ids_of(installed: Mapping[str, ModuleType], paths: Sequence[Path]) -> list[str]:
    """Return the ids of the games at these paths."""
    roots = {path.resolve() for path in paths}
    ids = []
    for id, module in installed.items():
        file = Path(module.__file__ or "").resolve()
        if not roots.isdisjoint((file, *file.parents)):
            ids.append(id)
    return ids


def _try_to_load(games: Sequence[Path]) -> tuple[list[Failure], frozenset[str]]:
    """Return why these games cannot be loaded, and their imports.

    A process of its own tries it.
    """
    from referee.plugin.reloading import Failure

    with in_own_process(_send_failures, games, prepared=True) as receiving:
        try:
            if receiving.poll(SECONDS * (len(games) + 1)):
                received: tuple[list[Failure], frozenset[str]] = receiving.recv()
                return received
            what = "It hangs."
        except EOFError:
            what = "It ends the program."
    return [Failure(str(games[0]), what, "")], frozenset()


def _send_failures(sending: Connection, games: Sequence[Path]) -> None:
    from referee.plugin.reloading import load_games

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.dont_write_bytecode = True
    os.dup2(2, 1)
    failures = load_games(games)[1]
    sending.send((failures, _files_read(failures)))
    os._exit(0)


def _files_read(failures: Sequence[Failure]) -> frozenset[str]:
    """Return the files of all imported modules, and of those that failed."""
    from referee.plugin.reloading import imported_files

    # An unreadable module is not among the imports.
    return imported_files() | {failure.where.rpartition(":")[0] for failure in failures}


def _tell(failures: Sequence[Failure], then: str) -> None:
    for failure in failures:
        click.echo(f"{failure}\n{then}", err=True)
