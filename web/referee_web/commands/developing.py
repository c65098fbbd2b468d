"""`--dev`: games are played from where they stand, by a daemon that starts again
whenever one of them is saved.
"""

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

from referee.commandline import AskedWrongly
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
"""The variable by which a daemon knows that it is started again when a game is saved,
and the file in which it finds why it was not.
"""
ENDS_WITHIN_SECONDS = 6
"""A daemon whose game hangs is killed after this long."""

MOST_TABLES = 20
"""So many matches that are going on are ruled again as soon as a game was saved; others
when somebody looks.
"""

AGAIN = "_REFEREE_AGAIN"
"""Set where the daemon was started again: its address stands in the terminal already.
"""


def dev_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options `--dev` and `--game`, given to a command as `dev` and `games`."""
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


def check_dev(dev: bool, games: Sequence[Path], public: bool, place: DataDir) -> None:
    """AskedWrongly where people who have not agreed to it would have a host who sees
    what is sealed.
    """
    if games and not dev:
        raise AskedWrongly(
            "--game is for a game that is being worked on: add --dev, or install the "
            "game."
        )
    if dev and public:
        raise AskedWrongly(
            "--dev shows the host what is sealed, which strangers have not agreed to: "
            "leave one out."
        )
    if dev and place.folder is None:
        raise AskedWrongly(
            "--dev is for one daemon alone, and others may share this database: name a "
            "folder with --data."
        )


@contextmanager
def developing(dev: bool, games: Sequence[Path]) -> Iterator[GameBench | None]:
    """Offer these games until the end, and yield the bench; None without `dev`."""
    if not dev:
        yield None
        return
    # Imported here: few need it.
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
    """Say what was loaded, and from where."""
    from referee.plugin.discovery import house_rules_of, installed, rulebook
    from referee.testing.flaw import told_from_here

    game = point.name
    module = installed().games.get(game)
    if module is None:
        why = installed().broken.get(game, "nobody knows why")
        click.echo(f"{game} is not offered: {why}", err=True)
        return

    title = rulebook(game).game.title
    file = told_from_here(f"{module.__file__}:1").removesuffix(":1")
    loaded = f"Loaded: {title} ({game}), from {file}"
    for rule in house_rules_of(game):
        loaded += f", with the house rule {rule}"
    click.echo(f"{loaded}.")


def inspect_with(bench: GameBench | None) -> Callable[[HeldTable], None] | None:
    """Return what has the bench look at each table that changed; None without one."""
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
    """Say which entries of the matches that are going on are not taken any more, since
    their game is another.
    """
    from referee.hosting.tables.loading import StrandedError
    from referee.plugin.discovery import installed

    file = _dropped_file()
    known: dict[str, list[int]] = {}
    if file is not None and file.is_file():
        known = json.loads(file.read_text("utf-8"))

    dropped: dict[str, list[int]] = {}
    for game in _ids_of(installed().games, games):
        for code in room.store.tables_started(game, MOST_TABLES):
            with suppress(StrandedError):  # which is told as a fault of the game
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


def _ids_of(installed: Mapping[str, ModuleType], places: Sequence[Path]) -> list[str]:
    """Return the ids of the games that stand in these places."""
    roots = {place.resolve() for place in places}
    ids = []
    for id, module in installed.items():
        file = Path(module.__file__ or "").resolve()
        if not roots.isdisjoint((file, *file.parents)):
            ids.append(id)
    return ids


def _dropped_file() -> Path | None:
    """Where daemons that are started one after the other keep which entries were told
    of; None where none is.
    """
    if FAILURES not in os.environ:
        return None
    return Path(os.environ[FAILURES]).with_name("dropped.json")


def started_again() -> bool:
    """Return whether this daemon was started again because a game was saved."""
    return AGAIN in os.environ


def needs_starter(games: Sequence[Path]) -> bool:
    """Return whether another process is to start the daemon again when one of these
    games is saved.
    """
    return bool(games) and FAILURES not in os.environ


def stop_with_starter(stop: Callable[[], None]) -> None:
    """Call `stop` once the process that starts this daemon closes its end of standard
    input, or is gone.
    """

    def wait() -> None:
        os.read(0, 1)
        stop()

    if FAILURES in os.environ:
        Thread(target=wait, name="stops-with-starter", daemon=True).start()


def start_when_saved(games: Sequence[Path], place: DataDir, stop: Event) -> int:
    """Run the daemon in a process of its own, and start it again whenever a game is
    saved; return its exit code.

    It runs on where what was saved cannot be loaded.
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
                continue  # saved as it was, or no part of a game

            reasons, imported = _try_to_load(games)
            stood = contents(games, imported)
            _write_failures(failures, reasons)
            _tell(
                reasons,
                "What was loaded before goes on; it is tried again once it is saved.",
            )
            if not reasons:
                daemon = _start_again(daemon, failures, place)
        return _end(daemon)


def _write_failures(file: Path, reasons: Sequence[Failure]) -> None:
    written = file.with_suffix(".new")
    reasons_of = [asdict(failure) for failure in reasons]
    written.write_text(json.dumps(reasons_of), "utf-8")
    written.replace(file)


def _start_again(
    daemon: subprocess.Popen[bytes], failures: Path, place: DataDir
) -> subprocess.Popen[bytes]:
    """End the daemon, and start one at the same port."""
    options = ["--no-browser"]
    port = urlsplit(on_card(place.folder, "url")).port
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
    # Python goes by the second in which a file was saved: what is compiled may be older
    # than what stands there.
    own = {
        FAILURES: str(failures),
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.Popen(  # noqa: S603  # our own command
        program, stdin=subprocess.PIPE, env=os.environ | own | settings
    )


def _try_to_load(games: Sequence[Path]) -> tuple[list[Failure], frozenset[str]]:
    """Return why these games cannot be loaded, and the files that they import, as a
    process of its own finds out: it may never end.
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
    # A module that cannot be read is not among those that are imported.
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
