"""What may be entered: who made trump, then the tricks; or at once how a deal ended."""

from dataclasses import replace

from referee import SUIT_NAMES, TWENTY_FOUR, Field, Prompt, hookimpl, say

from .questions import ALONE, TAKEN, TRUMP
from .state import ORDERED_UP, State

_MAKER = Field("maker", "seat", say("Who made trump"))
_TURNED = Field("turned", "card", say("The card that was turned up"), choices=TWENTY_FOUR)
_MADE = replace(
    TRUMP,
    optional=True,
    choices=(ORDERED_UP, *SUIT_NAMES),
    labels={ORDERED_UP: say("Ordered up"), **SUIT_NAMES},
    default=ORDERED_UP,
)


@hookimpl(specname="prompts")
def open_prompts(state: State) -> tuple[Prompt, ...]:
    """Who made trump, or the whole deal, or that all passed; then tricks; nothing once the match is over."""
    deals = state.deals
    seats = deals.rounds.setting.seats
    maker = replace(_MAKER, choices=seats)
    found = deals.prompts(by_deal=(maker, ALONE, TAKEN))
    if not found or state.contract is not None:
        return found
    passed = Prompt("passed", seats, say("All have passed"), optional=True)
    if deals.by_deal:
        return (found[0], passed, *found[1:])
    what = say("If all passed first, the suit that was named.")
    contract = Prompt("contract", seats, say("Who made trump"), what, (_TURNED, maker, _MADE, ALONE))
    return (contract, passed, *(aside for aside in found[1:] if aside.kind != "claim"))
