"""How each seat stands, and what to do now."""

from collections.abc import Iterator
from dataclasses import replace

from referee import Fact, Scene, Text, hookimpl, rank_seats, say

from .sheets import sheet_of
from .state import State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """Phase `round`, `playoff` or `finished`; there are no zones."""
    rounds, sheet = state.rounds, sheet_of(state)
    phase = "playoff" if rounds.in_playoff else "round"
    to_act = (state.in_turn,) if sheet.in_turns else rounds.playing
    shown = rounds.scene(phase, next=_next(state), facts=tuple(_facts(state)), to_act=to_act)
    if sheet.ranks is not None:
        ranks = {seat: (seat in rounds.winners, rank) for seat, rank in sheet.ranks(state).items()}
        shown = replace(shown, standings=rank_seats(rounds.totals, ranks, ranked_by=sheet.ranked_by(state)))
    return shown if _deals(state) else replace(shown, dealer=None)


def _deals(state: State) -> bool:
    return state.chosen.flag("deal") and not sheet_of(state).in_turns


def _facts(state: State) -> Iterator[Fact]:
    """What is played, and what ends it."""
    chosen = state.chosen
    if chosen.has("playing"):
        yield Fact(say("Playing"), say("{game}", game=chosen.text("playing")))
    if (target := state.rounds.target) is not None:
        yield Fact(say("Ends at"), say("{n}", n=target))
    if state.rounds.sitting_out and not state.rounds.winners:
        yield Fact(say("Sitting out"), say("{seats}", seats=state.rounds.sitting_out))
    if (last := state.rounds.last) is not None and not state.rounds.in_playoff:
        yield Fact(say("Rounds"), say("{n} of {all}", n=state.rounds.number, all=last))
    if not state.rounds.winners:
        yield from sheet_of(state).facts(state)


def _next(state: State) -> Text:
    rounds = state.rounds
    if rounds.winners:
        return say("The match is over, won by {winners}.", winners=rounds.winners)
    if (what := sheet_of(state).next) is not None:
        return what(state)
    template = "Play round {n}, then enter everybody’s points."
    if _deals(state):
        template = "{dealer} deals round {n}. Then enter everybody’s points."
    play = say(template, n=rounds.number, dealer=rounds.dealer)
    if rounds.in_playoff:
        return say("Only {tied} play this round. {play}", tied=rounds.playing, play=play)
    return play
