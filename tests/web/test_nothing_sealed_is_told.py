"""Pairs of matches that differ only in what Ana has sealed: to the letter, all that
others do is answered alike.

Ids, times, tokens and codes aside, which no two matches share.
"""

import re
from collections.abc import Iterator
from random import Random
from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from tests.web.conftest import Open, Opened
from tests.web.phone import Answer, Phone
from tests.web.test_api_secrets import (
    SEALINGS,
    Sealing,
    any_page,
    everything_read,
    same_words,
    sealed_table,
    some_sealings,
    the_others,
)

CARDS = [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "CDHS"] + ["XB", "XR"]
NONSENSE = {"id": str(UUID(int=90)), "kind": "nonsense", "data": {}}


def told(answer: Answer, table: Opened) -> str:
    assert answer.status < 500, answer.text
    own = re.sub(
        r'"(claim|seat_token|host_token|code|join_url|qr_url)": ?"[^"]*"',
        r'"\1":"OWN"',
        answer.text,
    )
    return f"{answer.status} {same_words(own, table)}"


def entry(
    number: int, sealing: Sealing, seat: str, data: dict[str, Any]
) -> dict[str, Any]:
    return {
        "id": str(UUID(int=number)),
        "kind": sealing.kind,
        "seat": seat,
        "data": data,
    }


def guesses(sealing: Sealing, seat: str) -> list[dict[str, Any]]:
    """What somebody might try for a seat, so as to hear whether Ana has sealed it."""

    def of_seat(value: Any) -> Any:
        return {seat: next(iter(value.values()))} if isinstance(value, dict) else value

    return [
        {name: of_seat(value) for name, value in content.items()}
        for content in sealing.contents
    ]


def entries_that_are_refused(table: Opened, sealing: Sealing) -> Iterator[Answer]:
    """Whatever is sent again and again, because it is refused and leaves no trace."""
    others = [seat for seat in sealing.seats if seat != "Ana"]
    for seat in others:
        for place, data in enumerate(guesses(sealing, seat)):
            first = entry(50, sealing, seat, data)
            of_others = [
                (other, guesses(sealing, other)[place - 1])
                for other in others
                if other != seat
            ]
            rest = [
                entry(51 + number, sealing, *one)
                for number, one in enumerate(of_others)
            ]
            for phone in (table.phones[seat], table.host):
                yield phone.post(
                    table.path("entries"), {"entries": [first, *rest, NONSENSE]}
                )
                yield phone.post(table.path("entries"), {"entries": [first, first]})
                yield phone.post(
                    table.path("entries"),
                    {**first, "seat": "Ana", "data": {"nonsense": 1}},
                )
                yield phone.post(
                    table.path("entries"), {**first, "after": 0, "kind": "nonsense"}
                )
    yield table.host.post(table.path("entries"), entry(1, sealing, "Ana", {}))


def corrections(table: Opened, sealing: Sealing) -> Iterator[Answer]:
    """Each earlier entry struck and changed, by the host and by a seat; the sealed one
    struck; undone, made again.
    """
    at = table.path("corrections")
    for phone in (table.host, table.phones["Ben"]):
        for seq in range(1, len(sealing.before) + 1):
            for drop_unfit in (False, True):
                for change in ({"strike": True}, {"data": {"nonsense": 1}}):
                    made = phone.post(
                        at,
                        {"changes": [{"seq": seq, **change}], "drop_unfit": drop_unfit},
                    )
                    yield made
                    if made.status == 201:
                        yield table.host.post(f"{at}/{made.json['id']}/undo")
                        yield table.host.post(f"{at}/{made.json['id']}/redo")
                        yield table.host.post(f"{at}/{made.json['id']}/undo")
        struck = phone.post(
            at, {"changes": [{"seq": len(sealing.before) + 1, "strike": True}]}
        )
        yield struck
        if struck.status == 201:
            yield phone.post(f"{at}/{struck.json['id']}/undo")


def disputes(table: Opened, sealing: Sealing) -> Iterator[Answer]:
    """A ruling of an earlier entry questioned and settled each way; a refused entry
    questioned.
    """
    for seq in range(1, len(sealing.before) + 2):
        for how in ({"as": "overruled"}, {"as": "upheld"}):
            asked = table.phones["Ben"].post(table.path("disputes"), {"seq": seq})
            yield asked
            if asked.status == 201:
                at = table.path(f"disputes/{asked.json['id']}")
                yield table.phones["Ben"].post(f"{at}/vote", {"uphold": False})
                yield table.host.post(f"{at}/resolve", how)
    yield table.phones["Ben"].post(table.path("disputes"), {"entry": str(UUID(int=50))})


