"""The form of a new event, and the way to it from the first page."""

import re
import time

import pytest
from flask import Flask

from tests.web.pages.clubs import (
    ENTRANTS,
    Club,
    full_club,
    list_ways,
)
from tests.web.plain_pages import page


def test_a_reason_that_is_too_long_is_to_be_shortened(club: Club) -> None:
    filled = {"entrant": "1", "points": "3", "why": "x" * 501}
    long = club.post(club.director, "adjust", **filled)
    assert "Must be 1 to 500 letters." in page(long).text


@pytest.mark.parametrize(
    ("game", "usual"),
    [
        ("skat", "series"),
        ("cribbage", "swiss"),
        ("euchre", "individual"),
        ("holdem", "swiss"),
    ],
)
def test_how_people_meet_is_chosen_as_suits_the_game(
    app: Flask, game: str, usual: str
) -> None:
    html = app.test_client().get(f"/events/new/{game}").get_data(as_text=True)
    assert f'value="{usual}" required checked>' in html
    assert ("swiss+pairs" in html) == (game not in ("skat", "holdem"))
    # Winners of Swiss are all level by their scores where a game ends at a target.
    assert ('value="wins" selected' in html) == (usual == "swiss")


@pytest.mark.parametrize("typed", ["--5", "9" * 5_000, "-", "٣", "1e3"])
def test_what_is_no_number_is_refused(club: Club, typed: str) -> None:
    answer = club.post(club.director, "adjust", entrant="1", points=typed, why="")
    assert answer.status_code == 422


def test_a_form_says_what_parts_equal_totals(app: Flask) -> None:
    club = Club(app, counts="wins", ties="wins")
    assert (
        "Equal totals are decided by: the tables that they won."
        in club.see(club.director, "/standings").text
    )
    filled = {"rounds": "2", "sections": "1"}
    club.post(club.director, "plan", **filled, ties=["scores", "direct"])
    assert (
        "their scores at the tables · what counted between"
        in club.see(club.director, "/standings").text
    )
    club.post(club.director, "plan", **filled, ties=["", ""])
    assert "Equal totals share a place." in club.see(club.director, "/standings").text
    refused = club.post(club.director, "plan", **filled, ties="coin")
    assert refused.status_code == 422


def test_no_tie_break_is_lost_where_the_director_changes_the_rounds(app: Flask) -> None:
    club = Club(app)
    ties = ["wins", "scores", "opponents"]
    club.api.post(f"{club.path}/plan", {"ties": ties}).said(200)
    html = club.director.get(club.path).get_data(as_text=True)
    chosen = re.findall(r'<option value="(\w+)" selected', html)
    assert chosen == ["points", *ties]


def test_the_first_page_leads_to_a_new_event(app: Flask) -> None:
    guest = app.test_client()
    assert 'href="/events/new"' in guest.get("/").get_data(as_text=True)
    games = guest.get("/events/new").get_data(as_text=True)
    assert 'href="/events/new/score-pad"' in games
    form = page(guest.get("/events/new/score-pad"))
    ways = [each["value"] for each in form.inputs if each.get("name") == "movement"]
    assert {"individual", "swiss", "swiss+pairs", "series"} <= {*ways}


@pytest.mark.parametrize("search", ["whist drive", "BEETLE", "Whist-Turnier"])
def test_a_drive_is_found_by_its_name(app: Flask, search: str) -> None:
    found = app.test_client().get("/events/new", query_string={"q": search})
    html = found.get_data(as_text=True)
    assert html.count("<li data-found") == 1
    assert 'href="/events/new/score-pad' in html
    nothing = page(app.test_client().get("/events/new?q=nonsense"))
    assert "No game by that name here." in nothing.text


