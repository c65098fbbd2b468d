"""A hook says that it is given something else than it is."""

from __future__ import annotations

from referee import Accepted, Ask, Prompt, hookimpl
from tests.highest_card import *


@hookimpl  # wrong: `accept` says that `entry` is Prompt;
def accept(state: State, entry: Prompt, ask: Ask) -> Accepted:
    return Accepted(state)
