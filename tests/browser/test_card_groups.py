"""Groups of cards on a phone: a button at the thumb begins the next, and a card that is
taken back leaves the rest.
"""

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest
from playwright.sync_api import Browser, Page, expect

from referee.plugin.discovery import GAMES, beside

from .conftest import keep_picture
from .tour import House, Visit

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def strangers_melds() -> Iterator[None]:
    """A stranger's game of melds is installed beside the games that are."""
    with beside(EntryPoint("laid-melds", "tests.toy_games.laid_melds", GAMES)):
        yield


def tap(page: Page, *codes: str) -> None:
    """Tap these cards on the pad."""
    for code in codes:
        page.locator(f"[data-in-use] label:has(> [data-card='{code}'])").tap()


def picked(page: Page) -> str:
    """What the bar at the thumb shows, by codes."""
    return " ".join(page.locator("[data-bar] .chips > *").evaluate_all(SHOWN))


SHOWN = """shown => shown.map(one => {
  if (one.className === "stroke") return "/";
  return document.getElementById(one.dataset.take)?.value ?? "_";
})"""


def test_groups_are_picked_one_after_the_other(house: House, chromium: Browser) -> None:
    table = house.started("laid-melds", 2, sit=False)
    context, page = house.view(
        chromium, Visit("melds", "table/playing.html", table.path(), table.as_host)
    )
    tap(page, "9C", "9D", "9H")
    page.get_by_role("button", name="New group").tap()
    assert picked(page) == "9C 9D 9H / _"
    tap(page, "TC", "TD", "TS", "TH")
    assert picked(page) == "9C 9D 9H / TC TD TS TH"
    keep_picture(page, "card-groups")
    tap(page, "TC")
    assert picked(page) == "9C 9D 9H / TD TS TH"
    page.reload()
    expect(page.locator("[data-count]").first).to_have_text("(2 groups)")
    assert picked(page) == "9C 9D 9H / TD TS TH"
    page.get_by_role("button", name="Enter").tap()
    expect(
        page.locator(".rulings").get_by_text("9♣ 9♦ 9♥ / 10♦ 10♠ 10♥").first
    ).to_be_visible()
    context.close()


def test_groups_are_typed_with_a_stroke(house: House, chromium: Browser) -> None:
    table = house.started("laid-melds", 2, sit=False)
    context, page = house.view(
        chromium, Visit("melds", "table/playing.html", table.path(), table.as_host)
    )
    page.get_by_text("More: type or photograph").first.tap()
    page.locator("[data-typed]").fill("2c 2d 2h / 3s 4s 5s")
    page.locator("[data-typed]").press("Enter")
    expect(page.locator(".rulings .summary").first).to_contain_text("Laid:")
    context.close()
