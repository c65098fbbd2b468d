"""The board of a club night."""

import re

from flask import Flask

from referee.hosting.room import CardRoom
from tests.web.pages.clubs import Club, drive
from tests.web.phone import Phone
from tests.web.plain_pages import Page, page
from tests.web.served import served


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
    club.director.post(f"{club.path}/entrants/2/leave")
    assert "Cy · Ana" in club.see(club.director, "/board").text
    club.director.post(f"{club.path}/entrants/2/return")
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
    board = club.see(club.director, "/board").text
    assert "All rounds are played. The winner" in board
    assert "Round 3 of 3" not in board
    assert "Round 3 of 3" not in club.see(club.director).text


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
    unknown = stranger.get(f"{club.path}/board")
    assert unknown.status_code == 401
    told = page(unknown).text
    assert "This device isn’t known here" in told
    assert "open the address that the director’s page shows for it" in told
    assert "token" not in told
    assert stranger.get(f"{club.path}/tv.svg").status_code == 401
    assert club.phones["Ana"].get(f"{club.path}/tv.svg").status_code == 403
    assert club.director.get(f"{club.path}/tv.svg").mimetype == "image/svg+xml"


def test_until_the_first_round_the_boards_address_stands_beside_the_doors_code(
    club: Club,
) -> None:
    def beside_door() -> str:
        shown = club.director.get(club.path).text
        door = shown.partition('id="people"')[2].partition('class="way-in"')[2]
        return Page(door.partition("</details>")[0]).text

    assert "Board for a TV" in beside_door()
    assert re.search(rf"/ ?tv ?/ ?{club.code}-\w+", beside_door())
    club.begin()
    assert "Board for a TV" not in beside_door()


def test_boards_that_are_guessed_are_shut(room: CardRoom) -> None:
    app = served(room, limits=True)
    club = Club(app)
    guesser = app.test_client()
    answers = []
    for number in range(30):
        answers.append(guesser.get(f"/tv/{club.code}-A{number}").status_code)
    assert answers[-1] == 429


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


def test_at_the_end_a_board_has_a_podium_and_then_the_standings(app: Flask) -> None:
    club = Club(app, rounds="1")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    club.play_table(ana, ben)
    podium = club.director.get(f"{club.path}/board").get_data(as_text=True)
    first, _, second = podium.partition('<li class="place-2">')
    assert 'class="podium"' in first
    assert '<li class="place-1">' in first
    seats = sorted(("Ana", "Ben"), key=lambda name: f"<b>{name}</b>" in second)
    assert f"The winner: {seats[0]}" in club.see(club.director, "/board").text
    rest = club.director.get(f"{club.path}/board?turn=1").get_data(as_text=True)
    assert "podium" not in rest
    assert "screenful places" in rest

    for name, phone in (("Ana", ana), ("Ben", ben)):
        told = "You won!" in club.see(phone, "?stay=1").text
        assert told == (name == seats[0])


def test_no_phone_has_won_before_the_end(app: Flask) -> None:
    club = Club(app, rounds="2")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    club.play_table(ana, ben)
    for phone in (ana, ben):
        assert "You won!" not in club.see(phone, "?stay=1").text
    assert "podium" not in club.director.get(f"{club.path}/board").get_data(True)


def test_the_director_opens_the_same_again_for_next_week(app: Flask) -> None:
    club = Club(app, rounds="1", counts="wins")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    club.enter("Cy")
    club.director.post(f"{club.path}/entrants/3/leave")
    assert "Same again next week" not in club.see(club.director).text
    club.play_table(ana, ben)
    assert "Same again next week" in club.see(club.director).text
    club.director.post(f"{club.path}/entrants/2/forget")
    there = club.post(club.director, "again").headers["Location"]
    assert there != club.path
    opened = club.director.get(f"/api/v1{there}", headers={}).get_json()
    before = club.api.get(club.path).said(200)
    assert opened["plan"] == before["plan"]
    assert [each["names"] for each in opened["entrants"]] == [["Ana"]]
    assert opened["director"]
    assert not opened["rounds"]
    assert "Same again next week" not in club.see(ana).text

    club.path = there
    assert 'value="Ana" required' in ana.get(there).get_data(as_text=True)
    assert 'value="Ben" required' in ben.get(there).get_data(as_text=True)
    club.post(ben, "enter", names="Ana")
    assert 'value="" required' in ana.get(there).get_data(as_text=True)


def test_after_its_deal_a_table_of_a_drive_has_only_the_way_on(app: Flask) -> None:
    club = drive(app)
    [table] = club.tables
    for phone in club.phones.values():
        club.led(phone)
    one, other, *_ = club.api.get(f"/tables/{table}").said(200)["seats"]
    club.api.enter(table, "round", tricks={one: 8, other: 5}).said(201)
    page = club.phones["Ana"].get(f"/t/{table}?stay=1").get_data(as_text=True)
    assert "The winner" in page
    assert "Back to the event" in page
    for gone in ("Share and keep", "Same again", "The story", "data-aside id="):
        assert gone not in page.replace('data-aside id="last-ruling"', "")


def test_a_board_goes_on_to_next_weeks_event(app: Flask) -> None:
    club = Club(app, rounds="1")
    club.play_table(club.enter("Ana"), club.enter("Ben"))
    shown = club.director.get(club.path).get_data(as_text=True)
    address, *_ = re.findall(rf"/tv/{club.code}-\w+", shown)
    screen = app.test_client()
    screen.get(address)
    assert "podium" in screen.get(f"{club.path}/board").get_data(as_text=True)
    there = club.post(club.director, "again").headers["Location"]
    for device in (screen, club.director):
        led = device.get(f"{club.path}/board?turn=0")
        assert led.headers["Location"] == f"{there}/board"
        assert "Scan to enter" in page(device.get(f"{there}/board")).text
    ana = club.phones["Ana"]
    assert ana.get(f"{club.path}/board").status_code == 200
    assert ana.get(f"{there}/board").status_code == 401


def test_a_board_shows_who_meets_whom_and_the_result(app: Flask) -> None:
    club = Club(app, rounds="2")
    club.play_table(club.enter("Ana"), club.enter("Ben"))
    shown = club.see(club.director, "/board").text
    assert re.search(r"Ana against Ben 9 : 1|Ben against Ana 1 : 9", shown)
