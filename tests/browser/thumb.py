"""A thumb on a phone: it taps what it sees, and counts."""

from playwright.sync_api import Locator, Page, expect

from .playing import end_moment, wait_for_second_taps

STANDS_STILL = """async (element) => {
  const place = () => JSON.stringify(element.getBoundingClientRect());
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  for (let before = ""; before !== place(); await frame()) before = place();
  const { x, y, width, height } = element.getBoundingClientRect();
  const middle = [x + width / 2, y + height / 2];
  return element.contains(document.elementFromPoint(...middle)) ? middle : null;
}"""
"""Where the middle of an element is, once nothing moves it any more; null where
something covers it.

It waits a frame at a time, so that whatever the last tap put off has happened.
"""

LISTEN = """() => {
  globalThis.clicked = false;
  addEventListener("click", () => { globalThis.clicked = true; }, { capture: true, once: true });
}"""


class Thumb:
    """Taps what is in view and not covered, where it is, and counts; it scrolls only
    when it is told to.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, target: Locator) -> None:
        end_moment(self.page)
        wait_for_second_taps(self.page)
        expect(target).to_be_in_viewport(ratio=0.9)
        expect(target).to_be_enabled()
        middle = target.evaluate(STANDS_STILL)
        assert middle is not None, f"something covers {target}"
        self.page.evaluate(LISTEN)
        self.page.touchscreen.tap(*middle)
        # A tap becomes a click a little later; it may also lead to another page.
        self.page.wait_for_function("() => globalThis.clicked !== false")
        self.taps += 1

    def look_at(self, form: Locator) -> None:
        """Scroll down until all cards of a form stand above what lies at the bottom of
        the screen.
        """
        needed = """grid => {
            const dock = grid.closest("form").querySelector(".send");
            const room = innerHeight - dock.offsetHeight - parseFloat(getComputedStyle(dock).bottom);
            scrollBy({top: grid.getBoundingClientRect().bottom - room, behavior: "instant"});
        }"""
        form.locator("[data-grid]").locator("visible=true").evaluate(needed)

    def card(self, form: Locator, code: str) -> None:
        self.tap(
            form.locator(f"label.pick:has(input[data-card='{code}'])")
            .locator("visible=true")
            .first
        )

    def cards(self, form: Locator, codes: str) -> None:
        for code in codes.split():
            self.card(form, code)

    def enter(self, form: Locator) -> None:
        self.tap(form.locator("button[type=submit].go"))
