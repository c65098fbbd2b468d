"""The auction: the contract that its calls make, or the first of them that cannot be."""

from collections.abc import Sequence

from referee import FieldError, Ruling, Text, Values, WrongFieldsError, say

from .calls import ALL_PASS, PASS, read_calls
from .contract import contract_of, is_over, refuse_call
from .rules import cite

DIRECTIONS = ("N", "E", "S", "W")


def rule_auction(given: Values) -> Ruling:
    """Rule on the calls of an auction, dealer first: the contract that they make, or
    the first that cannot be.
    """
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
    raise WrongFieldsError(
        FieldError("seats", say("Name all four clockwise, dealer first."))
    )


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
    ends = cite(
        "auction", "It ends when three pass after a bid, or all four without one."
    )
    if not over:
        return Ruling(
            verdict, say("{seat} is to call", seat=seats[len(calls) % 4]), (ends,)
        )
    if not contract.level:
        return Ruling(verdict, say("The deal is passed out"), (ends,))

    declarer = contract.declarer
    because = cite(
        "declarer", "{declarer} was the first of the side to bid it.", declarer=declarer
    )
    template = "The contract is {contract}, played by {declarer}"
    summary = say(template, contract=contract.name, declarer=declarer)
    return Ruling(verdict, summary, (because,))
