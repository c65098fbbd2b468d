"""What each entry does to a match: points of a deal, the starter, a card, a go, a hand, the crib."""

from dataclasses import replace

from referee import Accepted, Ask, Card, Entry, Refused, Ruling, ShownCards, hookimpl, say

from .deal import score_deal, score_pegged
from .outcome import rule_outcome
from .play import play_card, say_go
from .rules import cite
from .show import count_crib, count_hand, count_known_hands
from .state import State, Step

HEELS = 2
"""What the dealer pegs for a jack as the starter."""


@hookimpl(specname="accept")
def accept_entry(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after this entry, or why it cannot be."""
    entered = _enter(state, entry, ask)
    if isinstance(entered, Refused):
        return entered
    after, rulings = entered
    if after.phase == "show" and after.by_card and not after.muggins:
        after, counted = count_known_hands(after, ask)
        rulings = (*rulings, *counted)
    if not after.is_over:
        return Accepted(after, rulings)
    outcome = rule_outcome(after)
    return Accepted(after if after.rounds.winners else after.next_deal(), (*rulings, outcome))


def _enter(state: State, entry: Entry, ask: Ask) -> Step | Refused:
    given = entry.given
    match entry.kind:
        case "depth":
            return replace(state, by_card=not state.by_card), ()
        case "misdeal":
            return _misdeal(state)
        case "deal":
            return score_deal(state, given, ask)
        case "starter":
            return _starter(state, given.card("starter"), ask)
        case "play":
            return play_card(state, given, ask)
        case "go":
            return say_go(state, ask)
        case "pegging":
            return score_pegged(state, given, ask)
        case "hand":
            return count_hand(state, given, ask)
        case _:
            return count_crib(state, given, ask)


def _misdeal(state: State) -> Step:
    dealer = state.rounds.dealer
    because = cite("misdeal", "{dealer} deals again, and what this deal has brought is taken back.", dealer=dealer)
    again = Ruling({"dealer": dealer}, say("The deal does not count"), (because,))
    return State(state.before, state.before, state.by_card), (again,)


def _starter(state: State, starter: Card, ask: Ask) -> Step:
    after = replace(state, starter=starter, turn=state.order[0])
    if starter.rank != "J":
        return after, ()
    dealer = state.rounds.dealer
    why = cite("heels", "The {card} is the starter: {dealer} pegs {n} at once.", card=starter, dealer=dealer, n=HEELS)
    summary = say("His heels: {dealer} pegs {n}", dealer=dealer, n=HEELS)
    shown = (ShownCards(None, (starter,), (starter,), say("Starter")),)
    heels = ask(Ruling({"seat": dealer, "points": HEELS}, summary, (why,), shown))
    return after.with_points("pegged", {dealer: heels.decided.number("points")}), (heels,)
