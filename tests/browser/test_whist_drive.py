"""A progressive drive of twenty, from the door to the printed result.

Five people have phones that are tapped, the others' phones are programs. Nobody loads a
page again, and no page is told where to go.
"""

import re
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from tests.club_night import TWENTY
from tests.web.phone import Phone

from .phones import Phones, read_qr
from .playing import load_needed_scripts
from .tour import House

pytestmark = pytest.mark.slow

TAPPED, OTHERS = TWENTY[:5], TWENTY[5:]
ROUNDS = 3
DEALS = 3
"""Whoever makes all five tricks scores 2, and 5 are played for."""

WON = 6


class Drive:
    """The director's page, a TV, five phones that are tapped, and fifteen others."""

    def __init__(self, house: House, phone: Phones) -> None:
        self.app = house.app
        self.director = phone(f"{house.base}/events/new/euchre", wide=True)
        self.open()
        self.path = self.director.url.removeprefix(house.base)
        door = read_qr(self.director.locator("#people .qr"))
        self.phones = {name: self.enter(phone(door), name) for name in TAPPED}
        self.programs: dict[str, Phone] = {}
        for number, name in enumerate(OTHERS, len(TAPPED) + 1):
            entered = Phone(self.app).post(f"{self.path}/entrants", {"names": [name]})
            self.programs[str(number)] = Phone(self.app, entered.said(201)["token"])

        self.director.locator("#tv > summary").click()
        address = self.director.locator("#tv .address").inner_text()
        self.board = phone(f"http://{''.join(address.split())}", wide=True)
        self.seen = Phone(self.app, self.cookie(self.director, "host"))

    def open(self) -> None:
        """The director fills in the form for a new event."""
        page = self.director
        page.get_by_label("What is it called?").fill("Tuesday drive")
        page.locator("[value=progressive]").check()
        page.get_by_label("How many rounds?").fill(str(ROUNDS))
        page.get_by_text("Options and house rules").click()
        page.locator("[name='typed=target']").fill("5")
        page.get_by_role("button", name="Open the event").click()
        page.wait_for_url(re.compile(r"/events/\w{5}$"))

    def enter(self, page: Page, name: str) -> Page:
        """Somebody gives their name at the door."""
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Enter").tap()
        expect(page.get_by_text("You’re in.")).to_be_visible()
        return page

    def cookie(self, page: Page, kind: str) -> str:
        code = self.path.rpartition("/")[2]
        found = {each["name"]: each["value"] for each in page.context.cookies()}
        return found[f"{kind}_{code}"]

    def begin(self, number: int) -> list[Mapping[str, Any]]:
        """The director begins a round, and every phone goes to its table by itself."""
        self.director.get_by_role("button", name=f"Begin round {number}").click()
        expect(self.director.get_by_text(f"Round {number} of {ROUNDS}")).to_be_visible()
        tables = self.seen.get(self.path).said(200)["rounds"][-1]["tables"]
        for entrant, page in enumerate(self.phones.values(), 1):
            [own] = [each for each in tables if str(entrant) in each["seats"]]
            page.wait_for_url(f"**/t/{own['code']}")
            expect(page.locator("#main")).to_contain_text("against")
        return list(tables)

    def play(self, table: Mapping[str, Any]) -> None:
        """Whoever sits first at this table and their partner take all tricks."""
        by = dict(enumerate(self.phones.values(), 1))
        tapped = [by[int(seat)] for seat in table["seats"] if int(seat) in by]
        maker = TWENTY[int(table["seats"][0]) - 1]
        for number in range(DEALS):
            if tapped:
                self.tap_in(tapped[number % len(tapped)], maker, number)
            else:
                data = {"maker": maker, "tricks": 5}
                entry = {"id": str(uuid4()), "kind": "deal", "data": data}
                program = self.programs[table["seats"][number]]
                program.post(f"/tables/{table['code']}/entries", entry).said(201)

    def tap_in(self, page: Page, maker: str, before: int) -> None:
        """Enter a deal on a phone, once it shows those before it."""
        expect(page.locator("#main")).to_have_attribute("data-seq", str(before))
        form = page.locator("form.prompt").first
        form.locator("[data-field=maker] label").filter(has_text=maker).tap()
        form.locator("[name='typed=tricks']").fill("5")
        form.get_by_role("button", name="Enter").last.tap()


