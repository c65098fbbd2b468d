"""The bar at the thumb: short words on its buttons, whole and beside each other, and the long ones in their names."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from .playing import entry, follows, go
from .tour import House, Seated, Visit, random_match, up_to

pytestmark = pytest.mark.slow

BOXES = """found => {
  const { left, right, top, bottom } = found.getBoundingClientRect();
  const over = found.scrollWidth > found.clientWidth + 1 || found.scrollHeight > found.clientHeight + 1;
  return { left, right, top, bottom, over, text: found.textContent.trim() };
}"""

LINES = """found => {
  const range = document.createRange();
  range.selectNodeContents(found);
  return new Set([...range.getClientRects()].map(({ top }) => top)).size;
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


@pytest.mark.parametrize("locale", ["es-ES", "de-DE"])
def test_no_button_beside_undo_takes_three_lines(house: House, chromium: Browser, locale: str) -> None:
    table = after_a_two(house)
    visit = Visit("lines", "table/playing.html", table.path(), table.as_seat("Ben"))
    context, page = house.view(chromium, visit, locale=locale)
    follows(page)
    lines = page.locator(".current > .send .instead").evaluate(LINES)
    context.close()
    assert lines == 2


def test_buttons_say_little_and_are_named_in_full(house: House, chromium: Browser) -> None:
    table = after_a_two(house)
    visit = Visit("named", "table/playing.html", table.path(), table.as_seat("Ben"))
    context, page = house.view(chromium, visit)
    follows(page)
    expect(page.get_by_role("button", name="Undo: Play from the hand")).to_have_text("Undo")
    expect(page.get_by_role("button", name="Enter (0 cards) Hand cards")).to_have_text("Enter (0 cards)")
    context.close()


def test_of_one_card_the_button_counts_too(house: House, chromium: Browser) -> None:
    table = house.started("tripp-jokes", 2)
    visit = Visit("one", "table/playing.html", table.path(), table.as_seat("Ana"))
    context, page = house.view(chromium, visit)
    follows(page)
    flip = go(entry(page, "flip"))
    expect(flip).to_have_text("Enter (0 of 1)")
    expect(flip).to_have_accessible_name("Enter (0 of 1) Card turned over by Ana")
    context.close()


def test_at_the_end_undoing_leaves_the_strip_to_be_read(house: House, chromium: Browser) -> None:
    _, steps = random_match(house, "tripp-jokes", 2)
    table, last = up_to(house, "tripp-jokes", 2, steps[:-1]), steps[-1]
    table.phones[last.seat or ""].enter(table.code, last.kind, last.seat, **last.data).said(201)
    visit = Visit("end", "table/final.html", table.path(), table.as_host)
    context, page = house.view(chromium, visit)
    follows(page)
    undo, live = page.locator(".take-backs .take-back"), page.locator(".thumb-strip strong")
    expect(undo).to_have_text(f"Undo {last.seat}’s")
    box, words = undo.evaluate(BOXES), live.evaluate(BOXES)
    assert words["right"] <= box["left"]
    assert not box["over"]
    context.close()
