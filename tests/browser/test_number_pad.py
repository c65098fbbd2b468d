"""Numbers on a phone: names are readable beside them, and a pad at the thumb has all
digits and a sign.
"""

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from .conftest import keep_picture
from .phones import PHONE
from .playing import end_moment
from .tour import NAMES, House, Seated, Visit, open_all

LEAST_TARGET = 44
SMALL: ViewportSize = {"width": 320, "height": 568}
LYING: ViewportSize = {"width": 844, "height": 390}


def counting(house: House, *names: str) -> Seated:
    """A table at which only points are entered."""
    table = house.opened("score-pad", len(names), sit=False)
    table.host.post(f"/tables/{table.code}/start", {}).said(200)
    return table


def at(table: Seated) -> Visit:
    """The table's page as its host sees it."""
    return Visit("points", "table/playing.html", table.path(), table.as_host)


def key(page: Page, name: str) -> Locator:
    """A key of the pad, by what stands on it."""
    return page.locator(".number-pad button", has_text=name).first


def press(page: Page, keys: str) -> None:
    """Tap these keys."""
    for name in keys.split():
        key(page, name).tap()


def numbers(page: Page) -> list[str]:
    """What stands in the fields of the round."""
    found: list[str] = page.locator("[data-field='points'] input").evaluate_all(
        "all => all.map(one => one.value)"
    )
    return found


@pytest.mark.slow
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


def test_a_round_of_bids_and_tricks_for_four_takes_nine_taps_and_no_scrolling(
    house: House, chromium: Browser
) -> None:
    """A number of few values has a button for each, which leads on to the next seat, and
    the last trick count follows from the others.
    """
    table = house.started("wizard", 4, sit=False)
    table.enter("bids", bids=dict.fromkeys(NAMES[:4], 0))
    table.enter("deal", tricks={**dict.fromkeys(NAMES[:4], 0), NAMES[0]: 1})
    context, page = house.view(chromium, at(table))
    press(page, "0 1 2 0")
    page.get_by_role("button", name="Enter").tap()
    expect(page.get_by_text("bid 2")).to_be_visible()
    press(page, "0 1 1")
    expect(page.locator("[data-field='tricks'] input").last).to_have_value("0")
    for seat in NAMES[:4]:
        expect(page.get_by_role("spinbutton", name=seat, exact=True)).to_be_in_viewport(
            ratio=1
        )
    page.get_by_role("button", name="Enter").tap()
    expect(page.locator(".scores tr", has_text=NAMES[3])).to_contain_text("50")
    context.close()


def test_the_bids_come_by_themselves_once_the_card_turned_up_is_tapped(
    house: House, chromium: Browser
) -> None:
    """A wizard and a jester have their names on the pad, not another language's letters."""
    table = house.started("wizard", 3, sit=False, options={"depth": "tricks"})
    context, page = house.view(chromium, at(table))
    wizard = page.locator(".pick .name", has_text="wizard").first
    assert wizard.bounding_box()["width"] > 20
    expect(page.locator(".number-pad")).to_have_count(0)
    page.locator(".pick:has([data-card='9R'])").tap()
    press(page, "0 1 0")
    for seat in NAMES[:3]:
        expect(page.get_by_role("spinbutton", name=seat, exact=True)).to_be_in_viewport(
            ratio=1
        )
    page.get_by_role("button", name="Enter").tap()
    expect(page.locator(".facts")).to_contain_text("Red")
    context.close()


def test_a_bid_at_skat_is_a_tap_and_one_out_of_bounds_is_refused_in_words(
    house: House, chromium: Browser
) -> None:
    """Only what can be bid has a key; the rest is typed, and no browser objects."""
    context, page = house.view(chromium, at(house.started("skat", 3, sit=False)))
    for label in ("Ben", "hearts"):
        page.locator("label.choice", has_text=label).first.tap()
    expect(key(page, "18")).to_be_visible()
    shown = page.locator(".number-pad button").all_text_contents()
    assert shown[2:6] == ["18", "20", "22", "23"]
    assert shown[-1] == "…"
    press(page, "23")
    bid = page.locator("[data-field='bid'] input")
    expect(bid).to_have_value("23")

    bid.tap()
    press(page, "… 1 0 Done")
    expect(bid).to_have_value("10")
    page.get_by_role("button", name="Enter").tap()
    expect(page.locator("[data-field='bid'] .error")).to_have_text("At least 18.")
    context.close()


