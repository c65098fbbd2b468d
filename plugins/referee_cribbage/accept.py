"""What each entry does to a match: points of a deal, the starter, a card, a go, a hand, the crib."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from referee import Accepted, Ask, Entry, Refused, Ruling, ShownCards, Values, count, hookimpl, say

from .deal import rule_outcome, score_deal, score_pegged
from .muggins import share
from .playing import play_card, say_go
from .rules import cite
from .state import State, Step

HEELS = 2
"""What the dealer pegs for a jack as the starter."""


@hookimpl(specname="accept")
def accept_entry(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after this entry, or why it cannot be."""
    entered = _TAKE[entry.kind](state, entry.given, ask)
    if isinstance(entered, Refused):
        return entered
    after, rulings = entered
    while after.phase == "show" and after.by_card and not after.muggins:
        counted = _count(after, Values({}), ask)
        assert not isinstance(counted, Refused)
        after, rulings = counted[0], (*rulings, *counted[1])
    if after.rounds.winners:
        return Accepted(after, (*rulings, rule_outcome(after)))
    return Accepted(after.next_deal(), (*rulings, rule_outcome(after))) if after.over else Accepted(after, rulings)


def _misdeal(state: State, given: Values, ask: Ask) -> Step:
    dealer = state.rounds.dealer
    because = cite("misdeal", "{dealer} deals again, and what this deal has brought is taken back.", dealer=dealer)
    again = Ruling({"dealer": dealer}, say("The deal does not count"), (because,))
    return State(state.before, state.before, state.by_card), (again,)


def _starter(state: State, given: Values, ask: Ask) -> Step:
    starter, dealer = given.card("starter"), state.rounds.dealer
    after = replace(state, starter=starter, turn=state.order[0])
    if starter.rank != "J":
        return after, ()
    why = cite("heels", "The {card} is the starter: {dealer} pegs {n} at once.", card=starter, dealer=dealer, n=HEELS)
    summary = say("His heels: {dealer} pegs {n}", dealer=dealer, n=HEELS)
    shown = (ShownCards(None, (starter,), (starter,), say("Starter")),)
    heels = ask(Ruling({"seat": dealer, "points": HEELS}, summary, (why,), shown))
    return after.with_points("pegged", {dealer: heels.decided.number("points")}), (heels,)


def _count(state: State, given: Values, ask: Ask) -> Step | Refused:
    """The hand that is counted next, as it was played or is shown; or the crib, which ends the deal."""
    seat, crib = state.showing, state.phase == "crib"
    known = () if crib else state.hands.get(seat, ())
    cards = known or given.cards("cards")
    wrong = state.seen.refuse(cards, lambda one: say("The {card} cannot be among them", card=one))
    if wrong is not None and not known:
        return Refused(wrong)
    ruling = ask("hand", cards=cards, starter=state.starter, crib=crib)
    n, (laid, cut) = ruling.decided.number("points"), ruling.shown
    ruling = replace(ruling, shown=(replace(laid, seat=seat), cut))
    if not crib:
        summary = count("The hand of {seat} counts {n} point", "The hand of {seat} counts {n} points", n, seat=seat)
        ruling = replace(ruling, summary=summary)
        state = replace(state, hands={**state.hands, seat: cards}, counted=(*state.counted, seat))
    shared = share(seat, ruling, given)
    if isinstance(shared, Refused):
        return shared
    return replace(state, over=crib).with_points("crib" if crib else "hand", shared[0]), shared[1]


def _depth(state: State, given: Values, ask: Ask) -> Step:
    return replace(state, by_card=not state.by_card), ()


_TAKE: Mapping[str, Callable[[State, Values, Ask], Step | Refused]] = {
    "deal": score_deal,
    "pegging": score_pegged,
    "play": play_card,
    "go": say_go,
    "hand": _count,
    "crib": _count,
    "starter": _starter,
    "misdeal": _misdeal,
    "depth": _depth,
}
