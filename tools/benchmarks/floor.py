"""The floor: what an entry takes at least over the same server and framework. `python
-m benchmarks.floor PORT FOLDER`.

uvicorn and Flask as they come, an entry read and committed with SQLite as durably as
here, and an event of the same size to each phone. It rules nothing, knows no tokens,
guards nothing and shows nothing.
"""

import asyncio
import json
import sqlite3
import subprocess
import sys
import threading
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import uvicorn
from flask import Flask, jsonify, request
from flask.typing import ResponseReturnValue
from uvicorn.middleware.wsgi import WSGIMiddleware

from benchmarks.daemon import HERE, Daemon, ended, free_port, wait_for

TABLE = (
    'CREATE TABLE log ("table" TEXT, seq INTEGER, body TEXT, PRIMARY KEY ("table", '
    "seq)) WITHOUT ROWID"
)


@contextmanager
def opened() -> Iterator[Daemon]:
    """Yield the floor, answering; it ends with the block."""
    with TemporaryDirectory() as folder:
        port = free_port()
        command = [sys.executable, "-m", "benchmarks.floor", str(port), folder]
        floor = Daemon(port, subprocess.Popen(command, stdin=subprocess.DEVNULL))
        try:
            wait_for(floor, "/api/v1/games")
            yield floor
        finally:
            ended(floor)


class Table:
    """A table: how many entries it has, and the bells of its phones."""

    def __init__(self) -> None:
        self.seq = 0
        self.bells: list[asyncio.Event] = []

    def ring(self) -> None:
        """Wake its phones; for the thread of the loop."""
        for bell in self.bells:
            bell.set()


class Floor:
    """The floor as uvicorn calls it: a stream is sent in the loop, and Flask answers
    everything else.
    """

    def __init__(self, database: sqlite3.Connection) -> None:
        self.tables = defaultdict[str, Table](Table)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._rest = WSGIMiddleware(app_over(database, self.tables, self._ring))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self._loop = asyncio.get_running_loop()
        if scope["path"].endswith("/live"):
            await self._listen(self.tables[scope["path"].split("/")[-2]], receive, send)
        else:
            await self._rest(scope, receive, send)

    def _ring(self, table: Table) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(table.ring)

    async def _listen(self, table: Table, receive: Any, send: Any) -> None:
        """Send the table's number, at once and whenever it changes."""
        bell = asyncio.Event()
        table.bells.append(bell)
        await receive()
        gone = asyncio.ensure_future(receive())
        gone.add_done_callback(lambda _: bell.set())
        headers = [(b"content-type", b"text/event-stream")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        while not gone.done():
            event = f'event: changed\nid: {table.seq}\ndata: {{"seq":{table.seq}}}\n\n'
            await send(
                {
                    "type": "http.response.body",
                    "body": event.encode(),
                    "more_body": True,
                }
            )
            await bell.wait()
            bell.clear()
        table.bells.remove(bell)


def app_over(
    database: sqlite3.Connection,
    tables: dict[str, Table],
    ring: Callable[[Table], None],
) -> Flask:
    """Return the app: at the addresses of the calls that are measured."""
    app = Flask("floor")
    turn = threading.Lock()

    @app.get("/api/v1/games")
    def games() -> ResponseReturnValue:
        return jsonify([])

    @app.post("/api/v1/tables")
    def open_table() -> ResponseReturnValue:
        return jsonify(code=f"T{len(tables)}", host_token=""), 201

    @app.post("/api/v1/tables/<code>/start")
    def start(code: str) -> ResponseReturnValue:
        return jsonify(seq=tables[code].seq)

    @app.post("/api/v1/tables/<code>/entries")
    def enter(code: str) -> ResponseReturnValue:
        entry = request.get_json()
        table = tables[code]
        with turn:
            seq = table.seq + 1
            database.execute(
                "INSERT INTO log VALUES (?, ?, ?)", (code, seq, json.dumps(entry))
            )
            database.commit()
            table.seq = seq
        ring(table)
        return jsonify(seq=seq), 201

    return app


def main(port: int, folder: Path) -> None:
    """Serves until it is ended."""
    database = sqlite3.connect(folder / "floor.sqlite", check_same_thread=False)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute(TABLE)
    database.commit()
    # It is to be replaced by a package of its own, which the floor does without.
    warnings.simplefilter("ignore", DeprecationWarning)
    uvicorn.run(
        Floor(database),
        host=HERE,
        port=port,
        http="h11",
        loop="asyncio",
        log_level="error",
        access_log=False,
    )


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
