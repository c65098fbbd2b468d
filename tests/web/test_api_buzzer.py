"""Phones as buzzers: clocks are measured, slaps heard, and the order of a race fills
the prompt that asks for it.
"""

from dataclasses import replace
from uuid import uuid4

import pytest
from referee_web.api import passing_on
from referee_web.guards.received import ARRIVAL

from referee.hosting.races.buzzers import (
    MASHING_COSTS_MS,
    MOST_PRESSES,
    PAGES_KEPT,
)
from referee.hosting.races.clocks import (
    LONGEST_ROUND_TRIP_MS,
    LONGEST_WAY_MS,
    MOST_UNCERTAIN_MS,
    PROBES_TO_ARM,
    QUOTA_MS,
)
from referee.hosting.races.heats import ENTRIES_WAITED, QUIET_MS, WINDOW_MS
from referee.hosting.room import CardRoom
from tests.web.phone import Phone
from tests.web.racing import Buzzer, Racing, armed


def test_a_clock_is_measured_probe_by_probe(racing: Racing) -> None:
    first = racing.ana.probe()
    assert (first["rtt_ms"], first["uncertainty_ms"], first["armed"]) == (
        None,
        None,
        False,
    )
    second = racing.ana.probe(first)
    assert second["rtt_ms"] == 8
    assert second["uncertainty_ms"] == 4
    assert not second["armed"]
    assert racing.ana.arm()["armed"]


def test_a_nonce_is_good_once(racing: Racing) -> None:
    first = racing.ana.probe()
    racing.ana.probe(first)
    again = racing.ana.phone.post(
        racing.table.path("clock"), {"nonce": first["nonce"], "t": 1}
    )
    assert "Start again" in again.said(409)["detail"]


def test_a_probe_answered_after_a_while_measures_nothing(racing: Racing) -> None:
    first = racing.ana.probe()
    assert racing.ana.probe(first, way=LONGEST_ROUND_TRIP_MS / 2 + 1)["rtt_ms"] is None


def test_an_empty_object_begins_anew(racing: Racing) -> None:
    racing.ana.arm()
    assert racing.ana.probe()["rtt_ms"] is None


def test_two_pages_of_one_seat_both_stay_armed(racing: Racing) -> None:
    mine = racing.ana
    other = replace(racing.ana, ahead=-77_000.0)
    at_mine = mine.probe()
    at_other = other.probe()
    for _ in range(PROBES_TO_ARM):
        at_mine, at_other = mine.probe(at_mine), other.probe(at_other)
    assert at_mine["armed"]
    assert at_other["armed"]
    assert mine.probe(at_mine)["armed"]
    slap = other.slap(nonce=at_other["nonce"]).said(202)
    assert slap["counted"]
    racing.time.pass_by(WINDOW_MS + 1)
    (placed,) = racing.look()["finish"]["slaps"]
    assert placed["clamped_ms"] == 0


def test_a_slap_is_timed_by_the_clock_of_its_page(racing: Racing) -> None:
    """Told by the other page's clock, the moment lies minutes away."""
    mine = racing.ana
    other = replace(racing.ana, ahead=-77_000.0)
    nonces = mine.arm()["nonce"], other.arm()["nonce"]
    moved = []
    for number, nonce in enumerate(nonces, start=1):
        mine.slap(f"slap-{number}", nonce=nonce).said(202)
        racing.time.pass_by(WINDOW_MS + 1)
        moved.append(racing.look()["finish"]["slaps"][0]["clamped_ms"])
        racing.table.host.enter(racing.table.code, "slap", order=racing.order).said(201)
    assert moved[0] == 0
    assert moved[1] > 70_000


def test_without_a_nonce_the_page_that_answered_last_is_meant(racing: Racing) -> None:
    mine = racing.ana
    other = replace(racing.ana, ahead=-77_000.0)
    mine.arm()
    other.arm()
    mine.probe()
    assert other.slap().said(202)["counted"]


