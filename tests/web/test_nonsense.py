"""Whatever is sent, something sensible is answered: nothing that anybody sends is a
fault of the referee.
"""

from collections.abc import Callable
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from referee_web.app import create_app
from referee_web.guards.service_set import Services
from referee_web.public_url import PublicUrl

from referee.hosting.room import CardRoom
from referee.plugin.discovery import installed, rulebook
from referee.testing.random_player import RandomPlayer
from tests.told_prompts import told_prompts
from tests.web.conftest import Open, Opened
from tests.web.nonsense import Known, Nonsense
from tests.web.phone import Phone

pytestmark = pytest.mark.slow

NAMES = ("Ana", "Ben", "Cy", "Dee")
ASKED = (
    "as",
    "page",
    "player",
    "game",
    "from",
    "to",
    "code",
    "back",
    "seq",
    "view",
    "watch",
    "ruling",
    "before",
    "q",
    "n",
    "v",
    "dispute",
)
INPUTS = (
    *(
        "name",
        "seat",
        "seats",
        "kind",
        "form",
        "id",
        "after",
        "do",
        "to",
        "as",
        "why",
        "uphold",
        "sure",
        "admit",
        "dealer",
    ),
    *(
        "how",
        "back",
        "language",
        "theme",
        "suits",
        "speak",
        "place=Ana",
        "place=Ben",
        "name=1",
        "name=2",
        "replaces",
    ),
    *(
        "pick=plays=Ana",
        "typed=plays=Ben",
        "pick=cards",
        "typed=cards",
        "pick=card",
        "typed=card",
        "pick=bid",
        "drop_unfit",
    ),
    *(
        "typed=bids=1",
        "pick=hidden",
        "typed=exposed",
        "pick=locked",
        "pick=order=Ana",
        "typed=order",
        "typed=pile",
        "stage",
    ),
    *(
        "none=plays=Ana",
        "verdict=winner",
        "verdict=order",
        "typed=stacks=Ana",
        "option=target",
        "target",
        "house_rules",
        "game",
    ),
)
CARDS = (
    "AS",
    "2c",
    "X",
    "XB",
    "10h",
    "As Kd",
    "JS / QH",
    "ace of spades",
    "2c 2c 2c",
    "1",
    "Ana = Ben, Cy",
)


def play_on(table: Opened, rng: Random, entries: int) -> list[dict[str, Any]]:
    """A few entries at random, as the host makes them; and some that could come next."""
    view = table.start()
    deck = rulebook(view["game"]).game.deck
    player = RandomPlayer(rng, list(table.phones), deck=deck)
    for _ in range(entries):
        if view["finished"] or not view["prompts"]:
            return []
        kind, seat, data = player.choose(
            told_prompts(view["prompts"], deck), view["to_act"]
        )
        answer = table.host.enter(table.code, kind, seat, **data)
        if answer.status == 201:
            player.note(kind, seat, data, answer.json["rulings"])
        view = table.host.look(table.code)
    next_ones = [
        player.choose(told_prompts(view["prompts"], deck), view["to_act"])
        for _ in range(9 if view["prompts"] else 0)
    ]
    return [
        {"kind": kind, "seat": seat, "data": data} for kind, seat, data in next_ones
    ]


def _games() -> list[str]:
    """Those that are sound: over a crooked one 500 is the right answer."""
    return [game for game in installed().games if game != "crooked"]


def _players(game: str) -> tuple[str, ...]:
    return NAMES[
        : max(count for count in rulebook(game).game.players if count <= len(NAMES))
    ]


def world(open_table: Open, rng: Random) -> Known:
    """Tables of every game in every state, and what those who sit at them have."""
    tables = [open_table(game, *_players(game)) for game in _games()]
    entries = {
        table.code: play_on(table, rng, rng.choice((0, 3, 12))) if number % 3 else []
        for number, table in enumerate(tables)
    }
    claims = []
    links = []
    disputes = []
    corrections = []
    for table in tables:
        claims.append(
            Phone(table.host.app)
            .post(table.path("join"), {"name": "Ana"})
            .said(202)["claim"]
        )
        links.append(
            table.host.post(table.path("seats/Ben/link"))
            .said(201)["url"]
            .rpartition("/")[2]
        )
        asked = table.host.post(table.path("disputes"), {"seq": 1})
        disputes += [asked.json["id"]] if asked.status == 201 else []
        struck = table.host.post(
            table.path("corrections"),
            {"changes": [{"seq": 1, "strike": True}], "drop_unfit": True},
        )
        corrections += [struck.json["id"]] if struck.status == 201 else []
    phones = {table.code: {"": table.host, **table.phones} for table in tables}
    tokens = {
        code: [phone.token or "" for phone in there.values()]
        for code, there in phones.items()
    }
    cookies = {
        code: [
            f"{'seat' if seat else 'host'}_{code}={phone.token}"
            for seat, phone in there.items()
        ]
        for code, there in phones.items()
    }
    questions = [
        name
        for game in _games()
        for name in ("trick", "round", "hand", "slap", "bid", "play", "legal")
    ]
    named = {
        "code": [table.code for table in tables],
        "game": _games(),
        "seat": NAMES,
        "name": (*NAMES, "live/table_page.js", "style.css", "Eve"),
        "question": sorted(set(questions)),
        "claim": claims,
        "token": links,
        "dispute": disputes or ["x"],
        "correction": corrections or ["x"],
        "id": [*disputes, *corrections, "x"],
        "seq": ("1", "2", "3"),
        "kind": (
            "play",
            "board",
            "round",
            "lay",
            "gather",
            "slap",
            "bid",
            "turn",
            "decide",
            "hand",
            "flip",
            "recount",
        ),
        "field": (
            "plays",
            "board",
            "cards",
            "pile",
            "stage",
            "hidden",
            "exposed",
            "locked",
            "bids",
            "hands",
            "hand",
            "order",
        ),
        "input": INPUTS,
        "asked": ASKED,
        "typed": CARDS,
        "pick": CARDS,
        "as": ("json", "csv", "bgstats", "upheld", "corrected", "overruled"),
        "dealer": (*NAMES, ""),
        "nonce": ("x",),
        "race": ("x",),
    }
    return Known(named, tokens, cookies, entries)


