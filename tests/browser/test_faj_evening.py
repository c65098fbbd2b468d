"""An evening of Faces, Aces, & Jokers: two phones and a board view, from the QR in the terminal to the winner."""

from __future__ import annotations

import re
from random import Random

import pyte
import pytest
from playwright.sync_api import Page, expect

from tests.commandline.running import Running
from tests.terminal import picture_of_screen, read, screen_of

from .conftest import NAME, Phones, keep_picture
from .phones import read_qr
from .playing import enter, form, open_table, pick, place, rulings, sit_down
from .proxy import Wire

ROUNDS, TRICKS = 3, 4
SUITS = "CDHS"
VALUES = {rank: value for value, rank in enumerate("23456789T", start=2)}


def who_wins(board: list[str], plays: dict[str, str]) -> str:
    """The winner of a trick, worked out apart from the referee."""
    sums = {suit: sum(VALUES[card[0]] for card in board if card[1] == suit) for suit in SUITS}
    highest = [suit for suit in SUITS if sums[suit] == max(sums.values())]
    trump = highest[0] if len(highest) == 1 else ""
    jacks = {seat: card for seat, card in plays.items() if card[0] == "J" and sums[card[1]]}
    jokers = {seat: card for seat, card in plays.items() if card[0] == "X"}
    if jokers and jacks:
        return max(jacks, key=lambda seat: (jacks[seat][1] == trump, SUITS.index(jacks[seat][1])))
    if jokers:
        return min(jokers, key=lambda seat: jokers[seat])
    order = {seat: ("JQKA".index(card[0]), SUITS.index(card[1])) for seat, card in plays.items()}
    trumps = [seat for seat, card in plays.items() if card[1] == trump]
    return max(trumps or order, key=lambda seat: order[seat])


def screen(daemon: Running) -> pyte.Screen:
    return screen_of(daemon.greeting, 100)


def settled(pages: list[Page], sentence: str) -> None:
    for page in pages:
        expect(rulings(page).first).to_contain_text(sentence)


@pytest.mark.slow
def test_an_evening(daemon: Running, wire: Wire, phone: Phones) -> None:
    [lobby] = read(picture_of_screen(screen(daemon), "black", "white"))
    assert lobby == f"http://{NAME}:{daemon.port}/"

    ana = phone(lobby)
    keep_picture(ana, "lobby")
    open_table(ana, "Faces, Aces, & Jokers")
    sit_down(ana, "Ana")
    keep_picture(ana, "setting-up")
    scanned = read_qr(ana)
    assert re.fullmatch(rf"http://{NAME}:{daemon.port}/t/[A-Z0-9]+-[A-Z0-9]+", scanned)

    # Ben's phone reaches the same daemon over a wire that can be cut.
    ben = phone(scanned.replace(f":{daemon.port}/", f":{wire.port}/"))
    keep_picture(ben, "join")
    sit_down(ben, "Ben")
    board = phone(f"{scanned}/board", wide=True)
    assert read_qr(board) == scanned
    keep_picture(board, "board-setting-up")

    expect(ana.get_by_text("Ben", exact=True).first).to_be_visible()
    ana.get_by_role("button", name="Start the match").tap()
    expect(form(ana, "The board of trick 1")).to_be_visible()
    keep_picture(ana, "board-prompt")

    rng = Random(4)
    stock = rng.sample([f"{rank}{suit}" for rank in VALUES for suit in SUITS], 36)
    won = {"Ana": 0, "Ben": 0}
    for round_ in range(1, ROUNDS + 1):
        draft = rng.sample([*(f"{rank}{suit}" for rank in "JQKA" for suit in SUITS), "XB", "XR"], 8)
        for trick in range(1, TRICKS + 1):
            laid = [stock.pop() for _ in range(trick)]
            plays = {"Ana": draft.pop(), "Ben": draft.pop()}
            lay = form(ana, f"The board of trick {trick}")
            pick(lay, laid)
            if (round_, trick) == (2, 2):
                keep_picture(ana, "board-picked")
            enter(lay)

            expect(form(ben, "Place a card")).to_be_visible()
            if (round_, trick) == (1, 2):
                reload_keeps_what_was_picked(ben, plays["Ben"])
            elif (round_, trick) == (2, 1):
                a_lost_connection_loses_nothing(ben, plays["Ben"], wire)
            else:
                place(ben, plays["Ben"])
            if (round_, trick) == (1, 1):
                expect(ana.locator("[data-next]")).to_contain_text("Still awaited: Ana")
                nothing_shows_on_anothers_phone(ana, plays["Ben"])
                keep_picture(ben, "placed")
            place(ana, plays["Ana"])

            winner = who_wins(laid, plays)
            won[winner] += trick
            if (round_, trick) != (ROUNDS, TRICKS):
                settled([ana, ben, board], f"{winner} wins the trick with the {spoken(plays[winner])}")
            if (round_, trick) == (1, 4):
                keep_picture(ben, "ruling")
                keep_picture(board, "board-playing")
                a_correction_and_its_undo(ana, unused=stock[0])
                keep_picture(ana, "log")
                ana.goto(scanned)

    assert won["Ana"] + won["Ben"] == 30
    for page in (ana, ben, board):
        expect(page.get_by_text(re.compile("The winner|wins the game", re.I)).first).to_be_visible()
    for seat, score in won.items():
        row = ana.get_by_role("row", name=re.compile(seat))
        expect(row.get_by_role("cell").last).to_have_text(str(score))
    keep_picture(ana, "finished")
    keep_picture(board, "board-finished")


