"""Whose phone is asked: each seat on its own, and a seat without one on the host's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.hosting.tables.snapshot import Snapshot
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.values import Seats


@dataclass(frozen=True, slots=True)
class Phones:
    """The phones at a table, as the one that the viewer holds needs to know them."""

    mine: str | None
    is_host: bool
    others: frozenset[str]
    """The other seats with phones; one asleep counts."""
    host_sits: bool
    """Whether the host has a seat."""
    turner: str | None
    """Who turns cards: the only seat that the game waits for, or else the dealer."""

    @classmethod
    def at(cls, snapshot: Snapshot) -> Phones:
        """Return the phones at this table."""
        viewer = snapshot.viewer
        states = snapshot.seat_states
        claimed = {state.name for state in states if state.claimed}
        view = snapshot.view
        turner = view.deals or view.dealer
        if len(view.to_act) == 1:
            turner = view.to_act[0]
        return cls(
            mine=viewer.seat,
            is_host=viewer.host,
            others=frozenset(claimed - {viewer.seat}),
            host_sits=any(state.host for state in states),
            turner=turner,
        )

    def ask(self, seat: str) -> bool:
        """Return whether this phone is asked for a seat.

        Where the host has no seat, every phone is asked for seats without one.
        """
        if seat == self.mine:
            return True
        return seat not in self.others and (self.is_host or not self.host_sits)

    def seats_here(self, seats: Iterable[str], prompt: Prompt) -> Seats:
        """Return which of these seats this phone is asked for, in their order.

        Whoever speaks for another, as declarer for dummy, is asked for both.
        """
        speakers: dict[str, str] = {}
        for field in prompt.fields:
            speakers |= field.speakers or {}
        return tuple([seat for seat in seats if self.ask(speakers.get(seat, seat))])

    @property
    def turns_cards(self) -> bool:
        """Return whether this phone enters cards of nobody, such as one turned up.

        The phone of `turner` does, or else the one for seats without a phone.
        """
        return self.ask(self.turner or "")


def asks_cards_of_nobody(prompt: Prompt) -> bool:
    """Return whether a prompt of the table needs nothing but cards that lie open."""
    needed = [field for field in prompt.fields if not field.optional]
    return bool(needed) and all(
        type_of(field).of_cards and not type_of(field).by_seat for field in needed
    )
