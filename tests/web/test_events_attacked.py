"""Cheats at an event, over real sockets, as they would go about it."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import uuid4

import pytest
from flask import Flask

from referee.hosting.room import CardRoom
from referee.hosting.store import Store, rescue
from referee.testing.phone import Answer, Phone
from tests.club_night import ClubNight
from tests.web.line import HOST, answering
from tests.web.pocket import Browser
from tests.web.served import served

WANTED = {"rounds": 4, "options": {"rounds": 1}, "confirm": True}


class Club(ClubNight):
    """An event at a daemon, and the phones of those who entered."""

    def __init__(self, app: Flask, address: str, **wanted: Any) -> None:
        self.address = address
        super().__init__(app, **{**WANTED, **wanted})
        self.code = self.opened["code"]

    def bear(self, token: str | None) -> Phone:
        return Phone(self.address, token)

    def come_in(self, name: str) -> Phone:
        phone: Phone = self.phones[self.enter(name)]
        return phone

    def begin(self, **more: Any) -> Any:
        return super().begin(**more)["rounds"][-1]["tables"]

    def see(self) -> Any:
        return self.director.get(self.path).said(200)

    def win(self, phone: Phone, table: str, winner: str) -> int:
        """Enter from this phone that this seat wins; return the last line's number."""
        seats = self.director.look(table)["seats"]
        points = {seat: 9 if seat == winner else 1 for seat in seats}
        return int(phone.enter(table, "round", points=points).said(201)["seq"])


@pytest.fixture
def club(app: Flask) -> Iterator[Club]:
    with answering(app) as daemon:
        yield Club(app, f"http://{HOST}:{daemon.port}")


def test_one_phone_enters_once(club: Club) -> None:
    mallory = club.come_in("Mallory")
    second = mallory.post(f"{club.path}/entrants", {"names": ["Mallory Two"]})
    assert "as Mallory" in second.said(409)["detail"]
    assert len(club.see()["entrants"]) == 1


