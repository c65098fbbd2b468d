"""A phone's place at an event stays its own, over real sockets: no address replaces it
unasked, and a lost answer costs nobody theirs.
"""

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.testing.phone import Answer, Phone
from tests.club_night import ClubNight
from tests.web.line import HOST, answering
from tests.web.pocket import Browser


class Club(ClubNight):
    """An event at a daemon."""

    def __init__(self, app: Flask, port: int) -> None:
        self.address = f"http://{HOST}:{port}"
        super().__init__(app, "Ana", "Ben")
        self.code = self.opened["code"]
        self.page = f"/events/{self.code}"

    def bear(self, token: str | None) -> Phone:
        return Phone(self.address, token)

    def way_in(self, phone: Phone) -> str:
        return f"{self.page}/as/{phone.token}"

    def open_as(self, phone: Phone) -> Browser:
        browser = Browser(self.address)
        assert browser.get(self.way_in(phone)).status == 303
        return browser

    def who(self, browser: Browser) -> str | None:
        token = browser.cookie(f"seat_{self.code}")
        return self.bear(token).get(self.path).said(200)["you"]

    @property
    def people(self) -> list[str]:
        entrants = self.director.get(self.path).said(200)["entrants"]
        return [name for entrant in entrants for name in entrant["names"]]


@pytest.fixture
def club(app: Flask) -> Iterator[Club]:
    with answering(app) as daemon:
        yield Club(app, daemon.port)


def short_address(club: Club) -> str:
    director = club.open_as(club.director)
    found = re.search(r"/tv/[\w-]+", director.get(club.page).text)
    assert found is not None
    return found[0]


ELSEWHERE = {"Sec-Fetch-Site": "cross-site", "Referer": "http://elsewhere.test/"}


@pytest.mark.parametrize("headers", [{}, ELSEWHERE], ids=["typed", "another site's"])
def test_no_address_takes_a_phones_place_unasked(
    club: Club, headers: dict[str, str]
) -> None:
    for address in (
        club.way_in(club.phones["2"]),
        club.way_in(club.board),
        short_address(club),
    ):
        browser = club.open_as(club.phones["1"])
        asked = browser.get(address, **headers)
        assert asked.status == 200
        assert "Change whose phone this is?" in asked.text
        assert "this phone is: Ana" in asked.text
        assert club.who(browser) == "1"
        # The button is only good on the referee's own page.
        form = re.search(r'action="([^"]+/as/[^"]+)"', asked.text)
        assert form is not None
        refused = browser.send(form[1], _headers={"Origin": "http://elsewhere.test"})
        assert refused.status == 403
        assert club.who(browser) == "1"
        assert browser.send(form[1]).status == 303
        assert club.who(browser) != "1"


def test_one_director_becomes_no_other_ones(club: Club) -> None:
    browser = club.open_as(club.director)
    # The same again is no question, and neither is a second part beside the first.
    for phone in (club.director, club.phones["1"]):
        assert browser.get(club.way_in(phone)).status == 303
    assert browser.cookie(f"host_{club.code}") == club.director.token
    board = Browser(club.address)
    for _ in range(2):
        assert board.get(short_address(club)).status == 303
    assert board.get(club.way_in(club.board)).status == 303


def test_a_form_that_is_sent_again_after_a_lost_answer_gives_the_place(
    club: Club,
) -> None:
    browser = Browser(club.address)
    browser.get(club.page)
    # The answer, with all that it would store, does not arrive.
    kept = browser.cookie(f"seat_{club.code}")
    assert browser.send(f"{club.page}/enter", names="Cy").status == 303
    assert browser.cookie(f"seat_{club.code}") == kept
    assert browser.send(f"{club.page}/enter", names="Cy").status == 303
    assert club.who(browser) == "3"
    assert club.people == ["Ana", "Ben", "Cy"]
    other = browser.send(f"{club.page}/enter", names="Di")
    assert (other.status, "as Cy" in other.text) == (409, True)


@pytest.mark.parametrize("whose", ["1", "board", "former"])
def test_a_phones_own_token_makes_nobody_somebody_else(club: Club, whose: str) -> None:
    phones = {"board": club.board, "former": club.phones["2"]}
    token = phones.get(whose, club.phones["1"]).token
    club.director.post(f"{club.path}/entrants/2/substitute", {"names": ["Eve"]}).said(
        200
    )
    browser = Browser(club.address)
    browser.keep(f"seat_{club.code}", token or "")
    browser.send(f"{club.page}/enter", names="Mallory")
    if whose == "1":
        assert club.people == ["Ana", "Eve"]
        return
    assert club.people == ["Ana", "Eve", "Mallory"]
    assert browser.cookie(f"seat_{club.code}") != token
    if whose == "board":
        assert club.board.get(club.path).said(200)["you"] is None
    else:
        club.bear(token).get(club.path).said(401)


def _tick(browser: Browser, club: Club, **form: str) -> Answer:
    return browser.send(f"{club.page}/delete", **form)


def test_the_director_deletes_an_event_with_its_tables(
    club: Club, room: CardRoom
) -> None:
    [table] = club.begin()["rounds"][-1]["tables"]
    for phone in (club.board, club.phones["1"]):
        assert _tick(club.open_as(phone), club, sure="yes").status == 403
    assert _tick(Browser(club.address), club, sure="yes").status == 401
    director = club.open_as(club.director)
    asked = _tick(director, club)
    assert asked.status == 422
    assert "Tick the box first" in asked.text
    club.director.get(club.path).said(200)
    assert _tick(director, club, sure="yes").status == 303
    club.director.get(club.path).said(404)
    club.phones["1"].get(f"/tables/{table['code']}").said(404)
    store: Store = room.store
    for name in ("ledgers", "tables", "events", "event_tables", "log", "seats"):
        assert store.read(f"SELECT * FROM {name}") == []
