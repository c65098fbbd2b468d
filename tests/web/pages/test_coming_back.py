"""Joining and coming back: the code, latecomers, a phone's own name, deserted tables."""

import re
import time
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.hosting.room import EMPTY_FOR_SECONDS
from tests.web.pages.clubs import Club
from tests.web.plain_pages import open_table, page, sit

PHONE = {"User-Agent": "Mozilla/5.0 (Linux; Android 14) Chrome/131 Mobile Safari/537"}
FOUR = ["Ana", "Ben", "Cy", "Di"]


def begin(host: FlaskClient, game: str, seats: list[str]) -> str:
    return open_table(host, game, seats=seats, **{"at-once": "yes"})


def test_the_code_at_the_top_shows_how_to_join_on_every_page_of_a_table(
    phone: Callable[[], FlaskClient],
) -> None:
    host = phone()
    code = begin(host, "hearts", FOUR)
    for path in ("", "/scores", "/log", "/board", "/seat"):
        html = host.get(f"/t/{code}{path}").get_data(as_text=True)
        assert 'popovertarget="way-in"' in html, path
        assert html.count('id="way-in"') == 1, path
        assert f"/t/{code}/qr.svg" in html, path


def test_who_comes_late_sees_the_free_seats_first_and_not_behind_a_fold(
    phone: Callable[[], FlaskClient],
) -> None:
    code = begin(phone(), "hearts", FOUR)
    late = phone()
    shown = late.get(f"/t/{code}").get_data(as_text=True)
    assert "4 free seats: tap yours" in shown
    assert shown.index("4 free seats") < shown.index("data-next")
    assert "You’re watching. Take a seat?" not in shown
    watching = page(late.get(f"/t/{code}?watch=1")).text
    assert "You’re watching. Take a seat?" in watching
    late.post(f"/t/{code}/join", data={"name": "Di"})
    assert "free seat" not in page(late.get(f"/t/{code}")).text


def test_a_host_has_one_door_to_each_seat(phone: Callable[[], FlaskClient]) -> None:
    host = phone()
    code = open_table(host, "hearts", seats=FOUR)
    shown = host.get(f"/t/{code}").get_data(as_text=True)
    assert "I’m Ana</button>" in shown
    assert shown.index("I’m Ana</button>") < shown.index("I’m not on the list")
    for name in FOUR:
        assert shown.count(f'name="name" value="{name}"') == 1
    assert "Play on this device too" not in shown
    assert "I’m not on the list" in shown
    assert shown.count("That’s me") == len(FOUR) - 1
    host.post(f"/t/{code}/join", data={"name": "Ben"})
    assert "host-sits" not in host.get(f"/t/{code}").get_data(as_text=True)


def test_a_host_is_offered_the_seat_of_the_name_that_the_phone_knows_and_no_other(
    phone: Callable[[], FlaskClient],
) -> None:
    host = phone()
    sit(host, open_table(phone()), "Cy")
    code = open_table(host, "hearts", seats=FOUR)
    assert "You’re" in page(host.get(f"/t/{code}")).text
    host.post(f"/t/{code}/seat/leave", data={"seat": "Cy"})
    left = page(host.get(f"/t/{code}")).text
    assert "I’m Cy" in left
    assert "I’m Ana" not in left
    others = page(host.get(f"/t/{open_table(host, seats=['Ana', 'Ben'])}")).text
    assert "That’s me" in others
    assert "I’m Ana" not in others


def test_the_guide_is_folded_while_named_people_are_missing(
    phone: Callable[[], FlaskClient],
) -> None:
    host = phone()
    code = open_table(host, "hearts", seats=FOUR[:3])
    for name in FOUR[:3]:
        assert 'id="guide-folded"' in host.get(f"/t/{code}").get_data(as_text=True)
        phone().post(f"/t/{code}/join", data={"name": name})
    assert 'id="guide"' in host.get(f"/t/{code}").get_data(as_text=True)


