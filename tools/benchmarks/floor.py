"""The floor: what an entry takes at least over the same server and framework. `python -m benchmarks.floor PORT FOLDER`.

cheroot and Flask as they come, an entry read and committed with SQLite as durably as here, and an event of the same
size to each phone. It rules nothing, knows no tokens, guards nothing and shows nothing.
"""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from cheroot import wsgi
from flask import Flask, Response, jsonify, request
from flask.typing import ResponseReturnValue

from benchmarks.daemon import HERE, Daemon, ended, free_port, wait_for

THREADS = 1_200
"""A phone that listens keeps one."""

TABLE = 'CREATE TABLE log ("table" TEXT, seq INTEGER, body TEXT, PRIMARY KEY ("table", seq)) WITHOUT ROWID'


@contextmanager
def opened() -> Iterator[Daemon]:
    """The floor, answering; it ends with the block."""
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
    """A table: how many entries it has, and a bell for its phones."""

    def __init__(self) -> None:
        self.seq = 0
        self.bell = threading.Condition()

    def events(self) -> Iterator[str]:
        """The table's number, at once and whenever it changes."""
        heard = self.seq
        while True:
            yield f'event: changed\nid: {heard}\ndata: {{"seq":{heard}}}\n\n'
            with self.bell:
                while heard == self.seq:
                    self.bell.wait()
                heard = self.seq


def app_over(database: sqlite3.Connection) -> Flask:
    """The app: at the addresses of the calls that are measured."""
    app, tables, turn = Flask("floor"), defaultdict[str, Table](Table), threading.Lock()

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
        entry, table = request.get_json(), tables[code]
        with turn:
            seq = table.seq + 1
            database.execute("INSERT INTO log VALUES (?, ?, ?)", (code, seq, json.dumps(entry)))
            database.commit()
        with table.bell:
            table.seq = seq
            table.bell.notify_all()
        return jsonify(seq=seq), 201

    @app.get("/api/v1/tables/<code>/live")
    def live(code: str) -> ResponseReturnValue:
        return Response(tables[code].events(), mimetype="text/event-stream")

    return app


def main(port: int, folder: Path) -> None:
    """Serves until it is ended."""
    database = sqlite3.connect(folder / "floor.sqlite", check_same_thread=False)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=FULL")
    database.execute(TABLE)
    database.commit()
    threading.stack_size(512 * 1024)
    wsgi.Server((HERE, port), app_over(database), numthreads=THREADS, request_queue_size=1_024).start()


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
