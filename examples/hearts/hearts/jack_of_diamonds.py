"""House rule: the jack of diamonds takes ten points off."""

from collections.abc import Generator
from dataclasses import replace

from referee import HouseRule, Ruling, Values, by_house_rule, card, hookimpl, with_house_rule

JACK = card("JD")
RULE = HouseRule("jack-of-diamonds", "hearts", "The jack of diamonds", "Whoever takes it has ten points less.")


@hookimpl
def describe_house_rule() -> HouseRule:
    return RULE


@hookimpl(wrapper=True)
def score_round(given: Values) -> Generator[None, Ruling, Ruling]:
    ruling = yield
    points = ruling.decided.numbers_by_seat("points")
    for seat, cards in given.cards_by_seat("taken").items():
        if JACK in cards:
            less = {**ruling.verdict, "points": {**points, seat: points[seat] - 10}}
            why = by_house_rule(RULE, "{seat} has the {card}: 10 points less.", seat=seat, card=JACK)
            ruling = with_house_rule(replace(ruling, verdict=less), why)
    return ruling
