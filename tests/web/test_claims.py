"""A seat that has an owner is given to another phone by those who may, and the host's
role is not given with it.
"""

import json
import time
from collections.abc import Callable
from http.client import HTTPConnection

import pytest
from flask import Flask
from flask.testing import FlaskClient
from referee_web.guards.service_set import services_of

from referee.hosting.store import Store
from referee.hosting.tables.claims import MOST_OF_ONE_ADDRESS, MOST_WAITING
from tests.web.conftest import Open, Opened
from tests.web.line import HOST, answering
from tests.web.phone import V1, Answer, Phone

PassSeconds = Callable[[float], None]


@pytest.fixture
def pass_seconds(monkeypatch: pytest.MonkeyPatch) -> PassSeconds:
    """Lets so many seconds pass."""

    def put_forward(seconds: float) -> None:
        later = time.time() + seconds
        monkeypatch.setattr(Store, "now", lambda _store: later)

    return put_forward


@pytest.fixture
def four(open_table: Open) -> Opened:
    """Ana, who is host from her seat alone, Ben, Cy and Dee; their match has begun."""
    table = open_table("highest-card", "Ana", "Ben", "Cy", "Dee")
    table.host.post(table.path("host"), {"seat": "Ana"}).said(200)
    table.phones["Ana"].post(table.path("start")).said(200)
    return table


def ask_for(table: Opened, seat: str) -> str:
    return str(
        Phone(table.host.app)
        .post(table.path("join"), {"name": seat})
        .said(202)["claim"]
    )


def answer(table: Opened, seat: str, claim: str, admit: bool = True) -> Answer:
    return table.phones[seat].post(
        table.path(f"claims/{claim.partition('.')[0]}"), {"admit": admit}
    )


def state(table: Opened, claim: str) -> str:
    return str(
        Phone(table.host.app).get(table.path(f"claims/{claim}")).said(200)["state"]
    )


def let_in(table: Opened, claim: str, *seats: str) -> Phone:
    """These seats let somebody in, whose phone this is then."""
    for seat in seats:
        answer(table, seat, claim).said(200)
    got = Phone(table.host.app).get(table.path(f"claims/{claim}")).said(200)
    return Phone(table.host.app, got["seat_token"])


def test_a_seat_cannot_bring_its_own_second_phone_to_the_hosts_seat(
    four: Opened, pass_seconds: PassSeconds
) -> None:
    claim = ask_for(four, "Ana")
    pass_seconds(119)
    assert answer(four, "Ben", claim).status == 403
    pass_seconds(121)
    assert answer(four, "Ben", claim).said(200) == {"seat": "Ana", "state": "waiting"}
    assert answer(four, "Ben", claim).said(200)["state"] == "waiting", (
        "nobody counts twice"
    )
    assert state(four, claim) == "waiting"
    assert four.phones["Ana"].look(four.code)["you"] == {"seat": "Ana", "host": True}


def test_more_than_half_of_the_others_may_let_somebody_in(
    four: Opened, pass_seconds: PassSeconds
) -> None:
    claim = ask_for(four, "Ana")
    pass_seconds(121)
    [asked] = four.phones["Cy"].look(four.code)["claims"]
    assert asked == {
        "id": claim.partition(".")[0],
        "seat": "Ana",
        "answer": None,
        "admit": 0,
        "needs": 2,
    }
    answer(four, "Ben", claim)
    [asked] = four.phones["Ben"].look(four.code)["claims"]
    assert (asked["answer"], asked["admit"], asked["needs"]) == (True, 1, 2)
    assert let_in(four, claim, "Cy").look(four.code)["you"]["seat"] == "Ana"
    assert answer(four, "Dee", claim).status == 409, "it was answered"


def test_the_role_stays_with_the_hosts_phone_which_is_told(
    four: Opened, pass_seconds: PassSeconds
) -> None:
    claim = ask_for(four, "Ana")
    ana = four.phones["Ana"]
    pass_seconds(121)
    second = let_in(four, claim, "Ben", "Cy")
    assert second.look(four.code)["you"] == {"seat": "Ana", "host": False}
    assert "lost_seat" not in second.look(four.code)
    seen = ana.look(four.code)
    assert (seen["you"], seen["lost_seat"]) == ({"seat": None, "host": True}, "Ana")
    assert not any(seat["host"] for seat in seen["seat_states"])
    assert four.phones["Ben"].look(four.code)["you"]["host"] is False


