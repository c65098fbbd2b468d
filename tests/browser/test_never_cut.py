"""What is never cut on a small phone: what the table should look at once more, and
names.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Locator, expect

from .phones import launched
from .playing import entry, go_button, open_ruling
from .tour import House, Phone, Seated, Visit, random_match, up_to

pytestmark = pytest.mark.slow

LONGEST = "Wolfeschlegelsteinhausenberger"
"""As long as a name may be, in one word."""
# Whether all of a text is on the screen, and nothing that it stands in hides a part of
# it.
IS_WHOLE = """found => {
  const range = document.createRange();
  range.selectNodeContents(found);
  const text = range.getBoundingClientRect();
  const within = (box) => text.left >= box.left - 1 && text.right <= box.right + 1 && text.bottom <= box.bottom + 1;
  for (let outer = found; outer; outer = outer.parentElement) {
    if (getComputedStyle(outer).overflow !== "visible" && !within(outer.getBoundingClientRect())) return false;
  }
  return within({ left: 0, right: innerWidth, bottom: Infinity });
}"""
LINES = """found => {
  const range = document.createRange();
  range.selectNodeContents(found);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""
"""How many lines a text takes."""


def is_whole(found: Locator) -> bool:
    return bool(found.evaluate(IS_WHOLE))


@pytest.mark.parametrize("width", [320, 390])
def test_what_is_to_be_checked_is_seen_while_the_next_entry_is_made(
    house: House, chromium: Browser, width: int
) -> None:
    """At a round of Four Aces in which nobody entered as many cards as they have, all
    of them are named.
    """
    table = house.started("four-aces", 3)
    hands = (
        ("Ana", ["2S", "2H"], ["3C", "3D"]),
        ("Ben", ["4S"], ["5H"]),
        ("Cy", ["6S"], ["7S"]),
    )
    for seat, hidden, exposed in hands:
        table.enter("round", seat, hidden=hidden, exposed=exposed)
    context, page = house.view(
        chromium,
        Visit("check", "table/playing.html", table.path(), table.as_seat("Ana")),
        viewport={"width": width, "height": 640},
    )
    named = page.locator(".ruling-line summary .to-check")
    expect(named).to_have_text("Check the entry of Ana, Ben and Cy")
    expect(named).to_be_in_viewport(ratio=1)
    assert is_whole(named)
    context.close()


def test_long_names_stand_whole_over_the_score_sheet(
    house: House, chromium: Browser
) -> None:
    table = house.opened("faj", 0)
    for name in (LONGEST, "Ben", "Cy"):
        table.host.post(f"/tables/{table.code}/join", {"name": name}).said(201)
    table.host.post(f"/tables/{table.code}/start", {}).said(200)
    table.enter("board", cards=["7H"])
    table.enter("play", plays={LONGEST: "AS", "Ben": "XB", "Cy": "QD"})
    visit = Visit("scores", "scores/scores.html", table.path("/scores"), table.as_host)
    context, page = house.view(chromium, visit, viewport={"width": 320, "height": 640})
    heads = page.locator(".sheet thead .name")
    expect(heads.first).to_have_text(LONGEST)
    assert all(is_whole(head) for head in heads.all())
    context.close()


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "es-ES"])
def test_what_is_missing_is_said_whole_on_the_button(
    house: House, chromium: Browser, locale: str
) -> None:
    """In Slapjack, once somebody opens what a slap is entered with."""
    table = house.started("slapjack", 3)
    visit = Visit("missing", "table/playing.html", table.path(), table.as_seat("Ben"))
    context, page = house.view(
        chromium, visit, viewport={"width": 360, "height": 740}, locale=locale
    )
    missing = go_button(entry(page, "slap")).locator("[data-count]")
    expect(missing).not_to_be_empty()
    assert is_whole(missing)
    context.close()


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "es-ES"])
def test_on_a_narrow_phone_a_button_says_in_one_line_who_is_missing(
    house: House, chromium: Browser, locale: str
) -> None:
    """In Hold'em, while nobody is named who wins; and so does the key that leads on."""
    table = house.started("holdem", 3)
    visit = Visit("winners", "table/playing.html", table.path(), table.as_host)
    context, page = house.view(chromium, visit, viewport=SMALL, locale=locale)
    missing = go_button(page.locator("form[data-in-use]")).locator("[data-count]")
    expect(missing).not_to_be_empty()
    assert missing.evaluate(LINES) == 1
    page.locator(".number-of input").first.click()
    leads_on = page.locator('[data-press="on"]')
    expect(leads_on).to_have_text(re.compile("→$"))
    assert leads_on.evaluate(LINES) == 1
    assert leads_on.evaluate("found => found.scrollWidth <= found.clientWidth")
    context.close()


