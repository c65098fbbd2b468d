"""The installed games, and rulings without any table."""

import pytest

from tests.web.phone import Phone


def test_every_installed_game_is_named(spectator: Phone) -> None:
    games = {game["id"]: game for game in spectator.get("/games").said(200)}
    assert {"faj", "four-aces", "highest-card"} <= set(games)
    small = games["highest-card"]
    assert small["title"] == "Highest Card"
    assert small["players"] == [2, 3, 4]
    assert [option["name"] for option in small["options"]] == ["target"]
    assert [question["name"] for question in small["questions"]] == ["trick"]
    assert small["house_rules"] == []
    assert "sections" not in small


def test_a_game_has_its_rule_sections(spectator: Phone) -> None:
    game = spectator.get("/games/highest-card").said(200)
    assert [section["id"] for section in game["sections"]] == [
        "trick",
        "once",
        "ended-early",
    ]
    assert game["sections"][1]["basis"] == "reading"


def test_a_game_has_its_house_rules(spectator: Phone) -> None:
    rules = spectator.get("/games/faj").said(200)["house_rules"]
    assert rules
    assert all(rule["game"] == "faj" and rule["text"] for rule in rules)


def test_what_goes_only_with_other_choices_says_so(spectator: Phone) -> None:
    """So a program that builds a form need not be told by a 422."""
    spades = spectator.get("/games/spades").said(200)
    needs = {each["name"]: each.get("needs") for each in spades["options"]}
    assert needs["board"] == {"play": ["pairs"], "players": [4, 6]}
    assert needs["high"] is None
    [rule] = [each for each in spades["house_rules"] if each["id"] == "nil-tricks-help"]
    assert rule["needs"] == {"play": ["pairs"], "players": [4, 6]}
    assert rule["excludes"] == []

    hearts = spectator.get("/games/hearts").said(200)["house_rules"]
    excludes = {each["id"]: each["excludes"] for each in hearts}
    assert excludes["moon-chosen"] == ["moon-taken-off"]

    open_table = {"game": "spades", "options": {"play": "solo", "board": True}}
    assert set(spectator.post("/tables", open_table).fields()) == {"board"}


def test_no_such_game(spectator: Phone) -> None:
    assert "whist" in spectator.get("/games/whist").said(404)["detail"]


def test_a_question_is_ruled_with_its_reasons(spectator: Phone) -> None:
    ruling = spectator.post(
        "/games/highest-card/ask/trick", {"plays": {"Ana": "JS", "Ben": "3H"}}
    ).said(200)
    assert ruling["verdict"] == {"winner": "Ana"}
    assert ruling["summary"] == "Ana wins."
    assert ruling["because"] == [
        {
            "rule": "highest-card#trick",
            "basis": "rules",
            "text": "The jack of spades is highest.",
        }
    ]


def test_a_trick_of_a_real_game(spectator: Phone) -> None:
    asked = {"board": ["3C", "4S"], "plays": {"Ana": "JS", "Ben": "XB"}}
    verdict = spectator.post("/games/faj/ask/trick", asked).said(200)["verdict"]
    assert {"winner", "trump", "reason"} <= set(verdict)


def test_no_such_question(spectator: Phone) -> None:
    assert spectator.post("/games/highest-card/ask/weather").status == 404
    assert spectator.post("/games/whist/ask/trick").status == 404


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({}, {"plays"}),
        ({"plays": None}, {"plays"}),
        ({"plays": ["JS"]}, {"plays"}),
        ({"plays": {"Ana": "ZZ"}}, {"plays"}),
        ({"plays": {"Ana": "JS", "Ben": "JS"}}, {"plays"}),
        ({"plays": {"Ana": "JS"}, "stakes": 5}, {"stakes"}),
        ({"stakes": 5, "board": []}, {"plays", "stakes", "board"}),
        ([], {""}),
    ],
)
def test_every_wrong_field_is_named(
    spectator: Phone, body: object, wrong: set[str]
) -> None:
    assert set(spectator.post("/games/highest-card/ask/trick", body).fields()) == wrong


@pytest.mark.parametrize(
    ("asked", "body", "wrong"),
    [
        (
            "jizara/ask/key",
            {"hands": {"Ana": "2C 3C 5C 6C 7C", "Ben": "2D 3D 5D 6D"}},
            {"hands"},
        ),
        (
            "jizara/ask/contest",
            {"bids": {"Ana": "8C", "Ben & Di": [["8H"], ["9H"]]}},
            {"bids"},
        ),
        ("jizara/ask/bid", {"cards": []}, {"cards"}),
        ("four-aces/ask/hand", {"cards": "2C 3C 5C 6C 7C 8C 9C TC"}, {"cards"}),
        ("faj/ask/hand", {"cards": "AS"}, {"cards"}),
    ],
)
def test_what_a_field_states_holds_in_questions(
    spectator: Phone, asked: str, body: object, wrong: set[str]
) -> None:
    assert set(spectator.post(f"/games/{asked}", body).fields()) == wrong
