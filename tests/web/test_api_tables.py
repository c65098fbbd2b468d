"""Tables: opened, joined, handed over, left, started, and looked at."""

import re

import pytest
from flask import Flask

from tests.web.conftest import BASE, Open, Opened
from tests.web.phone import Phone

# Opening


def test_a_table_is_opened(spectator: Phone) -> None:
    opened = spectator.post("/tables", {"game": "highest-card"}).said(201)
    assert re.fullmatch("[A-Z0-9]{5}", opened["code"])
    assert re.fullmatch(f"{BASE}/t/{opened['code']}-[A-Z0-9]{{6}}", opened["join_url"])
    assert opened["qr_url"] == f"{opened['join_url']}/qr.svg"
    assert len(opened["host_token"]) >= 20


def test_an_opened_table_waits_for_its_match(
    open_table: Open, spectator: Phone
) -> None:
    table = open_table("highest-card", seats=("Ana", "Ben"), options={"target": 3})
    seen = spectator.look(table.code)
    assert seen["phase"] == "setting-up"
    assert seen["seats"] == ["Ana", "Ben"]
    assert (seen["seq"], seen["dealer"], seen["prompts"], seen["finished"]) == (
        0,
        None,
        [],
        False,
    )
    assert seen["options"] == {"target": 3}
    assert seen["seat_states"] == [
        {"name": "Ana", "claimed": False, "host": False},
        {"name": "Ben", "claimed": False, "host": False},
    ]


def test_options_left_out_stand_as_the_game_has_them(
    open_table: Open, spectator: Phone
) -> None:
    assert spectator.look(open_table().code)["options"] == {"target": 2}


def test_house_rules_are_kept(open_table: Open, spectator: Phone) -> None:
    rule = spectator.get("/games/faj").said(200)["house_rules"][0]["id"]
    assert spectator.look(open_table("faj", house_rules=[rule]).code)[
        "house_rules"
    ] == [rule]


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({}, {"game"}),
        ({"game": 7}, {"game"}),
        ({"game": "whist"}, {"game"}),
        ({"game": "highest-card", "stakes": 5}, {"stakes"}),
        ({"game": "highest-card", "seats": "Ana"}, {"seats"}),
        ({"game": "highest-card", "seats": ["Ana", ""]}, {"seats.1"}),
        ({"game": "highest-card", "seats": ["Ana", 2, None]}, {"seats.1", "seats.2"}),
        (
            {"game": "highest-card", "seats": ["Ana", "ana", "!"]},
            {"seats.1", "seats.2"},
        ),
        ({"game": "highest-card", "seats": ["a", "b", "c", "d", "e"]}, {"seats"}),
        ({"game": "highest-card", "options": {"target": 99}}, {"target"}),
        ({"game": "highest-card", "options": {"stakes": 5}}, {"stakes"}),
        ({"game": "highest-card", "options": []}, {"options"}),
        ({"game": "highest-card", "house_rules": ["no-such-rule"]}, {"house_rules"}),
        ({"game": "spades", "options": {"play": "solo", "board": True}}, {"board"}),
        ([], {""}),
    ],
)
def test_a_table_that_cannot_be_opened(
    spectator: Phone, body: object, wrong: set[str]
) -> None:
    fields = spectator.post("/tables", body).fields()
    assert set(fields) == wrong
    assert all(fields.values())


def test_a_match_for_too_few_to_play_as_agreed_does_not_begin(
    open_table: Open,
) -> None:
    """Before anybody sits down, partners may come; with three none can."""
    table = open_table("spades", *("Ana", "Ben", "Cy"), options={"board": True})
    refused = table.host.post(table.path("start")).fields()
    assert set(refused) == {"board"}


def test_the_addresses_it_gives_are_there(open_table: Open, app: Flask) -> None:
    table = open_table("highest-card", "Ana")
    opened = Phone(app).post("/tables", {"game": "highest-card"}).said(201)
    link = table.host.post(table.path("seats/Ana/link")).said(201)
    for url in (opened["join_url"], opened["qr_url"], link["url"], link["qr_url"]):
        answer = app.test_client().get(url.removeprefix(BASE))
        assert answer.status_code == 200, url
        assert answer.mimetype == (
            "image/svg+xml" if url.endswith(".svg") else "text/html"
        )


# Sitting down


def test_a_new_seat(open_table: Open) -> None:
    table = open_table()
    ana = table.sit("Ana")
    assert ana.look(table.code)["you"] == {"seat": "Ana", "host": False}
    assert ana.look(table.code)["seats"] == ["Ana"]


