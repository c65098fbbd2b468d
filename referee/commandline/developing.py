"""`--dev`: games are played from where they stand, by a daemon that starts again whenever one of them is saved."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
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
    from multiprocessing.connection import Connection

    from referee.plugin.reloading import Failure
    from referee.testing.bench import GameBench

FAILURES = "_REFEREE_FAILURES"
"""The variable by which a daemon knows that it is started again when a game is saved, and the file in which it finds
why it was not.
"""
ENDS_WITHIN_SECONDS = 6
"""A daemon whose game hangs is killed after this long."""

AGAIN = "_REFEREE_AGAIN"
"""Set where the daemon was started again: its address stands in the terminal already."""


def dev_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options `--dev` and `--game`, given to a command as `dev` and `games`."""
    dev = click.option(
        "--dev",
        is_flag=True,
        help="For whoever writes a game: on this computer the host has a bench under the table's page. It shows what "
        "is sealed too, and every page says so.",
    )
    games = click.option(
        "--game",
        "games",
        envvar="REFEREE_GAME",
        multiple=True,
        type=click.Path(exists=True, path_type=Path),
        help="With --dev: offer the game in this file or folder too, and load it again whenever it is saved; "
        "repeat it for each further one.",
    )
    return dev(games(command))


def check_dev(dev: bool, games: Sequence[Path], public: bool, place: DataDir) -> None:
    """AskedWrongly where people who have not agreed to it would have a host who sees what is sealed."""
    if games and not dev:
        raise AskedWrongly("--game is for a game that is being worked on: add --dev, or install the game.")
    if dev and public:
        raise AskedWrongly("--dev shows the host what is sealed, which strangers have not agreed to: leave one out.")
    if dev and place.folder is None:
        told = "--dev is for one daemon alone, and others may share this database: name a folder with --data."
        raise AskedWrongly(told)


@contextmanager
def developing(dev: bool, games: Sequence[Path]) -> Iterator[GameBench | None]:
    """Offer these games until the end, and yield the bench; None without `dev`."""
    if not dev:
        yield None
        return
    # Imported here: few need it.
    from referee.plugin.discovery import beside
    from referee.plugin.reloading import load_games
    from referee.testing.bench import GameBench

    if not started_again():
        click.echo("The host has a bench, on this device only. All pages say that the host can see what is sealed.\n")
    points, failures = load_games(games)
    _tell(failures)
    with beside(*points):
        yield GameBench(lambda: _read_failures() or tuple(failures))


def started_again() -> bool:
    """Return whether this daemon was started again because a game was saved."""
    return AGAIN in os.environ


def needs_starter(games: Sequence[Path]) -> bool:
    """Return whether another process is to start the daemon again when one of these games is saved."""
    return bool(games) and FAILURES not in os.environ


def stop_with_starter(stop: Callable[[], None]) -> None:
    """Call `stop` once the process that starts this daemon closes its end of standard input, or is gone."""

    def wait() -> None:
        os.read(0, 1)
        stop()

    if FAILURES in os.environ:
        Thread(target=wait, name="stops-with-starter", daemon=True).start()


def start_when_saved(games: Sequence[Path], place: DataDir, stop: Event) -> int:
    """Run the daemon in a process of its own, and start it again whenever a game is saved; return its exit code.

    It runs on where what was saved cannot be loaded.
    """
    from referee.plugin.reloading import when_saved

    with TemporaryDirectory() as folder:
        failures = Path(folder) / "failures.json"
        saved = when_saved(games)
        daemon = _start(failures)
        while not stop.wait(0.5) and daemon.poll() is None:
            if (latest := when_saved(games)) == saved:
                continue
            saved, reasons = latest, _try_to_load(games)
            written = failures.with_suffix(".new")
            written.write_text(json.dumps([asdict(failure) for failure in reasons]), "utf-8")
            written.replace(failures)
            _tell(reasons)
            if not reasons:
                port = urlsplit(on_card(place.folder, "url")).port
                _end(daemon)
                daemon = _start(failures, *(["--port", str(port)] if port else []), "--no-browser", **{AGAIN: "1"})
        return _end(daemon)


def _end(daemon: subprocess.Popen[bytes]) -> int:
    if daemon.stdin is not None:
        daemon.stdin.close()
    try:
        return daemon.wait(ENDS_WITHIN_SECONDS)
    except subprocess.TimeoutExpired:
        daemon.kill()
        return daemon.wait()


def _start(failures: Path, *options: str, **settings: str) -> subprocess.Popen[bytes]:
    program = [sys.executable, "-P", "-c", "from referee.commandline import main; main()", *sys.argv[1:], *options]
    # Python goes by the second in which a file was saved: what is compiled may be older than what stands there.
    own = {
        FAILURES: str(failures),
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.Popen(program, stdin=subprocess.PIPE, env=os.environ | own | settings)  # noqa: S603  # our own command


def _try_to_load(games: Sequence[Path]) -> list[Failure]:
    """Return why these games cannot be loaded, as a process of its own finds out: it may never end."""
    from referee.plugin.reloading import Failure

    with in_own_process(_send_failures, games) as receiving:
        try:
            if receiving.poll(SECONDS * (len(games) + 1)):
                failures: list[Failure] = receiving.recv()
                return failures
            what = "It hangs."
        except EOFError:
            what = "It ends the program."
    return [Failure(str(games[0]), what, "")]


def _send_failures(sending: Connection, games: Sequence[Path]) -> None:
    from referee.plugin.reloading import load_games

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.dont_write_bytecode = True
    os.dup2(2, 1)
    sending.send(load_games(games)[1])
    os._exit(0)


def _read_failures() -> tuple[Failure, ...]:
    from referee.plugin.reloading import Failure

    file = Path(os.environ.get(FAILURES, ""))
    return tuple(Failure(**values) for values in json.loads(file.read_text("utf-8"))) if file.is_file() else ()


def _tell(failures: Sequence[Failure]) -> None:
    for failure in failures:
        click.echo(f"{failure.where}: {failure.what}\n{failure.steps}".rstrip(), err=True)
        click.echo("What was loaded before goes on; it is tried again once it is saved.", err=True)
