"""Two phones at a questioned ruling: asked on one, seen at once on the other, voted on,
overruled by the host; and how many taps each of this takes.
"""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.commandline.running import Running

from .conftest import Phones, keep_picture
from .phones import BOARD
from .playing import (
    enter,
    entry,
    form,
    pick,
    place,
    rulings,
    seat_two,
    turn_to,
    wait_until_live,
)
from .tour import House, Seated, Visit

TOPS = "cards => cards.map(card => card.getBoundingClientRect().top)"


class Thumb:
    """Counts what is tapped, since it was last asked."""

    def __init__(self) -> None:
        self.taps = 0

    def tap(self, what: Locator) -> None:
        # The script that lets buttons rest runs before the page is loaded.
        what.page.wait_for_load_state("load")
        what.tap()
        self.taps += 1

    def counted(self) -> int:
        taps, self.taps = self.taps, 0
        return taps


def object_to_it(page: Page, thumb: Thumb) -> None:
    """Question the latest ruling with a reason, from where it stands."""
    thumb.tap(page.get_by_role("link", name="Dispute this ruling"))
    expect(page.get_by_label("Why?")).to_be_focused()
    page.keyboard.type("That was the king of spades.")
    thumb.tap(page.get_by_role("button", name="Dispute it"))


def play_a_trick(daemon: Running, phone: Phones) -> tuple[Page, Page, Page]:
    """The phones of Ana, who has won the trick, and Ben, and the board."""
    pages = seat_two(
        phone, f"http://table.test:{daemon.port}/", "Faces, Aces, & Jokers"
    )
    ana, ben, _ = pages
    lay = form(ana, "Turn one trick card")
    pick(lay, ["3C"])
    enter(lay)
    place(ben, "QC")
    place(ana, "KC")
    return pages


LOOK = """button => {
  const { top, height, width } = button.getBoundingClientRect();
  return [getComputedStyle(button).backgroundColor, top, height, Math.round(width)];
}"""


@pytest.mark.slow
def test_how_many_taps_an_objection_takes(daemon: Running, phone: Phones) -> None:
    ana, ben, _ = play_a_trick(daemon, phone)
    thumb = Thumb()
    asked = ana.get_by_role("heading", name="Ben disputes a ruling")

    object_to_it(ben, thumb)
    expect(asked).to_be_visible()
    assert thumb.counted() == 2
    thumb.tap(ana.locator("#wrong-entry").get_by_role("link", name="queen of clubs"))
    again = ana.locator("dialog form.prompt")
    thumb.tap(again.locator(".pick:has([aria-label='ace of clubs'])").first)
    thumb.tap(again.get_by_role("button", name="Change"))
    expect(asked).to_have_count(0)
    expect(rulings(ana).first).to_contain_text("Ben wins the trick")
    assert thumb.counted() == 3

    object_to_it(ben, thumb)
    expect(asked).to_be_visible()
    thumb.counted()
    uphold = ana.get_by_role("button", name="Uphold")
    overturn = ana.get_by_role("button", name="Overturn")
    # For a moment after it has come, nothing there is tapped by mistake.
    for each in (uphold, overturn):
        expect(each).to_be_enabled()
    alike = [each.evaluate(LOOK) for each in (uphold, overturn)]
    assert alike[0] == alike[1], "both ways are as loud"
    thumb.tap(overturn)
    later = ana.get_by_label("Remove later entries that no longer fit")
    expect(later).to_have_count(0)
    ana.locator("#overrule").get_by_role("radio", name="Ana").tap()
    thumb.tap(ana.get_by_role("button", name="Yes: Overturn"))
    expect(asked).to_have_count(0)
    assert thumb.counted() == 2

    object_to_it(ben, thumb)
    expect(asked).to_be_visible()
    thumb.counted()
    thumb.tap(uphold)
    thumb.tap(ana.get_by_role("button", name="Yes: Uphold"))
    expect(asked).to_have_count(0)
    assert thumb.counted() == 2


def disputed_round(house: House, hidden: str = "5C 5D JS") -> tuple[Seated, str]:
    """A round of Four Aces of which Ben says that a card is wrong, and his dispute."""
    table = house.started("four-aces", 3)
    hands = {
        "Ana": ("2H 3H 4H", "9S 9D KC"),
        "Ben": (hidden, "AC 3D QH"),
        "Cy": ("6S 7S 8S", "TD TH 2C"),
    }
    for seat, (hidden, exposed) in hands.items():
        table.enter("round", seat, hidden=hidden.split(), exposed=exposed.split())
    said = {"seq": 3, "why": "Cy had the three of clubs."}
    way = f"/tables/{table.code}/disputes"
    return table, table.phones["Ben"].post(way, said).said(201)["id"]


