"""Counting down from a number to exactly zero, as in darts."""

from referee import Field, Question, Reason, Ruling, Values, say

from .rules import cite
from .sheet import Sheet, ask_turn, rule_points
from .state import State

MOST = 180

_HELP = say("What the turn came to, also where that is too much.")


def _thrown(choices: tuple[str, ...] = ()) -> Field:
    return Field("thrown", "numbers_by_seat", say("Thrown"), min=0, max=MOST, choices=choices, adds=-1)


def _rule(given: Values) -> Ruling:
    """The ruling on a turn with so much `left`: what would go below zero is bust, and does not count."""
    thrown, left = given.numbers_by_seat("thrown"), given.numbers_by_seat("left")
    points = {seat: -n if n <= left[seat] else 0 for seat, n in thrown.items()}
    return rule_points(points, *(_reason(seat, n, left[seat]) for seat, n in thrown.items()))


def _reason(seat: str, thrown: int, left: int) -> Reason:
    if thrown > left:
        return cite(
            "countdown-bust", "{seat}: {thrown} is more than {left}. Bust!", seat=seat, thrown=thrown, left=left
        )
    template = "{seat}: {left} less {thrown} leaves {after}."
    return cite("countdown", template, seat=seat, thrown=thrown, left=left, after=left - thrown)


def _winners(state: State) -> tuple[str, ...]:
    return tuple(seat for seat, left in state.rounds.totals.items() if not left)


SHEET = Sheet(
    ask=lambda state: ask_turn(state, _HELP, _thrown((state.in_turn,))),
    question=Question(
        "countdown",
        say("What does a turn leave?"),
        (Field("left", "numbers_by_seat", say("Left before"), min=1), _thrown()),
    ),
    rule=_rule,
    also=lambda state: {"left": {state.in_turn: state.rounds.totals[state.in_turn]}},
    winners=_winners,
    next=lambda state: say("{seat} throws. Then enter what that came to.", seat=state.in_turn),
    wins="fewest",
    last=lambda _players: None,
    target=501,
    in_turns=True,
)
