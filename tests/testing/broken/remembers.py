"""A module remembers what is sealed, and tells it."""

from __future__ import annotations

from dataclasses import replace

from referee import Ask, Entry, Ruling, Scene, Step, hookimpl, say
from tests.toy_games import highest_card
from tests.toy_games.highest_card import *

SEEN: list[object] = []


@hookimpl
def clashes(state: State, entries: tuple[Entry, ...], ask: Ask) -> tuple[Ruling, ...]:
    SEEN.extend(entry.given.card("card") for entry in entries)
    return highest_card.clashes(state, entries, ask)


@hookimpl  # wrong: While 'lay' is sealed, `scene` answers something else than before
def scene(state: State) -> Scene:
    return replace(
        highest_card.scene(state),
        steps=(Step((), say("{cards} were laid.", cards=tuple(SEEN[-2:]))),),
    )
