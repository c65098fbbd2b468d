"""An evening by HTTP alone: the door, the phones, the director and the board."""

from threading import Event
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask

from referee import time_limit
from referee.hosting.tables.tokens import read_code
from referee.plugin.game_faults import GameFaultError, GameFlaw
from referee.plugin.rulebook import Rulebook
from tests.club_night import ClubNight
from tests.web.phone import Phone

OPTIONS = {"rounds": 1}


class Club(ClubNight):
    """A club night whose results the other side confirms."""

    def __init__(self, app: Flask, *names: str, **wanted: Any) -> None:
        wanted = {"rounds": 2, "options": OPTIONS, "confirm": True, **wanted}
        super().__init__(app, *names, **wanted)

    def play(self, table: Any) -> int:
        """The first seat enters a result that it wins; returns its number."""
        phone = self.phones[table["seats"][0]]
        seats = phone.look(table["code"])["seats"]
        points = {seat: len(seats) - index for index, seat in enumerate(seats)}
        return int(phone.enter(table["code"], "round", points=points).said(201)["seq"])

    def confirm(self, table: Any, seq: int) -> int:
        phone = self.phones[table["seats"][1]]
        return phone.post(f"/tables/{table['code']}/confirm", {"seq": seq}).status


@pytest.fixture
def club(app: Flask) -> Club:
    return Club(app, "Ana", "Ben", "Cy", "Di")


def test_the_movements_are_listed(spectator: Phone) -> None:
    movements = spectator.get("/movements").said(200)
    assert {each["id"] for each in movements} >= {"swiss", "individual", "series"}


def test_a_round_begins_by_its_number_and_no_other(club: Club) -> None:
    rounds = f"{club.path}/rounds"
    early = club.director.post(rounds, {"number": 5}).said(409)
    assert early["detail"] == "Round 1 comes next."
    club.director.post(rounds, {"number": 1}).said(201)
    twice = club.director.post(rounds, {"number": 1}).said(409)
    assert twice["detail"] == "Round 1 has begun already."


def test_an_evening_goes_from_the_door_to_the_standings(club: Club) -> None:
    for _ in range(2):
        view = club.begin()
        for table in view["rounds"][-1]["tables"]:
            seq = club.play(table)
            assert club.confirm(table, seq) == 200
    view = club.board.get(club.path).said(200)
    assert view["waiting"] == []
    assert len(view["rounds"]) == 2
    standings = club.board.get(f"{club.path}/standings").said(200)
    assert sum(each["total"] for each in standings) == 12
    assert all(len(each["parts"]) == 2 for each in standings)
    csv = club.board.get(f"{club.path}/standings?as=csv").text
    assert csv.splitlines()[0] == (
        "place,name,round 1,round 2,adjustments,total,against equals,opponents,notes"
    )
    club.director.post(f"{club.path}/rounds", {}).said(409)


def test_what_is_no_result_is_noted_beside_the_numbers(app: Flask) -> None:
    club = Club(app, "Ana", "Ben", "Cy", counts="wins", confirm=False, rounds=3)
    [table] = club.begin()["rounds"][-1]["tables"]
    [bye] = {*club.names} - {*table["seats"]}
    club.director.post(f"{club.path}/entrants/{bye}/leave", {}).said(200)
    club.begin(anyway=True)
    club.enter("Di")
    csv = club.board.get(f"{club.path}/standings?as=csv").text.splitlines()
    notes = {}
    for row in csv[1:]:
        cells = row.split(",")
        notes[cells[1]] = (cells[2:4], cells[-1])
    went = (["0", "0"], "round 1: without result; round 2: waiting")
    for seat in table["seats"]:
        assert notes[club.names[seat]] == went
    assert notes[club.names[bye]] == (["1", "0"], "round 1: sat out; round 2: absent")
    assert notes["Di"] == (["0", "0"], "round 1: absent; round 2: absent")
    [standing] = [each for each in club.standings if each["entrant"] == bye]
    assert [part["kind"] for part in standing["parts"]] == ["sat-out", "absent"]


