"""Seats that come and go between rounds, as pages show it: whoever sits out keeps what
they have.
"""

import re

import pytest

from tests.web.conftest import Open, Opened
from tests.web.test_next_line import page


@pytest.fixture
def pad(open_table: Open) -> Opened:
    """Ana and Ben play a round on the score pad; Cy's seat, left for somebody later,
    sits out from then on.
    """
    table = open_table("score-pad", "Ana", "Ben", seats=("Ana", "Ben", "Cy"))
    table.start(dealer="Ana")
    score(table, Ana=3, Ben=5, Cy=1)
    play_from_now_on(table, "Ana", "Ben")
    return table


def score(table: Opened, **points: int) -> None:
    table.phones["Ana"].enter(table.code, "round", points=points).said(201)


def play_from_now_on(table: Opened, *seats: str) -> None:
    table.phones["Ana"].enter(table.code, "players", playing=list(seats)).said(201)


def asked_for_points(shown: str) -> list[str]:
    """The seats asked on a page, the holder's own first, and then in the form for all."""
    return re.findall(r'name="typed=points=(\w+)"', shown)


def tagged(shown: str, seat: str) -> str:
    """What stands beside a seat in the scores."""
    rows = re.findall(r"<tr.*?(?=<tr|</table>)", shown, re.S)
    return next(row for row in rows if 'class="rank"' in row and f">{seat}<" in row)


def test_points_are_asked_of_those_who_play_alone(pad: Opened) -> None:
    for seat in ("Ana", "Ben", None):
        shown = page(pad, seat)
        all_asked = [] if seat is None else [seat, "Ana", "Ben"]
        assert asked_for_points(shown) == all_asked
        assert 'class="holds"' in shown
        assert "Sitting out" in shown
        assert "turn" not in tagged(shown, "Cy")


def test_whoever_sits_out_keeps_their_points_on_page_and_score_sheet(
    pad: Opened,
) -> None:
    score(pad, Ana=3, Ben=5)
    assert re.search(r'class="score">1\b', tagged(page(pad, "Ana"), "Cy"))
    lines = pad.host.get(pad.path("sheet")).said(200)["lines"]
    assert [line["totals"]["Cy"] for line in lines] == [1, 1]


def test_whoever_comes_later_sits_down_and_plays_from_the_next_round_on(
    pad: Opened,
) -> None:
    pad.sit("Cy")
    assert "Sitting out" in page(pad, "Cy")
    play_from_now_on(pad, "Ana", "Ben", "Cy")
    shown = page(pad, "Cy")
    assert asked_for_points(shown) == ["Cy", "Ana", "Ben", "Cy"]
    assert 'class="holds"' not in shown
    score(pad, Ana=0, Ben=0, Cy=7)
    assert re.search(r'class="score">8\b', tagged(page(pad, "Cy"), "Cy"))
