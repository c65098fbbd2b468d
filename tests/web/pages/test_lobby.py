"""The first page: games, tables, codes and addresses."""

import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from referee_web.pages.games.game_tiles import list_tiles, shelves

from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.plugin.discovery import installed, rulebook
from tests.toy_games.every_deck import all_dealt
from tests.web.plain_pages import enter, finish_a_match, open_table, page
from tests.web.served import served


def test_the_lobby_offers_every_installed_game_with_its_players_and_length(
    phone: Callable[[], FlaskClient],
) -> None:
    lobby = phone().get("/")
    html = lobby.get_data(as_text=True)
    for game in installed().games:
        assert f'href="/new/{game}"' in html
    assert "Hearts 3–5 players 30–60 minutes" in page(lobby).text
    assert "Ji'zara 2, 4 players 30–60 minutes" in page(lobby).text


def test_a_new_event_weighs_less_than_a_new_table(
    phone: Callable[[], FlaskClient],
) -> None:
    lobby = phone().get("/").get_data(as_text=True)
    [link] = re.findall(r"<a [^>]*>New event</a>", lobby)
    assert "class=" not in link, "a link among buttons"


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


def test_a_game_that_is_gone_is_not_offered_again(
    phone: Callable[[], FlaskClient], place: Path
) -> None:
    ana = phone()
    with all_dealt():
        finish_a_match(ana, phone())
        assert "Same again" in page(ana.get("/")).text
    started_anew = CardRoom(Store.open(place))
    served(started_anew)
    assert "Same again" not in page(ana.get("/")).text
    started_anew.close()


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
    found = re.findall(r"<li data-found[^>]*><a[^>]*/new/([a-z-]+)", html)
    assert found[: len(games)] == games


@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize(
    ("typed", "game"),
    [
        ("poker", "holdem"),
        ("Póker", "holdem"),
        ("póquer", "holdem"),
        ("holdem", "holdem"),
        ("Omaha", "holdem?variant=omaha"),
        ("Mau-Mau", "crazy-eights?variant=mau-mau"),
        ("maumau", "crazy-eights?variant=mau-mau"),
        ("Podrida", "oh-hell"),
        ("pocha", "oh-hell"),
        ("Chicago", "bridge?scoring=chicago"),
        ("Skat", "skat"),
        ("doko", "doppelkopf"),
        ("herz", "hearts"),
        ("gin rummy", "gin-rummy"),
        ("rommé", "score-pad?preset=rummy"),
        ("romme", "score-pad?preset=rummy"),
        ("Chinchón", "score-pad?preset=rummy&playing=Chinch%C3%B3n"),
        ("chinchon", "score-pad?preset=rummy&playing=Chinch%C3%B3n"),
        ("Uno", "score-pad?playing=Uno"),
        ("Kniffel", "score-pad?preset=dice"),
        ("coinche", "belote?play=coinche"),
        ("hold'em", "holdem"),
        ("ji’zara", "jizara"),
        ("canasta", "score-pad?preset=canasta"),
    ],
)
def test_a_game_is_found_by_any_name_in_any_language(
    phone: Callable[[], FlaskClient], typed: str, game: str, language: str
) -> None:
    """It stands first, whatever else has that word in it."""
    found = find(phone(), typed, language)
    assert found[0] == f"/new/{game}"


def find(asker: FlaskClient, typed: str, language: str = "en") -> list[str]:
    """The addresses of the games that a search finds, the nearest first."""
    lobby = asker.get(
        "/", query_string={"q": typed}, headers={"Accept-Language": language}
    )
    html = unescape(lobby.get_data(as_text=True))
    return re.findall(r'<li data-found[^>]*><a[^>]*href="(/new/[^"]+)"', html)


def test_a_game_found_by_another_name_says_that_name(
    phone: Callable[[], FlaskClient],
) -> None:
    assert "Oh Hell Podrida ·" in page(phone().get("/?q=podri")).text
    assert "Podrida" not in page(phone().get("/?q=oh+hell")).text


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("contract bridge", "Bridge"),
        ("spades for pairs", "Spades"),
        ("phase 10", "Ten phases"),
        ("up and down the river", "Oh Hell"),
        ("ocho americano", "Crazy Eights"),
        ("anotador", "Score Pad"),
        ("yatzy", "Dice sheet"),
        ("harts", "Hearts"),
        ("ginrummy", "Gin Rummy"),
        ("bridsch", "Bridge"),
    ],
)
def test_a_game_is_found_by_what_people_call_it(
    phone: Callable[[], FlaskClient], typed: str, meant: str
) -> None:
    found = phone().get(f"/?q={typed}").get_data(as_text=True)
    assert re.search(f">{meant}</(strong|a)>", found)


