"""One question, quickly: from the first page to a ruling, without a table and without
scrolling.
"""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import keep_picture
from .playing import pick, turn_to
from .tour import House, Visit

MOST_TAPS = 4
"""From the first page to a ruling, beside the cards."""


def first_page(house: House, **keeps: str) -> Visit:
    """The first page, of a phone that keeps these cookies."""
    return Visit("first", "lobby.html", "/", keeps)


def ask(page: Page) -> None:
    """Tap *Ask the referee* on the first page, where it must be in view, and the game."""
    opens = page.get_by_role("link", name="Ask", exact=True)
    expect(opens).to_be_in_viewport(ratio=1)
    opens.tap()
    page.get_by_role("link", name="Faces, Aces, & Jokers Who wins this trick?").tap()


@pytest.mark.slow
def test_a_trick_is_ruled_in_three_taps_beside_the_cards(
    house: House, chromium: Browser
) -> None:
    """After the board one tap leads to the players, and from then on each card to the
    next of them.
    """
    context, page = house.view(chromium, first_page(house))
    taps = 0
    ask(page)
    taps += 2
    form = page.locator("form.prompt")
    pick(form, ["3C", "TC"])
    page.locator("[data-open]", has_text="Player 1").tap()
    taps += 1
    pick(form, ["JS", "KC", "QC"])
    page.get_by_role("button", name="Get a ruling").tap()
    taps += 1
    expect(page.locator("[data-rulings] .summary")).to_contain_text(
        "Player 2 wins the trick with the king of clubs"
    )
    assert taps <= MOST_TAPS
    keep_picture(page, "asked-a-trick")
    page.get_by_role("link", name="Next question").tap()
    expect(page.locator("[data-rulings]")).to_have_count(0)
    expect(form.locator("input[data-card]:checked")).to_have_count(0)
    context.close()


@pytest.mark.slow
def test_a_trick_is_not_ruled_before_two_have_played(
    house: House, chromium: Browser
) -> None:
    context, page = house.view(
        chromium, Visit("ask", "games/ask.html", "/ask/faj/trick")
    )
    form, rule = (
        page.locator("form.prompt"),
        page.get_by_role("button", name="Get a ruling"),
    )
    pick(form, ["3C", "TC"])
    page.locator("[data-open]", has_text="Player 1").tap()
    pick(form, ["KS"])
    expect(rule).to_have_text("Get a ruling (1 of at least 2)")
    expect(rule).to_have_class(re.compile("not-yet"))
    rule.tap()
    expect(form.locator(".error")).to_have_text(
        "Enter the cards of at least 2 players."
    )
    page.locator("[data-open]", has_text="Player 2").tap()
    pick(form, ["KD"])
    expect(rule).to_have_text("Get a ruling (4 cards)")
    rule.tap()
    expect(page.locator("[data-rulings] .summary")).to_contain_text(
        "Player 1 wins the trick"
    )
    context.close()


@pytest.mark.slow
def test_the_rules_lead_a_seat_back_to_its_table(
    house: House, chromium: Browser
) -> None:
    """Which table it is stands in the bar, on the smallest phone too."""
    table = house.started("faj", 2)
    visit = Visit("rules", "table/playing.html", table.path(), table.as_seat("Ana"))
    context, page = house.view(chromium, visit, viewport={"width": 320, "height": 568})
    turn_to(page, "Rules")
    expect(
        page.get_by_role("heading", name="Faces, Aces, & Jokers", level=1)
    ).to_be_visible()
    expect(page.locator(".way-back .code")).to_be_in_viewport(ratio=1)
    page.locator(".way-back").tap()
    expect(page).to_have_url(f"{house.base}{table.path()}")
    context.close()
