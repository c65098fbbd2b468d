"""How a match stands: the contract, who is vulnerable, what lies below the line."""

from collections.abc import Iterator

from referee import Fact, Scene, Step, hookimpl, say

from .state import State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """Show tricks and points, and what everybody looks for."""
    deals, contract, facts = state.deals, state.contract, tuple(_facts(state))
    if deals.rounds.winners or deals.by_deal:
        return deals.scene(facts=facts)
    if contract is None:
        dealer = deals.rounds.dealer
        calls = say("{dealer} deals and calls first.", dealer=dealer)
        enter = say("When three have passed, enter the contract.")
        steps = Step((dealer,), calls), Step((), enter)
        return deals.scene("auction", facts=facts, steps=steps)
    if deals.deal.trick > 1 or deals.deal.lying:
        return deals.scene(facts=facts)
    leader, declarer = deals.deal.leader, contract.declarer
    dummy = state.partner_of(declarer)
    template = "{leader} leads to trick 1, then {dummy} lays the hand open."
    leads = say(template, leader=leader, dummy=dummy)
    plays = say("{declarer} plays both hands.", declarer=declarer)
    steps = Step((leader, dummy), leads), Step((declarer,), plays)
    return deals.scene(facts=facts, steps=steps)


def _facts(state: State) -> Iterator[Fact]:
    if state.contract is not None:
        yield Fact(say("Contract"), state.contract.name, state.contract.declarer)
    few = say("{side}", side=state.vulnerable[0]) if state.vulnerable else say("nobody")
    yield Fact(
        say("Vulnerable"), say("everybody") if len(state.vulnerable) > 1 else few
    )
    for side, n in state.below.items():
        if n:
            yield Fact(say("Below the line"), say("{n}", n=n), side)
