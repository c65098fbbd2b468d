"""The screen stays on while a match is played, in the way that a phone on a plain
network has, and no longer.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.commandline.running import Running

from .conftest import NAME, Phones
from .phones import PHONE
from .playing import begin_match, open_table, turn_to, wait_until_live

pytestmark = pytest.mark.slow

PLAYS = """() => {
  const seen = document.querySelector("video.awake");
  return Boolean(seen && !seen.paused && seen.videoWidth);
}"""
# A browser without a screen refuses the lock: here it grants it.
LOCKS = """() => {
  globalThis.locks = [];
  navigator.wakeLock.request = async (kind) => {
    const lock = Object.assign(new EventTarget(), {
      kind, released: false, async release() { this.released = true; this.dispatchEvent(new Event("release")); },
    });
    locks.push(lock);
    return lock;
  };
}"""


def hide(page: Page, hidden: bool) -> None:
    """Put the page away, or look at it again: what a browser tells a page when a phone
    is locked and unlocked.
    """
    page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


@pytest.fixture
def ana(daemon: Running, phone: Phones) -> Page:
    """Ana's phone, at a match that she and Ben play."""
    address, keeps, _ = begin_match(
        f"http://{NAME}:{daemon.port}/", "Slapjack All Faces"
    )
    page = phone(address, kept=keeps)
    expect(page.locator("[data-next]")).to_be_attached()
    return page


def touch(page: Page) -> None:
    """Touch the page where nothing comes of it."""
    page.locator(".scores caption").tap()


def test_a_phone_without_a_wake_lock_plays_a_picture_once_it_was_touched(
    ana: Page,
) -> None:
    assert ana.evaluate("'wakeLock' in navigator") is False
    assert ana.locator("video.awake").count() == 0
    touch(ana)
    ana.wait_for_function(PLAYS)
    box = ana.locator("video.awake").bounding_box()
    # A browser lets the screen go dark over a small one.
    assert box == {"x": 0, "y": 0, **PHONE}
    assert ana.evaluate("document.querySelector('video.awake').muted")


def test_it_is_let_go_while_the_page_is_put_away_and_taken_again_after(
    ana: Page,
) -> None:
    touch(ana)
    ana.wait_for_function(PLAYS)
    hide(ana, True)
    assert not ana.evaluate(PLAYS)
    hide(ana, False)
    ana.wait_for_function(PLAYS)


def test_it_is_let_go_when_nothing_stirs_for_half_an_hour(ana: Page) -> None:
    touch(ana)
    ana.wait_for_function(PLAYS)
    ana.clock.install()
    ana.reload()
    touch(ana)
    ana.wait_for_function(PLAYS)
    ana.clock.fast_forward("31:00")
    ana.wait_for_function(f"() => !({PLAYS})()")


def test_who_does_not_want_it_does_not_get_it(ana: Page) -> None:
    turn_to(ana, "Preferences")
    ana.get_by_label("Keep the screen on").uncheck()
    ana.get_by_role("button", name="Save").tap()
    wait_until_live(ana)
    ana.evaluate(
        "() => addEventListener('click', () => { globalThis.clicked = true; })"
    )
    touch(ana)
    ana.wait_for_function("() => globalThis.clicked")
    # What listens for a click was there before, so it has heard of this one.
    expect(ana.locator("video.awake")).to_have_count(0)


def test_where_the_context_is_secure_the_lock_itself_is_taken(
    daemon: Running, phone: Phones
) -> None:
    page = phone(f"http://localhost:{daemon.port}/")
    page.context.add_init_script(f"({LOCKS})()")
    open_table(page, "Slapjack All Faces")
    page.wait_for_function("() => locks.length === 1 && !locks[0].released")
    hide(page, True)
    page.wait_for_function("() => locks[0].released")
    hide(page, False)
    page.wait_for_function("() => locks.length === 2 && !locks[1].released")
    assert page.locator("video.awake").count() == 0
