"""What lies on the table in a match, how each seat stands, and what to do next."""

from referee import EVERYBODY, Card, Scene, Text, Zone, count, hookimpl, rank_sides, say

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
        next=_next(state),
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


def _next(state: State) -> Text:
    match state.phase:
        case "turn":
            return _turning(state)
        case "decide":
            return _deciding(state)
        case "bid":
            return _bidding(state)
        case "hand":
            return _showing(state)
        case "coin":
            return say(_TOSS, key=state.turned)
        case "finished":
            assert state.winner is not None
            return _over(state.winner)


def _over(winner: str) -> Text:
    one, two = (
        "The game is over: {winner} has won it, with three keys.",
        "The game is over: {winner} have won it, with three keys.",
    )
    return count(one, two, people(winner), winner=winner)


_TOSS = (
    "Toss a coin, roll a die or draw cards for the {key}, and enter who won; or let "
    "the referee toss."
)


def _turning(state: State) -> Text:
    turn = say(
        "{dealer} turns the top card of the bidding draw: enter it.",
        dealer=state.setting.dealer,
    )
    return say("{first} {turn}", first=state.after or _setting_up(state), turn=turn)


def _setting_up(state: State) -> Text:
    draw = bidding_draw(state.setting)
    told = {
        "seats": state.setting.seats,
        "ordinary": draw - len(KEYS),
        "draw": draw,
        "pot": pot_at_first(state.setting, state.sides),
    }
    return say(_ONE_DECK if state.sides.copies == 1 else _TWO_DECKS, **told)


_ONE_DECK = (
    "{seats} draw five cards each. Before that, take the keys, the four aces and the"
    " four of clubs, out of 52 cards and shuffle the rest; {ordinary} of them and the "
    "keys, shuffled together, are the"
    " bidding draw of {draw} cards, the other {pot} the pot."
)
_TWO_DECKS = (
    "{seats} draw five cards each. Before that, take all aces and fours of clubs out"
    " of two packs of 52 cards and lay one set of them, the five keys, aside; the "
    "other set is not used."
    " Shuffle the rest; {ordinary} of them and the keys, shuffled together, are the "
    "bidding draw of {draw} cards, the"
    " other {pot} the pot."
)


def _deciding(state: State) -> Text:
    told = {"card": state.turned, "waiting": state.waiting}
    return say(
        "The {card} lies turned. {waiting} decide, each in secret, whether to bid or "
        "to pass.",
        **told,
    )


def _bidding(state: State) -> Text:
    told = {"card": state.turned, "waiting": state.waiting}
    if state.laid:
        return say("Still to bid for the {card}: {waiting}.", **told)
    if state.secret:
        return say(
            "{waiting} lay their bids for the {card} face down and enter them.", **told
        )
    if len(state.waiting) == 1:
        return say(
            "{waiting} lays a bid for the {card} openly into the burn: enter it.",
            **told,
        )
    return say(
        "{waiting} lay their bids for the {card} openly into the burn: enter them.",
        **told,
    )


def _showing(state: State) -> Text:
    return say(
        "The {key} is a key. Everybody shows all five cards in hand and enters them.",
        key=state.turned,
    )
