"""What lies on the table, how each stands, and what to do next."""

from referee import EVERYBODY, Scene, Text, Zone, count_pips, hookimpl, say

from .rules import HAND
from .state import State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """The scene of a match."""
    if state.phase == "finished":
        return state.rounds.scene("finished")
    to_act, told = _next(state)
    return state.rounds.scene(state.phase, to_act=to_act, zones=_zones(state), next=told)


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
    seats, dealer, cuts = state.setting.seats, state.rounds.dealer, state.order[0]
    match state.phase:
        case "deal" if state.by_card:
            told = "{dealer} deals, all lay away to the crib, and {cuts} cuts: enter the starter."
            return seats, say(told, dealer=dealer, cuts=cuts)
        case "deal":
            return seats, say("{dealer} deals. Play and count, then enter the points.", dealer=dealer)
        case "play" if state.by_card:
            n = count_pips(state.lying)
            return (state.turn,), say("The count is {n}, and {seat} is next to play.", n=n, seat=state.turn)
        case "play":
            return seats, say("Play all cards, then enter what each has pegged.")
        case "show":
            return (state.showing,), say("{seat} shows the hand and counts it with the starter.", seat=state.showing)
        case _:
            return (dealer,), say("{dealer} turns up the crib: enter its cards.", dealer=dealer)