def test_the_director_chooses_what_parts_equal_totals(app: Flask) -> None:
    club = Club(app, "Ana", "Ben", "Cy", "Di", counts="wins", ties=["scores"])
    club.begin()
    first, second = club.tables
    club.score(first, 9, 0)
    club.score(second, 5, 4)
    order = [first["seats"][0], second["seats"][0]]
    assert [each["place"] for each in club.standings] == [1, 2, 3, 4]
    assert [each["entrant"] for each in club.standings][:2] == order
    csv = club.board.get(f"{club.path}/standings?as=csv").text
    assert csv.splitlines()[0].endswith("total,scores,notes")
    club.director.post(f"{club.path}/plan", {"ties": []}).said(200)
    assert [each["place"] for each in club.standings] == [1, 1, 3, 3]
    club.director.post(f"{club.path}/plan", {"ties": ["coin"]}).said(422)
    twice = {"ties": ["direct", "wins", "direct"]}
    planned = club.director.post(f"{club.path}/plan", twice).said(200)
    assert planned["plan"]["ties"] == ["direct", "wins"]


def test_a_phone_is_led_to_its_table(club: Club) -> None:
    view = club.begin()
    for entrant, phone in club.phones.items():
        own = phone.get(club.path).said(200)
        assert own["you"] == entrant
        table = next(
            t for t in view["rounds"][0]["tables"] if t["code"] == own["table"]
        )
        assert entrant in table["seats"]
        you = phone.get(f"/tables/{own['table']}").said(200)["you"]
        assert you["seat"] in ("Ana", "Ben", "Cy", "Di")
    table = view["rounds"][0]["tables"][0]["code"]
    assert club.director.get(f"/tables/{table}").said(200)["you"]["host"]


def begin_with_one_phone(app: Flask) -> tuple[Club, Any, Phone]:
    """Ana's phone is the only one at the table: the director entered Olga."""
    club = Club(app, "Ana")
    club.director.post(f"{club.path}/entrants", {"names": ["Olga"]}).said(201)
    [table] = club.begin()["rounds"][-1]["tables"]
    [ana] = club.phones.values()
    return club, table, ana


def test_nobody_takes_the_seat_of_an_entrant_without_a_phone(
    app: Flask,
) -> None:
    club, table, ana = begin_with_one_phone(app)
    for thief, status in ((ana, 403), (Phone(app), 401)):
        joining = thief.post(f"/tables/{table['code']}/join", {"name": "Olga"})
        joining.said(status)
    given = club.director.post(f"/tables/{table['code']}/join", {"name": "Olga"})
    assert given.said(201)["seat_token"]


def test_whoever_corrected_last_confirms_nothing(
    app: Flask,
) -> None:
    club = Club(app, "Ana", "Ben", options={"rounds": 2})
    [table, *_] = club.begin()["rounds"][-1]["tables"]
    path = f"/tables/{table['code']}"
    first, second = (club.phones[seat] for seat in table["seats"])
    seats = first.get(path).said(200)["seats"]
    for phone in (first, second):
        entry = {"kind": "round", "data": {"points": dict.fromkeys(seats, 3)}}
        phone.post(f"{path}/entries", {**entry, "id": str(uuid4())}).said(201)
    change = {"seq": 1, "data": {"points": dict(zip(seats, (9, 1), strict=True))}}
    first.post(f"{path}/corrections", {"changes": [change]}).said(201)
    seq = first.get(path).said(200)["seq"]
    first.post(f"{path}/confirm", {"seq": seq}).said(403)
    second.post(f"{path}/confirm", {"seq": seq}).said(200)


def test_whoever_undid_a_correction_confirms_nothing(app: Flask) -> None:
    """Ana enters what the director corrects, and undoes that: her result is for the
    other side to confirm.
    """
    club = Club(app, "Ana", "Ben", options={"rounds": 1})
    [table] = club.begin()["rounds"][-1]["tables"]
    path = f"/tables/{table['code']}"
    first, second = (club.phones[seat] for seat in table["seats"])
    seats = first.get(path).said(200)["seats"]

    def points(*each: int) -> dict[str, Any]:
        return {"points": dict(zip(seats, each, strict=True))}

    entry = {"kind": "round", "data": points(9, 1), "id": str(uuid4())}
    first.post(f"{path}/entries", entry).said(201)
    changes = [{"seq": 1, "data": points(1, 9)}]
    made = club.director.post(f"{path}/corrections", {"changes": changes}).said(201)
    first.post(f"{path}/corrections/{made['id']}/undo").said(201)
    waiting = club.director.get(club.path).said(200)["waiting"]
    assert waiting == [table["code"]]
    seq = first.get(path).said(200)["seq"]
    first.post(f"{path}/confirm", {"seq": seq}).said(403)
    second.post(f"{path}/confirm", {"seq": seq}).said(200)