def test_a_slap_while_a_probe_is_under_way_names_the_nonce_before(
    racing: Racing,
) -> None:
    before = racing.ana.arm()
    racing.ana.probe(before)
    assert racing.ana.slap(nonce=before["nonce"]).said(202)["counted"]


def test_a_nonce_of_another_seat_names_no_clock(racing: Racing) -> None:
    armed(racing)
    told = racing.ben.arm()
    assert "isn’t armed" in racing.ana.slap(nonce=told["nonce"]).said(409)["detail"]


def test_of_many_pages_those_that_asked_last_are_kept(racing: Racing) -> None:
    first = racing.ana.arm()
    pages = [racing.ana.arm() for _ in range(PAGES_KEPT - 1)]
    first = racing.ana.probe(first)
    pages.append(racing.ana.arm())
    assert racing.ana.probe(first)["armed"]
    forgotten = racing.ana.phone.post(
        racing.table.path("clock"), {"nonce": pages[0]["nonce"], "t": 1}
    )
    assert "Start again" in forgotten.said(409)["detail"]


def test_a_phone_that_is_too_slow_is_told_why_and_what_to_do(racing: Racing) -> None:
    known = racing.ana.arm(way=MOST_UNCERTAIN_MS + 1)
    assert not known["armed"]
    assert "too slow for races" in known["note"]
    assert "151 ms" in known["note"]
    assert "Move closer to the router" in known["note"]
    assert racing.ana.slap().said(409)["detail"] == known["note"]
    racing.ana.arm(way=MOST_UNCERTAIN_MS - 1)
    assert racing.ana.slap().said(202)["counted"]


def test_a_seat_that_is_renamed_in_a_race_is_measured_again(racing: Racing) -> None:
    armed(racing)
    assert racing.ana.slap().said(202)["counted"]
    racing.table.host.post(racing.table.path("seats/Ana/name"), {"name": "Anna"}).said(
        200
    )
    racing.time.pass_by(WINDOW_MS + 1)
    assert racing.look()["finish"] is None
    assert racing.ana.slap().status == 409
    armed(racing)
    assert racing.ana.slap().said(202)["counted"]
    racing.time.pass_by(WINDOW_MS + 1)
    assert [slap["seat"] for slap in racing.look()["finish"]["slaps"]] == ["Anna"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"nonce": "x"}, "t"),
        ({"t": 5}, "nonce"),
        ({"nonce": "x", "t": "5"}, "t"),
        ({"nonce": "x", "t": True}, "t"),
    ],
)
def test_half_an_answer_says_what_is_missing(
    racing: Racing, body: dict[str, object], field: str
) -> None:
    assert list(racing.ana.phone.post(racing.table.path("clock"), body).fields()) == [
        field
    ]


@pytest.mark.parametrize("t", [None, "now", 1e16, True])
def test_a_slap_without_a_time_says_so(racing: Racing, t: object) -> None:
    assert list(
        racing.ana.phone.post(
            racing.table.path("buzz"), {"race": "slap-1", "t": t}
        ).fields()
    ) == ["t"]


def test_only_seats_have_buzzers(racing: Racing, spectator: Phone) -> None:
    body = {"race": "slap-1", "t": 5}
    for call, sent in (("clock", {}), ("buzz", body)):
        assert spectator.post(racing.table.path(call), sent).status == 401
        assert (
            "Sit down first"
            in racing.table.host.post(racing.table.path(call), sent).said(403)["detail"]
        )


