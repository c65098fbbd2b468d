"""What can be asked without a table, and what may be entered at one: a whole deal, or its cards in turn."""

from dataclasses import replace

from referee import FIFTY_TWO, SUIT_NAMES, SUITS, Field, Prompt, Question, Random, count, hookimpl, say, two_of

from .play import fits
from .rules import SCORING, VARIANT
from .state import State

_WISHED = Field("suit", "choice", say("The suit wished"), choices=tuple(SUITS), labels=SUIT_NAMES)
_LEFT = Field("cards", "cards_by_seat", say("Cards left in hand"), min=1, choices=two_of(FIFTY_TWO), some=True)
_PLAY = (
    Field("card", "card", say("The card to be laid"), choices=FIFTY_TWO),
    Field("top", "card", say("The card that lies there (empty: it is turned up first)"), True, choices=FIFTY_TWO),
    replace(_WISHED, optional=True),
    Field("draws", "number", say("Cards that are to be drawn"), True, min=0, max=40),
    replace(VARIANT, optional=True),
)
_POINTS = (
    replace(_LEFT, min=0, unless=("left",)),
    Field("left", "numbers_by_seat", say("Or what they count"), True, min=0, some=True),
    replace(SCORING, optional=True),
    replace(VARIANT, optional=True),
)


@hookimpl(specname="questions")
def list_questions() -> tuple[Question, ...]:
    """Whether a card may lie on another, and what the cards left in hands count."""
    return (
        Question("play", say("May this card be laid?"), _PLAY, hook="resolve_trick", copies=2),
        Question("deal", say("What do the cards left in hand count?"), _POINTS, hook="score_round", copies=2),
    )


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
        card = Field("card", "card", say("Card turned up"), choices=state.unseen, suggests=True)
        return (Prompt("starter", state.seats, say("Turn up a card"), fields=(card,)), *_asides(state))
    if state.deal.wisher:
        return (Prompt("wish", (state.deal.wisher,), say("Wish a suit"), fields=(_WISHED,), own=True), *_asides(state))
    return (*_turn(state), *_asides(state))


def _whole_deal(state: State) -> tuple[Prompt, ...]:
    default = dict.fromkeys(state.seats, 0)
    left = Field("left", "numbers_by_seat", say("What they have left counts"), min=0, default=default)
    cards = replace(_LEFT, choices=state.variant.deck(len(state.seats)))
    whoever = say("Whoever is out has none and is left out.")
    return (
        Prompt("deal", state.seats, say("Cards left"), whoever, (cards,)),
        Prompt("points", state.seats, say("Points left, counted by yourselves"), fields=(left,)),
    )


def _turn(state: State) -> tuple[Prompt, ...]:
    """A card, first of all; what may be done instead is a button."""
    deal, unseen, seat = state.deal, state.unseen, (state.deal.turn,)
    fitting = tuple(one for one in unseen if fits(state.variant, deal.pile[-1], deal.suit, deal.draws, one))
    card = Field("card", "card", say("Card"), choices=fitting or unseen, suggests=True)
    play = Prompt("play", seat, say("Play a card"), fields=(card,), optional=not fitting, own=True)
    if deal.draws:
        n = min(deal.draws, deal.left_to_draw)
        return play, Prompt("draw", seat, count("Draw {n} card", "Draw {n} cards", n), own=True)
    if state.may_pass:
        return play, Prompt("pass", seat, say("Pass"), own=True)
    return play, Prompt("draw", seat, say("Draw a card"), own=True)


def _show(state: State, seat: str) -> Prompt:
    n, unseen = state.deal.hands[seat], state.unseen
    cards = Field("cards", "cards", say("Cards left in hand"), min=n, max=n, choices=unseen, suggests=True)
    return Prompt("left", (seat,), say("Show what is left"), fields=(cards,), own=True)


def _asides(state: State) -> tuple[Prompt, ...]:
    """What may be entered beside all else."""
    seats, deal = state.seats, state.deal
    found = [Prompt("misdeal", seats, say("Misdeal: deal again"), optional=True)]
    if not deal.pile:
        other = say("Enter every card") if state.by_deal else say("Enter how deals end")
        found.append(Prompt("depth", seats, other, optional=True))
    elif not deal.to_show:
        who = Field("seat", "seat", say("Who"), choices=seats)
        n = Field("n", "number", say("Cards"), min=1, max=10, default=2)
        how = say("As for not saying “Mau” with one card left. The turn stays where it is.")
        found.append(Prompt("penalty", seats, say("Somebody draws as a penalty"), how, (who, n), optional=True))
    if deal.pile and not deal.to_show and not deal.left_to_draw:
        found.append(Prompt("blocked", seats, say("Nobody can play"), optional=True))
    return tuple(found)


@hookimpl
def example(prompt: Prompt, random: Random) -> dict[str, object] | None:
    """A deal in which one seat is out."""
    _, *others = random.sample(prompt.seats, len(prompt.seats))
    if prompt.kind == "points":
        return {"left": {seat: random.randint(1, 60) if seat in others else 0 for seat in prompt.seats}}
    if prompt.kind != "deal":
        return None
    cards = random.sample(prompt.fields[0].choices, 3 * len(others))
    return {"cards": {seat: cards[3 * n : 3 * n + 3] for n, seat in enumerate(others)}}
