"""How each seat stands, and what to do now with the real cards."""

from dataclasses import replace

from referee import Scene, Standing, Text, hookimpl, leaders, say

from .state import State


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """Phase `round`, `playoff` or `finished`; there are no zones."""
    scene = state.rounds.scene("playoff" if state.rounds.in_playoff else "round", next=_next(state))
    if not state.winners or state.winners == leaders(state.rounds.totals, among=state.playing):
        return scene
    return replace(scene, standings=tuple(map(_with_aces, scene.standings)))


def _with_aces(standing: Standing) -> Standing:
    """Whoever is first without the most points has won by four aces."""
    return replace(standing, ranked_by=say("four aces")) if standing.place == 1 else standing


def _next(state: State) -> Text:
    if state.winners:
        return say("The game is over, won by {winners}.", winners=state.winners)
    rounds = state.rounds
    told = {"dealer": rounds.dealer, "first": rounds.first}
    if rounds.number == 1:
        return say(_FIRST_ROUND, seats=state.playing, **told)
    again = say(_NEXT_ROUND, seats=state.playing, **told)
    if not rounds.in_playoff:
        return again
    return say("Only {tied} play this playoff round. {again}", tied=state.playing, again=again)


_FIRST_ROUND = "{dealer} deals three down, three up. Then {seats} play, {first} first, and enter their hands."
_NEXT_ROUND = (
    "{dealer} gathers all cards and deals. Then {seats} play, {first} first, and"
    " enter their hands."
    " Locked cards are gathered too."
)
