"""The show: the hands in their order, and the crib."""

from dataclasses import replace

from referee import Ask, Card, Refused, Ruling, Values, count, say

from .muggins import share
from .state import State, Step

_NOTHING_ELSE = Values({})


def count_known_hands(state: State, ask: Ask) -> Step:
    """All hands in their order, of which every card was played: until somebody is out."""
    rulings: tuple[Ruling, ...] = ()
    while state.phase == "show":
        counted = count_hand(state, _NOTHING_ELSE, ask)
        assert not isinstance(counted, Refused)
        state, rulings = counted[0], (*rulings, *counted[1])
    return state, rulings


def count_hand(state: State, given: Values, ask: Ask) -> Step | Refused:
    """The hand that is counted next, as it was played or is shown."""
    seat = state.showing
    cards = state.played_by(seat) or given.cards("cards")
    if not state.by_card and (wrong := _refuse(state, cards)) is not None:
        return wrong
    ruling = ask("hand", cards=cards, starter=state.starter, crib=False)
    n = ruling.decided.number("points")
    summary = count("The hand of {seat} counts {n} point", "The hand of {seat} counts {n} points", n, seat=seat)
    shown = replace(state, shown={**state.shown, seat: cards})
    return _pegged(shown, "hand", seat, replace(ruling, summary=summary), given)


def count_crib(state: State, given: Values, ask: Ask) -> Step | Refused:
    """The crib, which is the dealer's and ends the deal."""
    cards = given.cards("cards")
    if (wrong := _refuse(state, cards)) is not None:
        return wrong
    ruling = ask("hand", cards=cards, starter=state.starter, crib=True)
    return _pegged(replace(state, over=True), "crib", state.rounds.dealer, ruling, given)


def _refuse(state: State, cards: tuple[Card, ...]) -> Refused | None:
    wrong = state.seen.refuse(cards, lambda one: say("The {card} cannot be among them", card=one))
    return None if wrong is None else Refused(wrong)


def _pegged(state: State, what: str, seat: str, ruling: Ruling, given: Values) -> Step | Refused:
    """The points of these cards, pegged, and the ruling on them with the cards under their owner's name."""
    cards, *others = ruling.shown
    shared = share(seat, replace(ruling, shown=(replace(cards, seat=seat), *others)), given)
    if isinstance(shared, Refused):
        return shared
    points, rulings = shared
    return state.with_points(what, points), rulings
