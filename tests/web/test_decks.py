"""Games with any deck, over the API and on pages: what is read, shown, hinted at, and
kept.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from referee_web.joined_scripts import STATIC
from referee_web.pages.card_faces import SHAPES, face
from referee_web.pages.forms.card_picker import MOST_COLUMNS, Pad, pads

from referee import (
    COLOURS,
    GERMAN_THIRTY_TWO,
    SPANISH_FORTY_EIGHT,
    TAROT,
    Card,
    Field,
    Suit,
    say,
)
from referee.commandline import main
from tests.toy_games.every_deck import DECKS, all_dealt

from .phone import Phone

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", autouse=True)
def dealt() -> Iterator[None]:
    """The game that deals each deck is installed beside the games that are."""
    with all_dealt():
        yield


ANY = Field("cards", "cards", say("Cards"))


def shown(pad: Pad) -> list[Card]:
    """All cards of a pad, in the order in which they stand there."""
    columns = [column for band in pad.bands for block in band for column in block]
    return [card for column in (*columns, *pad.rows) for card in column]


@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_every_card_has_its_place_on_the_pads_once_for_each_copy(
    deck: tuple[Card, ...],
) -> None:
    cells = [card for pad in pads(ANY, deck) for card in shown(pad)]
    places = [cell for pad in pads(ANY, deck) for cell in pad.rows]
    assert {*cells} == {*deck}
    assert all(len(row) <= MOST_COLUMNS for row in places)
    assert all(
        sum(len(block) for block in band) <= MOST_COLUMNS
        for pad in pads(ANY, deck)
        for band in pad.bands
    )


def test_a_program_learns_the_deck_of_a_game(app: Flask) -> None:
    deck = Phone(app).get("/games/german-32").said(200)["deck"]
    assert len(deck) == 32
    assert {"code": "OE", "name": "ober of acorns", "copies": 1} in deck
    assert {"code": "WF", "name": "plus-four", "copies": 4} in Phone(app).get(
        "/games/colours"
    ).said(200)["deck"]
    assert "deck" not in Phone(app).get("/games").said(200)[0]


def begun(app: Flask, game: str) -> tuple[str, Phone]:
    """A match of Ana and Ben has begun: the table's code, and its host."""
    made = Phone(app).post("/tables", {"game": game, "seats": ["Ana", "Ben"]}).said(201)
    host = Phone(app, made["host_token"])
    host.post(f"/tables/{made['code']}/start", {}).said(200)
    return made["code"], host