def test_what_was_perhaps_meant_stands_first_as_a_tile(
    phone: Callable[[], FlaskClient],
) -> None:
    shown = phone().get("/?q=harts").get_data(as_text=True)
    suggestion, _, rest = shown.partition("data-suggestion>")[2].partition("</div>")
    assert re.search('<a class="tap tile" href="/new/hearts">', suggestion)
    assert "isn’t here yet" in rest
    assert 'class="note"' not in rest
    assert "data-suggestion></div>" in phone().get("/?q=pinochle").text


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "{} isn’t here yet. Score Pad keeps score for any game: New table: {}"),
        ("de", "{} gibt es hier noch nicht. Punkteblock zählt für jedes Spiel"),
        ("es", "{} todavía no está aquí."),
    ],
)
@pytest.mark.parametrize("name", ["pinochle", "Schafkopf", "mus", "tute", "brisca"])
def test_a_game_that_is_not_here_yet_is_said_to_be_so(
    phone: Callable[[], FlaskClient], name: str, language: str, told: str
) -> None:
    spoken = {"Accept-Language": language}
    shown = page(phone().get(f"/?q={name}", headers=spoken)).text
    assert told.format(name, name) in shown


def test_a_word_that_many_names_have_is_no_game(
    phone: Callable[[], FlaskClient],
) -> None:
    assert "Did you mean" not in page(phone().get("/?q=hand+and+foot")).text


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_a_game_that_is_not_here_opens_the_score_pad_under_its_name(
    phone: Callable[[], FlaskClient], language: str
) -> None:
    spoken = {"Accept-Language": language}
    assert find(phone(), "Schafkopf", language) == []
    host = phone()
    lobby = host.get("/?q=Schafkopf", headers=spoken).get_data(as_text=True)
    assert 'href="/new/score-pad?playing=Schafkopf"' in lobby
    form = page(host.get("/new/score-pad?playing=Schafkopf", headers=spoken))
    assert "Schafkopf" in form.text
    sent = {"seats": ["Ana", "Ben"], "pick=playing": "Schafkopf"}
    code = open_table(host, "score-pad?playing=Schafkopf", **sent)
    assert "Schafkopf Ana, Ben" in page(phone().get("/")).text
    assert "Schafkopf" in page(host.get(f"/t/{code}")).text


def test_a_variant_opens_with_what_makes_it_and_asks_for_nothing_else(
    phone: Callable[[], FlaskClient],
) -> None:
    host = phone()
    form = host.get("/new/crazy-eights?variant=mau-mau").get_data(as_text=True)
    assert "New table: Mau-Mau" in form
    assert '<input type="hidden" name="pick=variant" value="mau-mau">' in form
    assert "Which game" not in form
    plain = host.get("/new/crazy-eights").get_data(as_text=True)
    assert "Which game" in plain
    assert 'name="pick=jack_doubles"' in form
    assert "New table: Crazy Eights" in plain


def test_a_variant_that_was_played_stands_among_what_was_played_lately(
    phone: Callable[[], FlaskClient],
) -> None:
    """And opens as it was agreed then; the game itself opens as in its rules."""
    host = phone()
    agreed = {"pick=variant": "mau-mau", "pick=jack_doubles": "yes"}
    open_table(
        host, "crazy-eights", seats=["Ana", "Ben"], **agreed, **{"at-once": "yes"}
    )
    again = page(host.get("/new/crazy-eights?variant=mau-mau"))
    assert "As here last time: Going out with a jack doubles" in again.text
    assert "As here last time" not in page(host.get("/new/crazy-eights")).text


@pytest.mark.parametrize(
    ("language", "first", "not_popular"),
    [
        ("en", ["Hearts", "Spades"], "Skat"),
        ("de", ["Doppelkopf", "Skat"], "Cribbage"),
        ("es-AR", ["Chinchón", "Pocha"], "Skat"),
        ("fr", ["Belote"], "Skat"),
    ],
)
def test_popular_is_what_people_know_who_speak_the_phones_language(
    app: Flask, language: str, first: list[str], not_popular: str
) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        popular, others = shelves(list_tiles())
    assert [str(popular[0]), str(others[0])] == ["Popular", "More games"]
    shown = [tile.title for tile in popular[1]]
    assert shown[: len(first)] == first
    assert not_popular not in shown
    assert not_popular in [tile.title for tile in others[1]]


def test_what_this_house_plays_most_stands_first_among_what_is_popular(
    app: Flask,
) -> None:
    with app.test_request_context():
        tiles = [
            replace(tile, times=3) if tile.title == "Tripp Jokes" else tile
            for tile in list_tiles()
        ]
        popular, _ = shelves(tiles)
        assert popular[1][0].title == "Tripp Jokes"
        [(heading, shown)] = shelves(popular[1])
    assert heading is None
    assert shown == popular[1]


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
