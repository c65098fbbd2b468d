"""From the first page to a table that is ready: what one sees first, who sits where,
and what there is to pull in.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.commandline.running import Running
from tests.toy_games.every_deck import all_dealt

from .conftest import NAME, Phones, keep_picture, serving_at
from .phones import PHONE
from .playing import open_table, sit_down, tile_of
from .tour import House, Visit, a_phone, random_match

pytestmark = pytest.mark.slow

LEAST_SEARCH_PX = 192
"""As wide as a game's name and a word more."""


@pytest.fixture(scope="module")
def unused(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A daemon of its own, at which nobody has opened a table yet."""
    found = serving_at(tmp_path_factory.mktemp("unused"))
    yield found
    found.end()


def first_page(daemon: Running) -> str:
    return f"http://{NAME}:{daemon.port}/"


def arrows(page: Page) -> list[bool]:
    """Which arrows lead somewhere: up and down of each seat, in the order in which they
    stand.
    """
    found: list[bool] = page.locator(".moves button").evaluate_all(
        "all => all.map((each) => !each.disabled)"
    )
    return found


@pytest.mark.parametrize(
    "screen",
    [PHONE, {"width": 360, "height": 740}],
    ids=lambda screen: str(screen["width"]),
)
@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_a_new_phone_sees_the_search_and_the_first_games_without_scrolling(
    unused: Running, chromium: Browser, language: str, screen: ViewportSize
) -> None:
    page = a_phone(chromium, viewport=screen, locale=language)
    page.goto(first_page(unused))
    search = page.locator(".new-table [type=search]")
    expect(search).to_be_in_viewport(ratio=1)
    assert search.evaluate("field => field.offsetWidth") >= LEAST_SEARCH_PX
    for tile in page.locator(".new-table .tile").all()[:4]:
        expect(tile).to_be_in_viewport(ratio=1)
    page.context.close()


def test_the_first_page_is_short_and_leads_on(unused: Running, phone: Phones) -> None:
    page = phone(first_page(unused))
    expect(page.get_by_role("link", name="Preferences")).to_be_in_viewport()
    tile_of(page, "Four Aces").tap()
    expect(page.get_by_text("A hidden and an exposed hand")).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="Rules").tap()
    expect(page.get_by_role("heading", name="Four Aces", level=1)).to_be_visible()


def test_the_name_of_the_score_pad_keeps_to_one_line_in_german(
    unused: Running, chromium: Browser
) -> None:
    page = a_phone(chromium, viewport={"width": 390, "height": 844}, locale="de")
    page.goto(first_page(unused))
    name = tile_of(page, "Punkteblock").locator("strong")
    lines = name.evaluate("name => name.getClientRects().length")
    assert lines == 1
    page.context.close()


def test_the_game_nearest_to_the_typed_words_stands_first(
    unused: Running, phone: Phones
) -> None:
    page = phone(first_page(unused))
    tiles = page.locator(".new-table .tile:visible strong")
    at_first = tiles.all_inner_texts()
    field = page.get_by_label("Search the games")
    field.fill("aces")
    expect(tiles.first).to_have_text("Four Aces")
    expect(page.get_by_role("heading", name="Popular")).to_be_hidden()
    keep_picture(page, "games-search")
    field.fill("")
    expect(page.get_by_role("heading", name="Popular")).to_be_visible()
    assert tiles.all_inner_texts() == at_first


def test_one_tap_leads_back_to_the_running_table(
    house: House, chromium: Browser
) -> None:
    table = house.started("faj", 3)
    context, page = house.view(
        chromium, Visit("first", "lobby.html", "/", table.as_seat("Ana"))
    )
    back = page.get_by_role("link", name="Back to Faces, Aces, & Jokers")
    expect(back).to_be_in_viewport(ratio=1)
    back.tap()
    page.wait_for_url(f"**/t/{table.code}")
    context.close()


def test_the_same_people_play_again_by_two_taps(
    house: House, chromium: Browser
) -> None:
    ended, _ = random_match(house, "jizara", 4)
    context, page = house.view(
        chromium, Visit("first", "lobby.html", "/", ended.as_seat("Ana"))
    )
    tile = tile_of(page, "Ji'zara")
    expect(tile).to_contain_text("with Ben, Cy and Di, today")
    tile.tap()
    opens = page.get_by_role("button", name="Others join by phone")
    expect(opens).to_be_in_viewport(ratio=1)
    opens.tap()
    expect(page.locator("[data-seat]")).to_have_count(4)
    assert seated(page) == ["Ana", "Ben", "Cy", "Di"]
    expect(page.get_by_text("You’re")).to_contain_text("Ana")
    # The others scan at once, see who plays with whom, and the host has the start at
    # the thumb.
    for seen in (
        page.locator("#main .qr"),
        page.get_by_text("Partners:"),
        page.get_by_role("button", name="Start"),
    ):
        expect(seen).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Move Di up").scroll_into_view_if_needed()
    page.get_by_role("button", name="Move Di up").tap()
    expect(page.get_by_text("Partners:")).to_have_text("Partners: Ana & Di – Ben & Cy")
    context.close()


def test_names_are_tapped_on_and_off_in_the_order_of_the_seats(
    house: House, chromium: Browser
) -> None:
    ended, _ = random_match(house, "jizara", 4)
    context, page = house.view(
        chromium, Visit("new", "games/new_table.html", "/new/faj", ended.as_seat("Ana"))
    )
    for name in ("Ben", "Cy", "Ben"):
        page.get_by_role("checkbox", name=name).tap()
    page.get_by_label("Somebody else").first.fill("Eli")
    page.get_by_role("button", name="Others join by phone").tap()
    expect(page.locator("[data-seat]")).to_have_count(4)
    assert seated(page) == ["Ana", "Di", "Ben", "Eli"]
    context.close()


def test_the_start_stands_out_once_as_many_are_named_as_play(
    unused: Running, phone: Phones
) -> None:
    page = phone(f"{first_page(unused)}new/hearts")
    opens = page.get_by_role("button", name="Others join by phone")
    begins = page.get_by_role("button", name="Start the match")
    for n, name in enumerate(("Ana", "Ben", "Cy"), start=1):
        expect(begins).to_have_class("quiet go")
        expect(opens).to_have_class("go")
        page.get_by_label(f"Seat {n}").fill(name)
    expect(begins).to_have_class("go")
    expect(opens).to_have_class("go quiet")
    page.get_by_label("Seat 3").fill("")
    expect(opens).to_have_class("go")


def test_enter_leads_from_name_to_name_and_then_opens_the_table(
    unused: Running, phone: Phones
) -> None:
    page = phone(f"{first_page(unused)}new/hearts")
    field = page.get_by_label("Seat 1")
    field.tap()
    for n, name in enumerate(("Ana", "Ben"), start=2):
        field = page.locator("[name=seats]:focus")
        field.press_sequentially(name)
        expect(field).to_have_attribute("enterkeyhint", "next")
        field.press("Enter")
        expect(page.get_by_label(f"Seat {n}")).to_be_focused()
    field = page.locator("[name=seats]:focus")
    expect(field).to_have_attribute("enterkeyhint", "go")
    field.press("Enter")
    expect(page.locator("[data-seat]")).to_have_count(2)
    assert seated(page) == ["Ana", "Ben"]


def test_enter_in_the_last_field_opens_the_table_after_unfolding_more_seats(
    unused: Running, phone: Phones
) -> None:
    page = phone(f"{first_page(unused)}new/wizard")
    page.get_by_label("Seat 1").tap()
    for n in range(1, 7):
        expect(page.get_by_label(f"Seat {n}")).to_be_focused()
        page.keyboard.type(f"Player {n}")
        page.keyboard.press("Enter")
    expect(page.locator("[data-seat]")).to_have_count(6)


def test_partners_are_named_once_all_names_are_there(
    house: House, chromium: Browser
) -> None:
    ended, _ = random_match(house, "jizara", 4)
    context, page = house.view(
        chromium,
        Visit("new", "games/new_table.html", "/new/jizara", ended.as_seat("Ana")),
    )
    line = page.get_by_text("Partners with 4 players:")
    expect(line).to_have_text("Partners with 4 players: Ana & Cy – Ben & Di")
    page.get_by_role("checkbox", name="Ben").tap()
    expect(line).to_have_text("Partners with 4 players: 1 & 3 – 2 & 4")
    page.get_by_role("checkbox", name="Ben").tap()
    expect(line).to_have_text("Partners with 4 players: Ana & Di – Cy & Ben")
    context.close()


def test_what_was_agreed_is_not_shown_once_something_else_is_chosen(
    daemon: Running, phone: Phones
) -> None:
    page = phone(f"{first_page(daemon)}new/spades")
    line = page.locator("#agreed > summary .sub")
    expect(line).to_be_visible()
    page.locator("#agreed > summary").tap()
    page.locator("label.choice:has(input[name='pick=ten']:not(:checked))").tap()
    expect(line).to_be_hidden()


def test_a_game_is_found_among_many_by_a_few_letters(
    house: House, chromium: Browser
) -> None:
    with all_dealt():
        context, page = house.view(chromium, Visit("first", "lobby.html", "/"))
        shown = page.locator(".new-table .tile:visible")
        page.get_by_label("Search the games").fill("slap")
        expect(shown).to_have_count(1)
        page.get_by_label("Search the games").fill("parcheesi")
        expect(page.get_by_text("Score Pad keeps score for any game")).to_be_visible()
        leads_on = page.get_by_role("link", name="New table: parcheesi")
        expect(leads_on).to_have_attribute("href", re.compile(r"playing=parcheesi$"))
        page.get_by_label("Search the games").fill("mau-mau")
        expect(shown).to_have_count(1)
        page.get_by_label("Search the games").fill("")
        expect(tile_of(page, "Four Aces")).to_be_visible()
        context.close()


def seated(page: Page) -> list[str]:
    """The names in the order in which they sit."""
    names: list[str] = page.locator("[data-seat]").evaluate_all(
        "all => all.map((each) => each.dataset.seat)"
    )
    return names


def test_whoever_opens_a_table_is_asked_to_sit_down(
    daemon: Running, phone: Phones
) -> None:
    ana = phone(first_page(daemon))
    address = open_table(ana, "Faces, Aces, & Jokers")
    expect(ana.get_by_label("Your name")).to_be_in_viewport()
    keep_picture(ana, "opened")
    ana.get_by_label("Your name").fill("An")
    sit_down(phone(address), "Ben")
    expect(ana.get_by_text("Ben", exact=True).first).to_be_visible()
    # Who was typing goes on typing.
    expect(ana.get_by_label("Your name")).to_have_value("An")
    sit_down(ana, "Ana")
    expect(ana.get_by_text("You’re")).to_be_visible()


def test_the_ends_of_the_round_lead_no_further(daemon: Running, phone: Phones) -> None:
    ana = phone(first_page(daemon))
    address = open_table(ana, "Faces, Aces, & Jokers")
    for page, name in ((ana, "Ana"), (phone(address), "Ben"), (phone(address), "Cy")):
        sit_down(page, name)
    expect(ana.locator(".moves")).to_have_count(3)
    assert arrows(ana) == [False, True, True, True, True, False]
    up = ana.get_by_role("button", name="Move Cy up")
    up.tap()
    expect(up).to_be_focused()
    up.tap()
    expect(ana.get_by_role("button", name="Move Cy down")).to_be_focused()
    assert seated(ana) == ["Cy", "Ana", "Ben"]
    assert arrows(ana) == [False, True, True, True, True, False]


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("size", ["100%", "200%"])
def test_pictures_of_games_leave_each_letter_whole(
    unused: Running, chromium: Browser, width: int, size: str
) -> None:
    """No card lies on the rank of the one before it: a Q stays a Q, and a 10 a 10."""
    page = a_phone(chromium, viewport={"width": width, "height": 844})
    page.goto(first_page(unused))
    page.evaluate("(size) => document.documentElement.style.fontSize = size", size)
    covered = page.locator(".picture .card:has(+ .card) b").evaluate_all(
        """all => all.filter((rank) => {
          const next = rank.parentElement.nextElementSibling;
          return rank.getBoundingClientRect().right > next.getBoundingClientRect().left + 0.5;
        }).map((rank) => rank.textContent)"""
    )
    assert covered == []
    page.context.close()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_refused_option_is_seen_at_once(
    daemon: Running, phone: Phones, scripts: bool
) -> None:
    page = phone(f"http://{NAME}:{daemon.port}/new/hearts", scripts=scripts)
    page.get_by_text("Options and house rules").tap()
    page.locator("[data-field='target'] input").fill("20")
    page.get_by_role("button", name="Others join by phone").tap()
    message = page.get_by_text("At least 26.")
    expect(message).to_be_in_viewport(ratio=1)
    bar = page.locator(".send").bounding_box()
    shown = message.bounding_box()
    assert bar
    assert shown
    assert shown["y"] + shown["height"] < bar["y"], "the bar hides it"
