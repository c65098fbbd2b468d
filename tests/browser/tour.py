"""A tour of all pages, in the states that people see them in. Whoever adds a page adds
a visit to it here.

A scene is a part of the tour: it opens tables, plays on them over the API, and names
the visits to be made there.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import Any
from uuid import uuid4

from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, expect
from referee_web.app import create_app
from referee_web.commands.listening import listen
from referee_web.guards.service_set import Services
from referee_web.preferences import COOKIE
from referee_web.public_url import PublicUrl
from referee_web.server.daemon import Daemon

from referee.hosting.network.addresses import Address
from referee.hosting.room import CardRoom
from referee.testing.random_player import RandomPlayer
from tests.told_prompts import told_prompts
from tests.toy_games.every_deck import all_dealt
from tests.web.phone import V1, Answer, Phone as CheckedPhone

from .phones import NAME, PATIENCE_MS, PHONE
from .playing import load_needed_scripts

ADDRESSES = [
    Address("192.168.7.20", "wlan0", "wi-fi"),
    Address("10.8.0.2", "tun0", "vpn", ("A VPN.",)),
]
NAMES = ("Ana", "Ben", "Cy", "Di", "Maximiliane", "Bo", "Anna", "Ed", "Flo", "Gus")
GAMES = ("faj", "four-aces", "jizara", "score-pad", "skat", "slapjack", "tripp-jokes")
"""The games that are looked at: all forms and zones that pages can draw are in one of
them. Others are of the same parts, and each of them would take twenty seconds of a
browser.
"""
PATIENCE = 2_000


class Phone(CheckedPhone):
    """A phone at the API that holds nothing against its description: the tour sends
    much, and looks at pages.
    """

    def ask(
        self, method: str, path: str, headers: dict[str, str] | None = None, **more: Any
    ) -> Answer:
        bears = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        client = self.app.test_client(use_cookies=False)
        return Answer(
            client.open(f"{V1}{path}", method=method.upper(), headers=bears, **more)
        )


@dataclass(frozen=True, slots=True)
class Visit:
    """A page to look at: the template it is drawn from, its address, the cookies that
    its phone keeps, and what is done there before it is looked at.
    """

    name: str
    template: str
    path: str
    cookies: Mapping[str, str] = field(default_factory=dict)
    then: Callable[[Page], object] | None = None


# Where there is a keyboard, what reads keys is fetched after the page; where no scripts
# run, cards have no ids.
READS_KEYS = """
() => !matchMedia("(hover: hover) and (pointer: fine)").matches
  || !document.querySelector("[data-card][id]") || document.querySelector("[data-card][tabindex]") !== null
"""


@dataclass(slots=True)
class House:
    """A referee that serves its pages from within this process."""

    app: Flask
    base: str
    matches: dict[tuple[str, int], tuple[Seated, list[Step]]] = field(
        default_factory=dict
    )

    def about(self, game: str) -> Any:
        """What the API tells of this game."""
        return Phone(self.app).get(f"/games/{game}").said(200)

    def opened(self, game: str, seats: int, sit: bool = True, **body: Any) -> Seated:
        """A table for this game with so many named seats, of which each has its own
        phone.
        """
        made = (
            Phone(self.app)
            .post("/tables", {"game": game, "seats": list(NAMES[:seats]), **body})
            .said(201)
        )
        table = Seated(made["code"], Phone(self.app, made["host_token"]))
        for name in NAMES[:seats] if sit else ():
            token = (
                Phone(self.app)
                .post(f"/tables/{table.code}/join", {"name": name})
                .said(201)["seat_token"]
            )
            table.phones[name] = Phone(self.app, token)
        return table

    def started(self, game: str, seats: int, **body: Any) -> Seated:
        """Such a table, and its match has begun."""
        table = self.opened(game, seats, **body)
        table.host.post(f"/tables/{table.code}/start", {}).said(200)
        return table

    def view(
        self, chromium: Browser, visit: Visit, **options: Any
    ) -> tuple[BrowserContext, Page]:
        """This visit's page on a phone of its own."""
        page = a_phone(chromium, **options)
        self.show(page, visit)
        return page.context, page

    def visits(self, page: Page, scene: str) -> Iterator[Visit]:
        """Turn this phone to the pages of a scene, as one that was never here before:
        much cheaper than other phones.

        It has left each page before the scene goes on, which would draw the page again,
        or lead it away.
        """
        for visit in SCENES[scene](self):
            self.show(page, visit)
            yield visit
            page.goto("about:blank")
            page.set_viewport_size(PHONE)

    def show(self, page: Page, visit: Visit) -> None:
        """Turn this phone, which shows nothing yet, to the visit's page."""
        storage = {"origin": self.base, "storageTypes": "local_storage"}
        page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", storage)
        page.context.clear_cookies()
        cookies = [
            {"name": name, "value": value, "url": self.base}
            for name, value in visit.cookies.items()
        ]
        page.context.add_cookies(cookies)  # type: ignore[arg-type]
        page.goto(self.base + visit.path)
        page.wait_for_function(READS_KEYS)
        load_needed_scripts(page)
        if visit.then is not None:
            visit.then(page)


