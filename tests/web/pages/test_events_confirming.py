"""Results at a club night: who confirms and corrects them, and what is disputed."""

import re

import pytest
from flask import Flask

from referee.hosting.events.desk import EventDesk
from referee.hosting.events.event_now import EventNow
from referee.hosting.room import CardRoom
from tests.web.pages.clubs import (
    Club,
    drive,
    full_club,
)
from tests.web.phone import Phone
from tests.web.plain_pages import page


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

    # It is still said at the end.
    for each in club.tables:
        club.play(each)
    for phone in (club.director, ana):
        seen = club.see(phone, "?stay=1").text
        assert "All rounds are played." in seen
        assert now in seen


def test_a_correction_after_the_end_is_said_to_all_who_look(app: Flask) -> None:
    club = full_club(app, rounds="1")
    club.begin()
    for each in club.tables:
        club.play(each)
    table = club.tables[0]
    winner = club.phones[club.api.get(f"/tables/{table}").said(200)["seats"][0]]
    assert "You won!" in club.see(winner, "?stay=1").text
    entrants = club.api.get(club.path).said(200)["rounds"][0]["tables"][0]["seats"]
    entered = {"table": table, "scores": dict(zip(entrants, (1, 7), strict=True))}
    club.api.post(f"{club.path}/scores", entered).said(201)
    assert "You won!" not in club.see(winner, "?stay=1").text
    for phone, where in (
        (winner, "?stay=1"),
        (club.director, ""),
        (club.director, "/board?turn=0"),
        (club.director, "/board?turn=1"),
    ):
        seen = club.see(phone, where).text
        assert re.search(r"Table 1 is now \S+ 1 · \S+ 7, not \S+ 2 · \S+ 1\.", seen)
        assert "The director corrected it." in seen


@pytest.mark.parametrize("was_confirmed", [False, True])
def test_a_correction_of_what_never_counted_is_news_at_its_own_table_only(
    app: Flask, was_confirmed: bool
) -> None:
    club = full_club(app, confirm="yes")
    club.begin()
    table, other = club.tables
    names = {}
    for code in (table, other):
        club.play(code)
        names[code] = club.api.get(f"/tables/{code}").said(200)["seats"]
    if was_confirmed:
        club.api.post(f"/tables/{table}/confirm", {"seq": 1}).said(200)
    own = club.phones[names[table][0]]
    stranger = club.phones[names[other][0]]

    def who_reads() -> list[bool]:
        seen = []
        for phone, where in (
            (club.director, ""),
            (own, "?stay=1"),
            (stranger, "?stay=1"),
            (club.director, "/board?turn=1"),
        ):
            seen.append("The director corrected it." in club.see(phone, where).text)
        return seen

    expected = [True, True, was_confirmed, was_confirmed]
    points = dict(zip(names[table], (1, 7), strict=True))
    edits = {"changes": [{"seq": 1, "data": {"points": points}}]}
    club.api.post(f"/tables/{table}/corrections", edits).said(201)
    seq = club.api.get(f"/tables/{table}").said(200)["seq"]
    club.api.post(f"/tables/{table}/confirm", {"seq": seq}).said(200)
    assert who_reads() == expected


def test_scores_in_place_of_a_result_that_nobody_confirmed_are_news_at_its_own_table(
    app: Flask,
) -> None:
    club = full_club(app, confirm="yes")
    club.begin()
    table, other = club.tables
    club.play(table)
    entrants = club.api.get(club.path).said(200)["rounds"][0]["tables"][0]["seats"]
    entered = {"table": table, "scores": dict(zip(entrants, (1, 7), strict=True))}
    club.api.post(f"{club.path}/scores", entered).said(201)
    seats = {
        code: club.api.get(f"/tables/{code}").said(200)["seats"]
        for code in (table, other)
    }
    own = club.phones[seats[table][0]]
    stranger = club.phones[seats[other][0]]
    assert "The director corrected it." in club.see(own, "?stay=1").text
    assert "is now" not in club.see(stranger, "?stay=1").text
    assert "is now" not in club.see(club.director, "/board?turn=1").text


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
    seen = club.see(club.director).text
    assert f"Table {number}: Ana disputes something" in seen
    assert "No To the table" in seen


