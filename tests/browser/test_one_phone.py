"""One phone for the whole table: what several are asked at once is one form, with a tab
for each of them.
"""

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.commandline.running import Running

from .conftest import Phones
from .playing import choose, entry, names_its_cards, pick
from .tables import Table
from .test_taps import entry_seen
from .thumb import Thumb
from .tour import House, Visit

THREE = ("Ana", "Ben", "Cy")


def turn(form: Locator, seat: str) -> Locator:
    """The tab of this seat."""
    return form.locator(f"[data-turn-to='{seat}']")


def is_open(form: Locator, seat: str) -> None:
    """This seat's part is open, and no other."""
    expect(form.locator("[data-turn-to][aria-expanded=true]")).to_have_attribute(
        "data-turn-to", seat
    )
    expect(
        form.locator(f"[data-of]:not([data-of='{seat}'])").locator("visible=true")
    ).to_have_count(0)


@pytest.mark.slow
def test_all_lay_with_a_tap_a_card_and_one_more(daemon: Running, phone: Phones) -> None:
    page = Table.started(daemon, "tripp-jokes", *THREE).page(phone)
    form, thumb = entry_seen(page, "lay"), Thumb(page)
    for seat, cards in zip(THREE, ("2C 3C 4C", "5D 6D 7D", "8H 9H TH"), strict=True):
        is_open(form, seat)
        thumb.cards(form, cards)
        expect(turn(form, seat)).to_contain_text(cards[0])
    thumb.enter(form)
    expect(page.locator("#main")).to_have_attribute("data-seq", "3")
    assert thumb.taps == 10


@pytest.mark.slow
def test_all_decide_and_bid(daemon: Running, phone: Phones) -> None:
    host = Table.started(daemon, "jizara", "Ana", "Ben")
    host.enter("turn", card="KH")
    page = host.page(phone)
    form, thumb = entry_seen(page, "decide"), Thumb(page)
    thumb.tap(form.locator("label.choice", has_text="Bid").locator("visible=true"))
    is_open(form, "Ben")
    thumb.tap(form.locator("label.choice", has_text="Bid").locator("visible=true"))
    thumb.enter(form)
    bids = entry_seen(page, "bid")
    assert thumb.taps == 3
    thumb.cards(bids, "5C 2D")
    thumb.tap(turn(bids, "Ben"))
    # What Ana has picked is covered, and Ben's cards do not tell of it.
    expect(turn(bids, "Ana").locator("[data-mark]")).to_have_text("✓")
    expect(bids.locator(".chip")).to_have_count(0)
    thumb.cards(bids, "9S")
    # Whoever holds the phone now does not see it with a tap on the tab.
    turn(bids, "Ana").tap()
    expect(bids.get_by_text("Ana has chosen")).to_be_visible()
    expect(bids.locator("[data-of], .chip").locator("visible=true")).to_have_count(0)
    bids.get_by_role("button", name="Change").tap()
    names_its_cards(bids.locator(".chip"), "five of clubs", "two of diamonds")
    thumb.enter(bids)
    expect(page.locator("#main")).to_have_attribute("data-seq", "5")
    assert thumb.taps == 3 + 3 + 1 + 1


@pytest.mark.slow
def test_a_round_of_four_aces(daemon: Running, phone: Phones) -> None:
    host = Table.started(daemon, "four-aces", *THREE)
    page = host.page(phone)
    form, thumb = entry_seen(page, "round"), Thumb(page)
    hands = (
        ("AS 2S XB", "2C 3H KD"),
        ("AC 3S XR", "5C KS 4D"),
        ("8S 9S TS", "5H 6H 7H"),
    )
    for seat, (hidden, exposed) in zip(THREE, hands, strict=True):
        if seat != "Ana":
            thumb.tap(turn(form, seat))
        is_open(form, seat)
        # The exposed hand follows the third hidden card by itself.
        thumb.cards(form, f"{hidden} {exposed}")
    thumb.enter(form)
    expect(page.locator("#main")).to_have_attribute("data-seq", "3")
    [entered, *_] = host.entered()
    assert (entered["hidden"], entered["exposed"]) == (
        ["AS", "2S", "XB"],
        ["2C", "3H", "KD"],
    )
    # A tap a card, one for each next player, and one to enter.
    assert thumb.taps == 18 + 2 + 1


