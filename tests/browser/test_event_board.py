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
    code = page.get_by_role("img", name="QR code of")
    expect(code).to_be_in_viewport(ratio=1)
    address = page.locator(".below .address")
    expect(address).to_contain_text(re.compile(r"/e/\w{5}$"))
    size = address.evaluate("(line) => parseFloat(getComputedStyle(line).fontSize)")
    assert size >= 0.9 * LEAST * height

    for table in club.tables[:17]:
        club.score(table, *range(len(table["seats"])))
    page.goto(f"{house.base}{club.path}/board?turn=1")
    expect(page.locator(".on-top")).to_contain_text("Still playing: 18 · 19 · 20")
    expect(page.locator(".screenful > li")).to_have_count(20)
    assert page.evaluate(HIDDEN) == []
    assert page.evaluate(SMALL, LEAST) == []
    page.close()


CLIPPED = """
() => [...document.querySelectorAll(".screenful b")].filter((found) => {
  const letters = document.createRange();
  letters.selectNodeContents(found);
  return letters.getBoundingClientRect().bottom > found.getBoundingClientRect().bottom;
}).map((found) => found.textContent)
"""
SHORT = [
    f"{first} {last}" for first in ("Ana", "Ben", "Cem", "Di") for last in LAST.split()
]
LARGE = 1.5 * LEAST


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize(
    ("names", "tables"), [(EIGHTY, 6), (EIGHTY, 4), (SHORT, 4), (SHORT, 7)]
)
def test_with_few_tables_type_is_larger_and_nothing_is_cut(
    house: House,
    chromium: Browser,
    screen: tuple[int, int],
    names: list[str],
    tables: int,
) -> None:
    people = names[: 4 * tables + 1]
    club = Club(house, people, game="euchre", movement="individual")
    club.begin()
    for table in club.tables[:2]:
        club.score(table, 10, 4, 10, 4)
    width, height = screen
    page = chromium.new_page(viewport={"width": width, "height": height})
    page.goto(club.address)
    expect(page.locator(".screenful > li")).to_have_count(tables)
    assert page.evaluate(HIDDEN) == []
    assert page.evaluate(CLIPPED) == []
    assert page.evaluate(COVERED) == []
    assert page.evaluate(SMALL, LARGE if tables < 7 else 1.3 * LEAST) == []
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
    expect(page.get_by_text(re.compile("0 : 1|1 : 0"))).to_be_visible()
    page.clock.run_for(TURN_MS)
    expect(page.locator(".screenful.places")).to_be_visible()
    expect(page.locator(".screenful")).to_have_text(re.compile("1.*(Ana|Ben).*1"))
    page.clock.run_for(TURN_MS)
    expect(page.locator(".screenful.places")).to_have_count(0)
    expect(page.get_by_text(re.compile("0 : 1|1 : 0"))).to_be_visible()


COVERED = """
() => [...document.querySelectorAll(".screenful b")].filter((name) => {
  const names = name.closest("li > span");
  const next = names.nextElementSibling?.getBoundingClientRect();
  return next && name.getBoundingClientRect().right > next.left;
}).map((name) => name.textContent)
"""
AT_ONCE_MS = 4_000
"""Well before the board's next turn."""


def test_a_board_shows_a_new_round_at_once_and_who_won(
    house: House, phone: Phones
) -> None:
    club = Club(house, EIGHTY[:22], game="score-pad", movement="swiss", rounds=2)
    page = phone(club.address, wide=True)
    expect(page.get_by_text("Scan to enter")).to_be_visible()
    club.begin()
    expect(page.locator(".screenful > li")).to_have_count(11, timeout=AT_ONCE_MS)
    for table in club.tables:
        club.score(table, 0, 1)
    page.goto(f"{house.base}{club.path}/board?turn=1")
    expect(page.locator(".places > li")).to_have_count(11)
    lines = page.locator(".places > li")
    assert page.evaluate(COVERED) == []
    tops = lines.evaluate_all(
        "lines => lines.map((l) => l.getBoundingClientRect().top)"
    )
    assert tops[6] == tops[0]
    page.goto(f"{house.base}{club.path}/board?turn=2")
    expect(page.locator(".places > li")).to_have_count(11)
    assert page.evaluate(COVERED) == []
    club.begin()
    expect(page.locator(".places")).to_have_count(0, timeout=AT_ONCE_MS)
    expect(page.get_by_text("Round 2 of 2")).to_be_visible()
    for number, table in enumerate(club.tables):
        club.score(table, 0, 2 + number)
    expect(page.get_by_text("The winner:")).to_be_visible(timeout=AT_ONCE_MS)


def test_the_doors_address_is_broken_only_between_its_parts(
    house: House, phone: Phones
) -> None:
    club = Club(house, ["Ana"], game="score-pad", movement="swiss")
    page = phone(club.address, wide=True)
    parts = page.locator(".way-in .address > span")
    expect(parts).to_have_count(3)
    broken = """
    (parts) => parts.filter((part) => {
      const letters = document.createRange();
      letters.selectNodeContents(part);
      return letters.getClientRects().length > 1;
    }).length
    """
    assert parts.evaluate_all(broken) == 0


def test_who_entered_is_read_on_a_phone_that_shows_the_board(
    house: House, phone: Phones
) -> None:
    club = Club(house, ["Ana", "Ben"], game="score-pad", movement="swiss")
    page = phone(club.address)
    latest = page.get_by_text("Ben · Ana")
    expect(latest).to_be_visible()
    size = latest.evaluate("(line) => parseFloat(getComputedStyle(line).fontSize)")
    assert size >= 16


@pytest.mark.parametrize("screen", SCREENS)
def test_at_the_end_a_podium_is_seen_whole_and_the_first_stands_highest(
    house: House, chromium: Browser, screen: tuple[int, int]
) -> None:
    club = Club(house, EIGHTY[:4], movement="individual", rounds=1)
    club.begin()
    [table] = club.tables
    club.score(table, 3, 9, 5, 1)
    width, height = screen
    page = chromium.new_page(viewport={"width": width, "height": height})
    page.goto(club.address)
    steps = page.locator(".podium > li")
    expect(steps).to_have_count(3)
    expect(page.locator(".podium > .place-1")).to_contain_text("9")
    assert page.evaluate(HIDDEN) == []
    boxes = [step.bounding_box() for step in steps.all()]
    first, second, third = (box for box in boxes if box)
    assert first["y"] < second["y"] < third["y"]
    assert second["x"] < first["x"] < third["x"]
    page.close()
