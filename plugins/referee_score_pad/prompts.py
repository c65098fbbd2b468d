"""What may be entered: a round, a note, and that the match ends here."""

from referee import Field, Prompt, hookimpl, say

from .state import State

_END_HELP = say("The points as they are now decide.")
_PLAYERS_HELP = say("From this round on, until it is changed. Whoever sits out keeps their points.")
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
    asked = (
        Prompt("round", seats, say("Round {n}", n=rounds.number), what, (points,)),
        Prompt("note", seats, say("Write a note"), say("For all to read."), (_NOTE,), optional=True),
        Prompt("end", seats, say("End the match"), _END_HELP, optional=True),
    )
    return asked if rounds.in_playoff or len(seats) == 1 else (*asked, _players(rounds.playing, seats))


def _players(playing: tuple[str, ...], seats: tuple[str, ...]) -> Prompt:
    field = Field("playing", "seats", say("Who plays"), min=1, choices=seats, default=list(playing))
    return Prompt("players", seats, say("Who plays"), _PLAYERS_HELP, (field,), optional=True)
