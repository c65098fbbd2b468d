"""How each seat stands: whose turn it is and who has entered, on phones and boards."""

import re
from collections.abc import Iterable

from tests.web.conftest import Open, Opened
from tests.web.test_next_line import mark, page, started

TAGS = r'class="(?:tag state(?: act)?|turn)">(.*?)</'


def _states(parts: Iterable[str]) -> dict[str, str]:
    """What stands beside each seat, one part of a page a seat."""
    states = {}
    for part in parts:
        said = re.search(TAGS, part)
        name = re.search(r'class="name">(\w+)<', part)
        if said and name:
            states[name[1]] = said[1]
    return states


def on_phone(table: Opened, seat: str) -> dict[str, str]:
    """What this seat's phone says of each seat's turn."""
    return _states(re.findall(r"<tr.*?(?=<tr|</table>)", page(table, seat), re.S))


def on_board(table: Opened) -> dict[str, str]:
    """What the board says of it."""
    client = table.host.app.test_client()
    board = client.get(f"/t/{table.code}/board").get_data(as_text=True)
    return _states(re.findall(r'<article class="place.*?</article>', board, re.S))


def test_a_seat_that_has_entered_in_secret_says_so(open_table: Open) -> None:
    table = started(open_table, "four-aces")
    hands = {"hidden": ["2C", "3C", "4C"], "exposed": ["5C", "6C", "7C"]}
    table.phones["Ben"].enter(table.code, "round", "Ben", **hands).said(201)
    states = {"Ana": "to enter", "Ben": "entered ✓", "Cy": "to enter"}
    assert on_phone(table, "Ana") == on_phone(table, "Ben") == states
    assert on_board(table) == states
    table.phones["Ana"].enter(
        table.code, "round", "Ana", hidden=["2D", "3D", "4D"], exposed=["5D", "6D"]
    ).said(201)
    states = {"Ana": "entered ✓", "Ben": "entered ✓", "Cy": "your turn"}
    assert on_board(table) == states


def test_whoever_has_played_to_the_trick_waits_for_the_next(open_table: Open) -> None:
    table = open_table("hearts", "Ana", "Ben", "Cy", options={"depth": "tricks"})
    table.start(dealer="Cy")
    table.phones["Ana"].enter(table.code, "trick", plays={"Ana": "2C"}).said(201)
    states = {"Ana": "entered ✓", "Ben": "their turn"}
    assert on_phone(table, "Ana") == states
    assert on_phone(table, "Cy") == states
    assert on_phone(table, "Ben") == on_board(table)
    assert on_board(table) == {"Ana": "entered ✓", "Ben": "your turn"}
    assert (mark(table, "Ana"), mark(table, "Ben")) == ("Next", "Your turn")


def test_before_a_trick_it_is_the_leader_s_turn(open_table: Open) -> None:
    table = open_table("hearts", "Ana", "Ben", "Cy", options={"depth": "tricks"})
    table.start(dealer="Cy")
    plays = {"Ana": "2C", "Ben": "KC", "Cy": "9C"}
    table.phones["Ana"].enter(table.code, "trick", plays=plays).said(201)
    assert on_board(table) == {"Ben": "your turn"}
    assert on_phone(table, "Ana") == {"Ben": "their turn"}


def test_what_one_enters_for_all_is_nobody_s_turn(open_table: Open) -> None:
    table = open_table("hearts", "Ana", "Ben", "Cy", options={"depth": "deals"})
    table.start(dealer="Ana")
    assert on_phone(table, "Ana") == on_board(table) == {}


def test_what_each_lays_in_the_open_counts_as_entered(open_table: Open) -> None:
    table = started(open_table, "tripp-jokes")
    table.host.enter(table.code, "lay", "Cy", cards=["2C", "3C", "4C"]).said(201)
    board = {"Ana": "to enter", "Ben": "to enter", "Cy": "entered ✓"}
    assert on_board(table) == board
    table.host.enter(table.code, "lay", "Ana", cards=["5D", "6D", "7D"]).said(201)
    board = {"Ana": "entered ✓", "Ben": "your turn", "Cy": "entered ✓"}
    assert on_board(table) == board


def test_of_those_who_play_in_turn_nobody_has_entered(open_table: Open) -> None:
    table = started(open_table, "slapjack")
    table.host.enter(table.code, "play", "Ben", card="3H").said(201)
    assert on_board(table) == {"Cy": "your turn"}
