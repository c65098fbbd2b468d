"""A club night over HTTP: its director, its board, and a phone for each person."""

from collections.abc import Mapping
from typing import Any

from flask import Flask

from tests.web.phone import Phone

TWENTY = (
    "Ana",
    "Ben",
    "Cem",
    "Di",
    "Eva",
    "Finn",
    "Gro",
    "Hal",
    "Ida",
    "Jo",
    "Kim",
    "Lea",
    "Max",
    "Nia",
    "Ole",
    "Pia",
    "Quinn",
    "Ria",
    "Sam",
    "Tom",
)
WANTED = {
    "name": "Club night",
    "game": "score-pad",
    "movement": "swiss",
    "rounds": 3,
    "counts": "points",
}


class ClubNight:
    """An event, and those who entered under these names."""

    def __init__(self, app: Flask, *names: str, **wanted: Any) -> None:
        self.app = app
        self.stranger = self.bear(None)
        self.opened = self.stranger.post("/events", {**WANTED, **wanted}).said(201)
        self.path = f"/events/{self.opened['code']}"
        self.director = self.bear(self.opened["director_token"])
        self.board = self.bear(self.opened["board_token"])
        self.phones: dict[str, Phone] = {}
        """By number, in the order of entering."""
        self.names: dict[str, str] = {}
        for name in names:
            self.enter(name)

    def bear(self, token: str | None) -> Any:
        """Return a phone that bears this token."""
        return Phone(self.app, token)

    def enter(self, name: str) -> str:
        """Somebody comes in, and is told their number."""
        sent = self.stranger.post(f"{self.path}/entrants", {"names": [name]})
        entered = sent.said(201)
        entrant = str(entered["entrant"])
        self.phones[entrant] = self.bear(entered["token"])
        self.names[entrant] = name
        return entrant

    def begin(self, **more: Any) -> Any:
        """The next round begins; the event after it."""
        return self.director.post(f"{self.path}/rounds", more).said(201)

    @property
    def tables(self) -> Any:
        """The tables of this round."""
        return self.director.get(self.path).said(200)["rounds"][-1]["tables"]

    @property
    def standings(self) -> Any:
        return self.director.get(f"{self.path}/standings").said(200)

    def score(self, table: Mapping[str, Any], *points: int) -> None:
        """The director enters a table's scores, seats clockwise."""
        scores = dict(zip(table["seats"], points, strict=True))
        entered = {"table": table["code"], "scores": scores}
        self.director.post(f"{self.path}/scores", entered).said(201)
