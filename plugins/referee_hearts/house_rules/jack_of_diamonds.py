"""The jack of diamonds takes ten points off."""

from dataclasses import replace

from referee import (
    Field,
    HouseRule,
    Prompts,
    Question,
    Reason,
    Ruling,
    Values,
    Wrapper,
    by_house_rule,
    card,
    hookimpl,
    read_deal_end,
    say,
    with_fields,
    with_house_rule,
    wrong_field,
)

from ..game import GAME
from ..scoring import TAKEN_OTHERWISE, find_holder, find_taker, take_off

_JACK = card("JD")
_LESS = 10
_WHO = Field(
    "jack", "seat", say("Who has the jack of diamonds"), unless=TAKEN_OTHERWISE
)

RULE = HouseRule(
    "jack-of-diamonds",
    GAME.id,
    title="The jack of diamonds",
    text="Whoever takes it gets ten points off. It isn’t needed for the moon.",
)
describe_house_rule = RULE.hook


@hookimpl(wrapper=True)
def questions() -> Wrapper[tuple[Question, ...]]:
    """Ask what a deal counts with whoever has the jack too."""
    questions = yield
    return with_fields(questions, "deal", replace(_WHO, optional=True, unless=()))


@hookimpl(wrapper=True)
def prompts() -> Wrapper[Prompts]:
    """Ask how a deal ended with whoever has the jack too."""
    opened = yield
    prompts = []
    for prompt in opened:
        if prompt.kind == "deal":
            jack = replace(_WHO, choices=prompt.seats)
            prompt = replace(prompt, fields=(*prompt.fields, jack))
        prompts.append(prompt)
    return tuple(prompts)


@hookimpl(wrapper=True)
def resolve_trick(given: Values) -> Wrapper[Ruling]:
    """Return the ruling on a trick, with what the jack in it takes off."""
    ruling = yield
    if _JACK not in given.card_by_seat("plays").values():
        return ruling
    return with_house_rule(ruling, _why_off(ruling.decided.seat("winner")))


@hookimpl(wrapper=True)
def score_round(given: Values) -> Wrapper[Ruling]:
    """Return the ruling on a deal, ten points less for whoever has the jack."""
    ruling = yield
    points = ruling.decided.numbers_by_seat("points")
    # As given, by the cards, or with all that was left.
    seat = (
        given.seat("jack", None)
        or find_holder(_JACK, given.cards_by_seat("taken"))
        or find_taker(read_deal_end(given, [(seat,) for seat in points]))
    )
    if seat is None or given.seats("offenders"):
        return ruling
    if seat not in points:
        message = say("{seat} isn’t playing this deal.", seat=seat)
        raise wrong_field("jack", message)

    column = say("{cards:short}", cards=(_JACK,))
    return take_off(ruling, {seat: _LESS}, _why_off(seat), column=column)


def _why_off(seat: str) -> Reason:
    template = "{seat} has the {card}: {n} points off."
    return by_house_rule(RULE, template, seat=seat, card=_JACK, n=_LESS)
