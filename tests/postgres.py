"""A real PostgreSQL for tests.

It is the server of REFEREE_TEST_POSTGRES (a URL; each test makes a schema of its own in
it), or one that is started here from the system's `initdb`. Without either, tests that
need it are not collected.
"""

import itertools
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any

GIVEN = os.environ.get("REFEREE_TEST_POSTGRES")
PATIENCE = 20.0
_NUMBERS = itertools.count(1)


def find_programs() -> Path | None:
    """The folder with initdb and pg_ctl; Debian and Homebrew keep them off the path."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    folders = [*Path("/usr/lib/postgresql").glob("*/bin")]
    folders += [
        folder
        for opt in ("/opt/homebrew/opt", "/usr/local/opt")
        for folder in Path(opt).glob("postgresql*/bin")
    ]
    return next(
        (
            folder
            for folder in sorted(folders, reverse=True)
            if (folder / "initdb").exists()
        ),
        None,
    )


PROGRAMS = find_programs()
THERE = bool(GIVEN or PROGRAMS)


class Server:
    """A server of our own, which can be killed and started again. It keeps what it says
    it kept only with `fsync`.
    """

    def __init__(self, fsync: bool = False) -> None:
        # Not pytest's folder: a socket's path may have 107 bytes only.
        self.folder = Path(tempfile.mkdtemp(prefix="referee-pg-"))
        # The server refuses to run as root.
        self._user = "nobody" if os.geteuid() == 0 else None
        if self._user:
            shutil.chown(self.folder, self._user)
        self._run(
            "initdb",
            "--username=referee",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
        )
        self._fsync = fsync
        self.start()

    @property
    def url(self) -> str:
        return f"postgresql://referee@/postgres?host={self.folder}"

    @property
    def pid(self) -> int:
        return int(
            (self.folder / "data" / "postmaster.pid").read_text().splitlines()[0]
        )

    def start(self) -> None:
        settings = {
            "listen_addresses": "''",
            "unix_socket_directories": f"'{self.folder}'",
            "fsync": "on" if self._fsync else "off",
            "max_connections": "200",
        }
        words = " ".join(f"-c {name}={value}" for name, value in settings.items())
        self._run(
            "pg_ctl", "--wait", "-l", str(self.folder / "log"), "-o", words, "start"
        )

    def kill(self) -> None:
        """Kill it and all that serves its connections, as a power cut would."""
        self._signal(signal.SIGKILL)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """It says nothing meanwhile, and takes all that is sent to it."""
        self._signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        main = self.pid
        children = Path(f"/proc/{main}/task/{main}/children")
        for process in (
            main,
            *map(int, children.read_text().split() if children.exists() else ()),
        ):
            with suppress(ProcessLookupError):
                os.kill(process, number)

    def start_again(self) -> None:
        """Start it after it was killed; what it had not finished is put right first."""
        end = monotonic() + PATIENCE
        while True:
            # Both name a process that was killed, and that the system may not have
            # buried yet.
            for lock in (
                self.folder / "data" / "postmaster.pid",
                *self.folder.glob(".s.PGSQL.*.lock"),
            ):
                lock.unlink(missing_ok=True)
            try:
                self.start()
                return
            except subprocess.CalledProcessError:
                # What is left of it has not noticed yet that it is gone.
                if monotonic() > end:
                    raise
                sleep(0.1)

    def end(self) -> None:
        self._run("pg_ctl", "--wait", "-m", "immediate", "stop")
        shutil.rmtree(self.folder)

    def _run(self, program: str, *words: str) -> None:
        assert PROGRAMS is not None
        command = [str(PROGRAMS / program), "-D", str(self.folder / "data"), *words]
        subprocess.run(
            command,
            check=True,
            user=self._user,
            stdout=subprocess.DEVNULL,
            cwd=self.folder,
        )


@contextmanager
def served(fsync: bool = False) -> Iterator[Server]:
    """A server of our own, for as long as this lasts."""
    server = Server(fsync)
    try:
        yield server
    finally:
        server.end()


@contextmanager
def database() -> Iterator[str]:
    """The URL of a database in which tests may make schemas."""
    if GIVEN:
        yield GIVEN
        return
    with served() as server:
        yield server.url


@contextmanager
def schema(database: str) -> Iterator[str]:
    """The URL of an empty schema in this database, where a store may be made; it is
    gone afterwards.
    """
    own = f"referee_test_{os.getpid()}_{next(_NUMBERS)}"
    tell(database, f"CREATE SCHEMA {own}")
    yield f"{database}{'&' if '?' in database else '?'}options=-csearch_path%3D{own}"
    tell(database, f"DROP SCHEMA {own} CASCADE")


def tell(database: str, words: str) -> list[tuple[Any, ...]]:
    """What the server answers to these words."""
    with connect(database) as connection:
        cursor = connection.execute(words)
        return cursor.fetchall() if cursor.description else []


def connect(database: str) -> Any:
    """A connection to the server, past any store; each statement is a transaction by
    itself.
    """
    import psycopg

    return psycopg.connect(database, autocommit=True)
