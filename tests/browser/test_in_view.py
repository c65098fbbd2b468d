"""What one must enter with is on the screen: the cards under the ruling, and nothing that lies over what one reads."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from .conftest import keep_picture
from .phones import BOARD
from .playing import enter, entry, follows, form, goes_on, pick
from .tour import House, Seated, Visit

pytestmark = pytest.mark.slow

# The rows of cards that are seen whole: within the window, above what sticks to its bottom.
ROWS_SEEN = """() => {
  const form = document.querySelector(".prompts > form.prompt");
  const bottom = form.querySelector(".send").getBoundingClientRect().top;
  const rows = [...form.querySelectorAll("label.pick")].map((found) => found.getBoundingClientRect());
  return new Set(rows.filter((box) => box.height && box.bottom <= bottom).map((box) => box.top)).size;
}"""


def a_trick(house: House) -> Seated:
    table = house.started("faj", 2)
    table.phones["Ana"].enter(table.code, "board", cards=["7H"]).said(201)
    table.phones["Ben"].enter(table.code, "play", "Ben", plays={"Ben": "XB"}).said(201)
    table.phones["Ana"].enter(table.code, "play", "Ana", plays={"Ana": "AS"}).said(201)
    return table


def a_round(house: House) -> Seated:
    table = house.started("four-aces", 3)
    for seat, cards in (("Ana", "2468"), ("Ben", "3579"), ("Cy", "TJQK")):
        hands = {"hidden": [f"{rank}S" for rank in cards], "exposed": [f"{rank}D" for rank in cards]}
        table.phones[seat].enter(table.code, "round", seat, **hands).said(201)
    return table


MOMENTS = {"trick": (a_trick, 2), "round": (a_round, 1)}
"""After which a ruling stands there, and how many rows of cards are to be seen below it."""


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("seat", ["Ana", "Ben"])
def test_cards_are_in_view_under_a_ruling(house: House, chromium: Browser, moment: str, seat: str) -> None:
    play, wanted = MOMENTS[moment]
    table = play(house)
    context, page = house.view(chromium, Visit(moment, "table/playing.html", table.path(), table.as_seat(seat)))
    page.wait_for_selector("[data-bar]", state="attached")
    keep_picture(page, f"in-view-{moment}-{seat}")
    assert page.evaluate("scrollY") == 0
    rows = page.evaluate(ROWS_SEEN)
    context.close()
    assert rows >= wanted


def test_a_low_screen_shows_cards_under_a_ruling_too(house: House, chromium: Browser) -> None:
    """A laptop is wide and not high: what is long shows its beginning there as on a phone."""
    laptop = {"viewport": {"width": 1280, "height": 800}, "is_mobile": False, "has_touch": False}
    table = a_trick(house)
    table.phones["Ana"].enter(table.code, "board", cards=["2H", "5S"]).said(201)
    visit = Visit("laptop", "table/playing.html", table.path(), table.as_seat("Ben"))
    context, page = house.view(chromium, visit, **laptop)
    page.wait_for_selector("[data-bar]", state="attached")
    keep_picture(page, "in-view-laptop")
    rows = page.evaluate(ROWS_SEEN)
    context.close()
    assert rows >= 1


def test_whose_turn_it_is_stays_in_view_while_one_phone_enters_all(house: House, chromium: Browser) -> None:
    """The form of a card that need not be named is small: after an entry its head is seen, and what is next."""
    table = house.started("slapjack", 3, sit=False)
    small = {"viewport": {"width": 360, "height": 640}}
    context, page = house.view(chromium, Visit("all", "table/playing.html", table.path(), table.as_host), **small)
    for seat in ("Ben", "Cy", "Ana"):
        enter(entry(page, "play", seat))
        expect(page.get_by_role("button", name=f"Undo {seat}’s")).to_be_visible()
        head = page.locator(".prompts > form.prompt h2")
        expect(head).to_be_in_viewport(ratio=1)
        expect(page.locator("[data-next]")).to_be_in_viewport(ratio=1)
    context.close()


def test_while_a_ruling_is_questioned_only_the_host_is_told_what_is_next(house: House, chromium: Browser) -> None:
    table = a_trick(house)
    table.phones["Ana"].post(f"/tables/{table.code}/disputes", {"seq": 3, "why": "!"}).said(201)
    for cookies, told in ((table.as_seat("Ben"), 0), (table.as_host, 1)):
        context, page = house.view(chromium, Visit("questioned", "table/playing.html", table.path(), cookies))
        expect(page.locator("[data-next]")).to_have_count(told)
        context.close()


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "es-ES"])
def test_a_corrected_card_is_seen_beside_its_buttons(house: House, chromium: Browser, locale: str) -> None:
    table = a_trick(house)
    visit = Visit("correct", "entries/correct.html", table.path("/correct/1"), table.as_host)
    context, page = house.view(chromium, visit, viewport={"width": 360, "height": 640}, locale=locale)
    card, *buttons = (page.locator(f".send {place}").first for place in (".chip .card", ".go", ".danger"))
    keep_picture(page, f"in-view-correct-{locale}")
    right, *lefts = (found.bounding_box() for found in (card, *buttons))
    context.close()
    assert right and all(lefts)
    assert len({round(box["y"]) for box in lefts if box}) == 1, "in one line"
    assert all(right["x"] + right["width"] <= box["x"] for box in lefts if box), "beside the card"


def test_whoever_slaps_still_has_the_buzzer_and_the_ruling_in_view(house: House, chromium: Browser) -> None:
    """The buzzer is folded away at the foot of the page while its race is entered: the page does not follow it."""
    table = house.started("slapjack", 3)
    context, page = house.view(chromium, Visit("slap", "table/playing.html", table.path(), table.as_seat("Cy")))
    table.phones["Ben"].enter(table.code, "play", "Ben", card=["JH"]).said(201)
    buzzer = page.locator("[data-pad]")
    expect(buzzer).to_contain_text("ready")
    buzzer.tap()
    expect(page.locator("[data-raced]")).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") == 0
    enter(entry(page, "slap"))
    expect(page.locator("[data-rulings] .summary")).to_contain_text("Cy takes the pile")
    expect(page.locator("[data-rulings] .brief")).to_be_in_viewport(ratio=1)
    expect(buzzer).to_be_in_viewport(ratio=1)
    context.close()


def test_the_board_says_who_slapped_first_and_that_it_is_to_be_entered(house: House, chromium: Browser) -> None:
    table = house.started("slapjack", 4)
    table.phones["Ben"].enter(table.code, "play", "Ben").said(201)
    wide = {"viewport": BOARD, "is_mobile": False, "has_touch": False}
    boards = [Visit("board", "table/board.html", table.path(f"/board{sides}")) for sides in ("", "?sides=2")]
    (watched, board), (lies, tablet) = (house.view(chromium, visit, **wide) for visit in boards)
    for one in (board, tablet):
        follows(one)
    context, page = house.view(chromium, Visit("slap", "table/playing.html", table.path(), table.as_seat("Cy")))
    buzzer = page.locator("[data-pad]")
    expect(buzzer).to_contain_text("ready")
    buzzer.tap()
    expect(board.locator(".finish figcaption")).to_contain_text("Cy was first")
    expect(board.locator(".finish figcaption")).to_be_in_viewport(ratio=1)
    expect(board.locator("[data-next]")).to_contain_text("Somebody enters it on a phone")
    for half in tablet.locator(".half").all():
        expect(half).to_contain_text("Cy was first")
        expect(half).to_contain_text("Somebody enters it on a phone")
    expect(page.locator("[data-next]")).to_have_count(0)
    last = page.locator("form.prompt [data-field='takes'] label.pick").last
    expect(last).to_be_in_viewport(ratio=1)
    for one in (context, watched, lies):
        one.close()


@pytest.mark.parametrize("is_moved", [False, True], ids=["left alone", "moved"])
def test_a_phone_that_entered_before_is_brought_to_the_ruling(house: House, chromium: Browser, is_moved: bool) -> None:
    """One phone enters for all but the last, whose own phone brings the ruling; who reads elsewhere is left there."""
    table = house.started("faj", 3)
    context, page = house.view(chromium, Visit("first", "table/playing.html", table.path(), table.as_host))
    board = form(page, "The board of trick 1")
    pick(board, ["3C"])
    enter(board)
    mine = form(page, "Place a card")
    pick(mine, ["JC", "QH"])
    enter(mine)
    expect(mine.locator("h2")).to_contain_text("Cy")
    if is_moved:
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
    table.phones["Cy"].enter(table.code, "play", "Cy", plays={"Cy": "AC"}).said(201)
    expect(form(page, "The board of trick 2")).to_be_attached()
    summary = page.locator("[data-rulings] .summary")
    expect(summary).to_contain_text("Cy wins the trick")
    line = page.locator("[data-rulings] .brief")
    news = page.locator(".news-line")
    if is_moved:
        expect(line).not_to_be_in_viewport()
        expect(news).to_contain_text("Cy wins the trick")
        news.tap()
        expect(line).to_be_in_viewport(ratio=1)
        expect(news).to_have_count(0)
    else:
        expect(news).to_have_count(0)
        expect(line).to_be_in_viewport(ratio=1)
    context.close()


def test_a_correction_is_seen_by_whoever_looks_further_down(house: House, chromium: Browser) -> None:
    table = a_trick(house)
    visit = Visit("down", "table/playing.html", table.path(), table.as_seat("Ben"))
    context, page = house.view(chromium, visit, viewport={"width": 360, "height": 640})
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    table.host.post(f"/tables/{table.code}/corrections", {"changes": [{"seq": 1, "data": {"cards": ["8H"]}}]}).said(201)
    news = page.locator(".news-line")
    expect(news).to_be_in_viewport(ratio=1)
    expect(news).to_contain_text("The host corrected entry 1")
    keep_picture(page, "in-view-news-line")
    news.tap()
    expect(page.locator(".news [data-asked]")).to_be_in_viewport(ratio=1)
    expect(news).to_have_count(0)
    context.close()


def test_votes_stand_above_the_bar_of_a_phone_that_lies_on_its_side(house: House, chromium: Browser) -> None:
    table = a_round(house)
    asked = {"seq": 3, "why": "Ben has a pair of fives there."}
    id = table.phones["Cy"].post(f"/tables/{table.code}/disputes", asked).said(201)["id"]
    table.phones["Ana"].post(f"/tables/{table.code}/disputes/{id}/vote", {"uphold": True}).said(201)
    visit = Visit("votes", "table/playing.html", table.path(), table.as_seat("Ben"))
    context, page = house.view(chromium, visit, viewport={"width": 844, "height": 390}, locale="de-DE")
    expect(page.locator(".prompts .send .waits").first).to_be_visible()
    keep_picture(page, "in-view-votes")
    bar = page.locator(".prompts .send").first.bounding_box()
    votes = [vote.bounding_box() for vote in page.locator(".dispute [name='uphold']").all()]
    assert bar and len(votes) == 2
    assert all(vote and vote["y"] + vote["height"] <= bar["y"] for vote in votes)
    context.close()


def test_a_narrow_phone_shows_everything_and_every_card_picked(house: House, chromium: Browser) -> None:
    table = house.started("tripp-jokes", 3)
    table.phones["Ana"].enter(table.code, "lay", "Ana", cards=["9S", "JH", "AS"]).said(201)
    visit = Visit("narrow", "table/playing.html", table.path(), table.as_seat("Ben"))
    context, page = house.view(chromium, visit, viewport={"width": 360, "height": 640}, locale="es-ES")
    tag = page.locator(".scores .tag").first
    tag.evaluate("found => { found.textContent = 'primer repartidor, por sorteo y elegido'; }")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    laying = page.locator("form.prompt.current, .prompts > form.prompt").first
    for card in ("JD", "7S", "3C"):
        laying.locator(f"[data-card='{card}']").first.check(force=True)
    tray, chip = laying.locator(".chips").bounding_box(), laying.locator(".chip").first.bounding_box()
    keep_picture(page, "in-view-narrow")
    assert tray and chip and chip["x"] >= tray["x"]
    for part in (".chips", ".go"):
        assert laying.locator(part).evaluate("found => found.scrollWidth <= found.clientWidth"), part
    context.close()


def test_at_a_buzzer_the_next_card_is_entered_right_below_it(house: House, chromium: Browser) -> None:
    """A ruling stands first until play goes on: from then on who is next has their button in view."""
    table = house.started("slapjack", 3)
    table.phones["Ben"].enter(table.code, "play", "Ben", card=["JH"]).said(201)
    slap = {"order": ["Cy", "Ana"], "takes": ["JH"]}
    table.phones["Cy"].enter(table.code, "slap", "Cy", **slap).said(201)
    context, page = house.view(chromium, Visit("next", "table/playing.html", table.path(), table.as_seat("Ana")))
    summary, go = page.locator("[data-rulings] .summary"), page.locator(".prompts > form.prompt button.go")
    expect(summary).to_be_in_viewport(ratio=1)
    table.phones["Cy"].enter(table.code, "play", "Cy").said(201)
    mark, told = page.locator("[data-next] .next-mark"), page.locator("[data-next] .lead-part")
    expect(mark).to_have_text("Your turn")
    heading, below = mark.bounding_box(), told.bounding_box()
    assert heading and below and heading["y"] + heading["height"] <= below["y"] + 1, "a line of its own"
    assert page.evaluate("scrollY") == 0
    for found in (page.locator("[data-pad]"), page.locator("[data-next]"), go):
        expect(found).to_be_in_viewport(ratio=1)
    expect(summary).to_be_attached()
    context.close()


def test_a_panel_with_a_refusal_stays_open_when_somebody_else_enters(house: House, chromium: Browser) -> None:
    table = house.started("four-aces", 3)
    context, page = house.view(chromium, Visit("call", "table/playing.html", table.path(), table.as_seat("Ana")))
    call = entry(page, "four_aces", "Ana")
    enter(call)
    expect(call.get_by_role("alert").first).to_be_visible()
    hands = {"hidden": ["2S", "3S", "4S", "5S"], "exposed": ["6S", "7S", "8S", "9S"]}
    table.phones["Ben"].enter(table.code, "round", "Ben", **hands).said(201)
    expect(page.locator("#main")).to_have_attribute("data-seq", "1")
    expect(call.get_by_role("alert").first).to_be_visible()
    context.close()


def test_the_button_stays_at_the_thumb_when_only_the_fold_for_the_others_is_opened(
    house: House, chromium: Browser
) -> None:
    table = house.started("four-aces", 3, sit=False)
    context, page = house.view(chromium, Visit("others", "table/playing.html", table.path(), table.as_host))
    page.locator("details.others > summary").tap()
    expect(page.locator("details.others[open]")).to_have_count(1)
    goes_on(page)
    expect(page.locator("form.prompt.current > .send button.go")).to_be_in_viewport(ratio=1)
    context.close()


ROUND = {"Ana": "2H 3H 4H", "Ben": "5C 5D JS", "Cy": "6S 7S 8S"}
TAPPED = """
() => [...document.querySelectorAll("[data-field='hidden'] label.pick")].filter((card) => {
  const { left, top, width, height } = card.getBoundingClientRect();
  return card.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).length
"""
"""How many cards of the hidden hand a tap on their middle would pick."""


def test_all_cards_can_be_tapped_below_what_is_told_of_a_dispute(house: House, chromium: Browser) -> None:
    table = house.started("four-aces", 3)
    for seat, hidden in ROUND.items():
        table.enter("round", seat, hidden=hidden.split(), exposed=[], locked=[])
    asked = table.host.post(f"/tables/{table.code}/disputes", {"seq": 3}).said(201)["id"]
    table.host.post(f"/tables/{table.code}/disputes/{asked}/resolve", {"as": "upheld"}).said(201)
    context, page = house.view(
        chromium, Visit("settled", "table/playing.html", table.path(), table.as_seat("Ben")), locale="es"
    )
    expect(page.locator(".news")).to_be_visible()
    assert page.evaluate(TAPPED) == 54
    context.close()


LINES = "found => found.getBoundingClientRect().height / parseFloat(getComputedStyle(found).lineHeight)"


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "es-ES"])
def test_why_nothing_can_be_entered_is_read_beside_the_button(house: House, chromium: Browser, locale: str) -> None:
    """What the button counts otherwise leaves it the room."""
    table = house.started("jizara", 2)
    table.phones["Ana"].enter(table.code, "turn", card=["AS"]).said(201)
    for seat, hand in (("Ana", "KD QD JD TD 9D"), ("Ben", "2C 3C 5C 6C 7C")):
        table.phones[seat].enter(table.code, "hand", seat, cards=hand.split()).said(201)
    table.phones["Ana"].post(f"/tables/{table.code}/disputes", {"seq": 3, "why": "!"}).said(201)
    visit = Visit("waits", "table/playing.html", table.path(), table.as_seat("Ben"))
    context, page = house.view(chromium, visit, locale=locale)
    expect(page.locator("form.prompt.current")).to_be_visible()
    keep_picture(page, f"in-view-waits-{locale}")
    lines = page.locator(".prompts .send .waits").locator("visible=true").evaluate(LINES)
    context.close()
    assert lines <= 3
