"""What lies on the table, how each stands, and what to do next."""

from referee import EVERYBODY, Fact, Scene, Text, Zone, hookimpl, say

from .counting import MOST, count_of
from .prompts import ANY_CARD
from .rules import HAND
from .state import State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """The scene of a match."""
    if state.phase == "finished":
        told = say("The game is over, won by {winners}.", winners=state.rounds.winners)
        return state.rounds.scene("finished", next=told)
    crib = Fact(say("Crib"), say("{dealer}", dealer=state.rounds.dealer))
    count = Fact(say("Count"), say("{n}", n=count_of(state.lying)))
    facts = (count, crib) if state.phase == "play" and state.by_card else (crib,)
    to_act, told = _next(state)
    return state.rounds.scene(state.phase, to_act=to_act, zones=_zones(state), next=told, facts=facts)


def _zones(state: State) -> tuple[Zone, ...]:
    if state.starter is None:
        return ()
    lying, seats = state.lying, state.setting.seats
    return (
        Zone("starter", None, 1, (state.starter,), EVERYBODY),
        *((Zone("count", None, len(lying), lying, EVERYBODY),) if lying else ()),
        *(Zone("hand", seat, HAND - len(state.hands.get(seat, ()))) for seat in seats if not state.pegged),
        *(Zone("played", seat, len(cards), cards, EVERYBODY) for seat, cards in state.hands.items()),
    )


def _next(state: State) -> tuple[tuple[str, ...], Text]:
    """Who is to act, and what people do now."""
    seats, dealer, n = state.setting.seats, state.rounds.dealer, count_of(state.lying)
    if state.phase == "deal":
        return seats, _dealing(state)
    if state.phase == "crib":
        return (dealer,), say("{dealer} turns up the crib: enter its cards.", dealer=dealer)
    if state.phase == "show":
        return (state.showing,), say("{seat} shows the hand and counts it with the starter.", seat=state.showing)
    if not state.by_card:
        return seats, say("Play all cards, then enter what each has pegged.")
    if not state.lying:
        return (state.turn,), say("{seat} leads a card.", seat=state.turn)
    if n <= ANY_CARD:
        return (state.turn,), say("The count is {n}: {seat} plays a card.", seat=state.turn, n=n)
    told = say("The count is {n}: {seat} plays up to {most}, or says go.", seat=state.turn, n=n, most=MOST)
    return (state.turn,), told


def _dealing(state: State) -> Text:
    dealer, cuts = state.rounds.dealer, state.order[0]
    if not state.by_card:
        return say("{dealer} deals. Play and count, then enter the points.", dealer=dealer)
    told = "{dealer} deals six to each, both lay two away to the crib, and {cuts} cuts: enter the starter."
    if len(state.order) > 2:
        told = "{dealer} deals five to each and one to the crib, all lay one away, and {cuts} cuts: enter the starter."
    return say(told, dealer=dealer, cuts=cuts)