@dataclass(slots=True)
class Seated:
    """A table, its host's phone, and those of its seats."""

    code: str
    host: Phone
    phones: dict[str, Phone] = field(default_factory=dict)

    @property
    def as_host(self) -> dict[str, str]:
        """The cookies of the host's phone."""
        return {f"host_{self.code}": self.host.token or ""}

    def as_seat(self, name: str) -> dict[str, str]:
        """The cookies of this seat's phone."""
        return {f"seat_{self.code}": self.phones[name].token or ""}

    def path(self, rest: str = "") -> str:
        return f"/t/{self.code}{rest}"

    def enter(self, kind: str, seat: str | None = None, /, **data: Any) -> Any:
        """An entry by the host, which must be taken."""
        return self.host.enter(self.code, kind, seat, **data).said(201)


ANDROID = "Mozilla/5.0 (Linux; Android 14) Chrome/131 Mobile Safari/537.36"
"""How a phone names itself: a page asks one whether it is meant to be the board."""


def a_phone(chromium: Browser, **options: Any) -> Page:
    """An empty page on a phone of its own."""
    context = chromium.new_context(
        **{
            "viewport": PHONE,
            "has_touch": True,
            "is_mobile": True,
            "reduced_motion": "reduce",
            **options,
        }
    )
    context.set_default_timeout(PATIENCE_MS)
    return context.new_page()


def serving(room: CardRoom) -> Iterator[House]:
    """A referee over this room, as long as it is needed."""
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    base = f"http://{NAME}:{port}"
    app = create_app(
        Services.over(
            room, PublicUrl(port, base, lambda: list(ADDRESSES)), limits=False
        )
    )
    daemon = Daemon(app, listener)
    daemon.start()
    yield House(app, base)
    daemon.stop()


Scene = Callable[[House], Iterator[Visit]]
SCENES: dict[str, Scene] = {}


def scene(found: Scene) -> Scene:
    """Makes a function a part of the tour, under its name."""
    SCENES[found.__name__] = found
    return found


# Matches to look at


@dataclass(frozen=True, slots=True)
class Step:
    """What a random player entered that was taken, and the kinds of entries that were
    open before.
    """

    kind: str
    seat: str
    data: dict[str, Any]
    open_kinds: frozenset[str]


def random_match(house: House, game: str, seats: int) -> tuple[Seated, list[Step]]:
    """The same match of this game each time, played to its end, and how it went."""
    if (game, seats) not in house.matches:
        house.matches[game, seats] = play_at_random(house, game, seats)
    return house.matches[game, seats]


def play_at_random(
    house: House,
    game: str,
    seats: int,
    player: RandomPlayer | None = None,
    agreed: Mapping[str, object] = MappingProxyType({}),
) -> tuple[Seated, list[Step]]:
    """A match of this game played to its end, by this player for all where one is
    given, with what was `agreed`, and how it went.
    """
    options = {
        one["name"]: one["min"]
        for one in house.about(game)["options"]
        if one["min"] is not None and not one["folded"]
    }
    table = house.started(game, seats, options={**options, **agreed})
    return table, play_out(
        table, player or RandomPlayer(Random(f"tour of {game}"), list(table.phones))
    )