def test_a_phone_whose_seat_went_to_another_one_is_told_so(four: Opened) -> None:
    told = "This phone’s seat is on another phone now."
    at = "http://referee.test:8642"
    old = four.host.app.test_client()
    watcher = four.host.app.test_client()
    old.set_cookie(
        f"seat_{four.code}", four.phones["Ben"].token or "", domain="referee.test"
    )
    assert told not in old.get(f"/t/{four.code}", base_url=at).get_data(as_text=True)
    let_in(four, ask_for(four, "Ben"), "Ana")
    assert told in old.get(f"/t/{four.code}", base_url=at).get_data(as_text=True)
    assert told not in watcher.get(f"/t/{four.code}", base_url=at).get_data(
        as_text=True
    )


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("post", "host", {"seat": "Ben"}),
        ("post", "leave", {"seat": "Dee"}),
        ("post", "seats/Dee/link", {}),
        ("post", "seats/Dee/forget", {}),
        ("post", "seats/Ana/forget", {}),
        ("delete", "", None),
    ],
)
def test_who_was_let_in_by_the_others_has_no_rights_of_the_host(
    four: Opened, pass_seconds: PassSeconds, method: str, path: str, body: object
) -> None:
    claim = ask_for(four, "Ana")
    pass_seconds(121)
    second = let_in(four, claim, "Ben", "Cy")
    if method == "delete":
        client = four.host.app.test_client()
        client.set_cookie(f"seat_{four.code}", second.token or "")
        assert (
            client.post(f"/t/{four.code}/delete", data={"sure": "yes"}).status_code
            == 403
        )
    else:
        assert second.post(four.path(path), body).status == 403


@pytest.fixture
def lent(four: Opened, pass_seconds: PassSeconds) -> Phone:
    """The phone to which the others gave Ben's seat."""
    claim = ask_for(four, "Ben")
    pass_seconds(121)
    return let_in(four, claim, "Cy", "Dee")


def link_to(phone: Phone, table: Opened, seat: str = "Ben") -> Answer:
    return phone.post(table.path(f"seats/{seat}/link"))


def take(table: Opened, link: Answer) -> Answer:
    token = link.said(201)["url"].rpartition("/")[2]
    return Phone(table.host.app).post(table.path("links"), {"token": token})


def finish(table: Opened) -> None:
    """Ana wins each trick until the match is over."""
    for suit in "SHDC":
        for seat, rank in zip(("Ana", "Ben", "Cy", "Dee"), "9876", strict=True):
            if not table.phones["Ana"].look(table.code)["finished"]:
                table.phones["Ana"].enter(
                    table.code, "lay", seat, card=rank + suit
                ).said(201)
    assert table.phones["Ana"].look(table.code)["finished"]


def test_whoever_the_others_let_in_cannot_take_the_players_name_away(
    four: Opened, lent: Phone
) -> None:
    for path, body in (
        ("seats/Ben/forget", {}),
        ("seats/Ben/name", {"name": "Nobody"}),
    ):
        refused = lent.post(four.path(path), body)
        assert "Ask the host for a link" in refused.said(403)["detail"]
    client = four.host.app.test_client()
    client.set_cookie(f"seat_{four.code}", lent.token or "", domain="referee.test")
    at = "http://referee.test:8642"
    sent = client.post(
        f"/t/{four.code}/seat/forget",
        data={"sure": "yes"},
        base_url=at,
        headers={"Origin": at},
    )
    assert sent.status_code == 403
    assert "Forget the name" not in client.get(
        f"/t/{four.code}/seat", base_url=at
    ).get_data(as_text=True)
    four.phones["Ana"].post(four.path("host"), {"seat": "Ben"}).said(200)
    assert lent.look(four.code)["you"] == {"seat": "Ben", "host": True}
    assert lent.post(four.path("seats/Ben/forget"), {}).status == 403, (
        "not as host either"
    )
    assert four.phones["Ana"].look(four.code)["seats"][1] == "Ben"


