"""The prompts: setting up, a play, a 2 left, a pile taken, a new count."""

from functools import lru_cache
from typing import Any

from referee import Cards, Field, Prompt, Prompts, Seats, Text, hookimpl, say

from .game import name_ranks
from .pick_up import can_surely_play, may_be_able
from .proof import may_be_in_hand, unseen
from .state import PENULTIMATE, PlayFrom, State

OF_A_RANK = 4
"""The most cards of one rank in a pack; jokers are fewer."""

MOST_KEPT = 1_000
"""How many prompts of a kind are kept for the next time they are needed."""


@hookimpl
def prompts(state: State) -> Prompts:
    """Return what may be entered now; nothing once the match is finished."""
    if state.phase == "finished":
        return ()
    if state.phase == "setting-up":
        return _ask_set_up(state)
    recount = _ask_recount(state)
    if state.phase == "cover":
        return _ask_play(state), _ask_leave(state.turn), recount
    if state.phase == "again" or not state.pile:
        return _ask_play(state), recount

    # Both are needed where nobody can know which it will be.
    # Else the one that cannot be is optional.
    is_able = may_be_able(state)
    play = _ask_play(state, optional=not is_able)
    may_not_take = is_able and can_surely_play(state)
    return play, _ask_pick_up(state.turn, may_not_take), recount


# Setting up


def _ask_set_up(state: State) -> Prompts:
    cards = unseen(state)
    prompts = []
    # What everybody has to enter stands before what one of them does for all.
    if state.laying:
        prompts.append(_ask_lay(state, cards))
    if not state.pile:
        prompts.append(_ask_flip(state, cards))
    return tuple(prompts)


def _ask_flip(state: State, cards: Cards) -> Prompt:
    label = say("Card turned over by {dealer}", dealer=state.setting.dealer)
    field = Field("card", "card", label, choices=cards, suggests=True)
    title = say("Turn over a card")
    return Prompt("flip", state.setting.seats, title, _FLIP_HELP, (field,))


_FLIP_HELP = say(
    "The top card of the stock, beside it: it starts the pile. Anybody may enter it."
)


def _ask_lay(state: State, cards: Cards) -> Prompt:
    most = PENULTIMATE
    field = _cards("cards", _PENULTIMATE, min=most, max=most, choices=cards)
    title = say("Lay PENULTIMATE cards")
    return Prompt("lay", state.laying, title, _LAY_HELP, (field,), own=True)


_LAY_HELP = say(
    "Three of the six cards you looked at, face up on your three FINAL cards."
)


# A turn


@lru_cache(MOST_KEPT)
def _ask_pick_up(seat: str, optional: bool) -> Prompt:
    title = say("Take the pile")
    return Prompt("pickup", (seat,), title, _PICK_UP_HELP, optional=optional, own=True)


_PICK_UP_HELP = say(
    "Only if you can't play anything, not even a special card: the whole pile goes "
    "into your hand."
)


def _ask_play(state: State, optional: bool = False) -> Prompt:
    play_from = state.play_from
    titles = _COVER if state.phase == "cover" else _PLAY
    return Prompt(
        "play",
        (state.turn,),
        titles[play_from],
        _help(play_from, state.ranks),
        (_hand(state), _penultimate(state), _final(state)),
        optional=optional,
        own=True,
    )


@lru_cache(MOST_KEPT)
def _help(play_from: PlayFrom, ranks: tuple[str, ...]) -> Text:
    # Only what may be played can be picked; a card chosen blind may be any.
    if play_from in _OPEN_HELP:
        return _OPEN_HELP[play_from]
    template = (
        "Choose one without looking and show it. Played if it is one of these: {ranks}."
    )
    return say(template, ranks=name_ranks(ranks))


_OPEN_HELP = {
    "hand": say("One or more cards of one rank. Enter a 2 first, then what covers it."),
    "penultimate": say(
        "One or more open cards of one rank. Enter a 2 first, then what covers it."
    ),
}
_PLAY = {
    "hand": say("Play from the hand"),
    "penultimate": say("Play PENULTIMATE cards"),
    "final": say("Show a FINAL card"),
}
_COVER = {
    "hand": say("Cover the 2 from the hand"),
    "penultimate": say("Cover the 2 with PENULTIMATE cards"),
    "final": say("Cover the 2 with a FINAL card"),
}


def _cards(name: str, label: Text, **more: Any) -> Field:
    """Any cards but the suggested ones are refused by the rules, which say why."""
    return Field(name, "cards", label, suggests=True, **more)


def _hand(state: State) -> Field:
    if state.play_from != "hand":
        return _NO_HAND
    actor = state.actor
    most = min(actor.hand, OF_A_RANK * state.packs)
    choices = may_be_in_hand(state, actor, state.ranks) or actor.known_cards
    others = "penultimate", "final"
    return _cards("hand", _HAND, min=1, max=most, choices=choices, unless=others)


def _penultimate(state: State) -> Field:
    actor = state.actor
    lying = actor.penultimate
    if state.stock or not lying or actor.hand > OF_A_RANK * state.packs:
        return _NO_PENULTIMATE
    name = "penultimate"
    most = len(lying)
    choices = actor.open_among(state.ranks) or lying
    if state.play_from == "hand":
        return _cards(name, _JOINED, optional=True, min=0, max=most, choices=choices)
    others = "hand", "final"
    return _cards(name, _PENULTIMATE, min=1, max=most, choices=choices, unless=others)


def _final(state: State) -> Field:
    if state.play_from != "final":
        return _NO_FINAL
    others = "hand", "penultimate"
    return _cards("final", _FINAL, min=1, max=1, choices=unseen(state), unless=others)


_HAND = say("Hand cards")
_PENULTIMATE = say("PENULTIMATE cards")
_JOINED = say("PENULTIMATE cards that join the last hand cards")
_FINAL = say("FINAL card")
# They take no card now, and stay so that a client may name them all
# and a rule can say why one is refused.
_NO_HAND = _cards("hand", _HAND, optional=True, min=0, max=0)
_NO_PENULTIMATE = _cards("penultimate", _PENULTIMATE, optional=True, min=0, max=0)
_NO_FINAL = _cards("final", _FINAL, optional=True, min=0, max=0)


@lru_cache(MOST_KEPT)
def _ask_leave(seat: str) -> Prompt:
    return Prompt("leave", (seat,), say("Leave the 2 uncovered"), _LEAVE_HELP, own=True)


_LEAVE_HELP = say("Your turn ends, and the next player may play anything on the 2.")


# Counting again


def _ask_recount(state: State) -> Prompt:
    hands = [(seat, holding.hand) for seat, holding in state.holdings.items()]
    return _counting(state.setting.seats, tuple(hands), state.stock)


@lru_cache(MOST_KEPT)
def _counting(seats: Seats, held: tuple[tuple[str, int], ...], left: int) -> Prompt:
    """Begins with the numbers as the referee has them: nothing changes unasked."""
    most = left
    for _, hand in held:
        most += hand
    hands = Field(
        "hands",
        "numbers_by_seat",
        say("Cards in hand"),
        optional=True,
        min=0,
        max=most,
        some=True,
        default=dict(held),
    )
    label = say("Cards in the stock")
    stock = Field(
        "stock", "number", label, optional=True, min=0, max=most, default=left
    )
    title = say("Count the cards again")
    return Prompt("recount", seats, title, _RECOUNT_HELP, (hands, stock), optional=True)


_RECOUNT_HELP = say(
    "Change whatever differs from the table. Hands and stock are counted together."
)
