"""What may be entered in each phase of a match."""

from __future__ import annotations

from referee import Card, Field, Prompt, Text, say

from .accounting import can_be_in_hand, can_be_turned
from .course import State
from .game import HAND


def open_prompts(state: State) -> tuple[Prompt, ...]:
    """First what is awaited, then what may be changed while it is secret; nothing once the match is over."""
    if state.phase == "turn":
        return (_turn(state),)
    if state.phase == "decide":
        return _decide(state)
    if state.phase in ("bid", "hand"):
        return _cards(state)
    return (_coin(state),) if state.phase == "coin" else ()


def _turn(state: State) -> Prompt:
    card = Field("card", "card", say("Card turned"), choices=can_be_turned(state))
    what = say("The top card of the bidding draw, turned face up and laid between the sides.")
    return Prompt("turn", state.setting.seats, say("Turn card {n}", n=state.round), what, (card,))


_BID_OR_PASS = (Field("bid", "flag", say("Bid")),)
_DECIDE_HELP = say("Yes to bid, no to pass. Nobody sees it until both sides have decided.")
_DECIDE_AGAIN = say("Change what you decided")
_AGAIN_HELP = say("Only if you entered it wrongly, and only until all are in.")


def _decide(state: State) -> tuple[Prompt, ...]:
    title = say("Bid for the {card}?", card=state.turned)
    waiting = state.waiting
    first = Prompt("decide", waiting, title, _DECIDE_HELP, _BID_OR_PASS, secret=True, own=True)
    if len(waiting) == len(state.concerned):
        return (first,)
    done = tuple(state.decided)
    return first, Prompt("decide", done, _DECIDE_AGAIN, _AGAIN_HELP, _BID_OR_PASS, True, secret=True, own=True)


def _cards(state: State) -> tuple[Prompt, ...]:
    """A prompt for each seat, since other cards can be meant in each."""
    secret = state.phase == "hand" or state.contested
    first = tuple([_of_seat(state, seat, secret) for seat in state.waiting])
    if not secret:
        return first
    return first + tuple([_of_seat(state, seat, secret, again=True) for seat in state.laid])


def _of_seat(state: State, seat: str, secret: bool, again: bool = False) -> Prompt:
    title, what = _hand_said(state, seat) if state.phase == "hand" else _bid_said(state, secret)
    if again:
        title, what = say("Change what you entered"), _AGAIN_HELP
    field = _field(state, seat)
    return Prompt(state.phase, (seat,), title, what, (field,), again, secret, own=True)


def _field(state: State, seat: str) -> Field:
    choices = can_be_in_hand(state, seat)
    if state.phase == "bid":
        return Field("cards", "cards", say("Cards of the bid"), min=1, max=HAND, choices=choices)
    return Field("cards", "cards", say("Cards in hand"), min=HAND - len(state.held[seat]), max=HAND, choices=choices)


_SECRET_BID = say(
    "At most one card that is not a 2, 3 or 4. Lay the bid face down; nobody sees it here until all bids are in."
)
_OPEN_BID = say("At most one card that is not a 2, 3 or 4. The other side passes: lay the bid openly into the burn.")


def _bid_said(state: State, secret: bool) -> tuple[Text, Text]:
    return say("Bid for the {card}", card=state.turned), _SECRET_BID if secret else _OPEN_BID


def _hand_said(state: State, seat: str) -> tuple[Text, Text]:
    title = say("Your hand, for the {key}", key=state.turned)
    held: tuple[Card, ...] = state.held[seat]
    if not held:
        return title, say("All five cards. Nobody sees them here until all hands are in.")
    template = (
        "All five cards; those known, {held:short}, may be left out. Nobody sees them here until all hands are in."
    )
    return title, say(template, held=held)


def _coin(state: State) -> Prompt:
    toss = Field("winner", "toss", say("Who wins the toss"), choices=state.sides.names)
    what = say("Toss, draw or roll for it and enter who won; or leave it out, and the referee tosses.")
    return Prompt("coin", state.setting.seats, say("Toss for the {key}", key=state.turned), what, (toss,))
