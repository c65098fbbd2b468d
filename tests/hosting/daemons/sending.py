"""What phones send to daemons, and what daemons tell of a table."""

import json
from typing import Any
from uuid import uuid4

from tests.commandline.running import Running

SEATS = ("Ana", "Ben", "Cy")


def start(database: str, port: int) -> Running:
    return Running(
        "--no-browser",
        "--data",
        database,
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        REFEREE_LIMITS="off",
    )


def hands(number: int) -> dict[str, Any]:
    """Two hands without cards, for any seat: whoever has entered already replaces
    theirs.
    """
    data = {"hidden": [], "exposed": []}
    return {
        "id": str(uuid4()),
        "kind": "round",
        "seat": SEATS[number % len(SEATS)],
        "data": data,
    }


def everything(daemon: Running, code: str, token: str) -> list[Any]:
    """All that a daemon tells of a table, to its host and to a spectator."""
    paths = [f"/api/v1/tables/{code}{part}" for part in ("", "/log", "/export")]
    return [
        json.loads(daemon.get(path, shown)) for path in paths for shown in (token, "")
    ]
