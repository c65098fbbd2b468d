"""House rule: hands that are equal down to their highest suit share their place."""

from collections.abc import Generator, Sequence
from dataclasses import replace

from referee import HouseRule, Reason, Ruling, Values, by_house_rule, hookimpl

from ..poker_hand import BestHand
from ..rules import GAME
from ..showdown import decide_showdown, rank_hands, rule_showdown

_RULE = HouseRule(
    id="equal-hands-share",
    game=GAME.id,
    title="Hands that are equal in their highest suit too share the win",
    text=(
        "When hands are equal as poker hands, and their highest suit is the same too, "
        "nothing more is compared:"
        " whoever holds them shares the place, and the win where that is the first."
    ),
)
_READING = "faj#top-card"


@hookimpl
def describe_house_rule() -> HouseRule:
    """The rule that equal hands share."""
    return _RULE


@hookimpl(wrapper=True)
def score_round(given: Values) -> Generator[None, Ruling, Ruling]:
    """Rules again on a showdown in which the referee's reading parted hands by the suit
    of their highest card.
    """
    ruling = yield
    if all(reason.rule != _READING for reason in ruling.because):
        return ruling
    piles = given.cards_by_seat("piles")
    shown = rank_hands(decide_showdown(piles).hands, _worth)
    ruled = rule_showdown(shown, piles)
    sharing = [
        place
        for place in shown.ranking
        if len(place) > 1 and shown.hands[place[0]].cards
    ]
    return replace(ruled, because=(*map(_why_shared, sharing), *ruled.because))


def _worth(best: BestHand) -> tuple[object, ...]:
    return best.strength, best.high_suit


def _why_shared(seats: Sequence[str]) -> Reason:
    template = (
        "The hands of {seats} are equal, and so is the highest suit in them: they "
        "share the place."
    )
    return by_house_rule(_RULE, template, seats=tuple(seats))
