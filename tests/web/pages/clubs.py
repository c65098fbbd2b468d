"""A club night whose director and phones send plain forms."""

import csv
import re
from io import StringIO
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.phone import Phone
from tests.web.plain_pages import Page, page

ENTRANTS = ("Ana", "Ben", "Cy", "Di")


class Club:
    def __init__(self, app: Flask, game: str = "score-pad", **more: str) -> None:
        self.app = app
        self.director = app.test_client()
        filled = {
            "name": "Club night",
            "movement": "swiss",
            "rounds": "2",
            "counts": "points",
            "typed=rounds": "1",
            **more,
        }
        opened = self.director.post(f"/events/new/{game}", data=filled)
        assert opened.status_code == 303, page(opened).text
        self.path = opened.headers["Location"]
        self.code = self.path.rsplit("/", 1)[1]
        self.phones: dict[str, FlaskClient] = {}

    def enter(self, name: str) -> FlaskClient:
        phone = self.app.test_client()
        assert self.post(phone, "enter", names=name).status_code == 303
        self.phones[name] = phone
        return phone

    def led(self, phone: FlaskClient) -> str:
        """Return the table to which this phone is led."""
        address = phone.get(self.path).headers["Location"]
        return address.removeprefix("/t/")

    def post(self, phone: FlaskClient, what: str, **filled: Any) -> TestResponse:
        return phone.post(f"{self.path}/{what}", data=filled)

    def see(self, phone: FlaskClient, what: str = "") -> Page:
        answer = phone.get(f"{self.path}{what}")
        assert answer.status_code == 200
        return page(answer)

    def begin(self, **filled: Any) -> TestResponse:
        return self.post(self.director, "round", **filled)

    @property
    def api(self) -> Phone:
        cookie = self.director.get_cookie(f"host_{self.code}")
        assert cookie is not None
        return Phone(self.app, cookie.value)

    def bear(self, phone: FlaskClient) -> Phone:
        """Return a program with this phone's token."""
        cookie = phone.get_cookie(f"seat_{self.code}")
        assert cookie is not None
        return Phone(self.app, cookie.value)

    @property
    def tables(self) -> list[str]:
        view = self.api.get(f"/events/{self.code}").said(200)
        return [table["code"] for table in view["rounds"][-1]["tables"]]

    def play(self, table: str) -> None:
        seats = self.api.get(f"/tables/{table}").said(200)["seats"]
        points = {seat: len(seats) - index for index, seat in enumerate(seats)}
        self.api.enter(table, "round", points=points)

    def win(self, phone: FlaskClient, table: str, winner: str) -> None:
        """This phone enters that somebody wins."""
        seats = self.api.get(f"/tables/{table}").said(200)["seats"]
        points = {seat: 9 if seat == winner else 1 for seat in seats}
        self.bear(phone).enter(table, "round", points=points).said(201)

    def play_table(self, ana: FlaskClient, *others: FlaskClient) -> str:
        """Begin a round of one table, to which these phones go and which Ana wins."""
        self.begin()
        [table] = self.tables
        for phone in (ana, *others):
            self.led(phone)
        self.win(ana, table, "Ana")
        return table


def full_club(app: Flask, **more: Any) -> Club:
    """A club night at which everybody has entered."""
    club = Club(app, **more)
    for name in ENTRANTS:
        club.enter(name)
    return club


LISTS = {
    "semicolons and titles": "Nr;Name;Verein\n1;Eve;Skatfreunde\n2;Flo;\n",
    "names in two columns": "Vorname,Nachname\nEve,Fox\nFlo,Gray\n",
    "a spreadsheet's mark": "\ufeffEve\r\nFlo\r\n",
    "its line about itself": "sep=;\nEve\nFlo",
    "numbered ahead": "No;Name;Club\n1;Eve;Skatfreunde\n2;Flo;\n3;;\n4;;",
    "a heading": "Tuesday drive;;\nNo;Name;Partner\n1;Eve;\n2;Flo;",
    "numbers without titles": "1. Eve\n2;Flo",
}


def drive(app: Flask) -> Club:
    """Open a whist drive of one table, Ana and Cy against two others or so."""
    club = full_club(app, **{"movement": "progressive", "pick=preset": "whist"})
    club.begin()
    return club


def read_sheet(answer: TestResponse, delimiter: str) -> list[list[str]]:
    """Return the cells of a spreadsheet's file, which says that it is Unicode."""
    assert answer.status_code == 200
    text = answer.get_data(as_text=True)
    assert text.startswith("\ufeff")
    return list(csv.reader(StringIO(text[1:]), delimiter=delimiter))


GERMAN = {"Accept-Language": "de"}


def list_ways(app: Flask, game: str) -> tuple[list[str], list[str]]:
    """Return the ways to meet that a new event offers, and those folded away."""
    form = app.test_client().get(f"/events/new/{game}").get_data(as_text=True)
    first, _, others = form.partition('id="ways"')
    way = re.compile(r'name="movement"[^>]* value="([^"]+)"')
    return way.findall(first), way.findall(others)
