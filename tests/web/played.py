"""Playthroughs played at a table of the referee: their entries made over the API by the
host.
"""

import tomllib
from typing import Any

from flask import Flask

from tests.every_playthrough import FOLDER
from tests.web.phone import Phone


def play(app: Flask, name: str, leave_out: int = 0) -> tuple[str, Phone]:
    """The playthrough `game/file` at a table of its own, without its last entries: its
    code, and the host's phone.
    """
    written = _written(name)
    opening = {
        "game": name.partition("/")[0],
        "seats": written["seats"],
        "options": written.get("options", {}),
    }
    made = (
        Phone(app)
        .post("/tables", {**opening, "house_rules": written.get("house_rules", [])})
        .said(201)
    )
    code = made["code"]
    host = Phone(app, made["host_token"])
    host.post(f"/tables/{code}/start", {"dealer": written.get("dealer")}).said(200)
    entries = _taken(written)
    for entry in entries[: len(entries) - leave_out]:
        _enter(host, code, entry)
    return code, host


def finish(host: Phone, code: str, name: str) -> None:
    """Make the last entry of this playthrough."""
    _enter(host, code, _taken(_written(name))[-1])


def _written(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))


def _taken(written: dict[str, Any]) -> list[dict[str, Any]]:
    return [entry for entry in written["entries"] if not entry.get("refused")]


def _enter(host: Phone, code: str, entry: dict[str, Any]) -> None:
    host.enter(code, entry["kind"], entry.get("seat"), **entry.get("data", {})).said(
        201
    )
