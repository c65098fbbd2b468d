"""Games of the rummy family: points against for cards left, or melds less that."""

from dataclasses import replace
from functools import partial

from referee import (
    Fact,
    Field,
    Prompt,
    Question,
    Ruling,
    Text,
    Values,
    forbid,
    say,
    written_score,
)

from .game import cite
from .state import Sheet, State, ask_round, rule_points, say_by_seat

_MELDS = Field("melds", "numbers_by_seat", say("Melds and bonuses"), adds=1)
_LEFT = Field("left", "numbers_by_seat", say("Left in hand"), min=0)

# Points against


def _ask_against(state: State) -> Prompt:
    help = say("What each has left in hand; 0 for whoever went out.")
    left = replace(_LEFT, choices=state.rounds.playing, adds=1)
    return ask_round(state, help, left)


def _rule_against(given: Values) -> Ruling:
    section = "rummy"
    left = given.numbers_by_seat("left")
    out = []
    reasons = []
    for seat, n in left.items():
        if not n:
            out.append(seat)
            reasons.append(cite(section, "{seat} went out.", seat=seat))
            continue
        template = "{seat} had cards for {n} left, which count against."
        reasons.append(cite(section, template, seat=seat, n=n))
    if len(out) > 1:
        why = cite(section, "{seats} have nothing left.", seats=tuple(out))
        return forbid(say("Only one can go out"), why)
    return rule_points(left, *reasons)


_QUESTION = say("What does a round of rummy bring?")

POINTS_AGAINST = Sheet(
    ask=_ask_against,
    question=Question("rummy", _QUESTION, (_LEFT,)),
    rule=_rule_against,
    wins="fewest",
)

# Melds less what is left

STEP = 5
"""What every card counts is a multiple of this."""


def _ask_melds(state: State) -> Prompt:
    help = say("What each has laid out, and what is left in hand.")
    playing = state.rounds.playing
    melds = replace(_MELDS, choices=playing)
    left = replace(_LEFT, choices=playing, adds=-1)
    return ask_round(state, help, melds, left)


def _rule_melds(section: str, given: Values) -> Ruling:
    melds = given.numbers_by_seat("melds")
    left = given.numbers_by_seat("left")
    points = {}
    odd = []
    reasons = []
    for seat, laid in melds.items():
        held = left[seat]
        if laid % STEP or held % STEP:
            odd.append(seat)
        points[seat] = laid - held
        melded = written_score(laid)
        total = written_score(points[seat])
        template = "{seat}: {melds} less {left}, which is {n}."
        why = cite(section, template, seat=seat, melds=melded, left=held, n=total)
        reasons.append(why)
    if odd:
        template = "Every card counts a multiple of {step}: look again at {seats}."
        why = cite(section, template, step=STEP, seats=tuple(odd))
        return forbid(say("Those points cannot be"), why)
    return rule_points(points, *reasons)


def _show_first_melds(state: State) -> tuple[Fact, ...]:
    least = {}
    for seat in state.rounds.playing:
        least[seat] = first_meld(state.rounds.totals[seat])
    return (Fact(say("First meld"), say_by_seat(least)),)


def first_meld(total: float) -> int:
    """Return what a side with this total lays out at least, to begin with.

    >>> [first_meld(total) for total in (-5, 0, 1495, 1500, 2995, 3000)]
    [15, 50, 50, 90, 90, 120]
    """
    for below, least in (0, 15), (1500, 50), (3000, 90):
        if total < below:
            return least
    return 120


def _both(section: str, question: Text, target: int) -> Sheet:
    return Sheet(
        ask=_ask_melds,
        question=Question(section, question, (_MELDS, _LEFT)),
        rule=partial(_rule_melds, section),
        wins="most",
        target=target,
    )


RUMMY_500 = _both("rummy-500", say("What does a round of Rummy 500 bring?"), 500)

CANASTA = _both("canasta", say("What does a round of Canasta bring?"), 5000)
CANASTA = replace(CANASTA, facts=_show_first_melds)
