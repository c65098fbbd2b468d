"""What a game opens of some and keeps of others: pairs of matches that differ only in what stays sealed.

Ana's bid is the lowest in both. It is never shown before the end, whoever asks, and in whatever way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.match.export import ruled_again
from referee.plugin.discovery import GAMES, beside
from referee.testing.phone import Answer
from tests.web.conftest import Open, Opened
from tests.web.phone import Phone
from tests.web.test_api_secrets import any_page, everything_read, same_words, the_others
from tests.web.test_next_line import page
from tests.web.test_nothing_sealed_is_told import past, seats_moved, told

IN_ORDER = (("Ana", "Ben", "Cy"), ("Ben", "Cy", "Ana"))
"""Whoever bids last makes the entry with which the bids are compared: one time Cy, one time Ana herself."""

LOW = (2, 4)
"""What Ana has bid in the one match, and in the other."""

each_order = pytest.mark.parametrize("order", IN_ORDER, ids=("Cy-last", "Ana-last"))


@pytest.fixture(scope="module", autouse=True)
def sealed_bids() -> Iterator[None]:
    """A stranger's game is installed, of which only the highest bid is shown."""
    with beside(EntryPoint("sealed-bids", "tests.sealed_bids", GAMES)):
        yield


def bid(table: Opened, order: tuple[str, ...], bids: dict[str, int]) -> None:
    for number, seat in enumerate(order, 1):
        table.phones[seat].enter(table.code, "bid", seat, str(UUID(int=number)), bid=bids[seat]).said(201)


def after_a_round(open_table: Open, order: tuple[str, ...], low: int = LOW[0], rounds: int = 2) -> Opened:
    """Ben has taken the first round with a seven, against a five of Cy's and this bid of Ana's."""
    table = open_table("sealed-bids", "Ana", "Ben", "Cy", options={"rounds": rounds})
    table.start()
    bid(table, order, {"Ana": low, "Ben": 7, "Cy": 5})
    return table


def lines(table: Opened, phone: Phone) -> dict[str, dict[str, Any]]:
    return {line["seat"]: line for line in phone.get(table.path("log")).said(200)["entries"]}


KEPT = "This stays sealed even when all are in. From then on it cannot be corrected until it is opened."


def test_a_form_says_beforehand_what_cannot_be_corrected_later(open_table: Open) -> None:
    table = open_table("sealed-bids", "Ana", "Ben", "Cy")
    table.start()
    [of_the_bid, of_the_note] = re.findall(r'<form class="prompt.*?</form>', page(table, "Ana"), re.S)
    assert KEPT in of_the_bid
    assert KEPT not in of_the_note


def test_what_all_see_once_all_are_in_is_not_said_to_stay_sealed(started: Opened) -> None:
    assert KEPT not in page(started, "Ana")


@each_order
def test_only_what_the_game_opens_is_open(open_table: Open, app: Flask, order: tuple[str, ...]) -> None:
    table = after_a_round(open_table, order)
    for phone in (table.host, Phone(app), table.phones["Ben"]):
        found = lines(table, phone)
        assert found["Ben"]["data"] == {"bid": 7} and not found["Ben"]["sealed"]
        assert found["Ana"]["data"] is None and found["Ana"]["sealed"]
        assert [ruling["summary"] for ruling in found[order[-1]]["rulings"]] == ["Ben takes the round with 7"]
        assert phone.look(table.code)["rulings"][0]["summary"] == "Ben takes the round with 7"
    assert lines(table, table.phones["Ana"])["Ana"]["data"] == {"bid": LOW[0]}


@each_order
def test_at_the_end_all_is_open(open_table: Open, app: Flask, order: tuple[str, ...]) -> None:
    table = after_a_round(open_table, order, rounds=1)
    found = lines(table, Phone(app))
    assert {seat: line["data"] for seat, line in found.items()} == {
        "Ana": {"bid": LOW[0]},
        "Ben": {"bid": 7},
        "Cy": {"bid": 5},
    }


def corrections(table: Opened) -> Iterator[Answer]:
    """Each entry struck and changed by everybody who may, and with what would find out where Ana's bid lies."""
    at = table.path("corrections")
    for phone in (table.host, table.phones["Ben"], table.phones["Cy"]):
        for seq in (1, 2, 3, 4):
            for change in ({"strike": True}, *({"data": {"bid": n}} for n in (0, 3, 5))):
                for drop_unfit in (False, True):
                    made = phone.post(at, {"changes": [{"seq": seq, **change}], "drop_unfit": drop_unfit})
                    yield made
                    if made.status == 201:
                        yield phone.post(f"{at}/{made.json['id']}/undo")
                        yield phone.post(f"{at}/{made.json['id']}/redo")
                        yield phone.post(f"{at}/{made.json['id']}/undo")


def narrowed_down(table: Opened) -> Iterator[Answer]:
    """All bids but Ana's changed together, so that who wins then would tell on which side of them hers lies."""
    seqs = {seat: line["seq"] for seat, line in lines(table, table.host).items()}
    changes = [{"seq": seqs["Ben"], "data": {"bid": 3}}, {"seq": seqs["Cy"], "data": {"bid": 0}}]
    yield table.host.post(table.path("corrections"), {"changes": changes})
    yield table.host.post(table.path("corrections"), {"changes": changes, "drop_unfit": True})


