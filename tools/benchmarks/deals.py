"""Rounds of Four Aces as real decks deal them: matches of any length, since most rounds
score below nothing.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any
from uuid import UUID

from referee.cards.card import CARDS
from referee.hosting.tables.seat_ids import SeatIds
from referee.match.log_entry import Record

GAME = "four-aces"
OPTIONS = {"target": 1000}
SEATS = ("Ana", "Ben", "Cy", "Di", "Eve")

_DECK = [each.code for each in CARDS.values() if not each.is_joker]

Body = dict[str, Any]


def entries(random: Random) -> Iterator[Body]:
    """Entries as a host posts them: round after round, each seat's two hands of three."""
    while True:
        deck = random.sample(_DECK, 6 * len(SEATS))
        for place, seat in enumerate(SEATS):
            dealt = deck[6 * place : 6 * place + 6]
            data = {"hidden": dealt[:3], "exposed": dealt[3:], "locked": []}
            yield {"id": new_id(random), "kind": "round", "seat": seat, "data": data}


def new_id(random: Random) -> str:
    """Return an entry's id."""
    return str(UUID(int=random.getrandbits(128), version=4))


def records(random: Random, count: int) -> list[Record]:
    """Return the same entries as the log keeps them."""
    made = zip(range(1, count + 1), entries(random), strict=False)
    return [
        Record(seq, "entry", each["id"], each["seat"], 1e9 + seq, _kept(each))
        for seq, each in made
    ]


def stored(log: Sequence[Record]) -> list[Record]:
    """Return these records as a store keeps them, at a table with these seats."""
    ids = SeatIds(dict(enumerate(SEATS)))
    return [ids.record_with_ids(record, (), lambda _seq: "round") for record in log]


def _kept(entry: Body) -> Body:
    return {
        "kind": entry["kind"],
        "seat": entry["seat"],
        "data": entry["data"],
        "host": True,
    }
