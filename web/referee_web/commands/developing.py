"""`--dev`: play games in place, in a daemon that restarts when one is saved."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from referee.commandline import WrongUsage
from referee.commandline.data_dir import DataDir, on_card
from referee.time_limit import SECONDS, in_own_process

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from multiprocessing.connection import Connection
    from types import ModuleType

    from referee.hosting.room import CardRoom
    from referee.hosting.tables.held_table import HeldTable
    from referee.match.history import Unfit
    from referee.plugin.reloading import Failure
    from referee.testing.game_bench import GameBench

FAILURES = "_REFEREE_FAILURES"
"""The variable with the file that tells a restarted daemon why saved games failed."""
ENDS_WITHIN_SECONDS = 6
"""The seconds after which a daemon with a hanging game is killed."""

MOST_TABLES = 20
"""How many current matches are ruled again at once after saving; others on demand."""

AGAIN = "_REFEREE_AGAIN"
"""Set in a restarted daemon: the terminal shows its address already."""


def dev_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a decorator for the options `--dev` and `--game`."""
    dev = click.option(
        "--dev",
        is_flag=True,
        help="For whoever writes a game: on this computer the host has a bench under "
        "the table's page. It shows what is sealed too, and every page says so.",
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


def check_dev(
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


@contextmanager
def developing(dev: bool, games: Sequence[Path]) -> Iterator[GameBench | None]:
    """Offer these games for the block, and yield the bench; None without `dev`."""
    if not dev:
        yield None
        return
    # Imported here, since few need it.
    from referee.plugin.discovery import GAMES, beside
    from referee.plugin.reloading import load_games
    from referee.testing.game_bench import GameBench

    if not started_again():
        click.echo(
            "The host has a bench, on this device only. All pages say that the host "
            "can see what is sealed.\n"
        )
    points, failures = load_games(games)
    _tell(failures, "It is tried again once it is saved.")
    with beside(*points):
        for point in points:
            if point.group == GAMES:
                _tell_loaded(point)
        yield GameBench(
            lambda: _read_failures() or tuple(failures),
            lambda failure: click.echo(str(failure), err=True),
        )


def _tell_loaded(point: EntryPoint) -> None:
    """Report which games were loaded, from where."""
    from referee.plugin.discovery import house_rules_of, installed, rulebook
    from referee.testing.flaw import relative_to_here

    game = point.name
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


def tell_dropped(room: CardRoom, games: Sequence[Path]) -> None:
    """Report entries of current matches that a changed game no longer takes."""
    from referee.hosting.tables.loading import StrandedError
    from referee.plugin.discovery import installed

    file = _dropped_file()
    known: dict[str, list[int]] = {}
    if file is not None and file.is_file():
        known = json.loads(file.read_text("utf-8"))

    dropped: dict[str, list[int]] = {}
    for game in _ids_of(installed().games, games):
        for code in room.store.tables_started(game, MOST_TABLES):
            with suppress(StrandedError):  # it is reported as a fault of the game
                unfit = _unfit_entries(room, code)
                _tell_unfit(code, unfit, known.get(code, []))
                if unfit:
                    dropped[code] = [entry.entry.seq for entry in unfit]
    if file is not None:
        file.write_text(json.dumps(dropped), "utf-8")


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


def _dropped_file() -> Path | None:
    """Return the file with reported entries, shared by restarted daemons; None
    without.
    """
    if FAILURES not in os.environ:
        return None
    return Path(os.environ[FAILURES]).with_name("dropped.json")


def started_again() -> bool:
    """Return whether this daemon was restarted because a game was saved."""
    return AGAIN in os.environ


def needs_starter(games: Sequence[Path]) -> bool:
    """Return whether another process has to restart the daemon when these games are
    saved.
    """
    return bool(games) and FAILURES not in os.environ


def stop_with_starter(stop: Callable[[], None]) -> None:
    """Call `stop` when the starting process closes our standard input, or dies."""

    def wait() -> None:
        os.read(0, 1)
        stop()

    if FAILURES in os.environ:
        Thread(target=wait, name="stops-with-starter", daemon=True).start()


def start_when_saved(games: Sequence[Path], data_dir: DataDir, stop: Event) -> int:
    """Run the daemon, restarted whenever a game is saved; return its exit code.

    It keeps running while the saved game cannot be loaded.
    """
    from referee.plugin.reloading import contents, when_saved

    with TemporaryDirectory() as folder:
        failures = Path(folder) / "failures.json"
        saved = when_saved(games)
        daemon = _start(failures)
        stood = contents(games, _try_to_load(games)[1])
        while not stop.wait(0.5) and daemon.poll() is None:
            latest = when_saved(games)
            if latest == saved:
                continue
            saved = latest
            if contents(games, {*map(str, stood)}) == stood:
                continue  # saved unchanged, or no part of a game

            reasons, imported = _try_to_load(games)
            stood = contents(games, imported)
            _write_failures(failures, reasons)
            _tell(
                reasons,
                "What was loaded before goes on; it is tried again once it is saved.",
            )
            if not reasons:
                daemon = _start_again(daemon, failures, data_dir)
        return _end(daemon)


def _write_failures(file: Path, reasons: Sequence[Failure]) -> None:
    written = file.with_suffix(".new")
    reasons_of = [asdict(failure) for failure in reasons]
    written.write_text(json.dumps(reasons_of), "utf-8")
    written.replace(file)


def _start_again(
    daemon: subprocess.Popen[bytes], failures: Path, data_dir: DataDir
) -> subprocess.Popen[bytes]:
    """Stop the daemon, and start another at the same port."""
    options = ["--no-browser"]
    port = urlsplit(on_card(data_dir.folder, "url")).port
    if port:
        options += ["--port", str(port)]
    _end(daemon)
    return _start(failures, *options, **{AGAIN: "1"})


def _end(daemon: subprocess.Popen[bytes]) -> int:
    if daemon.stdin is not None:
        daemon.stdin.close()
    try:
        return daemon.wait(ENDS_WITHIN_SECONDS)
    except subprocess.TimeoutExpired:
        daemon.kill()
        return daemon.wait()


def _start(failures: Path, *options: str, **settings: str) -> subprocess.Popen[bytes]:
    program = [
        sys.executable,
        "-P",
        "-c",
        "from referee.commandline import main; main()",
        *sys.argv[1:],
        *options,
    ]
    # Python compares modification times in seconds, so compiled files may be outdated.
    own = {
        FAILURES: str(failures),
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.Popen(  # noqa: S603  # our own command
        program, stdin=subprocess.PIPE, env=os.environ | own | settings
    )


def _try_to_load(games: Sequence[Path]) -> tuple[list[Failure], frozenset[str]]:
    """Return why these games cannot be loaded, and their imports, from a separate
    process.
    """
    from referee.plugin.reloading import Failure

    with in_own_process(_send_failures, games) as receiving:
        try:
            if receiving.poll(SECONDS * (len(games) + 1)):
                received: tuple[list[Failure], frozenset[str]] = receiving.recv()
                return received
            what = "It hangs."
        except EOFError:
            what = "It ends the program."
    return [Failure(str(games[0]), what, "")], frozenset()


def _send_failures(sending: Connection, games: Sequence[Path]) -> None:
    from referee.plugin.reloading import imported_files, load_games

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.dont_write_bytecode = True
    os.dup2(2, 1)
    failures = load_games(games)[1]
    # An unreadable module is not among the imports.
    unread = {failure.where.rpartition(":")[0] for failure in failures}
    sending.send((failures, imported_files() | unread))
    os._exit(0)


def _read_failures() -> tuple[Failure, ...]:
    from referee.plugin.reloading import Failure

    file = Path(os.environ.get(FAILURES, ""))
    if not file.is_file():
        return ()
    return tuple(Failure(**values) for values in json.loads(file.read_text("utf-8")))


def _tell(failures: Sequence[Failure], then: str) -> None:
    for failure in failures:
        click.echo(f"{failure}\n{then}", err=True)
