"""The presets by their names."""

from referee import Field, Prompt, say

from . import countdown, dice, doppelkopf, phases, rummy, wizard
from .sheet import Sheet, ask_round
from .state import State


def _ask_points(state: State) -> Prompt:
    help = say("What everybody scored this round; it may be below zero.")
    points = Field(
        "points",
        "numbers_by_seat",
        say("Points"),
        choices=state.rounds.playing,
        halves=state.chosen.flag("halves"),
        adds=1,
    )
    return ask_round(state, help, points)


SHEETS = {
    "plain": Sheet(ask=_ask_points),
    "wizard": wizard.SHEET,
    "rummy": rummy.POINTS_AGAINST,
    "rummy-500": rummy.RUMMY_500,
    "canasta": rummy.CANASTA,
    "doppelkopf": doppelkopf.SHEET,
    "phases": phases.SHEET,
    "dice": dice.SHEET,
    "countdown": countdown.SHEET,
}


def find_sheet(state: State) -> Sheet:
    """Return how the rounds of this match are written down."""
    return SHEETS[state.chosen.choice("preset")]
