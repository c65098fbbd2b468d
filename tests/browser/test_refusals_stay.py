"""A refusal stays, with what was filled in, until its author does something about it,
whatever others enter; and so does a note that somebody writes.
"""

import pytest
from playwright.sync_api import Browser, Page, expect

from .playing import enter, entry, pick, type_cards
from .tour import House, Visit, a_phone

pytestmark = pytest.mark.slow

LONG_MS = 60_000


def on(house: House, chromium: Browser, visit: Visit) -> Page:
    """This page, whose clock can be put forward."""
    page = a_phone(chromium)
    page.clock.install()
    house.show(page, visit)
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    return page


def test_what_the_rules_forbid_stays_forbidden_with_its_rule_while_others_enter(
    house: House, chromium: Browser
) -> None:
    table = house.started("four-aces", 3)
    page = on(
        house,
        chromium,
        Visit("call", "table/playing.html", table.path(), table.as_seat("Ana")),
    )
    call = entry(page, "four_aces", "Ana")
    enter(call)
    expect(call.get_by_role("alert").first).to_be_visible()
    hands = {"hidden": ["2S", "3S", "4S", "5S"], "exposed": ["6S", "7S", "8S", "9S"]}
    table.phones["Ben"].enter(table.code, "round", "Ben", **hands).said(201)
    expect(page.locator("#main")).to_have_attribute("data-seq", "1")
    page.clock.fast_forward(LONG_MS)
    expect(call.get_by_role("alert").first).to_be_visible()
    page.context.close()


@pytest.mark.parametrize(
    "typed", ["", "9S nonsense"], ids=["forbidden", "not understood"]
)
def test_what_was_filled_in_stays_though_fewer_cards_can_be_picked(
    house: House, chromium: Browser, typed: str
) -> None:
    """The cards that Ben lays cannot be picked by Ana any more: her form is drawn
    again, with what she filled in.
    """
    table = house.started("tripp-jokes", 3)
    page = on(
        house,
        chromium,
        Visit("lay", "table/playing.html", table.path(), table.as_seat("Ana")),
    )
    lay = entry(page, "lay", "Ana")
    pick(lay, ["9S", "JH"])
    if typed:
        type_cards(lay, typed)
    enter(lay)
    trouble = lay.locator("[data-wrong] .error" if typed else ".refusal")
    expect(trouble).to_be_visible()
    said = trouble.inner_text()
    table.phones["Ben"].enter(table.code, "lay", "Ben", cards=["4S", "6S", "7S"]).said(
        201
    )
    expect(page.locator("#main")).to_have_attribute("data-seq", "1")
    expect(lay.locator("input[data-card='4S']")).to_have_count(0)
    page.clock.fast_forward(LONG_MS)
    expect(trouble).to_have_text(said, use_inner_text=True)
    expect(lay.locator("[data-typed]").first).to_have_value(typed)
    assert set(
        lay.locator("input:checked[data-card]").evaluate_all(
            "found => found.map((one) => one.value)"
        )
    ) == {
        "9S",
        "JH",
    }
    if typed:
        type_cards(lay, "")
    pick(lay, ["AS"])
    enter(lay)
    expect(page.locator("#main")).to_have_attribute("data-seq", "2")
    expect(page.locator(".note.wrong, [data-wrong], .refusal")).to_have_count(0)
    page.context.close()
