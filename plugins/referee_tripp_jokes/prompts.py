"""What may be entered: the setting-up, a turn, and counting again."""

from collections.abc import Iterator
from typing import Any

from referee import Field, Prompt, Prompts, Text, hookimpl, number_field, say

from .game import name_ranks
from .pick_up import can_surely_play, may_be_able
from .proof import may_be_in_hand, unseen
from .state import PENULTIMATE, State

OF_A_RANK = 4
"""The most cards of one rank in a pack; jokers are fewer."""


@hookimpl
def prompts(state: State) -> Prompts:
    """Return the open prompts; none once the match is finished."""
    if state.phase == "finished":
        return ()
    if state.phase == "setting-up":
        return tuple(_ask_to_set_up(state))
    recount = _ask_recount(state)
    if state.phase == "cover":
        title = say("Leave the 2 uncovered")
        leave = Prompt("leave", (state.turn,), title, _LEAVE_HELP, own=True)
        return _ask_play(state), leave, recount
    if state.phase == "again" or not state.pile:
        return _ask_play(state), recount

    # Both prompts are needed if nobody can know which it will be; else one is optional.
    is_able = may_be_able(state)
    play = _ask_play(state, optional=not is_able)
    may_not_take = is_able and can_surely_play(state)
    seat = (state.turn,)
    title = say("Take the pile")
    help = _PICK_UP_HELP
    take = Prompt("pickup", seat, title, help, optional=may_not_take, own=True)
    return play, take, recount


def _ask_to_set_up(state: State) -> Iterator[Prompt]:
    """Yield the prompts for all seats before the one that any seat answers for all."""
    cards = unseen(state)
    if state.laying:
        most = PENULTIMATE
        field = _cards("cards", _PENULTIMATE, min=most, max=most, choices=cards)
        title = say("Lay PENULTIMATE cards")
        yield Prompt("lay", state.laying, title, _LAY_HELP, (field,), own=True)
    if not state.pile:
        label = say("Card turned over by {dealer}", dealer=state.setting.dealer)
        field = Field("card", "card", label, choices=cards, suggests=True)
        title = say("Turn over a card")
        seats = state.setting.seats
        yield Prompt("flip", seats, title, _FLIP_HELP, (field,))


_FLIP_HELP = say(
    "The top card of the stock, beside it: it starts the pile. Anybody may enter it."
)


_LAY_HELP = say(
    "Three of the six cards you looked at, face up on your three FINAL cards."
)


_PICK_UP_HELP = say(
    "Only if you can’t play anything, not even a special card: the whole pile goes "
    "into your hand."
)


def _ask_play(state: State, optional: bool = False) -> Prompt:
    play_from = state.play_from
    titles = _COVER if state.phase == "cover" else _PLAY
    # People can pick only playable cards, but any card if they choose blind.
    template = (
        "Choose one without looking and show it. Played if it is one of these: {ranks}."
    )
    blind = say(template, ranks=name_ranks(state.ranks))
    help = _OPEN_HELP.get(play_from, blind)
    final = _NO_FINAL
    if play_from == "final":
        left = unseen(state)
        others = "hand", "penultimate"
        final = _cards("final", _FINAL, min=1, max=1, choices=left, unless=others)
    return Prompt(
        "play",
        (state.turn,),
        titles[play_from],
        help,
        (_hand(state), _penultimate(state), final),
        optional=optional,
        own=True,
    )


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
    """Return a field for any cards: the rules refuse wrong ones, and say why."""
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


_HAND = say("Hand cards")
_PENULTIMATE = say("PENULTIMATE cards")
_JOINED = say("PENULTIMATE cards that join the last hand cards")
_FINAL = say("FINAL card")
# These fields take no card now. They stay so that a client may name them all, and a
# rule can say why a card is refused.
_NO_HAND = _cards("hand", _HAND, optional=True, min=0, max=0)
_NO_PENULTIMATE = _cards("penultimate", _PENULTIMATE, optional=True, min=0, max=0)
_NO_FINAL = _cards("final", _FINAL, optional=True, min=0, max=0)


_LEAVE_HELP = say("Your turn ends, and the next player may play anything on the 2.")


# Counting again


def _ask_recount(state: State) -> Prompt:
    """Ask for the numbers of cards, filled in as known: unchanged ones stay."""
    held = {seat: holding.hand for seat, holding in state.holdings.items()}
    left = state.stock
    most = left + sum(held.values())
    hands = Field(
        "hands",
        "numbers_by_seat",
        say("Cards in hand"),
        optional=True,
        min=0,
        max=most,
        some=True,
        default=held,
    )
    label = say("Cards in the stock")
    stock = number_field("stock", label, 0, most, optional=True, default=left)
    title = say("Count the cards again")
    seats = state.setting.seats
    return Prompt("recount", seats, title, _RECOUNT_HELP, (hands, stock), optional=True)


_RECOUNT_HELP = say(
    "Change whatever differs from the table. Hands and stock are counted together."
)
