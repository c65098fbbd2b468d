"""Standings and lists of a club night, on pages and saved."""

import re
import time
from io import BytesIO

import pytest
from flask import Flask
from flask.testing import FlaskClient
from referee_web.pages.event.event_results import list_scorers

from referee.events.event import Event, EventTable, Plan, Round
from tests.web.pages.clubs import (
    ENTRANTS,
    GERMAN,
    LISTS,
    Club,
    full_club,
    read_sheet,
)
from tests.web.plain_pages import page


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


def test_whoever_left_before_their_first_round_sees_the_standings(club: Club) -> None:
    eva = club.enter("Eva")
    eva.post(f"{club.path}/entrants/5/leave")
    club.begin()
    club.play(club.tables[0])
    shown = club.see(eva)
    assert "You’ve left." in shown.text
    assert "You’re in place" not in shown.text


def test_in_the_end_the_winner_is_named_on_phones_and_to_the_director(
    app: Flask,
) -> None:
    club = Club(app, rounds="1")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    club.begin()
    club.led(ana)
    ben.post(f"{club.path}/entrants/2/leave")
    assert club.see(ben).forms, "to come back by"
    club.win(ana, club.tables[0], "Ana")
    for phone in (ben, club.director):
        assert "All rounds are played. The winner: Ana" in club.see(phone).text
    hers = club.see(ana).text
    assert "You won!" in hers
    assert "The winner" not in hers, "her page has said so"
    assert "You’re in place 1" not in hers
    for phone in (ana, ben):
        assert not club.see(phone).forms, "nobody leaves or comes back any more"


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
            [row] = re.findall(rf'<th scope="row">{each}\s*<.*?</tr>', shown, re.DOTALL)
            assert "…" in row, name
        break
    else:
        pytest.fail("nobody is back from the first table")


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


def test_the_page_says_what_sitting_out_counts_where_ties_break(app: Flask) -> None:
    club = Club(app, counts="wins")
    for name in ENTRANTS[:3]:
        club.enter(name)
    club.begin()
    rule = "Sitting out counts as meeting somebody with one’s own total."
    assert rule not in club.see(club.director, "/standings").text
    [table] = club.tables
    club.play(table)
    seen = club.see(club.director, "/standings")
    assert rule in seen.text
    # Whoever sat out has met 1, and the winner a loser without any.
    assert [row[-1] for row in seen.rows] == ["Opponents", "1", "0", ""]


def test_what_decided_a_tie_stands_by_the_podium_and_in_what_is_shared(
    app: Flask,
) -> None:
    club = full_club(app, rounds="1")
    club.begin()
    for table in club.tables:
        club.play(table)
    level = "share place 1: nothing separates them."
    assert level in club.see(club.director, "/board").text
    ana = club.phones["Ana"]
    lines = club.see(ana, "?stay=1").rows[1:]
    assert [line[1].endswith("shares the place") for line in lines] == [True] * 4
    view = club.api.get(f"/events/{club.code}").said(200)
    (ahead, _), (behind, loser) = (
        table["seats"] for table in view["rounds"][0]["tables"]
    )
    club.post(club.director, "adjust", entrant=loser, points="-1", why="Late")
    first = ENTRANTS[int(ahead) - 1]
    second = ENTRANTS[int(behind) - 1]
    why = f"behind {first}: their opponents’ totals"
    told = [line[1] for line in club.see(ana, "?stay=1").rows[1:]]
    assert told[0] == first
    assert told[1].startswith(second)
    assert told[1].endswith(why)
    assert "shares" not in " ".join(told)
    decided = f"{second} at equal totals, decided by their opponents’ totals."
    assert decided in club.see(club.director, "/board").text
    shared = club.director.get(f"{club.path}/standings").get_data(as_text=True)
    assert decided in shared.partition("<textarea")[2]
    picture = club.director.get(f"{club.path}/standings.svg").get_data(as_text=True)
    assert f"{first} is ahead of {second}" in picture


def test_what_parts_equal_totals_stands_beside_the_standing_from_the_first_round_on(
    app: Flask,
) -> None:
    club = full_club(app, rounds="2")
    club.begin()
    for table in club.tables:
        club.play(table)
    view = club.api.get(f"/events/{club.code}").said(200)
    loser = view["rounds"][0]["tables"][1]["seats"][1]
    club.post(club.director, "adjust", entrant=loser, points="-1", why="Late")
    seen = club.see(club.phones["Ana"]).text.partition("Standings")[2]
    assert re.search("Equal totals are decided by: .*their opponents’ totals", seen)
    club.post(club.director, "adjust", entrant=loser, points="1", why="In time")
    seen = club.see(club.phones["Ana"]).text.partition("Standings")[2]
    assert "Equal totals" not in seen


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
    form = {"seats": ["Ana", "Ben", "Cy"], "at-once": "yes"}
    opened = alone.post("/new/hearts", data=form)
    assert "round 1" in page(alone.get(opened.headers["Location"])).text
