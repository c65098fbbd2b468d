"""What lies on the table in a match, how each seat stands, and what to do next."""

from referee import (
    EVERYBODY,
    Card,
    Scene,
    Step,
    Zone,
    count,
    hookimpl,
    rank_sides,
    say,
)

from .card_values import KEYS
from .rules import HAND
from .sides import people
from .state import State, bidding_draw, pot_at_first


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """The scene of a match."""
    finished = state.phase == "finished"
    return Scene(
        phase=state.phase,
        round=state.round,
        to_act=_to_act(state),
        standings=rank_sides(
            {state.sides.seats[side]: len(keys) for side, keys in state.keys.items()}
        ),
        zones=_zones(state),
        steps=_list_steps(state),
        finished=finished,
        winners=state.sides.seats[state.winner] if state.winner is not None else (),
        dealer=None if finished else state.setting.dealer,
        sides=tuple(state.sides.seats.values()),
    )


def _to_act(state: State) -> tuple[str, ...]:
    if state.phase == "turn":
        return (state.setting.dealer,)
    return state.setting.seats if state.phase == "coin" else state.waiting


def _zones(state: State) -> tuple[Zone, ...]:
    piles, builders = (
        state.piles,
        {state.sides.builder(side): keys for side, keys in state.keys.items()},
    )
    return (
        Zone("bidding draw", None, state.draw),
        *_turned(state),
        Zone("pot", None, piles.pot, piles.untouched or None, EVERYBODY),
        Zone("burn", None, len(piles.burn), piles.burn, EVERYBODY, collapsed=True),
        *[
            Zone("hand", seat, HAND, _known(state, seat), EVERYBODY)
            for seat in state.setting.seats
        ],
        *[
            Zone("keys", seat, len(keys), keys, EVERYBODY, shared=True)
            for seat, keys in builders.items()
        ],
    )


def _turned(state: State) -> tuple[Zone, ...]:
    if state.turned is None or state.phase == "finished":
        return ()
    return (Zone("turned", None, 1, (state.turned,), EVERYBODY),)


def _known(state: State, seat: str) -> tuple[Card, ...] | None:
    """What everybody knows of a hand: the cards won, or the whole hand once it was
    shown for a key.
    """
    if state.phase in ("coin", "finished"):
        return state.laid[seat]
    return state.held[seat] or None


def _list_steps(state: State) -> tuple[Step, ...]:
    match state.phase:
        case "turn":
            return _turning(state)
        case "decide":
            return _deciding(state)
        case "bid":
            return (_bidding(state),)
        case "hand":
            return _showing(state)
        case "coin":
            return (Step((), say(_TOSS, key=state.turned)),)
        case "finished":
            assert state.winner is not None
            return (_over(state, state.winner),)


def _over(state: State, winner: str) -> Step:
    one, two = (
        "The game is over: {winner} has won it, with three keys.",
        "The game is over: {winner} have won it, with three keys.",
    )
    over = count(one, two, people(winner), winner=winner)
    return Step(state.sides.seats[winner], over)


_TOSS = (
    "Toss a coin, roll a die or draw cards for the {key}, and enter who won; or let "
    "the referee toss."
)


def _turning(state: State) -> tuple[Step, ...]:
    dealer = state.setting.dealer
    template = "{dealer} turns the top card of the bidding draw: enter it."
    turn = Step((dealer,), say(template, dealer=dealer))
    return (*(state.after or _setting_up(state)), turn)


def _setting_up(state: State) -> tuple[Step, ...]:
    seats, draw = state.setting.seats, bidding_draw(state.setting)
    draws = Step(seats, say("{seats} draw five cards each.", seats=seats))
    numbers = {
        "ordinary": draw - len(KEYS),
        "draw": draw,
        "pot": pot_at_first(state.setting, state.sides),
    }
    if state.sides.copies == 1:
        return draws, Step((), say(_ONE_DECK, **numbers))
    return draws, Step((), say(_TWO_DECKS)), Step((), say(_SHUFFLE, **numbers))


_ONE_DECK = (
    "Before that, take the keys, the four aces and the four of clubs, out of 52 cards "
    "and shuffle the rest; {ordinary} of them and the keys, shuffled together, are the "
    "bidding draw of {draw} cards, the other {pot} the pot."
)
_TWO_DECKS = (
    "Before that, take all aces and fours of clubs out of two packs of 52 cards and "
    "lay one set of them, the five keys, aside; the other set is not used."
)
_SHUFFLE = (
    "Shuffle the rest; {ordinary} of them and the keys, shuffled together, are the "
    "bidding draw of {draw} cards, the other {pot} the pot."
)


def _deciding(state: State) -> tuple[Step, ...]:
    waiting = state.waiting
    turned = say("The {card} lies turned.", card=state.turned)
    template = "{waiting} decide, each in secret, whether to bid or to pass."
    return Step((), turned), Step(waiting, say(template, waiting=waiting))


def _bidding(state: State) -> Step:
    waiting = state.waiting
    template = (
        "{waiting} lay their bids for the {card} openly into the burn: enter them."
    )
    if state.laid:
        template = "Still to bid for the {card}: {waiting}."
    elif state.secret:
        template = "{waiting} lay their bids for the {card} face down and enter them."
    elif len(waiting) == 1:
        template = "{waiting} lays a bid for the {card} openly into the burn: enter it."
    return Step(waiting, say(template, card=state.turned, waiting=waiting))


def _showing(state: State) -> tuple[Step, ...]:
    is_key = say("The {key} is a key.", key=state.turned)
    show = say("Everybody shows all five cards in hand and enters them.")
    return Step((), is_key), Step((), show)
