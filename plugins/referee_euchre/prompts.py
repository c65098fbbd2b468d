"""What may be entered: who made trump, then the tricks; or at once how a deal ended."""

from dataclasses import replace

from referee import (
    OTHERS_TRICKS,
    SUIT_NAMES,
    TWENTY_FOUR,
    Field,
    Prompt,
    deal_end_fields,
    hookimpl,
    say,
)

from .questions import ALONE, TAKEN, TRUMP
from .rules import HAND
from .state import ORDERED_UP, State

_MAKER = Field("maker", "seat", say("Who made trump"))
_TURNED = Field(
    "turned", "card", say("The card that was turned up"), choices=TWENTY_FOUR
)
ORDERED_UP_LABEL = say("Ordered up")
MADE = replace(
    TRUMP,
    optional=True,
    choices=(ORDERED_UP, *SUIT_NAMES),
    labels={ORDERED_UP: ORDERED_UP_LABEL, **SUIT_NAMES},
    default=ORDERED_UP,
)
"""How trump was made: the card that was turned was ordered up, or this suit was named
afterwards.
"""


@hookimpl(specname="prompts")
def open_prompts(state: State) -> tuple[Prompt, ...]:
    """Who made trump, or the whole deal, or that all passed; then tricks; nothing once
    the match is over.
    """
    deals = state.deals
    seats = deals.rounds.setting.seats
    maker = replace(_MAKER, choices=seats)
    ends = deal_end_fields(seats, deals.rounds.sides)
    by_deal = (maker, ALONE, TAKEN, *ends, replace(OTHERS_TRICKS, max=HAND))
    found = deals.prompts(by_deal=by_deal, concessions=())
    if not found or state.contract is not None:
        return found
    passed = Prompt("passed", seats, say("All have passed"), optional=True)
    if deals.by_deal:
        return (found[0], passed, *found[1:])
    what = say("If all passed first, the suit that was named, else “Ordered up”.")
    contract = Prompt(
        "contract", seats, say("Who made trump"), what, (_TURNED, maker, MADE, ALONE)
    )
    return (
        contract,
        passed,
        *(aside for aside in found[1:] if aside.kind not in ("claim", "concede")),
    )
