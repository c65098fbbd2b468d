"""The door of a club night: its code, its list, and who comes late or comes back."""

import re
from io import BytesIO

import pytest
from flask import Flask

from tests.web.pages.clubs import Club
from tests.web.plain_pages import page


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


def test_a_listed_person_is_led_to_their_seat(app: Flask) -> None:
    club = Club(app)
    listed = club.post(club.director, "enter", list="Ana\nBen")
    assert listed.status_code == 303
    club.begin()
    ana = club.enter("Ana")
    led = ana.get(club.path)
    assert "Ana you" in page(ana.get(led.headers["Location"])).text


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
            "Bis zum Ende fehlt noch 1 Ergebnis",
            "Warst du dabei?",
        ),
        (
            "es",
            "Juegas a partir de la ronda 2. Si hay gente para otra mesa,",
            "Para terminar falta 1 resultado",
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


def test_a_picture_in_place_of_a_list_enters_nobody(club: Club) -> None:
    for picture in (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"GIF89a"):
        file = BytesIO(picture + bytes(range(256)) * 300), "list.csv"
        sent = club.post(club.director, "enter", list="", file=file)
        assert sent.status_code == 422
    assert "4 have entered" in club.see(club.director).text


def test_a_door_has_a_code_to_scan(club: Club) -> None:
    answer = club.director.get(f"{club.path}/qr.svg")
    assert answer.mimetype == "image/svg+xml"


def test_the_director_reads_what_is_played_and_who_came_late(club: Club) -> None:
    club.begin()
    club.enter("Late")
    seen = club.see(club.director).text
    assert "Score Pad · Swiss" in seen
    assert "Seated from round 2 on: Late" in seen


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
    assert "You’re Bert Hill" in shown
    assert "All rounds are played." in shown

    new = app.test_client()
    refused = club.post(new, "enter", names="Ada Moore")
    assert refused.status_code == 409
    assert "ask the director to give you your name again" in page(refused).text
    freed = {"names": "Ada Moore"}
    club.director.post(f"{club.path}/entrants/1/substitute", data=freed)
    assert club.post(new, "enter", names="Ada Moore").status_code == 303
    assert "You’re Ada Moore" in club.see(new).text
    assert club.see(new, "/standings").text
    assert "Your name" in club.see(ada).text, "the old phone has the name no more"


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


def test_a_phone_remembers_the_name_under_which_it_entered_an_event(app: Flask) -> None:
    phone = Club(app).enter("Ana")
    next_week = Club(app)
    field = r'id="name" name="names" value="(\w*)"'

    def read_field() -> str:
        shown = phone.get(next_week.path).get_data(as_text=True)
        [value] = re.findall(field, shown)
        return str(value)

    assert read_field() == "Ana"
    next_week.enter("Ana")
    assert read_field() == "", "another Ana is here"