def test_a_free_seat_by_its_name_in_any_case(open_table: Open) -> None:
    table = open_table(seats=("Ana", "Ben"))
    assert table.sit("ana").look(table.code)["you"]["seat"] == "Ana"
    assert table.host.look(table.code)["seats"] == ["Ana", "Ben"]


def test_the_code_is_read_generously(open_table: Open, app: Flask) -> None:
    code = open_table().code
    for place, typed in enumerate(
        (
            code.lower(),
            f"{code[:2]}-{code[2:]}",
            f" {code[:2]} {code[2:]}",
            f"{code}%00",
        )
    ):
        assert (
            Phone(app).post(f"/tables/{typed}/join", {"name": f"P{place}"}).status
            == 201
        )
        assert Phone(app).look(typed)["code"] == code


def test_the_opener_who_sits_down_is_host_from_that_seat(open_table: Open) -> None:
    table = open_table()
    seated = table.host.post(table.path("join"), {"name": "Ana"}).said(201)
    ana = Phone(table.host.app, seated["seat_token"])
    assert ana.look(table.code)["you"] == {"seat": "Ana", "host": True}
    assert table.host.look(table.code)["you"] == {"seat": None, "host": True}


def test_a_full_table(open_table: Open, spectator: Phone) -> None:
    table = open_table("highest-card", "Ana", "Ben", "Cy", "Dee")
    assert spectator.post(table.path("join"), {"name": "Eve"}).status == 409


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "!!",
        "x" * 31,
        "a=b",
        "Ana & Ben",
        "A ＆ B",
        "Ana, Ben",
        "A\u202eB",
        "a\u0000b",
        7,
        None,
    ],
)
def test_names_that_cannot_be(open_table: Open, spectator: Phone, name: object) -> None:
    table = open_table()
    assert set(spectator.post(table.path("join"), {"name": name}).fields()) == {"name"}
    assert spectator.look(table.code)["seats"] == []


@pytest.mark.parametrize("letters", [31, 101])
def test_a_name_that_is_too_long_is_told_how_long_one_may_be(
    open_table: Open, spectator: Phone, letters: int
) -> None:
    table = open_table()
    assert (
        "30 letters"
        in table.host.post(table.path("join"), {"name": "A" * letters}).fields()["name"]
    )
    opened = spectator.post("/tables", {"game": "faj", "seats": ["Ana", "B" * letters]})
    assert "30 letters" in opened.fields()["seats.1"]


def test_new_seats_end_with_the_start_and_free_ones_stay_open(
    open_table: Open, spectator: Phone
) -> None:
    table = open_table("highest-card", seats=("Ana", "Ben"))
    table.start()
    assert spectator.post(table.path("join"), {"name": "Eve"}).status == 409
    assert table.sit("Ben").look(table.code)["you"]["seat"] == "Ben"


# A seat that has an owner


def claim(table: Opened, name: str = "Ana") -> str:
    answer = Phone(table.host.app).post(table.path("join"), {"name": name}).said(202)
    assert answer["seat"] == name
    return str(answer["claim"])


@pytest.mark.parametrize("who", ["Ana", "host"])
def test_the_owner_or_the_host_admits_to_a_seat(
    started: Opened, spectator: Phone, who: str
) -> None:
    asked = claim(started)
    assert spectator.get(started.path(f"claims/{asked}")).said(200) == {
        "seat": "Ana",
        "state": "waiting",
    }
    asker = started.host if who == "host" else started.phones["Ana"]
    [waiting] = asker.look(started.code)["claims"]
    assert waiting["seat"] == "Ana"
    answered = asker.post(
        started.path(f"claims/{waiting['id']}"), {"admit": True}
    ).said(200)
    assert answered == {"seat": "Ana", "state": "admitted"}
    token = spectator.get(started.path(f"claims/{asked}")).said(200)["seat_token"]
    assert Phone(started.host.app, token).look(started.code)["you"]["seat"] == "Ana"
    assert started.phones["Ana"].get(f"/tables/{started.code}").status == 401
    assert started.host.look(started.code)["claims"] == []


def test_a_refused_claim_gives_no_token(started: Opened, spectator: Phone) -> None:
    asked = claim(started)
    started.phones["Ana"].post(started.path(f"claims/{asked}"), {"admit": False}).said(
        200
    )
    assert spectator.get(started.path(f"claims/{asked}")).said(200) == {
        "seat": "Ana",
        "state": "refused",
    }
    assert started.phones["Ana"].look(started.code)["you"]["seat"] == "Ana"


def test_a_claim_is_nobody_elses_to_see_or_answer(
    started: Opened, spectator: Phone
) -> None:
    asked = claim(started)
    ben = started.phones["Ben"]
    assert ben.look(started.code)["claims"] == []
    assert "claims" not in spectator.look(started.code)
    assert ben.post(started.path(f"claims/{asked}"), {"admit": True}).status == 403
    assert (
        spectator.post(started.path(f"claims/{asked}"), {"admit": True}).status == 401
    )
    assert (
        spectator.get(started.path(f"claims/{asked}")).said(200)["state"] == "waiting"
    )


