"""Counting again: the numbers on the table where they are not those of the referee."""

from collections.abc import Mapping
from dataclasses import replace

from referee import FIFTY_FOUR, Accepted, Refused, Ruling, Values, count_cards, say

from .holding import Holding
from .proof import taken_together
from .rules import cite
from .state import State
from .turn import ready
from .validation import refusal


def recount(state: State, given: Values) -> Accepted | Refused:
    """The match with hands and stock as they were counted, or why those numbers cannot be."""
    hands = given.numbers_by_seat("hands")
    if not hands and not given.has("stock"):
        return Refused(refusal("check-recount", "Nothing was counted. Give the hands, the stock or both."))
    for seat, n in hands.items():
        if (wrong := _refuse_hand(state, seat, n)) is not None:
            return Refused(wrong)
    after = _with_numbers(state, hands, given.number("stock") if given.has("stock") else None)
    if (wrong := _refuse_total(after)) is not None:
        return Refused(wrong)
    return Accepted(ready(after), (_counted(after),))


def _with_numbers(state: State, hands: Mapping[str, int], stock: int | None) -> State:
    """The match with these hands and a stock of this size; None for what the hands leave of it."""
    holdings = {**state.holdings, **{seat: _of_size(state.holdings[seat], n) for seat, n in hands.items()}}
    more = sum(holdings[seat].hand - state.holdings[seat].hand for seat in hands)
    return replace(state, holdings=holdings, stock=state.stock - more if stock is None else stock, moved=())


def _of_size(holding: Holding, n: int) -> Holding:
    """This hand with `n` cards; of hidden ones that came or went nothing is known."""
    return holding if n == holding.hand else replace(holding, hand=n, denials=())


def _refuse_hand(state: State, seat: str, n: int) -> Ruling | None:
    holding = state.holdings[seat]
    if n < len(holding.known):
        template = "The hand of {seat} cannot be {n}: everybody saw {known} go into it."
        summary = say(template, seat=seat, n=count_cards(n), known=holding.known_cards())
        verdict = {"legal": False, "seat": seat, "known": holding.known_cards()}
        return Ruling(verdict, summary, tuple(taken_together(seat, holding.known)))
    if seat not in state.out and not n + len(holding.penultimate) + holding.final:
        template = "{seat} would have no card at all, and so have won with the last one played: correct that entry."
        return refusal("check-recount", template, seat=seat)
    return None


def _refuse_total(state: State) -> Ruling | None:
    if state.stock < 0:
        template = "The hands cannot hold so many: {n} would be lacking in the stock."
        return refusal("check-recount", template, n=count_cards(-state.stock))
    if (odd := missing(state)) < 0:
        template = "That makes {n} more than the {all} that there are: count the hands and the stock together."
        return refusal("check-recount", template, n=count_cards(-odd), all=_whole(state))
    return None


def _counted(state: State) -> Ruling:
    hands = {seat: holding.hand for seat, holding in state.holdings.items()}
    verdict = {"hands": hands, "stock": state.stock, "missing": missing(state)}
    why = cite("check-recount", "The referee goes on with what was counted.")
    summary = say("Counted again: {stock} in the stock.", stock=count_cards(state.stock))
    if not verdict["missing"]:
        return Ruling(verdict, summary, (why,))
    template = "Caution: of the {all} that there are {n} cannot be accounted for."
    caution = cite("check-recount", template, n=count_cards(missing(state)), all=_whole(state))
    return Ruling(verdict, say("{summary} {caution}", summary=summary, caution=caution.text), (caution, why))


def missing(state: State) -> int:
    """How many cards of the packs cannot be accounted for; below zero, how many there are too many."""
    counted = state.stock + len(state.pile) + len(state.discard)
    counted += sum(holding.left for holding in state.holdings.values())
    return state.packs * len(FIFTY_FOUR) - counted


def _whole(state: State) -> int:
    return state.packs * len(FIFTY_FOUR)