def test_an_unconfirmed_result_waits_and_shows(club: Club) -> None:
    view = club.begin()
    for table in view["rounds"][0]["tables"]:
        seq = club.play(table)
        there = club.director.get(f"/tables/{table['code']}").said(200)
        assert there["confirmation"] == {"seq": 0, "seat": None}
    assert len(club.director.get(club.path).said(200)["waiting"]) == 2
    club.director.post(f"{club.path}/rounds", {}).said(409)
    assert club.confirm(table, seq) == 200
    assert len(club.director.get(club.path).said(200)["waiting"]) == 1
    club.director.post(f"{club.path}/rounds", {"anyway": True}).said(201)


def test_who_did_not_enter_sees_nothing_and_only_the_director_directs(
    club: Club, spectator: Phone, app: Flask
) -> None:
    club.begin()
    for rest in ("", "/standings"):
        spectator.get(f"{club.path}{rest}").said(401)
        Phone(app, "wrong").get(f"{club.path}{rest}").said(401)
    spectator.get("/events/XXXXX").said(404)
    ana = club.phones["1"]
    for rest, body in {
        "/rounds": {},
        "/plan": {"rounds": 3},
        "/list": {"csv": "Mo"},
        "/adjustments": {"entrant": "1", "points": 100, "why": "I like me"},
        "/entrants/2/substitute": {"names": ["Mo"]},
        "/entrants/2/forget": {},
        "/entrants/2/leave": {},
    }.items():
        ana.post(f"{club.path}{rest}", body).said(403)
        spectator.post(f"{club.path}{rest}", body).said(401)
        club.board.post(f"{club.path}{rest}", body).said(403)


def test_nobody_reads_another_tables_cards_through_the_event(club: Club) -> None:
    view = club.begin()
    first, second = view["rounds"][0]["tables"]
    stranger = club.phones[second["seats"][0]]
    stranger.get(f"/tables/{first['code']}").said(401)
    stranger.post(f"/tables/{first['code']}/confirm", {"seq": 1}).said(401)


def test_the_director_does_what_is_needed(club: Club) -> None:
    listed = club.director.post(f"{club.path}/list", {"csv": "Eve\nana\nFlo"}).said(201)
    assert listed["entered"] == ["5", "6"]
    assert listed["left_out"][0]["line"] == 2
    club.director.post(f"{club.path}/entrants/6/substitute", {"names": ["Gus"]}).said(
        200
    )
    club.director.post(f"{club.path}/entrants/5/leave", {}).said(200)
    club.director.post(f"{club.path}/entrants/5/return", {}).said(200)
    view = club.director.post(f"{club.path}/plan", {"rounds": 5}).said(200)
    assert view["plan"]["rounds"] == 5
    assert view["advice"] is None
    table = club.begin()["rounds"][0]["tables"][0]
    scores = dict.fromkeys(table["seats"], 7)
    scored = {"table": table["code"], "scores": scores}
    assert (
        table["code"]
        not in club.director.post(f"{club.path}/scores", scored).said(201)["waiting"]
    )
    adjusted = {"entrant": "1", "points": -2, "why": "Late"}
    club.director.post(f"{club.path}/adjustments", adjusted).said(201)
    called = club.phones["1"].post(f"{club.path}/calls", {"why": "Revoke?"}).said(201)
    assert [call["why"] for call in called["calls"]] == ["Revoke?"]
    [call] = club.director.get(club.path).said(200)["calls"]
    assert (call["why"], call["open"]) == ("Revoke?", True)
    club.director.post(f"{club.path}/calls/{call['seq']}/answer", {}).said(200)
    assert not club.director.get(club.path).said(200)["calls"][0]["open"]
    gone = club.director.post(f"{club.path}/entrants/6/forget", {}).said(200)
    assert gone["entrants"][5]["names"] == ["Player 6A"]


def test_wrong_wishes_are_said(spectator: Phone, club: Club) -> None:
    wrong = {"name": "x", "game": "score-pad", "movement": "mitchell", "rounds": 0}
    answer = spectator.post("/events", wrong).said(422)
    assert {each["field"] for each in answer["errors"]} == {"rounds"}
    answer = spectator.post("/events", {**wrong, "rounds": 3}).said(422)
    assert {each["field"] for each in answer["errors"]} == {"movement"}
    answer = spectator.post("/events", {**wrong, "groups": 2}).said(422)
    [known] = [each for each in answer["errors"] if each["field"] == "groups"]
    assert "sections" in known["message"]
    assert "groups" not in known["message"].removeprefix("groups")
    spectator.post(f"{club.path}/entrants", {"names": ["ANA"]}).said(409)
    spectator.post(f"{club.path}/entrants", {"names": ["A", "B"]}).said(422)


