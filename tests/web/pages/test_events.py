"""A club night by plain forms: the door, the phone between rounds, the director, the
board.
"""

import csv
import re
import time
from io import BytesIO, StringIO
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from referee_web.pages.parts.event_results import list_scorers
from werkzeug.test import TestResponse

from referee.events.event import Event, EventTable, Plan, Round
from referee.hosting.events.desk import EventDesk
from referee.hosting.events.event_now import IN_MEMORY, EventNow
from referee.hosting.room import CardRoom
from referee.hosting.store.database import compact
from referee.plugin.discovery import rulebook
from tests.web.phone import Phone
from tests.web.plain_pages import Page, page
from tests.web.served import served

ENTRANTS = ("Ana", "Ben", "Cy", "Di")


class Club:
    def __init__(self, app: Flask, game: str = "score-pad", **more: str) -> None:
        self.app = app
        self.director = app.test_client()
        filled = {
            "name": "Club night",
            "movement": "swiss",
            "rounds": "2",
            "counts": "points",
            "typed=rounds": "1",
            **more,
        }
        opened = self.director.post(f"/events/new/{game}", data=filled)
        assert opened.status_code == 303, page(opened).text
        self.path = opened.headers["Location"]
        self.code = self.path.rsplit("/", 1)[1]
        self.phones: dict[str, FlaskClient] = {}

    def enter(self, name: str) -> FlaskClient:
        phone = self.app.test_client()
        assert self.post(phone, "enter", names=name).status_code == 303
        self.phones[name] = phone
        return phone

    def led(self, phone: FlaskClient) -> str:
        """Return the table to which this phone is led."""
        address = phone.get(self.path).headers["Location"]
        return address.removeprefix("/t/")

    def post(self, phone: FlaskClient, what: str, **filled: Any) -> TestResponse:
        return phone.post(f"{self.path}/{what}", data=filled)

    def see(self, phone: FlaskClient, what: str = "") -> Page:
        answer = phone.get(f"{self.path}{what}")
        assert answer.status_code == 200
        return page(answer)

    def begin(self, **filled: Any) -> TestResponse:
        return self.post(self.director, "round", **filled)

    @property
    def api(self) -> Phone:
        cookie = self.director.get_cookie(f"host_{self.code}")
        assert cookie is not None
        return Phone(self.app, cookie.value)

    @property
    def tables(self) -> list[str]:
        view = self.api.get(f"/events/{self.code}").said(200)
        return [table["code"] for table in view["rounds"][-1]["tables"]]

    def play(self, table: str) -> None:
        seats = self.api.get(f"/tables/{table}").said(200)["seats"]
        points = {seat: len(seats) - index for index, seat in enumerate(seats)}
        self.api.enter(table, "round", points=points)

    def win(self, phone: FlaskClient, table: str, winner: str) -> None:
        """This phone enters that somebody wins."""
        seats = self.api.get(f"/tables/{table}").said(200)["seats"]
        cookie = phone.get_cookie(f"seat_{self.code}")
        assert cookie is not None
        points = {seat: 9 if seat == winner else 1 for seat in seats}
        Phone(self.app, cookie.value).enter(table, "round", points=points).said(201)

    def play_table(self, ana: FlaskClient, *others: FlaskClient) -> str:
        """Begin a round of one table, to which these phones go and which Ana wins."""
        self.begin()
        [table] = self.tables
        for phone in (ana, *others):
            self.led(phone)
        self.win(ana, table, "Ana")
        return table


def full_club(app: Flask, **more: Any) -> Club:
    """A club night at which everybody has entered."""
    club = Club(app, **more)
    for name in ENTRANTS:
        club.enter(name)
    return club


@pytest.fixture
def club(app: Flask) -> Club:
    return full_club(app)


def test_a_phone_goes_from_the_door_to_its_table_and_comes_back(
    club: Club,
) -> None:
    ana = club.phones["Ana"]
    assert "You’re in." in club.see(ana).text
    assert club.begin().status_code == 303
    led = ana.get(club.path)
    assert led.status_code == 303
    table = led.headers["Location"].removeprefix("/t/")
    assert table in club.tables
    there = page(ana.get(f"/t/{table}"))
    number = club.tables.index(table) + 1
    assert f"Table {number} " in there.text
    assert "against" in there.text

    for each in club.tables:
        club.play(each)
    over = ana.get(f"/t/{table}").get_data(as_text=True)
    assert f'href="{club.path}" data-follow' in over
    assert "All results are in." in club.see(ana).text
    assert club.begin().status_code == 303
    assert ana.get(f"/t/{table}").headers["Location"] == club.path
    assert ana.get(club.path).headers["Location"] != f"/t/{table}"


def test_the_director_sees_what_is_missing_and_goes_on_all_the_same(
    club: Club,
) -> None:
    club.begin()
    club.play(club.tables[0])
    seen = club.see(club.director)
    waits = seen.text.partition("Round 2 waits for 1 result:")[2]
    assert waits.startswith(" Table 2 · ")
    assert "playing Go on without 1 result" in waits
    assert 'id="early">' in club.director.get(club.path).get_data(as_text=True)
    refused = club.begin()
    assert refused.status_code == 409
    assert "Results are missing: Table 2." in page(refused).text
    assert 'id="early" open>' in refused.get_data(as_text=True)
    assert club.begin(anyway="yes").status_code == 303


def test_a_match_that_stops_before_anything_is_scored_has_no_result_and_holds_no_phone(
    club: Club,
) -> None:
    club.begin()
    stopped, _ = club.tables
    seats = club.api.get(f"/tables/{stopped}").said(200)["seats"]
    phone = club.phones[seats[0]]
    assert club.led(phone) == stopped
    club.api.enter(stopped, "stop").said(201)
    assert "Table 1: no result To your table" in club.see(phone).text
    seen = club.see(club.director).text
    assert "no result" in seen.partition("Round 2 waits for 2 results:")[2]
    club.begin(anyway="yes")
    assert club.led(phone) in club.tables


def test_points_that_are_sent_twice_are_given_once(club: Club) -> None:
    given = {"entrant": "1", "points": "-3", "why": "Late"}
    for _ in range(2):
        answer = club.post(club.director, "adjust", after="0", **given)
        assert answer.status_code == 303
    standings = club.api.get(f"{club.path}/standings").said(200)
    assert sorted(each["total"] for each in standings)[0] == -3
    club.post(club.director, "adjust", after="1", **given)
    standings = club.api.get(f"{club.path}/standings").said(200)
    assert sorted(each["total"] for each in standings)[0] == -6


def test_a_phone_sees_its_old_table_until_the_event_goes_on_again(app: Flask) -> None:
    club = Club(app, rounds="3")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    old = club.play_table(ana, ben)
    club.begin()
    now = club.led(ana)
    shown = ana.get(f"{club.path}?stay=1").get_data(as_text=True)
    assert (
        "Round 1, table 1: you scored 9." in page(ana.get(f"{club.path}?stay=1")).text
    )
    assert f'href="{club.path}/tables/{old}"' in shown
    assert f'href="{club.path}/tables/{old}"' in ana.get(
        f"{club.path}/standings/1"
    ).get_data(as_text=True)
    back = ana.get(f"{club.path}/tables/{old}").headers["Location"]
    assert back == f"/t/{old}?stay=2"
    there = ana.get(back).get_data(as_text=True)
    assert "Correct the result" in there
    assert f'data-page="{back}"' in there
    assert club.led(ana) == now
    club.win(ben, now, "Ben")
    club.begin()
    assert ana.get(back).headers["Location"] == club.path


def test_the_director_ends_without_a_result_of_the_last_round(app: Flask) -> None:
    club = full_club(app, rounds="1")
    assert club.post(club.director, "end").status_code == 409
    club.begin()
    played, missing = club.tables
    club.play(played)
    seats = club.api.get(f"/tables/{missing}").said(200)["seats"]
    phone = club.phones[seats[0]]
    assert club.led(phone) == missing
    waits = club.see(club.director).text.partition("1 result is missing:")[2]
    assert "playing End without 1 result" in waits
    assert club.post(phone, "end").status_code == 403
    assert club.post(club.director, "end").status_code == 303
    shown = club.see(club.director).text
    assert "All rounds are played. The winner: " in shown
    assert "no result" in shown
    assert "End without" not in shown
    assert phone.get(f"/t/{missing}").headers["Location"] == club.path
    assert f"Table {club.tables.index(missing) + 1}: no result To your table" in (
        club.see(phone).text
    )
    assert "All rounds are played." in club.see(phone).text
    assert "× gone on without" in club.see(phone, "/standings").text
    again = phone.get(f"{club.path}/tables/{missing}").headers["Location"]
    assert phone.get(again).status_code == 200, "its result may still come"
    club.post(club.director, "plan", rounds="2", sections="1")
    assert phone.get(club.path).status_code == 200, "it is not led back and forth"
    assert "Round 1 of 2 is over." in club.see(phone).text
    assert "waits for its result" not in club.see(phone).text
    club.begin()
    assert "waits for its result" not in club.see(club.director).text
    assert club.led(phone) in club.tables


def test_an_event_is_read_though_its_game_is_not_installed_any_more(
    app: Flask, room: CardRoom
) -> None:
    club = Club(app)
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    club.play_table(ana, ben)
    with room.store.writing() as connection:
        [[plan]] = connection.execute("SELECT plan FROM events").fetchall()
        plan = compact({**plan, "game": "gone"})
        connection.execute("UPDATE events SET plan = ?", [plan])
    del IN_MEMORY[room.store]
    for what in ("", "/standings", "/standings/1", "/call"):
        assert ana.get(f"{club.path}{what}").status_code == 200
    assert "9" in club.see(club.director, "/standings").text
    assert club.director.get(f"{club.path}/board").status_code == 200


def test_a_board_of_an_event_without_any_result_shows_its_tables(app: Flask) -> None:
    club = Club(app, rounds="1")
    club.enter("Ana")
    club.enter("Ben")
    club.begin()
    club.post(club.director, "end")
    for phone in (club.director, club.phones["Ana"]):
        assert "The winner" not in club.see(phone).text
    board = club.see(club.director, "/board").text
    assert "Ana" in board
    assert "The winner" not in board
    assert "still playing" not in board.lower()