def test_on_a_narrow_phone_what_to_do_is_read_whole(
    house: House, chromium: Browser
) -> None:
    """Who deals, what to pass and who leads, before the first trick of Hearts."""
    names = ["Maximiliano", "Ana", "Benito", "Carmen"]
    body = {"game": "hearts", "seats": names, "options": {"depth": "tricks"}}
    made = Phone(house.app).post("/tables", body).said(201)
    table = Seated(made["code"], Phone(house.app, made["host_token"]))
    joined = Phone(house.app).post(f"/tables/{table.code}/join", {"name": "Ana"})
    table.phones["Ana"] = Phone(house.app, joined.said(201)["seat_token"])
    table.host.post(f"/tables/{table.code}/start", {}).said(200)
    low = {"width": 320, "height": 568}
    for cookies in (table.as_host, table.as_seat("Ana")):
        visit = Visit("begin", "table/playing.html", table.path(), cookies)
        for locale in ("en-GB", "de-DE", "es-ES"):
            context, page = house.view(chromium, visit, viewport=low, locale=locale)
            sentence = page.locator(".next > summary > :first-child")
            assert sentence.evaluate(IS_UNCUT)
            context.close()


def test_no_name_breaks_among_what_should_count_instead(
    house: House, chromium: Browser
) -> None:
    table = house.started("hearts", 4, options={"depth": "tricks"})
    plays = dict(zip(table.phones, ("2C", "KC", "5C", "9C"), strict=True))
    table.enter("trick", "Ana", plays=plays)
    path = table.path("/dispute/1?ruling=0")
    visit = Visit("names", "entries/dispute_form.html", path, table.as_seat("Ana"))
    for width in (320, 360, 390):
        small = {"width": width, "height": 740}
        context, page = house.view(chromium, visit, viewport=small, locale="de-DE")
        names = page.locator(".verdict-part .choice > span")
        expect(names.filter(has_text="niemand")).to_have_count(1)
        for name in names.all():
            assert name.evaluate(LINES) == 1
        context.close()


def test_on_a_narrow_phone_names_are_whole_where_people_tap_them(
    house: House, chromium: Browser
) -> None:
    """Who led, whose card is next, and who plays: each name is seen, and none breaks
    within a word.
    """
    names = ("Maximilian", "Anna-Katharina", "Christopher", "Konstantin")
    row_of_three = ("Maximilian", "Annelise", "Christoph")
    small = {"width": 320, "height": 640}
    for game, seats in (
        ("hearts", names),
        ("skat", names[:3]),
        ("skat", row_of_three),
    ):
        options = {"depth": "tricks"} if game == "hearts" else {}
        body = {"game": game, "seats": list(seats), "options": options}
        made = Phone(house.app).post("/tables", body).said(201)
        table = Seated(made["code"], Phone(house.app, made["host_token"]))
        table.host.post(f"/tables/{table.code}/start", {}).said(200)
        visit = Visit(game, "table/playing.html", table.path(), table.as_host)
        context, page = house.view(chromium, visit, viewport=small)
        labels = page.locator(".leader > span, .choice > span, .to-place > span")
        for name in seats:
            found = labels.filter(has_text=re.compile(f"^{name}$"))
            expect(found.first).to_be_visible()
            for label in found.all():
                assert is_whole(label), f"{game}: {name}"
                most = 1 + name.count("-")
                assert label.evaluate(LINES) <= most, f"{game}: {name}"
        context.close()


def test_on_a_narrow_phone_the_game_s_name_is_whole_beside_the_code(
    house: House, chromium: Browser
) -> None:
    small = {"width": 320, "height": 640}
    table = house.started("cribbage", 2)
    visit = Visit("title", "table/playing.html", table.path(), table.as_host)
    context, page = house.view(chromium, visit, viewport=small)
    title = page.locator(".which .title")
    expect(title).to_have_text("Cribbage")
    assert is_whole(title)
    assert title.evaluate(LINES) == 1
    context.close()