def test_any_card_of_a_disputed_round_is_corrected_by_a_tap_on_it(
    house: House, chromium: Browser
) -> None:
    """At Four Aces the ruling adds hands up and shows no cards: the entries do."""
    table, _ = disputed_round(house)
    board = Visit("board", "table/board.html", table.path("/board"))
    context, page = house.view(chromium, board, viewport=BOARD, is_mobile=False)
    middle = page.locator("[data-middle]")
    cards = middle.locator(".card")
    expect(cards).to_have_count(18)
    for shown in (*cards.all(), middle.get_by_role("table")):
        expect(shown).to_be_in_viewport(ratio=1)
    context.close()

    visit = Visit("round", "table/playing.html", table.path(), table.as_host)
    context, page = house.view(chromium, visit)
    entered = page.locator("#wrong-entry")
    expect(entered.locator(".card")).to_have_count(18)
    expect(entered.get_by_role("link")).to_have_count(18)
    for card in entered.get_by_role("link").all():
        expect(card).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("Say what counts instead")).to_be_in_viewport(ratio=1)
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        tops = entered.locator(".card").evaluate_all(TOPS)
        assert len({*tops}) == 3, f"a line a player, {width} wide"
    entered.get_by_role("link", name="Correct Cy’s two of clubs").tap()
    again = page.locator("dialog form.prompt")
    three = again.locator(".pick:has([aria-label='three of clubs'])")
    three.locator("visible=true").tap()
    again.get_by_role("button", name="Change").tap()
    expect(page.locator("[data-dispute]")).to_have_count(0)
    log = table.host.get(f"/tables/{table.code}/log").said(200)["entries"]
    assert "3C" in log[2]["data"]["exposed"]
    context.close()


def test_a_missing_card_takes_no_other_ones_place(
    house: House, chromium: Browser
) -> None:
    table, _ = disputed_round(house, "5C 5D")
    visit = Visit("round", "table/playing.html", table.path(), table.as_host)
    context, page = house.view(chromium, visit)
    page.get_by_role("link", name="Correct Ben’s five of clubs").tap()
    again = page.locator("dialog form.prompt")
    again.get_by_role("button", name="Add a card").tap()
    expect(again).to_contain_text("Tap the card to add.")
    jack = again.locator(".pick:has([aria-label='jack of spades'])")
    jack.locator("visible=true").tap()
    for card in ("5C", "JS"):
        picked = again.locator(f"input[name='pick=hidden'][value='{card}']")
        expect(picked).to_be_checked()
    context.close()


@pytest.mark.slow
def test_a_questioned_ruling(daemon: Running, phone: Phones) -> None:
    ana, ben, board = play_a_trick(daemon, phone)
    expect(rulings(ben).first).to_contain_text("Ana wins the trick")

    ben.get_by_role("link", name="Dispute this ruling").tap()
    keep_picture(ben, "question")
    ben.get_by_label("Why?").fill("That was the king of spades.")
    ben.get_by_role("button", name="Dispute it").tap()

    for page in (ana, ben, board):
        expect(
            page.get_by_role("heading", name="Ben disputes a ruling")
        ).to_be_visible()
        expect(page.get_by_text("That was the king of spades.")).to_be_visible()
    expect(board.get_by_role("main").get_by_role("button")).to_have_count(0)
    keep_picture(ana, "dispute-host")
    keep_picture(ben, "dispute-seat")
    for page, can in ((ana, True), (ben, False)):
        board_of_two = form(page, "Turn 2 trick cards")
        expect(board_of_two.locator("button.go")).to_be_visible(visible=can)
    for way in ("Uphold", "Overturn"):
        expect(ana.get_by_role("button", name=way)).to_be_in_viewport(ratio=1)
    expect(ben.get_by_role("group", name="Your vote")).to_be_in_viewport()
    expect(ana.locator("[data-dispute]")).to_contain_text(re.compile("Overturn 1 BBen"))
    expect(ana.get_by_role("heading", name="You decide, as the host")).to_be_visible()
    expect(ana.get_by_role("button", name="Overturn 1 Ben")).to_have_count(0)
    expect(ana.get_by_text("Only vote, as Ana")).to_be_visible()
    expect(ben.get_by_role("button", name="Overturn 1 Ben")).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(ben.get_by_role("button", name="The ruling stands")).to_have_count(0)

    ana.get_by_text("Say what counts instead").tap()
    ana.locator("#overrule").get_by_role("radio", name="Ben").tap()
    ana.locator("#overrule-why").fill("All saw it.")
    keep_picture(ana, "overrule")
    ana.get_by_role("button", name="Show what changes").tap()
    expect(ana.get_by_text("This changes: Ana: 1 → 0; Ben: 0 → 1.")).to_be_in_viewport()
    overturn = ana.locator("[data-dock]").get_by_role("button", name="Yes: Overturn")
    expect(overturn).to_be_in_viewport()
    keep_picture(ana, "overrule-shown")
    overturn.tap()
    expect(rulings(ana).first).to_contain_text("Overturned: Ben wins.")
    keep_picture(ana, "overruled")

    for page in (ben, board):
        expect(page.get_by_role("heading", name="Ben disputes a ruling")).to_have_count(
            0
        )
        expect(rulings(page).first).to_contain_text("Overturned: Ben wins.")
    expect(entry(ben, "board").locator("button.go")).to_be_enabled()
    turn_to(ben, "Log")
    expect(
        ben.get_by_role("link", name="Ben disputed “Ana wins the trick")
    ).to_be_visible()
    keep_picture(ben, "dispute-log")


