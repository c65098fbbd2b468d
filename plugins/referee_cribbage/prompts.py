"""What may be entered: by deal its points, or its cards one by one; the hands and the crib."""

from dataclasses import replace

from referee import FIFTY_TWO, Field, Prompt, Random, Text, hookimpl, say

from .rules import HAND
from .state import State

ANY_CARD = 21
"""Up to this count every card may be played."""

MOST_POINTS = 29
"""No hand counts more."""


@hookimpl(specname="prompts")
def open_prompts(state: State) -> tuple[Prompt, ...]:
    """First what the deal waits for, then what may be entered besides."""
    match state.phase:
        case "finished":
            return ()
        case "deal":
            return (*_deal(state), _misdeal(state), _depth(state))
        case "play":
            return (*(_play(state) if state.by_card else (_pegging(state),)), _misdeal(state))
        case "show":
            return (_hand(state), _misdeal(state))
        case _:
            return (_crib(state), _misdeal(state))


def _deal(state: State) -> tuple[Prompt, ...]:
    seats, order = state.setting.seats, state.order
    starter = Field("starter", "card", say("The starter"))
    if state.by_card:
        return (Prompt("starter", seats, say("Turn up the starter"), fields=(starter,)),)
    fields = (
        _numbers("pegged", say("Pegged, heels and go too"), order),
        replace(_numbers("hands", say("Hands"), order), max=MOST_POINTS, some=True, optional=True),
        Field("crib", "number", say("Crib"), optional=True, min=0, max=MOST_POINTS),
    )
    help = say("Leave out what is not counted any more once somebody is out.")
    count_them = say("Count the hands from their cards")
    return (
        Prompt("deal", seats, say("What the deal brings"), help, fields),
        Prompt("starter", seats, count_them, fields=(starter,), optional=True),
    )


def _numbers(name: str, label: Text, seats: tuple[str, ...]) -> Field:
    return Field(name, "numbers_by_seat", label, min=0, max=99, choices=seats)


def _play(state: State) -> tuple[Prompt, ...]:
    seat, fitting = state.turn, state.fitting
    card = Field("card", "card", say("Card"), choices=fitting, suggests=True)
    play = Prompt("play", (seat,), say("Play a card"), fields=(card, *_muggins(state, seat)), own=True)
    go = Prompt("go", (seat,), say("Go"), say("No card in the hand fits."), own=True)
    return (*((play,) if fitting else ()), *((go,) if state.count > ANY_CARD else ()))


def _pegging(state: State) -> Prompt:
    pegged = _numbers("pegged", say("Pegged in the play"), state.order)
    return Prompt("pegging", state.setting.seats, say("What was pegged"), fields=(pegged,))


def _hand(state: State) -> Prompt:
    seat = state.showing
    cards = () if state.by_card else (_four(state),)
    return Prompt(
        "hand", (seat,), say("Count the hand of {seat}", seat=seat), fields=(*cards, *_muggins(state, seat)), own=True
    )


def _crib(state: State) -> Prompt:
    seat = state.rounds.dealer
    return Prompt("crib", (seat,), say("Count the crib"), fields=(_four(state), *_muggins(state, seat)), own=True)


def _four(state: State) -> Field:
    return Field(
        "cards", "cards", say("The four cards"), min=HAND, max=HAND, choices=state.seen.left(FIFTY_TWO), suggests=True
    )


def _muggins(state: State, seat: str) -> tuple[Field, ...]:
    """Where the table plays muggins: what others have called of the points of this seat."""
    if not state.muggins:
        return ()
    others = tuple(one for one in state.setting.seats if one != seat)
    called = _numbers("called", say("Muggins: points called by"), others)
    return (replace(called, some=True, optional=True),)


def _misdeal(state: State) -> Prompt:
    help = say("The same dealer deals again, and what this deal has brought is taken back.")
    return Prompt("misdeal", state.setting.seats, say("Misdeal"), help, optional=True)


def _depth(state: State) -> Prompt:
    other = say("Enter what each deal brings") if state.by_card else say("Enter every card")
    return Prompt("depth", state.setting.seats, other, optional=True)


@hookimpl
def example(prompt: Prompt, random: Random) -> dict[str, object] | None:
    """A deal of which all is entered; a card that fits."""
    if prompt.kind == "deal":
        seats = prompt.fields[0].words
        points = [{seat: random.randint(1, 12) for seat in seats} for _ in range(2)]
        return {"pegged": points[0], "hands": points[1], "crib": random.randint(0, 12)}
    return None
