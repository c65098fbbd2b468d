"""The board view on a tablet or a screen on the wall: a table with its seats round it,
of which nothing is cut.
"""

import re
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from referee.testing.random_player import RandomPlayer
from tests.web.phone import Phone

from .conftest import keep_picture
from .phones import BOARD, read_qr
from .tour import (
    GAMES,
    NAMES,
    House,
    Seated,
    Visit,
    a_phone,
    counts_of,
    play_at_random,
    play_on,
    play_out,
    random_match,
    up_to,
)

pytestmark = pytest.mark.slow

SCREENS = [(1280, 800), (1920, 1080), (1024, 768)]
LONG_NAMES = [
    "Maximiliane Charlotte of Hold",
    "Bartholomew of the Long Beach",
    "Cy",
    "Dorothea",
    "Ed",
]
HANDS = [
    ("AS 2S 3S", "2C 3H 4D", "AH"),
    ("5C 6C 6H", "7H 8H", ""),
    ("9D JD 7D", "5H 8C QS", ""),
    ("TD JS KD", "QC KC", ""),
    ("4C 9H XR", "TC KH 3D", ""),
]
WHOLLY_THERE = """
(selector) => {
  const foot = document.getElementById("connection").getBoundingClientRect().top;
  const found = document.querySelector(selector);
  const { top, bottom, left, right } = found.getBoundingClientRect();
  const column = found.closest(".board > *").getBoundingClientRect();
  return top >= 0 && left >= 0 && right <= innerWidth && bottom <= Math.min(foot, column.bottom)
    && found.scrollHeight <= found.clientHeight + 1;
}
"""

# What does not fit: a box with more in it than it shows, what reaches out of the place
# it stands in, places and what stands in them one over the other, and a card whose rank
# lies under the next card.
NOT_TIDY = """
() => {
  const found = [];
  const seen = (selector, within = document) =>
    [...within.querySelectorAll(selector)].filter((one) => one.checkVisibility() && !one.matches(".unseen, .unseen *"));
  const name = (one) => `${one.className || one.tagName} “${one.textContent.trim().slice(0, 30)}”`;
  const box = (one) => one.getBoundingClientRect();
  const inside = (one, other, most = 1) => one.left >= other.left - most && one.top >= other.top - most
    && one.right <= other.right + most && one.bottom <= other.bottom + most;
  const apart = (one, other) => one.right <= other.left + 1 || other.right <= one.left + 1
    || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;

  const page = document.documentElement;
  if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) found.push("the page scrolls");
  const foot = box(document.getElementById("connection")).top;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: foot };
  for (const one of seen(".ring, .edge, .place, .middle, .half"))
    if (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
      found.push(`cut: ${name(one)}`);
  for (const place of seen(".place, .middle")) {
    if (!inside(box(place), screen)) found.push(`off the screen: ${name(place)}`);
    for (const one of seen(".card, .name, .score, .turn, .tag, .summary, .next, .qr, h3, p", place))
      if (!inside(box(one), box(place))) found.push(`reaches out of its place: ${name(one)}`);
  }
  const holders = seen(".place, .half, .lies, .common, .rulings");
  for (const group of [seen(".place, .middle"), ...holders.map((one) => seen(":scope > *", one))])
    group.forEach((one, at) => group.slice(at + 1).forEach((other) => {
      if (!apart(box(one), box(other))) found.push(`${name(one)} lies over ${name(other)}`);
    }));
  for (const card of seen(".lapped li + li, .tight li + li")) {
    const under = card.previousElementSibling, rank = document.createRange();
    rank.selectNodeContents(under.querySelector("b"));
    const isTurned = card.closest(".two-sided .top, .far");
    const [corner, edge] = [rank.getBoundingClientRect(), box(card)];
    const isInRow = Math.abs(box(under).top - edge.top) < 2;
    const isUnder = isTurned ? corner.left < edge.right - 2 : corner.right > edge.left + 2;
    if (isInRow && isUnder) found.push(`under the next card: ${name(under)}`);
  }
  return found;
}
"""


