"""Whoever tries out codes of events finds none, and keeps nobody out who has a place
there, from one address over real sockets.
"""

import re
from collections.abc import Iterator
from itertools import islice
from urllib.parse import urlsplit

import pytest
from referee_web.guards.limits import MOST_A_MINUTE

from referee.hosting.room import CardRoom
from referee.testing.phone import Phone
from tests.club_night import ClubNight
from tests.web.line import HOST, answering
from tests.web.pocket import Browser
from tests.web.served import served
from tests.web.test_guessing import MOST, WRONG, wrong_codes


class Guarded(ClubNight):
    """An event at a daemon that counts guesses; one address has all the phones."""

    def __init__(self, room: CardRoom, port: int) -> None:
        self.address = f"http://{HOST}:{port}"
        super().__init__(served(room, limits=True), "Ana", "Ben")
        self.code = self.opened["code"]

    def bear(self, token: str | None) -> Phone:
        return Phone(self.address, token)

    def browse(self, path: str) -> Browser:
        """Return a browser that has opened this page."""
        browser = Browser(self.address)
        assert browser.get(path).status in (200, 303)
        return browser

    def guess(self) -> None:
        for code in islice(wrong_codes(), MOST):
            self.stranger.get(f"/events/{code}").said(404)
        for code in (self.code, WRONG):
            self.stranger.get(f"/events/{code}").said(429)


@pytest.fixture
def club(room: CardRoom) -> Iterator[Guarded]:
    with answering(served(room, limits=True)) as daemon:
        yield Guarded(room, daemon.port)


def test_a_right_code_is_answered_as_a_wrong_one(club: Guarded) -> None:
    club.guess()
    pages = ("", "/board", "/standings", "/qr.svg", "/call", "/as/made-up", "/tv.svg")
    browser = Browser(club.address)
    for code in (club.code, WRONG):
        for page in pages:
            assert browser.get(f"/events/{code}{page}").status == 429, page
        assert browser.send(f"/events/{code}/enter", names="Eve").status == 429
        entering = {"names": ["Eve"]}
        for phone in (club.stranger, club.bear("made-up")):
            phone.post(f"/events/{code}/entrants", entering).said(429)
            phone.post(f"/events/{code}/rounds").said(429)


def test_who_has_a_token_of_the_event_goes_on(club: Guarded) -> None:
    [table] = club.begin()["rounds"][-1]["tables"]
    club.guess()
    for phone in (club.director, club.board, *club.phones.values()):
        phone.get(club.path).said(200)
        phone.get(f"{club.path}/standings").said(200)
    club.phones["1"].get(f"/tables/{table['code']}").said(200)
    club.phones["1"].post(f"{club.path}/calls", {"why": "Help"}).said(201)
    club.score(table, 3, 1)
    club.begin()


def test_a_token_of_another_event_opens_nothing(club: Guarded) -> None:
    other = ClubNight(club.app)
    club.guess()
    club.bear(other.director.token).get(club.path).said(429)


def test_a_former_phone_is_told_so_and_kept_from_nothing_else(club: Guarded) -> None:
    substituted = {"names": ["Eve"]}
    club.director.post(f"{club.path}/entrants/1/substitute", substituted).said(200)
    club.guess()
    club.phones["1"].get(club.path).said(401)
    seen = club.director.get(club.path).said(200)
    assert seen["entrants"][0]["names"] == ["Eve"]


@pytest.mark.parametrize("who", ["director", "board", "entrant"])
def test_the_address_with_a_token_leads_in(club: Guarded, who: str) -> None:
    phones = {"director": club.director, "board": club.board}
    token = phones.get(who, club.phones["1"]).token
    club.guess()
    browser = club.browse(f"/events/{club.code}/as/{token}")
    page = "board" if who == "board" else "standings"
    assert browser.get(f"/events/{club.code}/{page}").status == 200


def test_phones_and_the_board_keep_their_pages_and_watch_tables(club: Guarded) -> None:
    tables = club.begin()["rounds"][-1]["tables"]
    code = tables[0]["code"]
    browsers = []
    for phone in (club.director, club.board, club.phones["1"]):
        browsers.append(club.browse(f"/events/{club.code}/as/{phone.token}"))
    # The screen came by the short address, whose token is another.
    screen = club.browse(f"/events/{club.code}/as/{club.director.token}")
    short = re.search(r"/tv/[\w-]+", screen.get(f"/events/{club.code}").text)
    assert short is not None
    browsers.append(club.browse(short[0]))
    club.guess()
    for browser in browsers:
        assert browser.get(f"/events/{club.code}/standings").status == 200
        assert browser.get(f"/t/{code}/scores").status == 200


def test_the_doors_address_brings_its_form_along(club: Guarded) -> None:
    club.guess()
    keyed = urlsplit(club.opened["url"]).path.rpartition("/")[2]
    browser = club.browse(f"/events/{keyed}")
    assert browser.send(f"/events/{club.code}/enter", names="Eve").status == 303
    assert "Eve" in browser.get(f"/events/{club.code}?stay=1").text


def test_what_a_director_enters_leaves_the_door_open(club: Guarded) -> None:
    director = club.browse(f"/events/{club.code}/as/{club.director.token}")
    for number in range(MOST_A_MINUTE["join"]):
        guest = {"names": [f"Guest {number}"]}
        club.director.post(f"{club.path}/entrants", guest).said(201)
        listed = director.send(f"/events/{club.code}/enter", list=f"Other {number}")
        assert listed.status == 303
    left = MOST_A_MINUTE["join"] - len(club.phones)
    for number in range(left):
        club.enter(f"Phone {number}")
    club.stranger.post(f"{club.path}/entrants", {"names": ["Late"]}).said(429)
    club.director.post(f"{club.path}/entrants", {"names": ["Late"]}).said(201)