def test_a_row_that_may_be_corrected_is_as_high_as_the_others(
    house: House, chromium: Browser
) -> None:
    table = house.started("four-aces", 3)
    hands = {
        "Ana": ("2H 3H 4H", "9S 9D KC"),
        "Ben": ("5C 5D JS", "AC 3D QH"),
        "Cy": ("6S 7S 8S", "TD TH 2C"),
    }
    for seat, (hidden, exposed) in hands.items():
        entered = {"hidden": hidden.split(), "exposed": exposed.split()}
        table.phones[seat].enter(table.code, "round", seat, **entered).said(201)
    visit = Visit("rows", "table/playing.html", table.path(), table.as_seat("Ben"))
    context, page = house.view(chromium, visit)
    open_ruling(page)
    rows = page.locator(".ruling-line .reckoning tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.get_by_role("link")).to_have_count(1)
    heights = rows.evaluate_all(HEIGHTS)
    assert max(heights) - min(heights) <= 3
    context.close()


HEIGHTS = "rows => rows.map(row => row.getBoundingClientRect().height)"


@pytest.mark.parametrize("width", [320, 390])
def test_names_have_one_line_with_their_badge_at_the_trick_and_among_the_scores(
    house: House, chromium: Browser, width: int
) -> None:
    names = ("Anneliese", "Ben", "Maximiliane", "Dee")
    body = {"game": "hearts", "seats": list(names), "options": {"depth": "tricks"}}
    made = Phone(house.app).post("/tables", body).said(201)
    table = Seated(made["code"], Phone(house.app, made["host_token"]))
    for name in names:
        joined = {"name": name}
        Phone(house.app).post(f"/tables/{table.code}/join", joined).said(201)
    table.host.post(f"/tables/{table.code}/start", {}).said(200)
    table.enter("trick", "Maximiliane", plays={"Maximiliane": "2C", "Dee": "KC"})
    visit = Visit("trick", "table/playing.html", table.path(), table.as_host)
    context, page = house.view(
        chromium, visit, viewport={"width": width, "height": 568}
    )
    for seats in page.locator(".trick-laid"), page.locator(".scores"):
        expect(seats.locator(".name")).to_have_count(4)
        for seat in seats.locator(".seat").all():
            name = seat.locator(".name")
            assert is_whole(name)
            assert name.evaluate(LINES) == 1
            heights = seat.evaluate(
                "found => [found.offsetHeight, found.lastElementChild.offsetHeight]"
            )
            assert heights[0] <= heights[1] * 1.5
    context.close()


def test_with_large_letters_words_stay_whole_and_a_game_s_name_grows_too(
    house: House, chromium: Browser
) -> None:
    table = house.started("doppelkopf", 4, options={"depth": "deals"})
    visit = Visit("large", "table/playing.html", table.path(), table.as_host)
    context, page = house.view(chromium, visit)
    title = page.locator(".which .title")
    usual = title.evaluate(LETTERS_PX)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert title.evaluate(LETTERS_PX) == 2 * usual
    assert is_whole(title)
    assert title.evaluate(LINES) == 1
    table.host.enter(table.code, "stop").said(201)
    page.goto(house.base + table.path())
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    again = page.get_by_role("button", name="Same again")
    assert again.evaluate("found => found.scrollWidth <= found.clientWidth")
    context.close()


LETTERS_PX = "found => parseFloat(getComputedStyle(found).fontSize)"


SMALL = {"width": 320, "height": 640}
NAMED = ("Annegret", "Björn", "Christiane", "Dieter")


@pytest.fixture(scope="module")
def large_letters(chromium: Browser) -> Iterator[Browser]:
    """A browser whose letters are twice as large, and so all that is given in rem."""
    opened = launched(chromium.browser_type, "--blink-settings=defaultFontSize=32")
    yield opened
    opened.close()


def named_table(house: House, game: str, begins: bool = True, **options: str) -> Seated:
    """A table of these four, each with a phone."""
    body = {"game": game, "seats": list(NAMED), "options": options}
    made = Phone(house.app).post("/tables", body).said(201)
    table = Seated(made["code"], Phone(house.app, made["host_token"]))
    for name in NAMED:
        joined = Phone(house.app).post(f"/tables/{table.code}/join", {"name": name})
        table.phones[name] = Phone(house.app, joined.said(201)["seat_token"])
    if begins:
        table.host.post(f"/tables/{table.code}/start", {}).said(200)
    return table


# Whether no line of a sentence, and no end of one, is hidden.
IS_UNCUT = """found => {
  const line = parseFloat(getComputedStyle(found).lineHeight);
  return found.scrollHeight < found.clientHeight + line / 2 && found.scrollWidth <= found.clientWidth;
}"""


def is_covered(name: Locator, by: Locator) -> bool:
    """Whether something lies over a name."""
    one, other = name.bounding_box(), by.bounding_box()
    assert one
    assert other
    beside = one["x"] + one["width"] <= other["x"] + 1
    return not beside and one["y"] + one["height"] > other["y"] + 1


def test_with_large_letters_names_are_free_of_what_stands_beside_them(
    house: House, large_letters: Browser
) -> None:
    """Of who is there while a table is set up, and of the box for their number."""
    for begins, row, beside in (
        (False, ".seating .row", ".tag"),
        (True, ".number-of", "input"),
    ):
        table = named_table(house, "holdem", begins)
        visit = Visit("names", "table/playing.html", table.path(), table.as_host)
        context, page = house.view(large_letters, visit, viewport=SMALL)
        rows = page.locator(f"{row}:visible")
        expect(rows).to_have_count(4, timeout=5000)
        for each in rows.all():
            name = each.locator(".name")
            assert is_whole(name)
            assert name.evaluate(LINES) == 1
            assert not is_covered(name, each.locator(beside).first)
        context.close()


def test_with_large_letters_a_ruling_is_whole_and_the_bar_has_two_lines(
    house: House, large_letters: Browser
) -> None:
    table = named_table(house, "hearts", depth="tricks")
    plays = dict(zip(NAMED, ("2C", "KC", "5C", "9C"), strict=True))
    table.enter("trick", NAMED[0], plays=plays)
    table.enter("trick", "Björn", plays={"Björn": "KD"})
    cookies = table.as_seat(NAMED[0])
    visit = Visit("ruling", "table/playing.html", table.path(), cookies)
    context, page = house.view(large_letters, visit, viewport=SMALL)
    tops = {
        round(found.bounding_box()["y"] / 10)
        for found in page.locator(".bar > :is(.scannable, .bell, .more):visible").all()
    }
    assert len(tops) == 1
    for sentence in page.locator(".ruling-line .brief, .next > summary > *").all():
        assert sentence.evaluate(IS_UNCUT)
    open_ruling(page)
    winner = page.locator(".ruling-line .winners .name")
    expect(winner).to_have_text("Björn", timeout=5000)
    assert winner.evaluate(LINES) == 1
    context.close()


def test_with_large_letters_no_page_is_wider_than_the_phone(
    house: House, large_letters: Browser
) -> None:
    spades = named_table(house, "spades")
    spades.enter("bids", bids=dict(zip(NAMED, (4, 0, 4, 3), strict=True)))
    spades.enter("deal", tricks=dict(zip(NAMED, (5, 0, 5, 3), strict=True)))
    for table in (
        spades,
        named_table(house, "holdem"),
        named_table(house, "doppelkopf", depth="tricks"),
    ):
        visit = Visit("width", "table/playing.html", table.path(), table.as_host)
        context, page = house.view(large_letters, visit, viewport=SMALL)
        assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
        context.close()


def test_with_large_letters_the_end_is_centred_and_undoing_hides_no_words(
    house: House, large_letters: Browser
) -> None:
    table = named_table(house, "spades")
    table.enter("bids", bids=dict(zip(NAMED, (0, 4, 3, 4), strict=True)))
    table.enter("deal", tricks=dict(zip(NAMED, (0, 5, 3, 5), strict=True)))
    table.host.enter(table.code, "stop").said(201)
    visit = Visit("end", "table/final.html", table.path(), table.as_host)
    phone = {"width": 390, "height": 844}
    context, page = house.view(large_letters, visit, viewport=phone, locale="es-ES")
    seats = page.locator(".final .winners .seat")
    expect(seats).to_have_count(2)
    for seat in seats.all():
        badge = seat.locator(".badge").bounding_box()
        name = seat.locator(".name").bounding_box()
        assert name["y"] >= badge["y"] + badge["height"]
        for box in (badge, name):
            assert abs(box["x"] + box["width"] / 2 - 195) < 4
    status = page.locator(".thumb-strip strong")
    undo = page.locator(".take-backs button")
    expect(undo).to_be_visible()
    assert not is_covered(status, undo)
    context.close()


def test_names_in_the_log_break_between_words_alone(
    house: House, chromium: Browser
) -> None:
    table = named_table(house, "hearts", depth="tricks")
    plays = dict(zip(NAMED, ("2C", "KC", "5C", "9C"), strict=True))
    table.enter("trick", NAMED[0], plays=plays)
    visit = Visit("log", "entries/log.html", table.path("/log"), table.as_host)
    for width in (320, 360, 390):
        small = {"width": width, "height": 740}
        context, page = house.view(chromium, visit, viewport=small)
        names = page.locator(".plays .name")
        expect(names).to_have_count(4)
        for name in names.all():
            assert name.evaluate(LINES) == 1
        boxes = [name.bounding_box() for name in names.all()]
        for one, next_one in pairwise(boxes):
            if abs(one["y"] - next_one["y"]) < 2:
                assert one["x"] + one["width"] + 2 <= next_one["x"]
        context.close()


def test_with_large_letters_a_trick_of_four_has_two_rows(
    house: House, large_letters: Browser
) -> None:
    table = named_table(house, "hearts", depth="tricks")
    table.enter("trick", NAMED[0], plays={NAMED[0]: "2C"})
    visit = Visit("rows", "table/playing.html", table.path(), table.as_seat("Björn"))
    context, page = house.view(large_letters, visit, viewport=SMALL)
    slots = page.locator(".trick-laid > .slot")
    expect(slots).to_have_count(4)
    tops = slots.evaluate_all(
        "all => all.map(one => Math.round(one.getBoundingClientRect().top))"
    )
    assert len(set(tops)) == 2
    fold = page.locator("summary").get_by_text("Claim the rest")
    assert fold.evaluate(LINES) <= 2
    context.close()


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "es-ES"])
def test_with_large_letters_what_enters_and_what_undoes_stand_apart(
    house: House, large_letters: Browser, locale: str
) -> None:
    table = bid_on_one_phone(house)
    visit = Visit("apart", "table/playing.html", table.path(), table.as_host)
    for width in (320, 390):
        small = {"width": width, "height": 844}
        context, page = house.view(large_letters, visit, viewport=small, locale=locale)
        bar = page.locator("form[data-in-use] > .send")
        undo, enter = bar.locator(".take-back"), bar.locator(".go")
        assert not is_covered(undo, enter)
        for button in (undo, enter):
            assert button.evaluate(HAS_ROOM)
        context.close()


