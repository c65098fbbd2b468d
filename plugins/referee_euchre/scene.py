"""How a match stands: trump and who made it, and what is done next."""

from dataclasses import replace

from referee import Fact, Scene, hookimpl, say

from .bowers import SUITS
from .rules import HAND
from .state import State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """What everybody sees: who made what trump, tricks and points."""
    deals, contract = state.deals, state.contract
    if deals.rounds.winners or deals.by_deal:
        return deals.scene()
    if contract is None:
        told = say("{dealer} deals {n} cards to each and turns one up. Enter who made trump.", **_deal(state))
        return deals.scene("contract", next=told)
    trump = say("{suit}, alone", suit=SUITS[contract.trump]) if contract.is_alone else SUITS[contract.trump]
    shown = deals.scene(facts=(Fact(say("Trump"), trump, contract.maker),))
    if deals.deal.tricks or deals.deal.lying:
        return shown
    leads = say("{leader} leads. When all have played, enter the cards.", leader=deals.deal.leader)
    return replace(shown, next=leads)


def _deal(state: State) -> dict[str, object]:
    return {"dealer": state.deals.rounds.dealer, "n": HAND}
