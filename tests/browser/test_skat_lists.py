"""An event's lists of Skat, as clubs keep them: all columns are seen, and printed."""

import io

from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.club_night import ClubNight

from .phones import Phones
from .tour import House

PLAYERS = ("Annemarie Behre", "Bernd Behre", "Christine Amsel", "Dieter Amsel")
PAPER = 708
"""How wide a page of A4 is between its margins."""

CUT = "(holder) => holder.scrollWidth - holder.clientWidth"


def open_list(house: House, phone: Phones) -> Page:
    """The director's list of a round of one table, after a deal."""
    wanted = {"movement": "series", "options": {"depth": "deals"}}
    club = ClubNight(house.app, *PLAYERS, game="skat", rounds=1, **wanted)
    club.begin()
    table = f"/tables/{club.tables[0]['code']}"
    declarer = club.director.get(table).said(200)["seats"][1]
    play = {"declarer": declarer, "game": "hearts", "announced": "nothing", "bid": 18}
    deal = {"matadors": 1, "without": False, "points": 40, "tricks": "some"}
    club.director.enter(club.tables[0]["code"], "contract", **play)
    club.director.enter(club.tables[0]["code"], "deal", **deal)
    page = phone(f"{house.base}{club.path}/as/{club.opened['director_token']}")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{house.base}{club.path}/lists/1")
    return page


def share_of_shadow(holder: Locator) -> float:
    """How much of the list's right edge is darker than its ground."""
    seen = Image.open(io.BytesIO(holder.screenshot())).convert("L")
    edge = [seen.getpixel((seen.width - 2, y)) for y in range(seen.height)]
    ground = seen.getpixel((seen.width // 2, 3))
    assert isinstance(ground, int)
    darker = [dot for dot in edge if isinstance(dot, int) and dot < ground - 8]
    return len(darker) / len(edge)


def test_a_list_that_goes_on_beyond_the_edge_shows_it(
    house: House, phone: Phones
) -> None:
    page = open_list(house, phone)
    page.set_viewport_size({"width": 390, "height": 844})
    deals = page.locator(".numbers-holder").first
    assert deals.evaluate(CUT) > 0
    assert share_of_shadow(deals) > 0.9
    deals.evaluate("holder => holder.scrollTo(holder.scrollWidth, 0)")
    assert share_of_shadow(deals) < 0.3


def test_a_list_of_four_is_seen_and_printed_whole(house: House, phone: Phones) -> None:
    page = open_list(house, phone)
    page.set_viewport_size({"width": 1280, "height": 720})
    deals = page.locator(".numbers-holder").first
    expect(deals.locator("thead th")).to_have_count(8)
    assert deals.evaluate(CUT) == 0
    page.set_viewport_size({"width": PAPER, "height": 1000})
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") <= PAPER
    assert deals.evaluate("(holder) => holder.scrollWidth") <= PAPER