def a_round(house: House) -> Seated:
    """A round of five with long names, whose hands were ruled on."""
    made = (
        Phone(house.app)
        .post("/tables", {"game": "four-aces", "seats": LONG_NAMES})
        .said(201)
    )
    table = Seated(made["code"], Phone(house.app, made["host_token"]))
    table.host.post(f"/tables/{table.code}/start", {}).said(200)
    for seat, (hidden, exposed, locked) in zip(LONG_NAMES, HANDS, strict=True):
        table.enter(
            "round",
            seat,
            hidden=hidden.split(),
            exposed=exposed.split(),
            locked=locked.split(),
        )
    return table


@pytest.fixture(scope="module")
def played(house: House) -> Seated:
    return a_round(house)


@pytest.fixture(scope="module")
def disputed(house: House) -> Seated:
    """Such a round; the longest of its rulings is questioned at length, and all have
    voted.
    """
    table = a_round(house)
    question = {
        "seq": 5,
        "ruling": 3,
        "why": "The ten of diamonds lies face up on the table. " * 10,
    }
    opened = table.host.post(f"/tables/{table.code}/disputes", question).said(201)["id"]
    for name in LONG_NAMES:
        token = (
            Phone(house.app)
            .post(f"/tables/{table.code}/join", {"name": name})
            .said(201)["seat_token"]
        )
        Phone(house.app, token).post(
            f"/tables/{table.code}/disputes/{opened}/vote", {"uphold": True}
        ).said(201)
    return table


def shown(
    house: House,
    chromium: Browser,
    table: Seated,
    screen: tuple[int, int],
    language: str,
    sides: int = 1,
    **more: Any,
) -> Page:
    width, height = screen
    options = {
        "viewport": {"width": width, "height": height},
        "is_mobile": False,
        "has_touch": False,
        **more,
    }
    address = table.path("/board" if sides == 1 else f"/board?sides={sides}")
    _, page = house.view(
        chromium, Visit("", "table/board.html", address), locale=language, **options
    )
    expect(page.locator("body")).to_have_class(re.compile("fitted"))
    return page


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("state", ["played", "disputed"])
def test_ruling_and_scores_are_on_the_screen(
    request: pytest.FixtureRequest,
    house: House,
    chromium: Browser,
    state: str,
    screen: tuple[int, int],
) -> None:
    """In German, whose words are the longest."""
    page = shown(house, chromium, request.getfixturevalue(state), screen, "de")
    keep_picture(page, f"board-{state}-{screen[0]}")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    must = [".rulings > .ruling:not(.lesser)", ".rulings > .ruling .summary"]
    must += [".dispute [data-asked]"] if state == "disputed" else ["[data-next]"]
    assert [
        selector for selector in must if not page.evaluate(WHOLLY_THERE, selector)
    ] == []
    expect(page.locator(".place .score")).to_have_count(len(LONG_NAMES))
    assert page.evaluate(NOT_TIDY) == []
    page.context.close()


@pytest.mark.parametrize("is_disputed", [False, True])
def test_what_a_deal_brought_stands_on_the_board_whatever_else_does(
    house: House, chromium: Browser, is_disputed: bool
) -> None:
    """As a table, or in a line where there is no room for one."""
    table = house.started("hearts", 4, options={"depth": "deals"})
    hearts = dict(zip(NAMES[:4], (5, 3, 4, 1), strict=True))
    table.enter("deal", hearts=hearts, queen=NAMES[1])
    if is_disputed:
        table.host.post(f"/tables/{table.code}/disputes", {"seq": 1}).said(201)
    page = shown(house, chromium, table, (1280, 720), "en")
    told = page.locator(".rulings :is(.reckoning, .in-short)").locator("visible=true")
    expect(told).to_have_count(1)
    expect(told).to_contain_text(re.compile("13.*16", re.DOTALL))
    assert page.evaluate(NOT_TIDY) == []
    page.context.close()


