"""What may be entered: a round or a turn, a note, and that the match ends here."""

from collections.abc import Mapping

from referee import Field, Prompt, Random, hookimpl, say

from .dice import possible
from .sheets import sheet_of
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
    asked = (
        sheet_of(state).ask(state),
        Prompt("note", seats, say("Write a note"), say("For all to read."), (_NOTE,), optional=True),
        Prompt("end", seats, say("End the match"), _END_HELP, optional=True, ends=True),
    )
    stays = rounds.in_playoff or sheet_of(state).in_turns or state.bids or len(seats) == 1
    return asked if stays else (*asked, _players(rounds.playing, seats))


@hookimpl
def example(prompt: Prompt, random: Random) -> Mapping[str, object] | None:
    """What fits together: a category that is free with points that it can bring, or points that cards can have."""
    fields = {field.name: field for field in prompt.fields}
    if "category" in fields:
        labels = fields["category"].labels
        category = random.choice([name for name in fields["category"].words if "n" not in labels[name].values])
        return {"category": category, "points": {fields["points"].words[0]: random.choice(possible(category))}}
    if "melds" in fields:
        return {name: {seat: 5 * random.randint(0, 40) for seat in field.words} for name, field in fields.items()}
    return None


def _players(playing: tuple[str, ...], seats: tuple[str, ...]) -> Prompt:
    field = Field("playing", "seats", say("Who plays"), min=1, choices=seats, default=list(playing))
    return Prompt("players", seats, say("Who plays"), _PLAYERS_HELP, (field,), optional=True)
