"""An evening of Four Aces: one phone enters for two, another for itself, a board view shows the scores."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.commandline.running import Running

from .conftest import Phones, keep_picture
from .phones import read_qr
from .playing import enter, open_ruling, pick, rulings
from .proxy import Wire

TARGET = 12


def hands(page: Page, seat: str) -> Locator:
    """The form for a seat's hands, opened where it is folded away."""
    found = page.locator("form.prompt", has=page.locator(f"input[name='seat'][value='{seat}']"))
    found = found.filter(has=page.locator("[data-field='hidden']")).first
    found.wait_for(state="attached")
    if not found.is_visible():
        page.locator("details.aside", has=found).locator("summary").first.tap()
    expect(found).to_be_visible()
    return found


def fill(page: Page, seat: str, hidden: str, exposed: str, locked: str = "") -> Locator:
    entry = hands(page, seat)
    for name, codes in (("hidden", hidden), ("exposed", exposed), ("locked", locked)):
        pick(entry.locator(f"[data-field='{name}']"), codes.split())
    return entry


def scores(page: Page) -> dict[str, int]:
    rows = page.locator("table.scores tbody tr")
    expect(rows.first).to_be_visible()
    return {row.locator(".name").inner_text(): number(row.locator(".score").inner_text()) for row in rows.all()}


def number(written: str) -> int:
    return int(written.replace("\N{MINUS SIGN}", "-"))


@pytest.mark.slow
def test_an_evening(daemon: Running, wire: Wire, phone: Phones) -> None:
    ana = phone(f"http://table.test:{daemon.port}/")
    ana.get_by_role("link", name="New table of Four Aces").tap()
    keep_picture(ana, "new-table")
    for place, name in enumerate(("Ana", "Ben", "Cy"), start=1):
        ana.get_by_label(f"Seat {place}").fill(name)
    ana.get_by_label(re.compile("Points")).fill(str(TARGET))
    ana.get_by_role("button", name="Open the table").tap()
    ana.get_by_text("Play yourself, on this device").tap()
    ana.get_by_role("button", name="Ana free").tap()
    expect(ana.get_by_text("You sit here as")).to_be_visible()

    scanned = read_qr(ana)
    ben = phone(scanned.replace(f":{daemon.port}/", f":{wire.port}/"))
    ben.get_by_role("button", name="Ben free").tap()
    expect(ben.get_by_text("You sit here as")).to_be_visible()
    board = phone(f"{scanned}/board", wide=True)
    ana.get_by_role("button", name="Start the match").tap()

    the_first_round(ana, ben, board, wire)
    a_correction_rounds_later_changes_the_totals(ana)
    the_last_round(ana, ben, board)


def the_first_round(ana: Page, ben: Page, board: Page, wire: Wire) -> None:
    mine = fill(ana, "Ana", "AS 2S 3S", "2C 3H 4D", "AH")
    expect(mine.locator("[data-field='exposed'] input[data-card='AS']")).to_be_disabled()
    keep_picture(ana, "hands")
    enter(mine)
    expect(ana.get_by_text("Change what you entered", exact=True)).to_be_visible()

    # A phone that entered a card for one seat is told at once that it cannot be another's.
    theirs = fill(ana, "Cy", "AS 9D JD", "5H 8C QS")
    enter(theirs)
    refused = ana.locator(".refusal")
    expect(refused).to_contain_text("Only one of Ana and Cy can have the ace of spades")
    keep_picture(ana, "refused")
    again = hands(ana, "Cy")
    again.get_by_role("button", name="Hidden hand").tap()
    again.get_by_role("button", name="Take back the ace of spades").tap()
    pick(again.locator("[data-field='hidden']"), ["7D"])
    enter(again)
    expect(ana.locator("form.prompt", has=ana.locator("input[name='seat'][value='Cy']")).first).to_be_hidden()

    fill(ben, "Ben", "5C 6C 6H", "AC")
    ben.reload()
    expect(hands(ben, "Ben").locator("input[data-card='6H']").first).to_be_checked()
    wire.cut()
    expect(ben.get_by_text("No connection", exact=True)).to_be_visible()
    enter(hands(ben, "Ben"))
    expect(ben.locator("[data-sending]").first).to_contain_text("no connection")
    wire.mend()

    for page in (ana, ben, board):
        expect(rulings(page).first).to_contain_text("Ana")
    assert scores(ana) == {"Ana": 7, "Ben": -3, "Cy": scores(ana)["Cy"]}
    own = ben.locator("article.ruling.lesser", has_text="Ben: ")
    expect(own).to_contain_text("Check the cards")
    open_ruling(ben)
    expect(ben.locator(".reckoning .to-check")).to_contain_text("2 expected, 1 entered")
    ben.locator("#rulings .ruling > .why > summary").first.tap()
    own.locator("summary").tap()
    expect(own.get_by_text("Caution: the exposed hand of Ben should have 2 besides locked cards")).to_be_visible()
    keep_picture(ben, "round")
    expect(hands(ben, "Ben").locator("input:checked")).to_have_count(0)
    keep_picture(board, "board-four-aces")


def a_correction_rounds_later_changes_the_totals(ana: Page) -> None:
    before = scores(ana)
    ana.get_by_role("link", name="Log").first.tap()
    ben_entry = ana.locator("li.entry", has=ana.locator(".by", has_text="Ben"))
    ben_entry.get_by_role("link", name=re.compile("Correct")).tap()
    pick(ana.locator("[data-field='exposed']"), ["KC"])
    ana.get_by_role("button", name="Change").tap()
    expect(ana.locator(".news")).to_contain_text("Ana corrected entry")
    after = scores(ana)
    assert after == before | {"Ben": -1}


def the_last_round(ana: Page, ben: Page, board: Page) -> None:
    enter(fill(ana, "Ana", "AS KS QS", "7C 7H 7D", "AH"))
    enter(fill(ana, "Cy", "2D 9D JD", "5H 8C QC"))
    enter(fill(ben, "Ben", "5C 6C 6H", "AC KC"))
    for page in (ana, ben, board):
        expect(page.get_by_text(re.compile("The winner|wins the game", re.I)).first).to_be_visible()
    final = scores(ana)
    assert final["Ana"] >= TARGET
    assert final == scores(ben) == scores(board)
    keep_picture(ben, "finished-four-aces")
