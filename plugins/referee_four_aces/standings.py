"""How a match of Four Aces looks to everybody: who stands how, and what to do now with the real cards."""

from __future__ import annotations

from referee import Scene, Standing, Text, say
from referee_four_aces.state import State, next_clockwise


def scene_of(state: State) -> Scene:
    """Phase `round`, `playoff` or `finished`. Sealed hands show only in who is still to act; there are no zones."""
    return Scene(
        phase="finished" if state.winners else "playoff" if state.in_playoff else "round",
        round=state.round,
        to_act=state.missing,
        standings=standings(state),
        next=_next(state),
        finished=bool(state.winners),
        winners=state.winners,
    )


def standings(state: State) -> tuple[Standing, ...]:
    """By seat, the total and the place: winners first, then who came further in playoffs, then by total."""
    ranks = {seat: (seat in state.winners, state.playoffs[seat], total) for seat, total in state.totals.items()}
    return tuple(
        Standing(seat, state.totals[seat], 1 + sum(other > rank for other in ranks.values()))
        for seat, rank in ranks.items()
    )


def _next(state: State) -> Text:
    if state.winners:
        return say("The game is over, won by {winners}.", winners=state.winners)
    if state.entered:
        return say("Hands still to be entered: {missing}.", missing=state.missing)
    first = next_clockwise(state.setting, state.dealer, state.playing)
    playing = say(
        "{dealer} shuffles and deals three cards face down and three face up to each; {first} acts first. Play until "
        "the stock is gone and the last turn is finished, then enter your hands: each locked card once, as locked, "
        "and an unplayed joker with the hand it lies in.",
        dealer=state.dealer,
        first=first,
    )
    if not state.in_playoff:
        return playing
    return say("Only {tied} play this playoff round. {playing}", tied=state.playing, playing=playing)
