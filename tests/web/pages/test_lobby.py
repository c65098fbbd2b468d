"""The first page: games, tables, codes and addresses."""

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from referee_web.pages.lobby import all_games, shelves

from referee.plugin.discovery import installed, rulebook
from tests.toy_games.every_deck import all_dealt
from tests.web.plain_pages import enter, finish_a_match, open_table, page


def test_the_lobby_offers_every_installed_game_with_its_players_and_length(
    phone: Callable[[], FlaskClient],
) -> None:
    lobby = phone().get("/")
    html = lobby.get_data(as_text=True)
    for game in installed().games:
        assert f'href="/new/{game}"' in html
    assert "Hearts 3–5 players 30–60 minutes" in page(lobby).text
    assert "Ji'zara 2, 4 players 30–60 minutes" in page(lobby).text


def test_every_question_is_two_taps_from_the_lobby(
    phone: Callable[[], FlaskClient],
) -> None:
    """Each game's first question stands on the page that asks which game; all others
    are named where that one is asked.
    """
    assert 'href="/ask"' in phone().get("/").get_data(as_text=True)
    games = phone().get("/ask").get_data(as_text=True)
    for game in installed().games:
        addresses = [f"/ask/{game}/{name}" for name in rulebook(game).questions]
        assert addresses[:1] == [each for each in addresses if f'"{each}"' in games]
        if addresses:
            asked = phone().get(addresses[0]).get_data(as_text=True)
            assert all(f'href="{each}"' in asked for each in addresses[1:])


def test_one_question_is_offered_of_the_games_that_have_it(
    phone: Callable[[], FlaskClient],
) -> None:
    games = phone().get("/ask?about=deal").get_data(as_text=True)
    assert 'href="/ask/hearts/deal"' in games
    assert "/ask/faj/" not in games
    assert phone().get("/ask?about=weather").status_code == 404


def test_a_camera_is_led_to_the_tables_of_this_phone(
    phone: Callable[[], FlaskClient],
) -> None:
    ana = phone()
    assert "Open or join a table first." in page(ana.get("/camera")).text
    code = open_table(ana)
    assert f'href="/t/{code}/watch"' in ana.get("/camera").get_data(as_text=True)
    assert code not in phone().get("/camera").get_data(as_text=True)


def test_the_lobby_shows_every_address_with_its_adapter(
    phone: Callable[[], FlaskClient],
) -> None:
    text = page(phone().get("/")).text
    assert "http://192.168.7.20:8000/ wlan0" in text
    assert "http://10.8.0.2:8000/ tun0 A VPN." in text


def test_games_played_here_lately_come_first_then_those_that_most_people_know(
    phone: Callable[[], FlaskClient],
) -> None:
    with all_dealt():
        ana = phone()
        ben = phone()
        finish_a_match(ana, ben)
        shelves = page(ana.get("/")).text.partition("New table")[2]
        in_order = (
            "Played lately",
            "Highest of tarot",
            "Popular",
            "Hearts",
            "More games",
            "Faces",
        )
        places = [shelves.index(title) for title in in_order]
        assert places == sorted(places)
        assert "Highest of tarot with Ben, today" in page(ana.get("/")).text
        assert "Highest of tarot 2 players, today" in page(phone().get("/")).text


def test_games_are_searched_without_scripts(phone: Callable[[], FlaskClient]) -> None:
    found = phone().get("/?q=hand+score").get_data(as_text=True)
    assert 'href="/new/four-aces"' in found
    assert 'href="/new/faj"' not in found
    missing = page(phone().get("/?q=parcheesi")).text
    assert "Score Pad keeps score for any game" in missing


@pytest.mark.parametrize(
    ("typed", "games"),
    [
        ("aces", ["four-aces", "faj", "slapjack"]),
        ("four", ["four-aces"]),
        ("wiz", ["wizard"]),
        ("her", ["hearts"]),
    ],
)
def test_the_games_nearest_to_the_words_come_first(
    phone: Callable[[], FlaskClient], typed: str, games: list[str]
) -> None:
    html = phone().get("/", query_string={"q": typed}).get_data(as_text=True)
    found = re.findall(r"data-found><a[^>]*/new/([a-z-]+)", html)
    assert found[: len(games)] == games


@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize(
    ("typed", "game"),
    [
        ("poker", "holdem"),
        ("holdem", "holdem"),
        ("mau", "crazy-eights"),
        ("doko", "doppelkopf"),
        ("herz", "hearts"),
        ("rummy", "gin-rummy"),
        ("rommé", "gin-rummy"),
        ("coinche", "belote"),
        ("hold'em", "holdem"),
        ("ji’zara", "jizara"),
        ("canasta", "score-pad"),
    ],
)
def test_a_game_is_found_by_any_name_in_any_language(
    phone: Callable[[], FlaskClient], typed: str, game: str, language: str
) -> None:
    lobby = phone().get(
        "/", query_string={"q": typed}, headers={"Accept-Language": language}
    )
    assert f'href="/new/{game}"' in lobby.get_data(as_text=True)


def test_games_that_most_people_know_come_first_and_are_called_so() -> None:
    games = all_games()
    popular, others = shelves(games, [])
    assert [str(popular[0]), str(others[0])] == ["Popular", "More games"]
    assert all(book.game.popular for book in popular[1])
    [(heading, books)] = shelves(popular[1], [])
    assert heading is None
    assert books == popular[1]


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
    assert "There’s no table with the code NOWHERE" in page(answer).text
    assert 'value="NOWHERE"' in answer.get_data(as_text=True)