def test_the_window_closes_and_the_order_stands_in_the_prompt(racing: Racing) -> None:
    armed(racing)
    assert racing.ben.slap().said(202) == {
        "race": "slap-1",
        "heat": 1,
        "counted": True,
        "note": "",
    }
    racing.time.pass_by(100)
    assert racing.ana.slap().said(202)["counted"]
    assert racing.look()["finish"] is None
    racing.time.pass_by(WINDOW_MS - 101)
    assert racing.order is None
    racing.time.pass_by(2)
    assert racing.order == ["Ben", "Ana"]
    finish = racing.look()["finish"]
    assert finish["order"] == [["Ben"], ["Ana"]]
    assert [slap["seat"] for slap in finish["slaps"]] == ["Ben", "Ana"]
    assert finish["margin_ms"] == pytest.approx(100, abs=0.2)
    assert finish["slaps"][0]["uncertainty_ms"] == pytest.approx(4, abs=0.2)


def test_it_closes_at_once_when_every_seat_has_slapped(racing: Racing) -> None:
    armed(racing)
    for buzzer in (racing.cy, racing.ben, racing.ana):
        buzzer.slap()
        racing.time.pass_by(60)
    assert racing.order == ["Cy", "Ben", "Ana"]


def test_everybody_sees_the_finish_and_hears_that_there_is_one(
    racing: Racing, spectator: Phone, room: CardRoom
) -> None:
    armed(racing)
    told: list[str] = []
    room.listeners.listen(racing.table.code, told.append)
    racing.ana.slap()
    assert told == []
    racing.time.pass_by(WINDOW_MS + 1)
    assert told == [racing.table.code]
    assert spectator.look(racing.table.code)["finish"]["order"] == [["Ana"]]


def test_the_slower_way_of_a_phone_is_no_disadvantage(racing: Racing) -> None:
    """Ben's slap comes in first, but Ana's finger was."""
    racing.ana.arm(way=60)
    racing.ben.arm(way=4)
    racing.ben.slap(ago=4)
    racing.time.pass_by(10)
    racing.ana.slap(ago=160)
    racing.time.pass_by(WINDOW_MS)
    assert [slap["seat"] for slap in racing.look()["finish"]["slaps"]] == ["Ana", "Ben"]


def test_a_close_race_is_a_dead_heat(racing: Racing) -> None:
    armed(racing)
    racing.ana.slap()
    racing.time.pass_by(15)
    racing.ben.slap()
    racing.time.pass_by(WINDOW_MS)
    assert racing.order == [["Ana", "Ben"]]


def test_a_claim_too_early_counts_as_the_longest_way_and_is_said_to_be_moved(
    racing: Racing,
) -> None:
    armed(racing)
    racing.ana.slap()
    racing.time.pass_by(50)
    racing.ben.slap(ago=5_000)
    racing.time.pass_by(WINDOW_MS)
    slaps = {slap["seat"]: slap for slap in racing.look()["finish"]["slaps"]}
    assert slaps["Ana"]["clamped_ms"] == 0
    assert slaps["Ben"]["clamped_ms"] == pytest.approx(5_000 - 8 - QUOTA_MS, abs=0.1)
    assert slaps["Ben"]["uncertainty_ms"] == (LONGEST_WAY_MS - QUOTA_MS) / 2


def test_the_first_slap_counts(racing: Racing) -> None:
    armed(racing)
    racing.ana.slap()
    racing.time.pass_by(100)
    assert "was heard" in racing.ana.slap().said(202)["note"]
    racing.time.pass_by(WINDOW_MS)
    assert len(racing.look()["finish"]["slaps"]) == 1


def test_who_slapped_and_slaps_again_is_too_late(racing: Racing) -> None:
    armed(racing)
    racing.ana.slap()
    racing.time.pass_by(WINDOW_MS + 50)
    late = racing.ana.slap().said(202)
    assert not late["counted"]
    assert "over" in late["note"]
    assert racing.order == ["Ana"]


