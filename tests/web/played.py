"""Playthroughs played at a table of the referee: their entries made over the API by the host."""

from __future__ import annotations

import tomllib
from pathlib import Path

from flask import Flask

from tests.web.phone import Phone

FOLDER = Path(__file__).parent.parent / "playthroughs"


def play(app: Flask, name: str, leave_out: int = 0) -> tuple[str, Phone]:
    """The playthrough `game/file` at a table of its own, without its last entries: its code, and the host's phone."""
    written = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
    opening = {"game": name.partition("/")[0], "seats": written["seats"], "options": written.get("options", {})}
    made = Phone(app).post("/tables", {**opening, "house_rules": written.get("house_rules", [])}).said(201)
    code, host = made["code"], Phone(app, made["host_token"])
    host.post(f"/tables/{code}/start", {"dealer": written.get("dealer")}).said(200)
    taken = [entry for entry in written["entries"] if not entry.get("refused")]
    for entry in taken[: len(taken) - leave_out]:
        host.enter(code, entry["kind"], entry.get("seat"), **entry.get("data", {})).said(201)
    return code, host
