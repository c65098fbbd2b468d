"""A refusal does not say that it is one."""

from __future__ import annotations

from referee import Accepted, Ask, Entry, Reason, Refused, Ruling, hookimpl, say
from tests.toy_games.highest_card import *


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    why = Reason("highest-card#trick", "rules", say("The trick is not over."))
    return Refused(
        Ruling(
            {}, say("The cards stay where they are."), (why,)  # wrong: does not say that it is one
        )
    )