def test_a_card_that_is_corrected_when_the_dispute_is_settled_is_corrected_alone(
    house: House, chromium: Browser
) -> None:
    table, dispute = disputed_round(house)
    visit = Visit("round", "table/playing.html", table.path(), table.as_host)
    context, page = house.view(chromium, visit)
    wait_until_live(page)
    page.get_by_role("link", name="Correct Cy’s two of clubs").tap()
    dialog = page.locator("dialog")
    three = dialog.locator(".pick:has([aria-label='three of clubs'])")
    three.locator("visible=true").tap()
    expect(three.locator("[name='pick=exposed']")).to_be_checked()
    way = f"/tables/{table.code}/disputes/{dispute}/withdraw"
    table.phones["Ben"].post(way, {}).said(201)
    told = "The dispute is settled. This changes the entry alone."
    expect(dialog).to_contain_text(told)
    expect(three.locator("[name='pick=exposed']")).to_be_checked()
    dialog.get_by_role("button", name="Change").tap()
    expect(page.locator("dialog[open]")).to_have_count(0)
    log = table.host.get(f"/tables/{table.code}/log").said(200)["entries"]
    assert "3C" in log[2]["data"]["exposed"]
    context.close()


def test_a_score_that_is_decided_is_seen_whole(house: House, chromium: Browser) -> None:
    table = house.started("skat", 3, options={"depth": "deals"})
    bid = {"declarer": "Ana", "game": "grand", "announced": "nothing", "bid": 40}
    table.enter("contract", **bid)
    table.enter("deal", matadors=2, without=False, points=55, tricks="some")
    said = {"seq": 2, "ruling": 0}
    table.phones["Ben"].post(f"/tables/{table.code}/disputes", said).said(201)
    visit = Visit("skat", "table/playing.html", table.path(), table.as_host)
    context, page = house.view(chromium, visit)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.get_by_text("Say what counts instead").tap()
    form = page.locator("#overrule")
    score = form.get_by_role("spinbutton", name="The declarer scores")
    assert score.evaluate("one => one.scrollWidth <= one.clientWidth")
    score.tap()
    expect(score).to_have_class("at-pad")
    assert not errors
    context.close()


def test_no_way_to_vote_is_broken_within_a_word(
    house: House, chromium: Browser
) -> None:
    table = house.started("hearts", 4, options={"depth": "tricks"})
    seats = table.host.look(table.code)["seats"]
    for cards in ("AC 2C 3C 4D", "KC 5C 6C 7C"):
        plays = dict(zip(seats, cards.split(), strict=True))
        table.enter("trick", plays=plays)
    said = {"seq": 2}
    table.phones["Ben"].post(f"/tables/{table.code}/disputes", said).said(201)
    visit = Visit("votes", "table/playing.html", table.path(), table.as_host)
    context, page = house.view(chromium, visit)
    labels = page.locator(".tally > span > span:first-child")
    expect(labels).to_have_text(["Uphold", "Overturn"])
    for label in labels.all():
        assert label.evaluate(LINES) == 1
    context.close()


LINES = """label => {
  const range = document.createRange();
  range.selectNodeContents(label);
  return range.getClientRects().length;
}"""