def bid_on_one_phone(house: House) -> Seated:
    """A deal of Oh Hell whose bids stand, at a table with one phone for all."""
    table = house.opened("oh-hell", 4, sit=False, options={"depth": "tricks"})
    table.host.post(f"/tables/{table.code}/start", {}).said(200)
    bids = {"Ana": 3, "Ben": 2, "Cy": 2, "Di": 1}
    table.enter("bids", bids=bids, turned="AD")
    return table


# Whether a button's words stand free of its frame, and it is on the screen.
HAS_ROOM = """found => {
  const words = document.createRange();
  words.selectNodeContents(found);
  const [inner, outer] = [words, found].map((one) => one.getBoundingClientRect());
  return inner.left >= outer.left + 6 && inner.right <= outer.right - 6 && outer.right <= innerWidth;
}"""


@pytest.mark.parametrize("height", [568, 740])
def test_rank_and_suit_stay_within_a_low_card(
    house: House, chromium: Browser, height: int
) -> None:
    table = bid_on_one_phone(house)
    visit = Visit("low", "table/playing.html", table.path(), table.as_host)
    low = {"width": 320, "height": height}
    context, page = house.view(chromium, visit, viewport=low)
    cards = page.locator(".split .pick .card")
    expect(cards.first).to_be_visible()
    assert cards.evaluate_all(LEAST_ROOM) >= 2
    context.close()