def disputes(table: Opened) -> Iterator[Answer]:
    """The ruling that rests on what is sealed is questioned, and settled in each way, for each winner."""
    verdicts: list[dict[str, Any]] = [{"winner": seat} for seat in ("Ana", "Ben", "Cy", None)]
    settled = ({"as": "upheld"}, {"as": "overruled"}, *({"as": "overruled", "verdict": one} for one in verdicts))
    struck = {"as": "corrected", "changes": [{"seq": 2, "strike": True}], "drop_unfit": True}
    for how in (*settled, struck):
        for seq in (1, 2, 3):
            asked = table.phones["Cy"].post(table.path("disputes"), {"seq": seq})
            yield asked
            if asked.status == 201:
                at = table.path(f"disputes/{asked.json['id']}")
                yield table.phones["Ben"].post(f"{at}/vote", {"uphold": False})
                yield table.host.post(f"{at}/resolve", how)
                yield table.host.post(f"{at}/resolve", {"as": "upheld"})


def entries(table: Opened) -> Iterator[Answer]:
    """A note, which is open; the next bids, one by one and together with what follows; old entries once more."""
    at = table.path("entries")
    note = {"id": str(UUID(int=40)), "kind": "note", "data": {"note": "well"}}
    nonsense = {"id": str(UUID(int=41)), "kind": "nonsense", "data": {}}
    yield table.host.post(at, note)
    yield table.host.post(at, {"entries": [{**note, "id": str(UUID(int=42))}, nonsense]})
    yield table.phones["Ben"].post(at, {"id": str(UUID(int=43)), "kind": "bid", "data": {"bid": 9}, "after": 0})
    yield table.phones["Cy"].post(at, {"id": str(UUID(int=1)), "kind": "bid", "data": {"bid": 9}})
    for number, seat in enumerate(("Cy", "Ben"), 50):
        yield table.phones[seat].post(at, {"id": str(UUID(int=number)), "kind": "bid", "data": {"bid": 1}})


def all_told(open_table: Open, app: Flask, order: tuple[str, ...], low: int) -> list[str]:
    table = after_a_round(open_table, order, low)
    others = the_others(table, app)
    texts = everything_read(table, others)
    texts += [told(answer, table) for answer in (*narrowed_down(table), *entries(table), *corrections(table))]
    texts += [told(answer, table) for answer in disputes(table)]
    for number in (1, 2, 3):
        texts += [same_words(any_page(one, f"/t/{table.code}/correct/{number}"), table) for one in others]
        texts += [same_words(any_page(one, f"/t/{table.code}/question/{number}"), table) for one in others]
    texts += everything_read(table, others)
    texts += [told(answer, table) for answer in (*seats_moved(table, app), *past(table))]
    return texts + everything_read(table, [table.phones["Ana"]])


@each_order
def test_nothing_that_anybody_else_does_tells_what_is_kept(
    open_table: Open, app: Flask, order: tuple[str, ...]
) -> None:
    one, other = (all_told(open_table, app, order, low) for low in LOW)
    assert len(one) == len(other)
    for this, that in zip(one, other, strict=True):
        assert this == that


@each_order
def test_its_own_author_cannot_try_it_out_either(open_table: Open, order: tuple[str, ...]) -> None:
    """By correcting her own bid up to where it wins, Ana would find out what Cy has bid."""
    table = after_a_round(open_table, order)
    seq = order.index("Ana") + 1
    for phone in (table.phones["Ana"], table.host):
        for n in (0, 6, 9):
            refused = phone.post(table.path("corrections"), {"changes": [{"seq": seq, "data": {"bid": n}}]})
            assert "still sealed" in refused.said(409)["detail"]


def test_nothing_follows_an_entry_that_could_open_it(open_table: Open) -> None:
    """Were the second one ruled on, its refusal would take the opening back."""
    table = after_a_round(open_table, IN_ORDER[0])
    notes = [{"id": str(UUID(int=number)), "kind": "note", "data": {"note": "well"}} for number in (60, 61)]
    refused = table.host.post(table.path("entries"), {"entries": notes}).said(422)
    assert "Send what comes after a reveal separately" in refused["detail"]


def test_what_is_entered_later_may_be_corrected(open_table: Open) -> None:
    table = after_a_round(open_table, IN_ORDER[0])
    made = table.host.enter(table.code, "note", note="wel").said(201)["seq"]
    changed = table.host.post(table.path("corrections"), {"changes": [{"seq": made, "data": {"note": "well"}}]})
    assert changed.said(201)["changed"][0]["new"][0]["summary"] == "Noted: well"


@pytest.mark.parametrize("last", ["Ana", "Ben", "Cy"])
def test_an_export_is_ruled_again_as_far_as_it_is_open(open_table: Open, last: str) -> None:
    table = after_a_round(open_table, (*(seat for seat in IN_ORDER[0] if seat != last), last))
    table.host.enter(table.code, "note", note="well").said(201)
    exported = table.host.get(table.path("export")).said(200)
    _, differences = ruled_again(exported)
    assert differences == ()


def test_it_stays_sealed_when_the_table_is_loaded_again(open_table: Open, app: Flask, place: Path) -> None:
    table = after_a_round(open_table, IN_ORDER[1])
    room = CardRoom(Store.open(place))
    with room.held(table.code) as held:
        assert held.table.match is not None
        assert held.table.match.history.open_to_all == {1}
        assert [one.entry.seat for one in held.table.match.history.position.kept] == ["Cy", "Ana"]
    room.close()
