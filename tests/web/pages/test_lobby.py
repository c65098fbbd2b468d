"""The first page: games, tables, codes and addresses."""

from collections.abc import Callable

from flask import Flask
from flask.testing import FlaskClient
from referee_web.pages.lobby import all_games, shelves

from referee.plugin.discovery import installed, rulebook
from tests.toy_games.every_deck import all_dealt
from tests.web.plain_pages import enter, finish_a_match, open_table, page


def test_the_lobby_offers_every_installed_game_and_its_questions(
    phone: Callable[[], FlaskClient],
) -> None:
    """Each game's first question stands there; all of them are named where that one is
    asked.
    """
    html = phone().get("/").get_data(as_text=True)
    for game in installed().games:
        assert f'href="/new/{game}"' in html
        links = [
            f'href="/ask/{game}/{question}"' for question in rulebook(game).questions
        ]
        assert links[:1] == [link for link in links if link in html]
        asked = (
            phone().get(links[0].split('"')[1]).get_data(as_text=True) if links else ""
        )
        assert all(link in asked for link in links[1:])


def test_the_lobby_shows_every_address_with_its_adapter(
    phone: Callable[[], FlaskClient],
) -> None:
    text = page(phone().get("/")).text
    assert "http://192.168.7.20:8000/ wlan0" in text
    assert "http://10.8.0.2:8000/ tun0 A VPN." in text


def test_many_games_stand_by_family_with_those_played_lately_first_and_are_searched_without_scripts(
    phone: Callable[[], FlaskClient],
) -> None:
    with all_dealt():
        ana, ben = phone(), phone()
        finish_a_match(ana, ben)
        shelves = page(ana.get("/")).text.partition("Start a new table")[2]
        in_order = (
            "Played lately",
            "Highest of tarot",
            "The best hand wins",
            "More games",
        )
        places = [shelves.index(title) for title in in_order]
        assert places == sorted(places)
        found = ana.get("/?q=hand+score").get_data(as_text=True)
        assert 'href="/new/four-aces"' in found and 'href="/new/faj"' not in found
        assert (
            "Score Pad keeps the score of any game"
            in page(ana.get("/?q=parcheesi")).text
        )


def test_a_few_games_stand_together_without_headings(app: Flask) -> None:
    few = all_games()[:6]
    with app.test_request_context():
        assert shelves(few, {}) == [(None, few)]


def test_what_was_played_names_a_table_and_the_last_match_of_a_game_for_any(
    phone: Callable[[], FlaskClient],
) -> None:
    ana = phone()
    code = open_table(
        ana, "score-pad", seats=["Ana", "Ben"], **{"pick=preset": "canasta"}
    )
    assert "Canasta Ana, Ben" in page(phone().get("/")).text
    assert "Canasta Ana, Ben" in page(ana.get("/")).text
    ana.post(f"/t/{code}/start", data={"dealer": "Ana"})
    assert "Back to Canasta" in page(ana.get("/")).text
    points = {
        "typed__melds=Ana": "5000",
        "typed__melds=Ben": "0",
        "typed__left=Ana": "0",
        "typed__left=Ben": "5",
    }
    enter(ana, code, "round", **points)
    assert "Canasta Score Pad · with Ana and Ben, today" in page(ana.get("/")).text


def test_a_code_is_found_however_it_is_typed(phone: Callable[[], FlaskClient]) -> None:
    code = open_table(phone())
    typed = f"{code[:2].lower()} {code[2:].lower()}"
    assert (
        phone().get("/go", query_string={"code": typed}).headers["Location"]
        == f"/t/{code}"
    )


def test_an_unknown_code_is_said_on_the_lobby_and_kept(
    phone: Callable[[], FlaskClient],
) -> None:
    answer = phone().get("/go?code=nowhere")
    assert answer.status_code == 404
    assert "There is no table with the code NOWHERE" in page(answer).text
    assert 'value="NOWHERE"' in answer.get_data(as_text=True)
