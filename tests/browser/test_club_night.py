"""An event's pages while news arrive: the director's, and the phones between rounds."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.club_night import ClubNight
from tests.web.phone import Phone

from .phones import Phones
from .tour import House


class Night(ClubNight):
    """A club night in browsers."""

    def __init__(self, house: House, *names: str, **wanted: Any) -> None:
        super().__init__(house.app, *names, **wanted)
        self.address = f"{house.base}{self.path}"

    @property
    def tokens(self) -> dict[str, str]:
        """Each phone's token by name."""
        tokens = {}
        for entrant, phone in self.phones.items():
            tokens[self.names[entrant]] = phone.token or ""
        return tokens

    def open_at(self, phone: Phones, token: str) -> Page:
        return phone(f"{self.address}/as/{token}")


STREAM_OF_OURS = """
window.EventSource = class extends EventTarget {
  constructor() { super(); window.stream = this; }
  close() {}
};
"""
NEWS = "stream.dispatchEvent(new Event('changed'))"


@pytest.fixture
def night(house: House) -> Callable[..., Night]:
    def open_night(*names: str, **more: Any) -> Night:
        return Night(house, *names, **more)

    return open_night


def test_a_refusal_on_the_directors_page_is_not_sent_again_when_a_result_comes(
    night: Callable[..., Night], phone: Phones
) -> None:
    club = night("Ana", "Ben")
    club.begin()
    page = club.open_at(phone, club.opened["director_token"])
    page.evaluate("document.querySelector('form[action$=\"/round\"]').submit()")
    expect(page.get_by_role("alert")).to_contain_text("Results are missing")
    club.score(club.tables[0], 1, 1)
    expect(page.get_by_text("done ✓")).to_be_visible()
    assert page.url.endswith(club.path)
    expect(page.get_by_role("button", name="Begin round 2")).to_be_visible()
    assert len(club.director.get(club.path).said(200)["rounds"]) == 1


def test_a_change_between_the_page_and_the_first_word_of_its_stream_is_seen(
    night: Callable[..., Night], phone: Phones
) -> None:
    club = night("Ana", "Ben")
    club.begin()
    page = phone(club.address)

    def change_first(route: Route) -> None:
        club.score(club.tables[0], 1, 1)
        route.continue_()

    page.route("**/live", change_first)
    page.goto(f"{club.address}/as/{club.opened['director_token']}")
    expect(page.get_by_text("done ✓")).to_be_visible()


def test_all_news_that_come_while_the_page_is_fetched_are_fetched_at_once(
    night: Callable[..., Night], phone: Phones
) -> None:
    club = night("Ana", "Ben")
    club.begin()
    page = phone(club.address)
    page.add_init_script(STREAM_OF_OURS)
    page.goto(f"{club.address}/as/{club.opened['director_token']}")
    page.wait_for_function("window.stream")
    asked: list[Route] = []

    def hold_first(route: Route) -> None:
        asked.append(route)
        if len(asked) > 1:
            route.continue_()

    page.route(club.address, hold_first)
    with page.expect_request(club.address):
        page.evaluate(NEWS)
    club.score(club.tables[0], 1, 1)
    for _ in range(50):
        page.evaluate(NEWS)
    asked[0].abort()
    expect(page.get_by_text("done ✓")).to_be_visible()
    assert len(asked) == 2


def test_what_a_director_opens_and_types_stays_when_news_arrive(
    night: Callable[..., Night], phone: Phones
) -> None:
    club = night("Ana", "Ben")
    club.begin()
    page = club.open_at(phone, club.opened["director_token"])
    page.locator("#people > summary").click()
    page.locator("#entrant-2 > summary").click()
    why = page.locator("#entrant-2 input[name=why]")
    why.fill("Late")
    why.press("Home")
    club.score(club.tables[0], 1, 1)
    expect(page.get_by_text("done ✓")).to_be_visible()
    expect(why).to_be_visible()
    expect(why).to_be_focused()
    page.keyboard.type("Too ")
    expect(why).to_have_value("Too Late")
    page.locator("#entrant-2 input[name=points]").fill("-1")
    page.locator("#entrant-2").get_by_role("button", name="Adjust").click()
    page.wait_for_load_state()
    standings = club.director.get(f"{club.path}/standings").said(200)
    adjusted = [each for s in standings for each in s["adjustments"]]
    assert [(each["points"], each["why"]) for each in adjusted] == [(-1, "Too Late")]