def test_scores_are_refused_that_the_table_would_be(app: Flask) -> None:
    whist = {"movement": "progressive", "options": {"preset": "whist"}}
    club = Club(app, "Ana", "Ben", "Cem", "Di", **whist)
    [table] = club.begin()["rounds"][0]["tables"]
    scores = dict(zip(table["seats"], (8, 6, 8, 6), strict=True))
    entered = {"table": table["code"], "scores": scores}
    refused = club.director.post(f"{club.path}/scores", entered).said(422)
    assert [each["field"] for each in refused["errors"]] == ["scores"]
    entered["scores"] = dict(zip(table["seats"], (7, 6, 9, 6), strict=True))
    refused = club.director.post(f"{club.path}/scores", entered).said(422)
    assert "Table 1: Partners have one score" in refused["errors"][0]["message"]
    club.score(table, 7, 6, 7, 6)


@pytest.mark.parametrize("hangs", [False, True])
def test_a_game_that_fails_or_hangs_keeps_no_score_out(
    app: Flask, monkeypatch: pytest.MonkeyPatch, hangs: bool
) -> None:
    whist = {"movement": "progressive", "options": {"preset": "whist"}}
    club = Club(app, "Ana", "Ben", "Cem", "Di", **whist)
    [table] = club.begin()["rounds"][0]["tables"]
    accept = Rulebook.accept
    taken: list[object] = []
    may_end = Event()

    def accept_one(book: Rulebook, *given: Any) -> Any:
        taken.append(given)
        if len(taken) == 1:
            return accept(book, *given)
        if hangs:
            may_end.wait()
        raise GameFaultError("Score Pad", "score-pad", GameFlaw("accept", "", ""))

    monkeypatch.setattr(Rulebook, "accept", accept_one)
    monkeypatch.setattr(time_limit, "SECONDS", 0.2)
    club.score(table, 7, 6, 7, 6)
    assert len(taken) == 2
    may_end.set()


def test_page_and_api_take_as_many_points(club: Club) -> None:
    adjusting = {"entrant": "1", "why": "Late"}
    path = f"{club.path}/adjustments"
    club.director.post(path, {**adjusting, "points": 1_000_000}).said(201)
    club.director.post(path, {**adjusting, "points": 1_000_001}).said(422)
    club.director.post(path, {**adjusting, "points": -0.5}).said(201)
    # Sums of tenths are never equal, and pages write halves.
    fields = club.director.post(path, {**adjusting, "points": 0.1}).fields()
    assert fields == {"points": "Must be a number, whole or with a half."}


def test_the_doors_address_holds_the_code_with_its_key(club: Club) -> None:
    opened = club.opened
    assert read_code(opened["url"].rpartition("/")[2]) == opened["code"]


def test_whoever_holds_the_only_phone_says_that_the_others_agree(
    app: Flask,
) -> None:
    club, table, ana = begin_with_one_phone(app)
    points = {"Ana": 3, "Olga": 1}
    entry = {"id": str(uuid4()), "kind": "round", "data": {"points": points}}
    seq = ana.post(f"/tables/{table['code']}/entries", entry).said(201)["seq"]
    confirm = f"/tables/{table['code']}/confirm"
    ana.post(confirm, {"seq": seq}).said(403)
    ana.post(confirm, {"seq": seq, "agreed": True}).said(200)
    assert club.director.get(club.path).said(200)["waiting"] == []


def test_what_is_confirmed_twice_is_one_line_and_its_number_stays(club: Club) -> None:
    [table, *_] = club.begin()["rounds"][0]["tables"]
    seq = club.play(table)
    path = f"/tables/{table['code']}"
    club.director.post(f"{path}/confirm", {"seq": seq}).said(200)
    club.director.post(f"{path}/confirm", {"seq": seq}).said(200)
    seen = club.director.get(path).said(200)
    assert seen["seq"] == seq
    assert seen["confirmation"] == {"seq": seq, "seat": None}
    # Whatever comes afterwards has the next number but one.
    first = club.phones[table["seats"][0]]
    made = first.post(f"{path}/disputes", {"seq": 1}).said(201)
    assert club.director.get(path).said(200)["seq"] == seq + 2
    club.director.post(f"{path}/confirm", {"seq": seq}).said(409)
    resolve = f"{path}/disputes/{made['id']}/resolve"
    club.director.post(resolve, {"as": "upheld"}).said(201)
    club.director.post(f"{path}/confirm", {"seq": seq + 3}).said(200)
    assert club.director.get(path).said(200)["confirmation"]["seq"] == seq + 3


