"""Phones that sleep, networks that drop, closed browsers: nothing is lost or counts
twice.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.commandline.running import Running

from .conftest import NAME, Phones
from .phones import lock, unlock
from .playing import (
    entry,
    form,
    log,
    open_table,
    pick,
    place,
    rulings,
    send,
    state,
    the_trick_is_bens,
    turn_to,
)
from .proxy import Wire

# Not in the names of what is kept: the code of a table may look like a card.
KEEPS = """(card) => Object.values(localStorage).some((kept) => kept.includes(`"${card}"`))"""


@pytest.mark.slow
def test_an_entry_whose_answer_was_lost_counts_once(
    daemon: Running, wire: Wire, ana_and_ben: tuple[Page, Page]
) -> None:
    ana, ben = ana_and_ben
    wire.deaf = True
    place(ben, "KC", send)
    expect(state(ben)).to_have_text("Sending…")
    expect(ana.locator("[data-seq='2']")).to_be_attached()
    wire.mend()
    the_trick_is_bens(ana, ben, daemon.port)


@pytest.mark.slow
def test_what_was_not_sent_outlives_a_closed_browser(
    daemon: Running, wire: Wire, ana_and_ben: tuple[Page, Page], phone: Phones
) -> None:
    ana, ben = ana_and_ben
    address = ben.url
    wire.cut()
    expect(state(ben)).to_have_text("No connection")
    place(ben, "KC")
    expect(ben.get_by_text("1 entry waits to be sent")).to_be_visible()
    expect(form(ben, "Place a card").locator(".picked .card")).to_be_visible()
    kept = ben.context.storage_state()
    ben.context.close()
    wire.mend()
    ben = phone(address, kept=kept)
    expect(
        ben.get_by_text("Entered now that the connection is back: Place a card, K♣")
    ).to_be_visible()
    the_trick_is_bens(ana, ben, daemon.port)
    ben.get_by_role("button", name="OK").tap()
    expect(ben.get_by_text("Entered now")).to_have_count(0)
    ben.reload()
    expect(state(ben)).to_have_text("Live")
    expect(ben.get_by_text("Entered now")).to_have_count(0)


@pytest.mark.slow
def test_what_waits_is_sent_soon_after_the_connection_is_back(
    wire: Wire, ana_and_ben: tuple[Page, Page]
) -> None:
    """By Ben's own clock, which stands still but for what is said, within three
    seconds.
    """
    ana, ben = ana_and_ben
    ben.clock.install(time=0)
    ben.clock.pause_at(1_000)
    ben.reload()
    expect(state(ben)).to_have_text("Live")
    with ben.expect_event("requestfailed"):
        wire.cut()
    ben.clock.run_for(1_500)
    expect(state(ben)).to_have_text("No connection")
    place(ben, "KC", send)
    ben.clock.run_for(500)
    expect(ben.get_by_text("1 entry waits to be sent")).to_be_visible()
    failed = list[str]()
    ben.on("requestfailed", lambda request: failed.append(request.url))
    for _ in range(600):
        ben.clock.run_for(1_000)
        if len(failed) > 5:
            break
    else:
        pytest.fail("it tries no more")
    wire.mend()
    # Bit by bit, so that what is sent is answered between.
    for _ in range(30):
        ben.clock.run_for(100)
    expect(ana.locator("[data-seq='2']")).to_be_attached()


@pytest.mark.slow
def test_a_form_begun_is_never_shown_to_who_sits_there_next(
    ana_and_ben: tuple[Page, Page],
) -> None:
    """On one phone, Ben begins his sealed card and leaves; whoever takes that seat on
    it sees nothing of it.
    """
    _, ben = ana_and_ben
    address = ben.url
    pick(form(ben, "Place a card"), ["KC"])
    ben.wait_for_function(KEEPS, arg="KC")
    turn_to(ben, "My seat")
    ben.get_by_text("Leave the table").tap()
    ben.get_by_role("button", name="Leave").tap()
    expect(ben.get_by_text("1 free seat")).to_be_visible()
    ben.wait_for_function(f"(card) => !({KEEPS})(card)", arg="KC")
    ben.goto(address)
    ben.get_by_role("button", name="Ben").tap()
    mine = form(ben, "Place a card")
    expect(mine).to_be_visible()
    expect(mine.locator("input[data-card]:checked")).to_have_count(0)


@pytest.mark.slow
def test_an_entry_for_a_seat_that_went_to_another_is_not_sent_but_told(
    daemon: Running, wire: Wire, ana_and_ben: tuple[Page, Page], phone: Phones
) -> None:
    ana, ben = ana_and_ben
    address = ben.url
    wire.cut()
    place(ben, "KC")
    expect(ben.get_by_text("1 entry waits to be sent")).to_be_visible()
    kept = ben.context.storage_state()
    ben.context.close()
    wire.mend()
    turn_to(ana, "Seats")
    ana.locator("summary", has=ana.locator(".seat", has_text="Ben")).tap()
    ana.get_by_role("button", name="Free this seat").tap()
    expect(
        ana.locator("summary", has=ana.locator(".seat", has_text="Ben"))
    ).to_contain_text("free")
    ben = phone(address, kept=kept)
    expect(
        ben.get_by_text("1 entry waited here for a seat this phone no longer has")
    ).to_be_visible()
    ben.wait_for_function(f"(card) => !({KEEPS})(card)", arg="KC")
    assert [entry["kind"] for entry in log(daemon.port, ben)] == ["board"]


@pytest.mark.slow
def test_a_tap_without_a_connection_does_not_leave_the_page(
    daemon: Running, wire: Wire, phone: Phones
) -> None:
    """Forms other than entries are not kept: who sends one is told, and the page stays."""
    ana = phone(f"http://{NAME}:{wire.port}/")
    address = open_table(ana, "Faces, Aces, & Jokers")
    expect(state(ana)).to_have_text("Live")
    wire.cut()
    expect(state(ana)).to_have_text("No connection")
    ana.get_by_label("Your name").fill("Ana")
    ana.get_by_role("button", name="Sit down").tap()
    expect(ana.get_by_text("That didn’t work: no connection")).to_be_visible()
    assert ana.url == address
    wire.mend()
    expect(state(ana)).to_have_text("Live")
    ana.get_by_role("button", name="Sit down").tap()
    expect(ana.get_by_text("You’re")).to_be_visible()


@pytest.mark.slow
def test_a_phone_that_slept_is_there_again_at_once(
    daemon: Running, wire: Wire, ana_and_ben: tuple[Page, Page]
) -> None:
    """Its network went away while it slept, without a word: it hears of the trick as
    soon as somebody looks at it.
    """
    ana, ben = ana_and_ben
    lock(ben)
    wire.quiet = True
    place_for_ben = entry(ana, "play", "Ben")
    pick(place_for_ben, ["QC"])
    send(place_for_ben)
    place(ana, "JS", send)
    expect(rulings(ana).first).to_contain_text("Ben wins")
    wire.mend()
    unlock(ben)
    expect(rulings(ben).first).to_contain_text(
        "Ben wins the trick with the queen of clubs"
    )
    expect(state(ben)).to_have_text("Live")


@pytest.mark.slow
def test_a_line_that_died_without_a_word_is_noticed(
    daemon: Running, wire: Wire, phone: Phones
) -> None:
    board = phone(f"http://{NAME}:{daemon.port}/")
    address = open_table(board, "Faces, Aces, & Jokers").replace(
        f":{daemon.port}/", f":{wire.port}/"
    )
    board.context.close()
    watcher = phone("about:blank")
    # From here on its time stands still but for what is said, so that nothing is tried
    # again by itself meanwhile.
    watcher.clock.install(time=0)
    watcher.clock.pause_at(1_000)
    watcher.goto(address)
    expect(state(watcher)).to_have_text("Live")
    wire.quiet = True
    watcher.clock.run_for(30_000)
    expect(state(watcher)).to_have_text("Live")
    watcher.clock.run_for(15_000)
    expect(state(watcher)).to_have_text("Connecting…")
    watcher.clock.run_for(30_000)
    expect(state(watcher)).to_have_text("No connection")
    expect(watcher.get_by_role("button", name="Try now")).to_be_visible()
    wire.mend()
    # What was asked on the line that is cut now may be asked again by the browser and
    # answered, and the button be gone.
    watcher.evaluate("dispatchEvent(new Event('online'))")
    watcher.clock.run_for(1_000)
    expect(state(watcher)).to_have_text("Live")


@pytest.mark.slow
def test_a_page_of_before_an_update_is_opened_anew(
    ana_and_ben: tuple[Page, Page],
) -> None:
    """The referee was brought up to date: a page with old styles and scripts is
    replaced, with what was begun on it.
    """
    ana, ben = ana_and_ben
    pick(form(ben, "Place a card"), ["KC"])
    ben.evaluate(
        "document.querySelector('link[rel=stylesheet]').setAttribute('href', "
        "'/static/0123456789ab/style.css')"
    )
    place(ana, "JS", send)
    expect(ben.locator("link[rel=stylesheet][href*='0123456789ab']")).to_have_count(0)
    expect(form(ben, "Place a card").locator("input[data-card='KC']")).to_be_checked()