def test_ghosts_that_the_director_sends_away_are_seated_nowhere_and_take_no_room(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.hosting.events.entrants.MOST_ENTRANTS", 4)
    club.come_in("Ana")
    for number in range(3):
        club.come_in(f"Ghost {number}")
    full = club.stranger.post(f"{club.path}/entrants", {"names": ["Honest"]})
    assert "full" in full.said(409)["detail"]
    for id in ("2", "3", "4"):
        club.director.post(f"{club.path}/entrants/{id}/leave", {}).said(200)
    club.come_in("Honest")
    [table] = club.begin()
    assert {*table["seats"]} == {"1", "5"}


def test_who_was_sent_away_returns_by_the_director_alone(club: Club) -> None:
    mallory = club.come_in("Mallory")
    own = f"{club.path}/entrants/1"
    mallory.post(f"{own}/leave", {}).said(200)
    mallory.post(f"{own}/return", {}).said(200)
    club.director.post(f"{own}/leave", {}).said(200)
    mallory.post(f"{own}/return", {}).said(403)
    # Leaving of one's own accord does not make up for it.
    mallory.post(f"{own}/leave", {}).said(403)
    mallory.post(f"{own}/return", {}).said(403)
    club.stranger.post(f"{club.path}/entrants", {"names": ["Mallory"]}).said(409)
    club.director.post(f"{own}/return", {}).said(200)
    assert mallory.get(club.path).said(200)["entrants"][0]["present"]


def test_nobody_floods_the_event_by_leaving_and_coming_back(club: Club) -> None:
    mallory = club.come_in("Mallory")
    own = f"{club.path}/entrants/1"
    mallory.post(f"{own}/return", {}).said(200)
    seq = club.see()["seq"]
    for _ in range(20):
        mallory.post(f"{own}/leave", {}).said(200)
        mallory.post(f"{own}/return", {}).said(200)
    mallory.post(f"{own}/leave", {}).said(200)
    refused = mallory.post(f"{own}/return", {}).said(409)
    assert "ask the director" in refused["detail"]
    assert club.see()["seq"] == seq + 41
    club.director.post(f"{own}/return", {}).said(200)
    mallory.post(f"{own}/leave", {}).said(200)
    mallory.post(f"{own}/return", {}).said(200)


def test_nobody_holds_up_the_evening_by_the_name_that_a_forgotten_one_gets(
    club: Club,
) -> None:
    for name in ("Ana", "Player 1A", "player-1aa"):
        club.come_in(name)
    club.director.post(f"{club.path}/entrants/1/forget", {}).said(200)
    entrants = club.see()["entrants"]
    names = [each["names"] for each in entrants]
    assert names == [["Player 1AAA"], ["Player 1A"], ["player-1aa"]]
    assert len(club.begin()) == 1


def test_who_was_sent_away_without_a_phone_does_not_come_back_with_one(
    club: Club,
) -> None:
    club.director.post(f"{club.path}/entrants", {"names": ["Mallory"]}).said(201)
    club.director.post(f"{club.path}/entrants/1/leave", {}).said(200)
    club.stranger.post(f"{club.path}/entrants", {"names": ["Mallory"]}).said(403)


READ = ("", "/log", "/export", "/export?as=csv", "/sheet", "/evening")
PAGES = ("", "/board", "/log", "/scores", "/evening", "/seat", "/scores.svg")


def test_a_stranger_with_a_tables_code_reads_no_names(club: Club) -> None:
    club.come_in("Anastasia")
    club.come_in("Benedikt")
    [table] = club.begin()
    for rest in READ:
        read = club.stranger.get(f"/tables/{table['code']}{rest}")
        _must_hide_names(read)
        read = Phone(club.address, "guessed").get(f"/tables/{table['code']}{rest}")
        _must_hide_names(read)
    for rest in PAGES:
        # The table itself leads to the door.
        statuses = (401, 404) if rest else (200,)
        address = f"{club.address}/t/{table['code']}{rest}"
        _must_hide_names(_page(address), statuses)
        cookie = f"seat_{club.code}=guessed; seat_{table['code']}=guessed"
        _must_hide_names(_page(f"{address}?watch=1", cookie), statuses)
    joining = {"name": "Anastasia"}
    club.stranger.post(f"/tables/{table['code']}/join", joining).said(401)


def _must_hide_names(answer: Answer, statuses: Sequence[int] = (401, 404)) -> None:
    assert answer.status in statuses, answer.text
    for name in ("Anastasia", "Benedikt"):
        assert name not in answer.text


def _page(address: str, cookie: str = "") -> Answer:
    try:
        with urlopen(Request(address, headers={"Cookie": cookie})) as answer:
            return Answer(answer.status, answer.read().decode())
    except HTTPError as refusal:
        return Answer(refusal.code, refusal.read().decode())


def test_lists_and_statistics_tell_strangers_nobody_of_an_event(club: Club) -> None:
    phone = club.come_in("Anastasia")
    club.come_in("Benedikt")
    [table] = club.begin()
    club.win(phone, table["code"], "Anastasia")
    for list in ("/matches", "/players"):
        _must_hide_names(club.stranger.get(list), (200,))
        _must_hide_names(_page(f"{club.address}{list}"), (200,))
    club.stranger.get("/players/Anastasia").said(404)


def test_entrants_and_the_board_watch_any_table(club: Club) -> None:
    phones = [club.come_in(name) for name in ("Ana", "Ben", "Cy", "Di")]
    first, second = club.begin()
    outsider = phones[int(second["seats"][0]) - 1]
    for phone in (outsider, club.board):
        cookie = f"seat_{club.code}={phone.token}"
        seen = _page(f"{club.address}/t/{first['code']}", cookie)
        assert seen.status == 200


def test_a_seat_begins_no_rematch_at_an_events_table(club: Club) -> None:
    phones = [club.come_in(name) for name in ("Ana", "Ben")]
    [table] = club.begin()
    club.win(phones[0], table["code"], "Ana")
    path = f"/tables/{table['code']}"
    phones[0].post(f"{path}/rematch", {}).said(409)
    phones[0].post(f"{path}/next", {"game": "cribbage"}).said(409)
    assert phones[0].look(table["code"])["rematch"] is None


def test_begin_sent_twice_begins_one_round(club: Club, room: CardRoom) -> None:
    for name in ("Ana", "Ben"):
        club.come_in(name)
    club.begin()
    statuses: list[int] = []

    def begin_second() -> None:
        body = {"anyway": True, "number": 2}
        answer = club.director.post(f"{club.path}/rounds", body)
        statuses.append(answer.status)

    taps = [Thread(target=begin_second) for _ in range(4)]
    for tap in taps:
        tap.start()
    for tap in taps:
        tap.join()
    assert sorted(statuses) == [201, 409, 409, 409]
    assert len(club.see()["rounds"]) == 2


def test_nobody_confirms_their_own_result_while_the_others_have_a_phone(
    club: Club,
) -> None:
    phones = {name: club.come_in(name) for name in ("Ana", "Ben")}
    [table] = club.begin()
    confirm = f"/tables/{table['code']}/confirm"
    seq = club.win(phones["Ana"], table["code"], "Ana")
    for body in ({"seq": seq}, {"seq": seq, "agreed": True}):
        phones["Ana"].post(confirm, body).said(403)
        club.stranger.post(confirm, body).said(401)
    phones["Ben"].post(confirm, {"seq": seq}).said(200)


@pytest.mark.parametrize("movement", ["individual", "progressive"])
def test_nobody_confirms_their_partners_result(club: Club, movement: str) -> None:
    club = Club(club.app, club.address, movement=movement, counts="points")
    phones = [club.come_in(name) for name in ("Ana", "Ben", "Cy", "Di")]
    [table] = club.begin()
    first, second, third, fourth = (phones[int(id) - 1] for id in table["seats"])
    confirm = f"/tables/{table['code']}/confirm"
    [seat, *_] = club.director.look(table["code"])["seats"]
    body = {"seq": club.win(first, table["code"], seat)}
    third.post(confirm, body).said(403)
    for phone in (second, fourth, club.director):
        phone.post(confirm, body).said(200)


def test_a_result_counts_once_it_is_confirmed(club: Club) -> None:
    honest = club.come_in("Honest")
    mallory = club.come_in("Mallory")
    [table] = club.begin()
    path = f"/tables/{table['code']}"

    def correct(winner: str) -> int:
        points = {seat: 9 if seat == winner else 1 for seat in ("Honest", "Mallory")}
        body = {"changes": [{"seq": 1, "data": {"points": points}}]}
        mallory.post(f"{path}/corrections", body).said(201)
        return int(mallory.look(table["code"])["seq"])

    def must_count(**totals: int) -> None:
        standings = club.director.get(f"{club.path}/standings").said(200)
        assert {each["name"]: each["total"] for each in standings} == totals

    club.win(mallory, table["code"], "Mallory")
    must_count(Honest=0, Mallory=0)
    seq = correct("Honest")
    honest.post(f"{path}/confirm", {"seq": seq}).said(200)
    must_count(Honest=9, Mallory=1)

    # The loser rewrites it alone: what was confirmed goes on counting.
    correct("Mallory")
    must_count(Honest=9, Mallory=1)
    club.director.post(f"{club.path}/rounds", {}).said(409)
    club.begin(anyway=True)
    must_count(Honest=9, Mallory=1)
    seen = club.see()
    assert table["code"] in seen["waiting"]
    assert seen["late"] == []


def test_an_unconfirmed_result_is_left_out_and_comes_in_late(club: Club) -> None:
    phones = {name: club.come_in(name) for name in ("Honest", "Mallory")}
    [table] = club.begin()
    seq = club.win(phones["Mallory"], table["code"], "Mallory")
    club.begin(anyway=True)
    standings = club.director.get(f"{club.path}/standings").said(200)
    assert [each["total"] for each in standings] == [0, 0]
    confirm = f"/tables/{table['code']}/confirm"
    phones["Honest"].post(confirm, {"seq": seq}).said(200)
    [late] = club.see()["late"]
    assert late["before"] == []


def test_corrections_of_earlier_rounds_hold_up_no_round(club: Club) -> None:
    phones = {name: club.come_in(name) for name in ("Honest", "Mallory")}
    for _ in range(2):
        [table] = club.begin()
        seq = club.win(phones["Mallory"], table["code"], "Honest")
        confirm = f"/tables/{table['code']}/confirm"
        phones["Honest"].post(confirm, {"seq": seq}).said(200)
    first = club.see()["rounds"][0]["tables"][0]["code"]
    points = {"Honest": 1, "Mallory": 9}
    body = {"changes": [{"seq": 1, "data": {"points": points}}]}
    phones["Mallory"].post(f"/tables/{first}/corrections", body).said(201)
    club.begin()
    seen = club.see()
    assert first in seen["waiting"]
    # The director decides.
    scores = {"table": first, "scores": {"1": 9, "2": 1}}
    club.director.post(f"{club.path}/scores", scores).said(201)
    assert first not in club.see()["waiting"]


def test_a_table_whose_game_hangs_holds_up_no_page_of_its_event(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    phones = [club.come_in(name) for name in ("Ana", "Ben", "Cy", "Di")]
    first, second = (table["code"] for table in club.begin())
    author = club.director.look(first)["seats"][0]
    by = phones[("Ana", "Ben", "Cy", "Di").index(author)]
    seq = club.win(by, first, author)
    disputing = {"seq": seq, "why": "No"}
    club.director.post(f"/tables/{first}/disputes", disputing).said(201)

    def hang(_: CardRoom, code: str) -> None:
        raise AssertionError(f"table {code} is loaded")

    monkeypatch.setattr(CardRoom, "table", hang)
    seen = club.see()
    assert seen["disputed"] == [first]
    assert {*seen["waiting"]} == {first, second}
    club.board.get(f"{club.path}/standings").said(200)
    pages = {
        "": f"host_{club.code}={club.director.token}",
        "?stay=1": f"seat_{club.code}={by.token}",
        "/board": f"seat_{club.code}={club.board.token}",
        "/standings": f"seat_{club.code}={club.board.token}",
    }
    for rest, cookie in pages.items():
        page = _page(f"{club.address}/events/{club.code}{rest}", cookie)
        assert page.status == 200, rest


def test_nobody_sits_down_at_a_table_of_an_event_beside_those_it_seated(
    app: Flask,
) -> None:
    with answering(app) as daemon:
        address = f"http://{HOST}:{daemon.port}"
        club = Club(app, address, game="holdem", options={})
        phones = [club.come_in(name) for name in ("Ana", "Mallory")]
        [table] = club.begin()
        path = f"/tables/{table['code']}/join"
        for phone in (club.stranger, club.director, *phones):
            refused = phone.post(path, {"name": "Ghost"})
            assert refused.status in (401, 403)
        assert len(club.director.look(table["code"])["seats"]) == 2


def test_a_stranger_hears_nothing_of_an_event(club: Club) -> None:
    for phone in (club.stranger, Phone(club.address, "guessed")):
        phone.get(f"{club.path}/live").said(401)


def test_nobody_takes_anothers_name_at_a_table(club: Club) -> None:
    phones = [club.come_in(name) for name in ("Ana", "Ben", "Cy", "Mallory")]
    first, second = (table["code"] for table in club.begin())
    seats = club.director.look(first)["seats"]
    [other, *_] = club.director.look(second)["seats"]
    names = ("Ana", "Ben", "Cy", "Mallory")
    mallory = phones[names.index(seats[0])]
    rename = f"/tables/{first}/seats/{seats[0]}/name"
    for phone in (mallory, club.director):
        refused = phone.post(rename, {"name": other}).said(409)
        assert "the event’s" in refused["detail"]
    assert club.director.look(first)["seats"] == seats
    seat = _page(f"{club.address}/t/{first}/seat", f"seat_{first}={mallory.token}")
    assert "phone" in seat.text
    for offer in ("Change the name", "Forget the name", "Leave the table"):
        assert offer not in seat.text
    host = f"host_{first}={club.director.token}"
    seat = _page(f"{club.address}/t/{first}/seat", host)
    assert "All seats" in seat.text
    for offer in ("Free this seat", f"Make {seats[0]} the host"):
        assert offer not in seat.text


@pytest.mark.parametrize("name", ["Mallory.", "Mal lory", "mal-lory", "“Mallory”"])
def test_punctuation_and_spaces_part_no_names(club: Club, name: str) -> None:
    club.come_in("Mallory")
    entered = club.stranger.post(f"{club.path}/entrants", {"names": [name]})
    assert "Mallory is already here" in entered.said(409)["detail"]


@pytest.mark.parametrize(
    ("pairs", "why"),
    [(True, "Name both partners."), (False, "nobody enters as a pair here")],
)
def test_a_list_says_of_each_line_how_many_it_names(
    club: Club, pairs: bool, why: str
) -> None:
    club = Club(club.app, club.address, movement="round-robin", pairs=pairs)
    lines = "Ana\nBen" if pairs else "Ana,Ben\nCy,Di"
    listed = club.director.post(f"{club.path}/list", {"csv": lines}).said(201)
    assert [left["line"] for left in listed["left_out"]] == [1, 2]
    for left in listed["left_out"]:
        assert why in left["why"]


def test_nobody_locks_themselves_out_of_their_table(club: Club) -> None:
    phones = [club.come_in(name) for name in ("Ana", "Ben")]
    [table] = club.begin()
    refused = phones[0].post(f"/tables/{table['code']}/leave", {}).said(409)
    assert "on the event’s page" in refused["detail"]
    assert phones[0].look(table["code"])["you"]["seat"] == "Ana"
    club.director.post(f"/tables/{table['code']}/leave", {"seat": "Ana"}).said(409)
    phones[0].post(f"{club.path}/entrants/1/leave", {}).said(200)
    club.win(phones[0], table["code"], "Ana")


def test_calls_join_the_open_one_of_their_table_and_fill_no_log(club: Club) -> None:
    phones = [club.come_in(name) for name in ("Ana", "Ben")]
    [table] = club.begin()
    seq = club.see()["seq"]
    statuses = []
    for number in range(40):
        for phone in phones:
            body = {"why": f"{number} " + "x" * 90}
            called = phone.post(f"{club.path}/calls", body)
            statuses.append(called.status)
    # Whose words the call doesn't take is told so; who says the same again is not.
    assert statuses == [201] * 10 + [422] * 70
    assert "Tell the director when they come." in called.text
    phones[0].post(f"{club.path}/calls", {"reason": "score"}).said(201)
    [call] = club.see()["calls"]
    assert call["table"] == table["code"]
    assert len(call["why"]) <= 500
    assert call["reasons"] == ["score"]
    assert club.see()["seq"] - seq < 10


def test_nobody_calls_by_what_no_page_can_show(club: Club) -> None:
    phones = [club.come_in(name) for name in ("Ana", "Mallory")]
    [table] = club.begin()
    phones[1].post(f"{club.path}/calls", {"why": "\ud800"}).said(400)
    path = f"/tables/{table['code']}"
    seq = club.win(phones[1], table["code"], "Mallory")
    disputing = {"seq": seq, "why": "\ud800"}
    phones[1].post(f"{path}/disputes", disputing).said(400)
    phones[0].post(f"{club.path}/calls", {"why": "Help \U0001f600"}).said(201)
    host = f"host_{club.code}={club.director.token}"
    page = _page(f"{club.address}/events/{club.code}", host)
    assert page.status == 200
    assert "Help \U0001f600" in page.text


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("substitute", {"names": ["Mallory"]}),
        ("substitute", {"names": ["Eve"]}),
        ("forget", {}),
    ],
    ids=["another phone", "somebody else", "a forgotten name"],
)
def test_a_former_phone_has_no_seat_at_any_table_of_the_event(
    club: Club, what: str, body: object
) -> None:
    phones = [club.come_in(name) for name in ("Ana", "Mallory")]
    former = phones[1]
    [first] = club.begin()
    club.win(former, first["code"], "Mallory")
    [second] = club.begin(anyway=True)
    link = former.post(f"/tables/{second['code']}/seats/Mallory/link", {}).said(201)
    for table in (first, second):
        former.look(table["code"])

    club.director.post(f"{club.path}/entrants/2/{what}", body).said(200)
    points = {"Ana": 0, "Mallory": 99}
    change = {"changes": [{"seq": 1, "data": {"points": points}}]}
    for table in (first, second):
        path = f"/tables/{table['code']}"
        former.get(path).said(401)
        former.post(f"{path}/corrections", change).said(401)
        former.post(f"{path}/confirm", {"seq": 1}).said(401)
        former.enter(table["code"], "note", note="Hello").said(401)
    key = link["url"].rsplit("/", 1)[1]
    links = f"/tables/{second['code']}/links"
    assert club.stranger.post(links, {"token": key}).status == 404
    phones[0].enter(second["code"], "note", note="Hello").said(201)