def test_the_seat_stays_lent_whatever_its_owner_does_with_it(
    four: Opened, lent: Phone, app: Flask
) -> None:
    second = Phone(app, take(four, link_to(lent, four)).said(201)["seat_token"])
    claim = ask_for(four, "Ben")
    second.post(four.path(f"claims/{claim}"), {"admit": True}).said(200)
    third = Phone(app, claim.partition(".")[2])
    third.post(four.path("leave")).said(200)
    fourth = four.sit("Ben")
    assert fourth.post(four.path("seats/Ben/forget"), {}).status == 403


@pytest.mark.parametrize("by", ["a link", "a claim"])
def test_the_host_gives_it_for_good(
    four: Opened, lent: Phone, by: str, app: Flask
) -> None:
    ana = four.phones["Ana"]
    if by == "a link":
        back = Phone(app, take(four, link_to(ana, four)).said(201)["seat_token"])
    else:
        back = let_in(four, ask_for(four, "Ben"), "Ana")
    assert back.post(four.path("seats/Ben/name"), {"name": "Benno"}).said(200) == {
        "seat": "Benno"
    }
    assert back.post(four.path("seats/Benno/forget"), {}).status == 200


def test_a_lent_seat_is_handed_on_only_until_its_match_is_over(
    four: Opened, lent: Phone, app: Flask
) -> None:
    lent = Phone(app, take(four, link_to(lent, four)).said(201)["seat_token"])
    kept = link_to(lent, four)
    finish(four)
    assert take(four, kept).status == 404
    assert "Ask the host for a link" in link_to(lent, four).said(403)["detail"]
    claim = ask_for(four, "Ben")
    assert (
        lent.post(
            four.path(f"claims/{claim.partition('.')[0]}"), {"admit": True}
        ).status
        == 403
    )
    again = Opened(
        lent.post(four.path("rematch")).said(201)["code"], four.host, {"Ben": lent}
    )
    assert lent.look(again.code)["you"]["seat"] == "Ben", "who plays goes on playing"
    assert link_to(lent, again).status == 403
    assert lent.post(again.path("seats/Ben/forget"), {}).status == 403
    assert link_to(four.phones["Ana"], again).status == 201
    assert link_to(four.phones["Cy"], again, "Cy").status == 201


def test_the_role_cannot_be_washed_out_of_the_seat(
    four: Opened, pass_seconds: PassSeconds
) -> None:
    claim = ask_for(four, "Ana")
    ana = four.phones["Ana"]
    pass_seconds(121)
    second = let_in(four, claim, "Ben", "Cy")
    link = second.post(four.path("seats/Ana/link")).said(201)["url"].rpartition("/")[2]
    third = Phone(
        four.host.app,
        Phone(four.host.app)
        .post(four.path("links"), {"token": link})
        .said(201)["seat_token"],
    )
    assert third.look(four.code)["you"] == {"seat": "Ana", "host": False}
    again = ask_for(four, "Ana")
    third.post(four.path(f"claims/{again}"), {"admit": True}).said(200)
    fourth = Phone(four.host.app, again.partition(".")[2])
    assert fourth.look(four.code)["you"] == {"seat": "Ana", "host": False}
    fourth.post(four.path("leave")).said(200)
    assert [
        four.phones[seat].look(four.code)["you"]["host"]
        for seat in ("Ben", "Cy", "Dee")
    ] == [False] * 3
    four.sit("Ana")
    assert four.phones["Ana"].look(four.code)["you"] == {"seat": "Ana", "host": False}
    assert ana.look(four.code)["you"] == {"seat": None, "host": True}


def test_the_hosts_phone_takes_the_seat_back(
    four: Opened, pass_seconds: PassSeconds, app: Flask
) -> None:
    claim = ask_for(four, "Ana")
    ana = four.phones["Ana"]
    pass_seconds(121)
    second = let_in(four, claim, "Ben", "Cy")
    second.enter(four.code, "lay", "Ana", card="9S").said(201)
    back = Phone(
        app, ana.post(four.path("join"), {"name": "Ana"}).said(201)["seat_token"]
    )
    seen = back.look(four.code)
    assert (seen["you"], "lost_seat" in seen) == ({"seat": "Ana", "host": True}, False)
    assert back.get(four.path("log")).said(200)["entries"][-1]["data"] is None, (
        "it is not hers to read"
    )
    for left in (second, ana):
        assert left.get(f"/tables/{four.code}").status == 401


