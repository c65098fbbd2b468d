"""What may be entered: a round, a note, and that the match ends here."""

from __future__ import annotations

from referee import Field, Prompt, hookimpl, say

from .state import State

_END_HELP = say("The points as they are now decide.")
_NOTE = Field("note", "text", say("Note"))


@hookimpl(specname="prompts")
def open_prompts(state: State) -> tuple[Prompt, ...]:
    """The points of those who play the round, and besides a note or the end; nothing once the match is over."""
    rounds, seats = state.rounds, state.rounds.setting.seats
    if rounds.winners:
        return ()
    halves = state.chosen.flag("halves")
    points = Field("points", "numbers_by_seat", say("Points"), choices=rounds.playing, halves=halves)
    what = say("What everybody scored this round; it may be below zero.")
    return (
        Prompt("round", seats, say("Round {n}", n=rounds.number), what, (points,)),
        Prompt("note", seats, say("Write a note"), say("For all to read."), (_NOTE,), optional=True),
        Prompt("end", seats, say("End the match"), _END_HELP, optional=True),
    )