def test_the_director_opens_any_table_as_its_host(club: Club) -> None:
    club.begin()
    table = club.tables[0]
    led = club.director.get(f"{club.path}/tables/{table}")
    assert led.headers["Location"] == f"/t/{table}"
    assert club.director.get_cookie(f"host_{table}") is not None


def test_a_call_is_a_tap_from_the_table_and_stands_until_it_is_answered(
    club: Club,
) -> None:
    club.begin()
    ben = club.phones["Ben"]
    table = club.led(ben)
    number = club.tables.index(table) + 1
    calling = f"{club.path}/call"
    assert f'href="{calling}">Director!' in ben.get(f"/t/{table}").get_data(
        as_text=True
    )
    assert f"Table {number} · " in page(ben.get(calling)).text
    assert club.post(ben, "call", why="Cy led out of turn").status_code == 303
    assert (
        "Cy led out of turn · The director knows." in page(ben.get(f"/t/{table}")).text
    )
    seen = club.see(club.director)
    assert f"Ben calls you · Table {number} Cy led out of turn" in seen.text
    [call] = [form["call"] for form in seen.forms if "call" in form]
    assert club.post(ben, "answer", call=call).status_code == 403
    assert club.post(club.director, "answer", call=call).status_code == 303
    assert "calls you" not in club.see(club.director).text
    assert "The director has answered." in page(ben.get(f"/t/{table}")).text
    club.play(table)
    assert "The director has answered." not in page(ben.get(f"/t/{table}")).text


def test_a_reason_that_was_tapped_is_read_in_the_readers_language(
    club: Club,
) -> None:
    club.begin()
    ben = club.phones["Ben"]
    german = {"Accept-Language": "de"}
    there = page(ben.get(f"{club.path}/call", headers=german))
    assert "Es fehlen Karten" in there.text
    for filled in ({"reason": "missing-cards"}, {"why": "Come!"}):
        assert club.post(ben, "call", **filled).status_code == 303
    assert club.post(ben, "call", reason="thirst").status_code == 422
    assert "Cards are missing · Come!" in club.see(club.director).text
    seen = page(club.director.get(club.path, headers=german)).text
    assert "Es fehlen Karten · Come!" in seen

    refused = club.post(ben, "call", why="x" * 495)
    assert refused.status_code == 422
    assert "more than a call takes" in page(refused).text


