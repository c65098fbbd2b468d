"""The auction: the contract that its calls make, or the first that cannot be."""

from collections.abc import Sequence

from referee import (
    Ruling,
    Seats,
    Text,
    Values,
    forbid,
    say,
    wrong_field,
)

from .calls import ALL_PASS, PASS, read_calls
from .contract import STRAINS, Contract
from .game import cite

DIRECTIONS = ("N", "E", "S", "W")


def rule_auction(given: Values) -> Ruling:
    """Return the ruling on the calls of an auction, dealer first.

    It is the contract that they make, or the first that cannot be.
    """
    seats = _seats_in(given)
    calls: list[str] = []
    for call in read_calls(given.text("calls")):
        ends = call == ALL_PASS
        wrong = refuse_call(calls, PASS if ends else call)
        if wrong is not None:
            return _refuse(seats[len(calls) % 4], call, wrong)
        if not ends:
            calls.append(call)
            continue
        while not is_over(calls):
            calls.append(PASS)
    return _rule_contract(seats, calls)


def _seats_in(given: Values) -> Seats:
    """Return all four seats, dealer first; the first of the directions is enough."""
    seats = given.seats("seats")
    first = 0
    if seats and seats[0] in DIRECTIONS:
        first = DIRECTIONS.index(seats[0])
    clockwise = DIRECTIONS[first:] + DIRECTIONS[:first]
    n = len(seats)
    if seats == clockwise[:n]:
        return clockwise
    if n == 4 and set(seats) != set(DIRECTIONS):
        return seats
    message = say("Name all four clockwise, dealer first.")
    raise wrong_field("seats", message)


def _refuse(seat: str, call: str, why: Text) -> Ruling:
    because = cite("auction", why.template, **why.values)
    summary = say("{call} of {seat} cannot be", call=call, seat=seat)
    return forbid(summary, because, seat=seat, call=call)


def _rule_contract(seats: Sequence[str], calls: Sequence[str]) -> Ruling:
    contract = contract_of(seats, calls)
    declarer = contract.declarer
    over = is_over(calls)
    verdict = {
        "level": contract.level,
        "strain": contract.strain,
        "doubled": contract.doubled,
        "legal": True,
        "over": over,
        "declarer": declarer or None,
    }
    template = "It ends when three pass after a bid, or all four without one."
    why = cite("auction", template)
    if not over:
        summary = say("{seat} is to call", seat=seats[len(calls) % 4])
    elif not contract.level:
        summary = say("The deal is passed out")
    else:
        template = "{declarer} was the first of the side to bid it."
        why = cite("declarer", template, declarer=declarer)
        template = "The contract is {contract}, played by {declarer}"
        summary = say(template, contract=contract.name, declarer=declarer)
    return Ruling(verdict, summary, (why,))


# Which calls may follow others, and what they make


def is_over(calls: Sequence[str]) -> bool:
    """Return whether three have passed after a bid, or all four without one."""
    return len(calls) > 3 and set(calls[-3:]) == {PASS}


def refuse_call(calls: Sequence[str], call: str) -> Text | None:
    """Return why this call cannot follow these ones; None if it can."""
    if is_over(calls):
        return say("The auction was over before it.")
    place = _last_bid(calls)
    if call in ("X", "XX"):
        return _refuse_double(calls, place, call)
    if call[0] in "89":
        return say("Nobody can bid more than seven.")
    if place is None or call == PASS:
        return None
    last = calls[place]
    if _height(call) > _height(last):
        return None
    return say("A bid has to be higher than the last one, {last}.", last=last)


def _refuse_double(calls: Sequence[str], place: int | None, call: str) -> Text | None:
    doubles = []
    is_own = is_others = False
    if place is not None:
        doubles = [later for later in calls[place + 1 :] if later != PASS]
        # The bidder's partner calls second after the bid, or fourth.
        is_own = (len(calls) - place) % 2 == 0
        is_others = not is_own
    if call == "XX":
        if is_own and doubles == ["X"]:
            return None
        return say(
            "Only a bid of one's own side that the others have doubled can be "
            "redoubled."
        )
    if is_others and not doubles:
        return None
    return say("Only a bid of the other side that is not doubled yet can be doubled.")


def _last_bid(calls: Sequence[str]) -> int | None:
    """Return the place of the last bid among these calls."""
    for place in reversed(range(len(calls))):
        if calls[place][0].isdigit():
            return place
    return None


def _height(bid: str) -> tuple[str, int]:
    return bid[0], [*STRAINS].index(bid[1:])


def contract_of(seats: Sequence[str], calls: Sequence[str]) -> Contract:
    """Return the contract of these calls; of level 0, without a bid.

    Whoever of the side was first to bid its strain declares it.
    """
    place = _last_bid(calls)
    if place is None:
        return Contract("", 0, "")

    bid = calls[place]
    level = int(bid[0])
    strain = bid[1:]
    doubled = "no"
    if "X" in calls[place:]:
        doubled = "doubled"
    if "XX" in calls[place:]:
        doubled = "redoubled"
    # The side calls at every other turn.
    own_turns = range(place % 2, place + 1, 2)
    first = next(turn for turn in own_turns if calls[turn][1:] == strain)
    return Contract(seats[first % 4], level, strain, doubled)
