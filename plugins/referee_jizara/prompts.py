"""What may be entered in each phase of a match."""

from collections.abc import Mapping

from referee import Card, Field, Prompt, Text, hookimpl, say

from .rules import HAND
from .state import State
from .validation import can_be_in_hand, can_be_turned


@hookimpl(specname="prompts")
def open_prompts(state: State) -> tuple[Prompt, ...]:
    """What is awaited in this phase; nothing once the match is over."""
    if state.phase == "turn":
        return (_turn(state),)
    if state.phase == "decide":
        return (_decide(state),)
    if state.phase in ("bid", "hand"):
        return _cards(state)
    return (_coin(state),) if state.phase == "coin" else ()


def _turn(state: State) -> Prompt:
    card = Field(
        "card", "card", say("Card turned"), choices=can_be_turned(state), suggests=True
    )
    what = say(
        "The top card of the bidding draw, turned face up and laid between the sides."
    )
    return Prompt(
        "turn", state.setting.seats, say("Turn card {n}", n=state.round), what, (card,)
    )


_BID_OR_PASS = (
    Field(
        "bid", "flag", say("Bid or pass"), labels={"yes": say("Bid"), "no": say("Pass")}
    ),
)
_DECIDE_HELP = say(
    "The higher bid takes the card; if only one side bids, any bid does."
)


def _decide(state: State) -> Prompt:
    title = say("Bid for the {card}?", card=state.turned)
    return Prompt(
        "decide",
        state.waiting,
        title,
        _DECIDE_HELP,
        _BID_OR_PASS,
        secret=True,
        own=True,
    )


def _cards(state: State) -> tuple[Prompt, ...]:
    """A prompt for each seat, since in each hand other cards can be."""
    title = say(_HAND_FOR if state.phase == "hand" else _BID_FOR, card=state.turned)
    return tuple([_of_seat(state, seat, title, state.secret) for seat in state.waiting])


def _of_seat(state: State, seat: str, title: Text, secret: bool) -> Prompt:
    bid = _SECRET_BID if secret else _OPEN_BID
    what = _hand_said(state, seat) if state.phase == "hand" else bid
    return Prompt(
        state.phase, (seat,), title, what, state.fields[seat], secret=secret, own=True
    )


def fields_of_bids(
    state: State, sides: tuple[str, ...]
) -> Mapping[str, tuple[Field, ...]]:
    """What each seat of these sides fills in for its bid."""
    seats = [seat for seat in state.setting.seats if state.sides.of[seat] in sides]
    return {seat: (_bid_field(can_be_in_hand(state, seat)),) for seat in seats}


def _bid_field(choices: tuple[Card, ...]) -> Field:
    return Field(
        "cards", "cards", _BID_LABEL, min=1, max=HAND, choices=choices, suggests=True
    )


def fields_of_hands(state: State) -> Mapping[str, tuple[Field, ...]]:
    """What each seat fills in for its hand: it begins with the cards known to be in it,
    which may be left out.
    """
    return {
        seat: (_hand_field(can_be_in_hand(state, seat), held),)
        for seat, held in state.held.items()
    }


def _hand_field(choices: tuple[Card, ...], held: tuple[Card, ...]) -> Field:
    known = tuple([card.code for card in held]) or None
    return Field(
        "cards",
        "cards",
        _HAND_LABEL,
        min=HAND,
        max=HAND,
        choices=choices,
        suggests=True,
        default=known,
    )


_BID_FOR = "Bid for the {card}"
_HAND_FOR = "Show your hand for the {card}"
_BID_LABEL = say("Cards of the bid")
_HAND_LABEL = say("Cards in hand")
_SECRET_BID = say(
    "Lay the bid face down on the table, and enter it: one card or more, of which at "
    "most one is not a chain card"
    " (2, 3 or 4)."
)
_OPEN_BID = say(
    "The other side passes: lay the bid openly into the burn, and enter it: one card "
    "or more, of which at most one is"
    " not a chain card (2, 3 or 4)."
)
_ALL_FIVE = say("All five cards.")


def _hand_said(state: State, seat: str) -> Text:
    held: tuple[Card, ...] = state.held[seat]
    if not held:
        return _ALL_FIVE
    return say(
        "All five cards. Picked already, as all know of it: {held:short}.", held=held
    )


def _coin(state: State) -> Prompt:
    toss = Field("winner", "toss", say("Who wins the toss"), choices=state.sides.names)
    what = say(
        "Toss, draw or roll for it and enter who won; or leave it out, and the referee "
        "tosses."
    )
    return Prompt(
        "coin",
        state.setting.seats,
        say("Toss for the {key}", key=state.turned),
        what,
        (toss,),
    )
