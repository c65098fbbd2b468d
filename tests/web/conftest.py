from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from referee_web.app import create_app
from referee_web.guards.service_set import Services
from referee_web.public_url import PublicUrl

from referee.hosting.races.races import Races
from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.plugin.discovery import GAMES, beside
from tests.web.phone import Answer, Phone
from tests.web.racing import GAME, Buzzer, Racing, Time
from tests.web.served import BASE, served


@pytest.fixture(scope="module", autouse=True)
def strangers_games() -> Iterator[None]:
    """Strangers' small games are installed beside the games that are."""
    ids = (
        "highest-card",
        "heads-or-tails",
        "first-slap",
        "called-off",
        "kitchen-hearts",
        "crooked",
        "pass-or-bid",
        "late-card",
    )
    with beside(
        *(
            EntryPoint(id, f"tests.toy_games.{id.replace('-', '_')}", GAMES)
            for id in ids
        )
    ):
        yield


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Where the tables are kept."""
    return tmp_path / "tables.db"


@pytest.fixture
def room(place: Path) -> Iterator[CardRoom]:
    room = CardRoom(Store.open(place))
    yield room
    room.close()


def app_over(room: CardRoom, limits: bool = False) -> Flask:
    """An app of its own: for a test that changes it, or needs two at once."""
    return create_app(Services.over(room, PublicUrl(8642, BASE, list), limits))


@pytest.fixture
def app(room: CardRoom) -> Flask:
    return served(room)


@pytest.fixture
def spectator(app: Flask) -> Phone:
    """Somebody with no token."""
    return Phone(app)


@dataclass
class Opened:
    """A table, its host's phone (with no seat of its own), and the phones of those who
    sat down, by seat.
    """

    code: str
    host: Phone
    phones: dict[str, Phone] = field(default_factory=dict)

    def path(self, rest: str) -> str:
        return f"/tables/{self.code}/{rest}"

    def sit(self, name: str) -> Phone:
        seated = Phone(self.host.app).post(self.path("join"), {"name": name}).said(201)
        self.phones[seated["seat"]] = Phone(self.host.app, seated["seat_token"])
        return self.phones[seated["seat"]]

    def start(self, **body: Any) -> Any:
        return self.host.post(self.path("start"), body).said(200)

    def place(self, seat: str, card: str) -> Answer:
        """Have a seat place its card in a trick."""
        return self.phones[seat].enter(self.code, "play", plays={seat: card})


Open = Callable[..., Opened]


@pytest.fixture
def open_table(app: Flask) -> Open:
    """Opens a table for a game; those named sit down on phones of their own."""

    def opened(
        game: str = "highest-card",
        *names: str,
        seats: tuple[str, ...] = (),
        **body: Any,
    ) -> Opened:
        made = (
            Phone(app)
            .post("/tables", {"game": game, "seats": list(seats), **body})
            .said(201)
        )
        table = Opened(made["code"], Phone(app, made["host_token"]))
        for name in names:
            table.sit(name)
        return table

    return opened


@pytest.fixture
def started(open_table: Open) -> Opened:
    """Ana and Ben at a match of Highest Card that has begun."""
    table = open_table("highest-card", "Ana", "Ben")
    table.start()
    return table


@pytest.fixture
def time(room: CardRoom) -> Time:
    """The clock of the races."""
    time = Time()
    room.races = Races(room.listeners.ring, time.now, time.later)
    return time


@pytest.fixture
def racing(open_table: Open, time: Time) -> Racing:
    """Ana, Ben and Cy at a match of First Slap that has begun."""
    return _racing(open_table(GAME, "Ana", "Ben", "Cy"), time)


@pytest.fixture
def slapping(open_table: Open, time: Time) -> Racing:
    """The same three at Slapjack All Faces, whose dead heats are tossed for."""
    return _racing(open_table("slapjack", "Ana", "Ben", "Cy"), time)


def _racing(table: Opened, time: Time) -> Racing:
    table.start()
    seats = zip(table.phones.values(), (0.0, 600_000.0, -600_000.0), strict=True)
    return Racing(
        table, time, *(Buzzer(phone, table, time, ahead) for phone, ahead in seats)
    )


@pytest.fixture
def played(started: Opened) -> Opened:
    """Ana's nine has beaten Ben's eight."""
    for seat, card in (("Ana", "9S"), ("Ben", "8S")):
        started.phones[seat].enter(started.code, "lay", card=card).said(201)
    return started
