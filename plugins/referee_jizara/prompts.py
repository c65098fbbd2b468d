"""The prompts of each phase of a match."""

from collections.abc import Iterator, Mapping
from itertools import chain

from referee import Cards, Field, Prompt, Prompts, Seats, Text, hookimpl, say, without

from .game import HAND, KEYS, ORDINARY
from .state import State


@hookimpl
def prompts(state: State) -> Prompts:
    """Return the prompts of this phase; none once the match is over."""
    match state.phase:
        case "turn":
            return (_ask_turn(state),)
        case "decide":
            return (_ask_decisions(state),)
        case "bid":
            return tuple(_ask_bids(state))
        case "hand":
            return tuple(_ask_hands(state))
        case "coin":
            return (_ask_toss(state),)
    return ()


def _ask_turn(state: State) -> Prompt:
    choices = _can_be_turned(state)
    card = Field("card", "card", say("Card turned"), choices=choices, suggests=True)
    title = say("Turn card {n}", n=state.round)
    help = say("The top card of the bidding draw, face up between the sides.")
    return Prompt("turn", state.setting.seats, title, help, (card,))


_BID_OR_PASS = Field(
    "bid", "flag", say("Bid or pass"), labels={"yes": say("Bid"), "no": say("Pass")}
)


def _ask_decisions(state: State) -> Prompt:
    title = say("Bid for the {card}?", card=state.turned)
    help = say("The higher bid takes the card; if only one side bids, any bid does.")
    fields = (_BID_OR_PASS,)
    return Prompt("decide", state.waiting, title, help, fields, secret=True, own=True)


_SECRET_BID = say(
    "Lay your bid face down and enter it: one card or more, at most one of them not a "
    "chain card (2, 3 or 4)."
)
_OPEN_BID = say(
    "The other side passes: lay your bid face up in the burn and enter it: one card "
    "or more, at most one of them not a chain card (2, 3 or 4)."
)


def _ask_bids(state: State) -> Iterator[Prompt]:
    title = say("Bid for the {card}", card=state.turned)
    help = _SECRET_BID if state.secret else _OPEN_BID
    for seat in state.waiting:
        yield _ask_seat(state, seat, title, help)


def _ask_hands(state: State) -> Iterator[Prompt]:
    title = say("Show your hand for the {card}", card=state.turned)
    for seat in state.waiting:
        help = say("All five cards.")
        held = state.held[seat]
        if held:
            help = say(
                "All five cards. Already picked, since everyone knows: {held:short}.",
                held=held,
            )
        yield _ask_seat(state, seat, title, help)


def _ask_seat(state: State, seat: str, title: Text, help: Text) -> Prompt:
    """Return the prompt for one seat: each hand can hold other cards."""
    fields = state.fields[seat]
    secret = state.secret
    return Prompt(state.phase, (seat,), title, help, fields, secret=secret, own=True)


def _ask_toss(state: State) -> Prompt:
    toss = Field("winner", "toss", say("Who wins the toss"), choices=state.sides.names)
    title = say("Toss for the {key}", key=state.turned)
    help = say(
        "Toss, draw or roll for it and enter who won; or leave it empty, and the "
        "referee tosses."
    )
    return Prompt("coin", state.setting.seats, title, help, (toss,))


# What each seat fills in, kept from the moment that it is asked

_BID = say("Bid: one card, and any 2s, 3s and 4s")


def fields_of_bids(state: State, sides: Seats) -> Mapping[str, tuple[Field, ...]]:
    """Return the fields of each seat of these sides for its bid."""
    fields = {}
    for seat in state.setting.seats:
        if state.sides.side_of(seat) in sides:
            choices = _can_be_in_hand(state, seat)
            fields[seat] = (_cards(_BID, choices, 1),)
    return fields


def fields_of_hands(state: State) -> Mapping[str, tuple[Field, ...]]:
    """Return the fields of each seat for its hand.

    A field begins with the known cards of the hand, which may be left out.
    """
    fields = {}
    for seat, held in state.held.items():
        choices = _can_be_in_hand(state, seat)
        known = tuple(card.code for card in held)
        fields[seat] = (_cards(say("Cards in hand"), choices, HAND, known or None),)
    return fields


def _cards(
    label: Text, choices: Cards, least: int, known: tuple[str, ...] | None = None
) -> Field:
    return Field(
        "cards",
        "cards",
        label,
        min=least,
        max=HAND,
        choices=choices,
        suggests=True,
        default=known,
    )


def _can_be_in_hand(state: State, seat: str) -> Cards:
    """Return the cards that this seat may have, as far as everybody knows."""
    held = state.held[seat]
    if len(held) == HAND:
        return held
    seen = state.seen_outside(seat)
    copies = state.sides.copies
    return tuple(card for card in ORDINARY for _ in range(seen[card], copies))


def _can_be_turned(state: State) -> Cards:
    """Return the cards that may lie in the bidding draw, as far as everybody knows."""
    keys = without(KEYS, chain.from_iterable(state.keys.values()))
    if state.draw <= len(keys):
        return keys
    outside = state.outside
    copies = state.sides.copies
    ordinary = tuple(card for card in ORDINARY if outside.get(card, 0) < copies)
    return keys + ordinary
