"""Whole club nights over HTTP: from the door to the last standings."""

import csv
from collections import Counter
from collections.abc import Mapping
from io import StringIO
from itertools import pairwise
from typing import Any

from flask import Flask

from tests.club_night import ClubNight


def play_cribbage(club: ClubNight, table: Mapping[str, Any]) -> None:
    """Whoever entered earlier wins by two deals, and the other side confirms it."""
    winner, loser = sorted(table["seats"], key=int)
    first = club.names[winner]
    second = club.names[loser]
    view = {"finished": False, "seq": 0}
    while not view["finished"]:
        points = {first: 20, second: 2}
        scored = {"pegged": points, "hands": points, "crib": 4}
        entered = club.phones[winner].enter(table["code"], "deal", **scored)
        view = entered.said(201)["view"]
    sent = {"seq": view["seq"]}
    club.phones[loser].post(f"/tables/{table['code']}/confirm", sent).said(200)


def test_a_swiss_of_nine_at_cribbage_with_a_late_player_and_a_leaver(
    app: Flask,
) -> None:
    nine = [f"Player {letter}" for letter in "ABCDEFGHI"]
    club = ClubNight(
        app,
        *nine,
        game="cribbage",
        movement="swiss",
        rounds=4,
        counts="wins",
        confirm=True,
        options={"target": "61"},
    )
    rounds = []
    for number in range(1, 5):
        played = club.begin()["rounds"][-1]
        rounds.append(played)
        for table in played["tables"]:
            play_cribbage(club, table)
        if number == 1:
            late = club.enter("Late")
        if number == 2:
            club.phones["1"].post(f"{club.path}/entrants/1/leave", {}).said(200)

    assert [len(played["tables"]) for played in rounds] == [4, 5, 4, 4]
    assert [len(played["sits_out"]) for played in rounds] == [1, 0, 1, 1]
    met = Counter()
    byes = Counter()
    for played in rounds:
        met.update(frozenset(table["seats"]) for table in played["tables"])
        byes.update(played["sits_out"])
    assert max(met.values()) == 1
    assert max(byes.values()) == 1
    seated_late = [late in table["seats"] for table in rounds[0]["tables"]]
    assert not any(seated_late)
    for played in rounds[2:]:
        assert not any("1" in table["seats"] for table in played["tables"])

    ranking = {each["entrant"]: each for each in club.standings}
    assert len(ranking) == 10
    assert ranking["1"]["total"] == 2
    kinds = [part["kind"] for part in ranking["1"]["parts"]]
    assert "absent" not in kinds[:2]
    assert kinds[2:] == ["absent", "absent"]
    kinds = [part["kind"] for part in ranking[late]["parts"]]
    assert kinds[0] == "absent"
    assert "absent" not in kinds[1:]
    # A win, or a round sat out, is 1.
    assert sum(each["total"] for each in ranking.values()) == 4 + 5 + 4 + 4 + 3
    csv = club.director.get(f"{club.path}/standings?as=csv").text
    assert len(csv.splitlines()) == 11
    club.director.post(f"{club.path}/rounds", {}).said(409)


HEARTS = {"matadors": 1, "without": False, "tricks": "some"}


def play_skat(club: ClubNight, table: Mapping[str, Any]) -> None:
    """Each player in turn plays hearts with one; who entered with an even number wins."""
    numbers = {club.names[entrant]: int(entrant) for entrant in table["seats"]}
    view = club.phones[table["seats"][0]].get(f"/tables/{table['code']}").said(200)
    while not view["finished"]:
        [contract] = [each for each in view["prompts"] if each["kind"] == "contract"]
        declarer = contract["seats"][0]
        if declarer not in contract["fields"][0]["choices"]:
            declarer = contract["fields"][0]["choices"][0]
        by = str(numbers[declarer])
        play = {"game": "hearts", "announced": "nothing", "bid": 18}
        phone = club.phones[by]
        phone.enter(table["code"], "contract", declarer=declarer, **play).said(201)
        points = 60 + numbers[declarer] % 2
        entered = phone.enter(table["code"], "deal", points=points, **HEARTS)
        view = entered.said(201)["view"]