def test_a_stopped_match_that_was_confirmed_and_goes_on_counts_nothing(
    club: Club,
) -> None:
    [table, *_] = club.begin()["rounds"][0]["tables"]
    path = f"/tables/{table['code']}"
    stop = {"id": str(uuid4()), "kind": "stop", "data": {}}
    club.director.post(f"{path}/entries", stop).said(201)
    club.phones[table["seats"][1]].post(f"{path}/confirm", {"seq": 1}).said(200)
    back = {"changes": [{"seq": 1, "strike": True}]}
    club.director.post(f"{path}/corrections", back).said(201)
    assert table["code"] in club.director.get(club.path).said(200)["waiting"]
    club.director.get(f"{club.path}/standings").said(200)


def test_the_director_confirms_what_nobody_else_can(club: Club) -> None:
    [table, _] = club.begin()["rounds"][-1]["tables"]
    seq = club.play(table)
    confirm = f"/tables/{table['code']}/confirm"
    club.director.post(confirm, {"seq": seq}).said(200)
    there = club.director.get(f"/tables/{table['code']}").said(200)
    assert there["confirmation"] == {"seq": seq, "seat": None}
    assert table["code"] not in club.board.get(club.path).said(200)["waiting"]


def test_nobody_enters_an_event_that_is_over_until_it_has_more_rounds(
    app: Flask,
) -> None:
    club = ClubNight(app, "Ana", "Ben", rounds=1)
    club.begin()
    club.enter("Late")
    club.score(club.tables[0], 2, 1)
    assert {each["name"] for each in club.standings} == {"Ana", "Ben"}
    entering = {"names": ["Zoe"]}
    for bearer, what, sent in (
        (club.stranger, "entrants", entering),
        (club.director, "entrants", entering),
        (club.director, "list", {"csv": "Zoe"}),
        (club.director, "tables", {}),
    ):
        refused = bearer.post(f"{club.path}/{what}", sent).said(409)
        assert "The event is over. For another round the director" in refused["detail"]
    substitute = f"{club.path}/entrants/1/substitute"
    club.director.post(substitute, {"names": ["Ana"]}).said(200)
    assert club.enter("Ana") == "1"
    assert club.phones["1"].get(club.path).said(200)["you"] == "1"
    club.director.post(f"{club.path}/plan", {"rounds": 2}).said(200)
    club.enter("Zoe")
    assert len(club.standings) == 4


def test_the_director_ends_an_event_without_what_is_missing(app: Flask) -> None:
    club = ClubNight(app, "Ana", "Ben", rounds=1)
    end = f"{club.path}/end"
    club.director.post(end, {}).said(409)
    club.begin()
    club.board.post(end, {}).said(403)
    assert club.board.get(club.path).said(200)["over"] is False
    view = club.director.post(end, {}).said(200)
    assert view["over"] is True
    assert view["waiting"] == [club.tables[0]["code"]]
    parts = [each["parts"][0]["kind"] for each in club.standings]
    assert parts == ["without-result"] * 2
    club.score(club.tables[0], 2, 1)
    assert club.standings[0]["total"] == 2
    assert club.board.get(club.path).said(200)["waiting"] == []


def test_what_changed_after_the_next_round_was_seated_is_said(club: Club) -> None:
    for table in club.begin()["rounds"][-1]["tables"]:
        club.confirm(table, club.play(table))
    assert club.begin()["late"] == []
    path = f"/tables/{table['code']}"
    phone = club.phones[table["seats"][0]]
    seats = phone.get(path).said(200)["seats"]
    change = {"seq": 1, "data": {"points": dict(zip(seats, (1, 7), strict=True))}}
    phone.post(f"{path}/corrections", {"changes": [change]}).said(201)
    view = club.board.get(club.path).said(200)
    # It waits for the other side once more; until then the first result counts.
    assert table["code"] in view["waiting"]
    assert view["late"] == []
    assert club.confirm(table, phone.get(path).said(200)["seq"]) == 200
    [late] = club.board.get(club.path).said(200)["late"]
    assert (late["table"]["code"], late["round"]) == (table["code"], 1)
    assert (late["before"], late["now"]) == ([2, 1], [1, 7])


