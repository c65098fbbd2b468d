"""The board view on a tablet or a screen on the wall: nobody scrolls it, and ruling and scores are always on it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.phone import Phone

from .conftest import keep_picture
from .tour import GAMES, House, Seated, Visit, counts_of, random_match, up_to

SCREENS = [(1280, 800), pytest.param((1024, 768), marks=pytest.mark.slow)]
# German words are the longest.
LANGUAGES = ["de", *(pytest.param(code, marks=pytest.mark.slow) for code in ("en", "es"))]
LONG_NAMES = ["Maximiliane Charlotte of Hold", "Bartholomew of the Long Beach", "Cy", "Dorothea", "Ed"]
HANDS = [
    ("AS 2S 3S", "2C 3H 4D", "AH"),
    ("5C 6C 6H", "7H 8H", ""),
    ("9D JD 7D", "5H 8C QS", ""),
    ("TD JS KD", "QC KC", ""),
    ("4C 9H XR", "TC KH 3D", ""),
]
WHOLLY_THERE = """
(selector) => {
  const foot = document.getElementById("connection").getBoundingClientRect().top;
  const found = document.querySelector(selector);
  const { top, bottom, left, right } = found.getBoundingClientRect();
  const column = found.closest(".board > *").getBoundingClientRect();
  return top >= 0 && left >= 0 && right <= innerWidth && bottom <= Math.min(foot, column.bottom)
    && found.scrollHeight <= found.clientHeight + 1;
}
"""


def a_round(house: House) -> Seated:
    """A round of five with long names, whose hands were ruled on."""
    made = Phone(house.app).post("/tables", {"game": "four-aces", "seats": LONG_NAMES}).said(201)
    table = Seated(made["code"], Phone(house.app, made["host_token"]))
    table.host.post(f"/tables/{table.code}/start", {}).said(200)
    for seat, (hidden, exposed, locked) in zip(LONG_NAMES, HANDS, strict=True):
        table.enter("round", seat, hidden=hidden.split(), exposed=exposed.split(), locked=locked.split())
    return table


@pytest.fixture(scope="module")
def played(house: House) -> Seated:
    return a_round(house)


@pytest.fixture(scope="module")
def disputed(house: House) -> Seated:
    """Such a round; the longest of its rulings is questioned at length, and all have voted."""
    table = a_round(house)
    question = {"seq": 5, "ruling": 3, "why": "The ten of diamonds lies face up on the table. " * 10}
    opened = table.host.post(f"/tables/{table.code}/disputes", question).said(201)["id"]
    for name in LONG_NAMES:
        token = Phone(house.app).post(f"/tables/{table.code}/join", {"name": name}).said(201)["seat_token"]
        Phone(house.app, token).post(f"/tables/{table.code}/disputes/{opened}/vote", {"uphold": True}).said(201)
    return table


def shown(house: House, chromium: Browser, table: Seated, screen: tuple[int, int], language: str) -> Page:
    width, height = screen
    options = {"viewport": {"width": width, "height": height}, "is_mobile": False, "has_touch": False}
    _, page = house.view(chromium, Visit("", "table/board.html", table.path("/board")), locale=language, **options)
    expect(page.locator("body")).to_have_class(re.compile("fitted"))
    return page


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("state", ["played", "disputed"])
def test_ruling_and_scores_are_on_the_screen(
    request: pytest.FixtureRequest, house: House, chromium: Browser, state: str, language: str, screen: tuple[int, int]
) -> None:
    page = shown(house, chromium, request.getfixturevalue(state), screen, language)
    keep_picture(page, f"board-{state}-{language}-{screen[0]}")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    must = [".rulings > .ruling:not(.lesser)", ".rulings > .ruling .summary", ".scores"]
    must += [".dispute [data-asked]"] if state == "disputed" else ["[data-next]"]
    assert [selector for selector in must if not page.evaluate(WHOLLY_THERE, selector)] == []
    page.context.close()


def test_what_is_questioned_is_shown_with_the_cards_that_were_ruled_on(
    house: House, chromium: Browser, disputed: Seated
) -> None:
    page = shown(house, chromium, disputed, (1280, 800), "en")
    asked = page.locator(".dispute")
    expect(asked.get_by_role("heading", name="Entry 4: Enter your hands")).to_contain_text("Dorothea")
    expect(page.locator("[data-next]")).to_have_count(0)
    page.context.close()


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", GAMES)
def test_a_board_of_any_game_fits(house: House, chromium: Browser, game: str, screen: tuple[int, int]) -> None:
    seats = max(counts_of(house, game))
    finished, steps = random_match(house, game, seats)
    going_on = up_to(house, game, seats, steps[: len(steps) * 2 // 3])
    for table, ruling in ((going_on, ".rulings .ruling:not(.lesser)"), (finished, ".final")):
        page = shown(house, chromium, table, screen, "de")
        keep_picture(page, f"board-{game}-{ruling[1:6]}-{screen[0]}")
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert [one for one in (ruling, ".scores") if not page.evaluate(WHOLLY_THERE, one)] == []
        page.context.close()