def play_out(table: Seated, player: RandomPlayer) -> list[Step]:
    """How this player plays the match of a table to its end, for all."""
    steps: list[Step] = []
    view = table.host.look(table.code)
    for _ in range(PATIENCE):
        if view["finished"]:
            return steps
        kind, seat, data = player.choose(told_prompts(view["prompts"]), view["to_act"])
        answer = table.host.enter(table.code, kind, seat, **data)
        if answer.status == 201:
            player.note(kind, seat, data, answer.json["rulings"])
            steps.append(
                Step(
                    kind,
                    seat,
                    data,
                    frozenset(prompt["kind"] for prompt in view["prompts"]),
                )
            )
        view = table.host.look(table.code)
    raise AssertionError(f"the match at table {table.code} does not end")


def up_to(house: House, game: str, seats: int, steps: list[Step]) -> Seated:
    """A match of which these steps were played."""
    table = house.started(game, seats)
    for step in steps:
        table.enter(step.kind, step.seat, **step.data)
    return table


def moments(steps: list[Step]) -> list[int]:
    """How many steps to play for each set of kinds that was ever asked at once: the
    second time it was asked.
    """
    found: dict[frozenset[str], list[int]] = {}
    for number, step in enumerate(steps):
        found.setdefault(step.open_kinds, []).append(number)
    return sorted(numbers[min(1, len(numbers) - 1)] for numbers in found.values())


def counts_of(house: House, game: str) -> list[int]:
    """The numbers of players that this game is for."""
    return list(house.about(game)["players"])


