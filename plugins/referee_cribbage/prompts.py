"""What may be entered: by deal its points, or its cards one by one; the hands and the crib."""

from dataclasses import replace

from referee import FIFTY_TWO, Field, Prompt, Text, count_pips, hookimpl, say

from .pegging import MOST
from .rules import HAND
from .state import State

ANY_CARD = 21
"""Up to this count every card may be played."""

MOST_POINTS = 29
"""No hand counts more."""


@hookimpl(specname="prompts")
def open_prompts(state: State) -> tuple[Prompt, ...]:
    """First what the deal waits for, then what may be entered besides."""
    if state.phase == "finished":
        return ()
    found: tuple[Prompt, ...] = (_show(state),)
    if state.phase == "deal":
        found = _deal(state)
    elif state.phase == "play":
        found = _play(state) if state.by_card else (_points(state),)
    help = say("The same dealer deals again, and what this deal has brought is taken back.")
    return (*found, Prompt("misdeal", state.setting.seats, say("Misdeal: deal again"), help, optional=True))


def _deal(state: State) -> tuple[Prompt, ...]:
    seats, starter = state.setting.seats, Field("starter", "card", say("The starter"))
    other = say("Enter what each deal brings") if state.by_card else say("Enter every card")
    depth = Prompt("depth", seats, other, optional=True)
    if state.by_card:
        return Prompt("starter", seats, say("Turn up the starter"), fields=(starter,)), depth
    count_them = say("Count the hands from their cards")
    return _points(state), Prompt("starter", seats, count_them, fields=(starter,), optional=True), depth


def _points(state: State) -> Prompt:
    """All points of a deal; where its hands are counted from their cards, those of the play."""
    pegged, title = _numbers("pegged", say("Pegged in the play"), state.order), say("What the deal brings")
    if state.starter is not None:
        return Prompt("deal", state.setting.seats, title, fields=(pegged,))
    hands = replace(_numbers("hands", say("Hands"), state.order), max=MOST_POINTS, some=True, optional=True)
    crib = Field("crib", "number", say("Crib"), optional=True, min=0, max=MOST_POINTS)
    help = say("Leave out what is not counted any more once somebody is out.")
    fields = replace(pegged, label=say("Pegging (with heels and go)")), hands, crib
    return Prompt("deal", state.setting.seats, title, help, fields)


def _numbers(name: str, label: Text, seats: tuple[str, ...]) -> Field:
    return Field(name, "numbers_by_seat", label, min=0, max=99, choices=seats)


def _play(state: State) -> tuple[Prompt, ...]:
    fitting = tuple(card for card in state.seen.left(FIFTY_TWO) if count_pips((*state.lying, card)) <= MOST)
    fields = (Field("card", "card", say("Card"), choices=fitting, suggests=True), *_muggins(state, state.turn))
    play = Prompt("play", (state.turn,), say("Play a card"), fields=fields, own=True)
    go = Prompt("go", (state.turn,), say("Go"), say("No card in the hand fits."), own=True)
    return (*((play,) if fitting else ()), *((go,) if count_pips(state.lying) > ANY_CARD else ()))


def _show(state: State) -> Prompt:
    """The next hand, whose cards are asked for unless they were played; or the crib."""
    seat, of_hand, left = state.showing, state.phase == "show", state.seen.left(FIFTY_TWO)
    four = Field("cards", "cards", say("The four cards"), min=HAND, max=HAND, choices=left, suggests=True)
    fields = (*(() if of_hand and state.by_card else (four,)), *_muggins(state, seat))
    title = say("Count the hand of {seat}", seat=seat) if of_hand else say("Count the crib")
    return Prompt("hand" if of_hand else "crib", (seat,), title, fields=fields, own=True)


def _muggins(state: State, seat: str) -> tuple[Field, ...]:
    """Where the table plays muggins: what others have called of the points of this seat."""
    others = tuple(one for one in state.setting.seats if one != seat)
    called = _numbers("called", say("Muggins: points called by"), others)
    return (replace(called, some=True, optional=True),) if state.setting.chosen.flag("muggins") else ()
