"""Hands that are equal down to their highest suit share their place."""

from dataclasses import replace

from referee import HouseRule, Ruling, Values, Wrapper, by_house_rule, hookimpl

from ..game import GAME
from ..showdown import BestHand, decide_showdown, rule_showdown

RULE = HouseRule(
    "equal-hands-share",
    GAME.id,
    title="Hands that are equal in their highest suit too share the win",
    text="When hands are equal as poker hands, and their highest suit is the same too, "
    "nothing more is compared: whoever holds them shares the place, "
    "and the win where that is the first.",
)
describe_house_rule = RULE.hook

_READING = "faj#top-card"


@hookimpl(wrapper=True)
def score_round(given: Values) -> Wrapper[Ruling]:
    """Rule again if the referee's reading went by the suits of the highest cards."""
    ruling = yield
    if all(reason.rule != _READING for reason in ruling.because):
        return ruling

    piles = given.cards_by_seat("piles")
    showdown = decide_showdown(piles, _worth)
    ruling = rule_showdown(showdown, piles)
    template = (
        "{seats} have equal hands, and the same highest suit: they share the place."
    )
    because = []
    for seats in showdown.ranking:
        if len(seats) > 1 and showdown.hands[seats[0]].cards:
            because.append(by_house_rule(RULE, template, seats=tuple(seats)))
    return replace(ruling, because=(*because, *ruling.because))


def _worth(best: BestHand) -> tuple[object, ...]:
    return best.strength, best.high_suit
