"""How each seat stands, and what to do now with the real cards."""

from __future__ import annotations

from referee import Scene, Standing, Text, hookimpl, rank_seats, say

from .state import State, next_clockwise


@hookimpl(specname="scene")
def show_scene(state: State) -> Scene:
    """Phase `round`, `playoff` or `finished`; there are no zones."""
    return Scene(
        phase="finished" if state.winners else "playoff" if state.in_playoff else "round",
        round=state.round,
        to_act=() if state.winners else state.playing,
        standings=_standings(state),
        next=_next(state),
        finished=bool(state.winners),
        winners=state.winners,
        dealer=None if state.winners else state.dealer,
    )


def _standings(state: State) -> tuple[Standing, ...]:
    """By seat, the total and the place: winners first, then who came further in playoffs, then by total."""
    ranks = {seat: (seat in state.winners, state.playoffs[seat], total) for seat, total in state.totals.items()}
    return rank_seats(state.totals, ranks)


def _next(state: State) -> Text:
    if state.winners:
        return say("The game is over, won by {winners}.", winners=state.winners)
    first = next_clockwise(state.setting, state.dealer, state.playing)
    told = {"dealer": state.dealer, "first": first}
    if state.round == 1:
        return say(_DEAL, **told)
    again = say("{gather} {deal}", gather=say(_GATHER, **told), deal=say(_DEAL, **told))
    if not state.in_playoff:
        return again
    return say("Only {tied} play this playoff round. {again}", tied=state.playing, again=again)


_GATHER = "{dealer} gathers all cards, jokers and locked ones too."
_DEAL = (
    "{dealer} shuffles and deals three cards face down and three face up to each; {first} acts first. The rest is the"
    " stock: when it is gone and the last turn is finished, everybody enters their hands."
)
