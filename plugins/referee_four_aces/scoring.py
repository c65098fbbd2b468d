"""Scoring a round: what each player gains, and whether that wins, ties or goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import cast

from referee import Accepted, Ask, Reason, Ruling, ShownCards, Text, say
from referee_four_aces.checks import Caution, cautions_on_counts
from referee_four_aces.hands import Hands
from referee_four_aces.round import both_hands
from referee_four_aces.sections import SECTIONS
from referee_four_aces.state import State, next_clockwise
from referee_four_aces.wording import points


def score_round(state: State, entered: Mapping[str, Hands], ask: Ask) -> Accepted:
    """The round with the hands of all who play it: a ruling for each of them, and one on the round."""
    asked = {seat: _ask_for(entered[seat], ask) for seat in state.playing}
    cautions = cautions_on_counts(entered, state.playing)
    gains = {seat: cast(int, ruling.verdict["total"]) for seat, ruling in asked.items()}
    totals = {seat: total + gains.get(seat, 0) for seat, total in state.totals.items()}
    with_aces = tuple(seat for seat, ruling in asked.items() if ruling.verdict["wins"])
    ahead = with_aces or _in_the_lead(state, totals)
    after = _settle(replace(state, totals=totals), ahead, bool(with_aces))
    rulings = [_for_seat(seat, ruling, cautions[seat], entered[seat]) for seat, ruling in asked.items()]
    on_round = _on_round(state, after, gains, ahead, bool(with_aces))
    shown = partial(_hands_of, {seat: entered[seat] for seat in after.winners})
    on_round = replace(on_round, laid=shown, about=_about(state))
    return Accepted(after, (*rulings, on_round))


def _about(state: State) -> Text:
    if state.in_playoff:
        return say("Round {n}, a playoff", n=state.round)
    return say("Round {n}", n=state.round)


def _hands_of(entered: Mapping[str, Hands]) -> tuple[ShownCards, ...]:
    """The hands of these seats."""
    return tuple(chain.from_iterable(_both_of(seat, hands) for seat, hands in entered.items()))


def _both_of(seat: str, hands: Hands) -> tuple[ShownCards, ...]:
    return both_hands(hands.hidden, hands.exposed, hands.locked, seat)


def _ask_for(hands: Hands, ask: Ask) -> Ruling:
    return ask("round", hidden=hands.hidden, exposed=hands.exposed, locked=hands.locked)


def _for_seat(seat: str, ruling: Ruling, cautions: tuple[Caution, ...], hands: Hands) -> Ruling:
    verdict = {"seat": seat, **ruling.verdict, "cautions": tuple(caution.told for caution in cautions)}
    summary = say("{seat}: {said}", seat=seat, said=ruling.summary)
    for caution in cautions:
        template = "{summary} Check the cards, locked ones aside: {expected} expected, {entered} entered."
        summary = say(template, summary=summary, **caution.told)
    because = (*(caution.why for caution in cautions), *ruling.because)
    return replace(ruling, verdict=verdict, summary=summary, because=because, laid=partial(_both_of, seat, hands))


def _in_the_lead(state: State, totals: Mapping[str, int]) -> tuple[str, ...]:
    """Those with the highest total where that can win: in a playoff any, else the target or more."""
    highest = max(totals[seat] for seat in state.playing)
    if not state.in_playoff and highest < state.target:
        return ()
    return tuple(seat for seat in state.playing if totals[seat] == highest)


def _settle(state: State, ahead: tuple[str, ...], four_aces: bool) -> State:
    """The match after a round: nobody ahead, the next round; one, the win; several, a playoff of theirs."""
    if four_aces or len(ahead) == 1:
        return replace(state, winners=ahead)
    playoffs = {seat: had + (seat in ahead) for seat, had in state.playoffs.items()}
    following = replace(state, round=state.round + 1, playoffs=playoffs)
    return replace(following, dealer=next_clockwise(state.setting, state.dealer, following.playing))


def _on_round(before: State, after: State, gains: Mapping[str, int], ahead: tuple[str, ...], four_aces: bool) -> Ruling:
    verdict: dict[str, object] = {
        "round": before.round,
        "scores": dict(gains),
        "totals": dict(after.totals),
        "winners": after.winners,
        "playoff": () if after.winners else ahead,
    }
    added = [_added(seat, gain, after.totals[seat]) for seat, gain in gains.items()]
    if four_aces:
        return Ruling(verdict, _won_with_aces(ahead), (*map(_found, ahead), *added))
    if not ahead:
        return Ruling(verdict, _goes_on(after), (_nobody_there(after), *added))
    total = points(after.totals[ahead[0]])
    if len(ahead) > 1:
        template = "{tied} are tied with {total}, and play a playoff round."
        return Ruling(verdict, say(template, tied=ahead, total=total), (*_why_tied(before, ahead), *added))
    summary = say("{winner} wins the game with {total}.", winner=ahead[0], total=total)
    return Ruling(verdict, summary, (*_why_won(before, after), *added))


def _added(seat: str, gain: int, total: int) -> Reason:
    template = "{seat}: {gain} this round, {total} in all."
    return SECTIONS.cite("adding-up", template, seat=seat, gain=points(gain), total=points(total))


def _won_with_aces(winners: tuple[str, ...]) -> Text:
    return say("Four aces: the game is won by {winners}.", winners=winners)


def _found(winner: str) -> Reason:
    template = "{winner} has all four aces in one hand: that wins the game, whatever the scores."
    return SECTIONS.cite("four-aces", template, winner=winner)


def _goes_on(after: State) -> Text:
    highest = max(after.totals.values())
    leaders = tuple(seat for seat, total in after.totals.items() if total == highest)
    if len(leaders) == 1:
        return say("{leader} leads with {total}.", leader=leaders[0], total=points(highest))
    return say("{leaders} lead with {total} each.", leaders=leaders, total=points(highest))


def _nobody_there(after: State) -> Reason:
    return SECTIONS.cite("target", "Nobody has {target} yet: another round.", target=points(after.target))


def _why_tied(before: State, tied: tuple[str, ...]) -> tuple[Reason, ...]:
    if before.in_playoff:
        return (SECTIONS.cite("playoff-rounds", "{tied} are still tied, and play again.", tied=tied),)
    return (SECTIONS.cite("playoff", "Only {tied} play the next round, which settles the tie.", tied=tied),)


def _why_won(before: State, after: State) -> tuple[Reason, ...]:
    winner = after.winners[0]
    if before.in_playoff:
        return (SECTIONS.cite("playoff-rounds", "{winner} leads after the playoff.", winner=winner),)
    reached = SECTIONS.cite("target", "{target} or more win.", target=points(after.target))
    others = tuple(seat for seat, total in after.totals.items() if total >= after.target and seat != winner)
    if not others:
        return (reached,)
    template = "{others} reached it too; the highest total wins."
    return (SECTIONS.cite("several-reach-it", template, others=others), reached)
