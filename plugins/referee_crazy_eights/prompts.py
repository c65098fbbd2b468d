"""The prompts: a whole deal, or its cards in turn."""

from collections.abc import Iterator
from dataclasses import replace

from referee import Field, Prompt, Prompts, Random, count, hookimpl, say

from .scoring import DOUBLED, LEFT, WISHED, fits
from .state import State

MORE = Field(
    "more",
    "cards",
    say("More cards of that rank, in their order"),
    optional=True,
    max=7,
    suggests=True,
)


@hookimpl
def prompts(state: State) -> Prompts:
    """Return what may be entered now; nothing once the match is over."""
    if state.rounds.winners:
        return ()
    return (*_awaited(state), *_asides(state))


def _awaited(state: State) -> Iterator[Prompt]:
    deal = state.deal
    if state.by_deal:
        yield from _ask_for_deal(state)
    elif deal.to_show:
        for seat in deal.to_show:
            yield _ask_to_show(state, seat)
    elif not deal.pile:
        label = say("Card turned up")
        card = Field("card", "card", label, choices=state.unseen, suggests=True)
        yield Prompt("starter", state.seats, say("Turn up a card"), fields=(card,))
    elif deal.wisher:
        wisher = (deal.wisher,)
        yield Prompt("wish", wisher, say("Name a suit"), fields=(WISHED,), own=True)
    else:
        yield from _ask_for_turn(state)


def _ask_for_deal(state: State) -> Iterator[Prompt]:
    seats = state.seats
    whoever = say("Leave out whoever went out.")
    cards = replace(LEFT, choices=state.variant.deck(len(seats)))
    doubled = (DOUBLED,) if state.chosen.flag("jack_doubles") else ()
    yield Prompt("deal", seats, say("Cards left"), whoever, (cards, *doubled))

    label = say("What they have left counts")
    nothing = dict.fromkeys(seats, 0)
    left = Field("left", "numbers_by_seat", label, min=0, default=nothing)
    title = say("Points left, as you count them")
    yield Prompt("points", seats, title, fields=(left, *doubled))


def _ask_for_turn(state: State) -> Iterator[Prompt]:
    """Ask for a card first of all; what may be done instead is a button."""
    deal = state.deal
    variant = state.variant
    unseen = state.unseen
    top = deal.pile[-1]
    fitting = []
    for card in unseen:
        is_eight = card.rank == variant.skips
        fits_pile = fits(variant, top, deal.suit, deal.draws, card)
        if fits_pile and (is_eight or not deal.misses):
            fitting.append(card)

    seat = (deal.turn,)
    title = say("Play a card")
    choices = tuple(fitting) or unseen
    fields = [Field("card", "card", say("Card"), choices=choices, suggests=True)]
    if state.chosen.flag("several"):
        fields.append(replace(MORE, choices=unseen))
    optional = not fitting
    yield Prompt("play", seat, title, fields=tuple(fields), optional=optional, own=True)
    if deal.misses:
        yield Prompt("pass", seat, say("Miss the turn"), own=True)
    elif deal.draws:
        n = min(deal.draws, deal.left_to_draw)
        yield Prompt(
            "draw", seat, count("Draw {n} card", "Draw {n} cards", n), own=True
        )
    elif state.may_pass:
        yield Prompt("pass", seat, say("Pass"), own=True)
    else:
        yield Prompt("draw", seat, say("Draw a card"), own=True)


def _ask_to_show(state: State, seat: str) -> Prompt:
    n = state.deal.hands[seat]
    cards = Field(
        "cards",
        "cards",
        say("Cards left in hand"),
        min=n,
        max=n,
        choices=state.unseen,
        suggests=True,
    )
    return Prompt("left", (seat,), say("Show what is left"), fields=(cards,), own=True)


def _asides(state: State) -> Iterator[Prompt]:
    """Yield what may be entered beside all else."""
    seats = state.seats
    deal = state.deal
    yield Prompt("misdeal", seats, say("Misdeal: deal again"), optional=True)
    if not deal.pile:
        title = say("Score by deal")
        if state.by_deal:
            title = say("Enter every card")
        yield Prompt("depth", seats, title, optional=True)
        return
    if deal.to_show:
        return

    who = Field("seat", "seat", say("Who"), choices=seats)
    n = Field("n", "number", say("Cards"), min=1, max=10, default=2)
    title = say("Somebody draws as a penalty")
    help = say(
        "For not saying “Mau” with one card left, for example. The turn stays where "
        "it is."
    )
    yield Prompt("penalty", seats, title, help, (who, n), optional=True)
    if not deal.left_to_draw:
        yield Prompt("blocked", seats, say("Nobody can play"), optional=True)


@hookimpl
def example(prompt: Prompt, random: Random) -> dict[str, object] | None:
    """Return a deal in which one seat is out."""
    seats = prompt.seats
    _, *others = random.sample(seats, len(seats))
    if prompt.kind == "points":
        left = dict.fromkeys(seats, 0)
        for seat in seats:
            if seat in others:
                left[seat] = random.randint(1, 60)
        return {"left": left}
    if prompt.kind != "deal":
        return None

    drawn = random.sample(prompt.fields[0].choices, 3 * len(others))
    cards = {}
    for seat in others:
        cards[seat], drawn = drawn[:3], drawn[3:]
    return {"cards": cards}
