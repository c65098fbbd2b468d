"""A page that follows its table moves nothing under a finger."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.commandline.running import Running

from .conftest import NAME, Phones, keep_picture
from .phones import lose_first
from .playing import (
    enter,
    entry,
    form,
    go_button,
    log,
    order_of,
    pick,
    rulings,
    seat_two,
    send,
    slapped,
)
from .proxy import Wire
from .thumb import STANDS_STILL

HEAR_NOTHING = """() => {
  const real = window.fetch;
  window.fetch = (url, options) => (options?.method === "POST" ? real(url, options) : new Promise(() => {}));
}"""
"""From now on the page is told nothing that it does not send for itself."""


LISTENS_FOR_NEWS = """() => {
  const heard = new Promise((done) => { document.addEventListener("referee-change-heard", done, { once: true }); });
  globalThis.newsAnswered = heard
    .then(() => fetch(document.getElementById("main").dataset.page, { cache: "no-store" }))
    .then((answer) => answer.text())
    .then(() => new Promise((drawn) => { requestAnimationFrame(() => requestAnimationFrame(drawn)); }));
}"""
"""Once the page has heard of the next news it is asked for, as the page would ask."""


@contextmanager
def news_for(page: Page) -> Iterator[None]:
    """Wait after this block until the page has heard of its news, and what the page
    asks for by then is answered and drawn.
    """
    page.evaluate(LISTENS_FOR_NEWS)
    yield
    page.evaluate("() => newsAnswered")


def is_stream(request: Request) -> bool:
    return request.resource_type == "eventsource"


def finger_over(target: Locator) -> None:
    """Have the next press meet the middle of this."""
    target.scroll_into_view_if_needed()
    middle = target.evaluate(STANDS_STILL)
    assert middle is not None
    target.page.mouse.move(*middle)


@pytest.mark.slow
def test_a_page_waits_for_the_finger_to_lift(daemon: Running, phone: Phones) -> None:
    """While Ana presses her button, Ben's entry arrives: her page takes it over after
    the press, which counts.
    """
    ana, ben, board = seat_two(
        phone, f"http://{NAME}:{daemon.port}/", "Slapjack All Faces"
    )
    folded = ana.locator("#more")
    button = folded.locator("summary").first
    finger_over(button)
    ana.mouse.down()
    before = ana.locator("#main").get_attribute("data-seq")
    with news_for(ana):
        send(entry(ben, "play", "Ben"))
    expect(board.locator("#main")).not_to_have_attribute("data-seq", str(before))
    assert ana.locator("#main").get_attribute("data-seq") == before
    ana.mouse.up()
    expect(ana.locator("#main")).not_to_have_attribute("data-seq", str(before))
    expect(folded).to_have_attribute("open", "")


@pytest.mark.slow
def test_what_is_looked_at_keeps_its_place(daemon: Running, phone: Phones) -> None:
    """Ana has scrolled to the recount when Ben's entry brings a ruling and other forms
    above it.
    """
    ana, ben, _ = seat_two(phone, f"http://{NAME}:{daemon.port}/", "Slapjack All Faces")
    recount = entry(ana, "recount")
    recount.scroll_into_view_if_needed()
    ana.evaluate("scrollBy({ top: 120, behavior: 'instant' })")
    before, top = ana.locator("#main").get_attribute("data-seq"), recount.bounding_box()
    send(entry(ben, "play", "Ben"))
    expect(ana.locator("#main")).not_to_have_attribute("data-seq", str(before))
    after = recount.bounding_box()
    assert top
    assert after
    assert abs(after["y"] - top["y"]) < 2


@pytest.mark.slow
def test_losing_the_connection_moves_nothing_under_a_finger(
    daemon: Running, wire: Wire, phone: Phones
) -> None:
    """The strip that says so grows once the finger is lifted; the press counts, and its
    entry is kept.
    """
    ana, ben, _ = seat_two(phone, f"http://{NAME}:{daemon.port}/", "Slapjack All Faces")
    del ana
    ben.goto(ben.url.replace(f":{daemon.port}/", f":{wire.port}/"))
    expect(ben.locator("#connection").get_by_text("Live", exact=True)).to_be_visible()
    button = entry(ben, "play", "Ben").locator("button[type=submit]")
    button.scroll_into_view_if_needed()
    before = button.bounding_box()
    assert before
    ben.mouse.move(
        before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    )
    ben.mouse.down()
    with ben.expect_event("requestfailed", is_stream):
        wire.cut()
    # Once the next try fails too, the page knows that there is no connection.
    with ben.expect_event("requestfailed", is_stream):
        pass
    ben.evaluate("new Promise(requestAnimationFrame)")
    now = button.bounding_box()
    assert now
    # A pressed button sinks by a pixel.
    assert abs(now["y"] - before["y"]) < 2
    ben.mouse.up()
    expect(ben.get_by_text("1 entry waits to be sent")).to_be_visible()


TOUCH = """([kind, finger]) => document.getElementById("main").dispatchEvent(kind === "click"
  ? new PointerEvent(kind, { bubbles: true })
  : new PointerEvent(kind, { bubbles: true, pointerId: finger, isPrimary: finger === 1 }))"""


@pytest.mark.slow
def test_of_two_thumbs_the_second_is_waited_for_too(
    daemon: Running, phone: Phones
) -> None:
    """The click of the first comes while the second is down already: a page redrawn
    then would lose its tap.
    """
    ana, ben, board = seat_two(
        phone, f"http://{NAME}:{daemon.port}/", "Slapjack All Faces"
    )
    before = ana.locator("#main").get_attribute("data-seq")
    ana.clock.install()
    for kind, finger in (
        ("pointerdown", 1),
        ("pointerdown", 2),
        ("pointerup", 1),
        ("click", 1),
    ):
        ana.evaluate(TOUCH, [kind, finger])
    with news_for(ana):
        send(entry(ben, "play", "Ben"))
        # Longer than a click follows its finger.
        ana.clock.fast_forward(600)
    expect(board.locator("#main")).not_to_have_attribute("data-seq", str(before))
    assert ana.locator("#main").get_attribute("data-seq") == before
    ana.evaluate(TOUCH, ["pointerup", 2])
    expect(ana.locator("#main")).not_to_have_attribute("data-seq", str(before))


@pytest.mark.slow
def test_news_that_could_not_be_fetched_are_fetched_again(
    daemon: Running, phone: Phones
) -> None:
    ana, ben, _ = seat_two(phone, f"http://{NAME}:{daemon.port}/", "Slapjack All Faces")
    lost = lose_first(ana, ana.url)
    send(entry(ben, "play", "Ben"))
    expect(entry(ana, "play", "Ana")).to_be_visible()
    assert lost


HOLD_ANSWERS = """() => {
  const asked = fetch;
  const through = new Promise((open) => { globalThis.letThrough = open; });
  globalThis.fetch = async (url, options) => {
    const answer = await asked(url, options);
    if (String(url).endsWith("/enter")) await through;
    return answer;
  };
}"""
"""From now on answers to what this page enters come late: the referee has long taken
it.
"""

LET_THROUGH = "() => letThrough()"


@pytest.mark.slow
def test_with_the_tap_on_enter_the_cards_leave_the_tray_and_no_second_tap_counts(
    daemon: Running, ana_and_ben: tuple[Page, Page]
) -> None:
    _, ben = ana_and_ben
    ben.evaluate(HOLD_ANSWERS)
    mine = form(ben, "Place a card")
    pick(mine, ["KC"])
    button = mine.locator("button.go")
    spot = button.evaluate(STANDS_STILL)
    go_button(mine).tap()
    expect(button).to_have_text("Sending…")
    expect(mine.locator(".chip")).to_have_css("opacity", "0")
    keep_picture(ben, "sending")
    ben.touchscreen.tap(*spot)
    ben.evaluate(LET_THROUGH)
    expect(form(ben, "Place a card")).to_have_count(0)
    assert [entry["kind"] for entry in log(daemon.port, ben)] == ["board", "play"]


@pytest.mark.slow
def test_an_answer_that_comes_after_the_next_entry_takes_nothing_back(
    daemon: Running, phone: Phones
) -> None:
    """Ben's card is answered late. Meanwhile Ana has played, and it is his turn again."""
    ana, ben, board = seat_two(
        phone, f"http://{NAME}:{daemon.port}/", "Slapjack All Faces"
    )
    ben.evaluate(HOLD_ANSWERS)
    send(entry(ben, "play", "Ben"))
    expect(board.locator("#main")).to_have_attribute("data-seq", "1")
    with news_for(ben):
        send(entry(ana, "play", "Ana"))
    expect(board.locator("#main")).to_have_attribute("data-seq", "2")
    ben.evaluate(LET_THROUGH)
    expect(ben.locator("form[data-busy]")).to_have_count(0)
    expect(ben.locator("#main")).to_have_attribute("data-seq", "2")
    enter(entry(ben, "play", "Ben"))
    expect(board.locator("[data-next]")).to_contain_text("Ana plays")
    assert [line["kind"] for line in log(daemon.port, ben)] == ["play"] * 3


