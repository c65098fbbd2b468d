"""What is on the screen when a page is first painted stays where it is when the scripts
come later.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from .tour import House, Visit, a_phone, a_trick

pytestmark = pytest.mark.slow

MOST = 0.02
"""The part of the screen that moved, times how far: cards that move by a thumb's width
are more.
"""

NOTES_WHEN_PAINTED = """
document.addEventListener("readystatechange", async () => {
  if (document.readyState !== "interactive") return;
  await document.fonts.ready;
  requestAnimationFrame(() => requestAnimationFrame(() => { window.paintedAt = performance.now(); }));
});
"""
"""A browser on a busy machine paints what it has read of a page so far, and again when
it has read on: that moves too, and has nothing to do with scripts.
"""

PAINTED = "() => window.paintedAt !== undefined"

MOVED = """
() => new Promise(done => {
  const moved = [];
  new PerformanceObserver(seen => {
    for (const shift of seen.getEntries())
      if (shift.startTime > window.paintedAt)
        moved.push([shift.value, shift.sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? "")]);
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(moved), 200);
})
"""


@pytest.fixture
def slow_phone(chromium: Browser) -> Iterator[Page]:
    """A phone that has the whole of each page painted before it has its scripts."""
    page = a_phone(chromium)
    page.add_init_script(NOTES_WHEN_PAINTED)

    def late(route: Route) -> None:
        page.wait_for_function(PAINTED)
        route.continue_()

    page.route("**/*.js", late)
    yield page
    page.unroute_all(behavior="ignoreErrors")
    page.context.close()


def visits(house: House) -> dict[str, Visit]:
    tricks, played = house.started("faj", 4), a_trick(house)
    hands = house.started("four-aces", 3)
    return {
        "board": Visit("", "", tricks.path(), tricks.as_host),
        "card": Visit("", "", played.path(), played.as_seat("Ana")),
        "hands": Visit("", "", hands.path(), hands.as_seat("Ben")),
        "trick": Visit("", "", "/ask/faj/trick"),
        "round": Visit("", "", "/ask/four-aces/round"),
    }


@pytest.mark.parametrize("name", ["board", "card", "hands", "trick", "round"])
def test_nothing_moves_when_the_scripts_come(
    house: House, slow_phone: Page, name: str
) -> None:
    house.show(slow_phone, visits(house)[name])
    expect(slow_phone.locator("form.prompt.with-bar").first).to_be_attached()
    moved = slow_phone.evaluate(MOVED)
    assert sum(value for value, _ in moved) <= MOST, moved
