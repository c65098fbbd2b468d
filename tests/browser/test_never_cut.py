"""What is never cut on a small phone: what the table should look at once more, and names."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, expect

from .playing import entry, go
from .tour import House, Visit

pytestmark = pytest.mark.slow

LONGEST = "Wolfeschlegelsteinhausenberger"
"""As long as a name may be, in one word."""
# Whether all of a text is on the screen, and nothing that it stands in hides a part of it.
IS_WHOLE = """found => {
  const range = document.createRange();
  range.selectNodeContents(found);
  const text = range.getBoundingClientRect();
  const within = (box) => text.left >= box.left - 1 && text.right <= box.right + 1 && text.bottom <= box.bottom + 1;
  for (let outer = found; outer; outer = outer.parentElement) {
    if (getComputedStyle(outer).overflow !== "visible" && !within(outer.getBoundingClientRect())) return false;
  }
  return within({ left: 0, right: innerWidth, bottom: Infinity });
}"""

LINES = """found => {
  const range = document.createRange();
  range.selectNodeContents(found);
  return new Set([...range.getClientRects()].map((box) => box.top)).size;
}"""
"""On how many lines a text stands."""


def is_whole(found: Locator) -> bool:
    return bool(found.evaluate(IS_WHOLE))


@pytest.mark.parametrize("width", [320, 390])
def test_what_is_to_be_checked_is_seen_while_the_next_entry_is_made(
    house: House, chromium: Browser, width: int
) -> None:
    """At a round of Four Aces in which nobody entered as many cards as they have, all of them are named."""
    table = house.started("four-aces", 3)
    hands = (("Ana", ["2S", "2H"], ["3C", "3D"]), ("Ben", ["4S"], ["5H"]), ("Cy", ["6S"], ["7S"]))
    for seat, hidden, exposed in hands:
        table.enter("round", seat, hidden=hidden, exposed=exposed)
    context, page = house.view(
        chromium,
        Visit("check", "table/playing.html", table.path(), table.as_seat("Ana")),
        viewport={"width": width, "height": 640},
    )
    named = page.locator(".ruling-line summary .to-check")
    expect(named).to_have_text("To check: Ana, Ben and Cy")
    expect(named).to_be_in_viewport(ratio=1)
    assert is_whole(named)
    context.close()


@pytest.mark.parametrize("width", [320, 390])
def test_the_headings_over_a_result_break_in_no_word(house: House, chromium: Browser, width: int) -> None:
    table = house.started("four-aces", 3)
    for seat, hidden in (("Ana", ["2S", "2H"]), ("Ben", ["4S"]), ("Cy", ["6S"])):
        table.enter("round", seat, hidden=hidden, exposed=[])
    visit = Visit("headings", "table/playing.html", table.path(), table.as_seat("Ana"))
    context, page = house.view(chromium, visit, viewport={"width": width, "height": 640})
    page.locator(".ruling-line summary").first.click()
    heads = page.locator(".reckoning thead th")
    expect(heads.first).to_be_visible()
    lines = {head.inner_text(): head.evaluate(LINES) for head in heads.all()}
    assert lines == {"Hidden": 1, "Exposed": 1, "Round": 1, "Total": 1}
    assert page.locator(".reckoning-holder").evaluate("found => found.scrollWidth <= found.clientWidth")
    context.close()


def test_long_names_stand_whole_over_the_score_sheet(house: House, chromium: Browser) -> None:
    table = house.opened("faj", 0)
    for name in (LONGEST, "Ben", "Cy"):
        table.host.post(f"/tables/{table.code}/join", {"name": name}).said(201)
    table.host.post(f"/tables/{table.code}/start", {}).said(200)
    table.enter("board", cards=["7H"])
    table.enter("play", plays={LONGEST: "AS", "Ben": "XB", "Cy": "QD"})
    visit = Visit("scores", "scores/scores.html", table.path("/scores"), table.as_host)
    context, page = house.view(chromium, visit, viewport={"width": 320, "height": 640})
    heads = page.locator(".sheet thead .name")
    expect(heads.first).to_have_text(LONGEST)
    assert all(is_whole(head) for head in heads.all())
    context.close()


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "es-ES"])
def test_what_is_missing_is_said_whole_on_the_button(house: House, chromium: Browser, locale: str) -> None:
    """In Slapjack, once somebody opens what a slap is entered with."""
    table = house.started("slapjack", 3)
    visit = Visit("missing", "table/playing.html", table.path(), table.as_seat("Ben"))
    context, page = house.view(chromium, visit, viewport={"width": 360, "height": 740}, locale=locale)
    missing = go(entry(page, "slap")).locator("[data-count]")
    expect(missing).not_to_be_empty()
    assert is_whole(missing)
    context.close()


def test_the_way_to_help_stands_beside_whose_entry_it_is(house: House, chromium: Browser) -> None:
    table = house.started("four-aces", 3, sit=False)
    table.enter("round", "Ana", hidden=["2S"], exposed=["3C"])
    visit = Visit("change", "table/playing.html", table.path(), table.as_host)
    context, page = house.view(chromium, visit, viewport={"width": 360, "height": 740})
    change = page.locator("form.prompt:has(input[name='kind'][value='round']):has(input[name='seat'][value='Ana'])")
    panel = page.locator("details.aside", has=change).last
    page.locator("details.aside", has=change).evaluate_all("found => found.forEach((one) => { one.open = true; })")
    name, help = (panel.locator(one).bounding_box() for one in ("> summary .name", ".ask-help"))
    context.close()
    assert name and help
    assert name["x"] + name["width"] <= help["x"] or name["y"] + name["height"] <= help["y"]


def test_what_lies_on_top_is_named_in_whole_words(house: House, chromium: Browser) -> None:
    """In Slapjack, where nobody said which card it is."""
    table = house.started("slapjack", 3)
    table.enter("play", "Ben")
    visit = Visit("on-top", "table/playing.html", table.path(), table.as_seat("Cy"))
    context, page = house.view(chromium, visit, viewport={"width": 320, "height": 568}, locale="es-ES")
    name = page.locator(".facts dt").first
    expect(name).to_have_text("Encima")
    height, line = name.evaluate("found => [found.clientHeight, parseFloat(getComputedStyle(found).lineHeight)]")
    context.close()
    assert height < 2 * line
