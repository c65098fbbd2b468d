"""A club night by plain forms, on the phones of those who play."""

import re
from typing import Any

import pytest
from flask import Flask
from referee_web.pages import lobby

from referee.hosting.room import CardRoom
from referee.hosting.store.database import compact
from tests.web.pages.clubs import (
    ENTRANTS,
    Club,
    drive,
)
from tests.web.plain_pages import page


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
    assert "no result" in seen.partition("Round 2 waits for 2 results")[2]
    club.begin(anyway="yes")
    assert club.led(phone) in club.tables


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
        # As another daemon writes it.
        connection.execute("UPDATE events SET plan = ?", [plan])
        connection.execute("UPDATE ledgers SET version = version + 1, rewritten = 1")
    for what in ("", "/standings", "/standings/1", "/call"):
        assert ana.get(f"{club.path}{what}").status_code == 200
    assert "9" in club.see(club.director, "/standings").text
    assert club.director.get(f"{club.path}/board").status_code == 200


def test_a_name_is_forgotten_by_a_second_step_that_says_what_it_does(
    club: Club,
) -> None:
    shown = club.director.get(club.path).get_data(as_text=True)
    person = shown.partition('id="entrant-2"')[2].partition('id="entrant-3"')[0]
    first, fold, second = person.partition('id="forget-2"')
    assert "Has left" in first
    assert "/forget" not in first
    assert "This can’t be undone." in second
    [button] = re.findall(r'danger">([^<]*)<', second)
    assert fold
    assert button == "Forget Ben for good"
    path = f"{club.path}/entrants/2/forget"
    after = club.director.post(path, follow_redirects=True)
    said = "The name is forgotten: Player 2A stands in its place."
    assert said in page(after).text
    assert said not in club.see(club.director).text


def test_a_page_that_answers_a_refusal_leads_on_without_scripts_too(
    club: Club,
) -> None:
    club.begin()
    refused = club.begin().get_data(as_text=True)
    assert f'content="30;url={club.path}"' in refused


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
    eve.post(f"{club.path}/entrants/5/leave")
    assert "You’ve left." in club.see(eve).text
    assert "You’ve left." not in club.see(ana).text
    eve.post(f"{club.path}/entrants/5/return")
    assert "Ben" in club.see(eve).text
    assert club.director.post(f"{club.path}/entrants/2/forget").status_code == 303
    assert "Ben" not in club.see(eve).text
    club.begin()
    assert "Round 2" in club.see(eve, "?stay=1").text


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


def test_whoever_left_is_not_asked_back_once_all_rounds_are_played(
    app: Flask,
) -> None:
    club = Club(app, rounds="1")
    for name in (*ENTRANTS, "Eva"):
        club.enter(name)
    club.begin()
    eva = club.phones["Eva"]
    assert eva.post(f"{club.path}/entrants/5/leave").status_code == 303
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


def test_whoever_leaves_while_their_table_plays_reads_so(club: Club) -> None:
    club.begin()
    ben = club.phones["Ben"]
    table = club.led(ben)
    ben.post(f"{club.path}/entrants/2/leave")
    seen = club.see(ben)
    assert "You’ve left. Come back whenever you like." in seen.text
    assert "To your table" in seen.text
    ben.post(f"{club.path}/entrants/2/return")
    assert club.led(ben) == table


def test_who_has_left_is_counted_apart(club: Club) -> None:
    club.director.post(f"{club.path}/entrants/1/leave")
    seen = club.see(club.director).text
    assert "3 have entered · 1 left" in seen


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


