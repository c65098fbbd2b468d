"""What a round adds to the totals, and whether that wins, ties or goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain

from referee import Reason, Ruling, Text, say

from .hand import points_said
from .round import Hands, both_hands
from .rules import cite
from .state import State, next_clockwise


def in_the_lead(state: State, totals: Mapping[str, int]) -> tuple[str, ...]:
    """Those with the highest total where that can win: in a playoff any, else the target or more."""
    highest = max(totals[seat] for seat in state.playing)
    if not state.in_playoff and highest < state.target:
        return ()
    return tuple(seat for seat in state.playing if totals[seat] == highest)


def after_round(state: State, ahead: tuple[str, ...], four_aces: bool) -> State:
    """The match after a round: nobody ahead, the next round; one, the win; several, a playoff of theirs."""
    if four_aces or len(ahead) == 1:
        return replace(state, winners=ahead)
    playoffs = {seat: had + (seat in ahead) for seat, had in state.playoffs.items()}
    following = replace(state, round=state.round + 1, playoffs=playoffs)
    return replace(following, dealer=next_clockwise(state.setting, state.dealer, following.playing))


def rule_totals(
    before: State,
    after: State,
    gains: Mapping[str, int],
    ahead: tuple[str, ...],
    four_aces: bool,
    won: Mapping[str, Hands],
) -> Ruling:
    """The ruling on a round that brought each seat these gains: who wins, ties or leads with which total.

    `ahead` are those who win or tie, with `four_aces` by these alone; `won` are the hands of those who win.
    """
    verdict: dict[str, object] = {
        "round": before.round,
        "scores": dict(gains),
        "totals": dict(after.totals),
        "winners": after.winners,
        "playoff": () if after.winners else ahead,
    }
    summary, because = _outcome(before, after, ahead, four_aces)
    added = [_added(seat, gain, after.totals[seat]) for seat, gain in gains.items()]
    shown = tuple(chain.from_iterable(both_hands(hands, seat) for seat, hands in won.items()))
    return Ruling(verdict, summary, (*because, *added), shown, _about(before))


def _outcome(before: State, after: State, ahead: tuple[str, ...], four_aces: bool) -> tuple[Text, tuple[Reason, ...]]:
    """What a round comes to, in a sentence, and why."""
    if four_aces:
        return say("Four aces: the game is won by {winners}.", winners=ahead), tuple(map(_found, ahead))
    if not ahead:
        return _goes_on(after), (_nobody_there(after),)
    total = points_said(after.totals[ahead[0]])
    if len(ahead) > 1:
        template = "{tied} are tied with {total}, and play a playoff round."
        return say(template, tied=ahead, total=total), _why_tied(before, ahead)
    return say("{winner} wins the game with {total}.", winner=ahead[0], total=total), _why_won(before, after)


def _about(state: State) -> Text:
    if state.in_playoff:
        return say("Round {n}, a playoff", n=state.round)
    return say("Round {n}", n=state.round)


def _added(seat: str, gain: int, total: int) -> Reason:
    template = "{seat}: {gain} this round, {total} in all."
    return cite("adding-up", template, seat=seat, gain=points_said(gain), total=points_said(total))


def _found(winner: str) -> Reason:
    template = "{winner} has all four aces in one hand: that wins the game, whatever the scores."
    return cite("four-aces", template, winner=winner)


def _goes_on(after: State) -> Text:
    highest = max(after.totals.values())
    leaders = tuple(seat for seat, total in after.totals.items() if total == highest)
    if len(leaders) == 1:
        return say("{leader} leads with {total}.", leader=leaders[0], total=points_said(highest))
    return say("{leaders} lead with {total} each.", leaders=leaders, total=points_said(highest))


def _nobody_there(after: State) -> Reason:
    return cite("target", "Nobody has {target} yet: another round.", target=points_said(after.target))


def _why_tied(before: State, tied: tuple[str, ...]) -> tuple[Reason, ...]:
    if before.in_playoff:
        return (cite("playoff-rounds", "{tied} are still tied, and play again.", tied=tied),)
    return (cite("playoff", "Only {tied} play the next round, which settles the tie.", tied=tied),)


def _why_won(before: State, after: State) -> tuple[Reason, ...]:
    winner = after.winners[0]
    if before.in_playoff:
        return (cite("playoff-rounds", "{winner} leads after the playoff.", winner=winner),)
    reached = cite("target", "{target} or more win.", target=points_said(after.target))
    others = tuple(seat for seat, total in after.totals.items() if total >= after.target and seat != winner)
    if not others:
        return (reached,)
    template = "{others} reached it too; the highest total wins."
    return (cite("several-reach-it", template, others=others), reached)