def test_a_drive_that_was_found_is_chosen_and_its_winners_move(app: Flask) -> None:
    guest = app.test_client()
    games = guest.get("/events/new").get_data(as_text=True)
    address = "/events/new/score-pad?preset=whist"
    assert f'href="{address}"' in games
    assert "preset=doppelkopf" not in games
    form = page(guest.get(address))
    assert "New event: Whist drive" in form.text
    movements = [each for each in form.inputs if each["name"] == "movement"]
    assert [each["value"] for each in movements if "checked" in each] == ["progressive"]
    # A whist drive has partners: other ways come last.
    others = [each["value"] for each in movements][-3:]
    assert sorted(others) == ["round-robin", "series", "swiss"]
    asked = {each["name"] for each in form.inputs}
    assert {"typed=rounds", "typed=target", "pick=playoff"} <= asked
    assert not {"pick=halves", "pick=wins", "typed=playing"} & asked
    assert "ten phases" not in form.text
    assert "No total below zero" not in form.text
    assert "Games at a table" in form.text
    # What a pad is, its options say; who has chosen it is not asked once more.
    assert "What you play" not in form.text
    named = [each["value"] for each in form.inputs if each["name"] == "pick=preset"]
    assert named == ["whist"]
    assert "What you play" in page(guest.get("/events/new/score-pad")).text


def test_house_rules_of_an_evening_are_one_fold_away(app: Flask) -> None:
    guest = app.test_client()
    seldom = re.compile(r'class="seldom"[^>]* open>')
    assert seldom.search(guest.get("/events/new/skat").get_data(as_text=True))
    at_a_table = guest.get("/new/skat").get_data(as_text=True)
    assert "Seeger" in at_a_table
    assert not seldom.search(at_a_table)


def test_a_whist_drive_counts_the_tricks_of_each_side(app: Flask) -> None:
    whist = {"pick=preset": "whist", "typed=rounds": ""}
    club = full_club(app, movement="progressive", **whist)
    club.begin()
    [table] = club.tables
    first, second, *_ = club.api.get(f"/tables/{table}").said(200)["seats"]
    club.api.enter(table, "round", tricks={first: 9, second: 4}).said(201)
    assert [row[2] for row in club.see(club.director, "/standings").rows[1:]] == [
        *("9", "9"),
        *("4", "4"),
    ]


def test_the_first_page_leads_back_to_an_event(club: Club, app: Flask) -> None:
    club.begin()
    for guest, role in ((club.director, "director"), (club.phones["Ana"], "Ana")):
        first = guest.get("/")
        assert f'href="{club.path}"' in first.get_data(as_text=True)
        assert f"Club night Round 1 of 2 {role}" in page(first).text
    assert club.path not in app.test_client().get("/").get_data(as_text=True)


def test_the_first_page_forgets_an_event_that_is_over_for_days(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def seen_on_first_page() -> bool:
        return club.path in club.director.get("/").get_data(as_text=True)

    for _ in range(2):
        club.begin()
        for table in club.tables:
            club.play(table)
    assert seen_on_first_page()
    now = time.time()
    monkeypatch.setattr("referee_web.pages.lobby.time.time", lambda: now + 9e4)
    assert not seen_on_first_page()


def test_ways_to_meet_fit_the_game_and_others_are_folded_away(app: Flask) -> None:
    assert list_ways(app, "skat") == (["series"], ["individual", "progressive"])
    fours, others = list_ways(app, "euchre")
    assert {"progressive", "swiss+pairs"} <= {*fours}
    assert not others
    # Nothing fits it quite, so all ways are offered.
    assert list_ways(app, "doppelkopf") == (["individual", "progressive"], [])
    ways, others = list_ways(app, "score-pad")
    assert "series" in ways
    assert not others


def test_what_was_agreed_last_stands_before_how_people_meet(app: Flask) -> None:
    club = Club(app, "skat", movement="series", house_rules="seeger-fabian")
    for name in ENTRANTS[:3]:
        club.enter(name)
    club.begin()
    form = page(club.director.get("/events/new/skat")).text
    before, agreed, after = form.partition("As here last time:")
    assert agreed
    assert "Seeger–Fabian" in after.partition("How do people meet?")[0]
    assert "How many rounds?" in before
    assert "How do people meet?" in after
