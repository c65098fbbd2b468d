"""Whoever is named first wins."""

from referee import HouseRule, Ruling, Values, by_house_rule, hookimpl, say

RULE = HouseRule(
    "first-wins", "highest-card", "The first wins", "Whoever is named first wins."
)


@hookimpl
def describe_house_rule() -> HouseRule:
    return RULE


@hookimpl  # wrong: `resolve_trick` wraps nothing
def resolve_trick(given: Values) -> Ruling:
    first = next(iter(given.card_by_seat("plays")))
    return Ruling(
        {"winner": first},
        say("{seat} wins.", seat=first),
        (by_house_rule(RULE, "It is first."),),
    )
