"""How each seat stands, and what to do now."""

from collections.abc import Iterator
from dataclasses import replace

from referee import Fact, Scene, Text, hookimpl, say

from .state import State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """Phase `round`, `playoff` or `finished`; there are no zones."""
    rounds = state.rounds
    phase = "playoff" if rounds.in_playoff else "round"
    shown = rounds.scene(phase, next=_next(state), facts=tuple(_facts(state)))
    return shown if state.chosen.flag("deal") else replace(shown, dealer=None)


def _facts(state: State) -> Iterator[Fact]:
    """What is played, and what ends it."""
    chosen = state.chosen
    if chosen.has("playing"):
        yield Fact(say("Playing"), say("{game}", game=chosen.text("playing")))
    if chosen.has("target"):
        yield Fact(say("Ends at"), say("{n}", n=chosen.number("target")))
    if state.rounds.sitting_out and not state.rounds.winners:
        yield Fact(say("Sitting out"), say("{seats}", seats=state.rounds.sitting_out))
    if chosen.has("rounds") and not state.rounds.in_playoff:
        yield Fact(say("Rounds"), say("{n} of {all}", n=state.rounds.number, all=chosen.number("rounds")))


def _next(state: State) -> Text:
    rounds = state.rounds
    if rounds.winners:
        return say("The match is over, won by {winners}.", winners=rounds.winners)
    template = "Play round {n}, then enter what it brings everybody."
    if state.chosen.flag("deal"):
        template = "{dealer} deals round {n}. When it is played, enter what it brings everybody."
    play = say(template, n=rounds.number, dealer=rounds.dealer)
    if rounds.in_playoff:
        return say("Only {tied} play this round. {play}", tied=rounds.playing, play=play)
    return play
