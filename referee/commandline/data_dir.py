"""Where the tables are kept, and that only one daemon uses them at a time."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

STORE = "tables.sqlite"
LOCK = "daemon.lock"
CARD = "daemon.json"
FILE = "sqlite:///"
"""How the URL of a file begins."""


@dataclass(frozen=True, slots=True)
class DataDir:
    """Where tables are kept: the store's path or URL, and the folder it lies in (None for a server's database)."""

    store: str
    folder: Path | None

    @property
    def exists(self) -> bool:
        """Whether something was kept there already; a server's database is taken to be there."""
        return self.folder is None or Path(self.store).exists()


class Occupied(Exception):
    """Another daemon uses the folder, or database; `url` is where it is, empty where that is not known."""

    def __init__(self, place: Path | str, url: str = "") -> None:
        other = "folder" if isinstance(place, Path) else "database"
        super().__init__(
            f"A referee is running already with the tables in {place}{f': open {url}' if url else ''}. "
            f"Stop that one first, or give this one another {other} with --data."
        )
        self.url = url


def data_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """The option `--data`, given to a command as a string or None."""
    return click.option(
        "--data",
        envvar="REFEREE_DATA",
        metavar="FOLDER|URL",
        help="Where tables are kept: a folder, or postgresql://…  [default: a folder of your own]",
    )(command)


def read_data_dir(data: str | None) -> DataDir:
    """The place that somebody named; without a name, in the folder where the system keeps a user's data."""
    if data and data.startswith(FILE):
        file = Path(data.removeprefix(FILE).partition("?")[0]).expanduser().absolute()
        return DataDir(str(file), file.parent)
    if data and "://" in data:
        return DataDir(data, None)
    if not data:
        from platformdirs import user_data_dir

        data = user_data_dir("referee", appauthor=False)
    folder = Path(data).expanduser().absolute()
    return DataDir(str(folder / STORE), folder)


@contextmanager
def occupied(place: DataDir) -> Iterator[None]:
    """Keep other daemons off the tables: Occupied where one uses them. OSError, and StoreUnusable of a server.

    No lock is left when the program is killed.
    """
    with _occupied_server(place.store) if place.folder is None else _occupied_folder(place.folder):
        yield


@contextmanager
def _occupied_server(store: str) -> Iterator[None]:
    from referee.hosting.store import AlreadyHeld, held

    with ExitStack() as kept:
        try:
            kept.enter_context(held(store))
        except AlreadyHeld as other:
            raise Occupied(other.place) from None
        yield


@contextmanager
def _occupied_folder(folder: Path) -> Iterator[None]:
    """The folder is made, for its owner only, where it is not there.

    The lock is the system's own, through SQLite, which knows how each system locks.
    """
    if not folder.exists():
        folder.mkdir(parents=True, mode=0o700)
    path = folder / LOCK
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise OSError(error.sqlite_errorcode, str(error), str(path)) from None
            raise Occupied(folder, url_of(folder)) from None
        try:
            yield
        finally:
            (folder / CARD).unlink(missing_ok=True)


def leave_card(place: DataDir, url: str, phones: str) -> None:
    """Leave the addresses of the running daemon in its folder: the one here, and the one that phones open."""
    if place.folder is not None:
        card = place.folder / CARD
        os.close(os.open(card, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        card.write_text(json.dumps({"url": url, "phones": phones, "pid": os.getpid()}), "utf-8")


def url_of(folder: Path) -> str:
    """The address that a daemon left in its folder, empty where there is none."""
    return _on_card(folder, "url")


def phones_open(place: DataDir) -> str:
    """The address that phones open, as the running daemon shows it, with a slash at its end; empty where none is."""
    return _on_card(place.folder, "phones") if place.folder is not None else ""


def _on_card(folder: Path, what: str) -> str:
    with suppress(OSError, ValueError, KeyError, TypeError):
        return str(json.loads((folder / CARD).read_text("utf-8"))[what])
    return ""
