"""What is to be done begins with one's own part, also where somebody else is to enter it."""

from __future__ import annotations

import re

import pytest
from referee_web.pages.parts.next_step import naming, sentences

from referee.testing.played_match import PlayedMatch
from tests.web.conftest import Open

SEATS = ("Ana", "Ben", "Cy")
"""Ana deals."""


@pytest.mark.parametrize(
    ("game", "seats", "own"),
    [
        ("faj", SEATS, "each keep one face down"),
        ("jizara", SEATS[:2], "draw five cards each from the pot"),
        ("tripp-jokes", SEATS, "each lay three of their nine cards"),
    ],
)
def test_each_game_names_those_who_have_a_part_in_its_first_sentence(
    game: str, seats: tuple[str, ...], own: str
) -> None:
    match = PlayedMatch.begun(game, seats, dealer="Ana")
    told = sentences(str(match.scene.next))
    for seat in seats:
        assert own in naming([seat], told)[0]


def test_what_one_does_oneself_is_not_folded_behind_what_another_does(open_table: Open) -> None:
    """Ben draws back to five while Ana turns the next card."""
    table = open_table("jizara", "Ana", "Ben")
    table.start(dealer="Ana")
    table.host.enter(table.code, "turn", card="8C").said(201)
    for seat, bids in (("Ana", False), ("Ben", True)):
        table.host.enter(table.code, "decide", seat, bid=bids).said(201)
    table.host.enter(table.code, "bid", "Ben", cards=["2S", "3S"]).said(201)
    bears = {"Authorization": f"Bearer {table.phones['Ben'].token}"}
    shown = table.host.app.test_client().get(f"/t/{table.code}", headers=bears).get_data(as_text=True)
    lead = re.sub("<[^>]+>", "", shown.partition("data-next")[2].partition("</summary>")[0])
    assert "Ben draws 1 card." in lead
    assert "Ana turns the top card" in lead


def test_whoever_comes_late_is_told_when_they_can_play(open_table: Open) -> None:
    table = open_table("tripp-jokes", "Ana", "Ben")
    table.start()
    shown = table.host.app.test_client().get(f"/t/{table.code}").get_data(as_text=True)
    assert "The match has begun: sit down at the next one, or ask somebody to leave you their seat" in shown
    assert "All seats are taken." not in shown