def spoken(code: str) -> str:
    """A card as the ruling speaks of it."""
    if code[0] == "X":
        return {"B": "black joker", "R": "red joker"}[code[1]]
    ranks = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
    suits = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
    return f"{ranks[code[0]]} of {suits[code[1]]}"


def nothing_shows_on_anothers_phone(ana: Page, card: str) -> None:
    """The card stands there once, to be picked like any other."""
    assert ana.locator("main").inner_text().lower().count(spoken(card)) == 1
    expect(form(ana, "Place a card").locator(f"input[data-card='{card}']")).to_be_enabled()


def reload_keeps_what_was_picked(ben: Page, card: str) -> None:
    pick(form(ben, "Place a card"), [card])
    ben.reload()
    mine = form(ben, "Place a card")
    expect(mine.locator(f"input[data-card='{card}']")).to_be_checked()
    enter(mine)


def a_lost_connection_loses_nothing(ben: Page, card: str, wire: Wire) -> None:
    wire.cut()
    expect(ben.get_by_text("No connection", exact=True)).to_be_visible()
    mine = form(ben, "Place a card")
    pick(mine, [card])
    enter(mine)
    expect(ben.locator("[data-sending]").first).to_contain_text(re.compile("not sent|no connection|offline", re.I))
    keep_picture(ben, "offline")
    wire.mend()
    expect(form(ben, "Place a card")).to_have_count(0)
    expect(ben.get_by_text("Live", exact=True)).to_be_visible()


def a_correction_and_its_undo(ana: Page, unused: str) -> None:
    """The first board of the evening was another card; no, it was not."""
    ana.get_by_role("link", name="Log").first.tap()
    ana.get_by_role("link", name="Correct entry 1", exact=True).tap()
    keep_picture(ana, "correct")
    picked = ana.locator(".picker input:checked")
    expect(picked).to_have_count(1)
    ana.wait_for_load_state()
    picked.locator("xpath=..").tap()
    expect(picked).to_have_count(0)
    pick(ana.locator(".picker").first, [unused])
    ana.get_by_role("button", name="Change").tap()
    ana.get_by_role("link", name="What changed").tap()
    expect(ana.get_by_role("heading", name="Corrected")).to_be_visible()
    keep_picture(ana, "side-by-side")
    ana.get_by_role("button", name="Undo it").tap()
    expect(ana.get_by_text("The correction of entry 1 was undone.")).to_be_visible()
    ana.get_by_role("link", name="Log").first.tap()
    expect(ana.get_by_text("Correction (undone)")).to_be_visible()
