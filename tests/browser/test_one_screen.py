"""What one does every minute is on one screen: what to do, all cards to choose from,
what is picked, and the button.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from .conftest import keep_picture
from .playing import entry
from .tour import (
    House,
    Seated,
    Step,
    Visit,
    a_phone,
    counts_of,
    random_match,
    up_to,
)
from .tour_of_mistakes import enter_a_card_in_two_hands

pytestmark = pytest.mark.slow

MAIN = {
    "faj": ("board", "play"),
    "four-aces": ("round",),
    "jizara": ("turn", "decide", "bid", "hand"),
    "slapjack": ("play", "slap"),
    "tripp-jokes": ("flip", "lay", "play"),
}
"""The prompts of each game that somebody answers every few minutes."""

TALLIES = {"slapjack": "play", "tripp-jokes": "play"}
"""The games whose cards are counted again now and then, and what is asked for
meanwhile.
"""

WHOLE = [(390, 844), (360, 740)]
"""On these phones nobody scrolls."""
LAPTOP = (1024, 768)
"""On this neither."""
ON_ARRIVAL = [(320, 568), (844, 390)]
"""On these, cards and the button are seen at once."""

LYING = {"width": 844, "height": 390}

LEAST = 44
APART = 12
FOLDED = (
    "document.querySelectorAll('.guide[open]').forEach((found) => { found.open = "
    "false; })"
)

SEEN = """() => {
  const form = document.querySelector(".prompts > form.prompt[data-in-use]");
  const dock = form.querySelector(".send").getBoundingClientRect();
  const shown = (found) => found.checkVisibility() && found.getBoundingClientRect().height > 0;
  const boxes = (within, selector) => [...within.querySelectorAll(selector)].filter(shown).map((found) => {
    const { left, right, top, bottom, width, height } = found.getBoundingClientRect();
    return { left, right, top, bottom, width, height, text: found.textContent.trim().slice(0, 20) };
  });
  return {
    next: boxes(document, "[data-next], .guide > summary"),
    heading: boxes(form, "h2"),
    targets: boxes(form,
      ".pick:not(.out), .choice, .in-turn button, .to-place, input[type=number], .left-out > summary"),
    buzzer: boxes(document, "[data-pad]"),
    sends: boxes(form, "button.go, fieldset:has([data-sends-form]:not([hidden])) .choice"),
    picked: boxes(form, ".picked, .tabs .place"),
    cut: [...document.querySelectorAll("details.next > summary > span")]
      .filter((found) => found.scrollHeight > found.clientHeight + 2).length,
    dock: dock.top, scrolled: scrollY, width: innerWidth, height: innerHeight,
  };
}"""
"""What stands where on this page, as boxes in the window."""

COUNTING = """() => {
  const form = document.querySelector("form.prompt[data-in-use]");
  const boxes = (within, selector) => [...within.querySelectorAll(selector)].filter((found) => found.checkVisibility())
    .map((found) => found.getBoundingClientRect()).map(({ left, right, top, bottom, width, height }) =>
      ({ left, right, top, bottom, width, height }));
  return {
    numbers: [
      ...boxes(form.closest("details"), ":scope > summary"), ...boxes(form, "input[type=number], .number-of .seat"),
    ],
    keys: [...boxes(form, ".number-pad button"), ...boxes(form, "button.go")],
    dock: form.querySelector(".send").getBoundingClientRect().top, width: innerWidth, height: innerHeight,
  };
}"""
"""The same of a tally: what is counted, with its numbers, and the keys of the pad with
the button.
"""


def main_moments(house: House, game: str) -> Iterator[tuple[str, Seated, Step]]:
    """Each main prompt of a game as it is asked the first time and, after rulings, once
    more.
    """
    seats = 4 if 4 in counts_of(house, game) else min(counts_of(house, game))
    _, steps = random_match(house, game, seats)
    for kind in MAIN[game]:
        asked = [number for number, step in enumerate(steps) if step.kind == kind]
        for when, number in (
            ("first", asked[0]),
            ("later", asked[min(5, len(asked) - 1)]),
        ):
            yield (
                f"{game}-{kind}-{when}",
                up_to(house, game, seats, steps[:number]),
                steps[number],
            )


def shown(page: Page, house: House, table: Seated, step: Step) -> dict[str, Any]:
    """What stands where as this seat is asked; the guide to setting up was gone
    through.
    """
    house.show(
        page,
        Visit(step.kind, "table/playing.html", table.path(), table.as_seat(step.seat)),
    )
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    # An order of seats is tapped once its script is there.
    expect(page.locator("[data-lists]:visible")).to_have_count(0)
    page.evaluate(FOLDED)
    return dict(page.evaluate(SEEN))


def is_whole(box: dict[str, Any], seen: dict[str, Any], bottom: float) -> bool:
    """Whether this box is seen whole: in the window, above what sticks to its bottom."""
    return (
        box["top"] >= 0
        and box["bottom"] <= bottom + 1
        and box["left"] >= -1
        and box["right"] <= seen["width"] + 1
    )


def what_is_missing(seen: dict[str, Any]) -> list[str]:
    """What one would have to scroll for, or could not hit with a thumb."""
    found = []
    for part in ("next", "heading", "targets", "picked", "buzzer"):
        bottom = seen["height"] if part == "picked" else seen["dock"]
        found += [
            f"{part}: {box}" for box in seen[part] if not is_whole(box, seen, bottom)
        ]
    found += [
        f"small: {box}"
        for box in seen["targets"]
        if min(box["width"], box["height"]) < LEAST - 0.5
    ]
    found += [
        f"button: {box}"
        for box in seen["sends"]
        if not is_whole(box, seen, seen["height"])
    ]
    found += ["what to do is cut"] * bool(seen["cut"])
    return (
        found
        + ["scrolled"] * bool(seen["scrolled"])
        + ["no button"] * (not seen["sends"])
    )


def on_arrival(seen: dict[str, Any]) -> bool:
    """Whether the button and some of what is tapped are seen."""
    sends = [box for box in seen["sends"] if is_whole(box, seen, seen["height"])]
    taps = [box for box in seen["targets"] if is_whole(box, seen, seen["dock"])]
    return bool(sends) and (bool(taps) or not seen["targets"]) and not seen["scrolled"]


@pytest.mark.parametrize("size", [*WHOLE, LAPTOP], ids=str)
@pytest.mark.parametrize("game", MAIN)
def test_nobody_scrolls_at_a_main_prompt(
    house: House, chromium: Browser, game: str, size: tuple[int, int]
) -> None:
    """In German, whose words are the longest."""
    held = {"has_touch": False, "is_mobile": False} if size == LAPTOP else {}
    page = a_phone(
        chromium, viewport={"width": size[0], "height": size[1]}, locale="de-DE", **held
    )
    missing = {}
    for name, table, step in main_moments(house, game):
        found = what_is_missing(shown(page, house, table, step))
        keep_picture(page, f"one-screen-{name}-{size[0]}")
        if found:
            missing[name] = found
    page.context.close()
    assert missing == {}


@pytest.mark.parametrize("size", ON_ARRIVAL, ids=str)
@pytest.mark.parametrize("game", MAIN)
def test_cards_and_the_button_are_seen_on_arrival(
    house: House, chromium: Browser, game: str, size: tuple[int, int]
) -> None:
    page = a_phone(chromium, viewport={"width": size[0], "height": size[1]})
    late = [
        name
        for name, table, step in main_moments(house, game)
        if not on_arrival(shown(page, house, table, step))
    ]
    page.context.close()
    assert late == []


def refused_count(
    page: Page, recount: Locator
) -> tuple[dict[str, Any], dict[str, Any]]:
    """More cards are counted than there are, and the last number is tapped to be put
    right: what stands where then, and the box of this number. The keys are away until
    it is tapped, and there is one button at any time.
    """
    numbers = recount.locator("input[type=number]")
    sends = page.locator(".prompts button.go:visible")
    for number in numbers.all():
        number.fill("50")
    expect(sends).to_have_count(1)
    sends.tap()
    expect(recount.locator(".refusal")).to_be_in_viewport(ratio=1)
    expect(page.locator(".number-pad")).to_have_count(0)
    numbers.last.tap()
    expect(page.locator(".number-pad")).to_be_visible()
    expect(sends).to_have_count(1)
    last = dict(
        numbers.last.evaluate("found => found.getBoundingClientRect().toJSON()")
    )
    return dict(page.evaluate(COUNTING)), last


@pytest.mark.parametrize("game", TALLIES)
def test_a_tally_stands_whole_above_its_number_pad(
    house: House, chromium: Browser, game: str
) -> None:
    """Whoever opens it and taps the first number sees what is counted, a number a
    player, and all keys.
    """
    _, steps = random_match(house, game, 4)
    number = next(
        number for number, step in enumerate(steps) if step.kind == TALLIES[game]
    )
    table = up_to(house, game, 4, steps[:number])
    page = a_phone(chromium, viewport={"width": 360, "height": 740}, locale="de-DE")
    house.show(
        page,
        Visit(
            "tally",
            "table/playing.html",
            table.path(),
            table.as_seat(steps[number].seat),
        ),
    )
    recount = entry(page, "recount")
    recount.locator("input[type=number]").first.tap()
    expect(recount.locator(".number-pad")).to_be_visible()
    expect(page.locator("form.prompt[data-in-use] input[name='kind']")).to_have_value(
        "recount"
    )
    seen = page.evaluate(COUNTING)
    keep_picture(page, f"one-screen-tally-{game}")
    refused, last = refused_count(page, recount)
    page.context.close()
    assert is_whole(last, refused, refused["dock"]), (
        "the number that is put right stands above the keys"
    )
    assert len(seen["numbers"]) > 2 * 4
    assert [
        box for box in seen["numbers"] if not is_whole(box, seen, seen["dock"])
    ] == []
    assert [
        box for box in seen["keys"] if not is_whole(box, seen, seen["height"])
    ] == []
    assert [
        box for box in seen["keys"] if min(box["width"], box["height"]) < LEAST - 0.5
    ] == []


def test_a_refusal_stands_on_one_screen_with_the_cards_to_put_right(
    house: House, chromium: Browser
) -> None:
    table = house.started("four-aces", 3)
    page = a_phone(chromium, locale="de-DE")
    house.show(
        page, Visit("refused", "table/playing.html", table.path(), table.as_seat("Ana"))
    )
    page.evaluate(FOLDED)
    enter_a_card_in_two_hands(page)
    hands = entry(page, "round", "Ana")
    refusal, question = hands.locator(".refusal"), hands.locator(".refusal a.button")
    expect(refusal).to_be_in_viewport(ratio=1)
    places = hands.locator(".tabs, [data-grid]:visible").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().toJSON())"
    )
    dock, asks = hands.locator(".send").bounding_box(), question.bounding_box()
    keep_picture(page, "one-screen-refused")
    page.context.close()
    assert dock is not None
    assert asks is not None
    assert max(place["bottom"] for place in places) <= dock["y"] + 1
    assert (
        min(place["top"] for place in places) - asks["y"] - asks["height"] >= APART
    ), "a thumb hits one of them"


def test_after_a_slap_buzzer_ruling_and_what_is_next_stand_on_one_screen(
    house: House, chromium: Browser
) -> None:
    """Also for whoever has nothing to enter, and for whoever has to set cards aside and
    shuffle.
    """
    table = house.started("slapjack", 4)
    for seat, card in (
        ("Ben", "2S"),
        ("Cy", "3S"),
        ("Di", "4S"),
        ("Ana", "5S"),
        ("Ben", "JS"),
    ):
        table.enter("play", seat, card=card)
    table.enter("slap", order=["Ana", "Cy"], takes=["JS"])
    page = a_phone(chromium, locale="de-DE")
    for seat in ("Ana", "Di"):
        house.show(
            page,
            Visit("slapped", "table/playing.html", table.path(), table.as_seat(seat)),
        )
        for part in ("[data-pad]", "[data-next]", "[data-rulings] .summary"):
            expect(page.locator(part).first).to_be_in_viewport(ratio=1)
        keep_picture(page, f"one-screen-slapped-{seat}")
    page.context.close()


@pytest.mark.parametrize(("game", "kind"), [("jizara", "turn"), ("tripp-jokes", "lay")])
def test_a_phone_on_its_side_shows_the_whole_deck_at_once(
    house: House, chromium: Browser, game: str, kind: str
) -> None:
    """Each suit is a row of its own, and the jokers are one more."""
    table = house.started(game, min(counts_of(house, game)))
    page = a_phone(chromium, viewport=LYING)
    house.show(
        page,
        Visit("whole-deck", "table/playing.html", table.path(), table.as_seat("Ana")),
    )
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    form = entry(page, kind)
    dock = form.locator(".send").bounding_box()
    boxes = [card.bounding_box() for card in form.locator(".pick:visible").all()]
    page.context.close()
    assert dock is not None
    for box in boxes:
        assert box is not None
        assert box["y"] + box["height"] <= dock["y"]
        assert min(box["width"], box["height"]) >= 43.9
