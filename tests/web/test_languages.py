"""Each viewer is spoken to in their own language; what is kept is in none."""

import re
from html import unescape
from uuid import uuid4

import pytest
from flask import Flask
from referee_web import script_catalogues
from referee_web.pages.forms import form_values
from referee_web.pages.forms.form_values import FormValues
from referee_web.preferences import COOKIE
from werkzeug.test import TestResponse

from referee.plugin import languages
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import say
from tests.web.conftest import Open, Opened
from tests.web.phone import Phone

GERMAN, SPANISH = (
    {"Accept-Language": asked} for asked in ("de-AT,de;q=0.9,en;q=0.5", "es")
)


def words(answer: TestResponse) -> str:
    return " ".join(
        unescape(re.sub(r"<[^>]*>", " ", answer.get_data(as_text=True))).split()
    )


@pytest.fixture
def trick(open_table: Open) -> Opened:
    """Ana and Ben at a match in which a board lies."""
    table = open_table("faj", "Ana", "Ben")
    table.start()
    table.host.enter(table.code, "board", cards="3c").said(201)
    return table


def play(
    trick: Opened, headers: dict[str, str] | None = None, **plays: str
) -> dict[str, object]:
    entry = {"id": str(uuid4()), "kind": "play", "data": {"plays": plays}}
    told: dict[str, object] = trick.host.post(
        trick.path("entries"), entry, headers=headers
    ).json
    return told


@pytest.mark.parametrize(
    ("headers", "language", "said"),
    [
        (
            {},
            "en",
            (
                "Everybody places one card from hand face down by the board and "
                "enters it."
            ),
        ),
        (GERMAN, "de", "Alle legen eine Karte ihrer Hand verdeckt neben die Auslage"),
        (SPANISH, "es", "Cada uno pone una carta de su mano boca abajo"),
        ({"Accept-Language": "fr"}, "en", "Everybody places one card"),
    ],
)
def test_a_page_speaks_the_language_that_the_browser_asks_for(
    app: Flask, trick: Opened, headers: dict[str, str], language: str, said: str
) -> None:
    answer = app.test_client().get(f"/t/{trick.code}", headers=headers)
    assert said in words(answer)
    assert f'<html lang="{language}"' in answer.get_data(as_text=True)
    assert answer.headers["Content-Language"] == language
    assert {"accept-language", "cookie"} <= {name.lower() for name in answer.vary}


def test_what_is_wrong_with_a_body_is_said_in_the_language_of_whoever_sent_it(
    app: Flask,
) -> None:
    for headers, said in ((GERMAN, "Diese Angabe fehlt."), ({}, "Required.")):
        problem = (
            app.test_client().post("/api/v1/tables", json={}, headers=headers).json
        )
        assert problem is not None
        assert problem["errors"] == [{"field": "game", "message": said}]


def test_what_is_preferred_here_goes_before_what_the_browser_asks(app: Flask) -> None:
    phone = app.test_client()
    phone.post("/preferences", data={"language": "es", "back": "/"})
    assert phone.get_cookie(COOKIE) is not None
    answer = phone.get("/", headers=GERMAN)
    assert "Preguntar" in words(answer)
    assert answer.headers["Content-Language"] == "es"
    assert "Alles andere klärt sich hier" in words(
        app.test_client().get("/", headers=GERMAN)
    )


def test_two_phones_at_a_table_each_read_their_own_language(
    app: Flask, trick: Opened
) -> None:
    play(trick, Ana="JC", Ben="XB")
    assert "Ana gewinnt den Stich mit dem Kreuz-Buben" in words(
        app.test_client().get(f"/t/{trick.code}", headers=GERMAN)
    )
    assert "Ana gana la baza con la jota de tréboles" in words(
        app.test_client().get(f"/t/{trick.code}", headers=SPANISH)
    )
    assert "Ana wins the trick with the jack of clubs" in words(
        app.test_client().get(f"/t/{trick.code}/log")
    )


def test_the_interface_words_its_texts_as_it_is_asked_and_in_english_where_it_is_not(
    trick: Opened,
) -> None:
    play(trick, Ana="JC", Ben="XB")
    assert (
        trick.host.look(trick.code)["rulings"][0]["summary"]
        == "Ana wins the trick with the jack of clubs"
    )
    german = trick.host.get(f"/tables/{trick.code}", headers=GERMAN)
    assert (
        german.json["rulings"][0]["summary"]
        == "Ana gewinnt den Stich mit dem Kreuz-Buben"
    )
    assert german.response.headers["Content-Language"] == "de"
    rules = trick.host.get("/games/faj", headers=SPANISH).json
    assert rules["sections"][0]["title"] == "Cómo se juega"


def test_what_is_wrong_is_told_in_the_language_too(app: Flask) -> None:
    asked = {"board": "3x", "plays": {"Ana": "JC"}}
    told = (
        app.test_client()
        .post("/api/v1/games/faj/ask/trick", json=asked, headers=GERMAN)
        .get_json(force=True)
    )
    assert told["title"] == "Falsche Felder"
    assert told["type"] == "/api#wrong-fields"
    assert told["errors"][0]["message"].startswith(
        "„3x“ ist keine Karte. Ist die Kreuz-Drei (3C)"
    )


