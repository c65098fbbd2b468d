"""What everybody does at a table, on phones of every engine."""

import pytest

from tests.commandline.running import Running

from ..phones import PHONE
from ..proxy import Wire
from ..tables import Table
from .conftest import Phones
from .tables import enter_number, pick, send, sit_down, wait_until_live

pytestmark = pytest.mark.slow

FOUR = ("Ana", "Ben", "Cy", "Di")


def test_two_phones_play(daemon: Running, phone: Phones) -> None:
    """A table is opened, two sit down, and what one enters and corrects the other
    reads.
    """
    ana = phone(f"http://table.test:{daemon.port}/")
    ana.tap(".new-table a[href$='/new/score-pad']")
    ana.tap("button", "Others join by phone: show the code")
    ana.sees("#main .way-in img.qr")
    ben = phone(ana.run("return location.href"))
    sit_down(ana, "Ana")
    sit_down(ben, "Ben")
    ana.sees("main", "Ben")
    ana.tap("button", "Start the match")
    wait_until_live(ana)
    ben.sees("[data-field='points']")

    enter_number(ana, "Ana", 12)
    send(ana)
    # A tap must not come while things move for what the other has entered.
    ben.sees(".last-entered", "12")
    enter_number(ben, "Ben", 30)
    send(ben)
    ben.sees("#rulings", "Ben leads with 30")

    # The dialog leaves in sight what is corrected.
    ana.tap("#rulings a.correct", "Correct what Ana entered")
    dialog = ana.sees("dialog.correcting[open]")
    assert dialog["height"] < PHONE["height"] * 0.75
    assert dialog["y"] + dialog["height"] / 2 == pytest.approx(PHONE["height"], abs=1)
    enter_number(ana, "Ana", 40, within="dialog")
    ana.tap("dialog.correcting button.go")
    ana.sees_none("dialog.correcting[open]")
    ben.sees(".news", "Ana: 12 → 40. Now: Ana leads with 40")


def test_cards_tapped_and_clicked_go_to_one_player_after_the_other(
    daemon: Running, phone: Phones
) -> None:
    table = Table.started(daemon, "hearts", *FOUR, dealer="Di", depth="tricks")
    ana, ben = phone(table.address), phone(table.address)
    sit_down(ana, "Ana")
    pick(ana, "2C 5C", by="mouse")
    # With the last card all is said.
    pick(ana, "KC 9C", by="finger")
    ben.sees("#rulings", "Cy wins the trick")
    assert table.entered() == [
        {"plays": dict(zip(FOUR, ("2C", "5C", "KC", "9C"), strict=True))}
    ]


def test_a_pick_stays_while_others_enter_and_through_a_reload(
    daemon: Running, phone: Phones
) -> None:
    table = Table.started(daemon, "hearts", *FOUR, dealer="Di", depth="tricks")
    ana, ben = phone(table.address), phone(table.address)
    sit_down(ana, "Ana")
    sit_down(ben, "Ben")
    picked = "document.querySelector(`form[data-in-use] [data-card='5C']:checked`)"
    pick(ben, "5C", by="finger")
    pick(ana, "2C", by="finger")
    send(ana)
    # What others have played is not on the pad any more.
    ben.until("!document.querySelector(`form[data-in-use] [data-card='2C']`)")
    ben.until(picked)
    ben.open(table.address)
    wait_until_live(ben)
    ben.until(picked)
    send(ben)
    ana.until("!document.querySelector(`[data-card='5C']`)")
    assert table.entered() == [{"plays": {"Ana": "2C"}}, {"plays": {"Ben": "5C"}}]


def test_menu_leads_away_and_back(daemon: Running, phone: Phones) -> None:
    """The page that comes back has its menu closed, and what was entered meanwhile on
    it.
    """
    table = Table.started(daemon, "score-pad", "Ana", "Ben", dealer="Ben")
    ana = phone(table.address)
    wait_until_live(ana)
    ana.tap("header button.more[popovertarget]")
    ana.tap("#ways a", "Scores")
    ana.until(
        "location.pathname.endsWith('/scores') && document.readyState === 'complete'"
    )
    table.enter("round", points={"Ana": 3, "Ben": 8})
    ana.go_back()

    ana.sees("#rulings", "Ben leads with 8")
    assert ana.run("return document.querySelector('#ways').checkVisibility()") is False


def test_what_is_entered_while_the_line_is_cut_is_sent_when_it_is_whole(
    daemon: Running, wire: Wire, phone: Phones
) -> None:
    table = Table.started(daemon, "score-pad", "Ana", "Ben", dealer="Ben")
    ana = phone(table.through(wire.port))
    sit_down(ana, "Ana")
    enter_number(ana, "Ana", 7)
    wire.cut()
    # What says so takes its place first: a tap must not come while things move for it.
    ana.sees("#connection[data-state='away']")
    enter_number(ana, "Ben", 5)
    send(ana)
    ana.sees("#connection[data-state='away']", "1 entry waits to be sent")
    assert table.entered() == []
    wire.mend()
    ana.sees("#rulings", "Ana leads with 7")
    assert table.entered() == [{"points": {"Ana": 7, "Ben": 5}}]


def test_a_board_shows_its_code_large_and_small(daemon: Running, phone: Phones) -> None:
    table = Table.opened(daemon, "hearts", *FOUR)
    board = phone(f"{table.address}/board", wide=True)
    board.until("document.querySelector('button.scannable img').naturalWidth")
    small = board.sees("button.scannable img")
    assert small["width"] > 30
    assert small["height"] > 30
    board.tap("button.scannable")
    assert board.sees("#way-in img.qr")["width"] > 300
