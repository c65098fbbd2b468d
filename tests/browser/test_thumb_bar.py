"""The bar at the thumb: one button that is seen first, what else can be done beside it
or above, and no word cut.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from .playing import wait_until_live
from .tour import House, Phone, Seated, Visit

pytestmark = pytest.mark.slow

LONG = "Maximiliane"

BAR = """bar => {
  const { left, right } = bar.getBoundingClientRect();
  const seen = [...bar.querySelectorAll("button:not(.chip)")].filter((found) => found.checkVisibility());
  const buttons = seen.map((found) => {
    const { left, right, top, bottom, width, height } = found.getBoundingClientRect();
    const words = document.createRange();
    words.selectNodeContents(found);
    const text = words.getBoundingClientRect();
    return {
      left, right, top, bottom, width, height, main: found.matches(".go"), text: found.textContent.trim(),
      cut: text.left < left - 1 || text.right > right + 1 || text.top < top - 1 || text.bottom > bottom + 1,
    };
  });
  return { left, right, buttons, wide: document.documentElement.scrollWidth > innerWidth };
}"""
"""Where the buttons of a bar lie, and whether their words are cut."""
LEAST = 44
"""What a thumb hits, in pixels each way."""


def seated(house: House, game: str, *names: str) -> Seated:
    """A match that these have begun, each with a phone."""
    table = house.opened(game, 0)
    for name in names:
        token = (
            Phone(house.app)
            .post(f"/tables/{table.code}/join", {"name": name})
            .said(201)["seat_token"]
        )
        table.phones[name] = Phone(house.app, token)
    table.host.post(f"/tables/{table.code}/start", {}).said(200)
    return table


def after_a_two(house: House, second: str = "Ben") -> Seated:
    """Tripp Jokes: the second has played a 2 and may cover it, leave it, or take the
    entry back.
    """
    table = seated(house, "tripp-jokes", "Ana", second)
    table.enter("flip", card=["4S"])
    for seat, cards in (("Ana", ["4C", "6S", "7S"]), (second, ["8S", "9S", "JS"])):
        table.enter("lay", seat, cards=cards)
    table.phones[second].enter(table.code, "play", second, hand=["2S"]).said(201)
    return table


def bars(house: House) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Pages whose bars say most: their names, addresses, and the cookies of the phones
    that look at them.
    """
    covering = after_a_two(house, LONG)
    yield "the 2 is covered", covering.path(), covering.as_seat(LONG)
    bids = seated(house, "jizara", "Ana", LONG)
    bids.enter("turn", card="3S")
    for name in ("Ana", LONG):
        bids.phones[name].enter(bids.code, "decide", name, bid=True).said(201)
    yield "a bid", bids.path(), bids.as_seat(LONG)
    slaps = seated(house, "slapjack", "Ana", LONG)
    slaps.enter("play", LONG, card=["2H"])
    yield "a card is played", slaps.path(), slaps.as_seat("Ana")
    clash = seated(house, "faj", "Ana", LONG, "Cy")
    clash.enter("board", cards=["3C"])
    for name, card in (("Ana", "AD"), (LONG, "KC"), ("Cy", "KC")):
        clash.phones[name].enter(clash.code, "play", plays={name: card}).said(201)
    yield "the same card twice", clash.path(), clash.as_seat(LONG)
    bets = seated(house, "holdem", "Ana", "Ben", LONG)
    bets.enter("depth")
    bets.enter("call", "Ana")
    yield "a bet is called", bets.path(), bets.as_seat("Ben")
    points = seated(house, "score-pad", "Ana", LONG)
    points.enter("round", points={"Ana": 1, LONG: 2})
    yield "points", points.path(), points.as_seat("Ana")


def bar(page: Page) -> Locator:
    return page.locator(".prompts form[data-in-use] > .send")


def troubles(page: Page) -> list[str]:
    found = bar(page).evaluate(BAR)
    buttons = found["buttons"]
    [go] = [button for button in buttons if button["main"]]
    wrong = [f"cut: {button}" for button in buttons if button["cut"]]
    wrong += [
        f"beyond: {each}"
        for each in buttons
        if each["left"] < found["left"] or each["right"] > found["right"]
    ]
    wrong += [
        f"small: {each}"
        for each in buttons
        if min(each["width"], each["height"]) < LEAST - 0.5
    ]
    wrong += [
        f"nearer to the thumb than the main button: {each}"
        for each in buttons
        if each["bottom"] > go["bottom"] + 4.5 or each["right"] > go["right"] + 0.5
    ]
    wrong += [f"over each other: {one['text']}, {other['text']}" for one in buttons for other in buttons
              if one is not other and one["left"] < other["right"] - 0.5 and other["left"] < one["right"] - 0.5
              and one["top"] < other["bottom"] - 0.5 and other["top"] < one["bottom"] - 0.5]  # fmt: skip
    wrong += [f"names {name}" for name in ("Ana", LONG) if name in go["text"]]
    return wrong + ["the page is wider than the screen"] * found["wide"]


@pytest.mark.parametrize(
    ("width", "height", "locale", "size"),
    [
        (390, 844, "en-GB", 100),
        (360, 740, "de-DE", 100),
        (320, 568, "es-ES", 100),
        (320, 568, "de-DE", 100),
        (844, 390, "de-DE", 100),
        (390, 844, "de-DE", 200),
    ],
)
def test_no_word_in_the_bar_is_cut_and_a_thumb_hits_each_button(
    house: House, chromium: Browser, width: int, height: int, locale: str, size: int
) -> None:
    wrong = {}
    for name, path, cookies in bars(house):
        visit = Visit(name, "table/playing.html", path, cookies)
        context, page = house.view(
            chromium, visit, viewport={"width": width, "height": height}, locale=locale
        )
        wait_until_live(page)
        page.evaluate(
            "size => { document.documentElement.style.fontSize = `${size}%`; }", size
        )
        expect(bar(page).locator("button.go")).to_be_in_viewport(ratio=1)
        if found := troubles(page):
            wrong[name] = found
        context.close()
    assert wrong == {}


def test_buttons_say_little_and_are_named_in_full(
    house: House, chromium: Browser
) -> None:
    table = after_a_two(house)
    visit = Visit("named", "table/playing.html", table.path(), table.as_seat("Ben"))
    context, page = house.view(chromium, visit)
    wait_until_live(page)
    expect(page.get_by_role("button", name="Undo: ")).to_have_text("Undo 2♠")
    expect(page.get_by_role("button", name="Enter (0 cards) Hand cards")).to_have_text(
        "Enter (0 cards)"
    )
    context.close()
