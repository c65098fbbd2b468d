"""A page that follows its table moves nothing under a finger."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.commandline.running import Running

from .conftest import NAME, Phones
from .playing import enter, entry, seat_two


def test_a_page_waits_for_the_finger_to_lift(daemon: Running, phone: Phones) -> None:
    """While Ana presses her button, Ben's entry arrives: her page takes it over after the press, which counts."""
    ana, ben, board = seat_two(phone, f"http://{NAME}:{daemon.port}/", "Slapjack All Faces")
    folded = ana.locator("details.aside", has=ana.locator("input[name='kind'][value='recount']"))
    button = folded.locator("summary").first
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    ana.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ana.mouse.down()
    before = ana.locator("#main").get_attribute("data-seq")
    enter(entry(ben, "play", "Ben"))
    expect(board.locator("#main")).not_to_have_attribute("data-seq", str(before))
    ana.wait_for_timeout(300)
    assert ana.locator("#main").get_attribute("data-seq") == before
    ana.mouse.up()
    expect(ana.locator("#main")).not_to_have_attribute("data-seq", str(before))
    expect(folded).to_have_attribute("open", "")