def test_a_table_that_takes_nobody_any_more_asks_nobody_who_they_are(
    phone: Callable[[], FlaskClient],
) -> None:
    host = phone()
    code = begin(host, "hearts", FOUR)
    for name in FOUR:
        phone().post(f"/t/{code}/join", data={"name": name})
    assert "You’re watching. Take a seat?" in page(phone().get(f"/t/{code}")).text
    assert "Play on this device too" in page(host.get(f"/t/{code}")).text


def typed_name(guest: FlaskClient, address: str) -> str | None:
    """What stands in the field for one's own name."""
    [field] = [each for each in page(guest.get(address)).inputs if is_name(each)]
    return field["value"]


def is_name(field: dict[str, str | None]) -> bool:
    return field.get("id") == "join-name"


def test_a_phone_remembers_its_own_name(phone: Callable[[], FlaskClient]) -> None:
    host = phone()
    guest = phone()
    first = open_table(host, "hearts")
    assert typed_name(guest, f"/t/{first}") == ""
    guest.post(f"/t/{first}/join", data={"name": "Zoë"})
    other = open_table(host, "hearts")
    assert typed_name(guest, f"/t/{other}") == "Zoë"
    assert 'value="Zoë"' in guest.get("/new/hearts").get_data(as_text=True)
    # Somebody else of that name sits there already.
    phone().post(f"/t/{other}/join", data={"name": "Zoë"})
    assert typed_name(guest, f"/t/{other}") == ""

    sent = {"seat": "Zoë", "sure": "yes"}
    begun = begin(guest, "hearts", ["Zoë", "Ben", "Cy"])
    guest.post(f"/t/{begun}/seat/forget", data=sent)
    assert "Zoë" not in guest.get("/new/hearts").get_data(as_text=True)


def test_a_table_where_nobody_sits_leaves_the_first_page_after_some_minutes(
    phone: Callable[[], FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    host = phone()
    empty = open_table(host, "hearts", seats=["Ana", "Ben"])
    taken = open_table(host, "hearts")
    phone().post(f"/t/{taken}/join", data={"name": "Cy"})
    for each in (host, phone()):
        assert empty in page(each.get("/")).text
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + EMPTY_FOR_SECONDS + 1)
    for each in (host, phone()):
        shown = page(each.get("/")).text
        assert empty not in shown
        assert taken in shown
    # Its address still leads there.
    assert host.get(f"/t/{empty}").status_code == 200


def test_the_address_of_a_board_says_on_a_phone_what_it_is_for(
    club: Club, app: Flask
) -> None:
    """Whoever entered keeps their place until they have said so."""
    shown = club.director.get(club.path).get_data(as_text=True)
    address, *_ = re.findall(rf"/tv/{club.code}-\w+", shown)
    ana = club.phones["Ana"]
    asked = app.test_client().get(address, headers=PHONE)
    assert asked.status_code == 200
    assert "This address is for the TV" in page(asked).text
    asked = ana.get(address)
    assert "this phone is: Ana. It would be: a board" in page(asked).text
    assert ana.get(club.path, follow_redirects=True).status_code == 200
    assert "Your name" not in page(ana.get(club.path)).text
    screen = app.test_client()
    for _ in ("first", "after being switched off"):
        assert screen.get(address).headers["Location"] == f"{club.path}/board"
    [door] = re.findall(r'action="(/events/\w+/as/[^"]+)"', asked.text)
    taken = ana.post(door)
    assert taken.headers["Location"] == f"{club.path}/board"


def test_the_directors_address_says_on_a_phone_what_it_is_for(
    club: Club, app: Flask
) -> None:
    guest = app.test_client()
    cookie = club.director.get_cookie(f"host_{club.code}")
    assert cookie is not None
    address = f"{club.path}/as/{cookie.value}"
    asked = page(guest.get(address, headers=PHONE)).text
    assert "This address is the director’s" in asked
    assert "Players enter here." in page(guest.get(club.path)).text
    guest.get(f"{address}?here=1", headers=PHONE)
    assert "Players enter here." not in page(guest.get(club.path)).text


def test_a_tables_board_says_on_a_phone_where_its_page_is(
    phone: Callable[[], FlaskClient],
) -> None:
    code = begin(phone(), "hearts", FOUR)
    board = phone().get(f"/t/{code}/board").get_data(as_text=True)
    assert "This view is for a TV or a tablet." in board
