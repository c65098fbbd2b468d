"""Games of the rummy family: points against for what is left in hand, or melds less that."""

from functools import partial

from referee import Fact, Field, Question, Reason, Ruling, Text, Values, say, written_score

from .rules import cite
from .sheet import Sheet, ask_round, by_seat, refuse, rule_points
from .state import State

_MELDS, _LEFT = say("Melds and bonuses"), say("Left in hand")

# Points against


def _against(given: Values) -> Ruling:
    left = given.numbers_by_seat("left")
    out = tuple(seat for seat, n in left.items() if not n)
    if len(out) > 1:
        return refuse(say("Only one can go out"), cite("rummy", "{seats} have nothing left.", seats=out))
    return rule_points(left, *(_left_with(seat, n) for seat, n in left.items()))


def _left_with(seat: str, n: int) -> Reason:
    if not n:
        return cite("rummy", "{seat} went out.", seat=seat)
    return cite("rummy", "{seat} had cards for {n} left, which count against.", seat=seat, n=n)


def _hands(state: State | None = None, adds: int = 0) -> Field:
    seats = state.rounds.playing if state else ()
    return Field("left", "numbers_by_seat", _LEFT, min=0, choices=seats, adds=adds)


POINTS_AGAINST = Sheet(
    ask=lambda state: ask_round(
        state, say("What each has left in hand; 0 for whoever went out."), _hands(state, adds=1)
    ),
    question=Question("rummy", say("What does a round of rummy bring?"), (_hands(),)),
    rule=_against,
    wins="fewest",
)

# Melds less what is left


def _melds(state: State | None = None) -> Field:
    seats = state.rounds.playing if state else ()
    return Field("melds", "numbers_by_seat", _MELDS, choices=seats, adds=1)


def _less_left(section: str, step: int, given: Values) -> Ruling:
    melds, left = given.numbers_by_seat("melds"), given.numbers_by_seat("left")
    if odd := tuple(seat for seat in melds if melds[seat] % step or left[seat] % step):
        because = cite(section, "Every card counts a multiple of {step}: look again at {seats}.", step=step, seats=odd)
        return refuse(say("Those points cannot be"), because)
    points = {seat: n - left[seat] for seat, n in melds.items()}
    reasons = (_less(section, seat, n, left[seat]) for seat, n in melds.items())
    return rule_points(points, *reasons)


def _less(section: str, seat: str, melds: int, left: int) -> Reason:
    template = "{seat}: {melds} less {left}, which is {n}."
    total = written_score(melds - left)
    return cite(section, template, seat=seat, melds=written_score(melds), left=left, n=total)


def _both(section: str, title: Text, target: int) -> Sheet:
    help = say("What each has laid out, and what is left in hand.")
    return Sheet(
        ask=lambda state: ask_round(state, help, _melds(state), _hands(state, adds=-1)),
        question=Question(section, title, (_melds(), _hands())),
        rule=partial(_less_left, section, 5),
        facts=_first_melds if section == "canasta" else lambda _state: (),
        wins="most",
        target=target,
    )


def _first_melds(state: State) -> tuple[Fact, ...]:
    least = {seat: first_meld(state.rounds.totals[seat]) for seat in state.rounds.playing}
    return (Fact(say("First meld"), by_seat(least)),)


def first_meld(total: float) -> int:
    """What a side with this total lays out at least, to begin with.

    >>> [first_meld(total) for total in (-5, 0, 1495, 1500, 2995, 3000)]
    [15, 50, 50, 90, 90, 120]
    """
    return next(least for below, least in ((0, 15), (1500, 50), (3000, 90), (float("inf"), 120)) if total < below)


RUMMY_500 = _both("rummy-500", say("What does a round of Rummy 500 bring?"), 500)

CANASTA = _both("canasta", say("What does a round of Canasta bring?"), 5000)
