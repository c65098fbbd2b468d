"""How each seat stands, and what to do now with the real cards."""

from __future__ import annotations

from referee import Scene, Text, hookimpl, say

from .state import State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """Phase `round`, `playoff` or `finished`; there are no zones."""
    return state.rounds.scene("playoff" if state.rounds.in_playoff else "round", next=_next(state))


def _next(state: State) -> Text:
    if state.winners:
        return say("The game is over, won by {winners}.", winners=state.winners)
    rounds = state.rounds
    told = {"dealer": rounds.dealer, "first": rounds.first}
    play = say(_PLAY, seats=state.playing)
    if rounds.number == 1:
        return say("{play} {deal}", play=play, deal=say(_DEAL, **told))
    again = say("{play} {gather} {deal}", play=play, gather=say(_GATHER, **told), deal=say(_DEAL, **told))
    if not rounds.in_playoff:
        return again
    return say("Only {tied} play this playoff round. {again}", tied=state.playing, again=again)


_PLAY = "{seats} play until the stock is gone and the last turn is finished, then enter their hands."
_GATHER = "{dealer} gathers all cards, jokers and locked ones too."
_DEAL = (
    "{dealer} shuffles and deals three cards face down and three face up to each; {first} acts first. The rest is the"
    " stock."
)
