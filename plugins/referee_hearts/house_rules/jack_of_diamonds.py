"""The jack of diamonds takes ten points off."""

from collections.abc import Generator, Iterable
from dataclasses import replace

from referee import (
    Field,
    FieldError,
    HouseRule,
    Prompt,
    Question,
    Ruling,
    Values,
    WrongFieldsError,
    by_house_rule,
    card,
    hookimpl,
    read_deal_end,
    say,
)

from ..points import SAID_OTHERWISE, find_taker, take_off
from ..rules import GAME

_JACK = card("JD")
_LESS = 10
_RULE = HouseRule(
    id="jack-of-diamonds",
    game=GAME.id,
    title="The jack of diamonds",
    text="Whoever takes it has ten points less. It is not needed for the moon.",
)
_WHO = say("Who has the jack of diamonds")


@hookimpl
def describe_house_rule() -> HouseRule:
    """What the table agrees on."""
    return _RULE


@hookimpl(wrapper=True)
def questions() -> Generator[None, tuple[Question, ...], tuple[Question, ...]]:
    """What a deal counts is asked with whoever has the jack too."""
    found = yield
    jack = Field("jack", "seat", _WHO, optional=True)
    return tuple(
        replace(one, fields=(*one.fields, jack)) if one.name == "deal" else one
        for one in found
    )


@hookimpl(wrapper=True)
def prompts() -> Generator[None, tuple[Prompt, ...], tuple[Prompt, ...]]:
    """How a deal ended is told with whoever has the jack too."""
    opened = yield
    return tuple(
        replace(
            one,
            fields=(
                *one.fields,
                Field("jack", "seat", _WHO, choices=one.seats, unless=SAID_OTHERWISE),
            ),
        )
        if one.kind == "deal"
        else one
        for one in opened
    )


@hookimpl(wrapper=True)
def score_round(given: Values) -> Generator[None, Ruling, Ruling]:
    """Ten points less for whoever has it."""
    ruling = yield
    points = ruling.decided.numbers_by_seat("points")
    seat = _find_holder(given, points)
    if seat is None or given.seats("offenders"):
        return ruling
    if seat not in points:
        raise WrongFieldsError(
            FieldError("jack", say("{seat} does not play this deal.", seat=seat))
        )
    why = by_house_rule(
        _RULE, "{seat} has the {card}: {n} points less.", seat=seat, card=_JACK, n=_LESS
    )
    return take_off(ruling, {seat: _LESS}, why, column=say("Jack"))


def _find_holder(given: Values, seats: Iterable[str]) -> str | None:
    """Return who has taken the jack: as it is said, as the cards show it, or with all
    that was left.
    """
    if given.has("jack"):
        return given.seat("jack")
    for seat, cards in given.cards_by_seat("taken").items():
        if _JACK in cards:
            return seat
    return find_taker(read_deal_end(given, [(seat,) for seat in seats]))
