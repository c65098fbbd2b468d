"""What one must enter with is on the screen: the cards under the ruling, and nothing
that lies over what one reads.
"""

import re

import pytest
from playwright.sync_api import Browser, expect

from .conftest import keep_picture
from .phones import BOARD
from .playing import enter, enter_trick, entry, form, pick, wait_until_live
from .tour import House, Phone, Seated, Visit

pytestmark = pytest.mark.slow

# The rows of cards that are seen whole: within the window, above what sticks to its
# bottom.
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
        hands = {
            "hidden": [f"{rank}S" for rank in cards],
            "exposed": [f"{rank}D" for rank in cards],
        }
        table.phones[seat].enter(table.code, "round", seat, **hands).said(201)
    return table


MOMENTS = {"trick": (a_trick, 2), "round": (a_round, 1)}
"""After which a ruling stands there, and how many rows of cards are to be seen below
it.
"""


# Of a trick the next board is asked on the phone of Ana, who deals.
@pytest.mark.parametrize(
    ("moment", "seat"), [("trick", "Ana"), ("round", "Ana"), ("round", "Ben")]
)
def test_cards_are_in_view_under_a_ruling(
    house: House, chromium: Browser, moment: str, seat: str
) -> None:
    play, wanted = MOMENTS[moment]
    table = play(house)
    context, page = house.view(
        chromium, Visit(moment, "table/playing.html", table.path(), table.as_seat(seat))
    )
    page.wait_for_selector("[data-bar]", state="attached")
    keep_picture(page, f"in-view-{moment}-{seat}")
    assert page.evaluate("scrollY") == 0
    rows = page.evaluate(ROWS_SEEN)
    context.close()
    assert rows >= wanted


def test_whoever_slaps_still_has_the_buzzer_and_the_ruling_in_view(
    house: House, chromium: Browser
) -> None:
    """The buzzer is folded away at the foot of the page while its race is entered: the
    page does not follow it.
    """
    table = house.started("slapjack", 3)
    context, page = house.view(
        chromium, Visit("slap", "table/playing.html", table.path(), table.as_seat("Cy"))
    )
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


def test_the_board_says_who_slapped_first_and_that_it_is_to_be_entered(
    house: House, chromium: Browser
) -> None:
    table = house.started("slapjack", 4)
    table.phones["Ben"].enter(table.code, "play", "Ben").said(201)
    wide = {"viewport": BOARD, "is_mobile": False, "has_touch": False}
    boards = [
        Visit("board", "table/board.html", table.path(f"/board{sides}"))
        for sides in ("", "?sides=2")
    ]
    (watched, board), (lies, tablet) = (
        house.view(chromium, visit, **wide) for visit in boards
    )
    for one in (board, tablet):
        wait_until_live(one)
    context, page = house.view(
        chromium, Visit("slap", "table/playing.html", table.path(), table.as_seat("Cy"))
    )
    buzzer = page.locator("[data-pad]")
    expect(buzzer).to_contain_text("ready")
    buzzer.tap()
    expect(board.locator(".finish figcaption")).to_contain_text("Cy was first")
    expect(board.locator(".finish figcaption")).to_be_in_viewport(ratio=1)
    expect(board.locator("[data-next]")).to_contain_text("Enter it on a phone")
    for half in tablet.locator(".half").all():
        expect(half).to_contain_text("Cy was first")
        expect(half).to_contain_text("Enter it on a phone")
    expect(page.locator("main")).not_to_contain_text("Your turn")
    last = page.locator("form.prompt [data-field='takes'] label.pick").last
    expect(last).to_be_in_viewport(ratio=1)
    for one in (context, watched, lies):
        one.close()


@pytest.mark.parametrize(
    ("is_moved", "is_opened"),
    [(False, False), (True, False), (True, True)],
    ids=["left alone", "moved", "moved and opened"],
)
def test_a_phone_that_entered_before_is_brought_to_the_ruling(
    house: House, chromium: Browser, is_moved: bool, is_opened: bool
) -> None:
    """One phone enters for all but the last, whose own phone brings the ruling; who
    reads elsewhere is left there.
    """
    table = house.started("faj", 3, sit=False)
    cy = table.host.post(f"/tables/{table.code}/join", {"name": "Cy"}).said(201)
    table.phones["Cy"] = Phone(house.app, cy["seat_token"])
    visit = Visit("first", "table/playing.html", table.path(), table.as_host)
    context, page = house.view(chromium, visit, viewport={"width": 360, "height": 480})
    board = form(page, "Turn one trick card")
    pick(board, ["3C"])
    enter(board)
    # With the last card of those without a phone all is said.
    enter_trick(form(page, "Place a card"), ["JC", "QH"])
    expect(page.locator("[data-next]").first).to_contain_text("Waiting for Cy")
    if is_moved:
        page.evaluate("scrollTo(0, document.body.scrollHeight)")
    table.phones["Cy"].enter(table.code, "play", "Cy", plays={"Cy": "AC"}).said(201)
    expect(form(page, "Turn 2 trick cards")).to_be_attached()
    summary = page.locator("[data-rulings] .summary")
    expect(summary).to_contain_text("Cy wins the trick")
    line = page.locator("[data-rulings] .brief")
    news = page.locator(".news-line")
    if is_moved:
        expect(line).not_to_be_in_viewport()
        expect(news).to_contain_text("Cy wins the trick")
        if is_opened:
            page.locator("[data-ruling=line]").evaluate("line => line.open = true")
            page.evaluate("scrollTo(0, 0)")
        else:
            news.tap()
            expect(line).to_be_in_viewport(ratio=1)
        expect(news).to_have_count(0)
    else:
        expect(news).to_have_count(0)
        expect(line).to_be_in_viewport(ratio=1)
    context.close()


