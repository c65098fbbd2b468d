"""How a match stands: the contract, who is vulnerable, what lies below the line."""

from collections.abc import Iterator

from referee import Fact, Scene, hookimpl, say

from .state import State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """Show tricks and points, and what everybody looks for."""
    deals, facts = state.deals, tuple(_facts(state))
    if deals.rounds.winners or deals.by_deal:
        return deals.scene(facts=facts)
    if state.contract is None:
        dealer = deals.rounds.dealer
        told = say("{dealer} deals and calls first. When three have passed, enter the contract.", dealer=dealer)
        return deals.scene("auction", facts=facts, next=told)
    if deals.deal.trick == 1 and not deals.deal.lying:
        dummy = state.partner_of(state.contract.declarer)
        template = "{leader} leads to trick 1, then {dummy} lays the hand open. {declarer} plays both hands."
        told = say(template, leader=deals.deal.leader, dummy=dummy, declarer=state.contract.declarer)
        return deals.scene(facts=facts, next=told)
    return deals.scene(facts=facts)


def _facts(state: State) -> Iterator[Fact]:
    if state.contract is not None:
        yield Fact(say("Contract"), state.contract.name, state.contract.declarer)
    if not state.vulnerable:
        yield Fact(say("Vulnerable"), say("nobody"))
    elif len(state.vulnerable) == len(state.games):
        yield Fact(say("Vulnerable"), say("everybody"))
    else:
        yield Fact(say("Vulnerable"), say("{side}", side=state.vulnerable[0]))
    for side, n in state.below.items():
        if n:
            yield Fact(say("Below the line"), say("{n}", n=n), side)