def test_the_public_id_of_a_claim_gives_no_token(
    started: Opened, spectator: Phone
) -> None:
    public = claim(started).partition(".")[0]
    started.host.post(started.path(f"claims/{public}"), {"admit": True}).said(200)
    for shown in (public, f"{public}.", f"{public}.wrong"):
        assert "seat_token" not in spectator.get(started.path(f"claims/{shown}")).said(
            200
        )


@pytest.mark.parametrize("claim", ["x", "x.y", ".", "%00", "a%00b.c", "é", "x" * 500])
def test_a_claim_that_is_not_known(
    started: Opened, spectator: Phone, claim: str
) -> None:
    assert spectator.get(started.path(f"claims/{claim}")).status == 404
    assert (
        started.host.post(started.path(f"claims/{claim}"), {"admit": True}).status
        == 404
    )


def test_a_claim_belongs_to_its_table(
    started: Opened, open_table: Open, spectator: Phone
) -> None:
    other = open_table()
    asked = claim(started)
    assert spectator.get(other.path(f"claims/{asked}")).status == 404
    assert other.host.post(other.path(f"claims/{asked}"), {"admit": True}).status == 404


def test_a_claim_needs_an_answer(started: Opened) -> None:
    asked = claim(started)
    for body in ({}, {"admit": "yes"}, {"admit": None}, {"admit": 1}):
        assert set(
            started.host.post(started.path(f"claims/{asked}"), body).fields()
        ) == {"admit"}


# A seat taken to another phone


def test_a_link_takes_a_seat_once(started: Opened, spectator: Phone) -> None:
    ana = started.phones["Ana"]
    link = ana.post(started.path("seats/Ana/link")).said(201)
    head, _, token = link["url"].rpartition("/")
    assert head == f"{BASE}/t/{started.code}/link"
    assert link["qr_url"] == f"{link['url']}/qr.svg"
    seated = spectator.post(started.path("links"), {"token": token}).said(201)
    assert seated["seat"] == "Ana"
    assert (
        Phone(ana.app, seated["seat_token"]).look(started.code)["you"]["seat"] == "Ana"
    )
    assert ana.get(f"/tables/{started.code}").status == 401
    assert spectator.post(started.path("links"), {"token": token}).status == 404


def test_a_link_belongs_to_its_table(
    started: Opened, open_table: Open, spectator: Phone
) -> None:
    token = (
        started.host.post(started.path("seats/Ana/link"))
        .said(201)["url"]
        .rpartition("/")[2]
    )
    assert spectator.post(open_table().path("links"), {"token": token}).status == 404


def test_a_seat_with_a_slash_in_its_name(open_table: Open) -> None:
    table = open_table("highest-card", "A/C", "Ben")
    assert table.phones["A/C"].post(table.path("seats/A%2FC/link")).status == 201


# The host


def test_the_host_hands_over(started: Opened) -> None:
    after = started.host.post(started.path("host"), {"seat": "Ben"}).said(200)
    assert after["you"] == {"seat": None, "host": False}
    assert started.phones["Ben"].look(started.code)["you"] == {
        "seat": "Ben",
        "host": True,
    }
    assert started.host.get(f"/tables/{started.code}").status == 401


# Leaving


def test_a_seat_that_joined_is_gone_before_the_start(open_table: Open) -> None:
    table = open_table("highest-card", "Ana", "Ben")
    after = table.phones["Ana"].post(table.path("leave")).said(200)
    assert after["seats"] == ["Ben"]
    assert after["you"] == {"seat": None, "host": False}
    assert table.phones["Ana"].get(f"/tables/{table.code}").status == 401


def test_a_seat_stays_in_the_match_and_can_be_taken(started: Opened) -> None:
    started.phones["Ana"].post(started.path("leave")).said(200)
    assert started.host.look(started.code)["seat_states"][0] == {
        "name": "Ana",
        "claimed": False,
        "host": False,
    }
    assert started.sit("Ana").look(started.code)["you"]["seat"] == "Ana"


def test_the_host_frees_anothers_seat(started: Opened, spectator: Phone) -> None:
    assert (
        started.phones["Ben"].post(started.path("leave"), {"seat": "Ana"}).status == 403
    )
    assert spectator.post(started.path("leave"), {"seat": "Ana"}).status == 401
    assert spectator.post(started.path("leave")).status == 401
    assert set(started.host.post(started.path("leave")).fields()) == {"seat"}
    assert started.host.post(started.path("leave"), {"seat": "Ana"}).said(200)["you"][
        "host"
    ]
    assert started.host.post(started.path("leave"), {"seat": "Eve"}).status == 404


