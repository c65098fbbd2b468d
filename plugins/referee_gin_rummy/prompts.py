"""What may be entered: how a deal ended, or each draw and discard; a misdeal, a dead deal, the other depth."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from referee import FIFTY_TWO, Card, Field, Prompt, Random, card, hookimpl, say, without

from .melds import melds_in, place
from .questions import KNOCKER, MELDS, UPCARD
from .rules import DEPTH, HAND
from .state import State

DRAWS = {"stock": say("From the stock"), "pile": say("From the pile")}


@hookimpl(specname="prompts")
def open_prompts(state: State) -> tuple[Prompt, ...]:
    """What may be entered now; nothing once the game is over."""
    if state.rounds.winners:
        return ()
    seats, play = state.setting.seats, state.play
    misdeal = Prompt("misdeal", seats, say("Misdeal"), say("The same player deals again."), optional=True)
    other = "plays" if state.by_deal else "deals"
    depth = Prompt("depth", seats, DEPTH.label, fields=(replace(DEPTH, default=other),), optional=True)
    if state.by_deal:
        return (*_ends(state), _dead(seats), misdeal, depth)
    if play.upcard is None:
        return (Prompt("upcard", seats, say("The card turned up"), fields=(UPCARD,)), misdeal, depth)
    return (*_turn(state), misdeal)


def _dead(seats: tuple[str, ...], optional: bool = True) -> Prompt:
    return Prompt("dead", seats, say("Nobody has knocked"), say("Two cards are left of the stock."), optional=optional)


def _ends(state: State) -> tuple[Prompt, ...]:
    """How a deal ended: in points, or by the hands."""
    seats, chosen = state.setting.seats, state.setting.chosen
    knocker = replace(KNOCKER, choices=seats)
    points = Field("deadwood", "numbers_by_seat", say("Points left"), min=0, max=98, choices=seats)
    upcard = () if chosen.choice("knock") == "ten" else (UPCARD,)
    big = (Field("big_gin", "flag", say("Big gin"), default=False),) if chosen.number("big_gin_bonus") else ()
    in_points = (knocker, points, *big, *upcard)
    return (
        Prompt("deal", seats, say("The deal in points"), _POINTS_HELP, in_points),
        Prompt("hands", seats, say("The deal by the hands"), _HANDS_HELP, (knocker, *_hands(state), *upcard), True),
    )


_POINTS_HELP = say("What each has left after laying off: with no points it is gin.")
_HANDS_HELP = say("The ten cards of each. The referee melds them.")


def _turn(state: State) -> tuple[Prompt, ...]:
    """A draw and a discard, a knock, or that the card turned up is not wanted."""
    play, seats = state.play, state.setting.seats
    draw = Field("draw", "choice", say("Drawn"), choices=play.draws, labels=DRAWS, default=play.draws[0])
    cards = without(FIFTY_TWO, (*play.pile, *play.known[play.other]))
    discard = Field("discard", "card", say("Discarded"), choices=cards, suggests=True)
    down = replace(discard, optional=bool(state.setting.chosen.number("big_gin_bonus")))
    turn = Prompt("turn", seats, say("{seat} draws and discards", seat=play.turn), fields=(draw, discard))
    knock = Prompt(
        "knock", seats, say("{seat} knocks", seat=play.turn), _HANDS_HELP, (draw, down, *_hands(state)), optional=True
    )
    if state.at_wall:
        return (_dead(seats, optional=False), knock)
    if play.passes is None or play.draws == ("stock",):
        return (turn, knock)
    return (turn, knock, Prompt("pass", seats, say("{seat} does not want it", seat=play.turn), optional=True))


def _hands(state: State) -> tuple[Field, Field]:
    """Both hands, which begin with the cards that are known to be in them, and the melds of the knocker."""
    seats, known = state.setting.seats, state.play.known
    most = HAND + bool(state.setting.chosen.number("big_gin_bonus"))
    begun = {seat: [card.code for card in cards] for seat, cards in known.items()} if any(known.values()) else None
    cards = without(FIFTY_TWO, state.play.pile[:-1])
    return Field(
        "hands",
        "cards_by_seat",
        say("Hands"),
        min=HAND,
        max=most,
        choices=cards,
        suggests=not state.by_deal,
        seats=seats,
        default=begun,
    ), MELDS


@hookimpl
def example(prompt: Prompt, random: Random) -> Mapping[str, object] | None:
    """Points or hands with which somebody may knock; none where the fields say all."""
    fields, seats = {field.name: field for field in prompt.fields}, prompt.seats
    upcard = {"upcard": card("KD")} if "upcard" in fields else {}
    if prompt.kind == "deal":
        return {"knocker": seats[0], "deadwood": {seats[0]: 0, seats[1]: random.randint(0, 60)}, **upcard}
    if "hands" not in fields:
        return None
    free = fields["hands"].cards
    known: dict[str, tuple[Card, ...]] = dict.fromkeys(seats, ())
    for seat, codes in cast("Mapping[str, list[str]]", fields["hands"].default or {}).items():
        known[seat] = tuple(card(code) for code in codes)
    knocker, turn = str(prompt.title.values.get("seat", seats[0])), {}
    other = next(seat for seat in seats if seat != knocker)
    if "discard" in fields:
        top, draw = without(free, (*fields["discard"].cards, *known[other])), fields["draw"].words[0]
        free = without(free, top)
        known[knocker] += top if draw == "pile" else ()
        turn = {"draw": draw, "discard": free[-1]}
        free = free[:-1]
    free = without(free, (*known[knocker], *known[other]))
    hand = _melded(known[knocker], free, random)
    rest = random.sample(without(free, hand), HAND - len(known[other]))
    told = {"hands": {knocker: hand, other: (*known[other], *rest)}, **turn, **upcard}
    return told if turn else {"knocker": knocker, **told}


def _melded(hand: tuple[Card, ...], free: Sequence[Card], random: Random) -> tuple[Card, ...]:
    """A hand of ten with these cards in it, and with what melds fit beside them."""
    melds = melds_in(free)
    for meld in random.sample(melds, len(melds)):
        if len(hand) + len(meld) <= HAND and not {*hand} & {*meld}:
            hand = (*hand, *meld)
    lowest = sorted(without(free, hand), key=place)
    return (*hand, *lowest[: HAND - len(hand)])
