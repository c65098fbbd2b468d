"""Flask with SQLAlchemy and nothing in them: what starting takes at least. `python -m benchmarks.bare PORT FOLDER`.

It imports nothing of the referee, so nothing of `benchmarks` that does.
"""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn
from flask import Flask, jsonify
from flask.typing import ResponseReturnValue
from sqlalchemy import Column, Integer, MetaData, Table, create_engine, select

HERE = "127.0.0.1"


def app_over(folder: Path) -> Flask:
    """The app: it asks its one table, in a SQLite file in this folder."""
    app, meta = Flask("bare"), MetaData()
    things = Table("things", meta, Column("id", Integer, primary_key=True))
    engine = create_engine(f"sqlite:///{folder / 'bare.sqlite'}")
    meta.create_all(engine)

    @app.get("/healthz")
    def healthz() -> ResponseReturnValue:
        with engine.connect() as connection:
            connection.execute(select(things)).all()
        return jsonify(status="ok")

    return app


def main() -> None:
    """Serves it until the process ends."""
    port, folder = int(sys.argv[1]), Path(sys.argv[2])
    uvicorn.run(app_over(folder), interface="wsgi", host=HERE, port=port, log_level="error", access_log=False)


if __name__ == "__main__":
    main()
