"""The auction: which calls can follow which, when it is over, and the contract that it makes."""

from collections.abc import Sequence

from referee import FieldError, Ruling, Text, Values, WrongFieldsError, say

from .calls import ALL_PASS, PASS, read_calls
from .contract import STRAINS, Contract
from .rules import cite

DIRECTIONS = ("N", "E", "S", "W")


def rule_auction(given: Values) -> Ruling:
    """Rule on the calls of an auction, dealer first: the contract that they make, or the first that cannot be."""
    seats = _seats_in(given)
    calls: list[str] = []
    for call in read_calls(given.text("calls")):
        wrong = refuse_call(calls, PASS if call == ALL_PASS else call)
        if wrong is not None:
            return _refuse(seats[len(calls) % 4], call, wrong)
        if call != ALL_PASS:
            calls.append(call)
            continue
        while not is_over(calls):
            calls.append(PASS)
    return _rule_contract(seats, calls)


def _seats_in(given: Values) -> tuple[str, ...]:
    """Return all four seats, dealer first. The first of the four directions is enough."""
    named = given.seats("seats")
    first = DIRECTIONS.index(named[0]) if named and named[0] in DIRECTIONS else 0
    clockwise = DIRECTIONS[first:] + DIRECTIONS[:first]
    if named == clockwise[: len(named)]:
        return clockwise
    if len(named) == 4 and set(named) != set(DIRECTIONS):
        return named
    raise WrongFieldsError(FieldError("seats", say("Name all four clockwise, dealer first.")))


def _refuse(seat: str, call: str, why: Text) -> Ruling:
    because = cite("auction", why.template, **why.values)
    summary = say("{call} of {seat} cannot be", call=call, seat=seat)
    return Ruling({"legal": False, "seat": seat, "call": call}, summary, (because,))


def _rule_contract(seats: Sequence[str], calls: Sequence[str]) -> Ruling:
    contract, over = contract_of(seats, calls), is_over(calls)
    verdict = {
        "level": contract.level,
        "strain": contract.strain,
        "doubled": contract.doubled,
        "legal": True,
        "over": over,
        "declarer": contract.declarer or None,
    }
    ends = cite("auction", "It ends when three pass after a bid, or all four without one.")
    if not over:
        return Ruling(verdict, say("{seat} is to call", seat=seats[len(calls) % 4]), (ends,))
    if not contract.level:
        return Ruling(verdict, say("The deal is passed out"), (ends,))

    declarer = contract.declarer
    because = cite("declarer", "{declarer} was the first of the side to bid it.", declarer=declarer)
    template = "The contract is {contract}, played by {declarer}"
    summary = say(template, contract=contract.name, declarer=declarer)
    return Ruling(verdict, summary, (because,))


def last_bid(calls: Sequence[str]) -> int | None:
    """Return the place of the last bid among these calls."""
    return max((place for place, call in enumerate(calls) if call[0].isdigit()), default=None)


def is_over(calls: Sequence[str]) -> bool:
    """Return whether three have passed after a bid, or all four without one."""
    return len(calls) > 3 and all(call == PASS for call in calls[-3:])


def refuse_call(calls: Sequence[str], call: str) -> Text | None:
    """Say why this call cannot follow these ones; None if it can."""
    place = last_bid(calls)
    doubles = [] if place is None else [one for one in calls[place + 1 :] if one != PASS]
    is_own = place is not None and (len(calls) - place) % 2 == 0

    if is_over(calls):
        return say("The auction was over before it.")
    if call == "X" and (place is None or doubles or is_own):
        return say("Only a bid of the other side that is not doubled yet can be doubled.")
    if call == "XX" and (doubles != ["X"] or not is_own):
        return say("Only a bid of one's own side that the others have doubled can be redoubled.")
    if call[0] in "89":
        return say("Nobody can bid more than seven.")
    if place is not None and call[0].isdigit() and _height(call) <= _height(calls[place]):
        return say("A bid has to be higher than the last one, {last}.", last=calls[place])
    return None


def _height(bid: str) -> tuple[str, int]:
    return bid[0], [*STRAINS].index(bid[1:])


def contract_of(seats: Sequence[str], calls: Sequence[str]) -> Contract:
    """Return the contract of these calls: whoever of the side was first to bid its strain declares it.

    Without a bid nobody does, and its level is 0.
    """
    place = last_bid(calls)
    if place is None:
        return Contract("", 0, "")

    bid = calls[place]
    doubled = "no"
    if "X" in calls[place:]:
        doubled = "doubled"
    if "XX" in calls[place:]:
        doubled = "redoubled"
    own_turns = range(place % 2, place + 1, 2)
    first = next(turn for turn in own_turns if calls[turn][1:] == bid[1:])
    return Contract(seats[first % 4], int(bid[0]), bid[1:], doubled)
