"""Where lines are ranked apart, every page of an event says which line is meant."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from tests.toy_movements import neighbours as toys
from tests.web.pages.clubs import Club


@pytest.fixture
def club(app: Flask) -> Iterator[Club]:
    """A Mitchell of five: one number stays empty, and somebody has no table yet."""
    with toys.strangers():
        club = Club(app, movement="mitchell", rounds="3")
        for name in ("Ana", "Ben", "Cy", "Di", "Eve"):
            club.enter(name)
        club.begin()
        for table in club.tables:
            club.play(table)
        yield club


def test_each_line_has_its_title_above_its_places(club: Club) -> None:
    lines = "North–South", "East–West", "No table yet"
    for address in ("/standings", "/standings/1", "/board?turn=1", "/board?turn=2"):
        text = club.see(club.director, address).text
        assert any(line in text for line in lines), address
    shown = club.see(club.director, "/standings")
    titles = [row[1] for row in shown.rows if not row[0]]
    assert titles == [*lines]
    told = club.director.get(f"{club.path}/standings?as=csv").get_data(as_text=True)
    assert "North–South" in told


def test_programs_are_told_line_and_number(club: Club) -> None:
    address = club.path.replace("/events", "/api/v1/events")
    standings = club.director.get(f"{address}/standings").get_json()
    by_line = {each["line"] for each in standings if each["place"] == 1}
    assert by_line == {"North–South", "East–West", "No table yet"}
    [played] = club.director.get(address).get_json()["rounds"]
    assert played["numbers"] == [1, 2]
    club.begin()
    played = club.director.get(address).get_json()["rounds"][-1]
    assert played["numbers"] == [2, 3]
    assert re.search(r"\b3 \w+ against \w+", club.see(club.director).text)


@pytest.mark.parametrize(
    ("movement", "is_shared"), [("mitchell", False), ("swiss", True)]
)
def test_equals_in_two_lines_share_no_place(
    app: Flask, movement: str, is_shared: bool
) -> None:
    with toys.strangers():
        club = Club(app, movement=movement, rounds="1")
        club.enter("Ana")
        club.enter("Ben")
        club.begin()
        level = {"score-1": 5, "score-2": 5}
        club.post(club.director, "score", table=club.tables[0], **level)
        text = club.see(club.director, "/standings").text
        assert ("share place 1" in text) == is_shared
