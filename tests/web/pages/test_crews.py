"""Crews on pages: the same people again on the first page, and in their evening."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from referee_web.app import create_app
from referee_web.guards.service_set import Services
from referee_web.public_url import PublicUrl

from referee.hosting.history import crews, story
from referee.hosting.history.archive import Archive
from referee.hosting.room import CardRoom
from tests.web.conftest import Open
from tests.web.pages.clubs import Club
from tests.web.pages.test_history import GAME, lay, play, sit, text_of
from tests.web.pages.test_story import play_again
from tests.web.phone import Phone
from tests.web.plain_pages import open_table
from tests.web.served import BASE

NewPhone = Callable[[], FlaskClient]
TWO = re.compile(r"\w+day’s two: Ana, Ben – Highest Card")


def first_page(phone: FlaskClient) -> str:
    return text_of(phone, "/")


def again_at(phone: FlaskClient) -> str:
    """The address of the only *Same again* on this phone's first page."""
    page = phone.get("/").get_data(as_text=True)
    [form] = re.findall(
        r'crew-again.*?<form method="post" action="([^"]+)"', page, re.S
    )
    return str(form)


def test_those_who_played_again_play_the_same_by_one_tap(phone: NewPhone) -> None:
    code, phones = play(phone, "Ana", "Ben")
    second = play_again(code, phones, "Ben", "Ana")
    for each in phones:
        assert TWO.search(first_page(each))
        assert again_at(each) == f"/t/{second}/rematch"

    there = phones[0].post(again_at(phones[0])).headers["Location"]
    assert "Same again" not in first_page(phones[0]), "they play already"
    told = first_page(phones[1])
    assert "Same again" not in told
    assert f"Go to table {there[-5:]}" in told
    assert "join or watch" not in told, "as a stranger without a seat"
    assert phones[1].get(f"/t/{second}/rematch").headers["Location"] == there
    assert "B Ben you" in text_of(phones[1], there)


def test_a_crew_is_offered_its_other_games(app: Flask, phone: NewPhone) -> None:
    code, phones = play(phone, "Ana", "Ben")
    opened = {"game": "score-pad", "seats": ["Ana", "Ben"]}
    named = {"playing": "Schafkopf", "rounds": 1}
    made = Phone(app).post("/tables", {**opened, "options": named}).said(201)
    host = Phone(app, made["host_token"])
    host.post(f"/tables/{made['code']}/start", {}).said(200)
    host.enter(made["code"], "round", points={"Ana": 3, "Ben": 1}).said(201)
    phones[0].set_cookie(f"host_{made['code']}", made["host_token"])
    page = phones[0].get("/").get_data(as_text=True)
    panel = page.partition("crew-again")[2].partition("</section>")[0]
    assert "Ana, Ben – Schafkopf" in panel
    assert re.search(rf'href="/new/highest-card\?like={code}">\s*Highest Card', panel)


def test_whoever_left_before_the_end_is_not_taken_along(open_table: Open) -> None:
    table = open_table("highest-card", "Ana", "Ben", "Cy", options={"target": 1})
    table.start(dealer="Ana")
    table.phones["Ana"].enter(table.code, "lay", card="KC").said(201)
    table.phones["Cy"].post(table.path("leave"), {}).said(200)
    table.phones["Ben"].enter(table.code, "lay", card="QC").said(201)
    table.host.enter(table.code, "lay", "Cy", card="JC").said(201)
    again = table.phones["Ana"].post(table.path("rematch"), {}).said(201)["code"]
    assert [*table.host.look(again)["seats"]] == ["Ana", "Ben"]


def test_who_played_on_with_a_guest_since_begin_anew_without_the_guest(
    phone: NewPhone,
) -> None:
    code, phones = play(phone, "Ana", "Ben")
    second = play_again(code, phones, "Ben", "Ana")
    guest = phone()
    guest.post(f"/t/{second}/newcomers", data={"name": "Cy"})
    assert "Same again, with Cy" in first_page(phones[0])
    third = phones[0].post(again_at(phones[0])).headers["Location"][-5:]
    phones.append(guest)
    for each in phones[1:]:
        each.get(f"/t/{second}/rematch")
    lay(third, phones, ("Ana", "Ben", "Cy"))
    page = phones[0].get("/").get_data(as_text=True)
    [anew] = re.findall(r'crew-again.*?href="(/new/[^"]+)">Same again<', page, re.S)
    seats = phones[0].get(unescape(anew)).get_data(as_text=True)
    chosen = re.findall(r'name="seats" value="(\w+)" checked', seats)
    assert chosen == ["Ana", "Ben"]


def test_one_match_is_enough_to_be_offered_the_same_again(phone: NewPhone) -> None:
    code, phones = play(phone, "Ana", "Ben")
    for each in phones:
        assert TWO.search(first_page(each))
        assert again_at(each) == f"/t/{code}/rematch"


def test_the_only_phone_of_a_table_plays_the_same_again(phone: NewPhone) -> None:
    host = phone()
    code = open_table(host, GAME, seats=["Ana", "Ben"], **{"typed=target": "1"})
    host.post(f"/t/{code}/start", data={"dealer": "Ana"})
    lay(code, [host, host], ("Ana", "Ben"))
    assert again_at(host) == f"/t/{code}/rematch"
    there = host.post(again_at(host)).headers["Location"]
    assert "Next match: everyone keeps their seat" in text_of(host, there)