def test_the_director_sees_which_table_a_dispute_stalls(club: Club) -> None:
    table, other = club.begin()["rounds"][-1]["tables"]
    for each in (table, other):
        club.play(each)
    loser = club.phones[table["seats"][1]]
    disputes = f"/tables/{table['code']}/disputes"
    id = loser.post(disputes, {"seq": 1, "why": "no"}).said(201)["id"]
    assert club.director.get(club.path).said(200)["disputed"] == [table["code"]]
    assert loser.get(club.path).said(200)["disputed"] == []
    club.begin(anyway=True)
    assert club.director.get(club.path).said(200)["disputed"] == [table["code"]]
    resolve = f"{disputes}/{id}/resolve"
    club.director.post(resolve, {"as": "upheld"}).said(201)
    assert club.director.get(club.path).said(200)["disputed"] == []


def test_calls_from_a_table_are_one_and_both_phones_see_the_answer(
    app: Flask,
) -> None:
    plan = {"game": "euchre", "movement": "individual", "options": {}}
    club = Club(app, "Ana", "Ben", "Cy", "Di", **plan)
    club.begin()
    ana = club.phones["1"]
    ben = club.phones["2"]
    ana.post(f"{club.path}/calls", {"asked": {"situation": "nonsense"}}).said(422)
    asked = {"situation": "revoke", "who": "player", "noticed": "later"}
    ana.post(f"{club.path}/calls", {"why": "Revoke?", "asked": asked}).said(201)
    ben.post(f"{club.path}/calls", {"why": "Come, please"}).said(201)
    seq = ben.post(f"{club.path}/calls", {"why": "Revoke?"}).said(201)["seq"]
    assert ben.post(f"{club.path}/calls", {"why": ""}).said(201)["seq"] == seq
    for phone in (ana, ben, club.director):
        [call] = phone.get(club.path).said(200)["calls"]
        assert call["why"] == "Revoke? · Come, please"
        assert (call["entrant"], call["asked"], call["open"]) == ("1", asked, True)
        assert call["ruling"]["remedies"][0]["what"]
    club.director.post(f"{club.path}/calls/{call['seq']}/answer", {}).said(200)
    [call] = ben.get(club.path).said(200)["calls"]
    assert call["answered_at"]
    assert not call["open"]
    again = ben.post(f"{club.path}/calls", {"why": "Again"}).said(201)["calls"]
    assert [each["open"] for each in again] == [False, True]


def test_the_directors_confirmation_or_the_callers_answers_that_the_score_is_wrong(
    app: Flask,
) -> None:
    club = Club(app, "Ana", "Ben", "Cy", "Di", "Eva", "Finn")
    by_seat, by_caller, by_director = club.begin()["rounds"][0]["tables"]
    for table, caller in ((by_seat, 0), (by_caller, 1), (by_director, 1)):
        club.play(table)
        phone = club.phones[table["seats"][caller]]
        phone.post(f"{club.path}/calls", {"reason": "score"}).said(201)
    assert club.confirm(by_seat, 1) == 200
    assert club.confirm(by_caller, 1) == 200
    path = f"/tables/{by_director['code']}/confirm"
    club.director.post(path, {"seq": 1}).said(200)
    calls = club.director.get(club.path).said(200)["calls"]
    assert [call["table"] for call in calls if call["open"]] == [by_seat["code"]]


def test_a_call_between_rounds_is_seen_by_its_caller_and_the_director(
    club: Club,
) -> None:
    club.phones["1"].post(f"{club.path}/calls", {"why": "A chair"}).said(201)
    for phone, seen in (
        (club.phones["1"], ["A chair"]),
        (club.director, ["A chair"]),
        (club.phones["2"], []),
        (club.board, []),
    ):
        calls = phone.get(club.path).said(200)["calls"]
        assert [call["why"] for call in calls] == seen


def test_points_without_a_half_are_whole_numbers_in_the_csv(app: Flask) -> None:
    club = Club(app, "Ana", "Ben", confirm=False)
    for points in (1, 0.5, 0.5):
        adjusting = {"entrant": "1", "points": points, "why": "Tea"}
        club.director.post(f"{club.path}/adjustments", adjusting).said(201)
    csv = club.board.get(f"{club.path}/standings?as=csv").text.splitlines()
    assert csv[1] == "1,Ana,2,2,,,Tea (+1); Tea (+½); Tea (+½)"
