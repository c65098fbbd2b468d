"""The pages of past matches and players, rematches by plain forms, and what is
forgotten for good.
"""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.hosting.history import archive
from referee.hosting.room import CardRoom
from tests.web.pages.clubs import Club
from tests.web.plain_pages import Page

GAME = "highest-card"
CARDS = ("KC", "QC", "JC", "2D")


def text_of(client: FlaskClient, path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    page = Page(answer.get_data(as_text=True))
    assert not page.inline
    return page.text


def sit(
    phone: Callable[[], FlaskClient], *names: str, target: int = 1
) -> tuple[str, list[FlaskClient]]:
    """A table that the first opens, and where each sits down on a phone of their own;
    its code and the phones.
    """
    phones = [phone() for _ in names]
    opened = phones[0].post(f"/new/{GAME}", data={"typed=target": str(target)})
    code = opened.headers["Location"].rpartition("/")[2]
    for client, name in zip(phones, names, strict=True):
        assert client.post(f"/t/{code}/join", data={"name": name}).status_code == 303
    assert (
        phones[0].post(f"/t/{code}/start", data={"dealer": names[0]}).status_code == 303
    )
    return code, phones


def play(
    phone: Callable[[], FlaskClient], *names: str
) -> tuple[str, list[FlaskClient]]:
    """The same, and each lays a card: the first wins."""
    code, phones = sit(phone, *names)
    lay(code, phones, names)
    return code, phones


def lay(code: str, phones: list[FlaskClient], names: tuple[str, ...]) -> None:
    for client, name, card in zip(phones, names, CARDS, strict=False):
        entered = client.post(
            f"/t/{code}/enter",
            data={"kind": "lay", "seat": name, "form": "lay", "typed=card": card},
        )
        assert entered.status_code == 303


def test_past_matches_stand_on_a_page_for_everybody(
    phone: Callable[[], FlaskClient],
) -> None:
    anybody = phone()
    assert "Nobody has finished a match here yet." in text_of(anybody, "/matches")
    code, _ = play(phone, "Ana", "Ben")
    running, [ana, _] = sit(phone, "Ana", "Cy")
    listed = anybody.get("/matches").get_data(as_text=True)
    assert f'href="/t/{code}-' in listed
    assert running not in listed
    assert running in text_of(ana, "/matches")
    assert re.search(
        r"Highest Card \d+ \w{3} \d{4} \d\d:\d\d · Score 1\. A Ana 1 winner 2\. B Ben "
        r"0 1 more than Ben",
        text_of(anybody, "/matches"),
    )
    assert "The winner" in text_of(anybody, f"/t/{code}")


def test_whoever_won_reads_so_on_their_own_phone(
    phone: Callable[[], FlaskClient],
) -> None:
    code, [ana, ben] = play(phone, "Ana", "Ben")
    assert "You won! A Ana" in text_of(ana, f"/t/{code}")
    for other in (ben, phone()):
        told = text_of(other, f"/t/{code}")
        assert "The winner A Ana" in told
        assert "You won!" not in told


def test_past_matches_are_searched(phone: Callable[[], FlaskClient]) -> None:
    code, _ = play(phone, "Ana", "Ben")
    anybody = phone()
    for found in ("player=AN", f"game={GAME}", "from=2000-01-01"):
        assert code in anybody.get(f"/matches?{found}").get_data(as_text=True)
    for none in ("player=Di", "game=faj", "to=2000-01-01"):
        assert "No matches found." in text_of(anybody, f"/matches?{none}")
    assert "Write the day like" in text_of(anybody, "/matches?from=yesterday", 422)


def test_many_matches_come_in_pages(
    phone: Callable[[], FlaskClient], room: CardRoom
) -> None:
    for _ in range(21):
        play(phone, "Ana", "Ben")
    anybody = phone()
    first = anybody.get("/matches?player=ana").get_data(as_text=True)
    assert first.count('class="tap past"') == 20
    [following] = re.findall(r'rel="next" href="([^"]+)"', first)
    second = anybody.get(following.replace("&amp;", "&")).get_data(as_text=True)
    assert second.count('class="tap past"') == 1
    assert 'rel="prev"' in second
    assert "player=ana" in following


def test_players_and_their_record(phone: Callable[[], FlaskClient]) -> None:
    play(phone, "Ana", "Ben")
    play(phone, "ben", "A/B <i>", "Ana")
    anybody = phone()
    assert "Ana last" in text_of(anybody, "/players")
    assert "Nobody by that name" in text_of(anybody, "/players?player=Di")
    record = text_of(anybody, "/players/BEN")
    assert "ben 2 matches, 1 win" in record
    assert "Highest Card 2 1 1.5" in record
    assert "Ana 1 1 0" in record
    german = anybody.get("/players/ben", headers={"Accept-Language": "de"}).get_data(
        as_text=True
    )
    assert "<td>1,5</td>" in german
    assert "The same name means the same player here" in record
    assert "A/B <i>" in text_of(anybody, "/players/a%2Fb%20%3Ci%3E")
    assert "No finished match has a player called Di." in text_of(
        anybody, "/players/Di", 404
    )


def test_many_players_come_in_pages(
    phone: Callable[[], FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "ON_A_PAGE", 2)
    play(phone, "Ana", "Ben", "Cy")
    for path, names, others in (
        ("/players", ["Ana", "Ben"], ["next", "/players?page=2"]),
        ("/players?page=2", ["Cy"], ["prev", "/players?page=1"]),
    ):
        html = phone().get(path).get_data(as_text=True)
        assert re.findall(r"<strong>(\w+)</strong>", html) == names
        assert re.findall(r'rel="(next|prev)" href="([^"]+)"', html) == [tuple(others)]


def test_a_name_is_no_command(phone: Callable[[], FlaskClient]) -> None:
    name = '";$(halt)`'
    play(phone, name, "Ben")
    assert f"referee forget --player '{name}'" in text_of(
        phone(), "/players/%22;$(halt)%60"
    )


def test_a_rematch_leads_each_phone_to_its_own_seat(
    phone: Callable[[], FlaskClient],
) -> None:
    code, [ana, ben] = play(phone, "Ana", "Ben")
    watcher = phone()
    assert "Same again" in text_of(ben, f"/t/{code}")
    assert "Same again" not in text_of(watcher, f"/t/{code}")
    led = ben.post(f"/t/{code}/rematch")
    assert led.status_code == 303
    there = led.headers["Location"].rpartition("/")[2]
    assert f"Go to table {there}" in text_of(ana, f"/t/{code}")
    for client in (ana, watcher):
        followed = client.get(f"/t/{code}/rematch")
        assert followed.headers["Location"].endswith(f"/t/{there}")
    assert (
        watcher.get(f"/t/{code}/rematch?board=1")
        .headers["Location"]
        .endswith(f"/t/{there}/board")
    )
    assert f'value="{code}"' not in ana.get("/").get_data(as_text=True)
    told = "Next match: everyone keeps their seat, and Ben deals."
    for path in (f"/t/{there}", f"/t/{there}/board"):
        assert told in text_of(ben, path)
        assert "Set up the cards" not in text_of(ben, path)
    lay(there, [ana, ben], ("Ana", "Ben"))
    assert "The winner" in text_of(watcher, f"/t/{there}")
    assert told not in text_of(ben, f"/t/{there}/board")
    assert "You have no seat" in text_of(watcher, f"/t/{there}/seat")


def test_matches_that_follow_each_other_are_an_evening(
    phone: Callable[[], FlaskClient],
) -> None:
    """On the final page, on the way to the next game, on the board, among past matches,
    on a page and in a picture.
    """
    code, phones = play(phone, "Ana", "Ben")
    ana = phones[0]
    standing = "Tonight so far Wins 1. Ana 1 2. Ben 0"
    assert "Tonight so far" not in text_of(ana, f"/t/{code}")
    assert "Evening of" not in text_of(ana, "/matches")
    assert "Everyone keeps their seat" in text_of(ana, f"/t/{code}/next/{GAME}")
    there = (
        ana.post(f"/t/{code}/next/{GAME}", data={"typed=target": "1"})
        .headers["Location"]
        .rpartition("/")[2]
    )
    assert phones[1].get(f"/t/{code}/rematch").headers["Location"].endswith(there)
    for path in (f"/t/{there}", f"/t/{there}/board"):
        assert standing in text_of(ana, path), "before the match"
    assert ana.post(f"/t/{there}/start", data={"dealer": "Ben"}).status_code == 303
    assert standing in text_of(ana, f"/t/{there}")
    assert "Next match: everyone" in text_of(ana, f"/t/{there}")
    lay(there, phones, ("Ana", "Ben"))
    for path in (f"/t/{code}", f"/t/{there}", f"/t/{there}/board"):
        assert "Wins 1. Ana 2 2. Ben 0" in text_of(ana, path)
    assert re.search(
        r"Evening of \d+ \w+ Highest Card ×2 Ana 2 wins", text_of(phone(), "/matches")
    )
    goes_on = ana.post(f"/t/{there}/rematch").headers["Location"].rpartition("/")[2]
    assert "Evening of" in (listed := phone().get("/matches").get_data(as_text=True))
    assert goes_on[:5] not in listed
    evening = text_of(phone(), f"/t/{code}/evening")
    assert "1. Ana 2 0 0 2 2. Ben 0 2 0 2" in evening
    picture = phone().get(f"/t/{code}/evening.svg")
    assert picture.mimetype == "image/svg+xml"
    assert "The evening goes to" in picture.get_data(as_text=True)


def test_a_rematch_opened_by_its_address_knows_whose_phone_it_is(
    phone: Callable[[], FlaskClient],
) -> None:
    """Whoever types the code from the board sits there, as whoever follows the link
    does; so at the rematch of it.
    """
    code, [ana, ben] = play(phone, "Ana", "Ben")
    there = ana.post(f"/t/{code}/rematch").headers["Location"].rpartition("/")[2]
    opened = ben.get(f"/t/{there}", follow_redirects=True).get_data(as_text=True)
    assert "You’re watching" not in opened
    assert "You: Ben" in text_of(ben, f"/t/{there}/seat").replace("B Ben", "Ben")
    assert "You’re watching" in text_of(phone(), f"/t/{there}")


def test_nobody_gets_a_seat_at_the_rematch_who_had_none(
    phone: Callable[[], FlaskClient],
) -> None:
    code, [ana, _] = play(phone, "Ana", "Ben")
    watcher = phone()
    assert watcher.post(f"/t/{code}/rematch").status_code == 401
    assert watcher.get(f"/t/{code}/rematch").status_code == 404
    ana.post(f"/t/{code}/rematch")
    followed = watcher.get(f"/t/{code}/rematch")
    assert "seat_" not in followed.headers["Set-Cookie"]


def test_a_match_is_handed_on_to_bg_stats(phone: Callable[[], FlaskClient]) -> None:
    code, [ana, _] = play(phone, "Ana", "Ben")
    page = ana.get(f"/t/{code}").get_data(as_text=True)
    assert re.search(
        r'href="bgstats://app\.bgstatsapp\.com/createPlay\.html\?data=%7B[^"<>{}]+%7D"',
        page,
    )
    assert re.search(
        r'href="https://app\.bgstatsapp\.com/createPlay\.html\?data=%7B[^"<>{}]+%7D" '
        r'rel="noref',
        page,
    )
    assert f"/api/v1/tables/{code}/export?as=bgstats" in page
    running, [host, _] = sit(phone, "Ana", "Cy")
    assert "BG Stats" not in text_of(host, f"/t/{running}")


def test_a_name_is_forgotten_once_that_is_confirmed(
    phone: Callable[[], FlaskClient],
) -> None:
    code, [ana, ben] = play(phone, "Ana", "Ben")
    assert (
        "Tick the box first"
        in Page(
            ben.post(f"/t/{code}/seat/forget", data={"seat": "Ben"}).get_data(
                as_text=True
            )
        ).text
    )
    refused = ben.post(f"/t/{code}/seat/forget", data={"seat": "Ana", "sure": "yes"})
    assert refused.status_code == 403
    assert "Ben" in text_of(ana, f"/t/{code}")
    assert (
        ben.post(
            f"/t/{code}/seat/forget", data={"seat": "Ben", "sure": "yes"}
        ).status_code
        == 303
    )
    assert "You: P Player 2" in text_of(ben, f"/t/{code}/seat")
    assert "Forget the name" not in text_of(ben, f"/t/{code}/seat")
    for path in (f"/t/{code}", f"/t/{code}/log", "/matches", "/players"):
        assert "Ben" not in text_of(ana, path)


@pytest.mark.parametrize(
    "further",
    ["endpoint=x", "_method=POST", "_external=1", "_anchor=x", "code=1", "values=1"],
)
@pytest.mark.parametrize("path", ["/matches", "/players"])
def test_the_way_to_other_pages_asks_for_what_is_known_only(
    phone: Callable[[], FlaskClient], path: str, further: str
) -> None:
    html = phone().get(f"{path}?page=2&player=an&{further}").get_data(as_text=True)
    assert f'href="{path}?player=an&amp;page=1"' in html


def test_what_could_not_be_erased_is_said(
    phone: Callable[[], FlaskClient], room: CardRoom
) -> None:
    hindered = "Deleted data is still on the disk"
    deleted = room.open_table("highest-card")
    assert hindered not in text_of(phone(), "/matches")
    with closing(sqlite3.connect(str(room.store.database))) as other_program:
        other_program.execute("BEGIN")
        other_program.execute("SELECT count(*) FROM seats").fetchone()
        assert room.store.delete_table(deleted.code)
        assert not room.store.eraser.erase()
        assert hindered in text_of(phone(), "/matches")
    assert room.store.eraser.erase()
    assert hindered not in text_of(phone(), "/matches")


def test_another_game_begins_at_once_with_all_who_sit_there(
    phone: Callable[[], FlaskClient],
) -> None:
    """It asks first, without scripts too; then all are led there. A game for more people
    leads to a table that others can join.
    """
    code, phones = play(phone, "Ana", "Ben", "Cy")
    html = phones[1].get(f"/t/{code}").get_data(as_text=True)
    assert "formaction" not in html
    games = re.findall(r'href="/t/\w+/next/([\w-]+)"', html)
    assert games.index("hearts") < games.index("bridge")
    assert {GAME, "cribbage"} <= {*games}
    assert "gin-rummy" not in games
    asked = text_of(phones[1], f"/t/{code}/next/hearts")
    assert "Shall all phones move to Hearts?" in asked
    assert "No, stay here" in asked
    assert "Start the match" in asked
    assert "Start the match" not in text_of(phones[1], f"/t/{code}/next/bridge")
    assert phones[2].get(f"/t/{code}/rematch").status_code == 404
    there = phones[1].post(f"/t/{code}/next/hearts", data={"at-once": "yes"})
    path = there.headers["Location"]
    assert "Ben deals" in text_of(phones[1], path)
    assert phones[2].get(f"/t/{code}/rematch").headers["Location"] == path
    # Whoever did not mean to move finds the way back, until the first entry.
    moved = phones[2].get(path).get_data(as_text=True)
    assert re.search(rf'href="/t/{code}">\s*Back to ', moved)


def test_another_game_that_cannot_begin_so_says_why(
    phone: Callable[[], FlaskClient],
) -> None:
    code, phones = play(phone, "Ana", "Ben")
    refused = phones[0].post(f"/t/{code}/next/bridge", data={"at-once": "yes"})
    assert refused.status_code == 422
    assert (
        "is for 4 players: 2 more are needed"
        in Page(refused.get_data(as_text=True)).text
    )


def test_who_was_at_an_event_finds_its_evening_and_its_players(app: Flask) -> None:
    club = Club(app, rounds="1")
    ana = club.enter("Ana")
    club.play_table(ana, club.enter("Ben"))
    evening = text_of(ana, "/matches")
    assert re.search(r"Club night Score Pad · [^·]* The winner: Ana", evening)
    assert evening.index("Club night") < evening.index("1. A Ana 9")
    assert "Ana last" in text_of(ana, "/players")
    assert "1 match, 1 win" in text_of(ana, "/players/Ana")
    assert "Ben 1 0 0" in text_of(ana, "/players/Ana")
    director = text_of(club.director, "/matches?player=ben")
    assert "Club night" in director
    assert "Club night" not in text_of(ana, "/matches?player=zoe")


def test_strangers_learn_of_no_event_from_past_matches(app: Flask) -> None:
    club = Club(app, rounds="1")
    club.play_table(club.enter("Ana"), club.enter("Ben"))
    other = Club(app, rounds="1")
    eve = other.enter("Eve")
    for stranger in (app.test_client(), eve):
        assert "Ana" not in text_of(stranger, "/matches")
        assert "Ana" not in text_of(stranger, "/players")
        text_of(stranger, "/players/Ana", status=404)


def test_an_event_whose_results_the_director_entered_is_listed(app: Flask) -> None:
    club = Club(app, rounds="1")
    ana = club.enter("Ana")
    club.enter("Ben")
    club.begin()
    scores = {"score-1": "7", "score-2": "3"}
    club.post(club.director, "score", table=club.tables[0], **scores)
    assert "Club night Score Pad" in text_of(ana, "/matches")
