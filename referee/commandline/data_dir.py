"""The folder or database that holds the tables, locked so that one daemon uses it."""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import click

from referee.commandline import Stop

STORE = "tables.sqlite"
LOCK = "daemon.lock"
CARD = "daemon.json"
FILE = "sqlite:///"
"""The beginning of a file's URL."""


@dataclass(frozen=True, slots=True)
class DataDir:
    """Where the tables are: the store's path or URL, and its folder.

    The folder is None for a server.
    """

    store: str
    folder: Path | None

    @property
    def exists(self) -> bool:
        """Return whether the store exists; a server's database counts as existing."""
        return self.folder is None or Path(self.store).exists()


class Occupied(Stop):
    """Another daemon uses the folder, at `url`; empty if its address is unknown."""

    def __init__(self, folder: Path, url: str) -> None:
        where = f"{folder}: open {url}" if url else folder
        super().__init__(
            f"A referee is running already with the tables in {where}. Stop that one "
            "first, or name another folder with --data."
        )
        self.url = url


data_option = click.option(
    "--data",
    envvar="REFEREE_DATA",
    metavar="FOLDER|URL",
    help="Where tables are kept: a folder, or postgresql://…  [default: a folder of "
    "your own]",
)
"""The option `--data`, given to a command as a string or None."""


def read_data_dir(data: str | None) -> DataDir:
    """Return the named place, or the folder where the system keeps a user's data."""
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


def find_data_dir(data: str | None) -> DataDir:
    """Return the named place, or the user's own; Stop if it holds no tables."""
    data_dir = read_data_dir(data)
    if not data_dir.exists:
        raise Stop(
            f"No tables are kept in {data_dir.folder} yet. Start the referee once, or "
            "name their folder with --data."
        )
    return data_dir


@contextmanager
def occupied(data_dir: DataDir) -> Iterator[None]:
    """Lock a folder while within; a server's database needs no lock.

    Raise Occupied if another daemon has it, Stop if the folder cannot be written. The
    system frees the lock of a killed program.
    """
    with ExitStack() as locks:
        try:
            if data_dir.folder is not None:
                locks.enter_context(_lock(data_dir.folder))
        except (FileExistsError, NotADirectoryError):
            raise Stop(
                f"{data_dir.folder} is no folder, a file is in its place: give another "
                "one with --data."
            ) from None
        except OSError as error:
            raise Stop(
                f"{data_dir.folder} cannot be written ({error.strerror}): give another "
                "one with --data."
            ) from None
        yield


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Hold a folder's lock; create a missing folder for its owner only.

    SQLite takes the lock, since it knows how each system locks files.
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
            raise Occupied(folder, on_card(folder, "url")) from None
        try:
            yield
        finally:
            # In a folder that became read-only it stays, as a killed daemon's does.
            with suppress(OSError):
                (folder / CARD).unlink(missing_ok=True)


def leave_card(data_dir: DataDir, url: str, phones: str) -> None:
    """Write the running daemon's addresses, here and for phones, into its folder."""
    if data_dir.folder is not None:
        card = data_dir.folder / CARD
        os.close(os.open(card, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        written = json.dumps({"url": url, "phones": phones, "pid": os.getpid()})
        card.write_text(written, "utf-8")


def on_card(folder: Path | None, what: str) -> str:
    """Return an address that the daemon wrote: for here (`url`) or for `phones`.

    It ends with a slash; empty if there is none.
    """
    if folder is None:
        return ""
    with suppress(OSError, ValueError, KeyError, TypeError):
        return str(json.loads((folder / CARD).read_text("utf-8"))[what])
    return ""
