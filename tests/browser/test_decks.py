"""Decks of every kind on a dark German phone: all cards are seen, tapped, typed by
their names, ruled on and shown.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from referee import Card
from referee.cards.card import CARDS
from referee.cards.naming import speak_card
from referee.plugin.languages import language
from tests.toy_games.every_deck import DECKS, TRICKS, all_dealt

from .conftest import keep_picture
from .phones import BOARD
from .thumb import Thumb
from .tour import House, Visit

GERMAN = {"color_scheme": "dark", "locale": "de-DE"}
LEAST_TARGET = 40
"""What a card's place measures at least: a thumb's width, of which the pad of four
suits has two blocks.
"""


@pytest.fixture(scope="module", autouse=True)
def dealt() -> Iterator[None]:
    """The game that deals each deck is installed beside the games that are."""
    with all_dealt():
        yield


def name_of(card: Card) -> str:
    """What a card is called in German."""
    return speak_card(card, translate=language("de").gettext)


def enter(page: Page) -> None:
    """Send the entry, and wait for what comes of it."""
    page.get_by_role("button", name="Eintragen").click()


@pytest.mark.slow
@pytest.mark.parametrize(
    "id", ["french-twice-32", "german-36", "italian-40", "tarot", "elements"]
)
def test_a_match_is_played_with_a_deck_of_any_kind(
    house: House, chromium: Browser, id: str
) -> None:
    deck = DECKS[id]
    table = house.started(id, 2, sit=False)
    visit = Visit(id, "table/playing.html", table.path(), table.as_host)
    context, page = house.view(chromium, visit, **GERMAN)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))

    pads = page.locator(".card-pad")
    expect(pads.first).to_be_visible()
    keep_picture(page, f"deck-{id}-pad")
    first = page.locator("input[data-card]").evaluate_all(
        "all => all.map(one => one.dataset.card)"
    )
    assert sorted(first) == sorted(card.code for card in deck)
    names = page.locator(".pick input").evaluate_all(
        "all => all.map(one => one.ariaLabel)"
    )
    assert set(names) == {name_of(card) for card in deck}
    shown = [
        box
        for one in page.locator(".pick:visible").all()
        if (box := one.bounding_box())
    ]
    assert min(box["width"] for box in shown) >= LEAST_TARGET
    assert min(box["height"] for box in shown) >= LEAST_TARGET
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    french = all(CARDS.get(card.code) is card for card in deck)
    assert page.locator("[data-photograph]").count() == french

    # One card is tapped, the next typed by its German name.
    highest, lowest = deck[-1], deck[0]
    page.locator(f"input[data-card='{highest.code}']").first.tap()
    enter(page)
    expect(page.locator("[data-next]")).to_contain_text("Ben")
    page.locator(".typing > summary").click()
    page.locator("[data-typed]").fill(name_of(lowest))
    enter(page)
    summary = page.locator("[data-rulings] .summary").first
    expect(summary).to_contain_text(name_of(highest))
    keep_picture(page, f"deck-{id}-ruling")

    board, wide = house.view(
        chromium,
        Visit(id, "table/board.html", table.path("/board")),
        **GERMAN,
        viewport=BOARD,
    )
    expect(wide.locator(".card").first).to_be_visible()
    keep_picture(wide, f"deck-{id}-board")
    board.close()

    others = iter(dict.fromkeys(card for card in deck if card not in (highest, lowest)))
    for _ in range(TRICKS - 1):
        for seat in table.phones:
            table.enter("lay", seat, card=next(others).code)
    page.goto(house.base + table.path("/log"))
    expect(page.locator(".cards .card").first).to_be_visible()
    keep_picture(page, f"deck-{id}-log")
    exported = table.host.get(f"/tables/{table.code}/export?as=json").said(200)
    assert highest.code in str(exported)
    context.close()
    assert not complaints


@pytest.mark.slow
def test_on_a_small_phone_the_many_cards_of_tarot_are_leafed_through_while_the_page_stays(
    house: House, chromium: Browser
) -> None:
    """The last card comes up to the thumb, and what to do and the button stay where
    they are.
    """
    table = house.started("tarot", 2, sit=False)
    visit = Visit("tarot", "table/playing.html", table.path(), table.as_host)
    context, page = house.view(
        chromium, visit, viewport={"width": 320, "height": 568}, **GERMAN
    )
    grid, last = page.locator("[data-grid]"), page.locator(".pick").last
    expect(last).not_to_be_in_viewport()
    grid.evaluate("grid => grid.scrollTo(0, grid.scrollHeight)")
    keep_picture(page, "tarot-small")
    Thumb(page).tap(last)
    expect(last.locator("input")).to_be_checked()
    expect(page.locator("form.prompt h2")).to_be_in_viewport(ratio=1)
    assert page.evaluate("[scrollX, scrollY]") == [0, 0]
    context.close()
