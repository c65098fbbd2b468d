"""What lies on the table, how each stands, and what to do next."""

from referee import EVERYBODY, Fact, Scene, Text, Zone, hookimpl, say

from .pegging import MOST
from .prompts import ANY_CARD
from .state import State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """The scene of a match."""
    if state.phase == "finished":
        return state.rounds.scene(
            "finished", next=say("The game is over, won by {winners}.", winners=state.rounds.winners)
        )
    to_act, told = _next(state)
    return state.rounds.scene(state.phase, to_act=to_act, zones=_zones(state), next=told, facts=_facts(state))


def _zones(state: State) -> tuple[Zone, ...]:
    if state.starter is None:
        return ()
    lying = () if state.pegged else state.lying
    known = {seat: state.shown.get(seat) or state.played_by(seat) for seat in state.setting.seats}
    return (
        Zone("starter", None, 1, (state.starter,), EVERYBODY),
        *((Zone("count", None, len(lying), lying, EVERYBODY),) if lying else ()),
        *(Zone("hand", seat, state.left(seat)) for seat in known if not state.pegged),
        *(Zone("played", seat, len(cards), cards, EVERYBODY) for seat, cards in known.items() if cards),
    )


def _facts(state: State) -> tuple[Fact, ...]:
    crib = Fact(say("Crib"), say("{dealer}", dealer=state.rounds.dealer))
    if state.phase == "play" and state.by_card:
        return Fact(say("Count"), say("{n}", n=state.count)), crib
    return (crib,)


def _next(state: State) -> tuple[tuple[str, ...], Text]:
    """Who is to act, and what people do now."""
    seats, dealer = state.setting.seats, state.rounds.dealer
    match state.phase:
        case "deal":
            return seats, _dealing(state)
        case "play" if state.by_card:
            return (state.turn,), _playing(state)
        case "play":
            return seats, say("Play all cards, then enter what each has pegged.")
        case "show":
            return (state.showing,), say("{seat} shows the hand and counts it with the starter.", seat=state.showing)
        case _:
            return (dealer,), say("{dealer} turns up the crib: enter its cards.", dealer=dealer)


def _dealing(state: State) -> Text:
    dealer, cuts = state.rounds.dealer, state.order[0]
    if not state.by_card:
        return say("{dealer} deals. Play and count, then enter the points.", dealer=dealer)
    if len(state.order) == 2:
        told = "{dealer} deals six to each, both lay two away to the crib, and {cuts} cuts: enter the starter."
    else:
        told = "{dealer} deals five to each and one to the crib, all lay one away, and {cuts} cuts: enter the starter."
    return say(told, dealer=dealer, cuts=cuts)


def _playing(state: State) -> Text:
    told = {"seat": state.turn, "n": state.count}
    if not state.lying:
        return say("{seat} leads a card.", **told)
    if state.count <= ANY_CARD:
        return say("The count is {n}: {seat} plays a card.", **told)
    return say("The count is {n}: {seat} plays up to {most}, or says go.", most=MOST, **told)
