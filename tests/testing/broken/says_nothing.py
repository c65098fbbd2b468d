"""A hook ends without `return`."""

from __future__ import annotations

from referee import Accepted, Ask, Entry, Refused, hookimpl
from tests.toy_games.highest_card import *


@hookimpl  # wrong: `accept`: the answer is None, not an Accepted
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused | None:
    """It forgets to answer."""