def test_a_broken_rule_hides_on_no_board_who_won(
    house: House, chromium: Browser
) -> None:
    table = house.started("hearts", 4, options={"depth": "tricks"})
    tricks = ("AC", "2C", "3C", "4D"), ("KC", "5C", "6C", "7C")
    for cards in tricks:
        table.enter("trick", plays=dict(zip(NAMES[:4], cards, strict=True)))
    page = shown(house, chromium, table, (1280, 720), "en")
    expect(page.locator(".rulings .broken")).to_be_visible()
    expect(page.locator(".rulings .lesser")).to_contain_text("wins the trick")
    expect(page.locator(".rulings .lesser")).to_be_visible()
    page.context.close()


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_any_game_fits(house: House, chromium: Browser, game: str) -> None:
    finished, _ = random_match(house, game, max(counts_of(house, game)))
    page = shown(house, chromium, finished, (1024, 768), "de")
    keep_picture(page, f"board-{game}-final")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert [
        one for one in (".final", ".scores") if not page.evaluate(WHOLLY_THERE, one)
    ] == []
    page.context.close()


@pytest.mark.parametrize(("screen", "sides"), [((1280, 800), 1), ((1024, 768), 2)])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_cut_or_lies_over_anything(
    house: House, chromium: Browser, game: str, screen: tuple[int, int], sides: int
) -> None:
    """With the fewest and the most seats, early in a match and late."""
    counts = counts_of(house, game)
    found = [
        at_moments(house, chromium, game, n, screen, sides)
        for n in (min(counts), max(counts))
    ]
    assert not any(found), found


def at_moments(
    house: House,
    chromium: Browser,
    game: str,
    seats: int,
    screen: tuple[int, int],
    sides: int,
) -> dict[str, list[str]]:
    """What is not tidy on the board when these parts of a match were played."""
    _, steps = random_match(house, game, seats)
    found: dict[str, list[str]] = {}
    for part in (1 / 4, 9 / 10):
        table = up_to(house, game, seats, steps[: int(len(steps) * part)])
        page = shown(house, chromium, table, screen, "de", sides)
        name = f"board-{game}-{seats}-{part:.2f}-{screen[0]}-{sides}"
        keep_picture(page, name)
        found[name] = page.evaluate(NOT_TIDY)
        page.context.close()
    return {name: findings for name, findings in found.items() if findings}


def a_trick_to_come(house: House) -> Seated:
    """Two seats, which have phones, and a board laid."""
    table = house.started("faj", 2)
    table.enter("board", cards=["7H"])
    return table


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_ruling_has_the_middle_for_a_moment(
    house: House, chromium: Browser, motion: str
) -> None:
    table = a_trick_to_come(house)
    page = shown(house, chromium, table, (1280, 800), "en", reduced_motion=motion)
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    expect(page.locator(".common")).to_be_visible()
    page.clock.install()
    table.enter("play", plays={"Ana": "AS", "Ben": "XB"})
    ruling = page.locator(".rulings .ruling").first
    expect(ruling.locator(".summary")).to_have_text(
        "Ben wins the trick with the black joker"
    )
    expect(page.locator(".common")).to_be_hidden()
    expect(page.locator(".next")).to_be_visible()
    for card in ruling.locator(".laid .card").all():
        assert card.evaluate("found => found.clientHeight") >= 150
    moves = ruling.evaluate("found => getComputedStyle(found).animationName")
    assert (moves == "none") is (motion == "reduce")
    keep_picture(page, f"board-moment-{motion}")

    page.clock.fast_forward(7000)
    expect(page.locator(".ring")).not_to_have_class(re.compile("announcing"))
    page.context.close()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_tablet_between_two_is_read_from_both_sides(
    house: House, chromium: Browser, scripts: bool
) -> None:
    table = a_trick_to_come(house)
    page = a_phone(
        chromium,
        viewport=BOARD,
        is_mobile=False,
        has_touch=False,
        java_script_enabled=scripts,
    )
    page.goto(house.base + table.path("/board"))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Readable from two sides").click()
    expect(page).to_have_url(re.compile(r"\?sides=2$"))
    expect(page.locator(".top .place h2")).to_contain_text("Ana")
    if scripts:
        table.enter("play", plays={"Ana": "AS", "Ben": "XB"})
    for half in (page.locator(".half.far"), page.locator(".half:not(.far)")):
        expect(half).to_contain_text(
            "Ben wins the trick" if scripts else "Everybody places one card"
        )
    turned = page.evaluate(
        "[...document.querySelectorAll('.top, .far')].map((one) => "
        "getComputedStyle(one).rotate)"
    )
    assert turned == ["180deg", "180deg"]
    expect(
        page.get_by_text(
            "Ben wins the trick" if scripts else "Everybody places one card"
        )
    ).not_to_have_count(1)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Readable from one side").click()
    expect(page.locator(".half.far")).to_have_count(0)
    page.context.close()