TWO_TAPS = """key => {
  const { left, top, width, height } = key.getBoundingClientRect();
  const [clientX, clientY] = [left + width / 2, top + height / 2];
  for (let taps = 0; taps < 2; taps += 1) {
    const click = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX, clientY });
    document.elementFromPoint(clientX, clientY).dispatchEvent(click);
  }
}"""


def hearts_taken(page: Page) -> list[str]:
    """What stands in the fields of the hearts that each took."""
    found: list[str] = page.locator("[data-field='hearts'] input").evaluate_all(
        "all => all.map(one => one.value)"
    )
    return found


@pytest.mark.slow
def test_zeros_follow_once_the_others_come_to_the_total(
    house: House, chromium: Browser
) -> None:
    """What followed goes as soon as one of the others is changed; the pad goes when
    nothing is left to say, and nothing under it is tapped by a thumb that trembles.
    """
    table = house.started("hearts", 4, sit=False, options={"depth": "deals"})
    context, page = house.view(chromium, at(table))
    press(page, "5")
    expect(page.locator(".number-pad p")).to_contain_text("Ben")
    key(page, "8").evaluate(TWO_TAPS)
    assert hearts_taken(page) == ["5", "8", "0", "0"]
    expect(page.locator(".number-pad")).to_have_count(0)
    expect(page.locator("[data-field='queen'] input:checked")).to_have_count(0)
    page.get_by_role("spinbutton", name="Ben", exact=True).tap()
    expect(key(page, "8")).to_have_attribute("aria-pressed", "true")
    press(page, "4")
    assert hearts_taken(page) == ["5", "4", "", ""]
    press(page, "1")
    assert hearts_taken(page) == ["5", "4", "1", "3"]
    context.close()


@pytest.mark.slow
def test_a_corrected_number_is_made_up_for_by_the_last_that_nobody_touched(
    house: House, chromium: Browser
) -> None:
    table = house.started("hearts", 3, sit=False, options={"depth": "deals"})
    table.enter("deal", hearts={"Ana": 4, "Ben": 4, "Cy": 5}, queen="Ana")
    form = Visit(
        "wrong", "entries/correct.html", table.path("/correct/1"), table.as_host
    )
    context, page = house.view(chromium, form)
    page.get_by_role("spinbutton", name="Ben", exact=True).tap()
    press(page, "3")
    assert hearts_taken(page) == ["4", "3", "6"]
    page.get_by_role("spinbutton", name="Ana", exact=True).tap()
    press(page, "5")
    assert hearts_taken(page) == ["5", "3", "5"]
    page.get_by_role("button", name="Change").tap()
    expect(page.get_by_text("Ana takes 18").first).to_be_visible()
    context.close()


@pytest.mark.slow
def test_a_second_tap_within_a_moment_is_not_taken_twice(
    house: House, chromium: Browser
) -> None:
    """Whoever means the same number for the next seat too taps a little later."""
    table = house.started("hearts", 4, sit=False, options={"depth": "deals"})
    context, page = house.view(chromium, at(table))
    key(page, "3").evaluate(TWO_TAPS)
    assert hearts_taken(page) == ["3", "", "", ""]
    expect(page.locator(".number-pad p")).to_contain_text("Ben")
    press(page, "3")
    assert hearts_taken(page) == ["3", "3", "", ""]
    context.close()


@pytest.mark.slow
def test_a_larger_number_ends_with_next_and_never_by_itself(
    house: House, chromium: Browser
) -> None:
    """Also where no further digit could follow; the pad says which number it writes."""
    table = house.started("cribbage", 2, sit=False, options={"depth": "deals"})
    context, page = house.view(chromium, at(table))
    shown = page.locator(".number-pad p")
    expect(shown).to_have_text("Pegging (heels and go included): Ben –")
    press(page, "8 9")
    expect(shown).to_have_text("Pegging (heels and go included): Ben 89")
    key(page, "Next").evaluate(TWO_TAPS)
    expect(shown).to_have_text("Pegging (heels and go included): Ana –")
    context.close()


@pytest.mark.slow
def test_the_new_total_stands_beside_what_is_typed(
    house: House, chromium: Browser
) -> None:
    """What is taken off again counts too, wherever on the form it is typed."""
    table = house.started("score-pad", 2, sit=False, options={"preset": "rummy-500"})
    table.enter("round", melds={"Ana": 40, "Ben": 100}, left={"Ana": 0, "Ben": 15})
    context, page = house.view(chromium, at(table))
    totals = page.locator("[data-field='melds'] .becomes")
    expect(totals).to_have_text(["40", "85"])
    press(page, "3 5 Next Next 4 0")
    expect(totals).to_have_text(["40 → 35", "85"])
    context.close()