def test_the_role_comes_with_the_seat_where_the_host_lets_somebody_in(
    four: Opened, pass_seconds: PassSeconds
) -> None:
    claim = ask_for(four, "Ana")
    assert let_in(four, claim, "Ana").look(four.code)["you"] == {
        "seat": "Ana",
        "host": True,
    }


def test_the_host_without_the_seat_may_give_the_role_to_who_has_it(
    four: Opened, pass_seconds: PassSeconds
) -> None:
    claim = ask_for(four, "Ana")
    ana = four.phones["Ana"]
    pass_seconds(121)
    let_in(four, claim, "Ben", "Cy")
    again = ask_for(four, "Ana")
    ana.post(four.path(f"claims/{again}"), {"admit": True}).said(200)
    assert Phone(four.host.app, again.partition(".")[2]).look(four.code)["you"] == {
        "seat": "Ana",
        "host": True,
    }
    assert ana.get(f"/tables/{four.code}").status == 401


def test_the_host_gives_the_role_with_a_link_to_the_seat(
    four: Opened, pass_seconds: PassSeconds
) -> None:
    claim = ask_for(four, "Ana")
    ana = four.phones["Ana"]
    pass_seconds(121)
    let_in(four, claim, "Ben", "Cy")
    services_of(four.host.app).room.forget(four.code)
    link = ana.post(four.path("seats/Ana/link")).said(201)["url"].rpartition("/")[2]
    taken = Phone(
        four.host.app,
        Phone(four.host.app)
        .post(four.path("links"), {"token": link})
        .said(201)["seat_token"],
    )
    assert taken.look(four.code)["you"] == {"seat": "Ana", "host": True}
    assert ana.get(f"/tables/{four.code}").status == 401


def test_as_many_as_cannot_be_outvoted_refuse(
    four: Opened, pass_seconds: PassSeconds
) -> None:
    claim = ask_for(four, "Ana")
    pass_seconds(121)
    assert answer(four, "Ben", claim, admit=False).said(200)["state"] == "waiting"
    assert answer(four, "Cy", claim, admit=False).said(200)["state"] == "refused"
    assert answer(four, "Dee", claim).status == 409


def test_an_answer_counts_as_long_as_its_owner_has_the_seat(
    four: Opened, pass_seconds: PassSeconds
) -> None:
    claim = ask_for(four, "Ana")
    pass_seconds(121)
    answer(four, "Ben", claim).said(200)
    four.phones["Ben"].post(four.path("leave")).said(200)
    assert answer(four, "Cy", claim).said(200)["state"] == "waiting", (
        "Cy and Dee are the others now: it takes both"
    )
    assert answer(four, "Dee", claim).said(200)["state"] == "admitted"


def test_answers_and_the_wait_survive_a_restart(
    four: Opened, pass_seconds: PassSeconds
) -> None:
    claim = ask_for(four, "Ana")
    pass_seconds(121)
    answer(four, "Ben", claim).said(200)
    services_of(four.host.app).room.forget(four.code)
    assert answer(four, "Cy", claim).said(200)["state"] == "admitted"


def test_the_owner_and_the_host_decide_at_any_time(
    four: Opened, pass_seconds: PassSeconds
) -> None:
    claim = ask_for(four, "Ben")
    pass_seconds(121)
    answer(four, "Cy", claim).said(200)
    assert answer(four, "Ana", claim, admit=False).said(200)["state"] == "refused"


def test_an_opener_who_leaves_gives_the_role_to_nobody_who_took_a_seat(
    open_table: Open, pass_seconds: PassSeconds
) -> None:
    """The one who opened the table is host too, by a token of their own."""
    table = open_table("highest-card", "Ben", "Cy")
    seated = table.host.post(table.path("join"), {"name": "Ana"}).said(201)
    ana = Phone(table.host.app, seated["seat_token"])
    table.host.post(table.path("start")).said(200)
    claim = ask_for(table, "Ana")
    pass_seconds(121)
    second = let_in(table, claim, "Ben", "Cy")
    assert [
        phone.look(table.code)["you"]["host"] for phone in (table.host, ana, second)
    ] == [True, True, False]


