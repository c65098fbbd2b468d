"""Who came first is entered by tapping the names, also at the same time; without
scripts by lists.
"""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from .conftest import keep_picture
from .playing import (
    choose,
    enter,
    entry,
    offered,
    order_of,
    pick,
    press,
    rulings,
    slapped,
)
from .tour import House, Seated, Visit

pytestmark = pytest.mark.slow


@pytest.fixture
def table(house: House) -> Seated:
    """Four at a match of Slapjack, each of whom has played a card."""
    table = house.started("slapjack", 4)
    for seat in ("Ben", "Cy", "Di", "Ana"):
        table.enter("play", seat)
    return table


@pytest.fixture
def ana(house: House, table: Seated, chromium: Browser) -> Iterator[Page]:
    """Ana's phone."""
    context, page = house.view(
        chromium,
        Visit("order", "table/playing.html", table.path(), table.as_seat("Ana")),
    )
    expect(page.locator("[data-bar]").first).to_be_attached()
    yield page
    context.close()


def same_time(form: Locator, one: str, other: str) -> Locator:
    return form.get_by_role("button", name=f"{one} and {other} at the same time")


def test_each_tap_gives_the_next_place_and_a_second_one_takes_it_back(
    ana: Page,
) -> None:
    form = entry(ana, "slap")
    slapped(form, "Cy", "Ana", "Di")
    assert order_of(form) == {"Cy": "1", "Ana": "2", "Di": "3"}
    expect(form.get_by_role("button", name="Cy: place 1")).to_have_attribute(
        "aria-pressed", "true"
    )
    keep_picture(ana, "order")
    slapped(form, "Ana")
    assert order_of(form) == {"Cy": "1", "Di": "2"}
    slapped(form, "Ben", "Cy")
    assert order_of(form) == {"Di": "1", "Ben": "2"}
    expect(form.get_by_role("button", name="Cy", exact=True)).to_have_attribute(
        "aria-pressed", "false"
    )


def test_two_come_at_the_same_time_and_are_parted_as_they_were_tapped(
    ana: Page,
) -> None:
    form = entry(ana, "slap")
    slapped(form, "Di", "Ben", "Ana")
    press(same_time(form, "Di", "Ben"))
    assert order_of(form) == {"Di": "1", "Ben": "1", "Ana": "2"}
    keep_picture(ana, "order-same-time")
    found = Axe().run(ana)
    assert found.violations_count == 0, found.generate_report()
    press(same_time(form, "Ben", "Ana"))
    assert order_of(form) == {"Di": "1", "Ben": "1", "Ana": "1"}
    press(same_time(form, "Di", "Ben"))
    assert order_of(form) == {"Di": "1", "Ben": "2", "Ana": "2"}
    slapped(form, "Ben")
    assert order_of(form) == {"Di": "1", "Ana": "2"}


def test_a_toss_is_offered_to_those_who_came_first_together_only(ana: Page) -> None:
    form = entry(ana, "slap")
    toss = form.locator("[data-field='toss']")
    slapped(form, "Di", "Ben", "Ana")
    expect(toss).to_be_hidden()
    press(same_time(form, "Ben", "Ana"))
    expect(toss).to_be_hidden()
    press(same_time(form, "Di", "Ben"))
    press(same_time(form, "Ben", "Ana"))
    assert offered(toss) == ["The referee tosses", "Ben", "Di"]
    choose(toss, "Ben")
    slapped(form, "Ben")
    expect(toss).to_be_hidden()
    slapped(form, "Cy")
    press(same_time(form, "Di", "Ana"))
    assert offered(toss) == ["The referee tosses", "Ana", "Di"]
    expect(toss.get_by_label("The referee tosses")).to_be_checked()


def test_the_order_is_entered_as_it_was_tapped(ana: Page, table: Seated) -> None:
    form = entry(ana, "slap")
    slapped(form, "Di", "Ben", "Cy")
    press(same_time(form, "Di", "Ben"))
    choose(form.locator("[data-field='toss']"), "Ben")
    pick(form.locator("[data-field='takes']"), ["JC"])
    enter(form)
    expect(rulings(ana).first).to_contain_text("Ben takes the pile")
    assert order_of(entry(ana, "slap")) == {}
    data = table.host.get(f"/tables/{table.code}/log").said(200)["entries"][-1]["data"]
    assert data["order"] == [["Ben", "Di"], "Cy"]
    assert data["toss"] == "Ben"


def test_what_was_tapped_stands_there_after_a_reload_and_after_a_refusal(
    ana: Page,
) -> None:
    form = entry(ana, "slap")
    slapped(form, "Di", "Ben")
    press(same_time(form, "Di", "Ben"))
    ana.reload()
    form = entry(ana, "slap")
    assert order_of(form) == {"Di": "1", "Ben": "1"}
    slapped(form, "Di", "Ben")
    enter(form)
    expect(form.get_by_role("alert").first).to_be_visible()
    slapped(form, "Cy")
    assert order_of(form) == {"Cy": "1"}


def test_by_keyboard_the_focus_stays_where_it_was(ana: Page) -> None:
    form = entry(ana, "slap")
    form.get_by_role("button", name="Di", exact=True).focus()
    ana.keyboard.press("Enter")
    expect(form.get_by_role("button", name="Di: place 1")).to_be_focused()
    slapped(form, "Ben")
    same_time(form, "Di", "Ben").focus()
    ana.keyboard.press("Space")
    expect(same_time(form, "Di", "Ben")).to_be_focused()
    assert order_of(form) == {"Di": "1", "Ben": "1"}


def test_by_ear_a_tap_tells_the_whole_order(ana: Page) -> None:
    form, told = entry(ana, "slap"), ana.locator("#announce")
    slapped(form, "Di", "Ben", "Cy")
    expect(told).to_have_text("Di: place 1, Ben: place 2, Cy: place 3")
    press(same_time(form, "Di", "Ben"))
    expect(told).to_have_text("Di: place 1, Ben: place 1, Cy: place 2")
    slapped(form, "Di")
    expect(told).to_have_text("Ben: place 1, Cy: place 2")


def test_without_scripts_there_are_lists(
    house: House, table: Seated, chromium: Browser
) -> None:
    visit = Visit("order", "table/playing.html", table.path(), table.as_seat("Ana"))
    context, page = house.view(chromium, visit, java_script_enabled=False)
    form = entry(page, "slap")
    for seat, place in (("Di", "1"), ("Ben", "1"), ("Cy", "2")):
        form.get_by_label(seat).first.select_option(place)
    form.locator("[data-field='takes'] label.pick").first.tap()
    choose(form.locator("[data-field='toss']"), "Ben")
    enter(form)
    expect(rulings(page).first).to_contain_text("Ben takes the pile")
    context.close()
