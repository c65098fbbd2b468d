"""Something went wrong: from a table to what the law says now in a few taps, and back."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from .conftest import keep_picture
from .tour import House, Visit

SEATS = ("Ana", "Ben", "Cy", "Di")


@pytest.fixture(params=["en-GB", "de-DE", "es-ES"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    yield request.param


def test_four_taps_bring_what_the_law_says_now(house: House, chromium: Browser) -> None:
    """What happened, who, and when it was noticed; what the table knows is filled in."""
    options = {"depth": "tricks", "scoring": "rubber"}
    table = house.started("bridge", 4, options=options)
    visit = Visit("at-table", "table/playing.html", table.path(), table.as_host)
    context, page = house.view(chromium, visit)
    page.locator("#more > summary").tap()
    page.get_by_role("link", name="Something went wrong").last.tap()
    expect(page.get_by_role("heading", name="The auction")).to_be_visible()
    keep_picture(page, "went-wrong")

    page.get_by_role("link", name="A revoke").tap()
    expect(page.get_by_text("Score", exact=True)).to_have_count(0)
    page.locator("label.choice", has_text="Dummy").tap()
    expect(page.get_by_text("Whose mistake?")).to_have_count(0)
    keep_picture(page, "went-wrong-asked")
    page.get_by_role("button", name="Later in the deal").tap()

    told = page.locator("[data-rulings]")
    expect(told.locator(".summary")).to_contain_text("A revoke")
    expect(told.locator(".remedies li").first).to_contain_text("Law 63")
    expect(told).to_contain_text("For a card of dummy’s no trick goes over.")
    keep_picture(page, "went-wrong-ruled")
    page.get_by_role("link", name="Back to the table").last.tap()
    expect(page).to_have_url(f"{house.base}{table.path()}")
    context.close()


def test_the_answer_enters_what_follows(house: House, chromium: Browser) -> None:
    """Who did it is known from the question; a tap enters it at the table."""
    table = house.started("skat", 3, options={"depth": "tricks"})
    contract = {"declarer": "Ben", "game": "hearts", "announced": "nothing", "bid": 20}
    table.enter("contract", **contract)
    ask = f"/ask/skat/irregularity?situation=lead-out-of-turn&table={table.code}"
    visit = Visit("went-wrong", "games/irregularity.html", ask, table.as_host)
    context, page = house.view(chromium, visit)
    page.locator("label.choice", has_text="Ben").tap()
    page.get_by_role("button", name="Right away").tap()
    keep_picture(page, "went-wrong-button")
    page.get_by_role("button", name="Enter", exact=True).tap()
    expect(page).to_have_url(f"{house.base}{table.path()}")
    expect(page.locator("[data-rulings]")).to_contain_text("Ben broke a rule")
    context.close()


@pytest.mark.parametrize("width", [320, pytest.param(390, marks=pytest.mark.slow)])
def test_nothing_is_cut_in_any_language(
    house: House, chromium: Browser, language: str, width: int
) -> None:
    ask = "/ask/skat/irregularity"
    visit = Visit("went-wrong", "games/irregularity.html", ask)
    size = {"width": width, "height": 700}
    context, page = house.view(chromium, visit, locale=language, viewport=size)
    wide = "document.documentElement.scrollWidth <= innerWidth"
    assert page.evaluate(wide)
    page.locator("a.tap[href*='lead-out-of-turn']").tap()
    expect(page.locator(".moments")).to_be_visible()
    assert page.evaluate(wide)
    keep_picture(page, f"went-wrong-{language}-{width}-asked")
    page.locator(".moments button").first.tap()
    expect(page.locator(".remedies li").first).to_be_visible()
    assert page.evaluate(wide)
    keep_picture(page, f"went-wrong-{language}-{width}")
    context.close()
