"""What a phone that was never here fetches for a match's page: little, in every game,
language and role.
"""

import posixpath
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from random import Random

import pytest
from flask import Flask
from referee_web import assets

from referee.testing.random_match import RandomPlayer
from tests.web.phone import Phone

from .test_each_game_alone import BUILT_IN

pytestmark = pytest.mark.slow

NAMES = (
    "Ana",
    "Ben",
    "Cy",
    "Di",
    "Eva",
    "Fay",
    "Gus",
    "Hal",
    "Ida",
    "Jo",
    "Kim",
    "Lea",
)
MOST = 60_000
SHEET = re.compile(rb"""new URL\("\./([\w-]+\.css)", import\.meta\.url\)""")
TAKEN, TRIED = 15, 300
"""How far a match is looked at: so many entries are taken, of so many that are tried.
"""


def fetched(app: Flask, code: str, language: str, cookies: dict[str, str]) -> int:
    """The bytes of a table's page, and of what a phone fetches as it opens."""
    browser = app.test_client()
    for name, value in cookies.items():
        browser.set_cookie(name, value)
    asked = {"Accept-Encoding": "gzip", "Accept-Language": language}
    path = f"/t/{code}"
    page = browser.get(path, headers={"Accept-Language": language}).get_data(
        as_text=True
    )
    # The picture of a link's preview is fetched by messengers, and Apple's icon by
    # whoever puts the page on their home screen: not by phones that open it.
    read = re.sub(r'<meta property=[^>]*>|<link rel="apple-touch-icon"[^>]*>', "", page)
    files = set(re.findall(r'"(/(?:static|words)/[^"]+)', read)) | {
        address_of(name) for name in needed(read)
    }
    return sum(
        len(browser.get(address, headers=asked).data)
        for address in (path, *files, *sheets(files))
    )


class Needs(HTMLParser):
    """The scripts that a page names to be loaded when they are needed, but for what is
    folded away.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.named: set[str] = set()
        self.folds: list[bool] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if (name := given.get("data-needs")) and not any(self.folds):
            self.named.add(name)
        if tag == "details":
            self.folds.append("open" not in given)

    def handle_endtag(self, tag: str) -> None:
        if tag == "details":
            self.folds.pop()


def needed(page: str) -> set[str]:
    """The scripts that a page loads on demand as it opens, with what they import."""
    named = tuple(sorted(Needs(page).named))
    return {*named, *assets.imports(named)}


def sheets(files: set[str]) -> set[str]:
    """The styles that scripts ask for as soon as they run."""
    names = [file.split("/", 3)[-1] for file in files if file.endswith(".js")]
    read = {name: found.plain for name in names if (found := assets.find_asset(name))}
    named = {
        (name, each) for name, script in read.items() for each in SHEET.findall(script)
    }
    return {
        address_of(posixpath.join(posixpath.dirname(name), each.decode()))
        for name, each in named
    }


def address_of(name: str) -> str:
    return f"/static/{assets.fingerprint()}/{name}"


def moments(
    app: Flask, game: str
) -> Iterator[tuple[str, dict[str, str], dict[str, str]]]:
    """A table of as many as can play, each time that something else is asked: its code,
    the cookies of a host who plays too, and those of a seat that is to act.
    """
    seats = NAMES[: max(Phone(app).get(f"/games/{game}").said(200)["players"])]
    made = Phone(app).post("/tables", {"game": game}).said(201)
    code, host = made["code"], Phone(app, made["host_token"])
    tokens = {
        name: Phone(app)
        .post(f"/tables/{code}/join", {"name": name})
        .said(201)["seat_token"]
        for name in seats
    }
    host.post(f"/tables/{code}/start", {}).said(200)
    player, asked = RandomPlayer(Random(f"weight of {game}"), seats), set()
    taken = 0
    for _ in range(TRIED):
        if taken == TAKEN:
            return
        view = host.look(code)
        if view["finished"]:
            return
        kinds = (bool(view["rulings"]), *(prompt["kind"] for prompt in view["prompts"]))
        if kinds not in asked and view["to_act"]:
            seat = view["to_act"][0]
            yield (
                code,
                {f"host_{code}": made["host_token"], f"seat_{code}": tokens[seat]},
                {f"seat_{code}": tokens[seat]},
            )
        asked.add(kinds)
        kind, seat, data = player.choose(view["prompts"], view["to_act"])
        answer = host.enter(code, kind, seat, **data)
        if answer.status == 201:
            taken += 1
            player.note(kind, seat, data, answer.json["rulings"])


@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize("game", BUILT_IN)
def test_a_page_in_play_is_light(app: Flask, game: str, language: str) -> None:
    looked = 0
    for code, host, seat in moments(app, game):
        for cookies in (host, seat):
            weight = fetched(app, code, language, cookies)
            looked += 1
            assert weight < MOST, list(cookies)
    assert looked >= 2


def test_what_is_loaded_on_demand_is_there_and_not_loaded_before(app: Flask) -> None:
    """What templates and scripts name is a script, and no page that has `on_demand.js`
    loads it at once.
    """
    templates = (assets.STATIC.parent / "templates").rglob("*.html")
    written = {path.name: path.read_text("utf-8") for path in templates}
    named = {
        name
        for text in written.values()
        for name in re.findall(r'data-needs="([^"]+)"', text)
    }
    assert len(named) > 3
    for script in assets.STATIC.rglob("*.js"):
        named.update(re.findall(r'\bload\("([^"]+)"\)', script.read_text("utf-8")))
    assert "cards/moving.js" in named
    assert all(assets.find_asset(name) for name in named)
    for text in written.values():
        for tags in re.findall(r"scripts\((.*?)\)", text):
            begun = tuple(re.findall(r'"([^"]+)"', tags))
            if "on_demand.js" in begun:
                assert named.isdisjoint({*begun, *assets.imports(begun)})
