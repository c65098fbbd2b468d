"""What may be entered: the hands of a round, and a call of four aces."""

from dataclasses import replace

from referee import Field, Prompt, hookimpl, say

from .call import ACES
from .hands import TITLES
from .questions import HAND_FIELDS
from .state import State

_CALL_FIELDS = (
    Field(
        "hand",
        "choice",
        say("Which hand"),
        choices=tuple(TITLES),
        labels=TITLES,
    ),
    # The hand's other cards may be named too, but nobody need look for them.
    Field("cards", "cards", say("The four aces in it"), min=len(ACES), choices=ACES, suggests=True),
)

# How many there can be is only suggested: the checks on a round say why there cannot be more.
_ROUND_FIELDS = tuple(replace(field, suggests=True) for field in HAND_FIELDS)

_HOW_TO_ENTER = say(
    "When the stock is gone and the last turn is finished. Name a card under a joker once, as locked; an unplayed "
    "joker with the hand it lies in. Nobody else sees it until all hands are in."
)


@hookimpl(specname="prompts")
def open_prompts(state: State) -> tuple[Prompt, ...]:
    """The hands of all who play this round, and the call; nothing once the match is over."""
    if state.winners:
        return ()
    hands = Prompt(
        "round", state.playing, say("Play, then enter both hands"), _HOW_TO_ENTER, _ROUND_FIELDS, secret=True, own=True
    )
    title, why = say("Call four aces"), say("All four aces in one hand win the whole game at once.")
    return hands, Prompt("four_aces", state.playing, title, why, _CALL_FIELDS, optional=True, own=True)