# The least room between a card's frame and what is on it, above or below.
LEAST_ROOM = """cards => Math.min(...cards.flatMap((card) => {
  const frame = card.getBoundingClientRect();
  const [rank, suit] = [...card.children].map((one) => one.getBoundingClientRect());
  if (!frame.height) return [];
  return [rank.top - frame.top, frame.bottom - suit.bottom];
}))"""


@pytest.mark.parametrize("size", ["100%", "200%"])
def test_on_a_narrow_phone_no_card_s_rank_reaches_out_of_it(
    house: House, chromium: Browser, size: str
) -> None:
    table = house.started("doppelkopf", 4, options={"depth": "tricks"})
    visit = Visit("cards", "table/playing.html", table.path(), table.as_seat("Ana"))
    context, page = house.view(chromium, visit, viewport=SMALL)
    expect(page.locator(".pick .card").first).to_be_visible()
    page.evaluate("(size) => document.documentElement.style.fontSize = size", size)
    wide = page.locator(".pick .card").evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length"
    )
    assert wide == 0
    context.close()


def test_on_a_narrow_phone_all_columns_of_a_score_sheet_are_seen(
    house: House, chromium: Browser
) -> None:
    """Also where places are told by hands."""
    _, steps = random_match(house, "faj", 4)
    table = up_to(house, "faj", 4, steps[: len(steps) * 4 // 5])
    visit = Visit("sheet", "scores/scores.html", table.path("/scores"), table.as_host)
    context, page = house.view(chromium, visit, viewport=SMALL, locale="de-DE")
    holder = page.locator(".sheet-holder")
    expect(holder).to_be_visible()
    assert holder.evaluate("found => found.scrollWidth - found.clientWidth") <= 1
    context.close()
