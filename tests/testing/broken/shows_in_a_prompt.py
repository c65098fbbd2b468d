"""The title of a prompt says what stays sealed."""

from __future__ import annotations

from dataclasses import replace

from referee import Prompt, hookimpl, say
from tests import sealed_bids
from tests.sealed_bids import *


@hookimpl  # worth a look: sees what it is, in what is asked for
def prompts(state: State) -> tuple[Prompt, ...]:
    lowest = min(state.bids[-1].values()) if state.bids else 0
    title = say("Bid, after {n}", n=lowest)
    return tuple(replace(one, title=title) for one in sealed_bids.prompts(state))
