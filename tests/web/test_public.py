"""On a public referee nothing is listed to whoever was not there: no table, no match,
no player.
"""

import pytest
from flask import Flask
from flask.testing import FlaskClient
from referee_web.app import create_app
from referee_web.guards.service_set import Services
from referee_web.public_url import PublicUrl

from referee.hosting.room import CardRoom
from tests.web.served import BASE

LISTS = (
    "/",
    "/matches",
    "/matches?player=Ana",
    "/matches?to=x",
    "/players",
    "/players?player=a",
    "/players/Ana",
    "/new/highest-card",
)
LISTS_OF_THE_API = (
    "/matches",
    "/matches?player=ana&game=highest-card",
    "/players",
    "/players/Ana",
)


@pytest.fixture
def public(room: CardRoom) -> Flask:
    return create_app(
        Services.over(room, PublicUrl(8642, BASE, list), limits=False, public=True)
    )


def sit_down(
    app: Flask, *names: str, start: bool = True
) -> tuple[str, list[FlaskClient]]:
    """A table for a match of one trick, whose code is answered with the phones of those
    who sit there.
    """
    phones = [app.test_client() for _ in names]
    opened = phones[0].post("/new/highest-card", data={"typed=target": "1"})
    code = opened.headers["Location"].rpartition("/")[2].partition("-")[0]
    for phone, name in zip(phones, names, strict=True):
        assert phone.post(f"/t/{code}/join", data={"name": name}).status_code == 303
    if start:
        assert phones[0].post(f"/t/{code}/start", data={}).status_code == 303
    return code, phones


def play(app: Flask, *names: str) -> tuple[str, list[FlaskClient]]:
    code, phones = sit_down(app, *names)
    for phone, name, card in zip(phones, names, ("KC", "2D"), strict=True):
        entered = phone.post(
            f"/t/{code}/enter",
            data={"kind": "lay", "seat": name, "form": "lay", "typed=card": card},
        )
        assert entered.status_code == 303
    return code, phones


def everything_listed(phone: FlaskClient) -> list[str]:
    """All that the lists of pages and API hold for this phone."""
    paths = (*LISTS, *(f"/api/v1{path}" for path in LISTS_OF_THE_API))
    return [phone.get(path).get_data(as_text=True) for path in paths]


def test_a_stranger_sees_the_same_whatever_was_played_and_is_being_set_up(
    public: Flask,
) -> None:
    before = everything_listed(public.test_client())
    play(public, "Ana", "Ben")
    sit_down(public, "Cleo", "Dan", start=False)
    assert everything_listed(public.test_client()) == before


def test_a_phone_that_names_tables_without_their_tokens_sees_no_more(
    public: Flask,
) -> None:
    before = everything_listed(public.test_client())
    code, _ = play(public, "Ana", "Ben")
    cheat = public.test_client()
    for kind in ("seat", "host"):
        cheat.set_cookie(f"{kind}_{code}", "guessed")
    assert everything_listed(cheat) == before


def test_those_who_were_there_find_their_match_again(public: Flask) -> None:
    code, phones = play(public, "Ana", "Ben")
    other, _ = play(public, "Ana", "Dan")
    for phone in phones:
        assert [
            match["code"]
            for match in phone.get("/api/v1/matches").get_json()["matches"]
        ] == [code]
        assert code in (page := phone.get("/matches").get_data(as_text=True))
        assert other not in page


def test_players_of_the_same_name_are_not_taken_for_one(public: Flask) -> None:
    _, (ana, _) = play(public, "Ana", "Ben")
    for path in ("/players", "/players/Ana", "/api/v1/players", "/api/v1/players/Ana"):
        answer = ana.get(path)
        assert answer.status_code == 404
        assert "list players" in answer.get_data(as_text=True)
    assert 'href="/players"' not in ana.get("/").get_data(as_text=True) + ana.get(
        "/matches"
    ).get_data(as_text=True)


def test_everywhere_else_all_is_listed_as_before(app: Flask) -> None:
    code, _ = play(app, "Ana", "Ben")
    set_up, _ = sit_down(app, "Cleo", "Dan", start=False)
    anybody = app.test_client()
    assert set_up in anybody.get("/").get_data(as_text=True)
    assert [
        match["code"] for match in anybody.get("/api/v1/matches").get_json()["matches"]
    ] == [code]
    assert anybody.get("/players/Ana").status_code == 200
