"""Two phones and a board at a finished match, and what becomes of them when one of the
phones asks for a rematch.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, expect

from tests.commandline.running import Running

from .conftest import Phones, keep_picture, serving_at
from .playing import seat_two, wait_until_live
from .tour import House, Visit, play_at_random


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Running]:
    """One of its own: what was played there is counted."""
    found = serving_at(tmp_path)
    yield found
    found.end()


@pytest.mark.slow
def test_all_phones_go_along_to_the_rematch(daemon: Running, phone: Phones) -> None:
    """Each lands in its own seat, the board too; who comes by later is shown the way."""
    ana, ben, board = seat_two(
        phone, f"http://table.test:{daemon.port}/", "Faces, Aces, & Jokers"
    )
    old = ana.url
    code = old.rpartition("/")[2]
    finish(daemon, code, ana.context.cookies())
    expect(ana.get_by_role("button", name="Same again")).to_be_visible()
    keep_picture(ana, "after-match")
    keep_picture(ben, "after-match-dark")
    away = phone(f"http://table.test:{daemon.port}/matches", dark=True)
    keep_picture(away, "matches-dark")
    expect(away.locator(".past")).to_contain_text("Ana")
    beside = phone(f"{old}/log", kept=ana.context.storage_state())
    expect(beside.get_by_role("heading", name="Log")).to_be_visible()
    ben.get_by_role("button", name="Same again").tap()
    elsewhere = re.compile(rf"/t/(?!{code})\w{{5}}$")
    for page in (ana, ben):
        expect(page).to_have_url(elsewhere)
        expect(page.locator("[data-next]")).to_be_attached()
        told = "Next match: everyone keeps their seat, and Ben deals."
        expect(page.locator(".note", has_text=told)).to_be_in_viewport(ratio=1)
        expect(page.locator("#announce")).to_have_text(told)
    assert ana.url == ben.url
    expect(board).to_have_url(f"{ben.url}/board")
    expect(beside.get_by_role("link", name="Go to table")).to_be_in_viewport(ratio=1)
    board_code = ben.url.rpartition("/")[2]
    for page, name in ((ana, "Ana"), (ben, "Ben")):
        expect(page.locator(".scores tr", has_text=name)).to_contain_text("you")
        expect(page.locator(".scores tr", has_text="Ben")).to_contain_text("dealer")
    expect(board.locator("#main").get_by_text("Next match:")).to_be_visible()
    ana.goto(old)
    expect(ana).to_have_url(old)
    way = ana.get_by_role("link", name=f"Go to table {board_code}")
    keep_picture(ana, "rematch-begun")
    way.tap()
    expect(ana).to_have_url(ben.url)


@pytest.mark.slow
def test_another_game_takes_all_phones_along(house: House, chromium: Browser) -> None:
    """Whoever agrees on something first opens its table; the others move by themselves,
    once, and each sits where it sat.
    """
    table, _ = play_at_random(house, "faj", 3)
    cookies = {
        "Host": table.as_host,
        **{name: table.as_seat(name) for name in table.phones},
    }
    pages = {
        name: house.view(chromium, Visit("", "", table.path(), kept))[1]
        for name, kept in cookies.items()
    }
    board = house.view(chromium, Visit("", "", table.path("/board")))[1]
    moves: list[str] = []
    for name in ("Ana", "Ben"):
        pages[name].on("framenavigated", lambda _, name=name: moves.append(name))
        wait_until_live(pages[name])
    wait_until_live(pages["Host"])
    wait_until_live(board)
    cy = pages["Cy"]
    cy.get_by_text("Another game").tap()
    cy.get_by_role("link", name="Slapjack").tap()
    cy.get_by_role("button", name="Others join by phone").tap()
    elsewhere = re.compile(rf"/t/(?!{table.code})\w{{5}}$")
    for page in pages.values():
        expect(page).to_have_url(elsewhere)
        expect(page.locator(".evening")).to_contain_text(re.compile(r"1\. \w+ 1"))
    there = cy.url
    for name in table.phones:
        expect(pages[name].get_by_text("You’re")).to_contain_text(name)
    expect(board).to_have_url(f"{there}/board")
    expect(board.locator(".evening")).to_be_visible()
    pages["Host"].get_by_role("button", name="Start the match").tap()
    for name in table.phones:
        expect(pages[name].locator(".scores tr", has_text=name)).to_contain_text("you")
        expect(pages[name].get_by_role("heading", name="Slapjack")).to_be_attached()
    assert sorted(moves) == ["Ana", "Ben"], "nobody's page was loaded again there"


@pytest.mark.slow
def test_past_matches_and_players_are_found_on_a_phone(
    daemon: Running, phone: Phones
) -> None:
    ana, _ben, _ = seat_two(
        phone, f"http://table.test:{daemon.port}/", "Faces, Aces, & Jokers"
    )
    code = ana.url.rpartition("/")[2]
    finish(daemon, code, ana.context.cookies())
    for dark in (False, True):
        shade = "-dark" if dark else ""
        page = phone(f"http://table.test:{daemon.port}/", dark=dark)
        page.get_by_role("link", name="Past matches").tap()
        page.get_by_label("Player").fill("be")
        page.get_by_role("button", name="Search").tap()
        expect(page.locator(".past")).to_have_count(1)
        keep_picture(page, f"matches{shade}")
        page.get_by_text("Game and days").tap()
        page.get_by_label("To").fill("2001-01-01")
        page.get_by_role("button", name="Search").tap()
        expect(page.get_by_text("No matches found.")).to_be_visible()
        keep_picture(page, f"matches-none{shade}")
        page.get_by_role("link", name="Players").tap()
        keep_picture(page, f"players{shade}")
        page.get_by_role("link", name="Ana").tap()
        expect(page.get_by_role("heading", name="Against each other")).to_be_visible()
        keep_picture(page, f"player{shade}")
        page.locator(".past").first.tap()
        page.get_by_text("Share and keep").tap()
        expect(page.get_by_text("Keep this match")).to_be_visible()
        keep_picture(page, f"past-match{shade}")


def finish(daemon: Running, code: str, cookies: Sequence[Mapping[str, Any]]) -> None:
    """Enter a whole match as a program does, with the host's token from their phone:
    Ana wins every trick.
    """
    [token] = [
        cookie["value"] for cookie in cookies if cookie["name"] == f"host_{code}"
    ]
    cards = iter([f"{rank}{suit}" for rank in "23456789T" for suit in "CDHS"])
    for _ in range(3):
        for number, suit in enumerate("CDHS", 1):
            say(
                daemon,
                code,
                token,
                "board",
                {"cards": [next(cards) for _ in range(number)]},
            )
            say(
                daemon,
                code,
                token,
                "play",
                {"plays": {"Ana": f"A{suit}", "Ben": f"Q{suit}"}},
            )


def say(daemon: Running, code: str, token: str, kind: str, data: object) -> None:
    """Enter one thing."""
    body = {"id": str(uuid4()), "kind": kind, "data": data}
    status, answer = daemon.post(f"/tables/{code}/entries", body, token)
    assert status == 201, answer
