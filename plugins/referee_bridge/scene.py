"""How a match stands: the contract, who is vulnerable, what lies below the line."""

from collections.abc import Iterator

from referee import Fact, Scene, hookimpl, say

from .state import State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """Show tricks and points, and what everybody looks for."""
    deals, contract, facts = state.deals, state.contract, tuple(_facts(state))
    if deals.rounds.winners or deals.by_deal:
        return deals.scene(facts=facts)
    if contract is None:
        template = (
            "{dealer} deals and calls first. When three have passed, enter the "
            "contract."
        )
        return deals.scene(
            "auction", facts=facts, next=say(template, dealer=deals.rounds.dealer)
        )
    if deals.deal.trick > 1 or deals.deal.lying:
        return deals.scene(facts=facts)
    told = {
        "leader": deals.deal.leader,
        "dummy": state.partner_of(contract.declarer),
        "declarer": contract.declarer,
    }
    template = (
        "{leader} leads to trick 1, then {dummy} lays the hand open. {declarer} plays "
        "both hands."
    )
    return deals.scene(facts=facts, next=say(template, **told))


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