def test_the_latest_crew_has_the_only_large_button(phone: NewPhone) -> None:
    _, phones = play(phone, "Ana", "Ben")
    seen = phones[0]
    others = play(lambda: seen, "Ana", "Cy")[0]
    page = seen.get("/").get_data(as_text=True)
    panels = page.split("crew-again")[1:]
    sizes = [re.findall(r'<button class="(\w+)">\s*Same', each) for each in panels]
    assert sizes == [["go"], ["quiet"]]
    assert f"/t/{others}/rematch" in panels[0]


def test_crews_of_one_name_are_told_by_who_is_in_them(phone: NewPhone) -> None:
    _, phones = play(phone, "Ana", "Ben")
    seen = phones[0]
    assert "two with" not in first_page(seen)
    play(lambda: seen, "Ana", "Cy")
    told = first_page(seen)
    assert re.search(r"\w+day’s two with Cy: Ana, Cy – Highest Card", told)
    assert re.search(r"\w+day’s two with Ben: Ana, Ben – Highest Card", told)


def test_a_phone_is_told_its_name_in_the_crew(phone: NewPhone) -> None:
    _, phones = play(phone, "Ana", "Ben")
    assert "You’re Ana Same again" in first_page(phones[0])
    assert "You’re Ben Same again" in first_page(phones[1])


def test_others_crew_stands_among_the_tables_where_people_play(
    phone: NewPhone,
) -> None:
    code, phones = play(phone, "Ana", "Ben")
    second = play_again(code, phones, "Ben", "Ana")
    latecomer = phone()
    there = phones[0].post(f"/t/{second}/rematch").headers["Location"][-5:]
    told = first_page(latecomer)
    assert not TWO.search(told)
    assert "Go to table" not in told
    assert f"Highest Card Ana, Ben {there} join or watch" in told


def test_strangers_see_no_crew_that_they_did_not_sit_in(room: CardRoom) -> None:
    services = Services.over(room, PublicUrl(8642, BASE, list), False, public=True)
    phone = create_app(services).test_client
    code, phones = play(phone, "Ana", "Ben")
    second = play_again(code, phones, "Ben", "Ana")
    assert "Same again" not in first_page(phone())
    assert "Revenge" not in text_of(phone(), f"/t/{second}/evening")
    assert TWO.search(first_page(phones[1]))


def test_a_forgotten_name_is_gone_from_its_crew(
    phone: NewPhone, room: CardRoom
) -> None:
    code, phones = play(phone, "Ana", "Ben")
    play_again(code, phones, "Ben", "Ana")
    Archive(room).forget_player("Ben")
    page = first_page(phones[0])
    assert "Same again" not in page
    assert "Ben" not in page


def test_tables_of_an_event_stand_for_no_crew(app: Flask) -> None:
    club = Club(app, rounds="2")
    ana = club.enter("Ana")
    ben = club.enter("Ben")
    for _ in range(2):
        club.play_table(ana, ben)
    assert len(ana.get("/api/v1/matches").get_json()["matches"]) == 0
    assert "Same again" not in first_page(ana)


def test_title_and_streak_stand_on_the_evenings_page(
    phone: NewPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (crews, story):
        monkeypatch.setattr(module, "LONGEST_BREAK_SECONDS", 0)
    play(phone, "Ben", "Ana")
    play(phone, "Ana", "Ben")
    code, phones = play(phone, "Ana", "Ben")
    end = text_of(phone(), f"/t/{code}")
    assert "Ana: 2 wins in a row" in end
    before = r"Title since \d+ \w+ \d+ · Ana On a streak · Ana: 2 wins in a row You’re"
    assert re.search(before, first_page(phones[0]))
    told = text_of(phone(), f"/t/{code}/evening")
    assert re.search(r"Title since \d+ \w+ \d+ Ana On a streak", told)
    assert "On a streak Ana: 2 wins in a row" in told


def test_people_who_played_once_have_no_streak(phone: NewPhone) -> None:
    code, _ = play(phone, "Ana", "Ben")
    told = text_of(phone(), f"/t/{code}/evening")
    assert "On a streak" not in told
    sit(phone, "Ana", "Ben")
    assert "Same again" not in first_page(phone())


def test_an_evenings_page_begins_the_next_match_for_those_who_sat_there(
    phone: NewPhone,
) -> None:
    code, phones = play(phone, "Ana", "Ben")
    again = f'method="post" action="/t/{code}/rematch"'
    assert again in phones[1].get(f"/t/{code}/evening").get_data(as_text=True)
    assert again not in phone().get(f"/t/{code}/evening").get_data(as_text=True)
    phones[0].post(f"/t/{code}/rematch")
    assert again not in phones[1].get(f"/t/{code}/evening").get_data(as_text=True)


def test_an_evening_leads_to_the_next_table_while_they_play_there(
    phone: NewPhone,
) -> None:
    code, phones = play(phone, "Ana", "Ben")
    there = phones[0].post(f"/t/{code}/rematch").headers["Location"][-5:]
    assert f"Go to table {there}" in text_of(phones[0], f"/t/{code}/evening")
    phones[1].get(f"/t/{code}/rematch")
    lay(there, phones, ("Ana", "Ben"))
    assert "Go to table" not in text_of(phones[0], f"/t/{code}/evening")