def test_a_false_tap_shuts_nobody_out_and_the_entry_says_which_heat_it_is_made_of(
    racing: Racing, room: CardRoom
) -> None:
    armed(racing)
    racing.cy.slap()
    racing.time.pass_by(WINDOW_MS + 50)
    assert racing.ana.slap().said(202)["heat"] == 2
    racing.time.pass_by(60)
    assert racing.ben.slap().said(202)["heat"] == 2
    racing.time.pass_by(WINDOW_MS)
    view = racing.look()
    assert [finish["order"] for finish in view["finishes"]] == [
        [["Cy"]],
        [["Ana"], ["Ben"]],
    ]
    assert view["finish"] == view["finishes"][0]
    assert racing.order == ["Cy"]
    real = view["finishes"][1]
    entry = {
        "id": str(uuid4()),
        "kind": "slap",
        "data": {"order": ["Ana", "Ben"]},
        "heat": 2,
    }
    gone = racing.table.host.post(
        racing.table.path("entries"), {**entry, "heat": 7}
    ).said(409)
    assert "no longer waiting for an entry" in gone["detail"]
    entered = racing.table.host.post(racing.table.path("entries"), entry).said(201)[
        "view"
    ]
    assert entered["finish"] == real
    assert entered["finishes"] == []
    log = racing.table.host.get(racing.table.path("log")).said(200)
    assert log["entries"][0]["finish"] == real


def test_whoever_clearly_lost_and_waits_to_slap_alone_stays_behind(
    racing: Racing,
) -> None:
    armed(racing)
    racing.ana.slap()
    racing.time.pass_by(100)
    racing.ben.slap()
    racing.time.pass_by(WINDOW_MS + QUIET_MS + 10)
    assert racing.ben.slap().said(202)["heat"] == 2
    racing.time.pass_by(WINDOW_MS + 1)
    assert [finish["order"] for finish in racing.look()["finishes"]] == [
        [["Ana"], ["Ben"]],
        [["Ben"]],
    ]
    assert racing.order == ["Ana", "Ben"]
    entered = racing.ben.phone.enter(
        racing.table.code, "slap", order=racing.order
    ).said(201)["view"]
    assert entered["finish"]["heat"] == 1


def test_an_entry_with_its_heat_that_is_sent_again_answers_as_before(
    racing: Racing,
) -> None:
    armed(racing)
    racing.ana.slap()
    racing.time.pass_by(WINDOW_MS + 1)
    entry = {
        "id": str(uuid4()),
        "kind": "slap",
        "data": {"order": ["Ana"]},
        "heat": 1,
        "after": racing.look()["seq"],
    }
    made, again = (
        racing.ana.phone.post(racing.table.path("entries"), entry).said(201)
        for _ in range(2)
    )
    assert (again["seq"], again["rulings"]) == (made["seq"], made["rulings"])
    assert len(racing.look()["rulings"]) == 1


def test_whoever_has_not_seen_that_the_race_was_entered_is_told_so_before_anything_about_the_heat(
    racing: Racing,
) -> None:
    armed(racing)
    racing.ana.slap()
    racing.time.pass_by(WINDOW_MS + 1)
    seen = racing.look()["seq"]
    entry = {"kind": "slap", "data": {"order": ["Ana"]}, "heat": 1, "after": seen}
    racing.ana.phone.post(
        racing.table.path("entries"), {"id": str(uuid4()), **entry}
    ).said(201)
    late = racing.ben.phone.post(
        racing.table.path("entries"), {"id": str(uuid4()), **entry}
    ).said(409)
    assert late["type"].endswith("#something-happened-since")


def test_an_entry_that_names_no_heat_keeps_the_finish_it_was_filled_with(
    racing: Racing,
) -> None:
    armed(racing)
    for buzzer in (racing.cy, racing.ana):
        buzzer.slap()
        racing.time.pass_by(WINDOW_MS + 1)
    entered = racing.table.host.enter(
        racing.table.code, "slap", order=racing.order
    ).said(201)
    assert entered["view"]["finish"]["order"] == [["Cy"]]


