"""What may be entered: a contract and tricks, or a whole deal; besides a claim, a deal
passed out, the end.
"""

from collections.abc import Iterator
from dataclasses import replace

from referee import OTHERS_TRICKS, Field, Prompt, deal_end_fields, hookimpl, say

from .contract import contract_fields
from .rules import TRICKS
from .score import TRICKS_TAKEN
from .state import State

_END_HELP = say(
    "The rubber ends as it stands: an only game brings 300, an only part-score 100."
)


@hookimpl(specname="prompts")
def open_prompts(state: State) -> tuple[Prompt, ...]:
    """List what may be entered now; nothing once the match is over."""
    return () if state.deals.rounds.winners else tuple(_prompts(state))


def _prompts(state: State) -> Iterator[Prompt]:
    deals, seats = state.deals, state.setting.seats
    honours: tuple[Field, ...] = ()
    if state.setting.chosen.flag("honours"):
        points = Field(
            "honours",
            "choice",
            say("Honours"),
            choices=("0", "100", "150"),
            default="0",
            optional=True,
        )
        honours = (
            points,
            Field("holder", "seat", say("Whose honours"), choices=seats, optional=True),
        )
    by_deal = (*contract_fields(seats), TRICKS_TAKEN, *honours, *_end_fields(state))
    first, *asides = deals.prompts(by_deal, shared_claims=True)
    if not deals.by_deal and state.contract is None:
        first = Prompt(
            "contract",
            seats,
            say("The contract"),
            say("After three passes."),
            contract_fields(seats),
        )
    yield first
    if state.contract is None:
        yield Prompt(
            "passed",
            seats,
            say("Passed out"),
            say("All four have passed."),
            optional=True,
        )
    for one in asides:
        if one.kind != "claim" or state.contract is not None:
            yield (
                replace(one, fields=(*one.fields, *honours))
                if one.kind == "claim"
                else one
            )
    if state.is_rubber and deals.rounds.number > 1:
        yield Prompt(
            "end", seats, say("End the rubber"), _END_HELP, optional=True, ends=True
        )


def _end_fields(state: State) -> tuple[Field, ...]:
    """Return what may have happened in a deal besides."""
    offenders, *ends = deal_end_fields(state.setting.seats, state.setting.sides())
    label = say("Tricks that go over for it")
    go_over = Field(
        "go_over",
        "number",
        label,
        min=0,
        max=TRICKS,
        optional=True,
        folded=offenders.folded,
    )
    return replace(offenders, label=say("Who revoked?")), go_over, *ends, OTHERS_TRICKS
