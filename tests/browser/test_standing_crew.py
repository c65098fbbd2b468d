"""The same people again, a week later: what their phones show them first."""

import pytest
from playwright.sync_api import Browser, Page, expect

from .thumb import Thumb
from .tour import NAMES, House, Seated, Visit

FOUR = NAMES[:4]


def lose(table: Seated, seat: str) -> None:
    """A match of Hearts to 26 points in which somebody takes all."""
    table.enter("claim", seat, seat=seat)
    table.enter("stop")


def played_twice(house: House) -> Seated:
    table = house.started("hearts", 4, options={"depth": "tricks"})
    lose(table, "Ana")
    again = table.host.post(f"/tables/{table.code}/rematch").said(201)["code"]
    second = Seated(again, table.host, table.phones)
    lose(second, "Ben")
    return second


def first_page(house: House, chromium: Browser, table: Seated, seat: str) -> Page:
    cookies = {f"seat_{table.code}": table.phones[seat].token or ""}
    return house.view(chromium, Visit("", "", "/", cookies))[1]


@pytest.mark.parametrize("height", [844, 568])
def test_a_standing_crews_next_game_is_one_tap(
    unused_house: House, chromium: Browser, height: int
) -> None:
    table = played_twice(unused_house)
    there = set()
    for seat in ("Ana", "Cy"):
        page = first_page(unused_house, chromium, table, seat)
        page.set_viewport_size({"width": 320, "height": height})
        crew = page.locator(".crew-again")
        expect(crew).to_contain_text("day’s four: Ana, Ben, Cy, Di – Hearts")
        thumb = Thumb(page)
        go = crew.get_by_role("button", name="Same again")
        if there:
            go = crew.get_by_role("link", name="Go to table")
        thumb.tap(go)
        expect(page.locator(".scores tr", has_text=seat)).to_contain_text("you")
        expect(page.locator("[data-begun]")).to_be_attached()
        assert thumb.taps == 1
        there.add(page.url)
        page.context.close()
    assert len(there) == 1
    assert table.code not in there.pop()