def test_a_race_that_nobody_entered_is_run_again(racing: Racing) -> None:
    armed(racing)
    racing.ana.slap()
    racing.time.pass_by(WINDOW_MS + QUIET_MS + 10)
    assert racing.ben.slap().said(202)["heat"] == 2
    racing.time.pass_by(WINDOW_MS + 1)
    assert racing.look()["finish"]["heat"] == 2
    assert racing.order == ["Ben"]


def test_a_false_start_is_refused(racing: Racing) -> None:
    armed(racing)
    racing.table.host.enter(racing.table.code, "wait").said(201)
    assert "nothing to slap" in racing.ana.slap().said(409)["detail"]


def test_a_slap_that_came_before_the_race_was_open_is_a_false_start_however_late_it_is_heard(
    racing: Racing,
) -> None:
    """Sent ahead, and kept waiting by whatever keeps the daemon busy, until the race is
    there.
    """
    armed(racing)
    came = racing.time.ms
    racing.time.pass_by(40)
    racing.table.host.enter(racing.table.code, "slap", order=["Cy"]).said(201)
    early = racing.ana.slap("slap-2", environ_overrides={ARRIVAL: came})
    assert "nothing to slap" in early.said(409)["detail"]
    assert racing.ben.slap("slap-2").said(202)["counted"]


def test_a_phone_that_is_not_armed_cannot_slap(racing: Racing) -> None:
    assert "isn’t armed" in racing.ana.slap().said(409)["detail"]


def test_a_seat_on_another_phone_is_measured_anew(
    racing: Racing, room: CardRoom
) -> None:
    racing.ana.arm()
    link = racing.ana.phone.post(f"/tables/{racing.table.code}/seats/Ana/link").said(
        201
    )["url"]
    taken = (
        Phone(racing.ana.phone.app)
        .post(racing.table.path("links"), {"token": link.rsplit("/", 1)[1]})
        .said(201)
    )
    other = Buzzer(
        Phone(racing.ana.phone.app, taken["seat_token"]), racing.table, racing.time
    )
    assert "isn’t armed" in other.slap().said(409)["detail"]


def test_mashing_costs_the_buzzer_for_a_moment(racing: Racing) -> None:
    armed(racing)
    racing.table.host.enter(racing.table.code, "wait").said(201)
    for _ in range(MOST_PRESSES):
        assert racing.ana.slap().status == 409
    refused = racing.ana.slap()
    assert "mashing" in refused.said(429)["detail"]
    assert refused.response.headers["Retry-After"] == "3"
    racing.table.host.enter(racing.table.code, "go").said(201)
    assert racing.ana.slap().status == 429
    assert racing.ben.slap().said(202)["counted"]
    racing.time.pass_by(MASHING_COSTS_MS)
    assert racing.ana.slap().status == 202


def test_the_entry_keeps_the_finish_as_its_evidence(
    racing: Racing, room: CardRoom
) -> None:
    armed(racing)
    racing.ana.slap()
    racing.time.pass_by(100)
    racing.ben.slap()
    racing.time.pass_by(WINDOW_MS)
    finish = racing.look()["finish"]
    entered = racing.ben.phone.enter(
        racing.table.code, "slap", order=racing.order
    ).said(201)
    assert entered["rulings"][0]["summary"] == "Ana takes the point"
    assert entered["view"]["finish"] == finish
    assert entered["view"]["prompts"][0]["fields"][0]["default"] is None
    room.forget(racing.table.code)
    log = racing.table.host.get(racing.table.path("log")).said(200)
    assert log["entries"][0]["finish"] == finish
    assert racing.look()["finish"] == finish
    assert (
        racing.table.host.get(racing.table.path("export")).said(200)["entries"][0][
            "finish"
        ]
        == finish
    )


def test_an_order_can_be_typed_in_without_any_phone(racing: Racing) -> None:
    entered = racing.table.host.enter(
        racing.table.code, "slap", order=["Cy", "Ana"]
    ).said(201)
    assert entered["rulings"][0]["verdict"] == {"winner": "Cy"}
    assert entered["view"]["finish"] is None