@pytest.mark.slow
def test_what_is_chosen_leads_on_to_its_number(house: House, chromium: Browser) -> None:
    """The button says what is still missing, and is grey until all of it is there."""
    table = house.started("score-pad", 2, sit=False, options={"preset": "dice"})
    context, page = house.view(chromium, at(table))
    enter = page.locator(".prompts > form.prompt button.go")
    expect(enter).to_have_text("Enter (Category)")
    page.locator("label.choice", has_text="Sixes").tap()
    expect(enter).to_have_text("Enter (Points)")
    press(page, "1 8")
    expect(enter).to_have_text("Enter")
    enter.tap()
    expect(page.get_by_text("Ana: Sixes +18, now 18").first).to_be_visible()
    context.close()


@pytest.mark.slow
def test_another_round_begins_with_its_first_number(
    house: House, chromium: Browser
) -> None:
    """Wherever the pad was when somebody entered the round before, on this phone or on
    another.
    """
    table = counting(house, "Ana", "Ben")
    context, page = house.view(chromium, at(table))
    press(page, "1 2 Next 7")
    page.get_by_role("button", name="Enter").tap()
    expect(page.locator(".number-pad p")).to_have_text("Ana –")
    end_moment(page)
    press(page, "5")
    assert numbers(page) == ["5", ""]
    press(page, "Next")
    table.enter("round", points={"Ana": 1, "Ben": 1})
    expect(page.locator(".number-pad p")).to_have_text("Ana –")
    end_moment(page)
    press(page, "3 Next 4")
    assert numbers(page) == ["3", "4"]
    context.close()


@pytest.mark.slow
def test_the_first_digit_takes_the_place_of_what_stood_there(
    house: House, chromium: Browser
) -> None:
    table = counting(house, "Ana", "Ben")
    context, page = house.view(chromium, at(table))
    press(page, "5 0 ± ± ± Next 3")
    assert numbers(page) == ["-50", "3"]
    page.locator("[data-field='points'] input").first.tap()
    press(page, "8 ±")
    assert numbers(page) == ["-8", "3"]
    context.close()


@pytest.mark.slow
def test_halves_have_a_key_where_the_table_plays_with_them(
    house: House, chromium: Browser
) -> None:
    table = house.started("score-pad", 4, sit=False, options={"halves": True})
    context, page = house.view(chromium, at(table))
    press(page, "1 2 ½ Next ± ½ Next ½ ½ 7 Next 3 ½ ⌫ ½ 0 ½ ½")
    expect(page.locator(".number-pad output")).to_have_text("30½")
    press(page, "Done")
    assert numbers(page) == ["12.5", "-0.5", "7", "30.5"]
    page.get_by_role("button", name="Enter").tap()
    expect(page.get_by_text("Di leads with 30½").first).to_be_visible()
    context.close()


@pytest.mark.slow
def test_a_number_that_cannot_be_below_zero_has_no_sign(
    unused_house: House, chromium: Browser
) -> None:
    context, page = unused_house.view(
        chromium, Visit("new", "games/new_table.html", "/new/score-pad")
    )
    page.get_by_label("Points that end the match").tap()
    expect(key(page, "7")).to_be_visible()
    expect(key(page, "±")).to_be_hidden()
    press(page, "2 5 0")
    expect(page.get_by_label("Points that end the match")).to_have_value("250")
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    "screen",
    [
        pytest.param(PHONE, id="phone"),
        *(pytest.param(one, marks=pytest.mark.slow) for one in (SMALL, LYING)),
    ],
)
def test_field_pad_and_enter_stand_on_one_screen(
    house: House, chromium: Browser, screen: ViewportSize
) -> None:
    """Whatever field is filled in, thumb-sized keys and what they write are seen with
    it.
    """
    table = counting(house, *NAMES[:6])
    context, page = house.view(chromium, at(table), viewport=screen)
    for seat in NAMES[:6]:
        expect(page.locator(".number-pad output")).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("spinbutton", name=seat, exact=True)).to_be_in_viewport(
            ratio=1
        )
        press(page, "5 Next" if seat != NAMES[5] else "5")
    boxes = [
        button.bounding_box()
        for button in page.locator(".number-pad button:visible").all()
    ]
    assert len(boxes) == 13
    for box in boxes:
        assert box is not None
        assert min(box["width"], box["height"]) >= LEAST_TARGET - 0.1
        assert box["y"] + box["height"] <= screen["height"]
    expect(page.get_by_role("button", name="Enter")).to_be_in_viewport(ratio=1)
    keep_picture(page, f"number-pad-{screen['width']}")
    context.close()


