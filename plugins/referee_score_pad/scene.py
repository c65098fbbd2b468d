"""How each seat stands, and what to do now."""

from __future__ import annotations

from dataclasses import replace

from referee import Scene, Text, hookimpl, say

from .state import State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """Phase `round`, `playoff` or `finished`; there are no zones."""
    rounds = state.rounds
    shown = rounds.scene("playoff" if rounds.in_playoff else "round", next=_next(state))
    return shown if state.chosen.flag("deal") else replace(shown, dealer=None)


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