@pytest.mark.parametrize("game", DECKS)
def test_a_match_is_entered_corrected_disputed_and_kept_as_codes(
    app: Flask, game: str
) -> None:
    deck = DECKS[game]
    code, host = begun(app, game)
    low = deck[0]
    high = deck[-1]
    other = deck[len(deck) // 2]
    host.enter(code, "lay", "Ana", card=low.code).said(201)
    ruling = host.enter(code, "lay", "Ben", card=high.code).said(201)["rulings"][0]
    assert ruling["verdict"] == {"winner": "Ben", "card": high.code}
    corrected = {"changes": [{"seq": 1, "data": {"card": other.code}}]}
    host.post(f"/tables/{code}/corrections", corrected).said(201)
    dispute = host.post(f"/tables/{code}/disputes", {"seq": 2}).said(201)["id"]
    overruled = {"as": "overruled", "verdict": {"winner": "Ana", "card": other.code}}
    host.post(f"/tables/{code}/disputes/{dispute}/resolve", overruled).said(201)
    log = host.get(f"/tables/{code}/log").said(200)["entries"]
    assert [line["data"]["card"] for line in log] == [other.code, high.code]
    assert log[1]["rulings"][0]["verdict"] == {"winner": "Ana", "card": other.code}
    assert [zone["cards"] for zone in host.get(f"/tables/{code}").said(200)["zones"]][
        1
    ] == [other.code, high.code]


@pytest.mark.parametrize(
    "game",
    ["french-32", "german-36", "spanish-twice-48", "tarot", "colours", "elements"],
)
def test_an_exported_match_is_ruled_again_alike(
    app: Flask, game: str, tmp_path: Path
) -> None:
    code, host = begun(app, game)
    for seat, card in zip(
        ("Ana", "Ben"), (DECKS[game][0], DECKS[game][-1]), strict=True
    ):
        host.enter(code, "lay", seat, card=card.code).said(201)
    file = tmp_path / "match.json"
    file.write_text(
        json.dumps(host.get(f"/tables/{code}/export?as=json").said(200)), "utf-8"
    )
    assert (
        CliRunner().invoke(main, ["replay", str(file)]).stdout
        == "2 entries were ruled again, all as before.\n"
    )


def test_a_card_of_another_deck_is_not_read(app: Flask) -> None:
    code, host = begun(app, "german-32")
    refused = host.enter(code, "lay", "Ana", card="QH").said(422)
    assert "is not a card" in refused["errors"][0]["message"]
    code, host = begun(app, "french-32")
    refused = host.enter(code, "lay", "Ana", card="2H").said(422)
    assert refused["errors"][0]["message"] == "The two of hearts isn’t in the deck."


def test_what_a_deck_holds_twice_is_laid_twice_and_no_more(app: Flask) -> None:
    code, host = begun(app, "spanish-twice-48")
    for seat in ("Ana", "Ben"):
        host.enter(code, "lay", seat, card="AO").said(201)
    refused = host.enter(code, "lay", "Ana", card="AO").said(422)
    assert (
        refused["errors"][0]["message"] == "The ace of coins can’t go here, in “Card”."
    )


def test_a_question_counts_the_copies_of_the_deck(app: Flask) -> None:
    phone = Phone(app)
    wilds = {f"P{n}": "wild" for n in range(4)}
    assert (
        phone.post("/games/colours/ask/trick", {"plays": wilds}).said(200)["verdict"][
            "card"
        ]
        == "W"
    )
    refused = phone.post(
        "/games/colours/ask/trick", {"plays": {**wilds, "P5": "wild"}}
    ).said(422)
    assert "more often than the deck has it" in refused["errors"][0]["message"]


@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize("game", DECKS)
def test_pages_show_the_cards_of_the_deck_in_every_language(
    app: Flask, game: str, language: str
) -> None:
    page = (
        app.test_client()
        .get(f"/ask/{game}/trick", headers={"Accept-Language": language})
        .get_data(as_text=True)
    )
    deck = DECKS[game]
    assert all(f'data-card="{card.code}"' in page for card in deck)
    french = game.startswith("french")
    assert ("data-photograph" in page, "cards/decks.css" not in page) == (
        french,
        french,
    )


def test_a_log_shows_cards_of_the_deck_and_a_code_that_its_game_has_no_more_as_it_stands(
    app: Flask,
) -> None:
    code, host = begun(app, "german-36")
    host.enter(code, "lay", "Ana", card="6E").said(201)
    assert "suit-acorn" in app.test_client().get(f"/t/{code}/log").get_data(
        as_text=True
    )
    with app.test_request_context("/ask/german-32/trick"):
        assert face("OE").name == "ober of acorns"
        assert (face("6E").rank, face("6E").name, face("6E").suit) == (
            "6E",
            "6E",
            "own",
        )


def test_every_shape_is_drawn_and_every_deck_uses_shapes_there_are() -> None:
    sheet = (STATIC / "cards" / "decks.css").read_text("utf-8")
    assert all(f".suit-{shape} {{" in sheet for shape in SHAPES)
    drawn = {
        suit.drawn
        for deck in (GERMAN_THIRTY_TWO, SPANISH_FORTY_EIGHT, TAROT, COLOURS)
        for suit in suits(deck)
    }
    assert drawn <= SHAPES | {"club", "diamond", "heart", "spade"}


def suits(deck: tuple[Card, ...]) -> set[Suit]:
    return {card.printed_suit for card in deck if card.printed_suit is not None}
