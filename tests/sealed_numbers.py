"""The stranger's game of sealed bids, where each number is there once, as on a card: two that bid the same clash."""

from __future__ import annotations

from referee import Ask, Entry, Reason, Ruling, hookimpl, say
from tests.sealed_bids import (
    State,
    accept,
    answer,
    begin,
    describe_game,
    prompts,
    questions,
    reveal,
    rule_sections,
    scene,
)

__all__ = (
    "accept",
    "answer",
    "begin",
    "clashes",
    "describe_game",
    "prompts",
    "questions",
    "reveal",
    "rule_sections",
    "scene",
)


@hookimpl
def clashes(state: State, entries: tuple[Entry, ...], ask: Ask) -> tuple[Ruling, ...]:
    by_bid: dict[int, list[str]] = {}
    for one in entries:
        by_bid.setdefault(one.given.number("bid"), []).append(one.own_seat)
    found = (ask(_clash(tuple(seats), bid)) for bid, seats in by_bid.items() if len(seats) > 1)
    return tuple(ruled for ruled in found if not ruled.decided.flag("legal"))


def _clash(seats: tuple[str, ...], bid: int) -> Ruling:
    because = (Reason("sealed-bids#bid", "rules", say("There is one {n}.", n=bid)),)
    summary = say("{seats} bid {n}", seats=seats, n=bid)
    return Ruling({"legal": False, "clash": (), "seats": seats}, summary, because)