def test_a_disputed_table_holds_up_the_next_round_and_the_end_until_it_is_settled(
    app: Flask,
) -> None:
    club = full_club(app, rounds="3")
    club.begin()
    for each in club.tables:
        club.play(each)
    table = club.tables[0]
    view = club.api.get(f"/tables/{table}").said(200)
    loser = club.phones[view["seats"][1]]
    disputes = f"/tables/{table}/disputes"
    made = club.bear(loser).post(disputes, {"seq": 1, "why": "I won"}).said(201)
    shown = club.see(club.director).text
    assert "disputed" in shown
    assert shown.count("done ✓") == 1
    assert "Table 1 is disputed" in shown.partition("Round 2 waits for")[2]
    assert "Go on all the same" in shown
    assert "To be confirmed: 1" in club.see(club.director, "/board").text
    assert club.led(loser) == table, "its phones stay there"
    refused = page(club.begin()).text
    assert "Still disputed: Table 1. Settle that first" in refused
    assert table in club.api.get(f"/events/{club.code}").said(200)["waiting"]

    club.begin(anyway="yes")
    told = page(loser.get(f"/t/{club.led(loser)}")).text
    assert "Round 1, table 1 is disputed. " in told
    for each in club.tables:
        club.play(each)
    seen = club.see(club.director).text
    assert "Round 1, table 1: " in seen
    assert "disputes something I won To the table" in seen
    assert seen.count("Round 1, table 1 is disputed") == 1, "where round 3 waits"
    assert "Round 1, table 1" in page(club.begin()).text
    assert "Begin round 3" not in seen
    settle = f"{disputes}/{made['id']}/resolve"
    club.api.post(settle, {"as": "upheld"}).said(201)
    seen = club.see(club.director).text
    assert "disputes something" not in seen
    assert "Begin round 3" in seen
    assert club.begin().status_code == 303


def test_the_other_side_reads_at_its_next_table_what_was_corrected_by_whom(
    app: Flask,
) -> None:
    club = full_club(app, rounds="3")
    club.begin()
    ana = club.phones["Ana"]
    table = club.led(ana)
    other = opponent_of("Ana", club, table)
    phone = club.phones[other]
    club.led(phone)
    club.win(ana, table, "Ana")
    for each in club.tables:
        club.play(each)

    def correct(scores: dict[str, int]) -> None:
        edits = {"changes": [{"seq": 1, "data": {"points": scores}}]}
        made = club.bear(ana).post(f"/tables/{table}/corrections", edits)
        made.said(201)

    # In the same round, by who waits at the event.
    correct({"Ana": 8, other: 3})
    told = club.see(phone).text
    assert re.search(r"Table \d is now .*Ana 8.*, not .*Ana 9", told)
    assert "Ana corrected it." in told

    club.begin()
    club.led(ana)
    assert "corrected it" not in page(phone.get(f"/t/{club.led(phone)}")).text
    correct({"Ana": 7, other: 6})
    told = page(phone.get(f"/t/{club.led(phone)}")).text
    assert re.search(r"Round 1, table \d is now .*Ana 7.*, not .*Ana 8", told)
    assert "Ana corrected it." in told
    for seen in (club.director, phone):
        assert "Ana corrected it." in club.see(seen, "?stay=1").text
    board = club.see(club.director, "/board?turn=1").text
    assert re.search(r"Round 1, table \d is now .*Ana corrected it\.", board)


def test_both_sides_read_what_the_director_decided(app: Flask) -> None:
    club = Club(app, rounds="2")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    table = club.play_table(ana, ben)
    seats = club.api.get(f"/events/{club.code}").said(200)["rounds"][0]["tables"][0]
    scores = dict(zip(seats["seats"], (5, 6), strict=True))
    entered = {"table": table, "scores": scores}
    club.api.post(f"/events/{club.code}/scores", entered).said(201)
    for phone in (ana, ben):
        told = club.see(phone).text
        assert re.search(r"Table 1 is now .* [56] · .* [56], not .* [19] · ", told)
        assert "The director corrected it." in told
    board = club.see(club.director, "/board?turn=1").text
    assert "The director corrected it." in board
    club.begin()
    assert "is now" not in page(ben.get(f"/t/{club.led(ben)}")).text


def test_an_event_is_over_once_no_result_of_its_last_round_is_disputed(
    app: Flask,
) -> None:
    club = Club(app, rounds="1")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    table = club.play_table(ana, ben)
    disputes = f"/tables/{table}/disputes"
    made = club.bear(ben).post(disputes, {"seq": 1}).said(201)
    assert "End all the same" in club.see(club.director).text
    told = page(ana.get(f"/t/{table}")).text
    assert "The director" in told
    assert "host" not in told.lower()
    assert "The winner" not in club.see(club.director, "/board").text
    assert "Round 1 of 1" in page(ana.get("/")).text
    club.api.post(f"{disputes}/{made['id']}/resolve", {"as": "upheld"}).said(201)
    assert "All rounds are played." in club.see(club.director).text
    lobby = page(ana.get("/")).text
    assert "The winner: Ana" in lobby
    assert "Round 1 of 1" not in lobby
    door = page(app.test_client().get(club.path)).text
    assert "Back to the event" in door
    assert "Players enter here." not in door