def test_nobody_asks_for_anothers_seat(club: Club) -> None:
    club = Club(club.app, club.address, movement="series", counts="points")
    phones = [club.come_in(name) for name in ("Ana", "Mallory", "Eve", "Di")]
    [table] = club.begin()
    path = f"/tables/{table['code']}"
    for phone in (phones[1], club.director):
        asked = phone.post(f"{path}/join", {"name": "Ana"}).said(409)
        assert "only the director" in asked["detail"]
    assert club.director.look(table["code"])["claims"] == []
    cookie = f"seat_{club.code}={club.board.token}"
    page = _page(f"{club.address}/t/{table['code']}", cookie)
    assert page.status == 200
    assert "Take a seat" not in page.text
    page = _page(
        f"{club.address}/t/{table['code']}",
        f"host_{table['code']}={club.director.token}",
    )
    assert "Ask for" not in page.text


def test_nobody_forgets_a_name_at_one_table(club: Club) -> None:
    phones = [club.come_in(name) for name in ("Ana", "Ben")]
    [table] = club.begin()
    path = f"/tables/{table['code']}/seats/Ana/forget"
    for phone in (phones[0], club.director):
        refused = phone.post(path, {}).said(409)
        assert "the event’s page" in refused["detail"]
    host = f"host_{table['code']}={club.director.token}"
    seat = _page(f"{club.address}/t/{table['code']}/seat", host)
    assert "All seats" in seat.text
    assert "Forget the name" not in seat.text


