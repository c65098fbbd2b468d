"""How a match stands: the bids, the bags, and what is done next."""

from referee import Fact, Scene, Text, hookimpl, name_of, say

from .accept import told_bid
from .rules import TRICKS
from .state import State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """What everybody sees: who bid what, bags, tricks and points."""
    deals = state.deals
    if deals.rounds.winners:
        return deals.scene()
    bags = tuple(Fact(say("Bags"), say("{n}", n=n), name_of(_side(state, seat))) for seat, n in state.bags.items() if n)
    if not state.bids:
        return deals.scene("bid", next=_bid_next(state), facts=bags)
    bids = tuple(Fact(say("Bid"), told_bid(state, side), name_of(side)) for side in state.sides)
    return deals.scene(facts=(*bids, *bags))


def _side(state: State, seat: str) -> tuple[str, ...]:
    return next(side for side in state.sides if side[0] == seat)


def _bid_next(state: State) -> Text:
    rounds = state.deals.rounds
    told = {"dealer": rounds.dealer, "n": TRICKS, "first": rounds.first}
    return say("{dealer} deals {n} cards to each. {first} bids first. Enter what each bids.", **told)
