"""Phones beside the pile: two of them slap, the photo finish shows everywhere, and its
order is entered.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, Route, expect

from tests.commandline.running import Running

from .conftest import NAME, Phones, keep_picture, serving_at
from .phones import PHONE, lock, unlock
from .playing import (
    begin_match,
    enter,
    entry,
    form,
    open_ruling,
    order_of,
    rulings,
    slapped,
    turn_to,
)

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A daemon beside whose games First Slap is installed."""
    place = tmp_path_factory.mktemp("first-slap")
    about = place / "games" / "first_slap-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: first-slap\nVersion: 1\n"
    )
    (about / "entry_points.txt").write_text(
        "[referee]\nfirst-slap = tests.toy_games.first_slap\n"
    )
    path = os.pathsep.join(
        filter(None, (os.environ.get("PYTHONPATH"), str(about.parent), str(ROOT)))
    )
    found = serving_at(place, PYTHONPATH=path)
    yield found
    found.end()


@pytest.fixture
def playing(daemon: Running, phone: Phones) -> tuple[Page, Page]:
    """Ana and Ben at a match of First Slap, on phones of their own."""
    address, ana, ben = begin_match(f"http://{NAME}:{daemon.port}/", "First Slap")
    return phone(address, kept=ana), phone(address, kept=ben)


def pad(page: Page) -> Locator:
    return page.locator("[data-pad]")


def armed(page: Page) -> None:
    expect(pad(page)).to_be_enabled()
    expect(pad(page)).to_contain_text("ready")


def placed(page: Page) -> dict[str, str]:
    """Which place the form gives to each seat that has one."""
    return order_of(
        page.locator(
            "form.prompt", has=page.locator("input[name='kind'][value='slap']")
        )
    )


LATER_MS = 120
"""A slap so much later lost the race, and still comes while the race waits for it: the
test lets this time pass, since it is what the referee measures.
"""
BOTH_TOLD = re.compile(r"Ben was first\. Ben 0 ms ± [\d.]+; Ana \+[\d.]+ ms ± [\d.]+\.")


def ben_then_ana(ana: Page, ben: Page) -> None:
    """Ben slaps, and Ana a moment later: again, where a busy machine kept one of them
    for longer than a race waits.
    """
    for _ in range(10):
        for page in (ana, ben):
            armed(page)
        # Ana's finger lies ready, so only this parts the two slaps.
        pad(ana).focus()
        pad(ben).tap()
        ana.wait_for_timeout(LATER_MS)
        ana.keyboard.press("Space")
        expect(ana.locator("[data-raced] figcaption")).to_be_visible()
        # Of a lone slap there is no picture.
        if ana.locator("[data-raced] svg").count():
            return
        enter(form(ana, "Slap"))
    raise AssertionError("the two are never in one race")


def test_two_phones_slap_and_the_order_is_entered(playing: tuple[Page, Page]) -> None:
    ana, ben = playing
    for page in playing:
        armed(page)
    box = pad(ana).bounding_box()
    assert box is not None
    # The rest of the screen is for what is asked below it.
    assert box["height"] >= PHONE["height"] / 3
    ben_then_ana(ana, ben)
    for page in playing:
        expect(page.locator("[data-raced] figcaption")).to_contain_text("Ben was first")
        picture = page.locator("[data-raced] svg")
        expect(picture).to_be_hidden()
        page.locator("[data-raced] summary").tap()
        expect(picture).to_be_visible()
        assert BOTH_TOLD.search(picture.get_attribute("aria-label") or "")
        assert placed(page) == {"Ben": "1", "Ana": "2"}
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
    enter(form(ana, "Slap"))
    for page in playing:
        expect(rulings(page).first).to_contain_text("Ben takes the point")
        open_ruling(page)
        expect(page.locator("[data-rulings] .finish figcaption")).to_be_visible()
        armed(page)
        assert placed(page) == {}
    turn_to(ana, "Log")
    expect(ana.locator(".finish figcaption").first).to_be_visible()