def test_what_the_law_says_goes_with_a_call_to_the_directors_page(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = full_club(app, game="euchre", movement="individual")
    club.begin()
    ana = club.phones["Ana"]
    table = club.led(ana)
    address = f"/ask/euchre/irregularity?table={table}&situation=revoke"
    filled = {
        "pick=situation": "revoke",
        "pick=who": "player",
        "pick=noticed": "later",
        "pick=seat": "Ben",
    }
    ruled = page(ana.post(address, data=filled))
    [form] = [form for form in ruled.forms if "asked" in form]
    assert club.post(ana, "call", asked=form["asked"]).status_code == 303
    stands = "The trick stands, and play goes on."
    for seen in (page(ana.get(f"/t/{table}")), club.see(club.director)):
        assert stands in seen.text
    german = {"Accept-Language": "de"}
    assert stands not in ana.get(f"/t/{table}", headers=german).get_data(as_text=True)

    # A later version of the game knows no such situation.
    law = rulebook("euchre").irregularities
    assert law is not None
    assert isinstance(law.situations, dict)
    monkeypatch.delitem(law.situations, "revoke")
    for seen in (page(ana.get(f"/t/{table}")), club.see(club.director)):
        assert stands in seen.text


def test_a_call_with_nonsense_for_the_law_is_refused(club: Club) -> None:
    club.begin()
    for asked in ("{", "[]", "[" * 2_000, '{"seat": NaN}', '{"situation": "x"}'):
        called = club.post(club.phones["Ben"], "call", asked=asked)
        assert called.status_code in (404, 422)


def test_the_director_changes_who_plays_and_what_counts(club: Club) -> None:
    direct = club.director
    listed = club.post(direct, "enter", list="Eve\nana")
    assert listed.status_code == 422
    assert "Ana is already here" in page(listed).text
    assert "5 have entered" in club.see(direct).text
    for filled in (
        {"what": "leave"},
        {"what": "return"},
        {"what": "substitute", "names": "Eva"},
    ):
        changed = direct.post(f"{club.path}/entrants/5", data=filled)
        assert changed.status_code == 303
    assert "Eva" in club.see(direct).text
    assert club.post(direct, "plan", rounds="4", sections="1").status_code == 303
    club.begin()
    club.play(club.tables[0])
    view = club.api.get(f"/events/{club.code}").said(200)
    table = view["rounds"][0]["tables"][1]
    scores = {f"score-{entrant}": "5" for entrant in table["seats"]}
    entered = club.post(direct, "score", table=table["code"], **scores)
    assert entered.status_code == 303
    adjusted = club.post(direct, "adjust", entrant="1", points="-3", why="Late")
    assert adjusted.status_code == 303
    standings = club.see(direct, "/standings").text
    assert "Ana: −3 · Late" in standings
    forgotten = direct.post(f"{club.path}/entrants/5", data={"what": "forget"})
    assert forgotten.status_code == 303
    assert "Eva" not in club.see(direct).text


def test_a_name_is_forgotten_by_a_second_step_that_says_what_it_does(
    club: Club,
) -> None:
    shown = club.director.get(club.path).get_data(as_text=True)
    person = shown.partition('id="entrant-2"')[2].partition('id="entrant-3"')[0]
    first, fold, second = person.partition('id="forget-2"')
    assert "Has left" in first
    assert 'value="forget"' not in first
    assert "This can’t be undone." in second
    [button] = re.findall(r'value="forget">([^<]*)<', second)
    assert fold
    assert button == "Forget Ben for good"
    path = f"{club.path}/entrants/2"
    after = club.director.post(path, data={"what": "forget"}, follow_redirects=True)
    said = "The name is forgotten: Player 2A stands in its place."
    assert said in page(after).text
    assert said not in club.see(club.director).text


def test_what_is_typed_wrong_is_said_where_it_was_typed(club: Club, app: Flask) -> None:
    direct = club.director
    assert club.post(direct, "plan", rounds="0", sections="1").status_code == 422
    adjusted = club.post(direct, "adjust", entrant="1", points="x", why="")
    assert adjusted.status_code == 422
    long = club.post(direct, "adjust", entrant="1", points="3", why="x" * 501)
    assert long.status_code == 422
    assert "at most 500 letters: shorten it" in page(long).text
    late = app.test_client()
    assert club.post(late, "enter", names="ANA").status_code == 409
    assert club.post(late, "round").status_code == 401
    assert club.post(club.phones["Ana"], "round").status_code == 403
    wrong = direct.post("/events/new/score-pad", data={"name": "x", "rounds": "3"})
    assert wrong.status_code == 422
    assert direct.get("/events/XXXXX").status_code == 404


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


def test_all_wrong_lines_of_a_list_are_said_and_stay_to_be_corrected(
    club: Club,
) -> None:
    answer = club.post(club.director, "enter", list="Eve\nana\nFlo\nBEN")
    assert answer.status_code == 422
    seen = page(answer).text
    assert "Line 2, ana: Ana is already here" in seen
    assert "Line 4, BEN: Ben is already here" in seen
    assert "Entered: 2. Not entered: 2" in seen
    html = answer.get_data(as_text=True)
    assert ">ana\nBEN</textarea>" in html
    # What has this stays when a script draws the page again.
    assert html.count("data-trouble") == 3
    assert "6 have entered" in seen


def test_only_whom_a_list_did_not_enter_stays_to_be_corrected(app: Flask) -> None:
    club = Club(app)
    names = [f"Guest {number}" for number in range(250)]
    names[210] = "Guest 7"
    answer = club.post(club.director, "enter", list="\n\n".join(names))
    assert answer.status_code == 422
    assert "Line 421, Guest 7: Guest 7 is already here" in page(answer).text
    assert ">Guest 7</textarea>" in answer.get_data(as_text=True)


def test_whom_a_full_event_did_not_enter_stays_to_be_corrected(app: Flask) -> None:
    club = Club(app)
    names = [f"Guest {number}" for number in range(402)]
    answer = club.post(club.director, "enter", list="\n".join(names))
    assert "Line 401, Guest 400: This event is full" in page(answer).text
    assert ">Guest 400\nGuest 401</textarea>" in answer.get_data(as_text=True)


def test_a_refused_name_stays_to_be_corrected(club: Club, app: Flask) -> None:
    answer = club.post(app.test_client(), "enter", names="ANA")
    assert answer.status_code == 409
    assert 'value="ANA"' in answer.get_data(as_text=True)


@pytest.mark.parametrize("typed", ["--5", "9" * 5_000, "-", "٣", "1e3"])
def test_what_is_no_number_is_refused(club: Club, typed: str) -> None:
    answer = club.post(club.director, "adjust", entrant="1", points=typed, why="")
    assert answer.status_code == 422


def test_a_listed_person_is_led_to_their_seat(app: Flask) -> None:
    club = Club(app)
    listed = club.post(club.director, "enter", list="Ana\nBen")
    assert listed.status_code == 303
    club.begin()
    ana = club.enter("Ana")
    led = ana.get(club.path)
    assert "Ana you" in page(ana.get(led.headers["Location"])).text


def test_a_page_that_answers_a_refusal_leads_on_without_scripts_too(
    club: Club,
) -> None:
    club.begin()
    refused = club.begin().get_data(as_text=True)
    assert f'content="30;url={club.path}"' in refused


def test_the_other_side_confirms_with_one_tap(app: Flask) -> None:
    club = Club(app, confirm="yes")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    table = club.play_table(ana, ben)
    waits = page(ana.get(f"/t/{table}"))
    assert "Waiting for Ben to confirm the result." in waits.text
    assert not [form for form in waits.forms if "seq" in form]
    assert "data-follow" not in ana.get(f"/t/{table}").get_data(as_text=True)
    [form] = [f for f in page(ben.get(f"/t/{table}")).forms if "seq" in f]
    confirmed = ben.post(form["action"], data={"seq": form["seq"]})
    assert confirmed.headers["Location"] == club.path
    assert "Ben confirmed this result." in page(ben.get(f"/t/{table}")).text
    assert "data-follow" in ana.get(f"/t/{table}").get_data(as_text=True)
    assert club.begin().status_code == 303


def test_the_only_phone_at_a_table_confirms_for_the_others_and_says_so(
    app: Flask,
) -> None:
    club = Club(app, confirm="yes")
    ana = club.enter("Ana")
    club.post(club.director, "enter", list="Olga")
    table = club.play_table(ana)
    seen = page(ana.get(f"/t/{table}"))
    assert "Show Olga the result." in seen.text
    assert "Olga agrees" in seen.text
    [form] = [each for each in seen.forms if "agreed" in each]
    ana.post(form["action"], data={"seq": form["seq"], "agreed": "yes"})
    assert "Olga agreed, says Ana’s phone." in page(ana.get(f"/t/{table}")).text
    assert club.begin().status_code == 303


def test_the_director_confirms_at_a_table(app: Flask) -> None:
    club = Club(app, confirm="yes")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    table = club.play_table(ana, ben)
    club.director.get(f"{club.path}/tables/{table}")
    [form] = [f for f in page(club.director.get(f"/t/{table}")).forms if "seq" in f]
    club.director.post(form["action"], data={"seq": form["seq"]})
    assert "The director confirmed this result." in page(ben.get(f"/t/{table}")).text


def test_a_correction_after_its_round_is_said_to_all(club: Club) -> None:
    club.begin()
    ana = club.phones["Ana"]
    table = club.led(ana)
    for each in club.tables:
        club.play(each)
    club.begin()
    correction = {"changes": [{"seq": 1, "data": {"points": {}}}]}
    seats = club.api.get(f"/tables/{table}").said(200)["seats"]
    correction["changes"][0]["data"] = {"points": dict(zip(seats, (1, 7), strict=True))}
    club.api.post(f"/tables/{table}/corrections", correction).said(201)
    one, other = seats
    now = f"is now {one} 1 · {other} 7, not {one} 2 · {other} 1."
    stands = "Rounds that were seated since then stay as they are."
    for phone, rest in ((club.director, ""), (ana, "?stay=1")):
        seen = club.see(phone, rest).text
        assert now in seen
        assert (stands in seen) == (phone is club.director)

    # At the end the standings say it.
    for each in club.tables:
        club.play(each)
    for phone in (club.director, ana):
        seen = club.see(phone, "?stay=1").text
        assert "All rounds are played." in seen
        assert "is now" not in seen


def test_a_correction_is_news_until_another_round_begins(app: Flask) -> None:
    club = full_club(app, rounds="3")
    club.begin()
    first = club.tables[0]
    for _ in range(2):
        for each in club.tables:
            club.play(each)
        club.begin()
    seats = club.api.get(f"/tables/{first}").said(200)["seats"]
    news = f"Round 1, table 1 is now {seats[0]} 1 · {seats[1]} 7, not"

    def correct(*scores: int) -> None:
        points = dict(zip(seats, scores, strict=True))
        correction = {"changes": [{"seq": 1, "data": {"points": points}}]}
        club.api.post(f"/tables/{first}/corrections", correction).said(201)

    correct(1, 7)
    assert news in club.see(club.director).text
    correct(2, 1)
    club.api.post(f"{club.path}/plan", {"rounds": 4}).said(200)
    correct(1, 7)
    for each in club.tables:
        club.play(each)
    assert news in club.see(club.director).text
    club.begin()
    assert "is now" not in club.see(club.director).text


def test_a_phone_that_waits_reads_each_change(club: Club) -> None:
    club.begin()
    eve = club.enter("Eve")
    ana = club.phones["Ana"]
    assert "No result yet." in club.see(eve).text
    one, other = club.tables
    club.play(one)
    assert club.see(eve).text.count("done ✓") == 1
    seats = club.api.get(f"/tables/{one}").said(200)["seats"]
    points = dict(zip(seats, (41, 17), strict=True))
    correction = {"changes": [{"seq": 1, "data": {"points": points}}]}
    club.api.post(f"/tables/{one}/corrections", correction).said(201)
    assert [["1", seats[0], "41"], ["2", seats[1], "17"]] == club.see(eve).rows[1:3]
    assert "41 : 17" in club.see(eve).text
    club.play(other)
    assert club.see(eve).text.count("done ✓") == 2
    club.post(club.director, "adjust", entrant="1", points="60", why="Late")
    assert club.see(eve).rows[1][:2] == ["1", "Ana"]
    eve.post(f"{club.path}/entrants/5", data={"what": "leave"})
    assert "You’ve left." in club.see(eve).text
    assert "You’ve left." not in club.see(ana).text
    eve.post(f"{club.path}/entrants/5", data={"what": "return"})
    assert "Ben" in club.see(eve).text
    forgotten = {"what": "forget"}
    assert (
        club.director.post(f"{club.path}/entrants/2", data=forgotten).status_code == 303
    )
    assert "Ben" not in club.see(eve).text
    club.begin()
    assert "Round 2" in club.see(eve, "?stay=1").text


def test_a_phone_that_waits_reads_that_a_result_is_confirmed(app: Flask) -> None:
    club = Club(app, confirm="yes")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    table = club.play_table(ana, ben)
    cy = club.enter("Cy")
    assert "to be confirmed by Ben" in club.see(cy).text
    [form] = [each for each in page(ben.get(f"/t/{table}")).forms if "seq" in each]
    ben.post(form["action"], data={"seq": form["seq"]})
    seen = club.see(cy).text
    assert "to be confirmed" not in seen
    assert "done ✓" in seen


def test_nothing_of_a_phones_page_reaches_another(club: Club) -> None:
    club.begin()
    for table in club.tables:
        club.play(table)
    club.post(club.phones["Ana"], "call", why="We lost a card")
    assert "We lost a card" in club.see(club.director).text
    view = club.api.get(f"/events/{club.code}").said(200)
    [beside] = [
        table["seats"] for table in view["rounds"][0]["tables"] if "1" in table["seats"]
    ]
    for number, (name, phone) in enumerate(club.phones.items(), 1):
        seen = club.see(phone).text
        assert re.findall(r"You’re (\w+)", seen)[0] == name
        assert "Enter a list" not in seen
        assert ("We lost a card" in seen) == (str(number) in beside)
        german = phone.get(club.path, headers={"Accept-Language": "de"})
        assert "Runde 1" in german.get_data(as_text=True)
        assert "Round 1" not in german.get_data(as_text=True)
        assert page(german).rows[0] == ["Rang", "Name", "Summe"]
        assert page(german).text.count("fertig ✓") == 2
        assert club.see(phone).text.count("done ✓") == 2
    stranger = page(club.app.test_client().get(club.path)).text
    assert "done ✓" not in stranger


def test_a_dispute_shows_on_the_directors_page_with_the_way_there(
    club: Club,
) -> None:
    club.begin()
    ana = club.phones["Ana"]
    table = club.led(ana)
    club.play(table)
    cookie = ana.get_cookie(f"seat_{club.code}")
    assert cookie is not None
    ana_api = Phone(club.app, cookie.value)
    ana_api.post(f"/tables/{table}/disputes", {"seq": 1, "why": "No"}).said(201)
    number = club.tables.index(table) + 1
    assert f"Table {number}: a ruling is disputed" in club.see(club.director).text


@pytest.mark.parametrize(
    ("spoken", "refusal"),
    [
        ("en", "A ruling is disputed. Settle that first."),
        ("de", "Ein Einspruch läuft noch. Klärt zuerst den."),
        ("es", "Hay una protesta en curso. Resolvedla antes."),
    ],
)
def test_nobody_confirms_a_disputed_result(
    app: Flask, spoken: str, refusal: str
) -> None:
    club = Club(app, confirm="yes")
    club.enter("Ana")
    club.enter("Ben")
    club.begin()
    [table] = club.tables
    tokens = {}
    for name, phone in club.phones.items():
        cookie = phone.get_cookie(f"seat_{club.code}")
        assert cookie is not None
        tokens[name] = Phone(app, cookie.value)
        assert club.led(phone) == table
    tokens["Ana"].enter(table, "round", points={"Ana": 9, "Ben": 1}).said(201)
    assert "Table 1: confirm the result" in club.see(club.director).text
    disputed = tokens["Ana"].post(f"/tables/{table}/disputes", {"seq": 1}).said(201)
    assert "Table 1: confirm the result" not in club.see(club.director).text
    assert (
        "Is the result right?" not in page(club.phones["Ben"].get(f"/t/{table}")).text
    )
    seen = tokens["Ben"].get(f"/tables/{table}").said(200)["seq"]
    tokens["Ben"].post(f"/tables/{table}/confirm", {"seq": seen}).said(409)
    refused = club.director.post(
        f"{club.path}/confirm",
        data={"table": table, "seq": seen},
        headers={"Accept-Language": spoken},
    )
    assert refusal in page(refused).text
    settle = f"/tables/{table}/disputes/{disputed['id']}/resolve"
    club.api.post(settle, {"as": "upheld"}).said(201)
    assert "Is the result right?" in page(club.phones["Ben"].get(f"/t/{table}")).text


def test_an_events_code_typed_as_a_tables_leads_to_the_event(
    club: Club, app: Flask
) -> None:
    guest = app.test_client()
    led = guest.get(f"/go?code={club.code.lower()}")
    assert led.headers["Location"] == club.path
    assert guest.get("/go?code=XXXXX").status_code == 404


def test_the_short_address_of_the_door_leads_to_it(club: Club, app: Flask) -> None:
    shown = club.director.get(club.path).get_data(as_text=True)
    assert "Door · 4 have entered" in page(club.director.get(club.path)).text
    assert f"<span>{club.code}</span></p>" in shown
    guest = app.test_client()
    for typed in (f"/e/{club.code}", f"/e/{club.code.lower()}"):
        led = guest.get(typed, follow_redirects=True)
        assert "Your name" in page(led).text
    assert guest.get("/e/XXXXX", follow_redirects=True).status_code == 404


def test_a_late_person_reads_when_they_are_seated(app: Flask) -> None:
    club = Club(app)
    ana = club.enter("Ana")
    club.enter("Ben")
    club.begin()
    board = club.see(club.director, "/board").text
    assert f" / e / {club.code}" in board.partition("Scan to enter")[2]
    late = club.enter("Late")
    assert "You’re seated from round 2 on. The director can" in club.see(late).text
    club.play(club.tables[0])
    assert "All results are in." in club.see(late).text
    club.begin()
    later = club.enter("Later")
    assert "The last round is under way: the director can" in club.see(later).text
    assert "seated from" not in club.see(ana, "?stay=1").text
    club.play(club.tables[0])
    assert "Scan to enter" not in club.see(club.director, "/board").text


@pytest.mark.parametrize(
    ("language", "late_one", "end", "door"),
    [
        (
            "de",
            "Ab Runde 2 spielst du mit. Reicht es für einen weiteren Tisch,",
            "Turnier beenden 1 Ergebnis fehlt:",
            "Warst du dabei?",
        ),
        (
            "es",
            "Juegas a partir de la ronda 2. Si sois bastantes para otra mesa,",
            "Terminar el torneo Falta 1 resultado:",
            "¿Participaste?",
        ),
    ],
)
def test_who_comes_late_and_the_end_are_read_in_ones_language(
    app: Flask, language: str, late_one: str, end: str, door: str
) -> None:
    club = Club(app)
    club.enter("Ana")
    club.enter("Ben")
    club.begin()
    late = club.enter("Late")
    spoken = {"Accept-Language": language}
    assert late_one in page(late.get(club.path, headers=spoken)).text
    club.play(club.tables[0])
    club.begin()
    assert end in page(club.director.get(club.path, headers=spoken)).text
    club.post(club.director, "end")
    assert door in page(app.test_client().get(club.path, headers=spoken)).text


def test_no_round_is_offered_while_nobody_has_entered(app: Flask) -> None:
    club = Club(app)
    assert "Begin round" not in club.see(club.director).text
    club.enter("Ana")
    assert "Begin round 1" in club.see(club.director).text


def test_late_people_are_seated_in_the_round_that_is_played(club: Club) -> None:
    club.begin()
    assert "Seat in round 1 too" not in club.see(club.director).text
    eve = club.enter("Eve")
    flo = club.enter("Flo")
    assert "Seat in round 1 too: Eve, Flo" in club.see(club.director).text
    assert club.post(eve, "tables").status_code == 403
    assert club.post(club.director, "tables").status_code == 303
    assert club.led(eve) == club.led(flo) == club.tables[2]
    assert "Table 3 · " in page(eve.get(f"/t/{club.led(eve)}")).text
    assert club.post(club.director, "tables").status_code == 409


def test_only_those_for_whom_there_is_a_table_are_offered_one(app: Flask) -> None:
    club = Club(app, movement="individual")
    club.post(club.director, "plan", rounds="2", sections="2")
    club.post(club.director, "enter", list="\n".join("ABCDEFGH"))
    club.begin()
    late = "I", "J", "K", "L", "M", "N", "O"
    for name in late[:4]:
        club.enter(name)
    # Two for each section, and four make a table.
    assert "Seat in round 1 too" not in club.see(club.director).text
    for name in late[4:]:
        club.enter(name)
    offered = club.see(club.director).text.partition("Seat in round 1 too")[2]
    club.post(club.director, "tables")
    [code] = club.tables[2:]
    seats = club.api.get(f"/tables/{code}").said(200)["seats"]
    assert f": {', '.join(sorted(seats))} " in offered


def test_a_table_is_called_by_its_number(club: Club) -> None:
    club.begin()
    ana = club.phones["Ana"]
    table = club.led(ana)
    number = club.tables.index(table) + 1
    club.director.get(f"{club.path}/tables/{table}")
    for phone in (ana, club.director):
        bar = phone.get(f"/t/{table}").get_data(as_text=True)
        assert f'<span class="sub">Table {number}</span>' in bar


def test_begin_sent_twice_with_anyway_begins_one_round(club: Club) -> None:
    club.begin()
    [form] = [f for f in club.see(club.director).forms if "number" in f]
    assert club.begin(anyway="yes", number=form["number"]).status_code == 303
    assert club.begin(anyway="yes", number=form["number"]).status_code == 409


def test_a_board_shows_pairings_and_standings_by_turns(club: Club, app: Flask) -> None:
    screen = app.test_client()
    opened = Phone(app).post(
        "/events",
        {"name": "x", "game": "score-pad", "movement": "swiss", "rounds": 1},
    )
    board = opened.said(201)
    taken = screen.get(f"/events/{board['code']}/as/{board['board_token']}")
    assert taken.headers["Location"] == f"/events/{board['code']}/board"
    assert screen.get(taken.headers["Location"]).status_code == 200
    assert screen.get(f"{club.path}/board").status_code == 401

    assert "Scan to enter" in club.see(club.director, "/board").text
    club.begin()
    assert "Still playing: 1 · 2" in club.see(club.director, "/board").text
    club.play(club.tables[0])
    board = club.see(club.director, "/board").text
    assert "Still playing: 2" in board
    standings = club.see(club.director, "/board?turn=1").text
    assert re.search(r"1 \w+ 2 .*2 \w+ 1 ", standings)


def test_a_board_names_who_entered_and_who_sits_out(app: Flask) -> None:
    club = Club(app)
    club.post(club.director, "enter", list="Ana Ba\nBen Ce\nCy De")
    club.director.post(f"{club.path}/entrants/2", data={"what": "leave"})
    assert "Cy · Ana" in club.see(club.director, "/board").text
    club.director.post(f"{club.path}/entrants/2", data={"what": "return"})
    club.begin()
    [free] = club.api.get(f"/events/{club.code}").said(200)["rounds"][0]["sits_out"]
    name = ("Ana", "Ben", "Cy")[int(free) - 1]
    assert f"Sitting out: {name}" in club.see(club.director, "/board").text


def test_a_board_marks_who_still_plays_and_shows_the_winner_first(app: Flask) -> None:
    club = Club(app, rounds="2")
    names = [f"Guest {number}" for number in range(22)]
    club.post(club.director, "enter", list="\n".join(names))
    club.begin()
    for table in club.tables:
        club.play(table)
    club.begin()
    first, *others = club.tables
    for table in others:
        club.play(table)
    seen = []
    for turn in (1, 2):
        answer = club.director.get(f"{club.path}/board?turn={turn}&round=2")
        shown = answer.get_data(as_text=True)
        seen += re.findall("no result yet.*?</li>", shown, re.DOTALL)
    assert len(seen) == 2
    club.play(first)
    at_end = club.see(club.director, "/board?turn=1&round=2").text
    assert " 1 Guest" in at_end.partition("The winner")[2]


def test_a_board_names_an_earlier_rounds_table_that_is_waited_for(
    club: Club,
) -> None:
    club.post(club.director, "plan", rounds="3", sections="1")
    club.begin()
    club.play(club.tables[0])
    club.begin(anyway="yes")
    for table in club.tables:
        club.play(table)
    board = club.see(club.director, "/board").text
    assert "Still playing: round 1, table 2" in board
    ana = club.phones["Ana"]
    assert "Round 2 of 3 is over." in club.see(ana, "?stay=1").text
    club.begin(anyway="yes")
    for table in club.tables:
        club.play(table)
    assert "All rounds are played." in club.see(ana, "?stay=1").text
    assert "The winner" in club.see(club.director, "/board").text


def test_nobody_is_first_before_the_first_result(club: Club) -> None:
    club.begin()
    ana = club.phones["Ana"]
    assert "No result yet." in club.see(ana, "?stay=1").text
    rows = club.see(ana, "/standings").rows[1:]
    assert [[row[0], *row[2:]] for row in rows] == [["–", "0", "…"]] * 4
    assert "Still playing" in club.see(club.director, "/board?turn=1").text
    club.play(club.tables[0])
    seen = club.see(ana, "?stay=1").text
    assert "No result yet." not in seen
    assert "You’re in place" in seen


def test_a_round_that_was_no_result_says_what_it_was(app: Flask) -> None:
    club = Club(app, counts="wins", rounds="3")
    for name in ENTRANTS[:3]:
        club.enter(name)
    club.begin()
    club.begin(anyway="yes")
    club.enter("Di")
    seen = club.see(club.director, "/standings")
    legend = "… no result yet · × gone on without the result · ○ sat out"
    assert f"{legend} · – wasn’t there" in seen.text
    rounds = {tuple(row[3:]) for row in seen.rows[1:]}
    assert rounds == {("0×", "…"), ("1○", "…"), ("0×", "1○"), ("–", "–")}
    assert "wasn’t there" in club.see(club.director, "/standings/4").text


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


def test_the_director_changes_how_results_count(club: Club) -> None:
    club.begin()
    club.play(club.tables[0])
    standings = "/standings"
    assert "The tables’ scores add up" in club.see(club.director, standings).text
    filled = {"rounds": "2", "sections": "1", "counts": "wins"}
    club.post(club.director, "plan", **filled)
    assert "A win is 1" in club.see(club.director, standings).text
    html = club.director.get(club.path).get_data(as_text=True)
    assert '<option value="wins" selected>' in html
    wrong = club.post(club.director, "plan", **{**filled, "counts": "luck"})
    assert wrong.status_code == 422


def test_no_tie_break_is_lost_where_the_director_changes_the_rounds(app: Flask) -> None:
    club = Club(app)
    ties = ["wins", "scores", "opponents"]
    club.api.post(f"{club.path}/plan", {"ties": ties}).said(200)
    html = club.director.get(club.path).get_data(as_text=True)
    chosen = re.findall(r'<option value="(\w+)" selected', html)
    assert chosen == ["points", *ties]


def test_a_board_fills_its_screens_alike(app: Flask) -> None:
    club = Club(app, movement="individual")
    names = "\n".join(f"Guest {number}" for number in range(21))
    club.post(club.director, "enter", list=names)
    club.begin()
    club.play(club.tables[0])
    screens = []
    for turn in range(1, 4):
        address = f"{club.path}/board?turn={turn}"
        shown = club.director.get(address).get_data(as_text=True)
        screens.append(shown.split("<ol")[1].count("<li>"))
    # After the standings the tables come again.
    assert screens == [11, 10, 5]


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
    assert html.count("data-found") == (1 if search == "BEETLE" else 2)
    assert 'href="/events/new/score-pad"' in html
    nothing = page(app.test_client().get("/events/new?q=nonsense"))
    assert "No game by that name here." in nothing.text


def test_a_drive_that_was_found_is_chosen_and_its_winners_move(app: Flask) -> None:
    guest = app.test_client()
    games = guest.get("/events/new").get_data(as_text=True)
    address = "/events/new/score-pad?preset=whist"
    assert f'href="{address}"' in games
    assert "preset=doppelkopf" not in games
    form = page(guest.get(address))
    assert "New event: Whist drive, by tricks" in form.text
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


def test_a_screen_becomes_the_board_by_the_address_that_the_director_reads_out(
    club: Club, app: Flask
) -> None:
    shown = club.director.get(club.path).get_data(as_text=True)
    address, *_ = re.findall(rf"/tv/{club.code}-\w+", shown)
    assert len(address) < 16
    screen = app.test_client()
    taken = screen.get(address.lower().replace("-", " "))
    assert taken.headers["Location"] == f"{club.path}/board"
    assert screen.get(taken.headers["Location"]).status_code == 200
    assert screen.get(club.path + "/standings").status_code == 200
    assert club.post(screen, "round").status_code == 403

    stranger = app.test_client()
    for wrong in (f"/tv/{club.code}", f"/tv/{club.code}-AAAA", "/tv/ä"):
        assert stranger.get(wrong).status_code == 404
    assert stranger.get(f"{club.path}/board").status_code == 401
    assert stranger.get(f"{club.path}/tv.svg").status_code == 401
    assert club.phones["Ana"].get(f"{club.path}/tv.svg").status_code == 403
    assert club.director.get(f"{club.path}/tv.svg").mimetype == "image/svg+xml"


def test_boards_that_are_guessed_are_shut(room: CardRoom) -> None:
    app = served(room, limits=True)
    club = Club(app)
    guesser = app.test_client()
    answers = []
    for number in range(30):
        answers.append(guesser.get(f"/tv/{club.code}-A{number}").status_code)
    assert answers[-1] == 429


def test_each_number_of_the_standings_says_how_it_comes_about(
    club: Club,
) -> None:
    club.begin()
    club.play(club.tables[0])
    view = club.api.get(f"/events/{club.code}").said(200)
    first, second = view["rounds"][0]["tables"][0]["seats"]
    club.post(club.director, "adjust", entrant=first, points="3", why="Thanks")
    account = club.see(club.director, f"/standings/{first}").text
    other = ENTRANTS[int(second) - 1]
    assert f"Round 1 · Table 1 {ENTRANTS[int(first) - 1]} against {other} 2" in account
    assert "From the director Thanks +3" in account
    assert "Total 5" in account
    waits = view["rounds"][0]["tables"][1]["seats"][0]
    assert "no result yet" in club.see(club.director, f"/standings/{waits}").text
    assert club.director.get(f"{club.path}/standings/9").status_code == 404


def test_equal_totals_say_what_parts_them(club: Club) -> None:
    club.begin()
    for table in club.tables:
        club.play(table)
    titles, *rows = club.see(club.director, "/standings").rows
    assert titles == ["Place", "Name", "Total", "1"]
    assert sorted(row[1] for row in rows) == [*ENTRANTS]
    first = ["1", "2", "2"]
    second = ["3", "1", "1"]
    assert [[row[0], *row[2:]] for row in rows] == [first, first, second, second]
    club.begin()
    totals = {"winners": (3, 1), "losers": (1, 2)}
    view = club.api.get(f"/events/{club.code}").said(200)
    first = [table["seats"] for table in view["rounds"][0]["tables"]]
    winners = {seats[0] for seats in first}
    for table in view["rounds"][1]["tables"]:
        # The loser of the winners and the winner of the losers have three, and met.
        mine, theirs = sorted(table["seats"], key=lambda each: each in first[0])
        points = totals["winners" if mine in winners else "losers"]
        scores = {f"score-{theirs}": points[0], f"score-{mine}": points[1]}
        club.post(club.director, "score", table=table["code"], **scores)
    titles, _, *rows, _ = club.see(club.director, "/standings").rows
    assert titles[2:] == ["Total", "1", "2", "Against equals", "Opponents"]
    assert [[row[0], *row[2:]] for row in rows] == [
        ["2", "3", "2", "1", "2", "8"],
        ["3", "3", "1", "2", "1", "5"],
    ]


def test_the_standings_are_shared_as_a_picture_and_as_text(club: Club) -> None:
    club.begin()
    club.play(club.tables[0])
    shown = club.director.get(f"{club.path}/standings").get_data(as_text=True)
    [address] = re.findall(r'src="([^"]+standings.svg[^"]*)"', shown)
    picture = club.director.get(address.replace("&amp;", "&"))
    assert picture.mimetype == "image/svg+xml"
    assert ">Club night<" in picture.get_data(as_text=True)
    assert 'download="referee-event-' in shown


def test_a_club_is_in_its_picture_to_the_last(app: Flask) -> None:
    club = Club(app)
    names = [f"Guest {n}" for n in range(1, 22)]
    for name in names:
        club.enter(name)
    club.begin()
    picture = club.director.get(f"{club.path}/standings.svg").get_data(as_text=True)
    assert [name for name in names if f">{name}<" not in picture] == []
    assert "more" not in picture


LISTS = {
    "semicolons and titles": "Nr;Name;Verein\n1;Eve;Skatfreunde\n2;Flo;\n",
    "names in two columns": "Vorname,Nachname\nEve,Fox\nFlo,Gray\n",
    "a spreadsheet's mark": "\ufeffEve\r\nFlo\r\n",
    "its line about itself": "sep=;\nEve\nFlo",
    "numbered ahead": "No;Name;Club\n1;Eve;Skatfreunde\n2;Flo;\n3;;\n4;;",
    "a heading": "Tuesday drive;;\nNo;Name;Partner\n1;Eve;\n2;Flo;",
    "numbers without titles": "1. Eve\n2;Flo",
}


@pytest.mark.parametrize("written", LISTS.values(), ids=[*LISTS])
@pytest.mark.parametrize("coding", ["utf-8", "utf-16"])
def test_a_list_is_uploaded_as_spreadsheets_write_it(
    club: Club, written: str, coding: str
) -> None:
    file = BytesIO(written.encode(coding)), "club.csv"
    sent = club.post(club.director, "enter", list="", file=file)
    assert sent.status_code == 303, page(sent).text
    shown = club.see(club.director).text
    assert "6 have entered" in shown
    assert "Eve" in shown
    assert "Skatfreunde" not in shown


def test_whoever_plays_for_themselves_is_against_nobody_by_name(app: Flask) -> None:
    club = full_club(app, movement="series")
    club.begin()
    seen = club.see(club.director).text
    names = r"(?:Ana|Ben|Cy|Di)"
    assert re.search(rf"1 {names}, {names}, {names}, {names} playing", seen)
    assert "against" not in seen


def test_partners_stand_in_the_second_column(app: Flask) -> None:
    club = Club(app, movement="round-robin+pairs")
    lines = "Name;Partner\nZo\u00eb;Ben\nCy;\nDi;Ed\n".encode("cp1252")
    sent = club.post(
        club.director, "enter", list="", file=(BytesIO(lines), "pairs.csv")
    )
    assert sent.status_code == 422
    shown = page(sent).text
    assert "Line 3, Cy: Name both partners." in shown
    assert "2 have entered" in shown
    assert "Zo\u00eb & Ben" in shown


def test_pairs_stand_in_lines_that_are_written_differently(app: Flask) -> None:
    club = Club(app, movement="round-robin+pairs")
    lines = '\n\n1. Zoë, Ben\nCy;Di;\n3;Eve;Flo\nGus\t"Hal"\nIda\nJo;Kim;Lea'
    file = BytesIO(lines.encode()), "pairs.csv"
    shown = page(club.post(club.director, "enter", list="", file=file)).text
    assert "4 have entered" in shown
    for pair in ("Zoë & Ben", "Cy & Di", "Eve & Flo", "Gus & Hal"):
        assert pair in shown
    assert "Line 7, Ida: Name both" in shown
    assert "Line 8, Jo, Kim, Lea: Name both" in shown


def test_a_list_that_is_too_long_is_refused_and_nothing_of_it_entered(
    club: Club,
) -> None:
    sent = club.post(club.director, "enter", list="Eve\n" * 20_000)
    assert sent.status_code == 422
    assert "4 have entered" in club.see(club.director).text


def test_a_door_has_a_code_to_scan(club: Club) -> None:
    answer = club.director.get(f"{club.path}/qr.svg")
    assert answer.mimetype == "image/svg+xml"


def test_a_table_whose_result_the_director_entered_leads_back_to_the_event(
    club: Club,
) -> None:
    club.begin()
    ana = club.phones["Ana"]
    table = club.led(ana)
    assert "data-follow" not in ana.get(f"/t/{table}").get_data(as_text=True)
    view = club.api.get(f"/events/{club.code}").said(200)
    [seats] = [t["seats"] for t in view["rounds"][0]["tables"] if t["code"] == table]
    scores = {f"score-{each}": 5 for each in seats}
    club.post(club.director, "score", table=table, **scores)
    shown = ana.get(f"/t/{table}")
    assert "The director entered this table’s result." in page(shown).text
    assert re.search(r"(Ana|Ben|Cy|Di) 5\b", page(shown).text)
    assert "data-follow" in shown.get_data(as_text=True)
    assert table not in ana.get("/").get_data(as_text=True)


def test_director_and_board_say_who_is_waited_for_to_confirm(app: Flask) -> None:
    club = Club(app, confirm="yes")
    ana = club.enter("Ana")
    club.enter("Ben")
    club.begin()
    [table] = club.tables
    club.led(ana)
    assert "playing" in club.see(club.director).text
    club.win(ana, table, "Ana")
    shown = club.see(club.director).text
    assert "to be confirmed by Ben" in shown
    assert "playing" not in shown
    board = club.see(club.director, "/board").text
    assert "To be confirmed: 1" in board
    assert "Still playing" not in board
    club.post(club.director, "score", table=table, **{"score-1": 5, "score-2": 1})
    assert "done ✓" in club.see(club.director).text


def drive(app: Flask) -> Club:
    """Open a whist drive of one table, Ana and Cy against two others or so."""
    club = full_club(app, **{"movement": "progressive", "pick=preset": "whist"})
    club.begin()
    return club


def test_the_director_enters_a_number_for_each_pair_and_corrects_it(app: Flask) -> None:
    club = drive(app)
    [table] = club.tables
    view = club.api.get(f"/events/{club.code}").said(200)
    [one, other, *partners] = view["rounds"][0]["tables"][0]["seats"]

    def enter(first: int, second: int) -> str:
        scores = {f"score-{one}": first, f"score-{other}": second}
        entered = club.post(club.director, "score", table=table, **scores)
        assert entered.headers["Location"].endswith("?open=scores#scores")
        return page(club.director.get(entered.headers["Location"])).text

    assert "8 : 5" in enter(8, 5)
    shown = enter(7, 6)
    assert "7 : 6" in shown
    assert "Take the result back" in shown
    standings = club.api.get(f"/events/{club.code}/standings").said(200)
    totals = {each["entrant"]: each["total"] for each in standings}
    assert totals == {one: 7, partners[0]: 7, other: 6, partners[1]: 6}


def test_the_director_enters_no_score_that_a_table_could_not(app: Flask) -> None:
    club = drive(app)
    [table] = club.tables
    view = club.api.get(f"/events/{club.code}").said(200)
    [one, other, *_] = view["rounds"][0]["tables"][0]["seats"]
    scores = {f"score-{one}": 8, f"score-{other}": 6}
    refused = club.post(club.director, "score", table=table, **scores)
    assert refused.status_code == 422
    shown = page(refused)
    assert "Table 1: These must total 13; you have 14." in shown.text
    html = refused.get_data(as_text=True)
    assert re.search(r'id="scores" open', html)
    assert "data-refused" in html
    assert re.search(rf'name="score-{one}"[^>]*value="8"', html)
    assert re.search(rf'name="score-{other}"[^>]*value="6"', html)
    assert "8 : 6" not in club.see(club.director).text


def test_a_score_of_several_deals_is_entered_as_the_director_says(app: Flask) -> None:
    whist = {"movement": "progressive", "pick=preset": "whist", "typed=rounds": "2"}
    club = full_club(app, **whist)
    club.begin()
    [table] = club.tables
    view = club.api.get(f"/events/{club.code}").said(200)
    [one, other, *_] = view["rounds"][0]["tables"][0]["seats"]
    scores = {f"score-{one}": 16, f"score-{other}": 10}
    club.post(club.director, "score", table=table, **scores)
    assert "16 : 10" in club.see(club.director).text


def test_only_where_a_table_has_a_result_it_can_count_again(app: Flask) -> None:
    club = drive(app)
    [table] = club.tables
    first, second, *_ = club.api.get(f"/tables/{table}").said(200)["seats"]
    club.api.enter(table, "round", tricks={first: 9, second: 4}).said(201)
    view = club.api.get(f"/events/{club.code}").said(200)
    [one, other, *_] = view["rounds"][0]["tables"][0]["seats"]
    scores = {f"score-{one}": 7, f"score-{other}": 6}
    club.post(club.director, "score", table=table, **scores)
    shown = club.see(club.director).text
    assert "Let the table’s own result count" in shown
    assert "Take the result back" not in shown


def test_a_result_that_the_director_takes_back_is_the_tables_again(app: Flask) -> None:
    club = drive(app)
    [table] = club.tables
    club.api.post(f"/events/{club.code}/scores", {"table": table, "scores": {}})
    ana = club.phones["Ana"]
    view = club.api.get(f"/events/{club.code}").said(200)
    [one, other, *_] = view["rounds"][0]["tables"][0]["seats"]
    scores = {f"score-{one}": 7, f"score-{other}": 6}
    club.post(club.director, "score", table=table, **scores)
    assert ana.get(club.path).status_code == 200
    club.post(club.director, "score", table=table, take_back="yes")
    assert club.led(ana) == table
    assert "The director entered" not in page(ana.get(f"/t/{table}")).text
    assert "7 : 6" not in club.see(club.director).text


def test_the_director_reads_a_score_that_waits_to_be_confirmed(app: Flask) -> None:
    club = Club(app, confirm="yes")
    ana = club.enter("Ana")
    club.enter("Ben")
    club.play_table(ana)
    assert re.search(r"9 : 1|1 : 9", club.see(club.director).text)


def test_the_director_confirms_what_waits_by_one_tap(app: Flask) -> None:
    club = Club(app, confirm="yes")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    club.begin()
    assert "confirm the result" not in club.see(club.director).text
    [table] = club.tables
    club.led(ana)
    club.win(ana, table, "Ana")
    shown = club.director.get(club.path).get_data(as_text=True)
    early = page(club.director.get(club.path)).text
    early = early.partition("Round 2 waits for 1 result:")[2]
    assert " to be confirmed by Ben Table 1: confirm the result " in early
    # In the table's row, and where the round's beginning waits for it.
    assert shown.count("Table 1: confirm the result") == 2
    [seq] = {*re.findall(r'name="seq" value="(\d+)"', shown)}
    assert club.post(ana, "confirm", table=table, seq=seq).status_code == 403
    unseen = club.post(club.director, "confirm", table=table, seq=int(seq) - 1)
    assert "Something has changed since" in page(unseen).text
    assert "data-refused" not in unseen.get_data(as_text=True), "news redraw its form"
    club.post(ben, "call", reason="score")
    assert "Ben calls you" in club.see(club.director).text
    club.post(club.director, "confirm", table=table, seq=seq)
    shown = club.see(club.director).text
    assert "Ben calls you" not in shown
    assert "done ✓" in shown
    assert "confirm the result" not in shown
    assert "The director confirmed this result." in page(ana.get(f"/t/{table}")).text


def test_the_director_confirms_nothing_that_came_while_their_page_was_made(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = Club(app, confirm="yes")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    table = club.play_table(ana, ben)
    direct = EventDesk.direct

    def direct_slowly(desk: EventDesk) -> EventNow:
        now = direct(desk)
        monkeypatch.setattr(EventDesk, "direct", direct)
        points = {"Ana": 1, "Ben": 9}
        correction = {"changes": [{"seq": 1, "data": {"points": points}}]}
        club.api.post(f"/tables/{table}/corrections", correction).said(201)
        return now

    monkeypatch.setattr(EventDesk, "direct", direct_slowly)
    shown = club.director.get(club.path).get_data(as_text=True)
    [seq] = {*re.findall(r'name="seq" value="(\d+)"', shown)}
    refused = club.post(club.director, "confirm", table=table, seq=seq)
    assert "Something has changed since" in page(refused).text


def test_a_result_that_the_director_confirms_at_its_table_answers_the_call(
    app: Flask,
) -> None:
    club = Club(app, confirm="yes")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    club.begin()
    [table] = club.tables
    club.led(ana)
    club.win(ana, table, "Ana")
    club.led(ben)
    club.post(ben, "call", reason="score")
    club.director.get(f"{club.path}/tables/{table}")
    confirmed = club.director.post(f"/t/{table}/confirm", data={"seq": "1"})
    assert confirmed.status_code == 303
    assert "Ben calls you" not in club.see(club.director).text


@pytest.mark.parametrize(
    ("spoken", "begins", "either"),
    [
        ("en", "to be confirmed by", "or"),
        ("de", "Bestätigung fehlt von", "oder"),
        ("es", "falta confirmar:", "o"),
    ],
)
def test_either_of_two_opponents_confirms(
    app: Flask, spoken: str, begins: str, either: str
) -> None:
    club = full_club(app, movement="individual", confirm="yes")
    club.begin()
    [table] = club.tables
    ana = club.phones["Ana"]
    club.led(ana)
    club.win(ana, table, "Ana")
    shown = club.director.get(club.path, headers={"Accept-Language": spoken})
    assert re.search(rf" {begins} \w+ {either} \w+ ", page(shown).text)


def test_a_director_sees_points_more_or_fewer_beside_the_name(club: Club) -> None:
    club.post(club.director, "adjust", entrant="1", points="-2", why="Late")
    club.post(club.director, "adjust", entrant="1", points="-1", why="Late again")
    for spoken, no_phone in (
        ("en", "no phone"),
        ("de", "ohne Handy"),
        ("es", "sin móvil"),
    ):
        headers = {"Accept-Language": spoken}
        seen = page(club.director.get(club.path, headers=headers)).text
        assert no_phone not in seen
        assert " Ana −3 " in seen
        assert " −2 · Late −1 · Late again " in seen
    assert seen.count("−3") == 1


def test_whoever_left_is_not_asked_back_once_all_rounds_are_played(
    app: Flask,
) -> None:
    club = Club(app, rounds="1")
    for name in (*ENTRANTS, "Eva"):
        club.enter(name)
    club.begin()
    eva = club.phones["Eva"]
    leave = {"what": "leave"}
    assert eva.post(f"{club.path}/entrants/5", data=leave).status_code == 303
    for table in club.tables:
        club.play(table)
    for spoken, news in (
        ("en", "All rounds are played."),
        ("de", "Alle Runden sind gespielt."),
        ("es", "Ya se han jugado todas las rondas."),
    ):
        shown = page(
            eva.get(f"{club.path}?stay=1", headers={"Accept-Language": spoken})
        )
        assert news in shown.text
        assert "You’ve left." not in shown.text


def test_whoever_left_before_their_first_round_sees_the_standings(club: Club) -> None:
    eva = club.enter("Eva")
    eva.post(f"{club.path}/entrants/5", data={"what": "leave"})
    club.begin()
    club.play(club.tables[0])
    shown = club.see(eva)
    assert "You’ve left." in shown.text
    assert "You’re in place" not in shown.text


def test_who_called_the_score_wrong_and_then_confirms_it_waits_for_nobody(
    app: Flask,
) -> None:
    club = Club(app, confirm="yes")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    table = club.play_table(ana, ben)
    club.post(ben, "call", reason="score")
    assert "Ben calls you" in club.see(club.director).text
    ben.post(f"/t/{table}/confirm", data={"seq": "1"})
    assert "Ben calls you" not in club.see(club.director).text
    for seen in (club.see(ana), club.see(ben), page(ben.get(f"/t/{table}"))):
        assert "The score is wrong" not in seen.text


def test_who_cannot_correct_a_result_reads_who_can(app: Flask) -> None:
    club = Club(app, confirm="yes")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    table = club.play_table(ana, ben)
    who = "Ana or the director can correct the result."
    assert who in page(ben.get(f"/t/{table}")).text
    ben.post(f"/t/{table}/confirm", data={"seq": "1"})
    assert who in page(ben.get(f"/t/{table}")).text
    assert who not in page(ana.get(f"/t/{table}")).text
    assert "The evening in a minute" not in page(ana.get(f"/t/{table}")).text


def test_who_confirms_an_earlier_rounds_correction_is_led_to_it(app: Flask) -> None:
    club = Club(app, confirm="yes", rounds="3")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    table = club.play_table(ana, ben)
    ben.post(f"/t/{table}/confirm", data={"seq": "1"})
    cy = club.enter("Cy")
    club.begin()
    correction = {"changes": [{"seq": 1, "data": {"points": {"Ana": 8, "Ben": 1}}}]}
    cookie = ana.get_cookie(f"seat_{club.code}")
    assert cookie is not None
    corrected = Phone(app, cookie.value).post(
        f"/tables/{table}/corrections", correction
    )
    corrected.said(201)
    way = f'href="{club.path}/tables/{table}">To the table'
    for phone, leads in ((ben, True), (cy, False)):
        seen = phone.get(f"{club.path}?stay=1")
        assert "Round 1, table 1 waits to be confirmed." in page(seen).text
        assert (way in seen.get_data(as_text=True)) is leads
    there = page(ben.get(f"/t/{table}?stay=2"))
    [form] = [each for each in there.forms if "table" in each]
    called = club.post(ben, "call", reason="score", table=form["table"])
    assert called.headers["Location"] == f"{club.path}/tables/{table}"
    assert "Ben calls you · Round 1, table 1" in club.see(club.director).text
    assert "The score is wrong" in club.see(ben, "?stay=1").text
    assert "The score is wrong" in page(ben.get(f"/t/{table}?stay=2")).text
    assert club.post(cy, "call", reason="score", table=table).status_code == 403
    ben.post(f"/t/{table}/confirm", data={"seq": "2"})
    assert "Ben calls you" not in club.see(club.director).text


def test_whoever_leaves_while_their_table_plays_reads_so(club: Club) -> None:
    club.begin()
    ben = club.phones["Ben"]
    table = club.led(ben)
    ben.post(f"{club.path}/entrants/2", data={"what": "leave"})
    seen = club.see(ben)
    assert "You’ve left. Come back whenever you like." in seen.text
    assert "To your table" in seen.text
    ben.post(f"{club.path}/entrants/2", data={"what": "return"})
    assert club.led(ben) == table


def test_whoever_reads_a_wrong_result_calls_the_director_by_a_tap(app: Flask) -> None:
    club = Club(app, confirm="yes")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    table = club.play_table(ana, ben)
    asked = ben.get(f"/t/{table}")
    assert "No: call the director" in page(asked).text
    assert "No: call the director" not in page(ana.get(f"/t/{table}")).text
    club.post(ben, "call", reason="score")
    assert "The score is wrong" in club.see(club.director).text
    called = page(ben.get(f"/t/{table}")).text
    assert "The director knows." in called
    assert "No: call the director" not in called
    assert "Confirm the result" in called
    club.post(club.director, "score", table=table, **{"score-1": "1", "score-2": "0"})
    assert "Ben calls you" not in club.see(club.director).text
    assert "The director has answered." in page(ben.get(f"/t/{table}")).text
    # Whoever calls for something else too still waits.
    club.post(ben, "call", reason="score", why="And a card is torn")
    club.post(club.director, "score", table=table, **{"score-1": "0", "score-2": "1"})
    assert "Ben calls you" in club.see(club.director).text


def test_the_director_reads_what_is_played_and_who_came_late(club: Club) -> None:
    club.begin()
    club.enter("Late")
    seen = club.see(club.director).text
    assert "Score Pad · Swiss" in seen
    assert "Seated from round 2 on: Late" in seen


def test_the_director_reads_who_left_and_how_many_will_sit_out(club: Club) -> None:
    club.begin()
    seen = club.see(club.director).text
    assert "will sit out" not in seen
    assert "Left since round 1 began" not in seen
    club.phones["Ben"].post(f"{club.path}/entrants/2", data={"what": "leave"})
    seen = club.see(club.director).text
    assert "Left since round 1 began: Ben 1 will sit out in round 2." in seen
    club.begin(anyway="yes")
    assert "Left since" not in club.see(club.director).text
    assert "will sit out" not in club.see(club.director).text, "it was the last"


def test_who_has_left_is_counted_apart(club: Club) -> None:
    club.director.post(f"{club.path}/entrants/1", data={"what": "leave"})
    seen = club.see(club.director).text
    assert "3 have entered · 1 left" in seen


def test_in_the_end_the_winner_is_named_on_phones_and_to_the_director(
    app: Flask,
) -> None:
    club = Club(app, rounds="1")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    club.begin()
    club.led(ana)
    ben.post(f"{club.path}/entrants/2", data={"what": "leave"})
    assert club.see(ben).forms, "to come back by"
    club.win(ana, club.tables[0], "Ana")
    for phone in (ana, ben, club.director):
        assert "All rounds are played. The winner: Ana" in club.see(phone).text
    for phone in (ana, ben):
        assert not club.see(phone).forms, "nobody leaves or comes back any more"


def test_who_sits_out_the_last_round_reads_it_first(app: Flask) -> None:
    club = Club(app, rounds="1")
    phones = [club.enter(name) for name in ("Ana", "Ben", "Cy")]
    club.begin()
    [out] = [phone for phone in phones if phone.get(club.path).status_code == 200]
    assert "You sit out round 1, the last." in club.see(out).text
    for table in club.tables:
        club.play(table)
    shown = club.see(out).text
    assert "All rounds are played." in shown
    assert "You sit out" not in shown


def test_the_door_of_an_event_that_is_over_says_so_and_lets_nobody_in(
    app: Flask,
) -> None:
    club = Club(app, rounds="1")
    ana = club.enter("Ana")
    club.enter("Ben")
    club.begin()
    stranger = app.test_client()
    door = club.see(stranger).text
    assert "The last round is under way: the director can still seat you" in door
    club.enter("Late")
    club.enter("Later")
    assert "Seat in round 1 too: Late, Later" in club.see(club.director).text
    club.win(ana, club.tables[0], "Ana")
    over = club.see(stranger).text
    assert "The event is over." in over
    assert "ask the director to give you your name again first." in over
    refused = club.post(stranger, "enter", names="Zoe")
    assert refused.status_code == 409
    assert "The event is over. For another round the director" in page(refused).text
    shown = club.see(club.director).text
    assert "Seat in round 1 too" not in shown
    assert "Nobody enters any more, unless you raise the number of rounds" in shown
    assert "Scan to enter" not in shown
    assert "Late" not in club.see(ana, "/standings").text
    club.post(club.director, "plan", rounds="2", sections="1")
    assert "Your name" in club.see(stranger).text
    club.enter("Zoe")


def test_who_was_in_an_event_comes_back_to_it_with_another_phone(app: Flask) -> None:
    club = Club(app, rounds="1")
    club.post(club.director, "enter", list="Ada Moore\nBert Hill")
    ada = app.test_client()
    club.post(ada, "enter", names="Ada Moore")
    club.begin()
    club.play(club.tables[0])
    bert = app.test_client()
    asked = page(club.post(bert, "enter", names="bert")).text
    assert "Are you on the list? I’m Bert Hill" in asked
    assert "somebody else" not in asked
    assert club.post(bert, "enter", names="Bert Hill").status_code == 303
    shown = club.see(bert).text
    assert "You’re Bert Hill All rounds are played. The winner:" in shown

    new = app.test_client()
    refused = club.post(new, "enter", names="Ada Moore")
    assert refused.status_code == 409
    assert "ask the director to give you your name again" in page(refused).text
    freed = {"what": "substitute", "names": "Ada Moore"}
    club.director.post(f"{club.path}/entrants/1", data=freed)
    assert club.post(new, "enter", names="Ada Moore").status_code == 303
    assert "You’re Ada Moore" in club.see(new).text
    assert club.see(new, "/standings").text
    assert "Your name" in club.see(ada).text, "the old phone has the name no more"


def test_who_still_plays_has_a_sign_in_the_standings_on_a_phone(club: Club) -> None:
    club.begin()
    first, second = club.tables
    club.play(first)
    waits = club.api.get(f"/tables/{second}").said(200)["seats"]
    for name, phone in club.phones.items():
        answer = phone.get(club.path)
        if answer.status_code == 303:
            continue
        shown = answer.get_data(as_text=True)
        for each in waits:
            row = shown[shown.index(f">{each}</th>") :].partition("</tr>")[0]
            assert "…" in row, name
        break
    else:
        pytest.fail("nobody is back from the first table")


@pytest.mark.parametrize("typed", ["ada", "Ada M.", "Moore", "Ada Moore-Hill"])
def test_who_writes_part_of_a_listed_name_is_asked(app: Flask, typed: str) -> None:
    club = Club(app)
    club.post(club.director, "enter", list="Ada Moore\nBert Hill")
    phone = app.test_client()
    asked = club.post(phone, "enter", names=typed)
    assert asked.status_code == 200
    assert "Are you on the list? I’m Ada Moore" in page(asked).text
    assert "I’m Bert Hill" not in page(asked).text
    club.post(phone, "enter", names="Ada Moore")
    assert "You’re Ada Moore" in club.see(phone).text

    other = app.test_client()
    assert club.post(other, "enter", names=typed, new="yes").status_code == 303
    assert f"You’re {typed}" in club.see(other).text


def test_who_is_not_on_the_list_or_comes_after_its_phone_is_not_asked(
    app: Flask,
) -> None:
    club = Club(app)
    club.post(club.director, "enter", list="Ada Moore")
    for name in ("Bea", "A", "Ada Moore", "Ada"):
        assert club.post(app.test_client(), "enter", names=name).status_code == 303


@pytest.mark.parametrize(
    ("game", "scorers"),
    [
        ("bridge", ("13", "24")),
        ("score-pad", ("1", "2", "3", "4")),
        ("no-longer-here", ("13", "24")),
    ],
)
def test_partners_score_together_where_their_game_does_not_say_otherwise(
    game: str, scorers: tuple[str, ...]
) -> None:
    plan = Plan("Night", game, "individual", 3, partners=True)
    played = Round((EventTable("OAK", ("1", "2", "3", "4")),))
    [sides] = list_scorers(Event(plan, rounds=(played,))).values()
    assert tuple("".join(side) for side in sides) == scorers


def test_the_result_of_a_table_is_corrected_by_a_button_below_it(app: Flask) -> None:
    club = Club(app, confirm="yes")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    table = club.play_table(ana, ben)
    shown = ana.get(f"/t/{table}").get_data(as_text=True)
    [(way, words)] = re.findall(
        r'<a class="button quiet" data-correct href="([^"]+)">([^<]+)', shown
    )
    assert words == "Correct the result"
    assert "Correct: Game 1 " in page(ana.get(way)).text
    assert "Correct the result" not in page(ben.get(f"/t/{table}")).text, "not theirs"


def test_the_way_back_to_the_event_is_quiet_while_a_confirmation_waits(
    app: Flask,
) -> None:
    club = Club(app, confirm="yes")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    table = club.play_table(ana, ben)
    way_back = f'<a class="button {{}}" href="{club.path}"'
    assert way_back.format("quiet") in ben.get(f"/t/{table}").get_data(as_text=True)
    seq = club.api.get(f"/tables/{table}").said(200)["seq"]
    ben.post(f"/t/{table}/confirm", data={"seq": seq})
    assert way_back.format("go") in ben.get(f"/t/{table}").get_data(as_text=True)


def read_sheet(answer: TestResponse, delimiter: str) -> list[list[str]]:
    """Return the cells of a spreadsheet's file, which says that it is Unicode."""
    assert answer.status_code == 200
    text = answer.get_data(as_text=True)
    assert text.startswith("\ufeff")
    return list(csv.reader(StringIO(text[1:]), delimiter=delimiter))


GERMAN = {"Accept-Language": "de"}


def test_standings_are_saved_for_a_spreadsheet_of_ones_language(app: Flask) -> None:
    club = Club(app, name='Käthes "Abend" 1/2', counts="wins")
    club.enter("Käthe")
    club.enter("Ben")
    club.enter("Cy")
    club.begin()
    [table] = club.tables
    seats = club.api.get(f"/tables/{table}").said(200)["seats"]
    club.api.enter(table, "round", points=dict.fromkeys(seats, 4)).said(201)
    [sits_out] = {"Käthe", "Ben", "Cy"} - {*seats}
    entrant = str(("Käthe", "Ben", "Cy").index(sits_out) + 1)
    fewer = {"entrant": entrant, "points": -2, "why": "Zu spät"}
    club.api.post(f"{club.path}/adjustments", fewer).said(201)
    seen = club.director.get(f"{club.path}/standings").text
    address = f"{club.path}/standings?as=csv"
    assert f'href="{address}"' in seen
    answer = club.director.get(address, headers=GERMAN)
    titles, *rows = read_sheet(answer, ";")
    assert titles == [
        "Platz",
        "Name",
        "Runde 1",
        "Zu- und Abschläge",
        "Summe",
        "Gegen Punktgleiche",
        "Gegner",
        "Anmerkungen",
    ]
    by_name = {row[1]: row for row in rows}
    for seat in seats:
        assert by_name[seat][2:5] == ["0,5", "0", "0,5"]
    [bye] = [row for row in rows if row[2] == "1"]
    assert bye[-1] == "Runde 1: ausgesetzt; Zu spät (−2)"
    day = time.strftime("%Y-%m-%d")
    file = f"K%C3%A4thes%20Abend%201%202%20{day}.csv"
    named = f"attachment; filename*=UTF-8''{file}"
    assert answer.headers["Content-Disposition"] == named

    titles, *rows = read_sheet(club.director.get(address), ",")
    assert titles[:4] == ["Place", "Name", "Round 1", "Adjustments"]
    assert {row[2] for row in rows} == {"0.5", "1"}
    assert "round 1: sat out; Zu spät (−2)" in {row[-1] for row in rows}
    program = club.api.get(f"{club.path}/standings?as=csv").text
    assert program.startswith("place,name,round 1,adjustments,total,")


def test_a_series_at_skat_is_called_one(app: Flask) -> None:
    club = Club(app, "skat", movement="series", **{"typed=rounds": "3"})
    for name in (*ENTRANTS, "Eva", "Finn"):
        club.enter(name)

    def see_in_german(phone: FlaskClient, what: str = "") -> str:
        answer = phone.get(f"{club.path}{what}", headers=GERMAN)
        assert answer.status_code == 200
        return page(answer).text

    assert "Serie 1 beginnen" in see_in_german(club.director)
    club.begin()
    assert "Serie 1 von 2" in see_in_german(club.director)
    assert "Serie 1" in see_in_german(club.phones["Ana"], "?stay=1")
    standings = see_in_german(club.director, "/standings")
    assert "Spiellisten der Serie 1" in standings
    today = time.strftime("%d.%m.%Y")
    assert today in standings
    lists = see_in_german(club.director, "/lists/1")
    assert today in lists
    for spoken, name in (("en", "Series 1"), ("de", "Serie 1"), ("es", "Serie 1")):
        headers = {"Accept-Language": spoken}
        first, *others = re.findall(
            r'sheet-of-paper">(.*?)<h2>',
            club.director.get(f"{club.path}/lists/1", headers=headers).text,
            re.DOTALL,
        )
        assert not first.strip()
        assert others
        for head in others:
            assert f"Club night · {name} ·" in head
    assert "Series 1 of 2" in club.see(club.director).text
    rows = read_sheet(
        club.director.get(f"{club.path}/standings?as=csv", headers=GERMAN), ";"
    )
    assert "Serie 1" in rows[0]


def test_a_list_is_saved_for_a_spreadsheet_and_signed_on_paper(app: Flask) -> None:
    club = Club(app, "skat", movement="series", name="Skat", **{"typed=rounds": "3"})
    for name in ENTRANTS[:3]:
        club.enter(name)
    club.begin()
    [table] = club.tables
    by = club.api.get(f"/tables/{table}").said(200)["seats"][1]
    play = {"game": "hearts", "announced": "nothing", "bid": 18}
    club.api.enter(table, "contract", declarer=by, **play).said(201)
    deal = {"matadors": 1, "without": False, "points": 61, "tricks": "some"}
    club.api.enter(table, "deal", **deal).said(201)
    lists = club.director.get(f"{club.path}/lists/1")
    [signed] = re.findall(r'<ul class="signatures">(.*?)</ul>', lists.text, re.DOTALL)
    assert sorted(re.findall(r"<li>(\w+)</li>", signed)) == [*ENTRANTS[:3]]
    address = f"{club.path}/lists/1?as=csv"
    assert f'href="{address}"' in lists.text
    answer = club.director.get(address, headers=GERMAN)
    titles, game, *_ = read_sheet(answer, ";")
    assert titles[:4] == ["1", "", "Spiel", "Stufen"]
    assert game[2] == "Herz"
    day = time.strftime("%Y-%m-%d")
    named = f"attachment; filename*=UTF-8''Skat%20{day}%20Serie%201.csv"
    assert answer.headers["Content-Disposition"] == named

    club.director.get(f"{club.path}/tables/{table}")
    own = club.director.get(f"/t/{table}/list", headers=GERMAN)
    assert f'href="/t/{table}/list?as=csv"' in own.text
    one = club.director.get(f"/t/{table}/list?as=csv", headers=GERMAN)
    assert read_sheet(one, ";")[1][1:] == game[1:]


def list_ways(app: Flask, game: str) -> tuple[list[str], list[str]]:
    """Return the ways to meet that a new event offers, and those folded away."""
    form = app.test_client().get(f"/events/new/{game}").get_data(as_text=True)
    first, _, others = form.partition('id="ways"')
    way = re.compile(r'name="movement"[^>]* value="([^"]+)"')
    return way.findall(first), way.findall(others)


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


def test_a_table_of_an_event_has_deals_since_rounds_are_the_events(
    app: Flask,
) -> None:
    club = Club(app, "skat", movement="series", **{"typed=rounds": "3"})
    for name in ENTRANTS[:3]:
        club.enter(name)
    club.begin()
    [table] = club.tables
    club.director.get(f"{club.path}/tables/{table}")

    def see(language: str) -> str:
        return page(
            club.director.get(f"/t/{table}", headers={"Accept-Language": language})
        ).text

    for language, deal, round in (
        ("en", "deal 1", "round 1"),
        ("de", "Spiel 1", "Runde 1"),
        ("es", "mano 1", "ronda 1"),
    ):
        seen = see(language)
        assert deal in seen
        assert round not in seen

    alone = app.test_client()
    form = {"seats": ["Ana", "Ben", "Cy"], "at-once": "yes", "typed=rounds": "3"}
    opened = alone.post("/new/skat", data=form)
    assert "round 1" in page(alone.get(opened.headers["Location"])).text
