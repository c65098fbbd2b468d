"""Refereeing a match: each kind of entry, and what takes it."""

from __future__ import annotations

from typing import cast

from referee import Accepted, Ask, Entry, FieldError, Refused, WrongFieldsError, say

from .recount import recount
from .setting_up import flip, lay
from .state import State
from .turn import leave_two, take_pile, take_play


def accept_entry(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after this entry, or the ruling that refuses it."""
    match entry.kind:
        case "play":
            return take_play(state, entry, ask)
        case "pickup":
            return take_pile(state, ask)
        case "leave":
            return leave_two(state, ask)
        case "flip":
            return flip(state, entry.given.card("card"), ask)
        case "lay":
            return lay(state, cast(str, entry.seat), entry.given.cards("cards"), ask)
        case "recount":
            return recount(state, entry.given)
    raise WrongFieldsError(FieldError("kind", say("There is no such entry.")))