def test_a_result_that_the_director_entered_stands_in_the_list(app: Flask) -> None:
    club = ClubNight(app, "Ana", "Ben", "Cem", game="skat", movement="series")
    club.begin()
    [table] = club.tables
    club.score(table, 143, -36, 210)
    [listed] = club.director.get(f"{club.path}/lists/1").said(200)
    [sheet] = listed["lists"]
    assert [row["cells"] for row in sheet["rows"]] == [[143], [-36], [210]]
    names = [club.names[seat] for seat in table["seats"]]
    written = club.director.get(f"{club.path}/lists/1?as=csv").text
    assert list(csv.reader(StringIO(written))) == [
        ["1", "", "Entered by the director"],
        ["1", names[0], "143"],
        ["1", names[1], "-36"],
        ["1", names[2], "210"],
        [],
    ]
    director = app.test_client()
    director.get(f"{club.path}/as/{club.director.token}")
    lists = director.get(f"{club.path}/lists/1").get_data(as_text=True)
    assert "Entered by the director" in lists
    assert "Nothing scored yet." not in lists


def test_a_series_of_thirteen_at_skat_in_two_rounds(app: Flask) -> None:
    thirteen = [f"Spieler {letter}" for letter in "ABCDEFGHIJKLM"]
    club = ClubNight(
        app,
        *thirteen,
        game="skat",
        movement="series",
        rounds=2,
        options={"depth": "deals", "rounds": 1},
        house_rules=["seeger-fabian"],
    )
    rounds = []
    for _ in range(2):
        played = club.begin()["rounds"][-1]
        rounds.append(played)
        for table in played["tables"]:
            play_skat(club, table)
    for played in rounds:
        sizes = sorted(len(table["seats"]) for table in played["tables"])
        assert sizes == [3, 3, 3, 4]
        assert not played["sits_out"]

    # In the second round people sit by their standing: each table's best is no better
    # than the worst of the table before.
    after_first = {}
    for each in club.standings:
        after_first[each["entrant"]] = each["parts"][0]["counts"]
    tables = rounds[1]["tables"]
    scores = [[after_first[seat] for seat in table["seats"]] for table in tables]
    for better, worse in pairwise(scores):
        assert min(better) >= max(worse)

    director = app.test_client()
    director.get(f"{club.path}/as/{club.director.token}")
    for number in (1, 2):
        lists = director.get(f"{club.path}/lists/{number}").get_data(as_text=True)
        assert lists.count("<h2>Table") == 4
        assert lists.count("Others lost") == 4
        assert "with 1, game 2, × 10" in lists
    assert director.get(f"{club.path}/lists/3").status_code == 404

    lists = club.director.get(f"{club.path}/lists/1").said(200)
    assert [each["number"] for each in lists] == [1, 2, 3, 4]
    deals, sums = lists[0]["lists"]
    assert [column["name"] for column in deals["columns"]][:2] == ["Game", "Levels"]
    written = club.director.get(f"{club.path}/lists/1?as=csv").text
    rows = list(csv.reader(StringIO(written)))
    seats = [row["seat"] for row in sums["rows"]]
    assert rows[0] == ["1", "", "Game", "Levels", "+", "−", *seats]
    assert rows[1][:4] == ["1", "1", "hearts", "with 1, game 2, × 10"]
    assert [row[0] for row in rows if "Others lost" in row] == ["1", "2", "3", "4"]
    club.director.get(f"{club.path}/lists/3").said(404)
    path = f"/tables/{lists[0]['table']}/list"
    assert club.director.get(path).said(200) == lists[0]["lists"]
    one = club.director.get(f"{path}?as=csv").text
    assert one.splitlines()[1] == written.splitlines()[1].replace(
        "1", lists[0]["table"], 1
    )
    for each in club.standings:
        assert each["total"] == sum(part["counts"] for part in each["parts"])


def test_a_player_whose_phone_died_is_let_in_with_another(app: Flask) -> None:
    """Only the phone that asked gets the place, with the seat at the open table."""
    club = ClubNight(app, "Ana", "Ben", "Cy", "Di")
    table = club.begin()["rounds"][-1]["tables"][0]
    name = club.names[table["seats"][0]]
    event = f"/events/{club.opened['code']}"
    other = app.test_client()
    other.get(event)
    refused = other.post(f"{event}/enter", data={"names": name})
    assert f"I’m {name}, on another phone" in refused.text
    other.post(f"{event}/enter", data={"names": name, "ask": "yes"})
    assert "The director has been asked" in other.get(event).text

    [call] = club.director.get(club.path).said(200)["calls"]
    club.director.post(f"{club.path}/calls/{call['seq']}/answer", {"admit": True}).said(
        200
    )
    led = other.get(event)
    assert led.location.startswith(f"/t/{table['code']}")
    assert f"You’re {name}" in other.get(f"{event}?stay=1").text
    own = other.get_cookie(f"seat_{club.opened['code']}")
    assert own
    seated = club.bear(own.value).look(table["code"])
    assert seated["you"]["seat"] == name
    club.phones[table["seats"][0]].get(club.path).said(401)
