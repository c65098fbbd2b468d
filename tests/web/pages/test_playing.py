"""The table's page in play: entering by plain forms, refusals, and what others see."""

import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from referee_web.guards.service_set import services_of

from tests.web.plain_pages import (
    ROUNDS,
    TRICKS,
    enter,
    open_table,
    page,
    play_a_trick,
    sit,
)


def test_a_ruling_links_to_its_sections(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    code, _, ana, ben = playing
    play_a_trick(code, ana, ben)
    links = re.findall(
        rf'href="/games/{TRICKS}[^#"]*#([\w-]+)"',
        ana.get(f"/t/{code}").get_data(as_text=True),
    )
    rules = ana.get(f"/games/{TRICKS}").get_data(as_text=True)
    assert links
    assert all(f'id="{section}"' in rules for section in links)


def test_a_misread_card_is_said_at_its_field_and_kept(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    code, _, ana, _ = playing
    answer = enter(ana, code, "board", typed__cards="3c foo", pick__cards="4H")
    assert answer.status_code == 422
    assert "is not a card" in page(answer).text
    assert 'value="3c foo"' in answer.get_data(as_text=True)
    assert page(answer).checked("pick=cards") == ["4H"]


def test_a_refused_move_is_a_ruling_with_its_reasons(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    code, _, ana, _ = playing
    answer = enter(ana, code, "board", typed__cards="3c 4c")
    assert answer.status_code == 422
    assert page(answer).text.count("Not possible:") == 1
    assert re.search(rf'href="/games/{TRICKS}[^#"]*#', answer.get_data(as_text=True))


def test_sending_the_same_form_twice_changes_nothing(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient], app: Flask
) -> None:
    code, _, ana, _ = playing
    form = page(ana.get(f"/t/{code}")).form("board") | {"typed=cards": "3c"}
    for _ in range(2):
        assert (
            ana.post(f"/t/{code}/enter", data=form).headers["Location"] == f"/t/{code}"
        )
    assert services_of(app).room.seq(code) == 1


@pytest.mark.parametrize("id", ["", "  ", None])
def test_a_form_made_by_hand_needs_no_id(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
    app: Flask,
    id: str | None,
) -> None:
    code, _, ana, _ = playing
    by_hand = {"kind": "board", "typed=cards": "3c"} | (
        {} if id is None else {"id": id}
    )
    assert ana.post(f"/t/{code}/enter", data=by_hand).status_code == 303
    assert services_of(app).room.seq(code) == 1


def test_who_was_overtaken_is_told_and_sees_the_table_as_it_is(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    code, host, ana, _ = playing
    late = page(host.get(f"/t/{code}")).form("board") | {"typed=cards": "5d"}
    enter(ana, code, "board", typed__cards="3c")
    answer = host.post(f"/t/{code}/enter", data=late)
    assert answer.status_code == 409
    assert "Ana has already entered this: “Turn one trick card”." in page(answer).text
    assert "three of clubs" in page(answer).text


def test_a_spectator_has_no_forms_to_enter_with(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    code, _, ana, _ = playing
    form = page(ana.get(f"/t/{code}")).form("board") | {"typed=cards": "3c"}
    guest = ana.application.test_client()
    assert 'name="kind"' not in guest.get(f"/t/{code}").get_data(as_text=True)
    assert guest.post(f"/t/{code}/enter", data=form).status_code == 401


def test_nobody_else_sees_a_sealed_card(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    code, host, ana, ben = playing
    enter(ana, code, "board", typed__cards="3c")
    enter(ana, code, "play", pick__plays__Ana="XB")
    assert "black joker" in page(ana.get(f"/t/{code}/log")).text
    for who in (host, ben, ana.application.test_client()):
        log = page(who.get(f"/t/{code}/log")).text
        assert "sealed" in log
        assert "black joker" not in log
    assert "black joker" not in page(ana.get(f"/t/{code}/board")).text


def test_a_host_has_the_seats_without_a_phone_first(
    phone: Callable[[], FlaskClient],
) -> None:
    host = phone()
    ana = phone()
    code = open_table(host, ROUNDS, seats=["Ana", "Ben", "Cy"])
    sit(ana, code, "Ana")
    host.post(f"/t/{code}/start")
    html = host.get(f"/t/{code}").get_data(as_text=True)
    open_forms = html[
        html.index('class="prompts"') : html.index('<details class="aside"')
    ]
    assert re.findall(r'name="seat" value="(\w+)"', open_forms) == ["Ben", "Cy"]
    hands = {
        "hidden--1": "4s 5s 6s",
        "exposed--1": "7c 8c 9c",
        "hidden--2": "th jh qh",
        "exposed--2": "kd kc 2d",
    }
    form = page(host.get(f"/t/{code}")).form("round", "Cy")
    sent = (
        form
        | {"seat": ["Ben", "Cy"]}
        | {f"typed={name}": cards for name, cards in hands.items()}
    )
    assert host.post(f"/t/{code}/enter", data=sent).status_code == 303
    html = host.get(f"/t/{code}").get_data(as_text=True)
    first = html.index('class="prompts"')
    assert html.index('<form class="prompt"', first) > html.index(
        '<details class="aside"', first
    )


def test_cards_that_cannot_be_meant_are_not_offered(
    playing: tuple[str, FlaskClient, FlaskClient, FlaskClient],
) -> None:
    code, _, ana, ben = playing
    play_a_trick(code, ana, ben)
    offered = {
        one.get("value")
        for one in page(ana.get(f"/t/{code}")).inputs
        if one.get("name") == "pick=cards"
    }
    assert "4C" in offered
    assert not offered & {"3C", "JS", "XB"}
