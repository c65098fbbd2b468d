"""What each seat knows of itself may be entered in any order, alone or together, from
any phone that saw its question: the match is the same as if one had entered all.
"""

from dataclasses import dataclass, field
from itertools import pairwise, permutations
from typing import Any
from uuid import uuid4

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings, strategies as st

from tests.properties import costly
from tests.web.conftest import Open, Opened
from tests.web.phone import Answer
from tests.web.test_api_secrets import same_words

SEATS = ("Ana", "Ben", "Cy", "Di")
TRICK = {"Ben": "2C", "Cy": "5C", "Di": "KC", "Ana": "9C"}


@dataclass(frozen=True)
class Asked:
    """A question of which each seat knows its part; what is entered before it."""

    game: str
    kind: str
    name: str
    parts: dict[str, Any]
    before: tuple[tuple[str, dict[str, Any]], ...] = ()
    options: dict[str, Any] = field(default_factory=dict)


THREES = dict.fromkeys(SEATS, 3)
QUESTIONS = {
    "hearts": Asked("hearts", "trick", "plays", TRICK, options={"depth": "tricks"}),
    "spades": Asked("spades", "bids", "bids", {**THREES, "Di": 4}),
    "oh-hell": Asked("oh-hell", "bids", "bids", {**THREES, "Di": 0}),
    "score-pad": Asked(
        "score-pad", "round", "points", {"Ana": 5, "Ben": -3, "Cy": 0, "Di": 12}
    ),
}


def begun(open_table: Open, asked: Asked) -> Opened:
    table = open_table(asked.game, *SEATS, options=asked.options)
    table.start(dealer="Ana")
    for kind, data in asked.before:
        table.host.enter(table.code, kind, **data).said(201)
    return table


def send(
    table: Opened, by: str, asked: Asked, seats: tuple[str, ...], after: int | None
) -> Answer:
    """What this phone, or the host's, is answered to the parts of these seats."""
    entry: dict[str, Any] = {
        "id": str(uuid4()),
        "kind": asked.kind,
        "data": {
            asked.name: {
                seat: part for seat, part in asked.parts.items() if seat in seats
            }
        },
    }
    if after is not None:
        entry["after"] = after
    phone = table.phones.get(by, table.host)
    return phone.post(table.path("entries"), entry)


NUMBERED = ("code", "seq", "seat_states", "toss", "join_url", "you", "seen", "at")


def state(table: Opened) -> dict[str, Any]:
    """The table as it stands, but for what counts its lines."""
    view = table.host.look(table.code)
    return {name: value for name, value in view.items() if name not in NUMBERED}


