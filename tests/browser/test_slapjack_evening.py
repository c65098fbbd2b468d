"""An evening of Slapjack All Faces: cards at one tap, slaps in the order tapped in, to the last king."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.commandline.running import Running

from .conftest import NAME, Phones, keep_picture
from .playing import choose, enter, entry, pick, press, rulings, scan_and_sit_down, slapped, together


@pytest.mark.slow
def test_an_evening(daemon: Running, phone: Phones) -> None:
    ana, ben, board = scan_and_sit_down(phone, f"http://{NAME}:{daemon.port}/", "Slapjack All Faces")
    phones, everywhere = {"Ana": ana, "Ben": ben}, [ana, ben, board]
    expect(ben.locator("[data-next]")).to_contain_text("Ben plays the top card of their stack")
    keep_picture(ana, "slapjack-waiting")
    keep_picture(ben, "slapjack-turn-dark")

    play(ben, "Ben", 26)
    play(ana, "Ana", 26)
    expect(counts(ana, "stack")).to_have_text(["26 cards", "26 cards"])

    the_turn_is_nobody_elses(ana)
    a_slap_with_nothing_to_slap(phones, everywhere)
    a_slap_under_other_cards(phones, everywhere)
    counted_again(ana, everywhere)
    the_other_jacks_end_their_stage(phones, everywhere)
    queens_in_a_dead_heat(phones, everywhere)
    the_kings_and_the_winner(phones, everywhere)


def play(page: Page, seat: str, left: int, card: str = "") -> None:
    """The top card of a stack, after which so many are left in it; its name only where it is given."""
    mine = entry(page, "play", seat)
    if card:
        mine.locator(".left-out > summary").tap()
        pick(mine, [card])
    enter(mine)
    expect(stack(page, seat)).to_contain_text(f"{left} card")


def zone(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def stack(page: Page, seat: str) -> Locator:
    return zone(page, "stack").locator(".zone-line", has_text=seat)


def counts(page: Page, name: str) -> Locator:
    """How many cards lie there for each seat: beside its cards, or, on the board view, at its place."""
    places = page.locator(".place").get_by_role("region", name=re.compile(f"^{name} of "))
    return zone(page, name).locator(".count").or_(places.locator(".count"))


def slap(page: Page, *order: str, takes: str = "", toss: str = "", picture: str = "") -> None:
    """A slap by these seats, from first to last; the cards of the stage where they were not seen before.

    With `toss` all of them were first together, and it was tossed for that seat.
    """
    form = entry(page, "slap")
    slapped(form, *order)
    pick(form.locator("[data-field='takes']"), takes.split())
    if toss:
        for together in form.locator(".same-time button").all():
            press(together)
        choose(form.locator("[data-field='toss']"), toss)
    if picture:
        keep_picture(page, picture)
    enter(form)


def ruled(pages: list[Page], sentence: str) -> None:
    for page in pages:
        expect(rulings(page).filter(has_text=sentence)).to_have_count(1)


def the_turn_is_nobody_elses(ana: Page) -> None:
    """It is Ben's turn: Ana, who opened the table, may enter it for him, but is not asked first."""
    expect(ana.locator("[data-next]")).to_contain_text("Ben plays")
    aside = ana.locator("details.aside", has=ana.locator("input[name='kind'][value='play']"))
    assert aside.get_attribute("open") is None


def a_slap_with_nothing_to_slap(phones: dict[str, Page], everywhere: list[Page]) -> None:
    """No card was named yet, so the table says what the pile held: no jack. Ana, who played last, is paid."""
    slap(phones["Ben"], "Ben", picture="slapjack-slap-dark")
    ruled(everywhere, "A false slap: Ben gives a card to Ana")
    expect(phones["Ana"].locator("[data-next]")).to_contain_text("Ben gives the top card of their stack to Ana")
    expect(counts(phones["Ana"], "stack")).to_have_text(["27 cards", "25 cards"])
    keep_picture(phones["Ben"], "slapjack-false-slap-dark")


def a_slap_under_other_cards(phones: dict[str, Page], everywhere: list[Page]) -> None:
    play(phones["Ben"], "Ben", 24, "JH")
    play(phones["Ana"], "Ana", 26, "7C")
    keep_picture(everywhere[2], "slapjack-board-pile")
    together(everywhere)
    # The jack was recorded when it was played, so it stands picked.
    slap(phones["Ana"], "Ben", "Ana", picture="slapjack-slap")
    ruled(everywhere, "Ben takes the pile, and the jack of hearts as score")
    expect(zone(phones["Ana"], "won")).to_contain_text("jack of hearts")
    expect(phones["Ana"].get_by_role("row", name=re.compile("Ben")).locator(".score")).to_have_text("10")
    keep_picture(phones["Ana"], "slapjack-taken")
    keep_picture(everywhere[2], "slapjack-board-taken")


def counted_again(ana: Page, everywhere: list[Page]) -> None:
    """A card went over unseen: the stacks are counted, and the referee goes on with that."""
    counting = entry(ana, "recount")
    for seat, n in (("Ana", 27), ("Ben", 26)):
        counting.locator("label.row", has_text=seat).locator("input").fill(str(n))
    keep_picture(ana, "slapjack-recount")
    enter(counting)
    for page in everywhere:
        expect(counts(page, "stack")).to_have_text(["27 cards", "26 cards"])


def the_other_jacks_end_their_stage(phones: dict[str, Page], everywhere: list[Page]) -> None:
    play(phones["Ben"], "Ben", 25)
    play(phones["Ana"], "Ana", 26)
    play(phones["Ben"], "Ben", 24)
    together(everywhere)
    slap(phones["Ana"], "Ana", takes="JC JD JS")
    ruled(everywhere, "Ana takes the pile")
    for page in everywhere:
        expect(page.locator("[data-next]")).to_contain_text("What is slapped: queens.")
    keep_picture(phones["Ana"], "slapjack-queens")


def queens_in_a_dead_heat(phones: dict[str, Page], everywhere: list[Page]) -> None:
    together(everywhere)
    for n in (1, 2):
        play(phones["Ana"], "Ana", 26 - n)
        play(phones["Ben"], "Ben", 24 - n)
    together(everywhere)
    slap(phones["Ben"], "Ana", "Ben", takes="QC QD QH QS", toss="Ana")
    ruled(everywhere, "Ana takes the pile")
    keep_picture(phones["Ben"], "slapjack-dead-heat-dark")


def the_kings_and_the_winner(phones: dict[str, Page], everywhere: list[Page]) -> None:
    together(everywhere)
    for n in (1, 2):
        play(phones["Ana"], "Ana", 24 - n)
        play(phones["Ben"], "Ben", 22 - n)
    together(everywhere)
    slap(phones["Ben"], "Ben", takes="KC KD KH KS")
    for page in everywhere:
        expect(page.get_by_role("region", name="Winner")).to_contain_text("Ana")
        expect(page.get_by_role("row", name=re.compile("Ana")).locator(".score")).to_have_text("70")
        expect(page.get_by_role("row", name=re.compile("Ben")).locator(".score")).to_have_text("50")
    expect(phones["Ben"].locator("form.prompt")).to_have_count(0)
    keep_picture(phones["Ana"], "slapjack-finished")
