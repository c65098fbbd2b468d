"""Two play each round, and a form wants a card of everybody."""

from __future__ import annotations

from referee import FIFTY_TWO, Accepted, Ask, Entry, Field, Prompt, hookimpl, say
from tests.toy_games.highest_card import *


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    plays = Field("plays", "card_by_seat", say("Cards"), choices=FIFTY_TWO)
    both = () if state.over else state.seats[:2]
    return (
        (Prompt("duel", both, say("The duel"), fields=(plays,)),)  # worth a look: 'plays' wants
        if both
        else ()
    )


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted:
    ruling = ask(
        "trick",
        plays={
            seat: entry.given.card_by_seat("plays")[seat] for seat in state.seats[:2]
        },
    )
    return Accepted(
        State(state.seats, state.target, points={state.seats[0]: state.target}),
        (ruling,),
    )


@hookimpl
def scene(state: State) -> Scene:
    places = [Standing(seat, state.points.get(seat, 0), 1) for seat in state.seats]
    waiting = () if state.over else state.seats[:2]
    return Scene(
        "duel",
        1,
        waiting,
        tuple(places),
        finished=state.over,
        winners=state.seats[:1] if state.over else (),
    )
