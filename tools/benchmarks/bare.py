"""Flask with SQLite and nothing in them: what starting takes at least. `python -m
benchmarks.bare PORT FOLDER`.

It imports nothing of the referee, so nothing of `benchmarks` that does.
"""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import uvicorn
from flask import Flask, jsonify
from flask.typing import ResponseReturnValue

HERE = "127.0.0.1"


def app_over(folder: Path) -> Flask:
    """Return the app: it asks its one table, in a SQLite file in this folder."""
    app = Flask("bare")
    place = folder / "bare.sqlite"
    with closing(sqlite3.connect(place)) as file:
        file.execute("CREATE TABLE IF NOT EXISTS things (id INTEGER)")

    @app.get("/healthz")
    def healthz() -> ResponseReturnValue:
        with closing(sqlite3.connect(place)) as file:
            file.execute("SELECT * FROM things").fetchall()
        return jsonify(status="ok")

    return app


def main() -> None:
    """Serves it until the process ends."""
    port = int(sys.argv[1])
    folder = Path(sys.argv[2])
    uvicorn.run(
        app_over(folder),
        interface="wsgi",
        host=HERE,
        port=port,
        log_level="error",
        access_log=False,
    )


if __name__ == "__main__":
    main()
