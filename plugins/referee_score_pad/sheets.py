"""The presets by their names, and how a match begins with one."""

from dataclasses import replace

from referee import Field, Prompt, Setup, begin_rounds, hookimpl, say

from . import countdown, dice, doppelkopf, phases, rummy, wizard
from .sheet import Sheet, ask_round
from .state import State


def _ask_points(state: State) -> Prompt:
    help = say("What everybody scored this round; it may be below zero.")
    halves = state.chosen.flag("halves")
    field = Field("points", "numbers_by_seat", say("Points"), choices=state.rounds.playing, halves=halves, adds=1)
    return ask_round(state, help, field)


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


def sheet_of(state: State) -> Sheet:
    """How the rounds of this match are written down."""
    return SHEETS[state.chosen.choice("preset")]


@hookimpl
def begin(setting: Setup) -> State:
    """The first round, before anything is entered."""
    chosen = setting.chosen
    sheet = SHEETS[chosen.choice("preset")]
    wins = sheet.wins or ("fewest" if chosen.choice("wins") == "fewest" else "most")
    target, last = chosen.number_if_any("target") or sheet.target, chosen.number_if_any("rounds")
    if sheet.last is None:
        return State(begin_rounds(setting, target, last, wins, playoffs=chosen.flag("playoff")))
    most = sheet.last(len(setting.seats))
    rounds = begin_rounds(setting, last=min((n for n in (most, last) if n), default=None), wins=wins)
    if sheet.target and target:
        rounds = replace(rounds, totals=dict.fromkeys(setting.seats, target))
    return State(rounds)
