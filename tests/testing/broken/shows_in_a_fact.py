"""A fact of the moment says what stays sealed."""

from __future__ import annotations

from dataclasses import replace

from referee import Fact, Scene, hookimpl, say
from tests import sealed_bids
from tests.sealed_bids import *


@hookimpl  # worth a look: sees what it is, in the facts
def scene(state: State) -> Scene:
    lowest = min(state.bids[-1].values()) if state.bids else 0
    return replace(sealed_bids.scene(state), facts=(Fact(say("Lowest bid"), say("{n}", n=lowest)),))
