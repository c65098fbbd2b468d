"""What each entry does to a match: points of a deal, the starter, a card, a go, a hand, the crib."""

from dataclasses import replace

from referee import Accepted, Ask, Entry, Refused, Ruling, ShownCards, Values, count, hookimpl, say

from .deal import score_deal
from .muggins import share
from .outcome import rule_outcome
from .playing import play_card, say_go
from .rules import cite
from .state import State, Step


@hookimpl(specname="accept")
def accept_entry(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after this entry, or why it cannot be."""
    entered = _TAKE.get(entry.kind, _count)(state, entry.given, ask)
    if isinstance(entered, Refused):
        return entered
    after, rulings = entered
    if not after.over and not after.rounds.winners:
        return Accepted(after, rulings)
    outcome, rounds = rule_outcome(after), after.rounds.with_scores({})
    return Accepted(after if after.rounds.winners else State(rounds, rounds, after.by_card), (*rulings, outcome))


def _misdeal(state: State, given: Values, ask: Ask) -> Step | Refused:
    dealer = state.rounds.dealer
    because = cite("misdeal", "{dealer} deals again, and what this deal has brought is taken back.", dealer=dealer)
    again = Ruling({"dealer": dealer}, say("The deal does not count"), (because,))
    return State(state.before, state.before, state.by_card), (again,)


def _cut(state: State, given: Values, ask: Ask) -> Step | Refused:
    starter, dealer = given.card("starter"), state.rounds.dealer
    after = replace(state, starter=starter, turn=state.order[0])
    if starter.rank != "J":
        return after, ()
    why = cite("heels", "The {card} is the starter: {dealer} pegs 2 at once.", card=starter, dealer=dealer)
    shown = (ShownCards(None, (starter,), (starter,), say("Starter")),)
    heels = ask(Ruling({"seat": dealer, "points": 2}, say("His heels: {dealer} pegs 2", dealer=dealer), (why,), shown))
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


def _depth(state: State, given: Values, ask: Ask) -> Step | Refused:
    return replace(state, by_card=not state.by_card), ()


_TAKE = {"depth": _depth, "misdeal": _misdeal, "starter": _cut, "deal": score_deal, "play": play_card, "go": say_go}