def test_the_page_asks_the_others_and_gives_the_host_the_seat_back(
    four: Opened, pass_seconds: PassSeconds
) -> None:
    def browser(seat: str) -> FlaskClient:
        client = four.host.app.test_client()
        client.set_cookie(f"seat_{four.code}", four.phones[seat].token or "")
        return client

    ana, ben, cy = (browser(seat) for seat in ("Ana", "Ben", "Cy"))
    claim = ask_for(four, "Ana").partition(".")[0]
    pass_seconds(121)
    path = f"/t/{four.code}/claims/{claim}"
    assert "Agreed so far: 0 of 2." in ben.get(f"/t/{four.code}").text
    for client in (ben, cy):
        assert client.post(path, data={"admit": "yes"}).status_code == 303
        told = client.get(f"/t/{four.code}").text
        assert ("You let them in." in told) == (client is ben)
    told = ana.get(f"/t/{four.code}").text
    assert "The others gave Ana’s seat to another phone." in told
    assert ana.post(f"/t/{four.code}/join", data={"name": "Ana"}).status_code == 303
    assert "to another phone." not in ana.get(f"/t/{four.code}").text
    assert ana.get(f"/api/v1/tables/{four.code}").get_json()["you"] == {
        "seat": "Ana",
        "host": True,
    }


def ask_from(table: Opened, seat: str, address: str) -> Answer:
    return Phone(table.host.app).post(
        table.path("join"), {"name": seat}, environ_overrides={"REMOTE_ADDR": address}
    )


def test_nobody_floods_an_owner_with_requests_for_their_seat(four: Opened) -> None:
    claims = [
        ask_from(four, "Ben", f"10.0.0.{place}").said(202)["claim"]
        for place in range(MOST_WAITING)
    ]
    assert ask_from(four, "Ben", "10.0.0.99").status == 409
    ask_for(four, "Cy")
    assert len(four.phones["Ben"].look(four.code)["claims"]) == MOST_WAITING
    answer(four, "Ben", claims[0], admit=False).said(200)
    ask_from(four, "Ben", "10.0.0.99").said(202)


def test_one_network_of_ipv6_counts_as_one_address(four: Opened) -> None:
    for device in range(MOST_OF_ONE_ADDRESS):
        ask_from(four, "Ben", f"fd00::{device:x}").said(202)
    assert ask_from(four, "Ben", "fd00::99").status == 409
    ask_from(four, "Ben", "fd00:0:0:1::99").said(202)


def test_whoever_asks_again_and_again_keeps_nobody_else_from_asking(
    four: Opened,
) -> None:
    def ask(seat: str, address: str) -> int:
        phone = HTTPConnection(
            HOST, daemon.port, timeout=60, source_address=(address, 0)
        )
        body = json.dumps({"name": seat})
        phone.request(
            "POST",
            f"{V1}{four.path('join')}",
            body,
            {"Content-Type": "application/json"},
        )
        answer = phone.getresponse()
        answer.read()
        phone.close()
        return answer.status

    with answering(four.host.app) as daemon:
        asked = [ask("Ben", "127.0.0.2") for _ in range(MOST_WAITING)]
        assert asked == [202] * MOST_OF_ONE_ADDRESS + [409] * (
            MOST_WAITING - MOST_OF_ONE_ADDRESS
        )
        assert ask("Cy", "127.0.0.2") == 202, "another seat"
        assert ask("Ben", "127.0.0.3") == 202, "another phone"
    first = four.phones["Ben"].look(four.code)["claims"][0]["id"]
    answer(four, "Ben", first, admit=False).said(200)
    ask_from(four, "Ben", "127.0.0.2").said(202)
    assert ask_from(four, "Ben", "127.0.0.2").status == 409


def test_when_all_have_left_a_match_whoever_has_the_last_hosts_seat_is_host(
    four: Opened,
) -> None:
    for seat in ("Ben", "Cy", "Dee", "Ana"):
        four.phones[seat].post(four.path("leave")).said(200)
    assert four.sit("Ben").look(four.code)["you"] == {"seat": "Ben", "host": False}
    assert four.sit("Ana").look(four.code)["you"] == {"seat": "Ana", "host": True}
