"""An evening of an event on phones that run no scripts: all that is sent are forms that
stand on the pages.
"""

from flask import Flask
from flask.testing import FlaskClient

from tests.web.plain_pages import enter, page

from .clubs import Club, full_club

POINTS = {"Ana": 9, "Ben": 7, "Cy": 5, "Di": 3}


def send_form(phone: FlaskClient, path: str, deed: str) -> bool:
    """Send the page's form that does this; return whether there is one."""
    for form in page(phone.get(path, follow_redirects=True)).forms:
        if form["action"].endswith(deed):
            action = form.pop("action")
            assert phone.post(action, data=form).status_code == 303
            return True
    return False


def play_round(club: Club) -> None:
    """Everybody enters their own points, and whoever is asked to confirms."""
    assert send_form(club.director, club.path, "/round")
    tables = {name: club.led(phone) for name, phone in club.phones.items()}
    for name, code in tables.items():
        points = {f"typed__points__{name}": str(POINTS[name])}
        assert enter(club.phones[name], code, "round", **points).status_code == 303
    confirmed = set()
    for name, code in tables.items():
        if send_form(club.phones[name], f"/t/{code}", "/confirm"):
            confirmed.add(code)
    assert confirmed == {*tables.values()}


def test_it_is_played_to_its_end(app: Flask) -> None:
    club = full_club(app, confirm="yes")
    play_round(club)
    play_round(club)
    for phone in (club.director, club.phones["Di"]):
        _, *places = club.see(phone, "/standings").rows
        assert places == [
            ["1", "Ana", "18", "9", "9"],
            ["2", "Ben", "14", "7", "7"],
            ["3", "Cy", "10", "5", "5"],
            ["4", "Di", "6", "3", "3"],
        ]
    assert "The winner: Ana" in club.see(club.director).text
