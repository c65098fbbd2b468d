"""The clock of a tournament's level on phones and the board: it counts down, stops, and
rings when it has run out.
"""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.commandline.running import Running

from .conftest import Phones, keep_picture
from .tables import Table
from .test_ruling_moment import NOTES

RING = [784, 784, 1047, 1047]
UNTOUCHED = """
Object.defineProperty(navigator, "userActivation", { value: { hasBeenActive: false } });
"""
MINUTES = 3


@pytest.fixture
def table(daemon: Running) -> Table:
    """A match whose levels take three minutes each; its clock is not started yet."""
    options = {"rise": "minutes", "level_minutes": MINUTES}
    table = Table.started(daemon, "holdem", "Ana", "Ben", "Cy", **options)
    table.sit("Ana", "Ben", "Cy")
    return table


def shown(page: Page) -> Locator:
    return page.get_by_role("timer").first


def open_board(table: Table, phone: Phones) -> Page:
    page = phone(f"{table.address}/board", wide=True)
    page.clock.install()
    page.reload()
    return page


def open_phone(table: Table, phone: Phones) -> Page:
    page = table.page(phone, "Ana")
    page.clock.install()
    page.reload()
    return page


def seconds(text: str) -> int:
    minutes, seconds = text.split(":")
    return 60 * int(minutes) + int(seconds)


@pytest.mark.slow
@pytest.mark.parametrize("look", [open_phone, open_board])
def test_it_counts_down_and_says_what_holds_then(
    look: type[Page], table: Table, phone: Phones
) -> None:
    page = look(table, phone)
    expect(shown(page)).to_have_text("3:00 paused")
    table.enter("clock")
    expect(shown(page)).to_have_text(re.compile(r"2:5\d"))
    page.clock.fast_forward(60_000)
    expect(shown(page)).to_have_text(re.compile(r"1:5\d|2:00"))
    assert 110 < seconds(shown(page).inner_text()) <= 120
    keep_picture(page, f"level-clock-{look.__name__}")
    page.clock.fast_forward(180_000)
    expect(shown(page)).to_have_text("not dealt yet? Enter “The blinds rise”")


@pytest.mark.slow
def test_a_player_stops_it_for_all(table: Table, phone: Phones) -> None:
    ana, board = open_phone(table, phone), open_board(table, phone)
    ana.locator("#more > summary").click()
    ana.get_by_text("Start the clock").first.click()
    ana.get_by_role("button", name="Start the clock").last.click()
    expect(shown(board)).not_to_contain_text("paused")
    ana.get_by_text("Pause the clock").first.click()
    ana.get_by_role("button", name="Pause the clock").last.click()
    for page in (ana, board):
        expect(shown(page)).to_contain_text("paused")


def pitches(page: Page) -> list[int]:
    found: list[int] = page.evaluate("notes")
    return found


def run_out(page: Page, table: Table) -> None:
    table.enter("clock")
    expect(shown(page)).to_have_text(re.compile(r"2:5\d"))
    page.clock.fast_forward(MINUTES * 60_000)
    expect(shown(page)).to_have_text("not dealt yet? Enter “The blinds rise”")


def listening(table: Table, phone: Phones) -> Page:
    page = open_phone(table, phone)
    page.add_init_script(NOTES)
    page.reload()
    expect(shown(page)).to_contain_text("paused")
    return page


@pytest.mark.slow
def test_it_rings_once_on_a_phone_that_was_touched(table: Table, phone: Phones) -> None:
    page = listening(table, phone)
    page.locator("body").click(position={"x": 3, "y": 58})
    run_out(page, table)
    assert pitches(page) == RING
    page.clock.fast_forward(60_000)
    assert pitches(page) == RING


@pytest.mark.slow
def test_a_phone_that_was_never_touched_stays_silent(
    table: Table, phone: Phones
) -> None:
    page = listening(table, phone)
    # The tools of this test count as touches.
    page.add_init_script(UNTOUCHED)
    page.reload()
    run_out(page, table)
    assert pitches(page) == []


@pytest.mark.slow
def test_the_bell_mutes_it(table: Table, phone: Phones) -> None:
    page = listening(table, phone)
    bell = page.get_by_role("button", name="Sounds")
    expect(bell).to_have_attribute("aria-pressed", "true")
    bell.click()
    expect(bell).to_have_attribute("aria-pressed", "false")
    run_out(page, table)
    assert pitches(page) == []


CUT = """boxes => boxes.filter(box => box.scrollHeight > box.clientHeight + 1).length"""


@pytest.mark.slow
def test_what_holds_then_is_not_cut_on_the_board(
    daemon: Running, phone: Phones
) -> None:
    options = {"rise": "minutes", "level_minutes": MINUTES, "antes": "big"}
    table = Table.started(daemon, "holdem", "Ana", "Ben", "Cy", **options)
    table.enter("buy", seat="Cy", n=1000)
    page = open_board(table, phone)
    expect(page.locator(".facts")).to_contain_text("Chips in play")
    run_out(page, table)
    keep_picture(page, "level-clock-over-on-board")
    assert page.locator(".middle, .middle > *").evaluate_all(CUT) == 0


def test_with_large_text_it_fits_a_narrow_board(table: Table, phone: Phones) -> None:
    page = phone(f"{table.address}/board")
    expect(shown(page)).to_have_text("3:00 paused")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
