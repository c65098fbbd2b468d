"""A ruling says what was sealed when it was compared, and is still."""

from __future__ import annotations

from dataclasses import replace

from referee import Accepted, Ask, Card, Entry, Prompt, Reason, Ruling, hookimpl, say
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *

COMPARED: list[Card] = []


@hookimpl
def clashes(state: State, entries: tuple[Entry, ...], ask: Ask) -> tuple[Ruling, ...]:
    COMPARED.append(entries[-1].given.card("card"))
    return highest_card.clashes(state, entries, ask)


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    return tuple(replace(one, optional=False) for one in highest_card.prompts(state))


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted:
    why = Reason("highest-card#trick", "rules", say("So it is."))
    told = say(
        "After {card}",  # wrong: sees what it is, in a ruling
        card=COMPARED[-1] if COMPARED else None,
    )
    return Accepted(state, (Ruling({"gathered": True}, told, (why,)),))
