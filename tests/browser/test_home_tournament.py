"""A home tournament by taps: eight levels by the clock, a rebuy, and a player who comes
late, on three phones and a board.
"""

import re
from collections.abc import Mapping

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.commandline.running import Running

from .conftest import Phones, keep_picture
from .playing import choose, enter, entry, wait_until_live
from .tables import Table

pytestmark = pytest.mark.slow

LEVELS = ["5 and 10", "10 and 20", "15 and 30", "20 and 40"]
LEVELS += ["30 and 60", "40 and 80", "60 and 120", "80 and 160"]
OPTIONS = {"rise": "minutes", "level_minutes": 15, "stack": 1000}


def tap_in_hand(page: Page, put_in: Mapping[str, int], winner: str) -> None:
    """Enter how a hand ended, on this phone."""
    deal = entry(page, "deal")
    for seat, n in put_in.items():
        row = deal.locator("[data-field='put_in'] label", has_text=seat)
        row.locator("input").fill(str(n))
    winners = deal.locator("[data-field='winners']")
    choose(winners, winner)
    enter(deal)


def buy(page: Page, seat: str) -> None:
    """Buy as many chips as all began with."""
    form = entry(page, "buy")
    choose(form, seat)
    enter(form)


def tap(page: Page, kind: str) -> None:
    enter(entry(page, kind))


def clock(page: Page) -> Locator:
    return page.locator(".clock").first


def scores(page: Page) -> str:
    return page.locator(".standing").inner_text()


def sit_down_late(page: Page, name: str, right: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Who sits on your right?").select_option(right)
    keep_picture(page, "tournament-late")
    page.get_by_role("button", name="Sit down").tap()
    expect(page.get_by_label("Your name")).to_have_count(0)


def test_a_home_tournament(daemon: Running, phone: Phones) -> None:
    table = Table.started(daemon, "holdem", "Ana", "Ben", dealer="Ana", **OPTIONS)
    table.sit("Ana", "Ben")
    ana, ben = table.page(phone, "Ana"), table.page(phone, "Ben")
    board = phone(f"{table.address}/board", wide=True)
    for page in (ana, ben, board):
        wait_until_live(page)
        expect(clock(page)).to_contain_text("Level 1: 5 and 10")
        expect(clock(page)).to_contain_text("15:00 paused")

    tap(ben, "clock")
    for page in (ana, ben, board):
        expect(clock(page)).to_contain_text(re.compile(r"14:5\d"))
    tap_in_hand(ana, {"Ana": 200, "Ben": 200}, "Ana")

    cy = phone(table.address)
    sit_down_late(cy, "Cy", "Ben")
    wait_until_live(cy)
    pages = (ana, ben, cy, board)
    for page in pages:
        expect(page.locator("main")).to_contain_text("after buying chips")
    buy(cy, "Cy")
    for page in pages:
        expect(page.locator(".facts").first).to_contain_text("Chips in play3000")
    keep_picture(cy, "tournament-cy")

    for number, blinds in enumerate(LEVELS[1:], 2):
        tap(ana, "level")
        for page in pages:
            expect(clock(page)).to_contain_text(f"Level {number}: {blinds}")
            expect(clock(page)).to_contain_text(re.compile(r"1[45]:\d\d"))
        if number == 4:
            tap_in_hand(ben, {"Ana": 750, "Ben": 750, "Cy": 40}, "Ana")
            expect(ben.get_by_role("row", name=re.compile("Ben you 0"))).to_be_visible()
            buy(ben, "Ben")
            for page in pages:
                facts = page.locator(".facts").first
                expect(facts).to_contain_text("Chips in play4000")
            keep_picture(ben, "tournament-rebuy")
        else:
            most = max(int(n) for n in blinds.split(" and "))
            tap_in_hand(cy, {"Ana": most, "Ben": most, "Cy": most}, "Cy")
    for page in pages:
        keep_picture(page, f"tournament-{pages.index(page)}")
    tap(ana, "clock")
    for page in pages:
        expect(clock(page)).to_contain_text("paused")

    end = {"Ana": 4000, "Ben": 4000, "Cy": 4000}
    had = dict(re.findall(r"(Ana|Ben|Cy)\D+?(\d+)", scores(cy).replace("\n", " ")))
    assert sum(map(int, had.values())) == 4000
    tap_in_hand(cy, {seat: min(end[seat], int(had[seat])) for seat in had}, "Cy")
    keep_picture(cy, "tournament-end")
