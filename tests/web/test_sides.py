"""Partners are one: a row in the standings, a column of the score sheet, a line of the
chart, and a name on what one keeps for both.
"""

import re

import pytest
from flask import Flask

from tests.web.conftest import Open
from tests.web.phone import Phone
from tests.web.played import play

HANDS = {
    "Ana": "2c 2d 2h 2s 3c",
    "Ben": "9c 9d 9h 9s 8c",
    "Cy": "3d 3h 3s 5c 5d",
    "Di": "8d 8h 8s 7c 7d",
}
SIDES = [["Ana", "Cy"], ["Ben", "Di"]]


@pytest.fixture
def teams(open_table: Open) -> tuple[str, Phone]:
    """Two teams in a match of Ji'zara, of which Ben and Di have won the first key: its
    first entries.
    """
    table = open_table("jizara", seats=("Ana", "Ben", "Cy", "Di"))
    table.host.post(table.path("start"), {"dealer": "Di"}).said(200)
    table.host.enter(table.code, "turn", card="AS").said(201)
    for seat, cards in HANDS.items():
        table.host.enter(table.code, "hand", seat, cards=cards).said(201)
    return table.code, table.host


def shown(app: Flask, path: str, language: str = "en") -> str:
    """What a spectator is shown."""
    return (
        app.test_client()
        .get(path, headers={"Accept-Language": language})
        .get_data(as_text=True)
    )


def words(html: str) -> str:
    return " ".join(re.sub("<[^>]*>", " ", html).split())


def rows(html: str, of: str) -> list[str]:
    """The rows of the table of this class, in words."""
    [table] = re.findall(rf'<table class="{of}">.*?</table>', html, re.S)
    return [words(row) for row in re.findall(r"<tr.*?</tr>", table, re.S)]


def test_programs_are_told_who_plays_with_whom(teams: tuple[str, Phone]) -> None:
    code, host = teams
    view = host.look(code)
    assert view["sides"] == SIDES
    assert [one["seat"] for one in view["standings"]] == ["Ana", "Cy", "Ben", "Di"], (
        "partners beside each other"
    )
    assert host.get(f"/tables/{code}/sheet").said(200)["sides"] == SIDES
    assert host.get(f"/tables/{code}/export?as=json").said(200)["sides"] == SIDES


def test_where_everybody_plays_for_themselves_there_are_no_sides(app: Flask) -> None:
    code, host = play(app, "jizara/three_keys")
    assert host.look(code)["sides"] == [["Ana"], ["Ben"]]
    code, host = play(app, "faj/equal_straights")
    assert host.look(code)["sides"] == []
    seats = host.look(code)["seats"]
    assert host.get(f"/tables/{code}/sheet").said(200)["sides"] == [
        [seat] for seat in seats
    ]


def test_partners_are_one_row_of_the_standings(
    app: Flask, teams: tuple[str, Phone]
) -> None:
    code, _ = teams
    found = rows(shown(app, f"/t/{code}"), "scores")[1:]
    assert len(found) == 2
    assert re.match(r"1 B Ben.* D Di.* 1$", found[0])
    assert re.match(r"2 A Ana.* C Cy.* 0$", found[1])


def test_partners_are_one_column_of_the_score_sheet(
    app: Flask, teams: tuple[str, Phone]
) -> None:
    code, _ = teams
    head, *_rest, places = rows(shown(app, f"/t/{code}/scores"), "sheet")
    assert head == "Round A C Ana & Cy B D Ben & Di".replace("&", "&amp;")
    assert places == "Place 2 1"


def test_what_one_keeps_for_both_is_called_by_both_names(
    app: Flask, teams: tuple[str, Phone]
) -> None:
    code, host = teams
    kept = [
        (zone["owner"], zone["count"])
        for zone in host.look(code)["zones"]
        if zone["shared"]
    ]
    assert kept == [("Cy", 0), ("Di", 1)]
    assert "keys B D Ben &amp; Di 1 card" in words(shown(app, f"/t/{code}"))
    assert "keys of Ben &amp; Di" in shown(app, f"/t/{code}/board")


@pytest.mark.parametrize(
    ("language", "said"), [("en", "with Cy"), ("de", "mit Cy"), ("es", "con Cy")]
)
def test_the_board_says_at_each_seat_with_whom_it_plays(
    app: Flask, teams: tuple[str, Phone], language: str, said: str
) -> None:
    assert said in words(shown(app, f"/t/{teams[0]}/board", language))