def seats_moved(table: Opened, app: Flask) -> Iterator[Answer]:
    """Ana's seat is asked for, and given by the host to somebody else, who then looks,
    and may not read it either.
    """
    asked = Phone(app).post(table.path("join"), {"name": "Ana"})
    yield asked
    yield table.host.post(
        table.path(f"claims/{asked.json['claim'].partition('.')[0]}"), {"admit": False}
    )
    yield table.host.post(table.path("leave"), {"seat": "Ana"})
    taken = Phone(app).post(table.path("join"), {"name": "Ana"})
    yield taken
    eve = Phone(app, taken.json["seat_token"])
    yield eve.get(table.path("log"))
    yield eve.get(f"/tables/{table.code}")
    yield eve.get(table.path("export"))
    table.phones["Ana"] = eve


def past(table: Opened) -> Iterator[Answer]:
    for path in (
        "/matches",
        "/players",
        "/players/Ana",
        table.path("sheet"),
        table.path("evening"),
    ):
        yield table.host.get(path)
    yield table.host.post(table.path("rematch"))
    yield table.host.post(table.path("seats/Ben/forget"))


def all_told(
    open_table: Open, app: Flask, sealing: Sealing, content: dict[str, Any]
) -> list[str]:
    table = sealed_table(open_table, sealing, content)
    others = the_others(table, app)
    answers = [
        *entries_that_are_refused(table, sealing),
        *corrections(table, sealing),
        *disputes(table, sealing),
    ]
    texts = [told(answer, table) for answer in answers]
    texts += everything_read(table, others)
    seq = len(sealing.before) + 1
    texts += [
        same_words(any_page(one, f"/t/{table.code}/correct/{seq}"), table)
        for one in others
    ]
    texts += [
        told(answer, table) for answer in (*seats_moved(table, app), *past(table))
    ]
    return texts + everything_read(table, [table.phones["Ana"]])


@some_sealings
def test_nothing_that_anybody_else_does_is_answered_differently(
    open_table: Open, app: Flask, sealing: Sealing
) -> None:
    one, other = (
        all_told(open_table, app, sealing, content) for content in sealing.contents
    )
    assert len(one) == len(other)
    for this, that in zip(one, other, strict=True):
        assert this == that


def any_value(rng: Random, value: Any, seat: str) -> Any:
    """Something else of the same shape."""
    if isinstance(value, bool):
        return rng.random() < 0.5
    if isinstance(value, dict):
        return {
            rng.choice([seat, seat, f" {seat} ", "Ana"]): any_value(rng, inner, seat)
            for inner in value.values()
        }
    if isinstance(value, list):
        return rng.sample(CARDS, rng.choice([len(value), rng.randint(0, 6)]))
    return rng.choice(CARDS)


def at_random(table: Opened, sealing: Sealing, seed: int) -> Iterator[str]:
    """What others try, until all is revealed: entries and batches of any cards,
    corrections of any entry.
    """
    rng = Random(seed)
    others = [seat for seat in sealing.seats if seat != "Ana"]
    for number in range(30):
        seat = rng.choice(others)
        phone = rng.choice([table.phones[seat], table.host])
        tried = [
            entry(
                1000 * seed + 10 * number + place,
                sealing,
                rng.choice([seat, seat, rng.choice(others)]),
                {
                    name: any_value(rng, value, seat)
                    for name, value in sealing.contents[0].items()
                },
            )
            for place in range(rng.choice([1, 1, 2, 3]))
        ]
        change = {"seq": rng.randint(1, number + 1), "strike": True}
        if rng.random() < 0.3:
            body = {"changes": [change], "drop_unfit": rng.random() < 0.5}
            yield told(phone.post(table.path("corrections"), body), table)
            continue
        answer = phone.post(table.path("entries"), {"entries": tried})
        if is_open(table):
            return
        yield told(answer, table)
        yield same_words(table.host.get(table.path("log")).text, table)


def is_open(table: Opened) -> bool:
    """Whether what Ana has sealed is seen by all."""
    log = table.host.get(table.path("log")).said(200)["entries"]
    return any(line["id"] == str(UUID(int=1)) and not line["sealed"] for line in log)


def differ(open_table: Open, sealing: Sealing, seed: int) -> None:
    one, other = (
        list(at_random(sealed_table(open_table, sealing, content), sealing, seed))
        for content in sealing.contents
    )
    assert one == other


@some_sealings
@pytest.mark.parametrize("seed", range(2))
def test_nor_is_what_they_try_at_random(
    open_table: Open, sealing: Sealing, seed: int
) -> None:
    differ(open_table, sealing, seed)


@pytest.mark.slow
@pytest.mark.parametrize("game", SEALINGS)
@pytest.mark.parametrize("seed", range(2, 10))
def test_nor_is_what_they_try_at_random_for_long(
    open_table: Open, game: str, seed: int
) -> None:
    differ(open_table, SEALINGS[game], seed)