def test_an_order_entered_otherwise_counts_and_the_evidence_stays(
    racing: Racing,
) -> None:
    armed(racing)
    racing.ana.slap()
    racing.time.pass_by(WINDOW_MS + 1)
    entered = racing.table.host.enter(racing.table.code, "slap", order=["Ben"]).said(
        201
    )
    assert entered["rulings"][0]["verdict"] == {"winner": "Ben"}
    assert entered["view"]["finish"]["order"] == [["Ana"]]


def test_an_entry_made_while_others_are_waited_for_ends_the_race(
    racing: Racing,
) -> None:
    armed(racing)
    racing.ana.slap()
    racing.table.host.enter(racing.table.code, "slap", order=["Ben"]).said(201)
    racing.time.pass_by(WINDOW_MS + 1)
    assert racing.look()["finish"] is None


def test_a_slap_that_the_match_passed_over_is_forgotten(racing: Racing) -> None:
    armed(racing)
    racing.ana.slap()
    racing.time.pass_by(WINDOW_MS + 1)
    racing.table.host.enter(racing.table.code, "wait").said(201)
    assert racing.look()["finish"] is None
    racing.table.host.enter(racing.table.code, "go").said(201)
    assert ENTRIES_WAITED == 2
    assert racing.order is None
    assert (
        racing.table.host.enter(racing.table.code, "slap", order=["Ben"]).said(201)[
            "view"
        ]["finish"]
        is None
    )


def test_slaps_that_count_are_no_mashing(racing: Racing) -> None:
    armed(racing)
    for number in range(1, MOST_PRESSES + 3):
        assert racing.ana.slap(f"slap-{number}").said(202)["counted"]
        racing.table.host.enter(racing.table.code, "slap", order=[["Ana", "Ben"]]).said(
            201
        )


def test_a_finish_outlasts_a_dispute_and_meanwhile_nothing_is_slapped(
    racing: Racing,
) -> None:
    armed(racing)
    entered = racing.table.host.enter(racing.table.code, "slap", order=["Ana"]).said(
        201
    )["seq"]
    racing.ben.slap("slap-2")
    racing.time.pass_by(WINDOW_MS + 1)
    assert racing.order == ["Ben"]
    dispute = racing.cy.phone.post(
        racing.table.path("disputes"), {"seq": entered}
    ).said(201)["id"]
    for phone in racing.table.phones.values():
        phone.post(
            racing.table.path(f"disputes/{dispute}/vote"), {"uphold": True}
        ).said(201)
    racing.time.pass_by(QUIET_MS + 1)
    problem = racing.cy.slap("slap-2").said(409)
    assert (problem["title"], problem["dispute"]) == ("The match pauses", dispute)
    racing.table.host.post(
        racing.table.path(f"disputes/{dispute}/resolve"), {"as": "upheld"}
    ).said(201)
    assert racing.order == ["Ben"]
    assert racing.cy.slap("slap-2").said(202)["heat"] == 2


@pytest.mark.parametrize(("marked", "heat"), [(True, 1), (False, 2)])
def test_how_long_a_slap_had_waited_is_believed_of_a_daemon_only(
    racing: Racing, marked: bool, heat: int
) -> None:
    """The daemon that passed it on was busy; a phone that says so has no mark of a
    daemon.
    """
    armed(racing)
    racing.ana.slap()
    racing.time.pass_by(WINDOW_MS + 100)
    body = {"race": "slap-1", "t": racing.time.ms + racing.ben.ahead - 200}
    app = racing.ben.phone.app
    with app.test_request_context(racing.table.path("buzz"), method="POST", json=body):
        mark = passing_on._sign("200.0")
    waited = mark if marked else "200.0 " + "0" * 64
    slapped = racing.ben.phone.post(
        racing.table.path("buzz"), body, headers={passing_on.WAITED: waited}
    )
    assert slapped.said(202)["heat"] == heat
