"""What a field offers says what stays sealed."""

from __future__ import annotations

from dataclasses import replace

from referee import Field, Prompt, hookimpl, say
from tests import sealed_bids
from tests.sealed_bids import *


@hookimpl  # worth a look: sees what it is, in what is asked for
def prompts(state: State) -> tuple[Prompt, ...]:
    bids = {str(bid) for bid in state.bids[-1].values()} if state.bids else set()
    which = Field("which", "choice", say("Which"), choices=("none", *sorted(bids)))
    return tuple(replace(one, fields=(*one.fields, which)) for one in sealed_bids.prompts(state))
