"""Where the tables are kept, and that no daemon uses them at a time when it may not."""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import click

from referee.commandline import Stop
from referee.lazy_dataclass import frozen

STORE = "tables.sqlite"
LOCK = "daemon.lock"
CARD = "daemon.json"
FILE = "sqlite:///"
"""How the URL of a file begins."""


@frozen
class DataDir:
    """Where tables are kept: the store's path or URL, and the folder it lies in (None
    for a server's database).
    """

    store: str
    folder: Path | None

    @property
    def exists(self) -> bool:
        """Whether something was kept there already; a server's database is taken to be
        there.
        """
        return self.folder is None or Path(self.store).exists()


class Occupied(Stop):
    """Another daemon uses the folder; `url` is where it is, empty where that is not
    known.
    """

    def __init__(self, folder: Path, url: str) -> None:
        where = f"{folder}: open {url}" if url else folder
        super().__init__(
            f"A referee is running already with the tables in {where}. Stop that one "
            "first, or give this one another folder with --data."
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
    """Return the place that somebody named; without a name, in the folder where the
    system keeps a user's data.
    """
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


def existing_data_dir(data: str | None) -> DataDir:
    """Return the place that somebody named, or the user's own; Stop where no tables are
    kept there.
    """
    place = read_data_dir(data)
    if not place.exists:
        raise Stop(
            f"No tables are kept in {place.folder}: name their folder with --data."
        )
    return place


@contextmanager
def occupied(place: DataDir) -> Iterator[None]:
    """Keep other daemons off a folder while within. A server's database is for any
    number.

    Occupied where one uses the folder, Stop where none can be kept there. No lock is
    left when the program is killed.
    """
    with ExitStack() as kept:
        try:
            if place.folder is not None:
                kept.enter_context(_lock(place.folder))
        except (FileExistsError, NotADirectoryError):
            raise Stop(
                f"{place.folder} is no folder, a file is in its place: give another "
                "one with --data."
            ) from None
        except OSError as error:
            raise Stop(
                f"{place.folder} cannot be written ({error.strerror}): give another "
                "one with --data."
            ) from None
        yield


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder, which is made, for its owner only, where it is not
    there.

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
            raise Occupied(folder, on_card(folder, "url")) from None
        try:
            yield
        finally:
            (folder / CARD).unlink(missing_ok=True)


def leave_card(place: DataDir, url: str, phones: str) -> None:
    """Leave the addresses of the running daemon in its folder: the one here, and the
    one that phones open.
    """
    if place.folder is not None:
        card = place.folder / CARD
        os.close(os.open(card, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        written = json.dumps({"url": url, "phones": phones, "pid": os.getpid()})
        card.write_text(written, "utf-8")


def on_card(folder: Path | None, what: str) -> str:
    """Return what the running daemon left in its folder: its address here (`url`) or
    the one that phones open (`phones`).

    Each ends with a slash. Empty where there is no such address, or no folder.
    """
    if folder is None:
        return ""
    with suppress(OSError, ValueError, KeyError, TypeError):
        return str(json.loads((folder / CARD).read_text("utf-8"))[what])
    return ""