@pytest.mark.slow
def test_with_a_keyboard_and_without_scripts_the_fields_are_plain(
    house: House, chromium: Browser
) -> None:
    table = counting(house, "Ana", "Ben")
    for options in (
        {"has_touch": False, "is_mobile": False},
        {"java_script_enabled": False},
    ):
        context, page = house.view(chromium, at(table), **options)
        page.get_by_role("spinbutton", name="Ana").fill("-4")
        page.get_by_role("spinbutton", name="Ben").fill("9")
        expect(page.locator(".number-pad")).to_have_count(0)
        page.get_by_role("button", name="Enter").click()
        expect(page.locator("[data-rulings] .summary").first).to_contain_text(
            "Ben leads with"
        )
        context.close()
    assert table.host.look(table.code)["standings"][0]["score"] == -8


def test_the_tap_after_a_number_acts_on_what_was_under_the_finger(
    house: House, chromium: Browser
) -> None:
    """The pad closes only once the tap is done."""
    visit = Visit("new event", "event/new.html", "/events/new/skat")
    context, page = house.view(chromium, visit)
    page.locator("summary", has_text="Options").tap()
    page.get_by_label("Deals each").tap()
    expect(page.locator(".number-pad")).to_be_visible()
    rule = page.get_by_label("Seeger–Fabian")
    rule.evaluate("box => box.scrollIntoView({ block: 'center' })")
    before = rule.bounding_box()
    assert before is not None
    x, y = before["x"] + before["width"] / 2, before["y"] + before["height"] / 2
    page.touchscreen.tap(x, y)
    expect(page.locator(".number-pad")).to_have_count(0)
    expect(rule).to_be_checked()
    context.close()


def test_large_text_leaves_half_of_the_screen_to_what_is_entered(
    house: House, chromium: Browser
) -> None:
    """In German, where words are long: the bar with the pad stands in the lower half, and
    its button says no more than itself.
    """
    table = house.started("cribbage", 2, sit=False)
    visit = Visit("points", "table/playing.html", table.path(), table.as_host)
    context, page = house.view(chromium, visit, locale="de-DE")
    expect(page.get_by_text("(optional)")).to_have_count(0)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.locator("[data-field=pegged] input").first.tap()
    expect(key(page, "9")).to_be_visible()
    bar = page.locator(".send", has=page.locator(".number-pad"))
    expect(bar.locator("[data-count]")).to_be_hidden()
    box = bar.bounding_box()
    assert box is not None
    keep_picture(page, "number-pad-large-text")
    assert box["height"] <= PHONE["height"] * 0.52
    small = page.locator(".number-pad button").evaluate_all(
        "all => all.filter((one) => one.offsetHeight && one.offsetHeight < 44).length"
    )
    assert small == 0
    context.close()


def test_a_number_that_its_steps_pass_over_is_asked_again(
    house: House, chromium: Browser
) -> None:
    table = house.started("score-pad", 2, sit=False, options={"preset": "canasta"})
    visit = Visit("steps", "table/playing.html", table.path(), table.as_host)
    context, page = house.view(chromium, visit)
    page.locator("[data-field] input[step='5']").first.tap()
    press(page, "1 2 3 Next")
    asked = page.locator(".number-pad p span")
    expect(asked).to_have_text("Steps of 5: 120 or 125?")
    expect(page.locator("#announce")).to_have_text("Steps of 5: 120 or 125?")
    press(page, "1 2 0 Next")
    expect(asked).not_to_contain_text("Steps")
    expect(page.locator("[data-field] input[step='5']").first).to_have_value("120")
    context.close()


def test_a_number_is_selected_where_its_field_is_entered(
    house: House, chromium: Browser
) -> None:
    """By the mouse and by Tab: what is typed takes its place, key by key."""
    visit = Visit("new", "games/new_table.html", "/new/hearts", then=open_all)
    context, page = house.view(chromium, visit, has_touch=False, is_mobile=False)
    number = page.locator("main input[type=number]:visible").first
    number.fill("4")
    page.get_by_role("heading").first.click()
    number.click()
    page.keyboard.type("12")
    expect(number).to_have_value("12")
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.type("9")
    expect(number).to_have_value("9")
    context.close()