@pytest.mark.parametrize(
    ("headers", "typed", "hint"),
    [
        (GERMAN, "Kreuz D, 3c, roter Joker", "2c, 2♣, Kreuz-Zwei, Joker Rot"),
        (
            SPANISH,
            "la reina de tréboles 3c comodín rojo",
            "2c, 2♣, dos de tréboles, comodín rojo",
        ),
    ],
)
def test_cards_are_typed_by_their_names_in_the_language_of_the_page(
    app: Flask, headers: dict[str, str], typed: str, hint: str
) -> None:
    asked = "/ask/tripp-jokes/play"
    assert hint in words(app.test_client().get(asked, headers=headers))
    answer = app.test_client().post(
        asked, headers=headers, data={"typed=pile": typed, "typed=cards": "5h"}
    )
    assert answer.status_code == 200
    assert "5♥" in words(answer)
    wrong = app.test_client().post(
        asked, headers=headers, data={"typed=pile": f"{typed} foo", "typed=cards": "5h"}
    )
    assert wrong.status_code == 422
    assert f'value="{typed} foo"' in unescape(wrong.get_data(as_text=True))


def test_an_export_is_in_english_whoever_asks(trick: Opened) -> None:
    play(trick, Ana="JC", Ben="XB")
    path = f"/tables/{trick.code}/export?as=json"
    assert trick.host.get(path, headers=GERMAN).json == trick.host.get(path).json
    csv = f"/tables/{trick.code}/export?as=csv"
    assert trick.host.get(csv, headers=SPANISH).text == trick.host.get(csv).text


def test_a_questioned_refusal_is_kept_in_no_language(app: Flask, trick: Opened) -> None:
    id = str(uuid4())
    entry = {"id": id, "kind": "play", "data": {"plays": {"Ana": "3C"}}}
    trick.host.ask("post", trick.path("entries"), json=entry)
    trick.host.post(
        trick.path("disputes"), {"entry": id, "why": ""}, headers=GERMAN
    ).said(201)
    seen = {
        language: words(
            app.test_client().get(
                f"/t/{trick.code}", headers={"Accept-Language": language}
            )
        )
        for language in ("en", "de", "es")
    }
    assert "Ana can’t play the three of clubs" in seen["en"]
    assert "Ana kann die Kreuz-Drei nicht spielen" in seen["de"]
    assert "Ana no puede jugar el tres de tréboles" in seen["es"]


def test_the_scripts_are_given_their_words(app: Flask, trick: Opened) -> None:
    html = (
        app.test_client().get(f"/t/{trick.code}", headers=GERMAN).get_data(as_text=True)
    )
    found = re.search(r'src="(/words/pages/de\.js\?v=\w+)"', html)
    assert found is not None
    answer = app.test_client().get(found[1])
    assert answer.mimetype == "text/javascript"
    assert "immutable" in answer.headers["Cache-Control"]
    assert '"{n} card":{"other":"{n} Karten","one":"{n} Karte"}' in answer.get_data(
        as_text=True
    )
    assert "/words/" not in app.test_client().get(f"/t/{trick.code}").get_data(
        as_text=True
    )
    assert app.test_client().get("/words/pages/fr.js").status_code == 404
    assert script_catalogues.fingerprint("de") != script_catalogues.fingerprint("es")


def test_a_form_stays_the_same_form_in_another_language(
    app: Flask, trick: Opened
) -> None:
    host = app.test_client()
    host.set_cookie(f"host_{trick.code}", trick.host.token or "")
    shapes = {
        tuple(
            re.findall(
                r'data-shape="(\w+)"',
                host.get(f"/t/{trick.code}", headers=headers).get_data(as_text=True),
            )
        )
        for headers in ({}, GERMAN, SPANISH)
    }
    assert len(shapes) == 1
    assert shapes != {()}


def test_a_stranger_is_told_in_german_that_there_is_no_such_page(
    spectator: Phone,
) -> None:
    answer = spectator.app.test_client().get("/nowhere", headers=GERMAN)
    assert answer.status_code == 404
    assert "Diese Seite gibt es nicht." in words(answer)


def test_a_game_uses_its_own_words_at_its_tables(app: Flask, open_table: Open) -> None:
    """`pile` is a word of two games, and each has its own for it in German."""
    heap, pile = (
        languages.language("de", ("referee_web",), game).gettext("pile")
        for game in ("slapjack", "tripp-jokes")
    )
    assert (heap, pile) == ("Haufen", "Stapel")
    table = open_table("slapjack", "Ana", "Ben")
    table.start()
    table.host.enter(table.code, "play", "Ben").said(201)
    assert "Haufen" in words(app.test_client().get(f"/t/{table.code}", headers=GERMAN))
    assert "Stapel" in words(
        app.test_client().get("/games/tripp-jokes", headers=GERMAN)
    )


@pytest.mark.parametrize(
    ("times", "read"), [(10, "TH"), (form_values.MOST_TYPED // 7 + 1, "Herz 10")]
)
def test_names_of_cards_are_not_looked_for_in_more_than_anybody_types(
    app: Flask, times: int, read: str
) -> None:
    fields = [Field("cards", "cards", say("Cards"))]
    typed = FormValues([("typed=cards", "Herz 10")] * times)
    with app.test_request_context(headers=GERMAN):
        assert form_values.read(fields, typed) == {"cards": [read] * times}


@pytest.mark.parametrize(
    ("headers", "said"),
    [({}, "Deal 1"), (GERMAN, "Spiel 1"), (SPANISH, "Mano 1")],
    ids=["en", "de", "es"],
)
def test_a_round_has_the_name_that_its_players_give_it(
    open_table: Open, app: Flask, headers: dict[str, str], said: str
) -> None:
    table = open_table("skat", "Ana", "Ben", "Cy", options={"depth": "deals"})
    table.start()
    table.host.enter(table.code, "passed").said(201)
    log = words(app.test_client().get(f"/t/{table.code}/log", headers=headers))
    assert said in log
    for other in ("Round 1", "Runde 1", "Ronda 1"):
        assert other not in log
