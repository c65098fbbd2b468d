"""A page that follows its table moves nothing under a finger."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.commandline.running import Running

from .conftest import NAME, Phones
from .playing import enter, entry, seat_two
from .proxy import Wire


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


def test_what_is_looked_at_keeps_its_place(daemon: Running, phone: Phones) -> None:
    """Ana has scrolled to the recount when Ben's entry brings a ruling and other forms above it."""
    ana, ben, _ = seat_two(phone, f"http://{NAME}:{daemon.port}/", "Slapjack All Faces")
    recount = entry(ana, "recount")
    recount.scroll_into_view_if_needed()
    ana.evaluate("scrollBy({ top: 120, behavior: 'instant' })")
    before, top = ana.locator("#main").get_attribute("data-seq"), recount.bounding_box()
    enter(entry(ben, "play", "Ben"))
    expect(ana.locator("#main")).not_to_have_attribute("data-seq", str(before))
    after = recount.bounding_box()
    assert top and after
    assert abs(after["y"] - top["y"]) < 2


def test_losing_the_connection_moves_nothing_under_a_finger(daemon: Running, wire: Wire, phone: Phones) -> None:
    """The strip that says so grows once the finger is lifted; the press counts, and its entry is kept."""
    ana, ben, _ = seat_two(phone, f"http://{NAME}:{daemon.port}/", "Slapjack All Faces")
    del ana
    ben.goto(ben.url.replace(f":{daemon.port}/", f":{wire.port}/"))
    expect(ben.locator("#connection").get_by_text("Live", exact=True)).to_be_visible()
    button = entry(ben, "play", "Ben").locator("button[type=submit]")
    button.scroll_into_view_if_needed()
    before = button.bounding_box()
    assert before
    ben.mouse.move(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
    ben.mouse.down()
    wire.cut()
    ben.wait_for_timeout(3_000)
    now = button.bounding_box()
    assert now
    # A pressed button sinks by a pixel.
    assert abs(now["y"] - before["y"]) < 2
    ben.mouse.up()
    expect(ben.get_by_text("1 entry waits to be sent")).to_be_visible()