@pytest.mark.parametrize("of", ["", "/board"])
def test_a_tables_page_reads_its_event_once(
    app: Flask, room: CardRoom, monkeypatch: pytest.MonkeyPatch, of: str
) -> None:
    """What the event shows is of one moment, and nothing of its log is read again."""
    club = Club(app, confirm="yes")
    ana = club.enter("Ana")
    club.enter("Ben")
    club.begin()
    code = club.led(ana)
    club.win(ana, code, "Ana")
    ana.get(f"/t/{code}{of}")
    read = room.store.read
    asked: list[str] = []

    def count(sql: str, given: Any = ()) -> Any:
        asked.append(sql)
        return read(sql, given)

    monkeypatch.setattr(room.store, "read", count)
    assert ana.get(f"/t/{code}{of}").status_code == 200
    assert [sql for sql in asked if "event" in sql] == [
        "SELECT * FROM events JOIN ledgers USING (code) WHERE code = ?"
    ]


def test_each_phone_asks_for_the_score_of_its_own_side_first(app: Flask) -> None:
    club = drive(app)
    [table] = club.tables
    for name, phone in club.phones.items():
        club.led(phone)
        shown = phone.get(f"/t/{table}").get_data(as_text=True)
        asked = re.findall(r'name="typed=tricks=(\w+)"', shown)
        sides = club.api.get(f"/tables/{table}").said(200)["sides"]
        [own] = [side for side in sides if name in side]
        assert len(asked) == 2
        assert asked[0] in own


def hold_again(app: Flask) -> tuple[Club, str]:
    """Play an evening of Ana and Ben, and open the next; return the way there."""
    club = Club(app, rounds="1")
    club.play_table(club.enter("Ana"), club.enter("Ben"))
    there = club.post(club.director, "again").headers["Location"]
    return club, there


def test_a_phone_enters_next_weeks_event_with_one_tap(app: Flask) -> None:
    club, there = hold_again(app)
    ana = club.phones["Ana"]
    offer = "Next week’s is open: enter as Ana"
    assert offer in club.see(ana, "?stay=1").text
    assert offer in page(ana.get("/")).text
    assert club.post(ana, "next").headers["Location"] == there
    assert "You’re Ana" in page(ana.get(there)).text
    assert offer not in page(ana.get("/")).text
    assert "Go to next week’s event" in club.see(ana, "?stay=1").text
    assert club.post(ana, "next").headers["Location"] == there, "sent twice"
    names = club.director.get(f"/api/v1{there}").get_json()["entrants"]
    assert [each["names"] for each in names] == [["Ana"], ["Ben"]]


def test_next_weeks_event_is_offered_for_as_long_as_it_is_open(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    club, _ = hold_again(app)
    monkeypatch.setattr(lobby, "A_DAY", 0.0)
    assert "enter as Ana" in page(club.phones["Ana"].get("/")).text
    club.post(club.phones["Ana"], "next")
    listed = page(club.phones["Ana"].get("/")).text
    assert listed.count("Club night") == 1


def test_nobody_enters_next_weeks_event_as_somebody_else(app: Flask) -> None:
    club, there = hold_again(app)
    stranger = app.test_client()
    refused = club.post(stranger, "next")
    assert refused.status_code == 401
    assert there not in refused.text
    assert "You’re" not in page(stranger.get(there)).text
    first = app.test_client()
    first.post(f"{there}/enter", data={"names": "Ana"})
    ana = club.phones["Ana"]
    assert "enter as Ana" not in club.see(ana, "?stay=1").text
    assert "enter as" not in page(ana.get("/")).text
    club.post(ana, "next")
    assert "You’re" not in page(ana.get(there)).text
    assert "You’re Ana" in page(first.get(there)).text


def test_a_phone_that_lost_its_place_is_not_let_in_next_week(app: Flask) -> None:
    club, there = hold_again(app)
    club.post(club.director, "entrants/1/substitute", names="Ana")
    ana = club.phones["Ana"]
    club.post(ana, "next")
    assert "You’re" not in page(ana.get(there)).text


def test_next_weeks_event_that_was_deleted_is_not_offered(app: Flask) -> None:
    club, there = hold_again(app)
    club.director.post(f"{there}/delete", data={"sure": "yes"})
    seen = club.see(club.phones["Ana"], "?stay=1").text
    assert "ext week’s" not in seen
    assert "Same again next week" in club.see(club.director).text