def test_a_director_forgets_a_name_by_a_second_tap_and_reads_it(
    night: Callable[..., Night], phone: Phones
) -> None:
    club = night("Ana", "Ben")
    page = phone(club.address)
    page.add_init_script(STREAM_OF_OURS)
    page.goto(f"{club.address}/as/{club.opened['director_token']}")
    page.locator("#entrant-2 > summary").click()
    forget = page.get_by_role("button", name="Forget Ben for good")
    expect(forget).to_be_hidden()
    page.locator("#forget-2 > summary").click()
    forget.click()
    said = page.get_by_text("The name is forgotten: Player 2A stands in its place.")
    expect(said).to_be_visible()
    # The stream's first word comes at once.
    page.wait_for_function("window.stream")
    club.enter("Cem")
    page.evaluate(NEWS)
    expect(page.get_by_text("3 have entered")).to_be_visible()
    expect(said).to_be_visible()


def test_what_a_director_chooses_stays_when_news_arrive(
    night: Callable[..., Night], phone: Phones
) -> None:
    club = night("Ana", "Ben")
    club.begin()
    page = club.open_at(phone, club.opened["director_token"])
    page.locator("#plan > summary").click()
    counts = page.get_by_label("How do results count?")
    expect(counts).to_have_value("points")
    counts.select_option("wins")
    page.locator("#plan > summary").focus()
    club.score(club.tables[0], 1, 1)
    expect(page.get_by_text("done ✓")).to_be_visible()
    expect(counts).to_have_value("wins")
    page.get_by_role("button", name="Change it").click()
    page.wait_for_load_state()
    assert club.director.get(club.path).said(200)["plan"]["counts"] == "wins"


def test_a_phone_that_slept_through_the_rounds_beginning_comes_to_its_table(
    night: Callable[..., Night], phone: Phones
) -> None:
    club = night("Ana", "Ben")
    page = club.open_at(phone, club.tokens["Ana"])
    expect(page.get_by_text("You’re in.")).to_be_visible()
    page.context.set_offline(True)
    club.begin()
    page.context.set_offline(False)
    page.wait_for_url(f"**/t/{club.tables[0]['code']}")


def win(night: Night, name: str) -> str:
    """Enter from this phone that they win their table; return its code."""
    own = Phone(night.app, night.tokens[name])
    table = str(own.get(night.path).said(200)["table"])
    seats = own.get(f"/tables/{table}").said(200)["seats"]
    points = {seat: 9 if seat == name else 1 for seat in seats}
    own.enter(table, "round", points=points).said(201)
    return table


def test_phones_go_back_by_themselves_once_their_result_stands_and_then_on(
    night: Callable[..., Night], phone: Phones
) -> None:
    club = night("Ana", "Ben", "Cy", "Di", confirm=True, options={"rounds": 1})
    club.begin()
    pages = {name: club.open_at(phone, club.tokens[name]) for name in ("Ana", "Ben")}
    first = {name: page.url for name, page in pages.items()}
    ana = pages["Ana"]
    expect(ana.get_by_text("against").first).to_be_visible()
    table = win(club, "Ana")
    expect(on(ana, "to confirm the result")).to_be_visible()
    assert ana.url == first["Ana"]
    seats = (
        Phone(club.app, club.opened["director_token"]).get(f"/tables/{table}").said(200)
    )
    [other] = [seat for seat in seats["seats"] if seat != "Ana"]
    seq = seats["seq"]
    confirming = Phone(club.app, club.tokens[other])
    confirming.post(f"/tables/{table}/confirm", {"seq": seq}).said(200)
    ana.wait_for_url(f"**{club.path}")
    expect(on(ana, "you scored 9")).to_be_visible()
    # Whoever looks at the result stays there until the next round begins.
    ana.get_by_role("link", name="See or correct it").click()
    ana.wait_for_url(f"**/t/{table}")
    club.begin(anyway=True)
    for name, page in pages.items():
        page.wait_for_function("before => location.href !== before", arg=first[name])
        page.wait_for_url("**/t/*")
        own = Phone(club.app, club.tokens[name]).get(club.path).said(200)
        page.wait_for_url(f"**/t/{own['table']}")


def test_a_round_that_begins_too_early_says_what_it_waits_for_and_stays_open(
    night: Callable[..., Night], phone: Phones
) -> None:
    club = night("Ana", "Ben", "Cy", "Di", confirm=True, options={"rounds": 1})
    club.begin()
    win(club, "Ana")
    page = club.open_at(phone, club.opened["director_token"])
    early = page.locator("#early")
    go_on = early.get_by_role("button", name="Go on without 2 results")
    expect(go_on).to_be_hidden()
    early.locator("summary").click()
    expect(go_on).to_be_in_viewport()
    expect(early.get_by_text("playing")).to_be_visible()
    early.get_by_role("button", name="confirm the result").click()
    page.wait_for_url(f"**{club.path}")
    expect(page.get_by_text("done ✓")).to_be_visible()
    page.locator("#early > summary").click()
    waiting = club.director.get(club.path).said(200)["waiting"]
    [table] = [each for each in club.tables if each["code"] in waiting]
    club.score(table, 2, 1)
    expect(page.get_by_role("button", name="Begin round 2")).to_be_visible()
    expect(early).not_to_be_attached()


