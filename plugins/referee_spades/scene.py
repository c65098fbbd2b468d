"""How a match stands: the bids, the bags, and what is done next."""

from dataclasses import replace

from referee import Fact, Scene, Step, Text, hookimpl, name_of, say

from .accept import say_bids
from .rules import TRICKS
from .state import State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """What everybody sees: who bid what, bags, tricks and points."""
    deals = state.deals
    if deals.rounds.winners:
        return deals.scene()
    if not state.bids:
        return deals.scene("bid", steps=_list_bidding(state), facts=_bags(state))
    shown = deals.scene(facts=(*_bids(state), *_bags(state)))
    return replace(shown, steps=_list_play(state, shown.steps))


def _bags(state: State) -> tuple[Fact, ...]:
    """The bags of those who have some, in one line."""
    side_of = {side[0]: side for side in state.sides}
    told = tuple(
        say("{side} {n}", side=side_of[seat], n=n)
        for seat, n in state.bags.items()
        if n
    )
    return (Fact(say("Bags"), say("{bags:;}", bags=told)),) if told else ()


def _bids(state: State) -> tuple[Fact, ...]:
    """What each pair has bid; without partners all bids in one line."""
    told = {side: _bid_and_taken(state, side) for side in state.sides}
    if state.deals.rounds.sides:
        return tuple(Fact(say("Bid"), bid, name_of(side)) for side, bid in told.items())
    bids = tuple(
        say("{seat} {bid}", seat=side[0], bid=bid) for side, bid in told.items()
    )
    return (Fact(say("Bids"), say("{bids:;}", bids=bids)),)


def _bid_and_taken(state: State, side: tuple[str, ...]) -> Text:
    """What a side has bid, and what it has taken of that so far."""
    bid, taken = say_bids(state, side), state.deals.deal.tricks_of
    if not state.deals.deal.tricks:
        return bid
    return say("{bid}, taken {n}", bid=bid, n=sum(taken[seat] for seat in side))


def _list_bidding(state: State) -> tuple[Step, ...]:
    dealer, first = state.deals.rounds.dealer, state.deals.rounds.first
    deals = say("{dealer} deals {n} cards to each.", dealer=dealer, n=TRICKS)
    bids = say("{first} bids first.", first=first)
    enter = say("Enter what each bids.")
    return Step((dealer,), deals), Step((first,), bids), Step((), enter)


def _list_play(state: State, play: tuple[Step, ...]) -> tuple[Step, ...]:
    """What is played next; before the first trick whoever bid nil blind may change
    cards.
    """
    deals = state.deals
    if deals.by_deal:
        first = deals.rounds.first
        leads = Step((first,), say("{first} leads.", first=first))
        enter = say("Play the deal, then enter the tricks that each has taken.")
        play = leads, Step((), enter)
    elif not deals.deal.tricks and not deals.deal.lying:
        leader = deals.deal.leader
        leads = Step((leader,), say("{leader} leads.", leader=leader))
        play = leads, Step((), say("When all have played, enter the cards."))
    if state.blind and deals.rounds.sides and not deals.deal.tricks:
        blind = say(
            "Blind nil: {seats} may change two cards with the partner.",
            seats=state.blind,
        )
        return Step(state.blind, blind), *play
    return play
