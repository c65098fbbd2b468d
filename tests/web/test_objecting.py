"""Whoever else sits at a phone objects to a change; and who has a part in what is
disputed does not decide it where two others can.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from tests.web.conftest import Open, Opened, app_over
from tests.web.pages.test_disputes import opened, words
from tests.web.phone import Answer, Phone
from tests.web.test_effects_told import SEATS, change_card, play, told

CARDS = ("AC", "2C", "3C", "8D")

Sit = Callable[..., Opened]


@pytest.fixture
def sit(open_table: Open) -> Sit:
    """Dee, who is the host, revoked in the first trick, which costs 26; these sit at
    phones beside Dee.
    """

    def sat(*names: str) -> Opened:
        table = open_table("hearts", seats=SEATS, options={"depth": "tricks"})
        answer = table.host.post(table.path("join"), {"name": "Dee"}).said(201)
        table.host = table.phones["Dee"] = Phone(table.host.app, answer["seat_token"])
        for name in names:
            table.sit(name)
        table.start(dealer="Dee")
        play(table, "AC 2C 3C 4D")
        play(table, "KC 5C 6C 7C")
        return table

    return sat


def object_to(table: Opened, by: str, correction: str, **more: Any) -> str:
    body = {"correction": correction, **more}
    answer = table.phones[by].post(table.path("disputes"), body).said(201)
    return str(answer["id"])


def resolve(table: Opened, by: str, id: str, how: str, **more: Any) -> Any:
    path = table.path(f"disputes/{id}/resolve")
    return table.phones[by].post(path, {"as": how, **more})


def vote(table: Opened, id: str, **votes: bool) -> None:
    for seat, uphold in votes.items():
        path = table.path(f"disputes/{id}/vote")
        table.phones[seat].post(path, {"uphold": uphold}).said(201)


def correct(table: Opened, by: str, seq: int, cards: str) -> Answer:
    plays = dict(zip(SEATS, cards.split(), strict=True))
    body = {"changes": [{"seq": seq, "data": {"plays": plays}}]}
    return table.phones[by].post(table.path("corrections"), body)


def revokes(table: Opened) -> int:
    """How many rulings say that somebody revoked."""
    entries = table.host.get(table.path("log")).said(200)["entries"]
    summaries = [ruling["summary"] for line in entries for ruling in line["rulings"]]
    return sum("revoked" in summary for summary in summaries)


def test_a_change_that_others_reject_is_undone(sit: Sit) -> None:
    table = sit("Ana", "Ben", "Cy")
    made = change_card(table, "8C")["id"]
    assert revokes(table) == 0
    id = object_to(table, "Ana", made, why="It was a diamond.")
    view = table.phones["Ben"].look(table.code)
    assert (view["dispute"]["correction"], view["dispute"]["why"]) == (
        made,
        "It was a diamond.",
    )
    assert table.phones["Ben"].enter(table.code, "trick", plays={}).status == 409
    assert resolve(table, "Dee", id, "upheld").status == 403
    vote(table, id, Ben=False)
    assert revokes(table) == 1
    [line] = table.host.get(table.path("log")).said(200)["corrections"]
    assert line["undone"]
    news = table.host.look(table.code)["news"]
    assert (news["correction"], news["dispute"], news["undone"]) == (made, id, True)
    [dispute] = table.host.get(table.path("log")).said(200)["disputes"]
    assert dispute["judges"] == ["Ana", "Ben", "Cy"]
    assert dispute["in_force"]
    assert told(table)[0].endswith(
        "(Ana objected, and it was undone: 2 of 3 voted for it)"
    )
    shown = words(opened(table.phones["Ben"], f"/t/{table.code}/disputes/{id}"))
    assert "Ana objects to a change by Dee" in shown
    assert "4♦ → 8♣" in shown
    assert "Redo it" not in shown
    assert "Now: Dee revoked in trick 1." in " ".join(told(table))


def test_what_a_vote_turned_back_nobody_disputes_again(sit: Sit) -> None:
    table = sit("Ana", "Ben", "Cy")
    made = change_card(table, "8C")["id"]
    vote(table, object_to(table, "Ana", made), Ben=False)
    assert revokes(table) == 1
    for seat in ("Ana", "Ben", "Cy", "Dee"):
        path = table.path("disputes")
        table.phones[seat].post(path, {"correction": made}).said(409)


def test_a_change_that_is_upheld_stays(sit: Sit) -> None:
    table = sit("Ana", "Ben")
    id = object_to(table, "Ana", change_card(table, "8C")["id"])
    vote(table, id, Ana=True, Ben=True)
    assert revokes(table) == 0
    assert told(table)[0].startswith("Ana objected: ")
    assert "It was kept: 2 of 2 voted for it." in told(table)[0]


def test_a_later_change_says_what_was_settled_before(sit: Sit) -> None:
    table = sit("Ana", "Ben")
    id = object_to(table, "Ana", change_card(table, "8C")["id"])
    vote(table, id, Ana=True, Ben=True)
    correct(table, "Ana", 1, "TC 2C 3C 8C").said(201)
    assert "That was settled before: 2 of 2 voted for it." in told(table)


def withdraw(table: Opened, by: str, id: str) -> Answer:
    return table.phones[by].post(table.path(f"disputes/{id}/withdraw"), {})


def test_who_objected_withdraws_it_and_anybody_may_object_again(sit: Sit) -> None:
    table = sit("Ana", "Ben", "Cy")
    made = change_card(table, "8C")["id"]
    id = object_to(table, "Ana", made)
    assert withdraw(table, "Ben", id).status == 403
    assert withdraw(table, "Dee", id).status == 403
    line = withdraw(table, "Ana", id).said(201)
    assert line["resolution"]["as"] == "upheld"
    assert line["resolution"]["withdrawn"]
    assert told(table)[0] == "Ana withdrew the objection."
    assert withdraw(table, "Ana", id).status == 409
    vote(table, object_to(table, "Ben", made), Cy=False)
    assert revokes(table) == 1


def test_nobody_withdraws_what_more_than_half_would_turn_back(sit: Sit) -> None:
    table = sit("Ana", "Ben", "Cy")
    id = table.phones["Ana"].post(table.path("disputes"), {"seq": 2}).said(201)["id"]
    vote(table, id, Ben=False)
    assert withdraw(table, "Ana", id).status == 403
    vote(table, id, Ben=True)
    withdraw(table, "Ana", id).said(201)


def test_an_undo_is_objected_to_like_what_it_undoes(sit: Sit) -> None:
    table = sit("Ana", "Ben")
    made = change_card(table, "8C")["id"]
    table.host.post(table.path(f"corrections/{made}/undo")).said(201)
    assert revokes(table) == 1
    id = object_to(table, "Ana", made)
    vote(table, id, Ben=False)
    assert revokes(table) == 0
    assert not table.host.look(table.code)["news"]["undone"]


def test_nobody_corrects_what_judges_decide_on_nor_turns_their_verdict_back(
    sit: Sit,
) -> None:
    table = sit("Ana", "Ben")
    made = change_card(table, "8C")["id"]
    id = object_to(table, "Ana", made)
    undo = table.path(f"corrections/{made}/undo")
    redo = table.path(f"corrections/{made}/redo")
    edit = {"seq": 1, "data": {"plays": dict(zip(SEATS, CARDS, strict=True))}}
    again = {"changes": [edit]}
    assert table.host.post(undo).status == 409
    assert table.host.post(table.path("corrections"), again).status == 409
    far = {"changes": [{"seq": 2, "strike": True}]}
    assert resolve(table, "Ben", id, "corrected", **far).status == 403
    vote(table, id, Ben=False)
    assert table.host.post(table.path("corrections"), again).status == 409
    assert table.host.post(redo).status == 409
    assert f"/corrections/{made}/redo" not in opened(
        table.host, f"/t/{table.code}/log"
    ).get_data(as_text=True)
    assert revokes(table) == 1


def test_a_host_who_sends_the_judges_away_gains_nothing(sit: Sit) -> None:
    table = sit("Ana", "Ben")
    id = object_to(table, "Ana", change_card(table, "8C")["id"])
    for seat in ("Ana", "Ben"):
        table.host.post(table.path("leave"), {"seat": seat}).said(200)
        table.sit(seat)
    assert resolve(table, "Dee", id, "upheld").status == 403
    vote(table, id, Ana=True)
    assert revokes(table) == 1


def test_the_table_is_asked_once_about_a_change(sit: Sit) -> None:
    table = sit("Ana", "Ben")
    made = change_card(table, "8C")["id"]
    id = object_to(table, "Ana", made)
    vote(table, id, Ana=True, Ben=True)
    body = {"correction": made}
    assert table.phones["Ana"].post(table.path("disputes"), body).status == 409
    assert f"/dispute/change/{made}" not in opened(
        table.phones["Ben"], f"/t/{table.code}"
    ).get_data(as_text=True)


def test_the_host_votes_for_nobody_who_has_a_phone(sit: Sit) -> None:
    table = sit("Ana", "Ben")
    body = {"correction": change_card(table, "8C")["id"], "seat": "Ana"}
    id = table.host.post(table.path("disputes"), body).said(201)["id"]
    dispute = table.host.look(table.code)["dispute"]
    assert (dispute["by"], dispute["by_host"], dispute["votes"]) == ("Ana", True, {})
    vote(table, id, Ben=False)
    assert resolve(table, "Ben", id, "overruled").status == 403


def test_whoever_gains_by_a_change_is_a_party_where_fewest_points_win(
    open_table: Open,
) -> None:
    table = open_table("hearts", seats=SEATS)
    answer = table.host.post(table.path("join"), {"name": "Dee"}).said(201)
    table.host = table.phones["Dee"] = Phone(table.host.app, answer["seat_token"])
    for name in ("Ana", "Ben", "Cy"):
        table.sit(name)
    table.start(dealer="Dee")

    def deal(queen: str, *hearts: int) -> dict[str, Any]:
        return {"hearts": dict(zip(SEATS, hearts, strict=True)), "queen": queen}

    ben = table.phones["Ben"]
    ben.enter(table.code, "deal", **deal("Dee", 0, 3, 3, 7)).said(201)
    edit = {"seq": 1, "data": deal("Ana", 7, 3, 3, 0)}
    path = table.path("corrections")
    made = ben.post(path, {"changes": [edit]}).said(201)["id"]
    id = object_to(table, "Ana", made)
    assert table.host.look(table.code)["dispute"]["judges"] == ["Ana", "Cy"]
    assert resolve(table, "Dee", id, "upheld").status == 403


def test_where_two_sides_meet_the_host_decides(open_table: Open) -> None:
    table = open_table("spades", seats=SEATS, options={"depth": "tricks"})
    answer = table.host.post(table.path("join"), {"name": "Ana"}).said(201)
    table.host = table.phones["Ana"] = Phone(table.host.app, answer["seat_token"])
    table.sit("Ben")
    table.sit("Dee")
    table.start(dealer="Dee")
    bids = dict.fromkeys(SEATS, 3)
    seq = table.host.enter(table.code, "bids", bids=bids).said(201)["seq"]
    made = table.host.post(
        table.path("corrections"),
        {"changes": [{"seq": seq, "data": {"bids": {**bids, "Cy": 4}}}]},
    ).said(201)["id"]
    id = object_to(table, "Ben", made)
    resolve(table, "Ana", id, "upheld").said(201)


def test_divided_judges_leave_it_as_it_is(sit: Sit) -> None:
    table = sit("Ana", "Ben")
    id = object_to(table, "Ana", change_card(table, "8C")["id"])
    assert resolve(table, "Ben", id, "upheld").status == 403
    vote(table, id, Ben=True)
    assert "It was kept: a tie, 1 to 1." in told(table)[0]


def test_it_is_said_who_the_host_is_that_decided(sit: Sit) -> None:
    table = sit("Ana", "Ben")
    entries = table.host.get(table.path("log")).said(200)["entries"]
    body = {"seq": entries[0]["seq"], "ruling": 0}
    id = table.phones["Ben"].post(table.path("disputes"), body).said(201)["id"]
    assert resolve(table, "Dee", id, "upheld").status == 201
    log = words(opened(table.phones["Ana"], f"/t/{table.code}/log"))
    assert "by Dee, the host" in log
    assert "It was upheld: Dee decided, as the host." in " ".join(told(table))


@pytest.mark.parametrize("phones", [(), ("Ana",)])
def test_where_no_two_others_have_phones_the_host_decides(
    sit: Sit, phones: tuple[str, ...]
) -> None:
    table = sit(*phones)
    made = change_card(table, "8C")["id"]
    body = {"correction": made, "seat": "Ana"}
    id = table.host.post(table.path("disputes"), body).said(201)["id"]
    resolve(table, "Dee", id, "upheld").said(201)


def overturn(table: Opened, **verdict: str) -> int:
    """Have the host say who wins the last trick; return its number."""
    seq = table.host.get(table.path("log")).said(200)["entries"][-1]["seq"]
    id = table.phones["Ana"].post(table.path("disputes"), {"seq": seq}).said(201)["id"]
    body = {"as": "overruled", "verdict": verdict}
    table.host.post(table.path(f"disputes/{id}/resolve"), body).said(201)
    return int(seq)


@pytest.mark.parametrize(
    ("phones", "judges"), [(("Ana", "Ben", "Cy"), ["Ana", "Ben"]), (("Ana",), [])]
)
def test_the_host_does_not_judge_alone_what_she_overturned(
    open_table: Open, phones: tuple[str, ...], judges: list[str]
) -> None:
    table = open_table("hearts", *phones, seats=SEATS, options={"depth": "tricks"})
    table.start(dealer="Dee")
    play(table, "AC 2C 3C 4C")
    seq = overturn(table, winner="Cy")
    again = table.phones["Ana"].post(table.path("disputes"), {"seq": seq}).said(201)
    log = table.host.get(table.path("log")).said(200)
    assert log["disputes"][-1]["judges"] == judges
    way = table.path(f"disputes/{again['id']}/resolve")
    settled = table.host.post(way, {"as": "upheld"})
    assert settled.status == (403 if judges else 201)


def test_who_entered_a_trick_and_won_it_does_not_decide_on_it(sit: Sit) -> None:
    table = sit("Ana", "Ben", "Cy")
    play(table, "QC 8C 9C TC")
    id = table.phones["Cy"].post(table.path("disputes"), {"seq": 3}).said(201)["id"]
    assert resolve(table, "Dee", id, "upheld").status == 403


def test_judges_who_overturn_a_ruling_say_what_counts_instead(sit: Sit) -> None:
    table = sit("Ana", "Ben", "Cy")
    play(table, "QC 8C 9C TC")
    id = table.phones["Cy"].post(table.path("disputes"), {"seq": 3}).said(201)["id"]
    vote(table, id, Ben=False, Cy=False)
    at = f"/t/{table.code}"
    assert "One of them says what counts." in words(opened(table.phones["Ben"], at))
    forms = opened(table.phones["Ben"], at).text, opened(table.host, at).text
    assert ["overrule-form" in form for form in forms] == [True, False]
    verdict = {"verdict": {"winner": "Cy"}}
    assert resolve(table, "Dee", id, "overruled", **verdict).status == 403
    assert resolve(table, "Dee", id, "corrected", changes=[]).status == 403
    resolve(table, "Ben", id, "overruled", **verdict).said(201)
    assert "Cy leads" in words(opened(table.host, at))


def test_nobody_goes_on_while_judges_decide_not_the_host_either(sit: Sit) -> None:
    table = sit("Ana", "Ben", "Cy")
    id = object_to(table, "Ana", change_card(table, "8C")["id"])
    refused = table.host.enter(table.code, "trick", plays={"Dee": "QC"})
    assert refused.said(409)["dispute"] == id


def test_whoever_played_the_last_card_of_a_trick_may_judge_it(sit: Sit) -> None:
    table = sit("Ana", "Ben", "Cy")
    cards = {"Dee": "QC", "Ana": "8C", "Ben": "9C", "Cy": "TC"}
    for seat, card in cards.items():
        entered = table.phones[seat].enter(table.code, "trick", plays={seat: card})
        last = entered.said(201)["seq"]
    table.phones["Ana"].post(table.path("disputes"), {"seq": last}).said(201)
    log = table.host.get(table.path("log")).said(200)
    assert log["disputes"][-1]["judges"] == ["Ana", "Ben", "Cy"]


def test_nobody_objects_to_their_own_change_or_to_nothing(sit: Sit) -> None:
    table = sit("Ana", "Ben")
    made = change_card(table, "8C")["id"]
    disputes = table.path("disputes")
    assert table.host.post(disputes, {"correction": made}).status == 409
    assert table.phones["Ana"].post(disputes, {"correction": "none"}).status == 404
    both = {"correction": made, "seq": 1}
    assert table.phones["Ana"].post(disputes, both).status == 422
    assert Phone(table.host.app).post(disputes, {"correction": made}).status == 401


def test_what_was_changed_in_secret_is_not_disputed_nor_told(open_table: Open) -> None:
    table = open_table("faj", "Ana", "Ben")
    table.start(dealer="Ana")
    table.phones["Ana"].enter(table.code, "board", cards=["3C"]).said(201)
    table.place("Ben", "KC").said(201)
    edit = {"seq": 2, "data": {"plays": {"Ben": "QC"}}}
    path = table.path("corrections")
    made = table.phones["Ben"].post(path, {"changes": [edit]}).said(201)["id"]
    body = {"correction": made}
    for opens in (False, True):
        if opens:
            table.place("Ana", "JS").said(201)
        assert table.phones["Ana"].post(table.path("disputes"), body).status == 409


def test_an_objection_reads_the_same_after_a_restart_and_a_rename(
    sit: Sit, place: Path
) -> None:
    table = sit("Ana", "Ben")
    id = object_to(table, "Ana", change_card(table, "8C")["id"])
    vote(table, id, Ben=False)
    rename = table.path("seats/Ben/name")
    table.phones["Ben"].post(rename, {"name": "Bea"}).said(200)
    [dispute] = table.host.get(table.path("log")).said(200)["disputes"]
    assert dispute["judges"] == ["Ana", "Bea"]
    with Store.open(place) as store:
        again = Phone(app_over(CardRoom(store)), table.host.token)
        for path in (table.path("log"), f"/tables/{table.code}"):
            assert again.get(path).text == table.host.get(path).text


@pytest.mark.parametrize(
    ("language", "title", "button", "decide"),
    [
        (
            "en",
            "Ana objects to a change by Dee",
            "Object",
            "so Ana and Ben decide;",
        ),
        (
            "de",
            "Ana erhebt Einspruch gegen eine Änderung von Dee",
            "Einspruch",
            "also entscheiden Ana und Ben;",
        ),
        (
            "es",
            "Ana protesta un cambio de Dee",
            "Protestar",
            "así que deciden Ana y Ben;",
        ),
    ],
)
def test_every_phone_and_the_board_show_what_was_changed_and_who_decides(
    sit: Sit, language: str, title: str, button: str, decide: str
) -> None:
    table = sit("Ana", "Ben")
    made = change_card(table, "8C")["id"]
    at = f"/t/{table.code}"
    assert button in words(opened(table.phones["Ana"], at, language))
    assert f"/dispute/change/{made}" not in opened(table.host, at).get_data(
        as_text=True
    )
    form = f"{at}/dispute/change/{made}"
    before = words(opened(table.phones["Ana"], form, language))
    assert decide in before
    assert opened(table.phones["Ana"], form, language, why="4♦").status_code == 303
    for phone in (*table.phones.values(), Phone(table.host.app)):
        for page in ("", "/board"):
            shown = words(opened(phone, f"{at}{page}", language))
            assert title in shown
            assert "4♦ → 8♣" in shown


def test_on_pages_judges_vote_and_that_settles_it(sit: Sit) -> None:
    table = sit("Ana", "Ben")
    id = object_to(table, "Ana", change_card(table, "8C")["id"])
    at = f"/t/{table.code}"
    shown = words(opened(table.host, at))
    assert "so Ana and Ben decide; a tie changes nothing." in shown
    assert "Still to vote: Ben." in shown
    assert "Still to vote: Ben." in words(opened(Phone(table.host.app), f"{at}/board"))
    assert "You decide" not in shown
    ballot = opened(table.phones["Ben"], f"{at}/disputes/{id}/vote", uphold="no")
    assert ballot.status_code == 303
    assert revokes(table) == 1
    log = words(opened(table.host, f"{at}/log"))
    assert "Ana objected" in log
    assert "undone 2 of 2 voted for it" in log


def test_an_objection_to_an_undo_is_kept_in_the_direction_in_which_it_was_made(
    sit: Sit,
) -> None:
    table = sit("Ana", "Ben", "Cy")
    made = change_card(table, "8C")["id"]
    table.host.post(table.path(f"corrections/{made}/undo")).said(201)
    id = object_to(table, "Ana", made)
    vote(table, id, Ana=True, Ben=True)
    assert revokes(table) == 1
    for page in ("/log", f"/disputes/{id}"):
        shown = words(opened(table.host, f"/t/{table.code}{page}"))
        _, _, objected = shown.partition("Ana object")
        assert "8♣ → 4♦" in objected.partition("kept")[0], page


def test_the_host_does_not_judge_a_change_by_which_they_win_a_trick(sit: Sit) -> None:
    """Without any points in it."""
    table = sit("Ana", "Ben", "Cy")
    play(table, "JC TC 9C 2H")
    last = table.host.get(table.path("log")).said(200)["entries"][-1]["seq"]
    plays = dict(zip(SEATS, ("JC", "TC", "9C", "QC"), strict=True))
    body = {"changes": [{"seq": last, "data": {"plays": plays}}]}
    made = table.host.post(table.path("corrections"), body).said(201)
    id = object_to(table, "Cy", made["id"])
    [dispute] = table.host.get(table.path("log")).said(200)["disputes"]
    assert (dispute["id"], dispute["judges"]) == (id, ["Ben", "Cy"])


def test_a_second_tap_leads_to_the_dispute_that_the_first_has_opened(sit: Sit) -> None:
    table = sit("Ana", "Ben", "Cy")
    made = change_card(table, "8C")["id"]
    form = f"/t/{table.code}/dispute/change/{made}"
    for _ in range(2):
        answer = opened(table.phones["Ana"], form, why="A diamond")
        assert answer.status_code == 303
        assert answer.headers["Location"] == f"/t/{table.code}"
    assert opened(table.phones["Ben"], form, why="A diamond").status_code == 409
    [dispute] = table.host.get(table.path("log")).said(200)["disputes"]
    assert dispute["by"] == "Ana"


def test_a_form_that_was_opened_before_a_change_overwrites_nothing(sit: Sit) -> None:
    table = sit("Ana", "Ben", "Cy")
    at = f"/t/{table.code}/correct/1"
    form = opened(table.host, at).get_data(as_text=True)
    assert 'name="seen" value="0"' in form
    change_card(table, "8C")
    cards = {
        f"pick=plays={seat}": card for seat, card in zip(SEATS, CARDS, strict=True)
    }
    answer = opened(table.host, at, do="change", seen="0", **cards)
    assert answer.status_code == 409
    assert "This was changed meanwhile: Round 1, trick 1" in words(answer)
    assert "8♣" in words(answer)
    seen = table.host.look(table.code)["seq"]
    assert f'name="seen" value="{seen}"' in answer.get_data(as_text=True)
    answer = opened(table.host, at, do="change", seen=str(seen), **cards)
    assert answer.status_code == 303


def test_what_a_dispute_corrected_says_so(sit: Sit) -> None:
    table = sit("Ana", "Ben", "Cy")
    body = {"seq": 2, "ruling": 0}
    id = table.phones["Ana"].post(table.path("disputes"), body).said(201)["id"]
    plays = dict(zip(SEATS, ("KC", "5C", "9C", "7C"), strict=True))
    edits = [{"seq": 2, "data": {"plays": plays}}]
    vote(table, id, Ana=False, Ben=False, Cy=False)
    resolve(table, "Ben", id, "corrected", changes=edits).said(201)
    assert "(Ana disputed it: 2 of 2 voted for it)" in told(table)[0]


@pytest.mark.parametrize(
    ("cards", "whose", "judges"),
    [
        ("JC TC 9C 2H", "Ana", []),
        # The host, in whose place others judge.
        ("JC TC 9C QC", "Dee", ["Ana", "Ben", "Cy"]),
    ],
)
def test_who_corrects_their_own_card_settles_the_dispute_of_its_ruling(
    sit: Sit, cards: str, whose: str, judges: list[str]
) -> None:
    table = sit("Ana", "Ben", "Cy")
    for seat, card in zip(SEATS, cards.split(), strict=True):
        table.phones[seat].enter(table.code, "trick", plays={seat: card}).said(201)
    entries = table.host.get(table.path("log")).said(200)["entries"]
    of_seat = {next(iter(line["data"]["plays"])): line["seq"] for line in entries[2:]}
    body = {"seq": entries[-1]["seq"]}
    id = table.phones["Ben"].post(table.path("disputes"), body).said(201)["id"]
    assert table.host.look(table.code)["dispute"]["judges"] == judges

    def correct(by: str, whose: str, card: str) -> Answer:
        edit = {"seq": of_seat[whose], "data": {"plays": {whose: card}}}
        return table.phones[by].post(table.path("corrections"), {"changes": [edit]})

    # The ruling stays the same: so does the dispute.
    alike = correct("Cy", "Cy", "4C")
    assert alike.status == (409 if judges else 201)
    assert ("With that the ruling stays the same" in alike.text) == bool(judges)
    # No host does it for others where they are a party.
    if judges:
        correct("Dee", "Ana", "KD").said(409)
    assert table.host.look(table.code)["dispute"]["id"] == id

    made = correct(whose, whose, "8C").said(201)["id"]
    assert table.host.look(table.code)["dispute"] is None
    assert told(table)[0].endswith(f"(Ben disputed it: {whose} corrected it)")
    [dispute] = table.host.get(table.path("log")).said(200)["disputes"]
    assert dispute["resolution"]["as"] == "corrected"
    assert dispute["resolution"]["correction"] == made
    log = words(opened(table.host, f"/t/{table.code}/log"))
    assert f"corrected by {whose}" in log or f"corrected {whose} corrected it" in log
    undo = table.phones[whose].post(table.path(f"corrections/{made}/undo"))
    assert undo.status == (409 if judges else 201)


def test_another_card_that_wins_all_the_same_settles_nothing(sit: Sit) -> None:
    table = sit("Ana", "Ben", "Cy")
    for seat, card in zip(SEATS, ("9D", "8D", "7D", "JD"), strict=True):
        table.phones[seat].enter(table.code, "trick", plays={seat: card}).said(201)
    last = table.host.get(table.path("log")).said(200)["entries"][-1]["seq"]
    id = table.phones["Ben"].post(table.path("disputes"), {"seq": last}).said(201)["id"]
    edit = {"seq": last, "data": {"plays": {"Dee": "QD"}}}
    table.host.post(table.path("corrections"), {"changes": [edit]}).said(409)
    assert table.host.look(table.code)["dispute"]["id"] == id


def test_whoever_withdraws_after_a_correction_is_told_what_stands_now(
    sit: Sit,
) -> None:
    table = sit("Ana", "Ben", "Cy")
    for seat, card in zip(SEATS, ("TC", "8C", "QC", "9C"), strict=True):
        entry = {"id": str(uuid4()), "kind": "trick", "data": {"plays": {seat: card}}}
        table.phones[seat].post(table.path("entries"), entry).said(201)
    entries = table.host.get(table.path("log")).said(200)["entries"]
    ben = table.phones["Ben"]
    id = ben.post(table.path("disputes"), {"seq": entries[-1]["seq"]}).said(201)["id"]
    changes = [{"seq": entries[-2]["seq"], "data": {"plays": {"Cy": "JC"}}}]
    table.phones["Cy"].post(table.path("corrections"), {"changes": changes}).said(201)
    ben.post(table.path(f"disputes/{id}/withdraw"), {}).said(201)
    shown = words(opened(ben, f"/t/{table.code}"))
    assert "It stands: Cy wins the trick with the jack of clubs" in shown


def test_who_revoked_admits_the_wrong_card_of_the_earlier_trick(sit: Sit) -> None:
    table = sit("Ana", "Ben", "Cy")
    body = {"seq": 2, "ruling": 1}
    id = table.phones["Ana"].post(table.path("disputes"), body).said(201)["id"]
    [dispute] = table.host.get(table.path("log")).said(200)["disputes"]
    assert dispute["judges"] == ["Ana", "Ben", "Cy"]
    change_card(table, "8C")
    [dispute] = table.host.get(table.path("log")).said(200)["disputes"]
    assert (dispute["id"], dispute["resolution"]["as"]) == (id, "corrected")
    assert revokes(table) == 0


def test_judges_settle_a_ruling_once_most_of_them_are_for_the_same(sit: Sit) -> None:
    table = sit("Ana", "Ben", "Cy")
    play(table, "QC 8C 9C TC")
    id = table.phones["Cy"].post(table.path("disputes"), {"seq": 3}).said(201)["id"]
    path = table.path(f"disputes/{id}/vote")

    def name(seat: str, winner: str) -> None:
        body = {"uphold": False, "verdict": {"winner": winner}}
        table.phones[seat].post(path, body).said(201)

    name("Cy", "Cy")
    name("Ben", "Ben")
    assert table.host.look(table.code)["dispute"]["id"] == id
    name("Ben", "Cy")
    assert table.host.look(table.code)["dispute"] is None
    assert "2 of 2 voted for it" in " ".join(told(table))
    assert "Cy leads" in words(opened(table.host, f"/t/{table.code}"))


def test_a_verdict_that_is_voted_for_keeps_its_seat_when_that_is_renamed(
    sit: Sit, place: Path
) -> None:
    table = sit("Ana", "Ben", "Cy")
    play(table, "QC 8C 9C TC")
    body = {"seq": 3, "verdict": {"winner": "Ben"}}
    table.phones["Cy"].post(table.path("disputes"), body).said(201)
    rename = table.path("seats/Ben/name")
    table.phones["Ben"].post(rename, {"name": "Bea"}).said(200)
    with Store.open(place) as store:
        again = Phone(app_over(CardRoom(store)), table.host.token)
        dispute = again.look(table.code)["dispute"]
    assert dispute["verdicts"] == {"Cy": {"winner": "Bea"}}


def test_whoever_withdraws_a_dispute_is_told_with_the_ruling(sit: Sit) -> None:
    table = sit("Ana", "Ben", "Cy")
    id = table.phones["Ana"].post(table.path("disputes"), {"seq": 2}).said(201)["id"]
    withdraw(table, "Ana", id).said(201)
    assert told(table)[0].startswith("Ana withdrew the dispute. It stands: ")


def test_a_host_who_is_a_party_does_not_get_round_a_tie(sit: Sit) -> None:
    table = sit("Ana", "Ben")
    id = table.phones["Dee"].post(table.path("disputes"), {"seq": 2}).said(201)["id"]
    vote(table, id, Ana=True, Ben=False)
    assert table.host.look(table.code)["dispute"] is None
    refused = correct(table, "Dee", 1, "AC 2C 3C 8C").said(409)
    assert "ask Ana or Ben to dispute the ruling" in refused["detail"]
    strike = {"changes": [{"seq": 2, "strike": True}]}
    assert table.host.post(table.path("corrections"), strike).status == 409
    assert revokes(table) == 1
    correct(table, "Dee", 1, "AC 2C 9C 4D").said(201)

    again = table.phones["Ben"].post(table.path("disputes"), {"seq": 2}).said(201)["id"]
    vote(table, again, Ana=False)
    plays = dict(zip(SEATS, ("AC", "2C", "9C", "8C"), strict=True))
    changes = [{"seq": 1, "data": {"plays": plays}}]
    resolve(table, "Ana", again, "corrected", changes=changes).said(201)
    assert revokes(table) == 0


def test_a_host_does_not_get_round_judges_by_another_dispute(sit: Sit) -> None:
    """The other is of a trick that everybody entered, so that nobody judges it."""
    table = sit("Ana", "Ben", "Cy")
    first = table.host.post(table.path("disputes"), {"seq": 2, "ruling": 1}).said(201)
    vote(table, first["id"], Ben=True, Cy=True)
    for seat, card in zip(SEATS, ("QC", "8C", "9C", "8D"), strict=True):
        entry = {"id": str(uuid4()), "kind": "trick", "data": {"plays": {seat: card}}}
        table.phones[seat].post(table.path("entries"), entry).said(201)
    last = table.host.get(table.path("log")).said(200)["entries"][-1]["seq"]
    other = table.host.post(table.path("disputes"), {"seq": last}).said(201)["id"]
    assert table.host.look(table.code)["dispute"]["judges"] == []
    plays = dict(zip(SEATS, ("AC", "2C", "3C", "TC"), strict=True))
    changes = [{"seq": 1, "data": {"plays": plays}}]
    refused = resolve(table, "Dee", other, "corrected", changes=changes).said(409)
    assert "ask Ana, Ben or Cy to dispute the ruling" in refused["detail"]
    assert correct(table, "Dee", 1, "AC 2C 3C TC").status == 409
    assert revokes(table) == 1


def test_a_change_that_a_tie_has_kept_is_not_undone_by_a_host_who_is_a_party(
    sit: Sit,
) -> None:
    table = sit("Ana", "Ben", "Cy")
    play(table, "9D 8D TD QD")
    made = correct(table, "Ben", 3, "9D KD TD QD").said(201)["id"]
    at = f"/t/{table.code}"
    assert "Undo it" in words(opened(table.host, at))
    id = object_to(table, "Dee", made)
    for seat in SEATS:
        assert (
            "The host and Ben have a part in this, so Ana and Cy decide; a tie changes "
            "nothing." in words(opened(table.phones[seat], at))
        )
    vote(table, id, Ana=True, Cy=False)
    assert "It was kept: a tie, 1 to 1." in told(table)[0]
    shown = words(opened(table.host, at))
    assert "Undo it" not in shown
    undo = table.host.post(table.path(f"corrections/{made}/undo"), {})
    assert undo.status == 409
    assert correct(table, "Dee", 3, "9D 8D TD QD").status == 409
    assert correct(table, "Dee", 3, "9D KD TD JD").status == 409


def test_what_was_kept_stays_so_once_it_is_undone_and_made_again(sit: Sit) -> None:
    table = sit("Ana", "Ben", "Cy")
    made = correct(table, "Cy", 1, "AC 2C 9C 4D").said(201)["id"]
    resolve(table, "Dee", object_to(table, "Ana", made), "upheld").said(201)
    for way in ("undo", "redo"):
        table.host.post(table.path(f"corrections/{made}/{way}"), {}).said(201)
    body = {"correction": made}
    assert table.phones["Ana"].post(table.path("disputes"), body).status == 409