@pytest.mark.slow
def test_of_two_who_enter_the_same_at_once_the_second_is_told(
    daemon: Running, phone: Phones
) -> None:
    """Ana presses Enter before she hears of Ben's entry: it is not kept for her to
    press again.
    """
    ana, ben, board = seat_two(
        phone, f"http://{NAME}:{daemon.port}/", "Slapjack All Faces"
    )
    enter(entry(ben, "play", "Ben"))
    for page in (ana, ben):
        slapped(entry(page, "slap"), "Ana")
    ana.evaluate(HEAR_NOTHING)
    send(entry(ben, "slap"))
    expect(rulings(board)).to_have_count(1)
    send(entry(ana, "slap"))
    told = ana.locator(".note", has_text="Ben: A false slap")
    expect(told).to_be_in_viewport()
    assert order_of(entry(ana, "slap")) == {}
    assert [line["kind"] for line in log(daemon.port, ana)] == ["play", "slap"]


TAPS_AT_ONCE = """() => {
  document.addEventListener("referee-page-redrawn", () => setTimeout(() => {
    const button = document.querySelector("form[data-in-use] [data-go]");
    button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
    globalThis.tapped = true;
  }), { once: true });
}"""
"""Taps the button of what is asked as soon as that has changed."""


@pytest.mark.slow
def test_a_tap_on_its_way_when_somebody_else_enters_the_same_sends_nothing(
    daemon: Running, phone: Phones
) -> None:
    """It would send what stands there now, of which nothing is filled in."""
    ana, ben, _ = seat_two(phone, f"http://{NAME}:{daemon.port}/", "Slapjack All Faces")
    enter(entry(ben, "play", "Ben"))
    for page in (ana, ben):
        slapped(entry(page, "slap"), "Ana")
    ana.evaluate(TAPS_AT_ONCE)
    send(entry(ben, "slap"))
    ana.wait_for_function("() => globalThis.tapped")
    expect(ana.locator(".note", has_text="Ben: A false slap")).to_be_visible()
    expect(ana.locator("html[data-just-entered]")).to_have_count(0)
    assert order_of(entry(ana, "slap")) == {}
    expect(ana.locator("form [role=alert]")).to_have_count(0)