def test_a_drive_of_twenty_from_the_door_to_the_printed_result(
    unused_house: House, phone: Phones
) -> None:
    drive = Drive(unused_house, phone)
    expect(drive.director.get_by_text("20 have entered")).to_be_visible()
    expect(drive.board.get_by_text("Scan to enter")).to_be_visible()

    for number in range(1, ROUNDS + 1):
        tables = drive.begin(number)
        assert [len(table["seats"]) for table in tables] == [4] * 5
        for done, table in enumerate(tables, 1):
            drive.play(table)
            expect(drive.director.get_by_text("done ✓")).to_have_count(done)
        is_last = number == ROUNDS
        news = "The winner:" if is_last else "All results are in."
        expect(drive.board.locator(".on-top")).to_contain_text(news)

    expect(drive.director.get_by_text("All rounds are played.")).to_be_visible()
    expect(drive.board.locator(".screenful.places > li")).to_have_count(20)

    drive.director.get_by_role("link", name="Standings").click()
    page = drive.director
    rows = page.locator(".places tbody tr")
    expect(rows).to_have_count(20)
    totals = [int(row.locator("td").nth(1).inner_text()) for row in rows.all()]
    assert sum(totals) == ROUNDS * 10 * WON
    assert totals == sorted(totals, reverse=True)
    page.emulate_media(media="print")
    expect(page.locator(".bar")).to_be_hidden()
    expect(page.get_by_text("Share it")).to_be_hidden()
    assert page.pdf(format="A4").startswith(b"%PDF")


def test_how_people_meet_says_what_counts_until_somebody_chooses(
    unused_house: House, phone: Phones
) -> None:
    page = phone(f"{unused_house.base}/events/new/euchre", wide=True)
    load_needed_scripts(page)
    counts = page.get_by_label("How do results count?")
    expect(counts).to_have_value("points")
    swiss = page.locator("[value='swiss+pairs']")
    swiss.check()
    expect(counts).to_have_value("wins")
    page.locator("[value=progressive]").check()
    expect(counts).to_have_value("points")
    counts.select_option("places")
    swiss.check()
    expect(counts).to_have_value("places")


def test_the_directors_form_fills_in_the_other_sides_tricks(
    unused_house: House, phone: Phones
) -> None:
    plan = {"game": "score-pad", "options": {"preset": "whist"}}
    asked = {"name": "Drive", "movement": "progressive", "rounds": 2, **plan}
    event = Phone(unused_house.app).post("/events", asked).said(201)
    director = Phone(unused_house.app, event["director_token"])
    path = f"/events/{event['code']}"
    for name in ("Ana", "Ben", "Cy", "Di"):
        director.post(f"{path}/entrants", {"names": [name]}).said(201)
    director.post(f"{path}/rounds", {"number": 1}).said(201)
    page = phone(unused_house.base)
    url = unused_house.base
    cookie = {"name": f"host_{event['code']}", "value": event["director_token"]}
    page.context.add_cookies([{**cookie, "url": url}])
    page.goto(f"{url}{path}")
    page.get_by_text("Enter or correct a result").tap()
    first, other = page.locator("#scores input[type=number]").all()
    first.fill("5")
    first.blur()
    expect(other).to_have_value("8")
    page.get_by_role("button", name="Enter it").tap()
    expect(page.locator("#scores [data-shape=correct]")).to_be_visible()
    first.fill("6")
    first.blur()
    expect(other).to_have_value("7")
