"""How a match stands: trump and who made it, and what is done next."""

from dataclasses import replace

from referee import SUIT_NAMES, Fact, Scene, Step, hookimpl, name_of, say

from .rules import HAND
from .state import State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """What everybody sees: who made what trump, tricks and points."""
    deals, contract = state.deals, state.contract
    if deals.rounds.winners or deals.by_deal:
        return deals.scene()
    if contract is None:
        dealer = deals.rounds.dealer
        template = "{dealer} deals {n} cards to each and turns one up."
        dealing = Step((dealer,), say(template, dealer=dealer, n=HAND))
        enter = Step((), say("Enter who made trump."))
        return deals.scene("contract", steps=(dealing, enter))
    trump = SUIT_NAMES[contract.trump]
    trump = say("{suit}, alone", suit=trump) if contract.is_alone else trump
    shown = deals.scene(
        facts=(Fact(say("Trump"), trump, contract.maker), *_tricks(state))
    )
    if deals.deal.tricks or deals.deal.lying:
        return shown
    leader = deals.deal.leader
    leads = Step((leader,), say("{leader} leads.", leader=leader))
    enter = Step((), say("When all have played, enter the cards."))
    return replace(shown, steps=(leads, enter))


def _tricks(state: State) -> tuple[Fact, ...]:
    """How many tricks each side has taken so far."""
    taken = state.deals.deal.tricks_of
    by_side = {
        side: sum(taken.get(seat, 0) for seat in side)
        for side in state.deals.rounds.sides
    }
    return tuple(
        Fact(say("Tricks"), say("{n}", n=n), name_of(side))
        for side, n in by_side.items()
        if n
    )
