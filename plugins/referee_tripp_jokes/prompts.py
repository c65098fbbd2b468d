"""What may be entered: setting up, a play, a 2 left uncovered, a pile taken, and counting again."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from referee import Card, Field, Prompt, Text, hookimpl, say

from .holding import PENULTIMATE
from .pick_up import can_surely_play, may_be_able
from .proof import may_be_in_hand, unseen
from .ranks import ranks_said
from .state import PlayFrom, State

OF_A_RANK = 4
"""The most cards of one rank in a pack; jokers are fewer."""

MOST_KEPT = 1_000
"""How many prompts of a kind are kept for the next time they are needed."""


@hookimpl(specname="prompts")
def open_prompts(state: State) -> tuple[Prompt, ...]:
    """What may be entered now; nothing once the match is finished."""
    match state.phase:
        case "finished":
            return ()
        case "setting-up":
            return _setting_up(state)
        case "cover":
            return _play(state), _leave(state.turn), _recount(state)
        case "play" if state.pile:
            return *_play_or_pick_up(state), _recount(state)
    return _play(state), _recount(state)


def _setting_up(state: State) -> tuple[Prompt, ...]:
    cards = unseen(state)
    # What everybody has to enter stands before what one of them does for all.
    flipped = () if state.pile else (_flip(state, cards),)
    return (_lay(state, cards), *flipped) if state.laying else flipped


def _flip(state: State, cards: tuple[Card, ...]) -> Prompt:
    dealer = state.setting.dealer
    field = Field("card", "card", say("Card turned over by {dealer}", dealer=dealer), choices=cards, suggests=True)
    return Prompt("flip", state.setting.seats, say("Turn over a card"), _FLIP_HELP, (field,))


_FLIP_HELP = say("The top card of the stock, beside it: it starts the pile. Anybody may enter it.")


def _lay(state: State, cards: tuple[Card, ...]) -> Prompt:
    field = _cards("cards", say("PENULTIMATE cards"), min=PENULTIMATE, max=PENULTIMATE, choices=cards)
    return Prompt("lay", state.laying, say("Lay PENULTIMATE cards"), _LAY_HELP, (field,), own=True)


_LAY_HELP = say("Three of the six cards you looked at, face up on your three FINAL cards.")


def _play_or_pick_up(state: State) -> tuple[Prompt, ...]:
    """Both are needed where nobody can know which it will be; else the one that cannot be is optional."""
    play = _play(state, optional=not may_be_able(state))
    return play, _pick_up(state.turn, not play.optional and can_surely_play(state))


@lru_cache(MOST_KEPT)
def _pick_up(seat: str, optional: bool) -> Prompt:
    return Prompt("pickup", (seat,), say("Take the pile"), _PICK_UP_HELP, optional=optional, own=True)


_PICK_UP_HELP = say("Only when nothing can be played, not even a special card: the whole pile goes into hand.")


def _play(state: State, optional: bool = False) -> Prompt:
    play_from = state.play_from
    title = _TITLES[state.phase == "cover", play_from]
    fields = (_hand(state, play_from), _penultimate(state, play_from), _final(state, play_from))
    return Prompt("play", (state.turn,), title, _help(play_from, state.ranks), fields, optional=optional, own=True)


@lru_cache(MOST_KEPT)
def _help(play_from: PlayFrom, ranks: tuple[str, ...]) -> Text:
    return _OPEN_HELP[play_from] if play_from in _OPEN_HELP else say(_BLIND_HELP, ranks=ranks_said(ranks))


_TITLES: Mapping[tuple[bool, PlayFrom], Text] = {
    (False, "hand"): say("Play from the hand"),
    (False, "penultimate"): say("Play PENULTIMATE cards"),
    (False, "final"): say("Show a FINAL card"),
    (True, "hand"): say("Cover the 2 from the hand"),
    (True, "penultimate"): say("Cover the 2 with PENULTIMATE cards"),
    (True, "final"): say("Cover the 2 with a FINAL card"),
}

# Only what may be played can be picked; a card chosen blind may be any.
_OPEN_HELP: Mapping[PlayFrom, Text] = {
    "hand": say("One or more cards of one rank. A 2 first: what covers it is entered after it."),
    "penultimate": say("One or more open cards of one rank. A 2 first: what covers it is entered after it."),
}
_BLIND_HELP = "Choose one without looking and show it. Played if it is one of these: {ranks}."


def _cards(name: str, label: Text, **more: Any) -> Field:
    """Cards to play: why any but the suggested ones cannot be played is for the rules to say."""
    return Field(name, "cards", label, suggests=True, **more)


def _hand(state: State, play_from: PlayFrom) -> Field:
    if play_from != "hand":
        return _NO_HAND
    actor = state.actor
    most = min(actor.hand, OF_A_RANK * state.packs)
    choices = may_be_in_hand(state, actor, state.ranks) or actor.known_cards()
    return _cards("hand", _HAND, min=1, max=most, choices=choices, unless=("penultimate", "final"))


def _penultimate(state: State, play_from: PlayFrom) -> Field:
    actor = state.actor
    if state.stock or not actor.penultimate or actor.hand > OF_A_RANK * state.packs:
        return _NO_PENULTIMATE
    playable = tuple([card for card in actor.penultimate if card.rank in state.ranks])
    choices, most = playable or actor.penultimate, len(actor.penultimate)
    if play_from == "hand":
        return _cards("penultimate", _JOINED, optional=True, min=0, max=most, choices=choices)
    return _cards("penultimate", _PENULTIMATE, min=1, max=most, choices=choices, unless=("hand", "final"))


def _final(state: State, play_from: PlayFrom) -> Field:
    if play_from != "final":
        return _NO_FINAL
    return _cards("final", _FINAL, min=1, max=1, choices=unseen(state), unless=("hand", "penultimate"))


_HAND = say("Hand cards")
_PENULTIMATE = say("PENULTIMATE cards")
_JOINED = say("PENULTIMATE cards that join the last hand cards")
_FINAL = say("FINAL card")
# They take no card now, and stay so that a client may name them all and a rule can say why one is refused.
_NO_HAND = _cards("hand", _HAND, optional=True, min=0, max=0)
_NO_PENULTIMATE = _cards("penultimate", _PENULTIMATE, optional=True, min=0, max=0)
_NO_FINAL = _cards("final", _FINAL, optional=True, min=0, max=0)


@lru_cache(MOST_KEPT)
def _leave(seat: str) -> Prompt:
    return Prompt("leave", (seat,), say("Leave the 2 uncovered"), _LEAVE_HELP, own=True)


_LEAVE_HELP = say("The turn ends, and the next player may play anything on the 2.")


def _recount(state: State) -> Prompt:
    hands = tuple([(seat, holding.hand) for seat, holding in state.holdings.items()])
    return _counting(state.setting.seats, hands, state.stock)


@lru_cache(MOST_KEPT)
def _counting(seats: tuple[str, ...], held: tuple[tuple[str, int], ...], left: int) -> Prompt:
    """Begins with the numbers as the referee has them, so that nothing changes unasked."""
    most = left + sum([n for _, n in held])
    hands = Field(
        "hands", "numbers_by_seat", say("Cards in hand"), optional=True, min=0, max=most, some=True, default=dict(held)
    )
    stock = Field("stock", "number", say("Cards in the stock"), optional=True, min=0, max=most, default=left)
    return Prompt("recount", seats, say("Count the cards again"), _RECOUNT_HELP, (hands, stock), optional=True)


_RECOUNT_HELP = say("Change whatever differs from the table. The hands and the stock are counted together.")