@pytest.mark.slow
def test_a_false_tap_leaves_the_buzzer_to_the_other_and_one_tap_chooses_the_slap(
    playing: tuple[Page, Page],
) -> None:
    ana, ben = playing
    for page in playing:
        armed(page)
    pad(ben).tap()
    expect(ana.locator("[data-raced] figcaption")).to_be_visible()
    armed(ana)
    pad(ana).tap()
    for page in playing:
        expect(page.locator("[data-raced] .finish")).to_have_count(2)
        expect(page.locator("[data-raced] figcaption")).to_contain_text(
            ["slap 1 Ben was first", "slap 2 Ana was first"]
        )
        assert placed(page) == {"Ben": "1"}
    keep_picture(ana, "two-heats")
    ana.get_by_role("link", name="This one counts: Ana was first").tap()
    expect(
        ana.get_by_role("link", name="This one counts: Ben was first")
    ).to_be_visible()
    assert placed(ana) == {"Ana": "1"}
    found = Axe().run(ana)
    assert found.violations_count == 0, found.generate_report()
    keep_picture(ana, "heat-chosen")
    enter(form(ana, "Slap"))
    for page in playing:
        expect(rulings(page).first).to_contain_text("Ana takes the point")
        armed(page)


@pytest.mark.slow
def test_a_tap_is_one_slap_and_the_order_can_be_put_right(
    playing: tuple[Page, Page],
) -> None:
    ana, ben = playing
    for page in playing:
        armed(page)
    pad(ana).tap()
    for page in playing:
        expect(page.locator("[data-raced] figcaption")).to_contain_text("Ana was first")
    expect(pad(ana)).to_be_hidden()
    expect(ana.get_by_text("The first slap counts")).to_have_count(0)
    mine = form(ben, "Slap")
    slapped(mine, "Ana", "Ben", "Ana")
    assert placed(ben) == {"Ben": "1", "Ana": "2"}
    enter(mine)
    expect(rulings(ana).first).to_contain_text("Ben takes the point")


@pytest.mark.slow
def test_what_somebody_has_put_right_is_not_overwritten_by_a_race(
    playing: tuple[Page, Page],
) -> None:
    ana, ben = playing
    for page in playing:
        armed(page)
    slapped(entry(ben, "slap"), "Ben")
    pad(ana).tap()
    expect(ben.locator("[data-raced] figcaption")).to_contain_text("Ana was first")
    assert placed(ben) == {"Ben": "1"}


@pytest.mark.slow
def test_two_pages_of_one_seat_stay_armed_beside_each_other(
    playing: tuple[Page, Page],
) -> None:
    ana, _ = playing
    armed(ana)
    other = ana.context.new_page()
    answered: list[int] = []
    for page in (ana, other):
        page.on(
            "response",
            lambda response: (
                answered.append(response.status) if "/clock" in response.url else None
            ),
        )
    other.goto(ana.url)
    armed(other)
    armed(ana)
    pad(other).tap()
    expect(other.locator("[data-raced] figcaption")).to_contain_text("Ana was first")
    assert set(answered) == {200}


@pytest.mark.slow
def test_whoever_is_too_slow_reads_why_before_the_race(
    playing: tuple[Page, Page],
) -> None:
    _, ben = playing
    why = "This phone’s connection is too slow for races. Move nearer to the router."
    known = {
        "nonce": "n",
        "rtt_ms": 340,
        "uncertainty_ms": 170,
        "armed": False,
        "note": why,
    }
    ben.route("**/clock", lambda route: route.fulfill(json=known))
    ben.reload()
    expect(pad(ben)).to_contain_text(why)
    expect(pad(ben)).to_be_disabled()


@pytest.mark.slow
def test_without_a_connection_the_pad_says_so(playing: tuple[Page, Page]) -> None:
    ana, _ = playing
    armed(ana)
    ana.route("**/buzz", lambda route: route.abort())
    pad(ana).tap()
    # The pad itself says so for a few seconds only.
    expect(ana.locator("[data-pad-said]")).to_have_text("The referee isn’t answering.")
    ana.context.set_offline(True)
    expect(pad(ana)).to_contain_text("no connection to the referee")
    ana.context.set_offline(False)
    armed(ana)


@pytest.mark.slow
def test_a_phone_that_comes_back_says_that_it_measures_until_it_has(
    playing: tuple[Page, Page],
) -> None:
    ana, _ = playing
    armed(ana)
    # However long a busy machine takes to tap, the phone waits for the answer.
    ana.evaluate("AbortSignal.timeout = undefined")
    lock(ana)
    expect(pad(ana)).to_be_disabled()
    held: list[Route] = []
    ana.route("**/clock", lambda route: held.append(route), times=1)
    with ana.expect_request("**/clock"):
        unlock(ana)
    pad(ana).tap(force=True)
    expect(pad(ana)).to_contain_text("measuring…")
    [route] = held
    route.continue_()
    armed(ana)
    pad(ana).tap()
    expect(ana.locator("[data-raced] figcaption")).to_contain_text("Ana was first")