@pytest.mark.parametrize("game", QUESTIONS)
@settings(
    max_examples=costly(100),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_any_parts_in_any_order_are_one_entry_of_all(
    open_table: Open, game: str, data: st.DataObject
) -> None:
    asked = QUESTIONS[game]
    whole, table = begun(open_table, asked), begun(open_table, asked)
    send(whole, "host", asked, SEATS, None).said(201)

    since = table.host.look(table.code)["seq"]
    order = data.draw(st.permutations(SEATS))
    cuts = data.draw(st.sets(st.integers(1, 3)))
    ends = [0, *sorted(cuts), 4]
    for at, (first, last) in enumerate(pairwise(ends)):
        seats = tuple(order[first:last])
        by = data.draw(st.sampled_from((*SEATS, "host")))
        after = data.draw(st.none() | st.integers(since, since + at))
        send(table, by, asked, seats, after).said(201)
    assert state(table) == state(whole)


@pytest.fixture
def hearts(open_table: Open) -> Opened:
    return begun(open_table, QUESTIONS["hearts"])


def play(table: Opened, by: str, after: Any = 0, **plays: str) -> Answer:
    """What this phone is answered to these cards of a trick of Hearts."""
    asked = Asked("hearts", "trick", "plays", plays)
    return send(table, by, asked, tuple(plays), after)


@pytest.mark.parametrize("order", list(permutations(SEATS))[::7])
def test_four_phones_that_send_at_once_are_all_taken(
    hearts: Opened, order: tuple[str, ...]
) -> None:
    for seat in order:
        play(hearts, seat, **{seat: TRICK[seat]}).said(201)
    assert hearts.host.look(hearts.code)["seq"] == 4


@pytest.mark.parametrize("by", ["Ben", "Cy", "host"])
def test_a_seat_that_has_answered_meanwhile_is_409(hearts: Opened, by: str) -> None:
    play(hearts, by, Ben="2C").said(201)
    play(hearts, "Ben", Ben="3C").said(409)
    play(hearts, "Di", Di="KC", Ben="3C").said(409)
    assert hearts.host.look(hearts.code)["seq"] == 1


def test_a_batch_with_such_a_seat_is_409_and_not_taken_at_all(hearts: Opened) -> None:
    play(hearts, "Ben", Ben="2C").said(201)
    batch = [
        {"id": str(uuid4()), "kind": "trick", "after": 0, "data": {"plays": plays}}
        for plays in ({"Cy": "5C"}, {"Ben": "3C"})
    ]
    hearts.phones["Cy"].post(hearts.path("entries"), {"entries": batch}).said(409)
    assert hearts.host.look(hearts.code)["seq"] == 1


def test_that_is_answered_before_the_data_are_read(hearts: Opened) -> None:
    play(hearts, "Ben", Ben="2C").said(201)
    play(hearts, "Ben", Ben="no card").said(409)


def test_a_card_that_lies_elsewhere_is_422(hearts: Opened) -> None:
    play(hearts, "Ben", Ben="2C").said(201)
    play(hearts, "Cy", Cy="2C").said(422)
    play(hearts, "Cy", Cy="5C").said(201)


def test_the_tables_own_question_stays_409(open_table: Open) -> None:
    pad = begun(open_table, QUESTIONS["score-pad"])
    entered = [
        pad.phones[seat].post(
            pad.path("entries"),
            {"id": str(uuid4()), "kind": "note", "data": {"note": seat}, "after": 0},
        )
        for seat in ("Ana", "Ben")
    ]
    entered[0].said(201)
    entered[1].said(409)


def test_an_own_answer_that_was_struck_since_is_409(hearts: Opened) -> None:
    play(hearts, "Ben", Ben="2C").said(201)
    body = {"changes": [{"seq": 1, "strike": True}]}
    hearts.host.post(hearts.path("corrections"), body).said(201)
    play(hearts, "Ben", 1, Ben="3C").said(409)
    play(hearts, "Cy", 1, Cy="5C").said(201)


def test_a_deal_that_began_anew_since_is_409(hearts: Opened) -> None:
    hearts.phones["Di"].enter(hearts.code, "misdeal").said(201)
    play(hearts, "Ben", Ben="2C").said(409)
    play(hearts, "Ben", 1, Ben="2C").said(201)


def correct(table: Opened, seq: int, data: dict[str, Any] | None = None) -> None:
    """The host gives this entry other data, or strikes it."""
    change = (
        {"seq": seq, "strike": True} if data is None else {"seq": seq, "data": data}
    )
    body = {"changes": [change]}
    table.host.post(table.path("corrections"), body).said(201)


def test_a_part_that_was_given_to_another_seat_since_is_409(hearts: Opened) -> None:
    """Ana's card turns out to be Ben's: what he sends was for the next trick."""
    for seat in ("Ana", "Cy", "Di"):
        play(hearts, seat, **{seat: TRICK[seat]}).said(201)
    correct(hearts, 1, {"plays": {"Ben": "9C"}})
    play(hearts, "Ana", None, Ana="2C").said(201)
    play(hearts, "Ben", 3, Ben="7C").said(409)


def test_a_part_that_was_left_out_since_is_409(hearts: Opened) -> None:
    play(hearts, "host", **TRICK).said(201)
    correct(hearts, 1, {"plays": {seat: TRICK[seat] for seat in ("Ana", "Cy", "Di")}})
    play(hearts, "Ben", 1, Ben="7C").said(409)


@pytest.mark.parametrize(("kind", "data"), [("misdeal", {}), ("claim", {"seat": "Cy"})])
def test_what_ended_the_deal_and_was_struck_since_is_409(
    hearts: Opened, kind: str, data: dict[str, str]
) -> None:
    """The card was for the new deal, and the old one goes on."""
    play(hearts, "host", **TRICK).said(201)
    hearts.host.enter(hearts.code, kind, **data).said(201)
    correct(hearts, 2)
    play(hearts, "Ben", 2, Ben="7C").said(409)
    play(hearts, "Ben", 3, Ben="7C").said(201)


def test_others_put_right_since_change_nothing(hearts: Opened) -> None:
    """Di takes trick 1 back and enters it again, while Ben has a card for trick 2."""
    for seat in SEATS:
        play(hearts, seat, **{seat: TRICK[seat]}).said(201)
    correct(hearts, 4)
    play(hearts, "Di", 5, Di="QC").said(201)
    play(hearts, "Ben", 4, Ben="7C").said(201)
    assert hearts.host.log(hearts.code)[-1]["data"] == {"plays": {"Ben": "7C"}}


def test_a_seat_is_the_same_with_spaces_around_its_name(hearts: Opened) -> None:
    play(hearts, "host", **TRICK).said(201)
    play(hearts, "Ben", 0, **{" Ben": "7C"}).said(409)


def test_a_bet_that_was_corrected_since_is_asked_again(open_table: Open) -> None:
    """Who called 20 is not taken to call 500."""
    table = open_table("holdem", *SEATS[:3], options={"depth": "bets"})
    table.start(dealer="Ana")
    raised = table.host.enter(table.code, "raise", "Ana", to=20).said(201)["seq"]
    correct(table, raised, {"to": 500})
    body = {"id": str(uuid4()), "kind": "call", "data": {}, "after": raised}
    table.phones["Ben"].post(table.path("entries"), body).said(409)


def test_only_the_host_gives_up_a_hand_for_another_seat(open_table: Open) -> None:
    table = open_table("holdem", "Ana", "Ben", options={"depth": "bets"})
    table.start(dealer="Ana")
    board = iter((["AH", "KH", "7C"], ["7D"], ["2S"]))
    while "showdown" not in (prompts := kinds_asked(table)):
        if "board" in prompts:
            table.host.enter(table.code, "board", cards=next(board)).said(201)
        else:
            kind = "check" if "check" in prompts else "call"
            table.host.enter(table.code, kind, prompts[kind]).said(201)
    table.phones["Ben"].enter(table.code, "showdown", hands={"Ana": []}).said(403)
    table.host.enter(table.code, "showdown", hands={"Ana": []}).said(201)


def kinds_asked(table: Opened) -> dict[str, str]:
    """The open kinds of entries, each with the first seat that may make it."""
    prompts = table.host.look(table.code)["prompts"]
    return {prompt["kind"]: prompt["seats"][0] for prompt in prompts}


SECRETS = {
    "faj": (
        Asked("faj", "play", "plays", {"Ana": "JS"}, (("board", {"cards": ["3C"]}),)),
        ({"plays": {"Ana": "JS"}}, {"plays": {"Ana": "XB"}}),
        {"plays": {"Ben": "QH"}},
    ),
    "wizard": (
        Asked("wizard", "bid", "tricks", {}, options={"bidding": "hidden"}),
        ({"tricks": 0}, {"tricks": 1}),
        {"tricks": 1},
    ),
}


@pytest.mark.parametrize("game", SECRETS)
def test_what_is_sealed_changes_no_answer_to_others(
    open_table: Open, app: Flask, game: str
) -> None:
    asked, contents, of_ben = SECRETS[game]
    one, other = (
        answers_beside(begun(open_table, asked), asked.kind, content, of_ben)
        for content in contents
    )
    assert one == other


def answers_beside(
    table: Opened, kind: str, secret: dict[str, Any], of_ben: dict[str, Any]
) -> list[str]:
    """What Ben and the host are answered before and after Ana has sealed this."""

    def tell(by: str, seat: str, data: dict[str, Any], after: int) -> str:
        body = {"kind": kind, "seat": seat, "data": data, "after": after}
        phone = table.phones.get(by, table.host)
        answer = phone.post(table.path("entries"), {"id": ids.pop(), **body})
        return f"{answer.status} {same_words(answer.text, table)}"

    ids = [f"00000000-0000-4000-8000-00000000000{n}" for n in range(9, 0, -1)]
    before = table.host.look(table.code)["seq"]
    entry = {"id": ids.pop(), "kind": kind, "seat": "Ana", "data": secret}
    table.phones["Ana"].post(table.path("entries"), {**entry, "after": before}).said(
        201
    )
    return [
        tell("Ben", "Ben", {"nonsense": 1}, before),
        tell("host", "Ana", secret and of_ben, before),
        tell("Ben", "Ben", of_ben, before),
        tell("Ben", "Ben", of_ben, before),
    ]
