"""Tables that a program opens at a daemon and is the host of, so that every seat is
free for a phone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from playwright.sync_api import Page

from tests.commandline.running import Running

from .phones import NAME, Phones


@dataclass(slots=True)
class Table:
    """A table: its code, its host's token, and the tokens of those who sat down."""

    daemon: Running
    code: str
    token: str
    seats: dict[str, str] = field(default_factory=dict)

    @classmethod
    def opened(
        cls, daemon: Running, game: str, *names: str, **options: object
    ) -> Table:
        """A new table with these seats, at which nobody sits yet."""
        body = {"game": game, "seats": names, "options": options}
        opened = answered(daemon.post("/tables", body))
        return cls(daemon, opened["code"], opened["host_token"])

    @classmethod
    def started(
        cls,
        daemon: Running,
        game: str,
        *names: str,
        dealer: str | None = None,
        **options: object,
    ) -> Table:
        """Such a table, whose match has begun; without a dealer the first seat deals."""
        table = cls.opened(daemon, game, *names, **options)
        table.post("start", {} if dealer is None else {"dealer": dealer})
        return table

    def post(self, path: str, body: object) -> Any:
        """What the host is answered."""
        path = f"/tables/{self.code}/{path}"
        return answered(self.daemon.post(path, body, self.token))

    def sit(self, *names: str) -> None:
        """These sit down, each with a phone."""
        for name in names:
            joined = self.daemon.post(f"/tables/{self.code}/join", {"name": name})
            self.seats[name] = answered(joined)["seat_token"]

    def sit_as_host(self, name: str) -> None:
        """The host sits down too."""
        path = f"/tables/{self.code}/join"
        joined = self.daemon.post(path, {"name": name}, self.token)
        self.seats[name] = answered(joined)["seat_token"]

    def enter(self, kind: str, seat: str | None = None, /, **data: Any) -> None:
        """An entry by the host."""
        entry = {"id": str(uuid4()), "kind": kind, "seat": seat, "data": data}
        self.post("entries", entry)

    def enter_tricks(self, seats: tuple[str, ...], tricks: Mapping[str, str]) -> None:
        """Tricks by their boards, each with what these seats placed in order."""
        for board, plays in tricks.items():
            self.enter("board", cards=board.split())
            self.enter("play", plays=dict(zip(seats, plays.split(), strict=True)))

    def entered(self) -> list[dict[str, Any]]:
        """What was entered so far, entry by entry, as the host may read it."""
        log = self.daemon.get(f"/api/v1/tables/{self.code}/log", self.token)
        return [entry["data"] for entry in json.loads(log)["entries"]]

    @property
    def address(self) -> str:
        return self.through(self.daemon.port)

    def through(self, port: int) -> str:
        """The table's address at another port."""
        return f"http://{NAME}:{port}/t/{self.code}"

    def keeps(self, seat: str | None = None) -> dict[str, str]:
        """The cookies of a seat's phone; of the host's without a seat."""
        if seat is None:
            return {f"host_{self.code}": self.token}
        return {f"seat_{self.code}": self.seats[seat]}

    def page(self, phone: Phones, seat: str | None = None, **how: bool) -> Page:
        """The table on a seat's phone; on the host's without a seat."""
        page = phone(f"http://{NAME}:{self.daemon.port}/", **how)
        for name, value in self.keeps(seat).items():
            page.context.add_cookies(
                [{"name": name, "value": value, "url": self.address}]
            )
        page.goto(self.address)
        return page


def answered(answer: tuple[int, Any]) -> Any:
    """What was answered, where the daemon did what it was asked for."""
    status, said = answer
    if status not in (200, 201):
        raise RuntimeError(f"The daemon answered {status}: {said}")
    return said
