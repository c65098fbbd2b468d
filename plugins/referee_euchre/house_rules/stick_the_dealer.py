"""Stick the dealer: if all others pass twice, the dealer has to name a suit."""

from collections.abc import Generator

from referee import (
    Accepted,
    Ask,
    Entry,
    HouseRule,
    Refused,
    Ruling,
    by_house_rule,
    hookimpl,
    say,
    uphold,
)

from ..rules import GAME
from ..state import State

_RULE = HouseRule(
    id="stick-the-dealer",
    game=GAME.id,
    title="Stick the dealer",
    text="If all others have passed twice, the dealer has to name a suit. So each deal "
    "is played.",
)


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def accept(
    state: State, entry: Entry, ask: Ask
) -> Generator[None, Accepted | Refused, Accepted | Refused]:
    """The match after this entry; that all passed is refused."""
    outcome = yield
    if entry.kind != "passed":
        return outcome
    dealer = state.deals.rounds.dealer
    why = by_house_rule(
        _RULE, "After the others {dealer} may not pass a second time.", dealer=dealer
    )
    summary = say("{dealer} has to name a suit", dealer=dealer)
    wrong = uphold(Ruling({"legal": False, "seat": dealer}, summary, (why,)), ask)
    return outcome if wrong is None else Refused(wrong)
