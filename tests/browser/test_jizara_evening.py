"""A short evening of Ji'zara: two phones bid against each other under seal, until one side has three keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.commandline.running import Running

from .conftest import NAME, Phones, keep_picture
from .playing import choose, enter, entry, pick, rulings, scan_and_sit_down

DRAW = 10
"""Five keys among ten cards, so that a match is short."""


@pytest.mark.slow
def test_an_evening(daemon: Running, phone: Phones) -> None:
    ana, ben, board = scan_and_sit_down(phone, f"http://{NAME}:{daemon.port}/", "Ji'zara", bidding_draw=DRAW)
    expect(ana.locator("[data-next]")).to_contain_text("the other 42 the pot")
    everywhere = [ana, ben, board]

    turn(ana, "8H", picture="jizara-turn")
    decide(ana, "Ana", "Bid", picture="jizara-decide")
    expect(ben.locator("[data-next]")).to_contain_text("Still awaited: Ben.")
    change_of_mind(ana)
    decide(ben, "Ben", "Bid")
    settled(everywhere, "Both sides bid")
    a_sealed_bid_shows_nowhere_else(ana, ben, board)
    bid(ben, "Ben", "JC")
    settled(everywhere, "Ben takes the card with 15 against 14")
    said(everywhere, "Ana draws 3 cards")
    expect(zone(ben, "hand")).to_contain_text("eight of hearts")
    what_is_taken_back_leaves_the_entry_free(ana)
    keep_picture(ana, "jizara-contest")
    keep_picture(board, "jizara-board-contest")

    turn(ana, "7S")
    both_decide(ana, ben, "Bid", "Bid")
    bid(ana, "Ana", "9C")
    bid(ben, "Ben", "9H", picture="jizara-bid-dark")
    said(everywhere, "Nobody takes the card, with 9 bid on both sides")
    expect(zone(ana, "burn")).to_contain_text("seven of spades")

    turn(ana, "6D")
    both_decide(ana, ben, "Bid", "Pass")
    settled(everywhere, "Only Ana bids")
    two_cards_that_do_not_chain_are_refused(ana)
    bid(ana, "Ana", "5C")
    said(everywhere, "Ana takes the card unopposed, with 5")

    turn(ana, "AS")
    keep_picture(ana, "jizara-hand")
    show(ana, "Ana", "KD QD JD TD")
    nothing_of_a_hand_shows(ben)
    show(ben, "Ben", "2D 3D 4D 5D")
    said(everywhere, "Ana takes the key with 76 against 22 in hand")
    keep_picture(ana, "jizara-key")

    turn(ana, "AC")
    show(ana, "Ana", "KD QD JD TD 9C")
    show(ben, "Ben", "KH QH JH TH 9H")
    said(everywhere, "Ana takes the key: the hands are level at 79, and the last card bid for went to Ana")

    turn(ana, "KS")
    both_decide(ana, ben, "Pass", "Pass")
    said(everywhere, "Nobody takes the card")

    turn(ana, "AD")
    show(ana, "Ana", "2C 2D 2H 2S 3C")
    show(ben, "Ben", "5C 5D 5H 5S 6C")
    said(everywhere, "Ben takes the key with 26 against 11 in hand")
    keep_picture(board, "jizara-board-keys")

    turn(ana, "4C")
    show(ana, "Ana", "KD QD JD TD 9C")
    show(ben, "Ben", "2C 2D 2H 2S 3C")
    for page in everywhere:
        expect(page.get_by_role("region", name="Winner")).to_contain_text("Ana")
        expect(rulings(page).first).to_contain_text("Ana wins the game with three keys")
        expect(page.get_by_role("row", name=re.compile("Ana")).locator(".score")).to_have_text("3")
    for page in (ana, ben):
        expect(page.get_by_role("region", name="Winner")).to_be_in_viewport(ratio=1)
    expect(ana.locator("form.prompt")).to_have_count(0)
    keep_picture(ana, "jizara-finished")
    keep_picture(board, "jizara-board-finished")


def turn(ana: Page, card: str, picture: str = "") -> None:
    turned = entry(ana, "turn")
    if picture:
        keep_picture(ana, picture)
    pick(turned, [card])
    enter(turned)


def decide(page: Page, seat: str, decision: str, picture: str = "") -> None:
    asked = entry(page, "decide", seat)
    if picture:
        keep_picture(page, picture)
    choose(asked, decision)
    enter(asked)


def both_decide(ana: Page, ben: Page, of_ana: str, of_ben: str) -> None:
    decide(ana, "Ana", of_ana)
    decide(ben, "Ben", of_ben)


def bid(page: Page, seat: str, codes: str, picture: str = "") -> None:
    laid = entry(page, "bid", seat)
    pick(laid, codes.split())
    if picture:
        keep_picture(page, picture)
    enter(laid)


def show(page: Page, seat: str, codes: str) -> None:
    hand = entry(page, "hand", seat)
    pick(hand, codes.split())
    enter(hand)


def settled(pages: list[Page], sentence: str) -> None:
    for page in pages:
        expect(rulings(page).first).to_contain_text(re.compile(sentence))


def said(pages: list[Page], sentence: str) -> None:
    """Among the rulings of the latest entry stands this one."""
    for page in pages:
        expect(rulings(page).filter(has_text=sentence)).to_have_count(1)


def zone(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def change_of_mind(ana: Page) -> None:
    """What was decided may be changed until both have decided."""
    expect(ana.get_by_text("Change what you entered").first).to_be_visible()
    decide(ana, "Ana", "Pass")
    expect(ana.locator("details.aside[open]")).to_have_count(0)
    keep_picture(ana, "jizara-decided")
    decide(ana, "Ana", "Bid")


def a_sealed_bid_shows_nowhere_else(ana: Page, ben: Page, board: Page) -> None:
    """Whatever Ben's phone and the board view hold after Ana's bid, they held before it, but that Ana has bid."""
    laid = ["9D", "2C", "3C"]
    expect(entry(ben, "bid", "Ben")).to_be_visible()
    before = {page: [shown(page, card) for card in laid] for page in (ben, board)}
    bid(ana, "Ana", " ".join(laid), picture="jizara-bid")
    for page in (ben, board):
        expect(page.locator("[data-next]")).to_contain_text("Still awaited: Ben.")
        assert [shown(page, card) for card in laid] == before[page]
    assert before[board] == [0, 0, 0]
    assert "nine of diamonds" not in fetched(ben, f"{ben.url}/log")
    assert '"9D"' not in fetched(ben, f"{ben.url.replace('/t/', '/api/v1/tables/')}/log")
    keep_picture(ana, "jizara-laid")


def shown(page: Page, card: str) -> int:
    """How often this card stands on the page, as a code or by its name."""
    names = {"9D": "nine of diamonds", "2C": "two of clubs", "3C": "three of clubs"}
    code = page.url.split("/t/")[1].split("/")[0]
    html = page.content().replace(code, "").replace(" ".join(code), "")
    return html.count(card) + html.count(names[card])


def fetched(page: Page, address: str) -> str:
    """What stands there, for this phone."""
    return str(page.evaluate("async (address) => (await fetch(address)).text()", address))


def two_cards_that_do_not_chain_are_refused(ana: Page) -> None:
    bid(ana, "Ana", "5C TS")
    refused = ana.locator(".refusal")
    expect(refused).to_contain_text("Not possible")
    expect(refused).to_contain_text("only one")
    keep_picture(ana, "jizara-refused")
    entry(ana, "bid", "Ana").locator("label.pick:has(input[data-card='TS'])").tap()
    entry(ana, "bid", "Ana").locator("label.pick:has(input[data-card='5C'])").tap()


def what_is_taken_back_leaves_the_entry_free(ana: Page) -> None:
    """Nothing that takes something back lies on the button to enter with."""
    backs = ana.locator("button[form^='take-back-']").locator("visible=true")
    expect(backs).not_to_have_count(0)
    to_enter = entry(ana, "turn").locator("button.go").bounding_box()
    assert to_enter is not None
    for back in backs.all():
        box = back.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= to_enter["x"] or box["y"] + box["height"] <= to_enter["y"]


def nothing_of_a_hand_shows(ben: Page) -> None:
    expect(ben.locator("[data-next]")).to_contain_text("Still awaited: Ben.")
    expect(zone(ben, "hand")).not_to_contain_text("king of diamonds")