def test_a_correction_is_seen_by_whoever_looks_further_down(
    house: House, chromium: Browser
) -> None:
    table = a_trick(house)
    visit = Visit("down", "table/playing.html", table.path(), table.as_seat("Ben"))
    context, page = house.view(chromium, visit, viewport={"width": 360, "height": 640})
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    table.host.post(
        f"/tables/{table.code}/corrections",
        {"changes": [{"seq": 1, "data": {"cards": ["8H"]}}]},
    ).said(201)
    news = page.locator(".news-line")
    expect(news).to_be_in_viewport(ratio=1)
    expect(news).to_contain_text("7♥ → 8♥")
    expect(news).to_have_accessible_name(
        re.compile("the seven of hearts, now the eight of hearts")
    )
    keep_picture(page, "in-view-news-line")
    news.tap()
    expect(page.locator(".news [data-asked]")).to_be_in_viewport(ratio=1)
    expect(news).to_have_count(0)
    context.close()


COVERED = """line => {
  const { top, bottom } = line.getBoundingClientRect();
  const things = document.querySelectorAll("main :is(.card, button, a[href], input, summary)");
  return [...things].filter((thing) => thing !== line && thing.checkVisibility()).filter((thing) => {
    const box = thing.getBoundingClientRect();
    return box.height > 1 && box.top < bottom - 1 && box.bottom > top + 1;
  }).map((thing) => thing.textContent.trim());
}"""


def test_the_line_of_news_covers_no_card_and_goes_with_the_next_entry(
    house: House, chromium: Browser
) -> None:
    table = a_trick(house)
    visit = Visit("covers", "table/playing.html", table.path(), table.as_seat("Ben"))
    context, page = house.view(chromium, visit, viewport={"width": 360, "height": 640})
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    change = {"changes": [{"seq": 1, "data": {"cards": ["8H"]}}]}
    table.host.post(f"/tables/{table.code}/corrections", change).said(201)
    news = page.locator(".news-line")
    expect(news).to_contain_text("7♥ → 8♥")
    # Wherever one looks, it is hidden or lies over nothing that is looked at or tapped.
    for share in (1, 0.8, 0.6):
        page.evaluate(
            f"scrollTo(0, document.body.scrollHeight * {share} - innerHeight / 2)"
        )
        page.evaluate("() => new Promise(requestAnimationFrame)")
        if news.is_visible():
            assert news.evaluate(COVERED) == []
    seq = int(page.locator("main").get_attribute("data-seq") or 0)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    table.enter("board", cards=["4C", "5C"])
    expect(page.locator(f"main[data-seq='{seq + 1}']")).to_be_attached()
    expect(news).to_have_count(0)
    context.close()


def test_what_was_corrected_comes_into_view_where_nobody_picks_or_reads_below(
    house: House, chromium: Browser
) -> None:
    """After an entry a page has moved up a little by itself."""
    table = house.started("faj", 4)
    table.enter("board", cards=["7H"])
    visit = Visit("comes", "table/playing.html", table.path(), table.as_seat("Cy"))
    context, page = house.view(chromium, visit, viewport={"width": 360, "height": 640})
    wait_until_live(page)
    page.evaluate("scrollTo(0, 60)")
    change = {"changes": [{"seq": 1, "data": {"cards": ["8H"]}}]}
    table.host.post(f"/tables/{table.code}/corrections", change).said(201)
    expect(page.locator(".news .note")).to_contain_text("7♥ → 8♥")
    expect(page.locator(".news .note")).to_be_in_viewport(ratio=1)

    pick(page.locator("form.prompt").first, ["QD"])
    page.evaluate("scrollTo(0, 60)")
    change = {"changes": [{"seq": 1, "data": {"cards": ["9H"]}}]}
    table.host.post(f"/tables/{table.code}/corrections", change).said(201)
    expect(page.locator(".news .note").first).to_contain_text("8♥ → 9♥")
    expect(page.locator(".news-line")).to_contain_text("8♥ → 9♥")
    assert page.evaluate("scrollY") >= 60
    context.close()


def test_news_go_by_a_tap_and_stay_away(house: House, chromium: Browser) -> None:
    """They were read then: what happens next does not bring them back."""
    table = house.started("faj", 4)
    table.enter("board", cards=["7H"])
    change = {"changes": [{"seq": 1, "data": {"cards": ["8H"]}}]}
    table.host.post(f"/tables/{table.code}/corrections", change).said(201)
    visit = Visit("news", "table/playing.html", table.path(), table.as_seat("Ben"))
    context, page = house.view(chromium, visit)
    told = page.locator(".news .note")
    expect(told).to_contain_text("7♥ → 8♥")
    told.get_by_role("button", name="Hide this").tap()
    expect(told).to_be_hidden()
    table.enter("play", "Cy", plays={"Cy": "QD"})
    expect(page.locator("main[data-seq='3']")).to_be_attached()
    expect(told).to_be_hidden()
    context.close()