def test_a_host_who_leaves_passes_the_role_on(started: Opened) -> None:
    started.host.post(started.path("host"), {"seat": "Ana"}).said(200)
    started.phones["Ana"].post(started.path("leave")).said(200)
    assert started.phones["Ben"].look(started.code)["you"]["host"]


# Starting


def test_the_first_seat_deals_where_nobody_is_named(open_table: Open) -> None:
    table = open_table("highest-card", "Ana", "Ben", "Cy")
    view = table.start()
    assert (view["dealer"], view["seats"], view["phase"]) == (
        "Ana",
        ["Ana", "Ben", "Cy"],
        "lay",
    )
    assert view["you"] == {"seat": None, "host": True}


def test_the_host_seats_people_and_names_the_dealer(open_table: Open) -> None:
    view = open_table("highest-card", "Ana", "Ben", "Cy").start(
        order=["Cy", "Ana", "Ben"], dealer="Ben"
    )
    assert (view["seats"], view["dealer"]) == (["Cy", "Ana", "Ben"], "Ben")


def test_the_dealer_is_tossed(open_table: Open) -> None:
    assert open_table("highest-card", "Ana", "Ben").start(toss_dealer=True)[
        "dealer"
    ] in ("Ana", "Ben")


def test_unclaimed_seats_are_no_hindrance(open_table: Open) -> None:
    table = open_table(seats=("Ana", "Ben"))
    table.start()
    assert table.host.enter(table.code, "lay", "Ana", card="9S").status == 201
    assert table.host.enter(table.code, "lay", "Ben", card="8S").said(201)["rulings"][
        0
    ]["verdict"] == {"winner": "Ana"}


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({"order": ["Ana"]}, {"order"}),
        ({"order": ["Ana", "Ana"]}, {"order"}),
        ({"order": ["Ana", 2]}, {"order.1"}),
        ({"order": []}, {"order"}),
        ({"dealer": "Eve"}, {"dealer"}),
        ({"dealer": 1}, {"dealer"}),
        ({"dealer": "Ana", "toss_dealer": True}, {"dealer"}),
        ({"toss_dealer": "yes"}, {"toss_dealer"}),
        ({"deck": "marked", "speed": 3}, {"deck", "speed"}),
    ],
)
def test_a_start_that_cannot_be(
    open_table: Open, body: object, wrong: set[str]
) -> None:
    table = open_table("highest-card", "Ana", "Ben")
    assert set(table.host.post(table.path("start"), body).fields()) == wrong
    assert table.host.look(table.code)["phase"] == "setting-up"


def test_too_few_cannot_start(open_table: Open) -> None:
    table = open_table("highest-card", "Ana")
    assert set(table.host.post(table.path("start")).fields()) == {"seats"}


# Looking


def test_a_seat_sees_its_own_prompts_the_host_all_a_spectator_none(
    started: Opened, spectator: Phone
) -> None:
    ana = started.phones["Ana"].look(started.code)
    assert [(prompt["kind"], prompt["seats"]) for prompt in ana["prompts"]] == [
        ("lay", ["Ana"]),
        ("gather", ["Ana", "Ben"]),
    ]
    host = started.host.look(started.code)
    assert host["prompts"][0]["seats"] == ["Ana", "Ben"]
    assert spectator.look(started.code)["prompts"] == []


@pytest.mark.parametrize(
    "header", ["Bearer nonsense", "Bearer ", "Bearer", "Basic YTpi", "nonsense"]
)
def test_a_token_that_is_not_known_is_refused(
    started: Opened, spectator: Phone, header: str
) -> None:
    for call in ("", "/log", "/export"):
        answer = spectator.get(
            f"/tables/{started.code}{call}", headers={"Authorization": header}
        )
        assert answer.status == 401
        assert answer.response.headers["WWW-Authenticate"] == "Bearer"


def test_a_token_is_good_for_its_table_only(started: Opened, open_table: Open) -> None:
    assert started.phones["Ana"].get(f"/tables/{open_table().code}").status == 401


def test_cookies_serve_as_tokens_do(started: Opened) -> None:
    client = started.host.app.test_client()
    client.set_cookie(f"seat_{started.code}", started.phones["Ana"].token or "")
    assert (
        client.get(f"/api/v1/tables/{started.code}").get_json()["you"]["seat"] == "Ana"
    )
    answer = client.post(f"/api/v1/tables/{started.code}/leave", json={})
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers
    assert (
        client.get(f"/api/v1/tables/{started.code}").get_json()["you"]["seat"] is None
    )