def test_the_director_ends_without_a_table_whose_phones_go_back_and_read_who_won(
    night: Callable[..., Night], phone: Phones
) -> None:
    club = night("Ana", "Ben", "Cy", "Di", rounds=1)
    club.begin()
    played, missing = club.tables
    club.score(played, 2, 1)
    name = club.names[missing["seats"][0]]
    waits = club.open_at(phone, club.tokens[name])
    waits.wait_for_url("**/t/*")
    expect(waits.get_by_text("against").first).to_be_visible()
    page = club.open_at(phone, club.opened["director_token"])
    page.locator("#early > summary", has_text="The end waits for 1 result").click()
    end = page.get_by_role("button", name="End without 1 result")
    expect(end).to_be_hidden()
    page.locator("#end > summary", has_text="End the event").click()
    end.click()
    winner = f"The winner: {club.names[played['seats'][0]]}"
    expect(on(page, winner)).to_be_visible()
    waits.wait_for_url(f"**{club.path}")
    expect(on(waits, winner)).to_be_visible()


def test_see_or_correct_it_leads_to_a_button_that_corrects(
    night: Callable[..., Night], phone: Phones
) -> None:
    club = night("Ana", "Ben", options={"rounds": 1})
    club.begin()
    ana = club.open_at(phone, club.tokens["Ana"])
    expect(ana.get_by_text("against").first).to_be_visible()
    win(club, "Ana")
    ana.wait_for_url(f"**{club.path}")
    ana.get_by_role("link", name="See or correct it").click()
    ana.get_by_role("link", name="Correct the result").tap()
    dialog = ana.get_by_role("dialog", name="Correct: Game 1", exact=True)
    expect(dialog).to_be_visible()
    dialog.get_by_role("spinbutton", name="Ben").fill("2")
    dialog.get_by_role("button", name="Change").tap()
    expect(dialog).to_be_hidden()
    expect(ana.get_by_text("1 → 2").first).to_be_visible()


def test_a_result_is_corrected_after_the_next_round_has_begun(
    night: Callable[..., Night], phone: Phones
) -> None:
    club = night("Ana", "Ben", options={"rounds": 1}, rounds=3)
    club.begin()
    ana = club.open_at(phone, club.tokens["Ana"])
    expect(ana.get_by_text("against").first).to_be_visible()
    win(club, "Ana")
    ana.wait_for_url(f"**{club.path}")
    club.begin()
    now = club.tables[0]["code"]
    ana.wait_for_url(f"**/t/{now}")
    ana.goto(f"{club.address}?stay=1")
    ana.get_by_role("link", name="See or correct it").tap()
    ana.wait_for_url("**/t/*?stay=2")
    ana.get_by_role("link", name="Correct the result").tap()
    dialog = ana.get_by_role("dialog", name="Correct: Game 1", exact=True)
    dialog.get_by_role("spinbutton", name="Ben").fill("2")
    dialog.get_by_role("button", name="Change").tap()
    expect(dialog).to_be_hidden()
    expect(ana.get_by_text("1 → 2").first).to_be_visible()
    ana.get_by_role("link", name="Back to the event").tap()
    ana.wait_for_url(f"**/t/{now}")

    ana.goto(f"{club.address}?stay=1")
    ana.get_by_role("link", name="See or correct it").tap()
    ana.wait_for_url("**/t/*?stay=2")
    expect(ana.get_by_role("link", name="Correct the result")).to_be_visible()
    club.begin(anyway=True)
    ana.wait_for_url(f"**/t/{club.tables[0]['code']}")


def test_phones_go_back_by_themselves_when_the_director_enters_their_result(
    night: Callable[..., Night], phone: Phones
) -> None:
    club = night("Ana", "Ben")
    club.begin()
    ana = club.open_at(phone, club.tokens["Ana"])
    ana.wait_for_url("**/t/*")
    expect(ana.get_by_text("against").first).to_be_visible()
    club.score(club.tables[0], 7, 7)
    ana.wait_for_url(f"**{club.path}")
    expect(on(ana, "you scored 7")).to_be_visible()


def on(page: Page, words: str) -> Locator:
    """Return what says this on the page itself, and not only to a voice."""
    return page.locator("main").get_by_text(words)


