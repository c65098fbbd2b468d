"""The standings say what stays sealed."""

from __future__ import annotations

from dataclasses import replace

from referee import Scene, hookimpl
from tests import sealed_bids
from tests.sealed_bids import *


@hookimpl  # worth a look: sees what it is, in the standings
def scene(state: State) -> Scene:
    found = sealed_bids.scene(state)
    bids = state.bids[-1] if state.bids else {}
    return replace(found, standings=tuple(replace(one, score=bids.get(one.seat, 0)) for one in found.standings))
