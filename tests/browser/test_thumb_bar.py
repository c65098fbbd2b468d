"""The bar at the thumb: short words on its buttons, whole and beside each other, and the long ones in their names."""

from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from .playing import follows
from .tour import House, Seated, Visit

pytestmark = pytest.mark.slow

BOXES = """found => {
  const { left, right, top, bottom } = found.getBoundingClientRect();
  const over = found.scrollWidth > found.clientWidth + 1 || found.scrollHeight > found.clientHeight + 1;
  return { left, right, top, bottom, over, text: found.textContent.trim() };
}"""


def after_a_two(house: House) -> Seated:
    """Tripp Jokes: Ben has played a 2 and may cover it, leave it, or take his entry back."""
    table = house.started("tripp-jokes", 2)
    table.enter("flip", card=["4S"])
    for seat, cards in (("Ana", ["4C", "6S", "7S"]), ("Ben", ["8S", "9S", "JS"])):
        table.enter("lay", seat, cards=cards)
    table.phones["Ben"].enter(table.code, "play", "Ben", hand=["2S"]).said(201)
    return table


def buttons(page: Page) -> Locator:
    return page.locator(".prompts > form.current > .send button").locator("visible=true")


def beside_each_other(page: Page, found: Locator) -> None:
    """Each of these is on the screen with all its words, and covers none of the others."""
    boxes = [button.evaluate(BOXES) for button in found.all()]
    assert len(boxes) > 0
    width = page.evaluate("innerWidth")
    ordered = sorted(boxes, key=lambda box: float(box["left"]))
    assert not [box for box in ordered if box["over"] or box["left"] < 0 or box["right"] > width + 0.5]
    assert not [pair for pair in pairwise(ordered) if pair[0]["right"] > pair[1]["left"] + 0.5]


@pytest.mark.parametrize(
    ("width", "locale"),
    [(390, "en-GB"), (360, "de-DE"), (320, "es-ES"), (320, "de-DE")],
)
def test_what_else_can_be_done_stands_beside_undo_and_enter(
    house: House, chromium: Browser, width: int, locale: str
) -> None:
    table = after_a_two(house)
    visit = Visit("two", "table/playing.html", table.path(), table.as_seat("Ben"))
    context, page = house.view(chromium, visit, viewport={"width": width, "height": 844}, locale=locale)
    follows(page)
    expect(buttons(page)).to_have_count(3)
    beside_each_other(page, buttons(page))
    context.close()


def test_buttons_say_little_and_are_named_in_full(house: House, chromium: Browser) -> None:
    table = after_a_two(house)
    visit = Visit("named", "table/playing.html", table.path(), table.as_seat("Ben"))
    context, page = house.view(chromium, visit)
    follows(page)
    expect(page.get_by_role("button", name="Undo: Play from the hand")).to_have_text("Undo")
    expect(page.get_by_role("button", name="Enter (0 cards) Hand cards")).to_have_text("Enter (0 cards)")
    context.close()