def test_a_table_sees_that_the_director_knows_and_answers(
    night: Callable[..., Night], phone: Phones
) -> None:
    club = night("Ana", "Ben")
    club.begin()
    director = club.open_at(phone, club.opened["director_token"])
    ana = club.open_at(phone, club.tokens["Ana"])
    ben = club.open_at(phone, club.tokens["Ben"])
    ben.wait_for_url("**/t/*")
    ana.get_by_role("button", name="Menu").click()
    ana.get_by_role("navigation").get_by_role("link", name="Director!").click()
    ana.get_by_role("button", name="Cards are missing").click()
    ana.wait_for_url("**/t/*")
    for page in (ana, ben):
        expect(on(page, "Director called at")).to_be_visible()
        expect(on(page, "Cards are missing")).to_be_visible()
    expect(on(director, "Ana calls you · Table 1")).to_be_visible()
    director.get_by_role("button", name="Answered").click()
    for page in (ana, ben):
        expect(on(page, "The director has answered.")).to_be_visible()


def test_a_phone_that_slept_at_its_table_comes_to_the_next_one(
    night: Callable[..., Night], phone: Phones
) -> None:
    club = night("Ana", "Ben")
    club.begin()
    page = club.open_at(phone, club.tokens["Ana"])
    page.wait_for_url("**/t/*")
    before = page.url
    page.context.set_offline(True)
    club.begin(anyway=True)
    page.context.set_offline(False)
    page.wait_for_url(f"**/t/{club.tables[0]['code']}")
    assert page.url != before


def test_a_phone_that_waits_for_the_next_round_says_when_it_has_no_connection(
    night: Callable[..., Night], phone: Phones
) -> None:
    club = night("Ana", "Ben")
    page = club.open_at(phone, club.tokens["Ana"])
    away = page.locator(".away")
    expect(away).to_be_attached()
    page.context.set_offline(True)
    expect(away).to_contain_text("No connection.")
    page.context.set_offline(False)
    expect(away).to_be_hidden()


def test_a_laptop_shows_the_list_beside_the_code_and_two_tables_in_a_line(
    night: Callable[..., Night], phone: Phones
) -> None:
    club = night("Ana", "Ben", "Cy", "Di")
    page = phone(f"{club.address}/as/{club.opened['director_token']}", wide=True)
    page.set_viewport_size({"width": 1280, "height": 800})

    def edges(found: Locator) -> dict[str, float]:
        return dict(found.bounding_box() or {})

    code = edges(page.locator("#people .way-in"))
    listed = edges(page.locator("#list"))
    assert listed["y"] == code["y"]
    assert listed["x"] > code["x"] + code["width"]
    club.begin()
    tables = page.locator(".pairings > li")
    expect(tables).to_have_count(2)
    first = edges(tables.nth(0))
    second = edges(tables.nth(1))
    assert first["y"] == second["y"]
    assert second["x"] >= first["x"] + first["width"]
    page.set_viewport_size({"width": 390, "height": 844})
    assert edges(tables.nth(1))["y"] > edges(tables.nth(0))["y"]


def test_the_standings_print_by_a_button_that_is_not_on_paper(
    night: Callable[..., Night], phone: Phones, chromium: Browser
) -> None:
    club = night("Ana", "Ben", options={"rounds": 1})
    club.begin()
    club.score(club.tables[0], 2, 1)
    page = club.open_at(phone, club.tokens["Ana"])
    page.goto(f"{club.address}/standings")
    button = page.get_by_role("button", name="Print")
    expect(button).to_be_visible()
    page.evaluate("window.print = () => { document.body.dataset.printed = 'yes'; }")
    button.tap()
    expect(page.locator("body")).to_have_attribute("data-printed", "yes")
    page.emulate_media(media="print")
    expect(button).to_be_hidden()
    expect(page.get_by_role("table")).to_be_visible()
    plain = chromium.new_page(java_script_enabled=False)
    plain.goto(f"{club.address}/as/{club.tokens['Ben']}")
    plain.goto(f"{club.address}/standings")
    expect(plain.get_by_role("link", name="Save as CSV")).to_be_visible()
    expect(plain.get_by_role("button", name="Print")).to_be_hidden()
    plain.close()


def test_the_next_round_carries_nobody_away_from_what_they_fill_in(
    night: Callable[..., Night], phone: Phones
) -> None:
    club = night("Ana", "Ben", "Cy", "Di")
    club.begin()
    [first, second] = club.tables
    names = [club.names[entrant] for entrant in first["seats"]]
    one, other = [club.open_at(phone, club.tokens[name]) for name in names]
    here = re.compile(f"/t/{first['code']}$")
    expect(one).to_have_url(here)
    expect(other).to_have_url(here)
    number = one.get_by_role("spinbutton").first
    number.fill("7")
    club.score(second, 3, 1)
    club.begin(anyway=True)
    expect(other).not_to_have_url(here)
    told = one.get_by_role("alert").filter(has_text="The event has gone on.")
    expect(told).to_be_visible()
    expect(number).to_have_value("7")
    told.get_by_role("link", name="Go on").click()
    expect(one).not_to_have_url(here)
