"""Numbers on a phone: names are readable beside them, and a pad at the thumb has all digits and a sign."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from referee.plugin.discovery import GAMES, beside

from .conftest import keep_picture
from .phones import PHONE
from .playing import goes_on
from .tour import NAMES, House, Seated, Visit

LONGEST = "Maximiliane von Hohenstein-Ora"
"""As long as a name may be."""
LEAST_TARGET = 44
SMALL: ViewportSize = {"width": 320, "height": 568}
LYING: ViewportSize = {"width": 844, "height": 390}
# How wide a key is between its frames, and how wide its text.
WIDTHS = """key => {
  const range = document.createRange();
  range.selectNodeContents(key);
  return [key.clientWidth, range.getBoundingClientRect().width];
}"""
# Scrolls until this stands just above the pad.
JUST_ABOVE = """one => {
  const { top } = document.querySelector(".send").getBoundingClientRect();
  scrollBy(0, one.getBoundingClientRect().bottom - top);
}"""
# How many lines a text has.
LINES = """name => {
  const range = document.createRange();
  range.selectNodeContents(name);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""


@pytest.fixture(scope="module", autouse=True)
def strangers_tally() -> Iterator[None]:
    """A stranger's game that only counts is installed beside the games that are."""
    with beside(EntryPoint("tally", "tests.tally", GAMES)):
        yield


def counting(house: House, *names: str) -> Seated:
    """A table at which only points are entered."""
    table = house.opened("tally", 0)
    for name in names:
        table.host.post(f"/tables/{table.code}/join", {"name": name}).said(201)
    table.host.post(f"/tables/{table.code}/start", {}).said(200)
    return table


def at(table: Seated) -> Visit:
    """The table's page as its host sees it."""
    return Visit("tally", "table/playing.html", table.path(), table.as_host)


def key(page: Page, name: str) -> Locator:
    """A key of the pad, by what stands on it."""
    return page.locator(".number-pad button", has_text=name).first


def press(page: Page, keys: str) -> None:
    """Tap these keys."""
    for name in keys.split():
        key(page, name).tap()


def numbers(page: Page) -> list[str]:
    """What stands in the fields of the round."""
    found: list[str] = page.locator("[data-field='points'] input").evaluate_all("all => all.map(one => one.value)")
    return found


def test_points_are_entered_with_the_pad_alone(house: House, chromium: Browser) -> None:
    """The pad is there at once, writes below zero, and leads from one seat to the next."""
    table = counting(house, "Ana", "Ben", "Cy")
    context, page = house.view(chromium, at(table))
    press(page, "1 2 Next ± 7 Next 4 0")
    expect(page.locator(".number-pad output")).to_have_text("40")
    keep_picture(page, "number-pad")
    press(page, "⌫ Done")
    assert numbers(page) == ["12", "-7", "4"]
    expect(page.locator(".number-pad")).to_have_count(0)
    page.get_by_role("button", name="Enter").tap()
    expect(page.locator(".scores tr", has_text="Ben")).to_contain_text("−7")
    context.close()


@pytest.mark.slow
def test_another_round_begins_with_its_first_number(house: House, chromium: Browser) -> None:
    """Wherever the pad was when somebody entered the round before, on this phone or on another."""
    table = counting(house, "Ana", "Ben")
    context, page = house.view(chromium, at(table))
    press(page, "1 2 Next 7")
    page.get_by_role("button", name="Enter").tap()
    expect(page.locator(".number-pad p")).to_have_text("Ana –")
    press(page, "5")
    assert numbers(page) == ["5", ""]
    press(page, "Next")
    table.enter("round", points={"Ana": 1, "Ben": 1})
    expect(page.locator(".number-pad p")).to_have_text("Ana –")
    press(page, "3 Next 4")
    assert numbers(page) == ["3", "4"]
    context.close()


@pytest.mark.slow
def test_whoever_typed_while_somebody_else_entered_the_round_sees_so(house: House, chromium: Browser) -> None:
    """What was typed is gone with the round: why is told at the top of the screen, wherever the page stands."""
    table = house.started("score-pad", 3)
    table.enter("round", points=dict.fromkeys(table.phones, 1))
    visit = Visit("score-pad", "table/playing.html", table.path(), table.as_seat("Ana"))
    context, page = house.view(chromium, visit)
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    press(page, "5 Next")
    table.enter("round", points=dict.fromkeys(table.phones, 2))
    expect(page.locator(".news-line")).to_have_text("The host has entered this meanwhile: “Round 2”.")
    assert numbers(page) == ["", "", ""]
    context.close()


@pytest.mark.slow
def test_whoever_sat_down_before_the_match_has_the_pad_as_soon_as_numbers_are_asked(
    house: House, chromium: Browser
) -> None:
    """Its script is loaded when news brings the first field for a number."""
    table = house.opened("tally", 2)
    ana = Visit("tally", "table/setting_up.html", table.path(), table.as_seat("Ana"))
    context, page = house.view(chromium, ana)
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    fetched = "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('number_pad.js'))"
    assert not page.evaluate(fetched)
    table.host.post(f"/tables/{table.code}/start", {}).said(200)
    press(page, "7 Next 4")
    assert numbers(page) == ["7", "4"]
    assert page.evaluate(fetched)
    context.close()


@pytest.mark.slow
def test_the_first_digit_takes_the_place_of_what_stood_there(house: House, chromium: Browser) -> None:
    table = counting(house, "Ana", "Ben")
    context, page = house.view(chromium, at(table))
    press(page, "5 0 ± ± ± Next 3")
    assert numbers(page) == ["-50", "3"]
    page.locator("[data-field='points'] input").first.tap()
    press(page, "8 ±")
    assert numbers(page) == ["-8", "3"]
    context.close()


@pytest.mark.slow
def test_halves_have_a_key_where_the_table_plays_with_them(house: House, chromium: Browser) -> None:
    table = house.started("score-pad", 4, options={"halves": True})
    context, page = house.view(chromium, at(table))
    press(page, "1 2 ½ Next ± ½ Next ½ ½ 7 Next 3 ½ ⌫ ½ 0 ½ ½")
    expect(page.locator(".number-pad output")).to_have_text("30½")
    press(page, "Done")
    assert numbers(page) == ["12.5", "-0.5", "7", "30.5"]
    page.get_by_role("button", name="Enter").tap()
    expect(page.get_by_text("Di leads with 30½").first).to_be_visible()
    context.close()


@pytest.mark.slow
def test_a_number_that_cannot_be_below_zero_has_no_sign(house: House, chromium: Browser) -> None:
    context, page = house.view(chromium, Visit("new", "games/new_table.html", "/new/tally"))
    page.get_by_label("Points to win").tap()
    expect(key(page, "7")).to_be_visible()
    expect(key(page, "±")).to_be_hidden()
    press(page, "2 5 0 Done")
    expect(page.get_by_label("Points to win")).to_have_value("250")
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    "screen",
    [pytest.param(PHONE, id="phone"), *(pytest.param(one, marks=pytest.mark.slow) for one in (SMALL, LYING))],
)
def test_field_pad_and_enter_stand_on_one_screen(house: House, chromium: Browser, screen: ViewportSize) -> None:
    """Whatever field is filled in, thumb-sized keys and what they write are seen with it."""
    table = counting(house, *NAMES[:6])
    context, page = house.view(chromium, at(table), viewport=screen)
    for seat in NAMES[:6]:
        expect(page.locator(".number-pad output")).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("spinbutton", name=seat, exact=True)).to_be_in_viewport(ratio=1)
        press(page, "5 Next" if seat != NAMES[5] else "5")
    boxes = [button.bounding_box() for button in page.locator(".number-pad button:visible").all()]
    assert len(boxes) == 13
    for box in boxes:
        assert box is not None
        assert min(box["width"], box["height"]) >= LEAST_TARGET - 0.1
        assert box["y"] + box["height"] <= screen["height"]
    expect(page.get_by_role("button", name="Enter")).to_be_in_viewport(ratio=1)
    keep_picture(page, f"number-pad-{screen['width']}")
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize("screen", [PHONE, pytest.param(LYING, marks=pytest.mark.slow)], ids=["phone", "lying"])
def test_all_of_the_page_can_be_brought_above_the_pad(house: House, chromium: Browser, screen: ViewportSize) -> None:
    table = counting(house, "Ana", "Ben")
    context, page = house.view(chromium, at(table), viewport=screen)
    pad = page.locator(".number-pad")
    expect(pad).to_be_visible()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    last, above = page.locator("footer.ways").bounding_box(), pad.bounding_box()
    assert last is not None and above is not None
    assert last["y"] + last["height"] <= above["y"]
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "es-ES"])
def test_the_word_on_the_key_that_leads_on_stands_within_it(house: House, chromium: Browser, locale: str) -> None:
    """On the narrowest phones and on those just wide enough for other columns."""
    table = counting(house, "Ana", "Ben")
    context, page = house.view(chromium, at(table), locale=locale)
    for width in (320, 360, 390, 430, 450):
        page.set_viewport_size({"width": width, "height": 740})
        room, word = page.locator(".number-pad [data-key='on']").evaluate(WIDTHS)
        assert word <= room, width
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize("width", [320, pytest.param(390, marks=pytest.mark.slow)])
def test_names_beside_numbers_are_read_at_a_glance(house: House, chromium: Browser, width: int) -> None:
    """A short name stands on one line, the longest on a few, and none is cut."""
    table = counting(house, "Ana", LONGEST, "Cy")
    context, page = house.view(chromium, at(table), viewport={"width": width, "height": 740})
    names = page.locator("[data-field='points'] .name")
    assert [name.evaluate(LINES) for name in names.all()][::2] == [1, 1]
    assert names.nth(1).evaluate(LINES) <= 4
    assert names.nth(1).evaluate(
        "one => one.scrollWidth <= one.clientWidth || getComputedStyle(one).display === 'inline'"
    )
    context.close()


