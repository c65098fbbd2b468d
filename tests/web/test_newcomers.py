"""People who come when all seats are taken, and play in the next match."""

import re

from flask import Flask

from tests.web.conftest import Open, Opened
from tests.web.pages.test_history import text_of
from tests.web.phone import Phone
from tests.web.plain_pages import Page


def finished(open_table: Open, game: str, *seats: str) -> Opened:
    table = open_table(game, *seats)
    table.start()
    table.host.enter(table.code, "stop").said(201)
    return table


def ask(table: Opened, name: str) -> str:
    """Return the token of somebody who asks to play in the next match."""
    answer = Phone(table.host.app).post(table.path("newcomers"), {"name": name})
    token: str = answer.said(201)["seat_token"]
    return token


def seats_at(table: Opened, code: str) -> list[str]:
    seats: list[str] = table.host.look(code)["seats"]
    return seats


def play_on(table: Opened, **how: object) -> str:
    code: str = table.host.post(table.path("rematch"), how).said(201)["code"]
    return code


def test_a_newcomer_sits_in_the_rematch(open_table: Open) -> None:
    table = finished(open_table, "hearts", "Ana", "Ben", "Cy", "Di")
    token = ask(table, "Eve")
    there = play_on(table)
    assert seats_at(table, there) == ["Ana", "Ben", "Cy", "Di", "Eve"]
    you = Phone(table.host.app, token).look(there)["you"]
    assert you["seat"] == "Eve"
    assert not you["host"]


def test_the_others_may_play_alone_and_she_waits_on(open_table: Open) -> None:
    table = finished(open_table, "hearts", "Ana", "Ben", "Cy", "Di")
    ask(table, "Eve")
    there = play_on(table, alone=True)
    assert seats_at(table, there) == ["Ana", "Ben", "Cy", "Di"]
    table.host.enter(there, "stop").said(201)
    again = table.host.post(f"/tables/{there}/rematch", {}).said(201)["code"]
    assert seats_at(table, again) == ["Ana", "Ben", "Cy", "Di", "Eve"]


def test_where_a_game_is_for_fewer_another_game_takes_her(open_table: Open) -> None:
    table = finished(open_table, "skat", "Ana", "Ben", "Cy")
    for name in ("Eve", "Flo"):
        ask(table, name)
    sent = {"game": "hearts"}
    there = table.host.post(table.path("next"), sent).said(201)["code"]
    assert seats_at(table, there) == ["Ana", "Ben", "Cy", "Eve", "Flo"]


def test_names_of_others_are_refused_and_once_they_play_on_nobody_asks(
    open_table: Open,
) -> None:
    table = finished(open_table, "hearts", "Ana", "Ben", "Cy", "Di")
    ask(table, "Eve")
    stranger = Phone(table.host.app)
    for name in ("Ana", "eve"):
        stranger.post(table.path("newcomers"), {"name": name}).said(422)
    play_on(table)
    stranger.post(table.path("newcomers"), {"name": "Flo"}).said(409)


def test_the_rematch_says_who_has_come_and_what_is_set_up_for_one_more(
    open_table: Open,
) -> None:
    table = finished(open_table, "hearts", "Ana", "Ben", "Cy", "Di")
    ask(table, "Eve")
    there = play_on(table)
    page = Page(table.host.app.test_client().get(f"/t/{there}").get_data(as_text=True))
    assert "Next match, now with Eve: Ben deals." in page.text
    assert "put the two of clubs and the two of diamonds away" in page.text
    assert "Choose three cards" not in page.text, "they know that"


def test_while_nothing_is_entered_the_host_deals_a_latecomer_in_by_one_tap(
    app: Flask,
) -> None:
    ana, ben, di = (app.test_client() for _ in range(3))
    code = ana.post("/new/hearts").headers["Location"].rpartition("/")[2]
    for client, name in ((ana, "Ana"), (ben, "Ben"), (app.test_client(), "Cy")):
        client.post(f"/t/{code}/join", data={"name": name})
    ana.post(f"/t/{code}/start", data={"dealer": "Ben"})
    assert "Ask to be dealt in" in text_of(di, f"/t/{code}")
    di.post(f"/t/{code}/newcomers", data={"name": "Di"})
    waiting = "The host sees that you want to play."
    assert waiting in text_of(di, f"/t/{code}")
    offer = "Deal again, with Di"
    assert offer not in text_of(ben, f"/t/{code}"), "the host decides"
    assert ben.post(f"/t/{code}/rematch").status_code == 403
    assert offer in text_of(ana, f"/t/{code}")

    dealt = ana.post(f"/t/{code}/rematch")
    assert (dealt.status_code, dealt.headers["Location"]) == (303, f"/t/{code}")
    led = di.get(f"/t/{code}")
    assert led.headers["Location"] == f"/t/{code}"
    you = di.get(f"/api/v1/tables/{code}").get_json()
    assert (you["you"]["seat"], you["dealer"]) == ("Di", "Ben")
    assert you["seats"] == ["Ana", "Ben", "Cy", "Di"]
    page = text_of(ana, f"/t/{code}")
    assert offer not in page
    assert "Ask to be dealt in" not in page


def test_a_phone_that_lost_its_seat_asks_for_it_by_its_name(app: Flask) -> None:
    ana, ben, lost = (app.test_client() for _ in range(3))
    code = ana.post("/new/hearts").headers["Location"].rpartition("/")[2]
    for client, name in ((ana, "Ana"), (ben, "Ben"), (app.test_client(), "Cy")):
        client.post(f"/t/{code}/join", data={"name": name})
    ana.post(f"/t/{code}/start", data={"dealer": "Ben"})
    refused = lost.post(f"/t/{code}/newcomers", data={"name": "ben "})
    page = Page(refused.get_data(as_text=True)).text
    assert page.count("is already here") == 1
    asked, _, below = page.partition("Your name")
    assert "Ask for Ben’s seat" in asked
    assert "Ask to be dealt in" in below
    assert "next match" not in page, "what a latecomer can do is said once"
    assert "All seats are taken" not in page
    folds = re.findall(r'<details[^>]*id="sit-down"[^>]*>', refused.text)
    assert [" open" in fold for fold in folds] == [False]
    assert lost.post(f"/t/{code}/join", data={"name": "Ben"}).status_code == 303
    assert "Ben" in text_of(ben, f"/t/{code}").partition("Let them in")[0]
    waits = lost.get(f"/t/{code}/waiting").text
    assert "no new seats" not in waits
    link = re.search(r'href="([^"]+)">Play under another name', waits)
    assert link is not None
    assert "Ask to be dealt in" in text_of(lost, link.group(1))
    [claim] = re.findall(rf"/t/{code}/claims/[\w-]+", ben.get(f"/t/{code}").text)
    ben.post(claim, data={"admit": "no"})
    refusal = Page(lost.get(f"/t/{code}/waiting").text).text
    assert "Ben’s seat stays with its owner." in refusal
    assert "Take another seat" not in refusal, "there is none"
    assert "Play under another name" in refusal


def test_once_something_is_entered_a_latecomer_waits_for_the_next_match(
    open_table: Open,
) -> None:
    seats = ("Ana", "Ben", "Cy")
    table = open_table("hearts", *seats, options={"depth": "deals"})
    table.start()
    table.host.enter(
        table.code, "deal", hearts={"Ana": 13, "Ben": 0, "Cy": 0}, queen="Ben"
    ).said(201)
    late = table.host.app.test_client()
    assert "Play in the next match" in text_of(late, f"/t/{table.code}")
    ask(table, "Di")
    table.host.post(table.path("rematch"), {}).said(409)
