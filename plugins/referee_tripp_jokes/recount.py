"""Counting again: the numbers on the table where they are not those of the referee."""

from collections.abc import Mapping
from dataclasses import replace

from referee import FIFTY_FOUR, Ruling, Values, count_cards, forbid, say

from .game import cite
from .proof import explain_hand, refusal
from .state import State


def recount(state: State, given: Values) -> tuple[State, Ruling]:
    """Return the match with hands and stock as they were counted, and the ruling on it.

    It says that this is not `legal` where those numbers cannot be.
    """
    hands = given.numbers_by_seat("hands")
    if not hands and not given.has("stock"):
        template = "Nothing was counted. Give the hands, the stock or both."
        return state, refusal("check-recount", template)
    for seat, count in hands.items():
        refused = _refuse_hand(state, seat, count)
        if refused:
            return state, refused
    after = _change_numbers(state, hands)
    if given.has("stock"):
        after = replace(after, stock=given.number("stock"))
    return after, _refuse_total(after) or _rule(after)


def _change_numbers(state: State, hands: Mapping[str, int]) -> State:
    """Return the match with these hands, and what they leave of the stock."""
    holdings = dict(state.holdings)
    stock = state.stock
    for seat, count in hands.items():
        holding = holdings[seat]
        if count != holding.hand:
            # Of hidden cards that came or went nothing is known.
            holdings[seat] = replace(holding, hand=count, denials=())
            stock -= count - holding.hand
    return replace(state, holdings=holdings, stock=stock, moved=())


def _refuse_hand(state: State, seat: str, count: int) -> Ruling | None:
    holding = state.holdings[seat]
    known = holding.known_cards
    if count < len(known):
        template = "{seat}'s hand can't be {n}: everybody saw {known} go into it."
        summary = say(template, seat=seat, n=count_cards(count), known=known)
        return forbid(
            summary, *explain_hand(seat, holding.known), seat=seat, known=known
        )
    if seat in state.out or count or holding.penultimate or holding.final:
        return None
    template = (
        "{seat} would have no cards, and so have won with the last one played: "
        "correct that entry."
    )
    return refusal("check-recount", template, seat=seat)


def _refuse_total(state: State) -> Ruling | None:
    section = "check-recount"
    if state.stock < 0:
        template = (
            "The hands can't hold that many: {n} would be missing from the stock."
        )
        return refusal(section, template, n=count_cards(-state.stock))
    missing = count_missing(state)
    if missing >= 0:
        return None
    template = (
        "That's {n} more than the {all} there are: count hands and stock together."
    )
    return refusal(section, template, n=count_cards(-missing), all=_count_all(state))


def _rule(state: State) -> Ruling:
    section = "check-recount"
    hands = {seat: holding.hand for seat, holding in state.holdings.items()}
    missing = count_missing(state)
    verdict = {"hands": hands, "stock": state.stock, "missing": missing}
    why = cite(section, "The referee goes on with your count.")
    template = "Counted again: {stock} in the stock."
    summary = say(template, stock=count_cards(state.stock))
    if not missing:
        return Ruling(verdict, summary, (why,))
    template = "Caution: {n} missing out of {all}."
    n = count_cards(missing)
    caution = cite(section, template, n=n, all=_count_all(state))
    summary = say("{summary} {caution}", summary=summary, caution=caution.text)
    return Ruling(verdict, summary, (caution, why))


def count_missing(state: State) -> int:
    """Return how many cards cannot be accounted for; below zero, how many too many."""
    missing = _count_all(state) - state.stock - len(state.pile) - len(state.discard)
    for holding in state.holdings.values():
        missing -= holding.left
    return missing


def _count_all(state: State) -> int:
    return state.packs * len(FIFTY_FOUR)
