"""By keyboard and by ear: the focus is always seen and never lost, and what happens is
told.
"""

import pytest
from playwright.sync_api import Browser, Page, expect

from . import tour_of_mistakes  # noqa: F401  # its scenes
from .tour import NAMES, READS_KEYS, House, Seated, Visit, a_phone, a_trick

MOST_STOPS = 250

# What is wrong with where the focus is: lost, off the screen, behind something else, or
# not to be seen.
FOCUS = """
() => {
  const found = document.activeElement;
  if (!found || found === document.body) return "the focus is lost";
  const named = found.outerHTML.slice(0, 160);
  const box = found.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height / 2, innerHeight / 2)];
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return `off the screen: ${named}`;
  const upper = document.elementFromPoint(x, y);
  if (!(found.contains(upper) || upper?.contains(found) || found.labels?.[0]?.contains(upper)))
    return `behind ${upper?.outerHTML.slice(0, 80)}: ${named}`;
  const ringed = [found, found.nextElementSibling].filter(Boolean)
    .some(one => getComputedStyle(one).outlineStyle !== "none" && parseFloat(getComputedStyle(one).outlineWidth) >= 2);
  return ringed ? "" : `not to be seen: ${named}`;
}
"""


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until this has the focus; wherever the focus is on the way, it is seen."""
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUS) == ""
        if holds_focus(page, selector):
            return
    raise AssertionError(f"no way by Tab to {selector}")


def holds_focus(page: Page, selector: str) -> bool:
    return bool(
        page.evaluate("selector => document.activeElement.matches(selector)", selector)
    )


def type_cards(page: Page, field: str, cards: str, seat: str = "") -> None:
    """Into this field, of this seat, by the keyboard alone; Enter leads on to the next
    field, or sends.

    The first letter opens the field to type in, from any of its cards.
    """
    whose = f"{field}={seat}" if seat else field
    there = f'[name="typed={whose}"], [name="pick={whose}"]'
    if not holds_focus(page, there):
        tab_to(page, there)
    page.keyboard.type(cards)
    page.keyboard.press("Enter")


def test_a_whole_trick_by_keyboard_alone(house: House, chromium: Browser) -> None:
    table = house.opened("faj", 4, sit=False)
    table.host.post(f"/tables/{table.code}/start", {}).said(200)
    context, page = house.view(
        chromium,
        Visit("trick", "table/playing.html", table.path(), table.as_host),
        has_touch=False,
    )
    type_cards(page, "cards", "7h")
    expect(page.get_by_role("heading", name="Place a card")).to_be_visible()
    for seat, card in {"Ana": "as", "Ben": "xb", "Cy": "qd", "Di": "kh"}.items():
        assert page.evaluate(FOCUS) == ""
        type_cards(page, "plays", card, seat)
    told = "Ben wins the trick with the black joker"
    expect(page.locator("[data-rulings] .summary").first).to_have_text(told)
    expect(page.locator("#announce")).to_contain_text(told)
    assert page.evaluate("document.activeElement !== document.body"), (
        "the focus is lost"
    )
    context.close()


def walked(page: Page) -> list[str]:
    """Tab through the whole page: what is wrong on the way."""
    wrong, first = [], ""
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        where, unseen = page.evaluate(
            f"[document.activeElement.outerHTML.slice(0, 300), ({FOCUS})()]"
        )
        if where == first or where.startswith("<body"):
            break
        first = first or where
        wrong.append(unseen)
    return [one for one in wrong if one]


WALKED = [
    "corrections",
    *(
        pytest.param(scene, marks=pytest.mark.slow)
        for scene in ("lobby", "setting_up", "seats", "disputes")
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize("name", WALKED)
def test_the_focus_is_always_seen(house: House, chromium: Browser, name: str) -> None:
    wrong, page = [], a_phone(chromium)
    for visit in house.visits(page, name):
        wrong += [f"{visit.name}: {one}" for one in walked(page)]
    page.context.close()
    assert not wrong, "\n".join(wrong)


# What is told


@pytest.fixture
def table(house: House) -> Seated:
    return a_trick(house)


# A host for several seats


@pytest.fixture
def hosted(house: House) -> Seated:
    """Hands to be entered, where nobody but the host has a phone."""
    return house.started("four-aces", 3, sit=False)


def at(page: Page, seat: str, field: str, part: str = "typed") -> str:
    """The field where cards of this seat are typed, or another part of that place."""
    form = page.locator(
        f"form.prompt:has([name=kind][value=round]):has([name=seat][value={seat}])"
    )
    return f"#{form.get_attribute('id')}-{field}--{('Ana', 'Ben', 'Cy').index(seat)}-{part}"


@pytest.mark.slow
def test_what_is_typed_after_a_refusal_goes_to_the_hand_that_was_refused(
    house: House, chromium: Browser, hosted: Seated
) -> None:
    visit = Visit("hosted", "table/playing.html", hosted.path(), hosted.as_host)
    context, page = house.view(
        chromium, visit, has_touch=False, viewport={"width": 1280, "height": 800}
    )
    page.locator("[data-turn-to='Ben']").first.focus()
    page.keyboard.press("Enter")
    expect(
        page.locator(at(page, "Ben", "hidden", "cards")).locator(":focus")
    ).to_have_count(1)
    # Past Ben's locked cards and the three places of Cy.
    for typed in ("4s 5s 6s", "7c 8c 9x", "", "", "", ""):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
    expect(page.get_by_role("alert").first).to_be_visible()
    expect(page.locator(at(page, "Ben", "exposed"))).to_be_focused()
    assert page.evaluate(FOCUS) == ""
    context.close()


# While others enter


@pytest.fixture
def slapjack(house: House) -> Seated:
    """Four at Slapjack, each of whom has played a card."""
    table = house.started("slapjack", 4)
    for seat in ("Ben", "Cy", "Di", "Ana"):
        table.enter("play", seat)
    return table


HELD = {
    "a name of the order": ".in-turn button >> nth=2",
    "a card": "form:has([name=kind][value=slap]) label.pick input >> nth=1",
    "a form's button": "form:has([name=kind][value=slap]) button.go",
    "what unfolds a form": "details.aside:has(form.prompt) > summary >> nth=0",
    "what unfolds beside": ".side details > summary >> nth=0",
}


@pytest.mark.slow
def test_the_focus_stays_on_what_has_it_while_others_enter(
    house: House, chromium: Browser, slapjack: Seated
) -> None:
    visit = Visit(
        "others", "table/playing.html", slapjack.path(), slapjack.as_seat("Ana")
    )
    context, page = house.view(chromium, visit, has_touch=False)
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    page.locator("details:has(form [name=kind][value=slap]) > summary").click()
    page.locator(".in-turn button", has_text="Cy").click()
    moved = []
    for seat, (name, selector) in zip(
        ("Ben", "Cy", "Di", "Ana", "Ben"), HELD.items(), strict=True
    ):
        page.locator(selector).focus()
        played = slapjack.enter("play", seat)["seq"]
        expect(page.locator("#main")).to_have_attribute("data-seq", str(played))
        if not page.locator(selector).evaluate(
            "found => found === document.activeElement"
        ):
            moved.append(name)
    assert not moved
    context.close()


@pytest.mark.slow
def test_the_focus_goes_to_the_page_where_what_had_it_is_gone(
    house: House, chromium: Browser, slapjack: Seated
) -> None:
    context, page = house.view(
        chromium,
        Visit("gone", "table/playing.html", slapjack.path(), slapjack.as_seat("Ben")),
    )
    expect(page.locator("#connection")).to_have_attribute("data-state", "live")
    page.locator("form:has([name=kind][value=play]) button.go").focus()
    slapjack.enter("play", "Ben")
    expect(page.locator("[data-next]")).to_contain_text("Cy plays")
    expect(page.locator("main")).to_be_focused()
    context.close()


@pytest.mark.slow
def test_cards_are_typed_wherever_the_focus_is(house: House, chromium: Browser) -> None:
    """From a link and from the page itself; what is written elsewhere stays there."""
    table = house.started("hearts", 4, sit=False, options={"depth": "tricks"})
    visit = Visit("trick", "table/playing.html", table.path(), table.as_host)
    context, page = house.view(chromium, visit, has_touch=False, is_mobile=False)
    typed = page.locator("form[data-in-use] [data-typed]")
    page.get_by_role("link", name="Score sheet").focus()
    page.keyboard.type("2c")
    expect(typed.first).to_have_value("2c")
    page.keyboard.press("Enter")
    held = page.get_by_role("button", name=f"{NAMES[1]}: two of clubs")
    expect(held).to_be_visible()
    page.locator("main").focus()
    page.keyboard.type("k")
    expect(typed.nth(1)).to_have_value("k")
    context.close()


@pytest.mark.slow
def test_who_wants_it_types_cards_only_where_cards_are(
    house: House, chromium: Browser
) -> None:
    """WCAG 2.1.4, for whoever speaks and has it typed."""
    table = house.started("hearts", 4, sit=False, options={"depth": "tricks"})
    visit = Visit("trick", "table/playing.html", table.path(), table.as_host)
    context, page = house.view(chromium, visit, has_touch=False, is_mobile=False)
    page.goto(f"{house.base}/preferences?back={table.path()}")
    page.get_by_label("Type cards anywhere").uncheck()
    page.get_by_role("button", name="Save").click()
    page.wait_for_function(READS_KEYS)
    page.get_by_role("link", name="Score sheet").focus()
    page.keyboard.type("2")
    form = page.locator("form[data-in-use]")
    expect(form.get_by_text("or just start typing").first).to_be_hidden()
    form.locator("[data-card]:enabled").first.focus()
    page.keyboard.type("2c")
    expect(form.locator("[data-typed]").first).to_have_value("2c")
    context.close()
