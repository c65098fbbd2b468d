"""The director's page: rounds, calls, scores, points more or fewer."""

import re

import pytest
from flask import Flask

from referee.plugin.discovery import rulebook
from tests.web.pages.clubs import (
    Club,
    drive,
    full_club,
)
from tests.web.plain_pages import page


def test_the_director_sees_what_is_missing_and_goes_on_all_the_same(
    club: Club,
) -> None:
    club.begin()
    club.play(club.tables[0])
    seen = club.see(club.director)
    waits = seen.text.partition("Round 2 waits for 1 result")[2]
    assert waits.startswith(" Table 2 · ")
    assert "playing Go on without 1 result" in waits
    assert 'id="early">' in club.director.get(club.path).get_data(as_text=True)
    refused = club.begin()
    assert refused.status_code == 409
    assert "Results are missing: Table 2." in page(refused).text
    assert 'id="early" open>' in refused.get_data(as_text=True)
    assert club.begin(anyway="yes").status_code == 303


def test_the_end_waits_for_results_and_is_reached_without_them_by_a_fold_of_its_own(
    app: Flask,
) -> None:
    club = full_club(app, rounds="1")
    club.begin()
    shown = club.director.get(club.path).text
    waits = page(club.director.get(club.path)).text
    assert "The end waits for 2 results" in waits
    outer = shown.partition('id="early"')[2]
    assert "End the event" not in outer.partition("</summary>")[0]
    fold = re.search(r'<details[^>]*id="end">(.*?)</details>', outer, re.S)
    assert fold is not None
    assert "End without 2 results" in fold.group(1)
    assert outer.count("End without 2 results") == 1


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


def test_the_director_ends_without_a_result_of_the_last_round(app: Flask) -> None:
    club = full_club(app, rounds="1")
    assert club.post(club.director, "end").status_code == 409
    club.begin()
    played, missing = club.tables
    club.play(played)
    seats = club.api.get(f"/tables/{missing}").said(200)["seats"]
    phone = club.phones[seats[0]]
    assert club.led(phone) == missing
    waits = club.see(club.director).text.partition("The end waits for 1 result")[2]
    assert "playing End the event End without 1 result" in waits
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


def test_the_director_opens_any_table_as_its_host(club: Club) -> None:
    club.begin()
    table = club.tables[0]
    led = club.director.get(f"{club.path}/tables/{table}")
    assert led.headers["Location"] == f"/t/{table}"
    assert club.director.get_cookie(f"host_{table}") is not None


def test_nobody_calls_the_director_once_the_event_is_over(app: Flask) -> None:
    club = full_club(app, rounds="1")
    club.begin()
    phone = next(iter(club.phones.values()))
    there = f"/t/{club.led(phone)}"
    pages = (
        f"{there}?stay=1",
        f"{club.path}?stay=1",
        f"{there}/log",
        f"{there}/scores",
    )
    for path in pages:
        assert "Director!" in phone.get(path).get_data(as_text=True), path
    for table in club.tables:
        club.play(table)
    for path in pages:
        assert "Director!" not in phone.get(path).get_data(as_text=True), path


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
    told = page(ben.get(f"/t/{table}")).text
    [at] = re.findall(r"Cy led out of turn · Director called at (\d\d:\d\d)", told)
    seen = club.see(club.director)
    assert f"Ben calls you · Table {number} · {at} Cy led out of turn" in seen.text
    [answer] = [form["action"] for form in seen.forms if "/calls/" in form["action"]]
    assert ben.post(answer).status_code == 403
    assert club.director.post(answer).status_code == 303
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
    for what in ("leave", "return", "substitute"):
        path = f"{club.path}/entrants/5/{what}"
        changed = direct.post(path, data={"names": "Eva"})
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
    forgotten = direct.post(f"{club.path}/entrants/5/forget")
    assert forgotten.status_code == 303
    assert "Eva" not in club.see(direct).text


