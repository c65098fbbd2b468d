"""The result of a round or a game in numbers, over HTTP and on pages."""

import re
from typing import Any

import pytest
from flask import Flask

from tests.web.conftest import Open, Opened
from tests.web.phone import Phone
from tests.web.played import play

pytestmark = pytest.mark.slow

HANDS = {
    "Ana": ("7C 9D JH", "2D 3D", ""),
    "Ben": ("TC 4S 8S", "5H 6C QS", "AS"),
    "Cy": ("KC KD KH", "4C AH", ""),
}
"""A round in which Ben has locked a card of Cy's, so that Cy has five, while one of
Ana's six is missing.
"""
TO_CHECK = "The exposed hand: 2 entered, 3 expected, not counting locked cards."


def rulings(app: Flask, name: str, leave_out: int = 0) -> list[dict[str, Any]]:
    code, host = play(app, name, leave_out)
    found: list[dict[str, Any]] = host.get(f"/tables/{code}").said(200)["rulings"]
    return found


def rows(found: dict[str, Any]) -> list[list[object]]:
    """The heads of the columns, and the rows after it, each begun by its seat."""
    told = found["reckoning"]
    heads = [column["name"] for column in told["columns"]]
    return [["", *heads], *([row["seat"], *row["cells"]] for row in told["rows"])]


@pytest.fixture
def round_played(open_table: Open) -> Opened:
    """A round of Four Aces."""
    table = open_table("four-aces", *HANDS)
    table.start()
    for seat, (hidden, exposed, locked) in HANDS.items():
        by = table.phones["Ana"] if seat == "Ana" else table.host
        by.enter(
            table.code, "round", seat, hidden=hidden, exposed=exposed, locked=locked
        ).said(201)
    return table


def test_a_round_of_four_aces_is_told_as_on_a_score_pad(round_played: Opened) -> None:
    *_, found = round_played.host.get(f"/tables/{round_played.code}").said(200)[
        "rulings"
    ]
    assert rows(found) == [
        ["", "Hidden", "Exposed", "Aces", "Locked", "Round", "Total"],
        ["Ana", -3, -1, 0, "", -4, -4],
        ["Ben", 1, -1, 2, "A♠", 0, 0],
        ["Cy", 2, -2, 1, "", 0, 0],
    ]
    assert [column["aside"] for column in found["reckoning"]["columns"]] == [
        False,
        False,
        True,
        True,
        False,
        False,
    ]
    assert [row["ahead"] for row in found["reckoning"]["rows"]] == [False, True, True]
    assert [row["check"] for row in found["reckoning"]["rows"]] == [TO_CHECK, "", ""]


def test_those_who_do_not_play_a_playoff_keep_their_total(app: Flask) -> None:
    *_, found = rulings(app, "four-aces/a_playoff")
    told = {row[0]: row[1:] for row in rows(found)[1:]}
    assert [len(row) for row in told.values()] == [6] * len(told)
    assert any(row[:5] == [""] * 5 and row[5] != "" for row in told.values())
    assert {row["seat"] for row in found["reckoning"]["rows"] if row["ahead"]} == {
        "Ana"
    }


@pytest.mark.parametrize(
    ("name", "heads"),
    [
        ("faj/equal_straights", ["Cards won", "Best hand"]),
        ("jizara/three_keys", ["Keys"]),
        ("slapjack/a_shared_win", ["Jacks", "Queens", "Kings", "Stack", "Score"]),
        ("tripp-jokes/a_whole_game", ["In hand", "Face up", "Face down", "Cards left"]),
    ],
)
def test_the_end_of_each_game_is_reckoned_for_every_seat(
    app: Flask, name: str, heads: list[str]
) -> None:
    code, host = play(app, name)
    view = host.get(f"/tables/{code}").said(200)
    found = next(one for one in reversed(view["rulings"]) if "reckoning" in one)
    assert rows(found)[0][1:][-len(heads) :] == heads
    told = found["reckoning"]["rows"]
    assert [row["seat"] for row in told if row["ahead"]] == view["winners"]
    assert {row["seat"] for row in told} == set(view["seats"])


def test_the_columns_of_a_finished_game_come_to_its_score(app: Flask) -> None:
    for name in ("slapjack/a_shared_win", "tripp-jokes/a_whole_game"):
        code, host = play(app, name)
        view = host.get(f"/tables/{code}").said(200)
        scores = {one["seat"]: one["score"] for one in view["standings"]}
        assert {
            row["seat"]: row["cells"][-1]
            for row in view["rulings"][-1]["reckoning"]["rows"]
        } == scores


def test_the_page_shows_it_as_a_table_and_each_hand_behind_why(
    round_played: Opened,
) -> None:
    client = round_played.host.app.test_client()
    client.set_cookie(
        f"host_{round_played.code}", round_played.host.token or "", domain="localhost"
    )
    page = client.get(f"/t/{round_played.code}").get_data(as_text=True)
    table, after = page.partition('<table class="reckoning">')[2].split("</table>")[:2]
    assert re.findall(r'<th scope="col">(\w+)</th>', table) == [
        "Hidden",
        "Exposed",
        "Round",
        "Total",
    ]
    cells = [re.findall(r"<td>([^<]+)</td>", row) for row in table.split("<tr")[2:]]
    assert cells == [
        ["−3", "−1", "−4", "−4"],
        [],
        ["+1", "−1", "0", "0"],
        ["+2", "−2", "0", "0"],
    ]
    assert re.findall(r'class="beside">([^<]*)<', table) == [
        "Aces 0",
        "Aces 2 · Locked A♠",
        "Aces 1",
    ]
    assert (
        f'<strong>Check:</strong> <span class="unseen">Ana</span> {TO_CHECK}' in table
    )
    why = after.partition('<details class="why"')[2]
    assert re.findall(r'<h3 class="summary"[^>]*>(\w+): ', why) == ["Ana", "Ben", "Cy"]


def test_what_is_to_be_checked_is_corrected_from_there_by_whoever_may(
    round_played: Opened,
) -> None:
    """Ana's entry, which her phone sent, is hers to correct and the host's."""

    def links(phone: Phone) -> list[str]:
        bears = {"Authorization": f"Bearer {phone.token}"}
        page = (
            phone.app.test_client()
            .get(f"/t/{round_played.code}", headers=bears)
            .get_data(as_text=True)
        )
        return re.findall(
            r'<tr class="to-check">.*?href="([^"]*)">Correct this entry<', page
        )

    ana, ben = (round_played.phones[seat] for seat in ("Ana", "Ben"))
    first = f"/t/{round_played.code}/correct/1"
    assert (links(ana), links(round_played.host), links(ben)) == ([first], [first], [])


def test_a_ruling_that_the_table_overruled_adds_nothing_up_any_more(
    round_played: Opened,
) -> None:
    path = f"/tables/{round_played.code}"
    host = round_played.host
    seq = host.get(path).said(200)["seq"]
    asked = host.post(f"{path}/disputes", {"seq": seq}).said(201)["id"]
    host.post(
        f"{path}/disputes/{asked}/resolve",
        {"as": "overruled", "why": "We count otherwise"},
    ).said(201)
    *_, told = host.get(f"{path}/log").said(200)["entries"][-1]["rulings"]
    assert told["summary"].startswith("Overturned. ")
    assert "reckoning" not in told
