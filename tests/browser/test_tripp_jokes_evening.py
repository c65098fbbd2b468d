"""An evening of Tripp Jokes: a real deal on two phones, from the first card flipped to the last FINAL card."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.commandline.running import Running

from .conftest import NAME, Phones, keep_picture
from .playing import DECK, enter, entry, pick, rulings, scan_and_sit_down, type_cards

SEED = 3474
"""A deal in which everything happens that the evening is to show, and that is over soon."""

LOW_TO_HIGH = "456789TJQKA"
SPECIAL = "23TX"
ANY = "23456789TJQKAX"


@dataclass(slots=True)
class Holding:
    """The real cards of one player; `shown` are those in hand that went there before everybody's eyes."""

    final: list[str]
    penultimate: list[str]
    hand: list[str]
    shown: list[str] = field(default_factory=list)

    @property
    def row(self) -> list[str]:
        return self.hand or self.penultimate or self.final

    def take(self, cards: list[str]) -> None:
        self.hand += cards
        self.shown += cards


class Deal:
    """Real cards on a real table, moved by hand; nothing here asks the referee."""

    def __init__(self, seed: int) -> None:
        self.stock = DECK[:]
        Random(seed).shuffle(self.stock)
        self.of = {seat: Holding(*[[self.stock.pop() for _ in range(3)] for _ in range(3)]) for seat in ("Ana", "Ben")}
        self.pile = [self.stock.pop()]
        self.turn, self.step = "Ben", "play"

    @property
    def mine(self) -> Holding:
        return self.of[self.turn]

    @property
    def ranks(self) -> str:
        """The ranks that may be played now."""
        beaten = next((card[0] for card in reversed(self.pile) if card[0] != "3"), "2")
        if beaten in "2X":
            return ANY
        return LOW_TO_HIGH[LOW_TO_HIGH.index(beaten) :].replace("T", "") + SPECIAL

    def choice(self) -> list[str]:
        """What the player in turn plays: as many of a rank as can be, and a special only if nothing else will do."""
        if self.mine.row is self.mine.final:
            return [self.mine.final[-1]]
        playable = sorted([card for card in self.mine.row if card[0] in self.ranks], key=DECK.index)
        groups = [list(group) for _, group in groupby(playable, lambda card: card[0])]
        return max(groups, key=lambda group: (group[0][0] not in SPECIAL, len(group)), default=[])

    def play(self, cards: list[str]) -> None:
        mine = self.mine
        blind = mine.row is mine.final
        for card in cards:
            mine.row.remove(card)
        mine.shown = [card for card in mine.shown if card not in cards]
        if blind and cards[0][0] not in self.ranks:
            mine.take([*self.pile, *cards])
            self.pile, self.step = [], "play"
        elif cards[0][0] == "X":
            mine.take(self.pile)
            self.pile, self.step = cards, "play"
        else:
            self.pile = [*self.pile, *cards]
            self.lay_on_top()
        self.settle()

    def lay_on_top(self) -> None:
        top = [card[0] for card in self.pile[-3:]]
        self.step = "cover" if top[-1] == "2" else "play"
        if top[-1] == "T" or (len(top) == 3 and len(set(top)) == 1):
            self.pile, self.step = [], "again"

    def take_pile(self) -> None:
        self.mine.take(self.pile)
        self.pile = []
        self.settle()

    def leave(self) -> None:
        self.step = "play"
        self.settle()

    def settle(self) -> None:
        mine = self.mine
        if not (mine.hand or mine.penultimate or mine.final):
            self.step = "finished"
        elif self.step == "play" or not mine.hand:
            while len(mine.hand) < 3 and self.stock:
                mine.hand.append(self.stock.pop())
        if self.step == "play":
            self.turn = "Ana" if self.turn == "Ben" else "Ben"

    def counts(self) -> dict[str, int]:
        """How many cards lie where, the empty places left out."""
        places = {"stock": self.stock, "pile": self.pile}
        for seat, holding in self.of.items():
            places |= {f"hand {seat}": holding.hand, f"penultimate {seat}": holding.penultimate}
            places |= {f"final {seat}": holding.final}
        return {place: len(cards) for place, cards in places.items() if cards}


COUNTS = """() => [...document.querySelectorAll(".zone")].flatMap((zone) => [...zone.querySelectorAll(".zone-line")]
  .map((line) => [zone.getAttribute("aria-label"), line.querySelector(".name")?.textContent || "",
                  parseInt(line.querySelector(".count").textContent)]))"""


