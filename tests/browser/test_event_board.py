"""The board of an event on a TV: all of it is seen, and read from five metres."""

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.club_night import ClubNight

from .phones import Phones
from .tour import House

FIRST = "Annemarie Bartholomew Cornelius Dorothea Ekaterina Ferdinand Gwendolyn Heidi"
LAST = (
    "Abernathy Bloomfield Castellano Drummond Eisenberg Fitzgerald Grünewald "
    "Hutchinson Ironside Jankowski"
)
EIGHTY = [f"{first} {last}" for first in FIRST.split() for last in LAST.split()]
SCREENS = ((1280, 720), (1920, 1080))
TURN_MS = 12_500


class Club(ClubNight):
    """A club night whose director has entered everybody, and its board on a TV."""

    def __init__(self, house: House, names: list[str], **wanted: Any) -> None:
        super().__init__(house.app, **wanted)
        self.address = f"{house.base}{self.path}/as/{self.opened['board_token']}"
        listed = {"csv": "\n".join(names)}
        self.director.post(f"{self.path}/list", listed).said(201)


def turns(page: Page) -> str:
    return page.locator(".screenful").first.inner_text()


HIDDEN = """
() => [...document.querySelectorAll("main *")].filter((found) => {
  const {right, bottom} = found.getBoundingClientRect();
  const isCut = found.scrollWidth > found.clientWidth + 1 && getComputedStyle(found).overflowX === "hidden";
  return right > innerWidth + 1 || bottom > innerHeight + 1 || isCut;
}).map((found) => found.textContent)
"""
SMALL = """
(least) => [...document.querySelectorAll(".screenful b, .screenful strong")]
  .filter((found) => parseFloat(getComputedStyle(found).fontSize) < least * innerHeight)
  .map((found) => found.textContent)
"""
LEAST = 0.036
"""On a TV 40 cm high, a capital letter of so large type is ten millimetres high: five
metres away that is seven minutes of arc, where an eye needs five.
"""


@pytest.mark.parametrize("screen", SCREENS)
def test_twenty_tables_are_seen_at_once_and_read_from_five_metres(
    house: House, chromium: Browser, screen: tuple[int, int]
) -> None:
    club = Club(house, EIGHTY, game="euchre", movement="individual")
    club.begin()
    width, height = screen
    page = chromium.new_page(viewport={"width": width, "height": height})
    page.goto(club.address)
    expect(page.locator(".screenful > li")).to_have_count(20)
    assert "Annemarie A." in turns(page)
    assert page.evaluate(HIDDEN) == []
    assert page.evaluate(SMALL, LEAST) == []
    expect(page.locator(".on-top")).to_contain_text("20 results are missing")

    for table in club.tables[:17]:
        club.score(table, *range(len(table["seats"])))
    page.goto(f"{house.base}{club.path}/board?turn=1")
    expect(page.locator(".on-top")).to_contain_text("Still playing: 18 · 19 · 20")
    expect(page.locator(".screenful > li")).to_have_count(20)
    assert page.evaluate(HIDDEN) == []
    assert page.evaluate(SMALL, LEAST) == []
    page.close()


TOUCHING = """
(gap) => [...document.querySelectorAll(".screenful b")].filter((name) => {
  const line = name.closest("li").getBoundingClientRect();
  return name.getBoundingClientRect().right > line.right + gap;
}).map((name) => name.textContent)
"""


def test_at_ten_tables_long_names_touch_no_other_tables_number(
    house: House, chromium: Browser
) -> None:
    club = Club(house, EIGHTY[:40], game="euchre", movement="individual")
    club.begin()
    page = chromium.new_page(viewport={"width": 1280, "height": 720})
    page.goto(club.address)
    expect(page.locator(".screenful > li")).to_have_count(10)
    assert page.evaluate(TOUCHING, 20) == []
    page.close()


def test_a_board_goes_from_tables_to_standings_by_itself_and_survives_an_outage(
    house: House, phone: Phones
) -> None:
    club = Club(house, ["Ana", "Ben"], game="score-pad", movement="swiss")
    page = phone(club.address, wide=True)
    expect(page.get_by_text("Scan to enter")).to_be_visible()
    club.begin()
    page.clock.install()
    page.goto(f"{house.base}{club.path}/board")
    expect(page.locator(".places")).to_have_count(0)
    page.context.set_offline(True)
    page.clock.run_for(TURN_MS)
    expect(page.locator(".screenful")).to_be_visible()
    page.context.set_offline(False)
    club.score(club.tables[0], 0, 1)
    page.clock.run_for(TURN_MS)
    expect(page.get_by_role("img", name="done")).to_be_visible()
    page.clock.run_for(TURN_MS)
    expect(page.locator(".screenful.places")).to_be_visible()
    expect(page.locator(".screenful")).to_have_text(re.compile("1.*(Ana|Ben).*1"))
    page.clock.run_for(TURN_MS)
    expect(page.locator(".screenful.places")).to_have_count(0)
    expect(page.get_by_role("img", name="done")).to_be_visible()