def game_scene(game: str) -> Scene:
    """What is asked in this game's matches, as the host with one phone for all and as a
    seat; and its end.
    """

    def visits(house: House) -> Iterator[Visit]:
        seats = min(counts_of(house, game))
        finished, steps = random_match(house, game, seats)
        for number in moments(steps):
            table = up_to(house, game, seats, steps[:number])
            step = steps[number]
            name = f"{game}-{'-'.join(sorted(step.open_kinds))}-{number}"
            yield Visit(
                f"{name}-host", "table/playing.html", table.path(), table.as_host
            )
            yield Visit(
                f"{name}-seat",
                "table/playing.html",
                table.path(),
                table.as_seat(step.seat),
            )
        table = up_to(house, game, seats, steps[: len(steps) * 2 // 3])
        yield Visit(f"{game}-board", "table/board.html", table.path("/board"))
        yield Visit(
            f"{game}-log", "entries/log.html", table.path("/log"), table.as_host
        )
        yield Visit(f"{game}-watching", "table/playing.html", table.path())
        yield Visit(f"{game}-scores", "scores/scores.html", table.path("/scores"))
        yield Visit(
            f"{game}-finished",
            "table/final.html",
            finished.path(),
            finished.as_seat(NAMES[0]),
        )
        yield Visit(
            f"{game}-finished-opened",
            "table/final.html",
            finished.path(),
            finished.as_host,
            open_all,
        )
        yield Visit(
            f"{game}-finished-board", "table/board.html", finished.path("/board")
        )
        yield Visit(f"{game}-rules", "games/rules.html", f"/games/{game}")
        yield Visit(f"{game}-new", "games/new_table.html", f"/new/{game}")
        for question in house.about(game)["questions"]:
            name = question["name"]
            template = "games/ask.html"
            if name == "irregularity":
                template = "games/irregularity.html"
            yield Visit(f"{game}-ask-{name}", template, f"/ask/{game}/{name}")

    return visits


for _game in GAMES:
    SCENES[_game] = game_scene(_game)


# The pages round the matches


def opened_twice(house: House) -> tuple[Seated, Seated]:
    """A match of tricks with a trick played, and one that is being set up."""
    playing = a_trick(house)
    return playing, house.opened("four-aces", 4)


def a_trick(house: House) -> Seated:
    """A first trick won by Ben with a joker, and the second board laid."""
    table = house.started("faj", 4)
    table.enter("board", cards=["7H"])
    table.enter("play", plays={"Ana": "AS", "Ben": "XB", "Cy": "QD", "Di": "KH"})
    table.enter("board", cards=["3C", "TC"])
    return table


@scene
def lobby(house: House) -> Iterator[Visit]:
    yield Visit("lobby-new-phone", "lobby.html", "/")
    playing, setting = opened_twice(house)
    yield Visit(
        "lobby", "lobby.html", "/", {**playing.as_seat("Ana"), **setting.as_host}
    )
    ended, _ = random_match(house, "jizara", 2)
    with all_dealt():
        yield Visit("lobby-many-games", "lobby.html", "/", ended.as_seat("Ana"))
        yield Visit("lobby-no-such-game", "lobby.html", "/?q=parcheesi")
        yield Visit("lobby-ask", "games/questions.html", "/ask")
        yield Visit("lobby-camera", "camera.html", "/camera", ended.as_seat("Ana"))
    yield Visit(
        "new-again",
        "games/new_table.html",
        "/new/jizara",
        ended.as_seat("Ana"),
        open_all,
    )
    yield Visit("lobby-no-such-table", "lobby.html", "/go?code=QQQQQ")
    yield Visit(
        "lobby-ways",
        "lobby.html",
        "/",
        then=lambda page: page.get_by_text("Won’t open?").click(),
    )
    yield Visit(
        "preferences",
        "preferences.html",
        "/preferences?back=/",
        {COOKIE: "theme=auto&suits=four&speak=yes"},
    )
    yield Visit("api", "api.html", "/api")
    yield Visit("docs", "docs/index.html", "/docs")
    yield Visit("document", "docs/document.html", "/docs/hooks")


@scene
def setting_up(house: House) -> Iterator[Visit]:
    table = house.opened(
        "faj", 3, options={"jokers": "colour-grey"}, house_rules=["suit-order-jacks"]
    )
    yield Visit("setting-up-host", "table/setting_up.html", table.path(), table.as_host)
    yield Visit(
        "setting-up-seat", "table/setting_up.html", table.path(), table.as_seat("Ana")
    )
    yield Visit("setting-up-board", "table/board.html", table.path("/board"))
    free = house.opened("faj", 2, sit=False)
    free.phones["Ana"] = Phone(house.app, sat(house, free.code, "Ana"))
    yield Visit("join", "table/setting_up.html", free.path())
    yield Visit("join-watching", "table/setting_up.html", free.path("?watch=1"))
    claim = (
        Phone(house.app)
        .post(f"/tables/{free.code}/join", {"name": "Ana"})
        .said(202)["claim"]
    )
    yield Visit(
        "waiting",
        "table/waiting.html",
        free.path("/waiting"),
        {f"claim_{free.code}": claim},
    )
    yield Visit("claim", "table/setting_up.html", free.path(), free.as_seat("Ana"))
    empty = house.opened("slapjack", 0)
    yield Visit(
        "setting-up-empty", "table/setting_up.html", empty.path(), empty.as_host
    )
    yield Visit("setting-up-too-few", "table/setting_up.html", empty.path("?watch=1"))
    many = house.opened("slapjack", 10)
    yield Visit("setting-up-ten", "table/setting_up.html", many.path(), many.as_host)
    yield Visit(
        "new-refused",
        "games/new_table.html",
        "/new/jizara",
        then=open_with_one_name_twice,
    )


def sat(house: House, code: str, name: str) -> str:
    return str(
        Phone(house.app)
        .post(f"/tables/{code}/join", {"name": name})
        .said(201)["seat_token"]
    )


def open_with_one_name_twice(page: Page) -> None:
    for place in (0, 1):
        page.locator("input[name='seats']").nth(place).fill("Ana")
    page.get_by_role("button", name="Others join by phone").click()
    expect(page.locator("[role=alert]").first).to_be_visible()


@scene
def seats(house: House) -> Iterator[Visit]:
    table = a_trick(house)
    yield Visit("seat", "table/seats.html", table.path("/seat"), table.as_seat("Ana"))
    yield Visit("menu", "table/playing.html", table.path(), table.as_host, open_menu)
    yield Visit(
        "ending", "table/playing.html", table.path(), table.as_host, open_ending
    )
    yield Visit("board-two-sided", "table/board.html", table.path("/board?sides=2"))
    yield Visit(
        "seats-host", "table/seats.html", table.path("/seat"), table.as_host, open_all
    )
    yield Visit("seat-nobody", "table/seats.html", table.path("/seat"))
    yield Visit(
        "seat-link",
        "table/seat_link.html",
        table.path("/seat"),
        table.as_seat("Ben"),
        make_link,
    )
    token = (
        table.host.post(f"/tables/{table.code}/seats/Cy/link")
        .said(201)["url"]
        .rsplit("/", 1)[1]
    )
    yield Visit(
        "link",
        "table/take_link.html",
        table.path(f"/link/{token}"),
        table.as_seat("Ana"),
    )


def open_all(page: Page) -> None:
    page.evaluate(
        "document.querySelectorAll('details').forEach((found) => { found.open = true; "
        "})"
    )


def open_menu(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("link", name="Log", exact=True)).to_be_visible()


def open_ending(page: Page) -> None:
    open_menu(page)
    page.get_by_role("button", name="End the match", exact=True).click()
    expect(page.get_by_role("button", name="Play on")).to_be_visible()


def make_link(page: Page) -> None:
    page.locator("button.go").first.click()
    expect(page.locator("#main img.qr")).to_be_visible()


@scene
def watched(house: House) -> Iterator[Visit]:
    table = house.started("faj", 4)
    yield Visit("watch", "table/watch.html", table.path("/watch"), table.as_host)
    yield Visit("watch-nobody", "table/watch.html", table.path("/watch"))
    yield Visit(
        "watch-invites",
        "table/watch.html",
        table.path("/watch"),
        table.as_host,
        invite_a_camera,
    )
    camera = Phone(
        house.app,
        table.host.post(f"/tables/{table.code}/watch").said(201)["watch_token"],
    )
    yield Visit("watched", "table/playing.html", table.path(), table.as_seat("Ana"))
    board = {
        "id": str(uuid4()),
        "kind": "board",
        "seat": None,
        "data": {"cards": ["7H"]},
    }
    draft = {"id": str(uuid4()), "entries": [board], "seconds": None, "after": 0}
    camera.post(f"/tables/{table.code}/watch/draft", draft).said(201)
    yield Visit(
        "watched-draft", "table/playing.html", table.path(), table.as_seat("Ana")
    )
    yield Visit("watched-draft-board", "table/board.html", table.path("/board"))
    camera.post(f"/tables/{table.code}/watch/enter", {"id": draft["id"]}).said(409)
    table.phones["Ben"].post(
        f"/tables/{table.code}/watch/enter", {"id": draft["id"]}
    ).said(201)
    yield Visit(
        "watched-log", "entries/log.html", table.path("/log"), table.as_seat("Ana")
    )


def invite_a_camera(page: Page) -> None:
    """As the button does, which a page by HTTPS has."""
    page.evaluate(
        "document.body.appendChild(Object.assign(document.createElement('form'), "
        "{method: 'post'})).submit()"
    )
    expect(page.locator(".qr svg")).to_be_visible()


@scene
def slaps(house: House) -> Iterator[Visit]:
    table = house.started("slapjack", 3)
    table.enter("play", "Ben", card=["JH"])
    slap_at_once(table)
    yield Visit("raced", "table/playing.html", table.path(), table.as_seat("Ana"))
    yield Visit(
        "raced-exactly",
        "table/playing.html",
        table.path(),
        table.as_seat("Ben"),
        open_all,
    )
    yield Visit("raced-board", "table/board.html", table.path("/board"))


def slap_at_once(table: Seated) -> None:
    """Everybody slaps, and nobody clearly first."""
    [race] = [
        prompt["race"]
        for prompt in table.host.look(table.code)["prompts"]
        if prompt["race"]
    ]
    nonces = {seat: measured(table, phone) for seat, phone in table.phones.items()}
    at = time.perf_counter() * 1000
    for seat, phone in table.phones.items():
        phone.post(
            f"/tables/{table.code}/buzz", {"race": race, "t": at, "nonce": nonces[seat]}
        ).said(202)


def measured(table: Seated, phone: Phone) -> str:
    """Have this phone's clock measured until it is armed; returns the nonce given last."""
    told = phone.post(f"/tables/{table.code}/clock", {}).said(200)
    while not told["armed"]:
        answer = {"nonce": told["nonce"], "t": time.perf_counter() * 1000}
        told = phone.post(f"/tables/{table.code}/clock", answer).said(200)
    return str(told["nonce"])


@scene
def looking_back(house: House) -> Iterator[Visit]:
    yield Visit("matches-none", "history/matches.html", "/matches")
    yield Visit("players-none", "history/players.html", "/players")
    table, *_ = [
        play_at_random(house, game, min(counts_of(house, game)))[0] for game in GAMES
    ]
    going_on = a_trick(house)
    yield Visit("matches", "history/matches.html", "/matches", going_on.as_seat("Ana"))
    yield Visit(
        "matches-searched",
        "history/matches.html",
        "/matches?player=be&from=2001-01-01&page=2",
        then=open_all,
    )
    yield Visit("matches-refused", "history/matches.html", "/matches?to=tomorrow")
    yield Visit("players", "history/players.html", "/players")
    yield Visit("player", "history/player.html", "/players/ana", then=open_all)
    yield Visit(
        "rematch-offered",
        "table/final.html",
        table.path(),
        table.as_seat("Ana"),
        open_all,
    )
    table.host.post(f"/tables/{table.code}/rematch").said(201)
    yield Visit("rematch-begun", "table/final.html", table.path(), table.as_seat("Ana"))
    yield Visit("rematch-begun-board", "table/board.html", table.path("/board"))
    yield Visit(
        "rematch", "table/playing.html", table.path("/rematch"), table.as_seat("Ben")
    )
    yield Visit(
        "seat-finished",
        "table/seats.html",
        table.path("/seat"),
        table.as_host,
        open_all,
    )


@scene
def presets(house: House) -> Iterator[Visit]:
    wizard = house.started("wizard", 4)
    wizard.enter("bids", bids=dict.fromkeys(NAMES[:4], 1))
    yield Visit("tricks-of-bids", "table/playing.html", wizard.path(), wizard.as_host)
    for preset in ("canasta", "dice", "phases"):
        table = house.started("score-pad", 2, options={"preset": preset})
        yield Visit(preset, "table/playing.html", table.path(), table.as_host)


@scene
def an_evening(house: House) -> Iterator[Visit]:
    table, _ = play_at_random(house, "faj", 3)
    yield Visit(
        "another-game", "table/final.html", table.path(), table.as_seat("Ana"), open_all
    )
    yield Visit(
        "next-game",
        "table/next_game.html",
        table.path("/next/score-pad"),
        table.as_seat("Ana"),
        open_all,
    )
    for game in ("slapjack", "faj"):
        table = play_on(table, game)
        yield Visit(
            f"evening-then-{game}",
            "table/setting_up.html",
            table.path(),
            table.as_seat("Ben"),
        )
        yield Visit(
            f"evening-then-{game}-board", "table/board.html", table.path("/board")
        )
        table.host.post(f"/tables/{table.code}/start").said(200)
        play_out(
            table, RandomPlayer(Random(f"evening with {game}"), list(table.phones))
        )
        yield Visit(
            f"evening-after-{game}",
            "table/final.html",
            table.path(),
            table.as_seat("Ana"),
        )
        yield Visit(
            f"evening-after-{game}-board", "table/board.html", table.path("/board")
        )
    yield Visit(
        "evening", "scores/evening.html", table.path("/evening"), table.as_seat("Ana")
    )
    # Somebody who came too late, and the host who is asked with whom they play on.
    yield Visit("evening-too-late", "table/final.html", table.path())
    asked = {"name": "Eve"}
    Phone(house.app).post(f"/tables/{table.code}/newcomers", asked).said(201)
    yield Visit("evening-with-her", "table/final.html", table.path(), table.as_host)
    yield Visit("lobby-same-again", "lobby.html", "/", table.as_seat("Ana"))
    yield Visit("matches-of-evening", "history/matches.html", "/matches")


@scene
def an_event(house: House) -> Iterator[Visit]:
    """An evening of many tables: door, phones between rounds, director and board."""
    yield Visit("event-games", "event/games.html", "/events/new")
    yield Visit("event-new", "event/new.html", "/events/new/score-pad", then=open_all)
    wanted = {"name": "Club night", "game": "score-pad", "movement": "individual"}
    wanted |= {"rounds": 2, "options": {"rounds": 1}, "confirm": True}
    opened = Phone(house.app).post("/events", wanted).said(201)
    code, token = opened["code"], opened["director_token"]
    path, director = f"/events/{code}", {f"host_{code}": token}
    yield Visit("event-door", "event/door.html", path)
    # The addresses of the director and the board, on a phone that has a part already.
    for kind in ("director", "board"):
        address = f"{path}/as/{opened[kind + '_token']}"
        yield Visit(f"event-{kind}-address", "event/address.html", address, director)
    yield Visit("event-board-door", "event/board.html", f"{path}/board", director)
    phones = []
    for name in NAMES[:9]:
        entered = Phone(house.app).post(f"{path}/entrants", {"names": [name]}).said(201)
        phones.append(entered["token"])
    ana = {f"seat_{code}": phones[0]}
    yield Visit("event-before", "event/between.html", path, ana)
    yield Visit("event-director", "event/director.html", path, director, open_all)

    view = Phone(house.app, token).post(f"{path}/rounds", {}).said(201)
    Phone(house.app, phones[1]).post(f"{path}/calls", {"why": "Revoke?"}).said(201)
    yield Visit("event-late", "event/door.html", path.replace("/events/", "/e/"))
    yield Visit("event-between", "event/between.html", f"{path}?stay=1", ana, open_all)
    yield Visit("event-call", "event/call.html", f"{path}/call", ana)
    yield Visit("event-called", "event/director.html", path, director, open_all)
    board = f"{path}/as/{opened['board_token']}"
    yield Visit("event-board", "event/board.html", f"{board}?here=1")
    yield Visit("event-take", "event/take.html", board, ana)
    client = house.app.test_client()
    client.get(f"{path}/as/{token}")
    short, *_ = re.findall(r"/tv/[\w-]+", client.get(path).get_data(as_text=True))
    yield Visit("event-tv", "event/board.html", f"{short}?here=1")
    table = view["rounds"][0]["tables"][0]["code"]
    to_table = f"{path}/tables/{table}"
    yield Visit("event-table", "table/playing.html", to_table, director)
    host = Seated(table, Phone(house.app, token))
    seats = host.host.get(f"/tables/{table}").said(200)["seats"]
    host.enter("round", points=dict.fromkeys(seats, 7))
    first = phones[int(view["rounds"][0]["tables"][0]["seats"][0]) - 1]
    yield Visit(
        "event-confirm", "table/final.html", f"/t/{table}", {f"seat_{table}": first}
    )
    turn = f"{path}/board?turn=1"
    yield Visit("event-board-standings", "event/board.html", turn, director)
    standings = f"{path}/standings"
    yield Visit("event-standings", "event/standings.html", standings, director)
    yield Visit(
        "event-standing", "event/standing.html", f"{standings}/1", director, open_all
    )
    yield Visit("event-call", "event/call.html", f"{path}/call", ana)


@scene
def lists_of_skat(house: House) -> Iterator[Visit]:
    """The list as clubs keep it: of a table, and of an event's round."""
    wanted = {"name": "Skat", "game": "skat", "movement": "series", "rounds": 1}
    wanted |= {"options": {"depth": "deals"}, "house_rules": ["seeger-fabian"]}
    opened = Phone(house.app).post("/events", wanted).said(201)
    code, token = opened["code"], opened["director_token"]
    path, director = f"/events/{code}", {f"host_{code}": token}
    tokens = []
    for name in NAMES[:3]:
        entered = Phone(house.app).post(f"{path}/entrants", {"names": [name]})
        tokens.append(entered.said(201)["token"])
    view = Phone(house.app, token).post(f"{path}/rounds", {}).said(201)
    table = Seated(view["rounds"][0]["tables"][0]["code"], Phone(house.app, token))
    play = {"declarer": NAMES[0], "game": "hearts", "announced": "nothing", "bid": 18}
    table.enter("contract", **play)
    table.enter("deal", matadors=1, without=False, points=40, tricks="some")
    host = {f"host_{table.code}": token}
    yield Visit("list", "scores/list.html", f"/t/{table.code}/list", host)
    yield Visit("event-lists", "event/lists.html", f"{path}/lists/1", director)
    yield Visit("event-podium", "event/board.html", f"{path}/board", director)
    yield Visit("event-over", "event/director.html", path, director)
    won = Phone(house.app, token).get(f"{path}/standings").said(200)[0]["entrant"]
    winner = {f"seat_{code}": tokens[int(won) - 1]}
    yield Visit("event-won", "event/between.html", f"{path}?stay=1", winner)


def play_on(table: Seated, game: str) -> Seated:
    """The table of another game for the same people."""
    code = table.host.post(f"/tables/{table.code}/next", {"game": game}).said(201)[
        "code"
    ]
    return Seated(code, table.host, table.phones)