class Evening:
    """Two phones and a board view, which enter what happens to the real cards."""

    def __init__(self, ana: Page, ben: Page, board: Page) -> None:
        self.phones, self.board = {"Ana": ana, "Ben": ben}, board
        self.deal = Deal(SEED)
        self.seq = 0
        self.happened: set[str] = set()

    def entered(self, page: Page) -> None:
        """One more entry is taken, and what the page says lies where is what does."""
        self.seq += 1
        expect(page.locator("#main")).to_have_attribute("data-seq", str(self.seq))
        if self.deal.step == "finished":
            return
        found = {f"{zone} {seat}".strip(): n for zone, seat, n in page.evaluate(COUNTS)}
        found.pop("discard", None)
        assert found == self.deal.counts()

    def set_up(self) -> None:
        """Both choose at once, and what one enters takes nothing from what the other has picked."""
        ana, ben = self.phones.values()
        flip = entry(ana, "flip")
        keep_picture(ana, "tripp-jokes-setting-up")
        pick(flip, self.deal.pile)
        first, *others = self.deal.of["Ben"].penultimate
        pick(entry(ben, "lay", "Ben"), [first])
        enter(flip)
        expect(ben.locator("#main")).to_have_attribute("data-seq", "1")
        pick(entry(ben, "lay", "Ben"), others)
        self.lay(ana, "Ana", 2)
        expect(ben.locator("#main")).to_have_attribute("data-seq", "2")
        expect(entry(ben, "lay", "Ben").locator("input:checked")).to_have_count(3)
        keep_picture(ben, "tripp-jokes-lay-dark")
        enter(entry(ben, "lay", "Ben"))
        self.seq = 2
        self.entered(ben)

    def lay(self, page: Page, seat: str, seq: int) -> None:
        expect(page.locator("#main")).to_have_attribute("data-seq", str(seq - 1))
        pick(entry(page, "lay", seat), self.deal.of[seat].penultimate)
        enter(entry(page, "lay", seat))

    def turns(self) -> Iterator[Page]:
        """The phone of the player in turn, again and again until somebody has won."""
        while self.deal.step != "finished":
            page = self.phones[self.deal.turn]
            expect(page.locator("#main")).to_have_attribute("data-seq", str(self.seq))
            yield page

    def once(self, page: Page, what: str) -> bool:
        """Whether this happens for the first time; then it is worth a picture."""
        first = what not in self.happened
        self.happened.add(what)
        if first:
            keep_picture(page, f"tripp-jokes-{what}")
        return first

    def take_turn(self, page: Page) -> None:
        deal = self.deal
        cards = deal.choice()
        if deal.step == "cover" and (deal.turn == "Ben" or not cards):
            self.once(page, "two-left")
            enter(entry(page, "leave", deal.turn))
            deal.leave()
        elif cards:
            self.play(page, cards)
        else:
            taking = entry(page, "pickup", deal.turn)
            self.once(page, "pile-taken")
            enter(taking)
            deal.take_pile()
        self.entered(page)

    def play(self, page: Page, cards: list[str]) -> None:
        deal = self.deal
        row = next(name for name in ("hand", "penultimate", "final") if deal.mine.row is getattr(deal.mine, name))
        form = entry(page, "play", deal.turn)
        pick(form.locator(f"[data-field='{row}']"), cards)
        self.once(page, row)
        if deal.step == "cover":
            self.once(page, "two-covered")
        if cards[0][0] == "X" and deal.pile:
            self.once(page, "joker")
        enter(form)
        deal.play(cards)
        if deal.step == "again":
            self.happened.add("cleared by a ten" if cards[0][0] == "T" else "cleared by three")

    def an_illegal_play(self, page: Page) -> None:
        """A hand card too low for the pile, typed, as the page does not offer it."""
        too_low = [card for card in self.deal.mine.hand if card[0] not in self.deal.ranks]
        if not too_low or "refused" in self.happened:
            return
        form = entry(page, "play", self.deal.turn)
        expect(form.locator(f"input[data-card='{too_low[0]}']")).to_have_count(0)
        type_cards(form.locator("[data-field='hand']"), too_low[0])
        enter(form)
        expect(page.locator(".refusal")).to_contain_text("Not possible")
        expect(page.locator(".refusal .summary")).to_contain_text(re.compile("equal|beat", re.I))
        self.once(page, "refused")
        type_cards(entry(page, "play", self.deal.turn).locator("[data-field='hand']"), "")

    def an_illegal_pick_up(self, page: Page) -> None:
        """Everybody saw the card that can be played go into this hand."""
        deal = self.deal
        playable = [card for card in deal.mine.shown if card[0] in deal.ranks]
        if not playable or len(deal.ranks) == len(ANY) or not deal.pile or "proof" in self.happened:
            return
        enter(entry(page, "pickup", deal.turn))
        expect(page.locator(".refusal")).to_contain_text(f"{deal.turn} may not take the pile")
        expect(page.locator(".refusal .because")).to_contain_text(re.compile("into hand .* in round"))
        self.once(page, "proof")


@pytest.mark.slow
def test_an_evening(daemon: Running, phone: Phones) -> None:
    evening = Evening(*scan_and_sit_down(phone, f"http://{NAME}:{daemon.port}/", "Tripp Jokes"))
    evening.set_up()
    for page in evening.turns():
        evening.an_illegal_play(page)
        evening.an_illegal_pick_up(page)
        evening.take_turn(page)
        if evening.seq == 20:
            keep_picture(evening.board, "tripp-jokes-board")

    assert evening.happened >= {"refused", "proof", "two-left", "two-covered", "joker", "pile-taken", "penultimate"}
    assert evening.happened >= {"cleared by a ten", "cleared by three"}
    winner = evening.deal.turn
    for page in (*evening.phones.values(), evening.board):
        expect(page.get_by_role("region", name="Winner")).to_contain_text(winner)
        expect(rulings(page).first).to_contain_text(winner)
    keep_picture(evening.phones[winner], "tripp-jokes-finished")
    keep_picture(evening.board, "tripp-jokes-board-finished")