SMALL_TYPE = """
(least) => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (texts.nextNode()) {
    const holder = texts.currentNode.parentElement;
    if (!texts.currentNode.textContent.trim() || !holder.checkVisibility()) continue;
    if (holder.closest(".unseen, .skip, .card, svg, script, style")) continue;
    if (parseFloat(getComputedStyle(holder).fontSize) < least) found.push(texts.currentNode.textContent.trim());
  }
  return found;
}
"""


@pytest.mark.parametrize("game", GAMES)
def test_a_wide_screen_is_read_from_three_metres(
    house: House, chromium: Browser, game: str
) -> None:
    """On 1,920 by 1,080 no text is smaller than 28 pixels, with the most seats, late in
    a match and at its end.
    """
    seats = max(counts_of(house, game))
    finished, steps = random_match(house, game, seats)
    late = up_to(house, game, seats, steps[: len(steps) * 9 // 10])
    for table in (late, finished):
        page = shown(house, chromium, table, (1920, 1080), "de")
        assert page.evaluate(SMALL_TYPE, 28) == []
        page.context.close()


READ = """
() => {
  const sizes = (selector) => [...document.querySelectorAll(selector)].filter((found) => found.checkVisibility())
    .map((found) => parseFloat(getComputedStyle(found).fontSize) / innerWidth);
  return [".rulings > .ruling:not(.lesser) .summary", ".place h2", ".place .score"].flatMap(sizes);
}
"""


@pytest.fixture(scope="module")
def hearts(house: House) -> Seated:
    """A trick of Hearts that was ruled on."""
    table = house.started("hearts", 4, options={"depth": "tricks"})
    table.enter("trick", plays={"Ana": "2C", "Ben": "5C", "Cy": "KC", "Di": "9C"})
    return table


@pytest.mark.parametrize("screen", SCREENS)
def test_what_is_read_follows_the_screen(
    house: House, chromium: Browser, hearts: Seated, screen: tuple[int, int]
) -> None:
    """Three metres from a laptop 34 cm wide, its small letters are five minutes of arc
    high: type of 2.4 % of the width.
    """
    page = shown(house, chromium, hearts, screen, "de")
    sizes = page.evaluate(READ)
    assert sizes
    assert min(sizes) > 0.0235
    page.context.close()


LAPTOP = (1280, 720)


def test_a_round_comes_with_its_hands(house: House, chromium: Browser) -> None:
    table = house.started("four-aces", 3)
    page = shown(house, chromium, table, (1280, 720), "en")
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    page.clock.install()
    for name, hidden, exposed in (
        ("Ana", "2H 3H 4H", "9S 9D KC"),
        ("Ben", "5C 5D JS", "AC 3D QH"),
        ("Cy", "6S 7S 8S", "TD TH 2C"),
    ):
        table.enter("round", name, hidden=hidden.split(), exposed=exposed.split())
    cards = page.locator(".announcing .rulings .laid .card")
    expect(cards).to_have_count(18)
    for card in cards.all():
        expect(card).to_be_in_viewport(ratio=1)
    page.context.close()


def correct(table: Seated, **change: Any) -> None:
    changes = {"changes": [change]}
    table.host.post(f"/tables/{table.code}/corrections", changes).said(201)


def test_a_corrected_round_shows_its_numbers_and_whose_they_are(
    house: House, chromium: Browser
) -> None:
    table = house.started("four-aces", 3)
    entered = (
        ("Ana", "AS AH 3S", "2C 3H 4D"),
        ("Ben", "KS KH 4C", "QC QD 5D"),
        ("Cy", "XR 8H 7C", "JC 6D 5C"),
    )
    for name, hidden, exposed in entered:
        table.enter("round", name, hidden=hidden.split(), exposed=exposed.split())
    exposed = entered[-1][2].split()
    correct(table, seq=3, data={"hidden": ["XR", "8S", "7C"], "exposed": exposed})
    page = shown(house, chromium, table, LAPTOP, "en")
    expect(page.locator(".news")).to_contain_text("8♥ → 8♠")
    rows = page.locator(".rulings .reckoning tbody tr")
    for row, name in zip(rows.all(), ("Ana", "Ben", "Cy"), strict=True):
        drawn = row.locator(".name")
        expect(drawn).to_have_text(name)
        expect(drawn).to_be_in_viewport(ratio=1)
        box = drawn.bounding_box()
        assert box
        assert box["width"] > 10
        for cell in row.locator("td").all():
            expect(cell).to_be_in_viewport(ratio=1)
    page.context.close()


def test_what_proves_an_early_heart_stays_under_news(
    house: House, chromium: Browser
) -> None:
    table = house.started("hearts", 4, options={"depth": "tricks"})
    tricks = (
        ("Ben", {"Ana": "AC", "Ben": "2C", "Cy": "3C", "Di": "4C"}),
        ("Ana", {"Ana": "AH", "Ben": "2H", "Cy": "3H", "Di": "4H"}),
        ("Ana", {"Ana": "KC", "Ben": "5C", "Cy": "6C", "Di": "7C"}),
        ("Ana", {"Ana": "AD", "Ben": "5D", "Cy": "6D", "Di": "7D"}),
        ("Ana", {"Ana": "AS", "Ben": "5S", "Cy": "6S", "Di": "7S"}),
    )
    for leader, plays in tricks:
        table.enter("trick", plays=plays, leader=leader)
    for seq in (5, 4):
        correct(table, seq=seq, strike=True)
    page = shown(house, chromium, table, LAPTOP, "de")
    expect(page.locator(".news")).to_be_visible()
    expect(page.get_by_text("frühere Änderung")).to_have_count(0)
    ruling = page.locator(".rulings .ruling.broken")
    expect(ruling).to_contain_text("zu früh")
    expect(ruling.locator(".laid .card.marked").first).to_be_in_viewport(ratio=1)
    page.context.close()


FIVE = ("Maximiliane", "Konstantin", "Alexandra", "Bartholomew", "Friederike")


@pytest.mark.parametrize("screen", SCREENS)
def test_five_long_names_are_read_from_three_metres_too(
    house: House, chromium: Browser, screen: tuple[int, int]
) -> None:
    """At Four Aces, whose round asks all of them: a capital letter is five minutes of
    arc high, in type of 1.78 % of the width.
    """
    table = house.opened("four-aces", 0)
    for name in FIVE:
        table.host.post(f"/tables/{table.code}/join", {"name": name}).said(201)
    table.host.post(f"/tables/{table.code}/start", {}).said(200)
    hands = ("2H 3H 4H", "5C 5D JS", "6S 7S 8S", "JC QC KD", "2S 5S 9C")
    exposed = ("9S 9D KC", "AC 3D QH", "TD TH 2C", "4C 4D 7H", "JH 6D 8D")
    for name, *both in zip(FIVE, hands, exposed, strict=True):
        hidden, open_hand = map(str.split, both)
        table.enter("round", name, hidden=hidden, exposed=open_hand)
    page = shown(house, chromium, table, screen, "de")
    least = screen[0] * 0.0178
    bars = page.locator("header, .thumb-strip").all_inner_texts()
    read = page.evaluate(SMALL_TYPE, least)
    assert [text for text in read if not any(text in bar for bar in bars)] == []
    page.context.close()


@pytest.mark.parametrize("screen", SCREENS)
def test_the_trick_lies_large_in_the_middle_and_its_ruling_beside_it(
    house: House, chromium: Browser, hearts: Seated, screen: tuple[int, int]
) -> None:
    page = shown(house, chromium, hearts, screen, "de")
    cards = page.locator(".middle .laid .card")
    expect(cards).to_have_count(4)
    summary = page.locator(".rulings .summary").bounding_box()
    boxes = [card.bounding_box() for card in cards.all()]
    first = boxes[0]
    assert summary
    assert first
    for box in boxes:
        assert box
        assert box["y"] == pytest.approx(first["y"], abs=4)
        assert box["x"] + box["width"] < summary["x"]
        assert box["width"] > screen[0] * 0.05
    won = page.locator(".place .card").first.bounding_box()
    assert won
    assert won["width"] < first["width"]
    assert page.evaluate(NOT_TIDY) == []
    page.context.close()


LINES = """found => {
  const range = document.createRange();
  range.selectNodeContents(found);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""
"""How many lines a text takes."""


def middles(cards: Locator) -> list[float]:
    """How far from the left each card's middle is."""
    boxes = [card.bounding_box() for card in cards.all()]
    return [box["x"] + box["width"] / 2 for box in boxes if box]


@pytest.mark.parametrize("locale", ["en", "de"])
def test_a_trick_is_balanced(
    house: House, chromium: Browser, hearts: Seated, locale: str
) -> None:
    """While it is laid, whoever led; and its cards in even steps once it is ruled on."""
    going_on = house.started("hearts", 4, options={"depth": "tricks"})
    going_on.enter("trick", plays={"Cy": "2C"}, leader="Cy")
    page = shown(house, chromium, going_on, (1920, 1080), locale)
    top, right, bottom, left = (
        middles(page.locator(f".trick-around > .{edge} :is(.card, .slot-gap)"))[0]
        for edge in ("top", "right", "bottom", "left")
    )
    [middle] = middles(page.locator(".middle"))
    assert [top, bottom] == pytest.approx([middle, middle], abs=2)
    assert right - middle == pytest.approx(middle - left, abs=2)
    page.context.close()
    page = shown(house, chromium, hearts, (1920, 1080), locale)
    cards = page.locator(".middle .laid .card")
    steps = [later - before for before, later in pairwise(middles(cards))]
    assert steps == pytest.approx([steps[0]] * 3, abs=4)
    assert min(card.evaluate("card => card.offsetWidth") for card in cards.all()) >= 150
    page.context.close()


def test_a_long_name_over_a_card_is_not_broken(house: House, chromium: Browser) -> None:
    names = FIVE[:4]
    table = house.opened("hearts", 0, options={"depth": "tricks"})
    for name in names:
        table.host.post(f"/tables/{table.code}/join", {"name": name}).said(201)
    table.host.post(f"/tables/{table.code}/start", {}).said(200)
    table.enter("trick", plays=dict(zip(names, ("2C", "5C", "KC", "9C"), strict=True)))
    page = shown(house, chromium, table, (1920, 1080), "de")
    drawn = page.locator(".middle .laid .name")
    expect(drawn).to_have_count(4)
    for name in drawn.all():
        assert name.evaluate(LINES) == 1
    page.context.close()


@pytest.mark.parametrize("screen", SCREENS)
def test_every_chapter_of_an_evening_fits(
    house: House, chromium: Browser, screen: tuple[int, int]
) -> None:
    """The board shows one after the other, and leaves out no more for the longest."""
    table, _ = play_at_random(house, "faj", 3)
    for game in ("hearts", "faj"):
        table = play_on(table, game)
        table.host.post(f"/tables/{table.code}/start").said(200)
        play_out(table, RandomPlayer(Random(f"story of {game}"), list(table.phones)))
    page = shown(house, chromium, table, screen, "de")
    chapters = page.locator("[data-chapters] > li")
    for n in range(chapters.count()):
        page.get_by_role("button", name="Nächstes Kapitel").click()
        expect(chapters.nth((n + 1) % chapters.count())).to_be_visible()
        column = page.locator(".over > .now")
        assert column.evaluate("now => now.scrollHeight <= now.clientHeight + 1"), n
    page.context.close()


def test_a_tap_makes_the_code_large_and_a_choice_the_type(
    house: House, chromium: Browser
) -> None:
    table = house.started("faj", 2)
    page = shown(house, chromium, table, SCREENS[1], "en")
    size = "found => parseFloat(getComputedStyle(found).fontSize)"
    before = page.locator(".place h2").first.evaluate(size)
    page.get_by_role("button", name="How to join").click()
    assert table.code in read_qr(page.locator("#way-in"))
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Larger type").click()
    expect(page.locator("body")).to_have_class(re.compile("large-type"))
    assert page.locator(".place h2").first.evaluate(size) > before
    page.context.close()


def test_whose_turn_it_is_is_seen_from_across_the_room(
    house: House, chromium: Browser
) -> None:
    table = house.started("slapjack", 3)
    page = shown(house, chromium, table, (1280, 800), "en")
    expect(page.locator(".place.alone")).to_have_count(1)
    expect(page.locator(".place.alone")).to_contain_text("your turn")
    others = page.locator(".place:not(.alone)")
    colours = [
        one.evaluate("found => getComputedStyle(found).backgroundColor")
        for one in others.all()
    ]
    mine = page.locator(".place.alone").evaluate(
        "found => getComputedStyle(found).backgroundColor"
    )
    assert len(colours) == 2
    assert mine not in colours
    page.context.close()


@pytest.mark.parametrize("change", ["corrected", "after the next trick", "overturned"])
def test_the_cards_of_a_trick_stay_under_the_news_of_its_change(
    house: House, chromium: Browser, change: str
) -> None:
    """Entered card by card; Di's card is put right, or Ben wins it by a verdict."""
    table = house.started("hearts", 4, options={"depth": "tricks"})
    tricks = [("2C", "5C", "QC", "9C")]
    if change == "after the next trick":
        tricks.append(("4D", "5D", "TD", "6D"))
    for cards in tricks:
        for seat, card in zip(NAMES[:4], cards, strict=True):
            table.enter("trick", plays={seat: card})
    if change == "overturned":
        disputes = f"/tables/{table.code}/disputes"
        opened = table.host.post(disputes, {"seq": 4}).said(201)["id"]
        verdict = {"as": "overruled", "verdict": {"winner": "Ben"}}
        table.host.post(f"{disputes}/{opened}/resolve", verdict).said(201)
    else:
        correct(
            table,
            seq=4 * len(tricks),
            data={"plays": {"Di": "KC" if len(tricks) < 2 else "KD"}},
        )
    for screen in (LAPTOP, SCREENS[1]):
        page = shown(house, chromium, table, screen, "de")
        keep_picture(page, f"board-trick-{change}-{screen[0]}")
        expect(page.locator(".news")).to_be_visible()
        cards = page.locator(".rulings .laid .card")
        expect(cards).to_have_count(4)
        for card in cards.all():
            expect(card).to_be_in_viewport(ratio=1)
        marked = page.locator(".rulings .laid .corrected")
        expect(marked).to_have_count(0 if change == "overturned" else 1)
        assert page.evaluate(NOT_TIDY) == []
        page.context.close()