def test_the_hosts_role_never_goes_with_a_seat(club: Club) -> None:
    club.director.post(f"{club.path}/entrants", {"names": ["Mallory"]}).said(201)
    opponent = club.come_in("Ana")
    [table] = club.begin()
    path = f"/tables/{table['code']}"
    # The director keeps the seat for somebody whose phone is still to come.
    browser = Browser(club.address)
    browser.get(f"/events/{club.code}/as/{club.director.token}")
    browser.get(f"/events/{club.code}/tables/{table['code']}")
    seated = browser.send(f"/t/{table['code']}/join", name="Mallory")
    assert seated.status == 303
    as_seat = club.bear(browser.cookie(f"seat_{table['code']}"))
    mallory = club.come_in("Mallory")
    entering = club.director.look(table["code"])["you"]
    assert (entering["host"], entering["seat"]) == (True, None)

    seq = club.win(opponent, table["code"], "Ana")
    disputing = {"seq": seq, "why": "No"}
    dispute = opponent.post(f"{path}/disputes", disputing).said(201)["id"]
    substitute = {"names": ["Eve"]}
    for phone in (as_seat, mallory):
        for rest, body in (
            ("entries", {"id": str(uuid4()), "kind": "stop", "data": {}}),
            (f"disputes/{dispute}/resolve", {"as": "upheld"}),
            ("host", {"seat": "Mallory"}),
            ("watch", {}),
        ):
            assert phone.post(f"{path}/{rest}", body).status in (401, 403), rest
    refused = club.director.post(f"{path}/host", {"seat": "Mallory"}).said(409)
    assert "the director is the host" in refused["detail"]
    page = browser.send(f"/t/{table['code']}/seat/host", seat="Mallory")
    assert page.status == 409

    club.director.post(f"{club.path}/entrants/1/substitute", substitute).said(200)
    eve = club.come_in("Eve")
    assert not eve.look(table["code"])["you"]["host"]
    assert club.director.look(table["code"])["you"]["host"]


def test_a_rescue_opens_no_event_to_strangers(
    club: Club, place: Path, tmp_path: Path
) -> None:
    phone = club.come_in("Anastasia")
    club.come_in("Benedikt")
    [table] = club.begin()
    club.win(phone, table["code"], "Anastasia")
    saved = tmp_path / "saved.db"
    assert rescue(place, saved).lost == ()
    with closing(CardRoom(Store.open(saved))) as room, answering(served(room)) as new:
        club.address = f"http://{HOST}:{new.port}"
        stranger = club.bear(None)
        for path in (club.path, f"/tables/{table['code']}"):
            _must_hide_names(stranger.get(path))
        for list in ("/matches", "/players"):
            _must_hide_names(stranger.get(list), (200,))
        seen = club.bear(phone.token).get(club.path).said(200)
        assert seen["table"] == table["code"]
        [*_, second] = club.bear(club.director.token).get(club.path).said(200)["rounds"]
        assert second["tables"] == [table]