def answered(app: Flask, sent: dict[str, object]) -> int:
    client = app.test_client(use_cookies=False)
    answer = client.open(buffered=False, **sent)  # type: ignore[arg-type]
    answer.close()
    return answer.status_code


def try_out(app: Flask, open_table: Open, seed: int, requests: int) -> None:
    rng = Random(seed)
    nonsense = Nonsense(rng, app, world(open_table, rng))
    for number in range(requests):
        sent = nonsense.request()
        assert answered(app, sent) < 500, f"seed {seed}, request {number}: {sent}"


def test_nothing_that_is_sent_is_a_fault_of_the_referee(
    app: Flask, open_table: Open
) -> None:
    try_out(app, open_table, 8, 600)


@pytest.mark.parametrize("seed", range(5))
def test_nothing_of_5_000_requests_is_a_fault_of_the_referee(
    app: Flask, open_table: Open, seed: int
) -> None:
    try_out(app, open_table, 1_000 + seed, 1_000)


# What was


@pytest.fixture
def client(room: CardRoom) -> FlaskClient:
    """A browser at a referee that has found no address to advertise."""
    return create_app(
        Services.over(room, PublicUrl(8642, None, list), limits=False)
    ).test_client()


Ask = Callable[[FlaskClient, str], int]


def other_origin(client: FlaskClient, code: str) -> int:
    return client.post(
        f"/t/{code}/join", data={"name": "Ana"}, headers={"Origin": "http://["}
    ).status_code


def part_without_a_name(client: FlaskClient, code: str) -> int:
    body = b"--x\r\nContent-Disposition: form-data\r\n\r\nAna\r\n--x--\r\n"
    return client.post(
        f"/t/{code}/join", data=body, content_type="multipart/form-data; boundary=x"
    ).status_code


@pytest.mark.parametrize(
    ("status", "ask"),
    [
        (403, other_origin),
        (422, part_without_a_name),
        (404, lambda client, _: client.get(f"/static/{'a' * 300}").status_code),
        (
            404,
            lambda client, _: (
                client.get(f"/static/{'a' * 12}/{'a' * 300}.js").status_code
            ),
        ),
        (
            404,
            lambda client, code: (
                client.get(f"/t/{code}/link/{'a' * 3_000}").status_code
            ),
        ),
        (
            404,
            lambda client, code: (
                client.get(f"/t/{code}/link/{'a' * 3_000}/qr.svg").status_code
            ),
        ),
        (
            404,
            lambda client, code: client.get(f"/t/{code}/link/a%0Ab/qr.svg").status_code,
        ),
    ],
    ids=["origin", "part", "static", "kept", "link", "qr of a link", "qr of lines"],
)
def test_what_was_a_fault_is_refused(
    client: FlaskClient, room: CardRoom, status: int, ask: Ask
) -> None:
    assert ask(client, room.open_table("highest-card").code) == status


@pytest.mark.parametrize(
    "host", ["a" * 64, f"{'a' * 64}.local", "a..b", f"{'é' * 40}.local", "["]
)
@pytest.mark.parametrize(
    "path", ["/", "/api/v1/games", "/static/messages.js", "/nothing"]
)
def test_a_name_that_cannot_be_is_not_ours(
    client: FlaskClient, host: str, path: str
) -> None:
    answer = client.get(path, headers={"Host": host.encode().decode("latin-1")})
    assert answer.status_code == 421
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_the_qr_code_of_a_link_is_there_as_long_as_the_link_is(
    open_table: Open, app: Flask
) -> None:
    table = open_table("highest-card", "Ana")
    link = table.host.post(table.path("seats/Ana/link")).said(201)
    path = urlsplit(link["qr_url"]).path
    assert app.test_client().get(path).status_code == 200
    Phone(app).post(
        table.path("links"), {"token": link["url"].rpartition("/")[2]}
    ).said(201)
    assert app.test_client().get(path).status_code == 404
