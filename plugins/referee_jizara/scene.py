"""The scene of a match: cards on the table, standings, and next steps."""

from dataclasses import replace

from referee import (
    EVERYBODY,
    Cards,
    Scene,
    Step,
    Steps,
    Zone,
    count,
    hookimpl,
    rank_sides,
    say,
)

from .game import HAND, KEYS, bidding_draw, pot_at_first
from .sides import people
from .state import State


@hookimpl
def scene(state: State) -> Scene:
    """Return how each stands, what lies where, and what to do with the real cards."""
    setting = state.setting
    sides = state.sides.seats
    keys = {sides[side]: len(keys) for side, keys in state.keys.items()}
    scene = Scene(
        phase=state.phase,
        round=state.round,
        to_act=state.waiting,
        standings=rank_sides(keys),
        zones=_list_zones(state),
        steps=_list_steps(state),
        dealer=setting.dealer,
        sides=tuple(sides.values()),
    )
    if state.winner is not None:
        return replace(scene, finished=True, winners=sides[state.winner], dealer=None)
    if state.phase == "turn":
        return replace(scene, to_act=(setting.dealer,))
    if state.phase == "coin":
        return replace(scene, to_act=setting.seats)
    return scene


def _list_zones(state: State) -> tuple[Zone, ...]:
    piles = state.piles
    burn = piles.burn
    zones = [Zone("bidding draw", None, state.draw)]
    if state.turned is not None and state.phase != "finished":
        zones.append(Zone("turned", None, 1, (state.turned,), EVERYBODY))
    zones.append(Zone("pot", None, piles.pot, piles.untouched or None, EVERYBODY))
    zones.append(Zone("burn", None, len(burn), burn, EVERYBODY, collapsed=True))
    for seat in state.setting.seats:
        zones.append(Zone("hand", seat, HAND, _find_known(state, seat), EVERYBODY))
    for side, keys in state.keys.items():
        builder = state.sides.builder(side)
        zones.append(Zone("keys", builder, len(keys), keys, EVERYBODY, shared=True))
    return tuple(zones)


def _find_known(state: State, seat: str) -> Cards | None:
    """Return the cards won, or the whole hand once it was shown for a key."""
    if state.phase in ("coin", "finished"):
        return state.laid[seat]
    return state.held[seat] or None


def _list_steps(state: State) -> Steps:
    match state.phase:
        case "turn":
            return _ask_for_card(state)
        case "decide":
            return _ask_for_decisions(state)
        case "bid":
            return (_ask_for_bids(state),)
        case "hand":
            is_key = say("The {key} is a key.", key=state.turned)
            show = say("Everybody shows all five cards and enters them.")
            return Step((), is_key), Step((), show)
        case "coin":
            template = (
                "Toss a coin, roll a die or draw cards for the {key}, "
                "and enter who won; or let the referee toss."
            )
            return (Step((), say(template, key=state.turned)),)
        case "finished":
            assert state.winner is not None
            over = count(
                "Game over: {winner} wins with three keys.",
                "Game over: {winner} win with three keys.",
                people(state.winner),
                winner=state.winner,
            )
            return (Step(state.sides.seats[state.winner], over),)


def _ask_for_card(state: State) -> Steps:
    dealer = state.setting.dealer
    template = "{dealer} turns the top card of the bidding draw: enter it."
    turn = Step((dealer,), say(template, dealer=dealer))
    before = state.after or _list_setting_up(state)
    return (*before, turn)


def _list_setting_up(state: State) -> Steps:
    setting = state.setting
    seats = setting.seats
    draws = Step(seats, say("{seats} draw five cards each.", seats=seats))
    draw = bidding_draw(setting)
    numbers = {"ordinary": draw - len(KEYS), "draw": draw, "pot": pot_at_first(setting)}
    if state.sides.copies == 1:
        return draws, Step((), say(_ONE_DECK, **numbers))
    return draws, Step((), say(_TWO_DECKS)), Step((), say(_SHUFFLE, **numbers))


_ONE_DECK = (
    "First take the keys, the four aces and the four of clubs, out of 52 cards and "
    "shuffle the rest; {ordinary} of them and the keys, shuffled together, are the "
    "bidding draw of {draw} cards, the other {pot} the pot."
)
_TWO_DECKS = (
    "First take all aces and fours of clubs out of two packs of 52 cards. Lay one set "
    "of them, the five keys, aside; the other set isn't used."
)
_SHUFFLE = (
    "Shuffle the rest; {ordinary} of them and the keys, shuffled together, are the "
    "bidding draw of {draw} cards, the other {pot} the pot."
)


def _ask_for_decisions(state: State) -> Steps:
    waiting = state.waiting
    turned = say("The {card} is turned up.", card=state.turned)
    template = "{waiting} decide, each in secret, whether to bid or to pass."
    return Step((), turned), Step(waiting, say(template, waiting=waiting))


def _ask_for_bids(state: State) -> Step:
    waiting = state.waiting
    template = (
        "{waiting} lay their bids for the {card} face up in the burn: enter them."
    )
    if state.laid:
        template = "Still to bid for the {card}: {waiting}."
    elif state.secret:
        template = "{waiting} lay their bids for the {card} face down and enter them."
    elif len(waiting) == 1:
        template = "{waiting} lays a bid for the {card} face up in the burn: enter it."
    return Step(waiting, say(template, card=state.turned, waiting=waiting))