@pytest.mark.parametrize(
    ("spoken", "refusal"),
    [
        ("en", "A ruling is disputed. Settle that first."),
        ("de", "Ein Einspruch läuft noch. Klärt zuerst den."),
        ("es", "Hay una protesta en curso. Antes hay que resolverla."),
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
        f"/t/{table}/confirm",
        data={"seq": seen},
        headers={"Accept-Language": spoken},
    )
    assert refusal in page(refused).text
    settle = f"/tables/{table}/disputes/{disputed['id']}/resolve"
    club.api.post(settle, {"as": "upheld"}).said(201)
    assert "Is the result right?" in page(club.phones["Ben"].get(f"/t/{table}")).text


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
    early = early.partition("Round 2 waits for 1 result")[2]
    assert " to be confirmed by Ben Table 1: confirm the result " in early
    # In the table's row, and where the round's beginning waits for it.
    assert shown.count("Table 1: confirm the result") == 2
    [seq] = {*re.findall(r'name="seq" value="(\d+)"', shown)}
    assert ana.post(f"/t/{table}/confirm", data={"seq": seq}).status_code == 403
    unseen = club.director.post(f"/t/{table}/confirm", data={"seq": int(seq) + 1})
    assert "Something has changed since" in page(unseen).text
    assert "data-refused" not in unseen.get_data(as_text=True), "news redraw its form"
    club.post(ben, "call", reason="score")
    assert "Ben calls you" in club.see(club.director).text
    club.director.post(f"/t/{table}/confirm", data={"seq": seq})
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
    refused = club.director.post(f"/t/{table}/confirm", data={"seq": seq})
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


@pytest.mark.parametrize("by", ["director", "director on a page", "caller"])
def test_the_correction_that_a_call_asked_for_answers_it(app: Flask, by: str) -> None:
    club = Club(app)
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    table = club.play_table(ana, ben)
    caller = ana if by == "caller" else ben
    club.post(caller, "call", reason="score")
    assert "calls you" in club.see(club.director).text
    if by == "director on a page":
        filled = {"do": "change", "typed=points=Ana": "1", "typed=points=Ben": "9"}
        club.director.post(f"/t/{table}/correct/1", data=filled)
    else:
        changes = [{"seq": 1, "data": {"points": {"Ana": 1, "Ben": 9}}}]
        phone = club.api if by == "director" else club.bear(ana)
        phone.post(f"/tables/{table}/corrections", {"changes": changes}).said(201)
    assert "calls you" not in club.see(club.director).text


def test_a_correction_by_another_answers_no_call(app: Flask) -> None:
    club = Club(app)
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    table = club.play_table(ana, ben)
    club.post(ben, "call", reason="score")
    changes = [{"seq": 1, "data": {"points": {"Ana": 8, "Ben": 1}}}]
    answer = club.bear(ana).post(f"/tables/{table}/corrections", {"changes": changes})
    answer.said(201)
    assert "Ben calls you" in club.see(club.director).text


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
    for phone, asks in ((ben, True), (cy, False), (club.director, False)):
        seen = page(phone.get(f"{club.path}?stay=1"))
        assert "Round 1, table 1 was corrected to " in seen.text
        forms = [form["action"] for form in seen.forms]
        assert (f"/t/{table}/confirm" in forms) is asks
    there = page(ben.get(f"/t/{table}?stay=2"))
    [form] = [each for each in there.forms if "table" in each]
    called = club.post(ben, "call", reason="score", table=form["table"])
    assert called.headers["Location"] == f"{club.path}/tables/{table}"
    assert "Ben calls you · Round 1, table 1" in club.see(club.director).text
    assert "The score is wrong" in club.see(ben, "?stay=1").text
    assert "The score is wrong" in page(ben.get(f"/t/{table}?stay=2")).text
    assert club.post(cy, "call", reason="score", table=table).status_code == 403
    ben.post(f"/t/{table}/confirm", data={"seq": "3"})
    assert "Ben calls you" not in club.see(club.director).text


def test_a_correction_reaches_the_other_side_at_their_next_table(
    app: Flask, room: CardRoom
) -> None:
    club = full_club(app, confirm="yes")
    club.begin()
    ana = club.phones["Ana"]
    table = club.led(ana)
    other = opponent_of("Ana", club, table)
    club.led(club.phones[other])
    club.win(ana, table, "Ana")
    for each in club.tables:
        club.play(each)
        club.api.post(f"/tables/{each}/confirm", {"seq": 1}).said(200)
    club.begin()
    there = club.led(club.phones[other])
    rung: list[str] = []
    room.listeners.listen(there, rung.append)
    points = {"Ana": 8, other: 4}
    correction = {"changes": [{"seq": 1, "data": {"points": points}}]}
    token = ana.get_cookie(f"seat_{club.code}")
    assert token is not None
    Phone(app, token.value).post(f"/tables/{table}/corrections", correction).said(201)
    assert rung == [there]

    # Another phone of theirs knows the event alone.
    cookie = club.phones[other].get_cookie(f"seat_{club.code}")
    assert cookie is not None
    club.phones[other] = app.test_client()
    club.phones[other].get(f"{club.path}/as/{cookie.value}")
    seen = page(club.phones[other].get(f"/t/{club.led(club.phones[other])}"))
    [told] = re.findall(r"was corrected to (.*?), from (.*?), and waits", seen.text)
    assert [{*each.split(" · ")} for each in told] == [
        {"Ana 8", f"{other} 4"},
        {"Ana 9", f"{other} 1"},
    ]
    assert "Object" in seen.text
    [form] = [form for form in seen.forms if form["action"] == f"/t/{table}/confirm"]
    own = page(ana.get(f"/t/{club.led(ana)}"))
    assert "was corrected" in own.text
    assert f"/t/{table}/confirm" not in [form["action"] for form in own.forms]
    phone = club.phones[other]
    sent = phone.post(form["action"], data={"seq": form["seq"]})
    assert sent.headers["Location"] == club.path
    assert club.led(phone) == there
    assert "was corrected" not in page(phone.get(f"/t/{there}")).text


def test_what_the_director_decides_needs_no_confirmation(app: Flask) -> None:
    club = Club(app, confirm="yes")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    table = club.play_table(ana, ben)
    ben.post(f"/t/{table}/confirm", data={"seq": "1"})
    tokens = {}
    for name, phone in (("Ana", ana), ("Ben", ben)):
        cookie = phone.get_cookie(f"seat_{club.code}")
        assert cookie is not None
        tokens[name] = Phone(app, cookie.value)
    correction = {"changes": [{"seq": 1, "data": {"points": {"Ana": 8, "Ben": 1}}}]}
    path = f"/tables/{table}"
    made = tokens["Ana"].post(f"{path}/corrections", correction).said(201)["id"]
    body = {"correction": made, "why": "It was nine."}
    dispute = tokens["Ben"].post(f"{path}/disputes", body).said(201)["id"]
    assert f"/t/{table}/confirm" not in club.director.get(club.path).get_data(
        as_text=True
    )
    club.api.post(f"{path}/disputes/{dispute}/resolve", {"as": "overruled"}).said(201)
    seen = club.see(club.director).text
    assert "to be confirmed" not in seen
    view = club.api.get(path).said(200)
    assert view["confirmation"] == {"seq": view["seq"], "seat": None}


def opponent_of(name: str, club: Club, table: str) -> str:
    seats = club.api.get(f"/tables/{table}").said(200)["seats"]
    [other] = [seat for seat in seats if seat != name]
    return str(other)


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
    assert re.search(r"Director called at \d\d:\d\d", called)
    assert "No: call the director" not in called
    assert "Confirm the result" in called
    club.post(club.director, "score", table=table, **{"score-1": "1", "score-2": "0"})
    assert "Ben calls you" not in club.see(club.director).text
    assert "The director has answered." in page(ben.get(f"/t/{table}")).text
    # Whoever calls for something else too still waits.
    club.post(ben, "call", reason="score", why="And a card is torn")
    club.post(club.director, "score", table=table, **{"score-1": "0", "score-2": "1"})
    assert "Ben calls you" in club.see(club.director).text


def test_without_confirmations_too_a_wrong_result_calls_the_director_by_a_tap(
    app: Flask,
) -> None:
    club = Club(app)
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    table = club.play_table(ana, ben)
    words = "Wrong? Call the director"
    assert words not in page(ana.get(f"/t/{table}")).text
    there = page(ben.get(f"/t/{table}"))
    assert words in there.text
    [form] = [each for each in there.forms if "table" in each]
    ben.post(form["action"], data={"table": form["table"], "reason": "score"})
    assert "Ben calls you" in club.see(club.director).text
    assert words not in page(ben.get(f"/t/{table}")).text


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
