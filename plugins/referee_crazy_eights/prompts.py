"""What may be entered: a whole deal, or its cards in turn."""

from dataclasses import replace

from referee import SUITS, Field, Prompt, count, hookimpl, say

from .play import fits
from .rules import SUIT_NAMES
from .state import State


@hookimpl(specname="prompts")
def open_prompts(state: State) -> tuple[Prompt, ...]:
    """What may be entered now; nothing once the match is over."""
    if state.rounds.winners:
        return ()
    if state.by_deal:
        return (*_whole_deal(state), *_asides(state))
    if state.deal.to_show:
        return (*(_show(state, seat) for seat in state.deal.to_show), *_asides(state))
    if not state.deal.pile:
        return (_turn_up(state), *_asides(state))
    return (*_turn(state), *_asides(state))


def _whole_deal(state: State) -> tuple[Prompt, ...]:
    seats, deck = state.setting.seats, state.variant.deck(len(state.setting.seats))
    cards = Field("cards", "cards_by_seat", say("Cards left in hand"), min=1, choices=deck, some=True)
    left = Field("left", "numbers_by_seat", say("What they have left counts"), min=0, default=dict.fromkeys(seats, 0))
    return (
        Prompt("deal", seats, say("Cards left"), say("Whoever is out has none and is left out."), (cards,)),
        Prompt("points", seats, say("Points left, counted by yourselves"), fields=(left,)),
    )


def _turn_up(state: State) -> Prompt:
    card = Field("card", "card", say("Card turned up"), choices=state.unseen, suggests=True)
    what = say("The top card of the stock, face up beside it. Anybody may enter it.")
    return Prompt("starter", state.setting.seats, say("Turn up a card"), what, (card,))


def _turn(state: State) -> tuple[Prompt, ...]:
    """A card, first of all; what may be done instead is a button."""
    deal = state.deal
    unseen = state.unseen
    fitting = tuple(one for one in unseen if fits(state.variant, deal.top, deal.suit, deal.draws, one))
    card = Field("card", "card", say("Card"), choices=fitting or unseen, suggests=True)
    wild = say("Eight") if state.variant.wild == "8" else say("Jack")
    label = say("{wild}: the suit wished", wild=wild)
    wish = Field("wish", "choice", label, optional=True, choices=tuple(SUITS), labels=SUIT_NAMES)
    fields = (card, wish) if any(one.rank == state.variant.wild for one in fitting) else (card,)
    seat = (deal.turn,)
    play = Prompt("play", seat, say("Play a card"), say(_PLAY), fields, optional=not fitting, own=True)
    if deal.draws:
        n = min(deal.draws, state.left_to_draw)
        return play, Prompt("draw", seat, count("Draw {n} card", "Draw {n} cards", n), own=True)
    if state.may_pass:
        return play, Prompt("pass", seat, say("Pass"), own=True)
    return play, Prompt("draw", seat, say("Draw a card"), own=True)


_PLAY = "Of the suit or the rank that lies there. Whoever wishes a suit names it here too."


def _show(state: State, seat: str) -> Prompt:
    n = state.deal.hands[seat]
    cards = Field("cards", "cards", say("Cards left in hand"), min=n, max=n, choices=state.unseen, suggests=True)
    return Prompt("left", (seat,), say("Show what is left"), fields=(cards,), own=True)


def _asides(state: State) -> tuple[Prompt, ...]:
    """What may be entered beside all else."""
    seats, deal = state.setting.seats, state.deal
    found = [Prompt("misdeal", seats, say("Misdeal: deal again"), optional=True)]
    if not deal.pile:
        other = say("Enter every card") if state.by_deal else say("Enter how deals end")
        found.append(Prompt("depth", seats, other, optional=True))
    elif not deal.to_show:
        who = Field("seat", "seat", say("Who"), choices=seats)
        n = Field("n", "number", say("Cards"), min=1, max=10, default=2)
        found.append(Prompt("penalty", seats, say("Somebody draws as a penalty"), fields=(who, n), optional=True))
        if not state.left_to_draw:
            found.append(Prompt("blocked", seats, say("Nobody can play"), optional=True))
    return tuple(replace(one, help=_ASIDE_HELP.get(one.kind, one.help)) for one in found)


_ASIDE_HELP = {
    "penalty": say("As for not saying “Mau” with one card left. The turn stays where it is."),
    "blocked": say("Nothing is left to draw, and nobody has a card that fits: everybody counts."),
}
