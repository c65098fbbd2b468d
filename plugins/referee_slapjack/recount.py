"""Counting again: the stacks as they are on the table, and the pile as the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from referee import Ruling, say

from .known_cards import without_stacks
from .rules import cite
from .stages import cards_said
from .state import State, next_with_cards


def stacks_by_seat(state: State, counted: Mapping[str, int]) -> dict[str, int]:
    """All stacks: as counted, and as they were where nobody counted."""
    return {**dict(zip(state.setting.seats, state.stacks, strict=True)), **counted}


def recount(state: State, by_seat: Mapping[str, int]) -> tuple[State, Ruling]:
    """The match with these stacks of all seats, and the ruling that says so.

    Whoever turns out to have cards is in; whoever turns out to have none has one more chance.
    """
    stacks = tuple(by_seat[seat] for seat in state.setting.seats)
    rest = sum(state.stacks) + state.pile.count - sum(stacks)
    after = replace(
        state,
        stacks=stacks,
        pile=state.pile.recounted(rest),
        turn=next_with_cards(stacks, state.last),
        out=frozenset(place for place in state.out if not stacks[place]),
        done=say("The stacks stay as they were counted."),
        known=without_stacks(state.known, {place for place, n in enumerate(stacks) if n != state.stacks[place]}),
    )
    verdict = {"stacks": by_seat, "pile": rest}
    why = cite("recount", "Whatever is in no stack and not won lies in the pile: {cards}.", cards=cards_said(rest))
    return after, Ruling(verdict, say("Counted again: the pile holds {cards}", cards=cards_said(rest)), (why,))
