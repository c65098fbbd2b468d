"""Counting down from a number to exactly zero, as in darts."""

from collections.abc import Mapping
from dataclasses import replace

from referee import Field, Prompt, Question, Ruling, Seats, Step, Steps, Values, say

from .game import cite
from .state import Sheet, State, ask_turn, never_last, rule_points

MOST = 180


_LEFT = Field("left", "numbers_by_seat", say("Left before"), min=1)
_THROWN = Field("thrown", "numbers_by_seat", say("Thrown"), min=0, max=MOST, adds=-1)


def _ask(state: State) -> Prompt:
    help = say("What the turn came to, also where that is too much.")
    return ask_turn(state, help, replace(_THROWN, choices=(state.in_turn,)))


def _rule(given: Values) -> Ruling:
    """What would go below zero is bust, and does not count."""
    thrown = given.numbers_by_seat("thrown")
    left = given.numbers_by_seat("left")
    points = {}
    reasons = []
    for seat, n in thrown.items():
        before = left[seat]
        if n > before:
            points[seat] = 0
            template = "{seat}: {thrown} is more than {left}. Bust!"
            why = cite("countdown-bust", template, seat=seat, thrown=n, left=before)
            reasons.append(why)
            continue
        points[seat] = -n
        after = before - n
        template = "{seat}: {left} less {thrown} leaves {after}."
        why = cite("countdown", template, seat=seat, thrown=n, left=before, after=after)
        reasons.append(why)
    return rule_points(points, *reasons)


def _add_left(state: State) -> Mapping[str, object]:
    seat = state.in_turn
    return {"left": {seat: state.rounds.totals[seat]}}


def _find_winners(state: State) -> Seats:
    return tuple(seat for seat, left in state.rounds.totals.items() if not left)


def _list_steps(state: State) -> Steps:
    seat = state.in_turn
    throws = say("{seat} throws.", seat=seat)
    return Step((seat,), throws), Step((), say("Then enter what that came to."))


_QUESTION = say("What does a turn leave?")

SHEET = Sheet(
    ask=_ask,
    question=Question("countdown", _QUESTION, (_LEFT, _THROWN)),
    rule=_rule,
    also=_add_left,
    winners=_find_winners,
    steps=_list_steps,
    wins="fewest",
    last=never_last,
    target=501,
    in_turns=True,
)
