"""A ruling says what stays sealed."""

from __future__ import annotations

from dataclasses import replace

from referee import Accepted, Ask, Entry, hookimpl, say
from tests import sealed_bids
from tests.sealed_bids import *


@hookimpl
def reveal(state: State, entries: tuple[Entry, ...], ask: Ask) -> Accepted:
    after = sealed_bids.reveal(state, entries, ask)
    lowest = min(entry.given.number("bid") for entry in entries)
    told = say("The lowest bid was {n}", n=lowest)  # worth a look: While 'bid' of Player 1 is sealed, Player 2 sees
    return replace(after, rulings=tuple(replace(one, summary=told) for one in after.rulings))