@pytest.mark.slow
def test_a_refusal_names_the_seat_and_opens_its_tab(
    daemon: Running, phone: Phones
) -> None:
    host = Table.started(daemon, "jizara", "Ana", "Ben")
    host.enter("turn", card="KH")
    for seat in ("Ana", "Ben"):
        host.enter("decide", seat, bid=True)
    page = host.page(phone)
    form, thumb = entry_seen(page, "bid"), Thumb(page)
    thumb.cards(form, "5C 6D")
    thumb.tap(turn(form, "Ben"))
    thumb.cards(form, "9S")
    thumb.enter(form)
    expect(form.get_by_role("alert")).to_contain_text("Ana")
    is_open(form, "Ana")
    expect(turn(form, "Ben").locator("[data-mark]")).to_have_text("✓")
    # It goes once a card is put right.
    form.get_by_role("button", name="Take back the six of diamonds").tap()
    expect(form.get_by_role("alert")).to_have_count(0)
    expect(turn(form, "Ana").locator("[data-mark]")).to_have_text("✓")


@pytest.mark.slow
def test_what_is_begun_survives_a_reload_and_others_entries(
    daemon: Running, phone: Phones
) -> None:
    host = Table.started(daemon, "tripp-jokes", *THREE)
    page = host.page(phone)
    form, thumb = entry_seen(page, "lay"), Thumb(page)
    thumb.cards(form, "2C 3C 4C 5D")
    host.enter("lay", "Cy", cards=["8H", "9H", "TH"])
    expect(turn(form, "Cy")).to_have_count(0)
    is_open(form, "Ben")
    expect(turn(form, "Ana")).to_contain_text("2")
    page.reload()
    is_open(form, "Ben")
    thumb.cards(form, "6D 7D")
    thumb.enter(form)
    expect(page.locator("#main")).to_have_attribute("data-seq", "3")


@pytest.mark.slow
def test_without_scripts_one_button_enters_for_all(
    daemon: Running, phone: Phones
) -> None:
    host = Table.started(daemon, "jizara", "Ana", "Ben")
    host.enter("turn", card="KH")
    page = host.page(phone, scripts=False)
    form = entry(page, "decide")
    for seat in ("Ana", "Ben"):
        choose(form.get_by_role("group", name=f"{seat}:"), "Pass")
    form.locator("button.go").tap()
    expect(page.locator("#main")).to_have_attribute("data-seq", "3")


@pytest.mark.slow
def test_a_host_who_plays_picks_the_cards_of_others_too(
    house: House, chromium: Browser
) -> None:
    """The page has their grid once; the scripts copy it to each place of each seat."""
    table = house.started("four-aces", 3)
    cookies = {**table.as_host, **table.as_seat("Ana")}
    visit = Visit("others", "table/playing.html", table.path(), cookies)
    context, page = house.view(chromium, visit)
    page.locator("#more > summary").tap()
    others = page.locator("#more form.prompt:has([data-turn-to='Ben'])").first
    others.locator("xpath=..").locator("summary").first.tap()
    for field, card in (("hidden--1", "AS"), ("exposed--1", "2S"), ("locked--1", "3S")):
        pick(others.locator(f"[data-field='{field}']"), [card])
    turn(others, "Cy").tap()
    pick(others.locator("[data-field='hidden--2']"), ["4S"])
    expect(others.locator("[data-card]:checked")).to_have_count(4)
    own = page.locator("form.prompt:has([data-field='hidden'])")
    expect(own.locator("[data-card]:checked")).to_have_count(0)
    context.close()
