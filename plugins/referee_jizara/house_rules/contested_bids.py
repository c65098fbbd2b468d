"""Level hands go to whoever last won a contested bid, not a card taken unopposed."""

from dataclasses import replace

from referee import (
    Accepted,
    Entry,
    HouseRule,
    Refused,
    Ruling,
    Wrapper,
    by_house_rule,
    hookimpl,
    with_house_rule,
)

from ..game import GAME
from ..state import State

RULE = HouseRule(
    "contested-bids",
    GAME.id,
    title="Only contested bids count for level hands",
    text="When hands are worth the same at a key, it goes to whoever last won a card "
    "against another bid. A card taken unopposed doesn’t count, and until "
    "somebody wins a contested bid, chance decides.",
)
describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def accept(state: State, entry: Entry) -> Wrapper[Accepted | Refused]:
    """Take a lone bid, but leave who last won a contested bid as it was."""
    outcome = yield
    if isinstance(outcome, Refused) or entry.kind != "bid":
        return outcome

    is_taken = False
    rulings = []
    for ruling in outcome.rulings:
        if ruling.verdict.get("reason") == "solo":
            is_taken = True
            template = "Taken unopposed: at a key with level hands this doesn’t count."
            ruling = with_house_rule(ruling, by_house_rule(RULE, template))
        rulings.append(ruling)
    if not is_taken:
        return outcome
    after = outcome.state
    assert isinstance(after, State)
    after = replace(after, last_winner=state.last_winner)
    return replace(outcome, state=after, rulings=tuple(rulings))


@hookimpl(wrapper=True)
def score_round() -> Wrapper[Ruling]:
    """Return the ruling on level hands with this rule's reasons; any other as it is."""
    ruling = yield
    if ruling.verdict["reason"] == "higher":
        return ruling
    template = "Only cards that were won against another bid count here."
    return with_house_rule(ruling, by_house_rule(RULE, template), "last-bid")
