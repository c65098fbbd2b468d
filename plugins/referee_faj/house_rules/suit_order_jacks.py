"""House rule: between jacks of suits on the board suit order alone decides, trump or
not.
"""

from collections.abc import Generator
from dataclasses import replace

from referee import Card, HouseRule, Reason, Ruling, Values, by_house_rule, hookimpl

from ..trick import Trick, cards_of, suited_jacks, won_with

_RULE = HouseRule(
    id="suit-order-jacks",
    game="faj",
    title="Suit order alone decides between jacks",
    text=(
        "When a joker is played and several jacks of suits on the board, the jack of "
        "the highest suit wins the"
        " trick: spades, hearts, diamonds, clubs. That a jack is of the trump suit "
        "does not matter."
    ),
)
_READING = "faj#jack-of-trump"


@hookimpl
def describe_house_rule() -> HouseRule:
    """The rule that suit order alone decides between jacks."""
    return _RULE


@hookimpl(wrapper=True)
def resolve_trick(given: Values) -> Generator[None, Ruling, Ruling]:
    """Rules again on a trick in which the referee's reading chose between jacks."""
    ruling = yield
    if any(reason.rule == _READING for reason in ruling.because):
        return _by_suit_order(given, ruling)
    return ruling


def _by_suit_order(given: Values, ruling: Ruling) -> Ruling:
    plays = given.card_by_seat("plays")
    jacks = {jack: seat for seat, jack in plays.items()}
    jack = suited_jacks(given.cards("board"), jacks)[-1]
    others = tuple(reason for reason in ruling.because if reason.rule != _READING)
    if jacks[jack] == ruling.verdict["winner"]:
        return replace(ruling, because=(*others[:1], _deciding(jack), *others[1:]))
    verdict = {**ruling.verdict, "winner": jacks[jack], "card": jack}
    trick = Trick(jacks[jack], jack, ruling.decided.seat_if_any("trump"), "suited-jack")
    shown = cards_of(given.cards("board"), plays, trick)
    return Ruling(
        verdict, won_with(trick.winner, jack), (_deciding(jack), *others), shown
    )


def _deciding(jack: Card) -> Reason:
    template = (
        "Between these jacks suit order alone decides, whichever suit is trump: for "
        "the {jack}."
    )
    return by_house_rule(_RULE, template, jack=jack)
