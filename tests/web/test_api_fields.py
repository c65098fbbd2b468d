"""What a field states holds for a game that checks nothing itself, whoever sends what."""

from typing import Any

import pytest

from tests.toy_games.kitchen_hearts import COUNTING
from tests.web.conftest import Open, Opened

HEARTS = [card.code for card in COUNTING if card.code != "QS"]


@pytest.fixture
def hearts(open_table: Open) -> Opened:
    """Ana, Ben and Cy at a match of Kitchen Hearts that has begun."""
    table = open_table("kitchen-hearts", "Ana", "Ben", "Cy")
    table.start()
    return table


REFUSED: list[tuple[str, dict[str, Any], str, str]] = [
    (
        "pass",
        {"cards": ["2C", "2C", "3C"]},
        "cards",
        "The two of clubs is entered too often here.",
    ),
    (
        "pass",
        {"cards": ["2C", "3C"]},
        "cards",
        "Enter at least 3 cards for “Cards passed on”.",
    ),
    (
        "pass",
        {"cards": "2c 3c 4c 5c"},
        "cards",
        "Enter at most 3 cards for “Cards passed on”.",
    ),
    (
        "pass",
        {"cards": "2c 3c joker black"},
        "cards",
        "The black joker can’t go here, in “",
    ),
    ("pass", {"cards": []}, "cards", "Enter at least 3 cards for “Cards passed on”."),
    ("pass", {}, "cards", "Still missing: “Cards passed on”."),
    (
        "trick",
        {"plays": {"Ana": "KS", "Ben": "KS", "Cy": "2S"}},
        "plays",
        "The king of spades is entered too often here",
    ),
    (
        "trick",
        {"plays": {"Ana": "KS", "Ben": "QS"}},
        "plays",
        "Every seat needs this. Still missing: Cy.",
    ),
    (
        "trick",
        {"plays": {"Ana": "KS", "Ben": "QS", "Cy": "XB"}},
        "plays",
        "The black joker can’t go here, in “",
    ),
    (
        "trick",
        {"plays": {"Ana": "KS", "Ben": "QS", "Cy": "2D"}},
        "plays",
        "The two of diamonds can’t go here, in “",
    ),
    ("trick", {"plays": {}}, "plays", "Name at least one seat."),
    ("trick", {"plays": None}, "plays", "Still missing: "),
    ("trick", {}, "plays", "Still missing: "),
    (
        "taken",
        {"taken": {"Ana": HEARTS}},
        "taken",
        "These must total 14; you have 13.",
    ),
    (
        "taken",
        {"taken": {"Ana": [*HEARTS, "KS"]}},
        "taken",
        "The king of spades can’t go here, in “",
    ),
    (
        "taken",
        {"taken": {"Ana": HEARTS, "Ben": ["2H"]}},
        "taken",
        "The two of hearts is entered too often here",
    ),
    ("count", {"points": {"Ana": 13, "Ben": 13}}, "points", "Still missing: Cy."),
    (
        "count",
        {"points": {"Ana": 13, "Ben": 13, "Cy": 13}},
        "points",
        "These must total 26; you have 39.",
    ),
    (
        "count",
        {"points": {"Ana": 27, "Ben": -1, "Cy": 0}},
        "points",
        "At most 26.",
    ),
    (
        "count",
        {"points": {"Ana": 26, "Ben": 0, "Cy": 0}, "moon": "Ana"},
        "moon",
        "Choose one of Ben and Cy.",
    ),
]


def test_what_a_field_does_not_allow_is_refused_by_its_name(hearts: Opened) -> None:
    for kind, data, field, said in REFUSED:
        problem = hearts.phones["Ana"].enter(hearts.code, kind, **data)
        assert said in problem.fields()[field], (kind, data)
    assert hearts.host.get(hearts.path("log")).said(200)["entries"] == []


def test_what_the_fields_allow_is_taken(hearts: Opened) -> None:
    ana = hearts.phones["Ana"]
    ana.enter(hearts.code, "pass", cards="2c 3c 4c").said(201)
    trick = ana.enter(
        hearts.code, "trick", plays={"Ana": "KS", "Ben": "QS", "Cy": "2S"}
    ).said(201)
    assert trick["rulings"][0]["verdict"] == {"winner": "Ana"}
    ana.enter(hearts.code, "taken", taken={"Ana": [*HEARTS, "QS"]}).said(201)
    ana.enter(
        hearts.code, "count", points={"Ana": 20, "Ben": 6, "Cy": 0}, moon="Ben"
    ).said(201)


def test_a_card_that_was_played_can_stand_there_no_more(hearts: Opened) -> None:
    ana = hearts.phones["Ana"]
    ana.enter(hearts.code, "trick", plays={"Ana": "KS", "Ben": "QS", "Cy": "2S"}).said(
        201
    )
    problem = ana.enter(
        hearts.code, "trick", plays={"Ana": "KS", "Ben": "JS", "Cy": "3S"}
    )
    assert problem.fields() == {
        "plays": "The king of spades can’t go here, in “Cards played”."
    }


def test_a_correction_keeps_to_the_fields_too(hearts: Opened) -> None:
    hearts.host.enter(
        hearts.code, "trick", plays={"Ana": "KS", "Ben": "QS", "Cy": "2S"}
    ).said(201)
    changes = [{"seq": 1, "data": {"plays": {"Ana": "KS", "Ben": "KS", "Cy": "2S"}}}]
    problem = hearts.host.post(hearts.path("corrections"), {"changes": changes}).said(
        422
    )
    assert (
        problem["unfit"][0]["message"]
        == "The king of spades is entered too often here."
    )


def test_a_prompt_says_all_that_its_fields_state(hearts: Opened) -> None:
    prompts = {
        prompt["kind"]: prompt
        for prompt in hearts.host.get(f"/tables/{hearts.code}").said(200)["prompts"]
    }
    stated = ("some", "suggests", "total")
    assert [prompts["taken"]["fields"][0][name] for name in stated] == [True, False, 14]
    assert [prompts["count"]["fields"][0][name] for name in stated] == [
        False,
        False,
        26,
    ]


def test_where_cards_are_only_suggested_the_game_says_why_another_cannot_be(
    started: Opened,
) -> None:
    for seat, card in (("Ana", "KS"), ("Ben", "QS")):
        started.phones[seat].enter(started.code, "lay", card=card).said(201)
    refused = started.phones["Ana"].enter(started.code, "lay", card="KS").said(422)
    assert refused["ruling"]["summary"] == "The king of spades was played."


def test_whoever_types_a_card_that_cannot_stand_there_is_told_at_the_field(
    hearts: Opened,
) -> None:
    client = hearts.host.app.test_client()
    client.set_cookie(f"seat_{hearts.code}", hearts.phones["Ana"].token or "")
    page = client.get(f"/t/{hearts.code}").text
    assert "14 in all" in page
    form = (
        page.split('name="kind" value="trick"')[1]
        .split('name="form" value="')[1]
        .split('"')[0]
    )
    typed = {
        "typed=plays=Ana": "ks",
        "typed=plays=Ben": "black joker",
        "typed=plays=Cy": "2s",
    }
    sent = {
        "id": "00000000-0000-4000-8000-000000000001",
        "kind": "trick",
        "form": form,
        "after": "0",
        **typed,
    }
    answer = client.post(f"/t/{hearts.code}/enter", data=sent)
    assert answer.status_code == 422
    assert "The black joker can’t go here, in “" in answer.text
    assert 'value="black joker"' in answer.text
