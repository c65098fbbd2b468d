"""Counting again: the stacks as they are on the table, and the pile as the rest."""

from collections.abc import Mapping
from dataclasses import replace

from referee import Accepted, Ask, Reason, Refused, Ruling, Text, count_cards, say

from .known_cards import without_stacks
from .round_end import close, count_up
from .rules import cite
from .state import State, next_with_cards


def recount(state: State, counted: Mapping[str, int], pile: int | None, ask: Ask) -> Accepted | Refused:
    """The match with the stacks of these seats and the pile as they were counted, or why they cannot be so.

    A `pile` of None is the rest.

    Whoever turns out to have cards is in; whoever turns out to have none has one more chance.
    """
    by_seat = {**dict(zip(state.setting.seats, state.stacks, strict=True)), **counted}
    if (wrong := _refuse(state, by_seat, pile)) is not None:
        return Refused(wrong)
    stacks = tuple(by_seat.values())
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
    why = cite("recount", "Whatever is in no stack and not won lies in the pile: {cards}.", cards=count_cards(rest))
    summary = say("Counted again: the pile holds {cards}", cards=count_cards(rest))
    closed, rulings = close(count_up(after, ask), ask)
    return Accepted(closed, (Ruling({"stacks": by_seat, "pile": rest}, summary, (why,)), *rulings))


def _refuse(state: State, stacks: Mapping[str, int], pile: int | None) -> Ruling | None:
    """Why these cannot be the stacks, by seat, beside this pile (None: the rest); None if they can."""
    total = sum(state.stacks) + state.pile.count
    counted = sum(stacks.values())
    if counted > total:
        template = "That makes {counted}, and only {total} are not won yet."
        why = cite("recount", template, counted=count_cards(counted), total=count_cards(total))
        return _refused(counted, say("There are not so many cards"), why)
    if pile is not None and counted + pile != total:
        template = (
            "Stacks and pile make {counted} together, and {total} are not won yet: count those again that differ."
        )
        why = cite("recount", template, counted=count_cards(counted + pile), total=count_cards(total))
        return _refused(counted + pile, say("These numbers do not add up"), why)
    named = state.pile.named
    if total - counted < len(named):
        template = "That leaves {rest} for the pile, and {named} were recorded in it: enter the slap, or correct those."
        why = cite("recount", template, rest=count_cards(total - counted), named=named)
        return _refused(counted, say("The pile holds more cards than that"), why)
    return None


def _refused(counted: int, summary: Text, why: Reason) -> Ruling:
    return Ruling({"legal": False, "counted": counted}, summary, (why,))
