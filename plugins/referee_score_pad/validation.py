"""Why an entry cannot be."""

from referee import Ruling, say

from .rules import cite
from .state import State


def refuse_end(state: State) -> Ruling | None:
    """Why the match cannot end here; None if it can."""
    if state.rounds.number > 1 or state.had_turn:
        return None
    because = cite("end", "No round was entered yet: the match ends after the first one at the earliest.")
    return Ruling({"legal": False}, say("The match cannot end yet"), (because,))