@pytest.mark.slow
def test_with_a_keyboard_and_without_scripts_the_fields_are_plain(house: House, chromium: Browser) -> None:
    table = counting(house, "Ana", "Ben")
    for options in ({"has_touch": False, "is_mobile": False}, {"java_script_enabled": False}):
        context, page = house.view(chromium, at(table), **options)
        page.get_by_role("spinbutton", name="Ana").fill("-4")
        page.get_by_role("spinbutton", name="Ben").fill("9")
        expect(page.locator(".number-pad")).to_have_count(0)
        page.get_by_role("button", name="Enter").click()
        expect(page.locator("[data-rulings] .summary").first).to_contain_text("The round is counted.")
        context.close()
    assert table.host.look(table.code)["standings"][0]["score"] == -8


@pytest.mark.slow
def test_the_pad_has_a_name_for_every_key(house: House, chromium: Browser) -> None:
    context, page = house.view(chromium, at(counting(house, "Ana", "Ben")))
    pad = page.get_by_role("group", name="Number pad")
    for name in ("Plus or minus", "Take back the last digit", "Next one", "7"):
        expect(pad.get_by_role("button", name=name, exact=True)).to_be_visible()
    context.close()


@pytest.mark.slow
def test_what_is_unfolded_below_many_numbers_is_seen_at_once(house: House, chromium: Browser) -> None:
    """Above the button, with all who may be chosen."""
    table = house.started("score-pad", 9)
    context, page = house.view(chromium, at(table))
    press(page, "5 Next")
    aside = page.locator("details.aside", has=page.locator("[data-field='playing']"))
    aside.locator("> summary").evaluate(JUST_ABOVE)
    box = aside.locator("> summary").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + 40, box["y"] + box["height"] / 2)
    expect(aside).to_have_attribute("open", "")
    goes_on(page)
    send, last = aside.locator(".send").bounding_box(), aside.locator(".choice").last.bounding_box()
    assert send is not None and last is not None
    assert last["y"] + last["height"] <= send["y"]
    context.close()
