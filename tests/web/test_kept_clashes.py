"""Two have bid the same, and enter again openly, while a third one's bid stays sealed.

Pairs of matches that differ only in that bid, Cy's: nobody finds it out by trying which numbers are taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from uuid import UUID

import pytest
from flask import Flask

from referee.match.export import ruled_again
from referee.plugin.discovery import GAMES, beside
from referee.testing.phone import Answer
from tests.web.conftest import Open, Opened
from tests.web.phone import Phone
from tests.web.test_api_secrets import everything_read
from tests.web.test_nothing_sealed_is_told import told

HIDDEN = ((3, 5), (3, 9))
"""What Cy has bid in the one match, and in the other: less than the two who clash, or more."""


@pytest.fixture(scope="module", autouse=True)
def sealed_numbers() -> Iterator[None]:
    """A stranger's game is installed, in which each number can be bid by one."""
    with beside(EntryPoint("sealed-bids", "tests.sealed_numbers", GAMES)):
        yield


def after_a_clash(open_table: Open, hidden: int) -> Opened:
    """Ana and Ben have both bid eight, Cy this."""
    table = open_table("sealed-bids", "Ana", "Ben", "Cy", options={"rounds": 2})
    table.start()
    for number, (seat, bid) in enumerate((("Cy", hidden), ("Ana", 8), ("Ben", 8)), 1):
        table.phones[seat].enter(table.code, "bid", seat, str(UUID(int=number)), bid=bid).said(201)
    return table


def corrected(table: Opened) -> Iterator[Answer]:
    """What clashed is put right to each number that Cy could have bid, and that is undone."""
    at = table.path("corrections")
    for seq, phone in ((2, table.phones["Ana"]), (3, table.phones["Ben"]), (3, table.host)):
        for n in (3, 5, 6, 9):
            for drop_unfit in (False, True):
                change = {"seq": seq, "data": {"bid": n}}
                made = phone.post(at, {"changes": [change], "drop_unfit": drop_unfit})
                yield made
                if made.status == 201:
                    yield phone.post(f"{at}/{made.json['id']}/undo")
        yield phone.post(at, {"changes": [{"seq": seq, "strike": True}]})


def overruled(table: Opened) -> Iterator[Answer]:
    """The table lets both bids of eight stand, so that the round would be revealed, or says that others clash."""
    verdicts = ({"legal": True}, {"seats": ["Ana"]}, {"seats": ["Ben", "Cy"]}, {"clash": []}, {})
    for verdict in verdicts:
        asked = table.phones["Ben"].post(table.path("disputes"), {"seq": 3})
        yield asked
        at = table.path(f"disputes/{asked.json['id']}/resolve")
        yield table.host.post(at, {"as": "overruled", "verdict": verdict, "drop_unfit": True})
        yield table.host.post(at, {"as": "upheld"})


def entered_again(table: Opened) -> Iterator[Answer]:
    """Ana tries each number, and the host tries for her; Ben tries two entries in one batch."""
    for number, (phone, n) in enumerate(
        ((one, n) for one in (table.phones["Ana"], table.host) for n in (3, 5, 6, 9)), 20
    ):
        yield phone.enter(table.code, "bid", "Ana", str(UUID(int=number)), bid=n)
        yield table.phones["Cy"].post(table.path("disputes"), {"seq": number})
    both = [{"id": str(UUID(int=n)), "kind": "bid", "seat": "Ben", "data": {"bid": n}} for n in (3, 5)]
    yield table.host.post(table.path("entries"), {"entries": both})


def all_told(open_table: Open, app: Flask, hidden: int) -> list[str]:
    table = after_a_clash(open_table, hidden)
    others = [table.host, Phone(app), table.phones["Ana"], table.phones["Ben"]]
    texts = everything_read(table, others)
    tries = (*corrected(table), *overruled(table), *entered_again(table), *corrected(table), *overruled(table))
    texts += [told(answer, table) for answer in tries]
    return texts + everything_read(table, others)


@pytest.mark.parametrize("pair", HIDDEN, ids=str)
def test_nobody_finds_out_by_trying_again(open_table: Open, app: Flask, pair: tuple[int, int]) -> None:
    one, other = (all_told(open_table, app, hidden) for hidden in pair)
    assert len(one) == len(other)
    for this, that in zip(one, other, strict=True):
        assert this == that


def test_whoever_enters_what_is_sealed_finds_out_when_all_are_in(open_table: Open) -> None:
    """The entry is taken, and once nobody is awaited any more, all see who clashes: these two enter again."""
    table = after_a_clash(open_table, 5)
    table.phones["Ana"].enter(table.code, "bid", "Ana", bid=5).said(201)
    assert table.host.look(table.code)["to_act"] == ["Ben"]
    ruled = table.phones["Ben"].enter(table.code, "bid", "Ben", bid=8).said(201)["rulings"]
    assert [ruling["verdict"]["seats"] for ruling in ruled] == [["Ana", "Cy"]]
    assert table.host.look(table.code)["to_act"] == ["Ana", "Cy"]
    open_now = {line["seat"]: line["data"] for line in table.host.get(table.path("log")).said(200)["entries"]}
    assert open_now == {"Cy": {"bid": 5}, "Ana": {"bid": 5}, "Ben": {"bid": 8}}
    table.phones["Ana"].enter(table.code, "bid", "Ana", bid=8).said(422)
    table.phones["Ana"].enter(table.code, "bid", "Ana", bid=2).said(201)
    table.phones["Cy"].enter(table.code, "bid", "Cy", bid=5).said(201)
    assert table.host.look(table.code)["rulings"][0]["summary"] == "Ben takes the round with 8"


def test_an_export_is_ruled_again_as_far_as_it_is_open(open_table: Open) -> None:
    table = after_a_clash(open_table, 5)
    for seat, bid in (("Ana", 6), ("Ben", 8)):
        table.phones[seat].enter(table.code, "bid", seat, bid=bid).said(201)
        _, differences = ruled_again(table.host.get(table.path("export")).said(200))
        assert differences == ()
