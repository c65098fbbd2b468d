"""Asking the referee without a table."""

import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from referee_web.pages.template_filters import unsaid_reasons

from referee.vocabulary.ruling import Reason, Ruling
from referee.vocabulary.text import say
from tests.web.plain_pages import TRICKS, page


def test_a_question_is_ruled_on_the_same_page(phone: Callable[[], FlaskClient]) -> None:
    asked = {
        "typed=board": "3c 4s",
        "name=1": "Ana",
        "name=2": "Ben",
        "pick=plays=1": "JS",
        "typed=plays=2": "xb",
    }
    answer = phone().post(f"/ask/{TRICKS}/trick", data=asked)
    assert "Ana wins the trick with the jack of spades" in page(answer).text
    assert page(answer).checked("pick=plays=1") == ["JS"]
    assert 'value="3c 4s"' in answer.get_data(as_text=True)


def test_beside_why_stands_the_reading_that_decided(
    phone: Callable[[], FlaskClient],
) -> None:
    asked = {
        "typed=board": "3s 8c",
        "name=1": "Ana",
        "name=2": "Ben",
        "pick=plays=1": "KS",
        "typed=plays=2": "kd",
    }
    html = phone().post("/ask/faj/trick", data=asked).get_data(as_text=True)
    beside = re.search(r'class="first-why"[^>]*>([^<]*)<', html)
    assert beside is not None
    assert "Suit order decides here too, for the king of spades" in beside[1]


def test_what_is_said_already_is_left_out_where_its_section_is_cited_once_more(
    app: Flask,
) -> None:
    said = say("It lies there.")
    more = say("There is one of each.")
    reasons = (
        Reason("faj#deck", "rules", said),
        Reason("faj#deck", "rules", more),
        Reason("faj#deal", "rules", said),
    )
    ruling = Ruling({"legal": False}, say("No: {why}", why=said), reasons)
    with app.test_request_context():
        assert unsaid_reasons(ruling) == [
            (reasons[1], "There is one of each."),
            (reasons[2], ""),
        ]


@pytest.mark.parametrize(
    ("question", "asked", "said"),
    [
        (
            "four-aces/turn",
            {"pick=drew": "discards", "pick=into": "hidden"},
            "That turn isn’t allowed",
        ),
        (
            "four-aces/turn",
            {"pick=drew": "stock", "pick=discarded": "", "pick=card": "XB"},
            "That turn is allowed",
        ),
        ("faj/draft", {"pick=to": "left"}, "That isn’t allowed in the draft"),
        (
            "faj/draft",
            {"kept": "1", "passed": "", "pick=to": "right"},
            "That is allowed in the draft",
        ),
    ],
)
def test_what_nobody_saw_is_left_open(
    phone: Callable[[], FlaskClient], question: str, asked: dict[str, str], said: str
) -> None:
    shown = phone().get(f"/ask/{question}")
    assert shown.status_code == 200
    answer = phone().post(f"/ask/{question}", data=asked)
    assert answer.status_code == 200
    assert said in page(answer).text
    assert phone().post(f"/ask/{question}", data={}).status_code == 422


def test_partners_are_parted_by_a_stroke_and_a_side_without_cards_passes(
    phone: Callable[[], FlaskClient],
) -> None:
    both = {
        "name=1": "Ana & Cy",
        "name=2": "Ben & Dee",
        "typed=bids=1": "2c 3d / 3s 9h",
        "typed=bids=2": "2d / 2s",
    }
    answer = phone().post("/ask/jizara/contest", data=both)
    assert "Ana & Cy take the card" in page(answer).text
    assert 'value="2c 3d / 3s 9h"' in answer.get_data(as_text=True)
    passing = phone().post("/ask/jizara/contest", data=both | {"typed=bids=1": ""})
    assert "Ben & Dee take the card unopposed" in page(passing).text
    uneven = phone().post("/ask/jizara/contest", data=both | {"typed=bids=1": "9h"})
    assert uneven.status_code == 422
    assert "the same number of partners on each side" in page(uneven).text


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"name=1": "Ana", "name=2": "Ana"}, "Give every player a different name"),
        ({"name=1": "A" * 31, "name=2": "Ana"}, "A name can have at most 30 letters"),
        (
            {"typed=board": "3c", "pick=plays=1": "JS", "typed=plays=2": "JS"},
            "entered more often than the deck has it",
        ),
        (
            {"name=1": "Ana", "name=2": "Ben", "pick=plays=1": "JS"},
            "Enter the cards of at least 2 players.",
        ),
    ],
)
def test_a_question_that_makes_no_sense_is_not_ruled(
    phone: Callable[[], FlaskClient], asked: dict[str, str], said: str
) -> None:
    answer = phone().post(f"/ask/{TRICKS}/trick", data=asked)
    assert answer.status_code == 422
    assert said in page(answer).text