def test_begin_sent_twice_with_anyway_begins_one_round(club: Club) -> None:
    club.begin()
    [form] = [f for f in club.see(club.director).forms if "number" in f]
    assert club.begin(anyway="yes", number=form["number"]).status_code == 303
    assert club.begin(anyway="yes", number=form["number"]).status_code == 409


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
    # Nothing is left to enter there, and its own score counts no more.
    club.director.get(f"{club.path}/tables/{table}")
    for looks in (shown, club.director.get(f"/t/{table}")):
        html = looks.get_data(as_text=True)
        assert 'id="enter"' not in html
        assert "data-next" not in html
        assert 'aria-label="Scores"' not in html
        assert "Something wrong" not in html
    assert "data-follow" in shown.get_data(as_text=True)
    assert table not in ana.get("/").get_data(as_text=True)


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


def test_a_director_sees_points_more_or_fewer_beside_the_name(club: Club) -> None:
    club.post(
        club.director, "adjust", entrant="1", points="−2", why="Late"
    )  # as we print it
    club.post(club.director, "adjust", entrant="1", points="-1", why="Late again")
    for spoken, no_phone in (
        ("en", "no phone"),
        ("de", "ohne Handy"),
        ("es", "sin teléfono"),
    ):
        headers = {"Accept-Language": spoken}
        seen = page(club.director.get(club.path, headers=headers)).text
        assert no_phone not in seen
        assert " Ana −3 " in seen
        assert " −2 · Late −1 · Late again " in seen
    assert seen.count("−3") == 1


def test_the_director_reads_who_left_and_how_many_will_sit_out(club: Club) -> None:
    club.begin()
    seen = club.see(club.director).text
    assert "will sit out" not in seen
    assert "Left since round 1 began" not in seen
    club.phones["Ben"].post(f"{club.path}/entrants/2/leave")
    seen = club.see(club.director).text
    assert "Left since round 1 began: Ben 1 will sit out in round 2." in seen
    club.begin(anyway="yes")
    assert "Left since" not in club.see(club.director).text
    assert "will sit out" not in club.see(club.director).text, "it was the last"


def test_next_weeks_event_is_opened_once_and_has_a_name_of_its_own(app: Flask) -> None:
    club = Club(app, rounds="1")
    club.play_table(club.enter("Ana"), club.enter("Ben"))
    assert "Same again next week" in club.see(club.director).text
    there = club.post(club.director, "again").headers["Location"]
    seen = club.see(club.director).text
    assert "Same again next week" not in seen
    assert "Go to next week’s event" in seen
    assert f'href="{there}"' in club.director.get(club.path).get_data(as_text=True)
    listed = page(club.director.get("/")).text
    assert re.search(r"Club night · \d+ \w+ \d+ ", listed)
    assert "Club night Before round 1" in listed
    club.post(club.director, "again")
    assert f"Club night · {there[-5:]} Before" in page(club.director.get("/")).text


def test_a_tables_form_says_what_its_numbers_come_to_where_that_is_known(
    app: Flask,
) -> None:
    club = drive(app)
    seen = club.director.get(club.path).get_data(as_text=True)
    fields = re.findall(r'<fieldset class="field"( data-total="\d+")?>', seen)
    assert fields[0] == ' data-total="13"'
    assert seen.count('type="number" min="0" max="13" name="score-') == 2
    pad = full_club(app)
    pad.begin()
    assert "data-total" not in pad.director.get(pad.path).get_data(as_text=True)


def test_a_result_that_is_in_is_corrected_on_the_directors_page(app: Flask) -> None:
    club = Club(app, rounds="1")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    club.begin()
    assert "Enter it" in club.see(club.director).text
    [table] = club.tables
    for phone in (ana, ben):
        club.led(phone)
    club.win(ana, table, "Ana")
    seen = club.see(club.director).text
    assert "Correct it" in seen
    assert "Enter it" not in seen
