"""What a round adds to the totals, and whether that wins, ties or goes on."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain

from referee import (
    NOTHING,
    Contest,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Rounds,
    Ruling,
    Text,
    leaders,
    rule_round,
    say,
    written_score,
)

from .card_counts import said_to_check
from .hand import points_said
from .hands import both_hands
from .round import PlayedRound
from .rules import cite


def rule_totals(
    before: Rounds,
    after: Rounds,
    played: Mapping[str, PlayedRound],
    four_aces: bool,
) -> Ruling:
    """The ruling on a round that was played so by each seat: who wins, ties or leads with which total.

    With `four_aces` whoever has won has won by these alone.
    """
    ahead = after.winners or (after.playing if after.in_playoff else ())
    gains = {seat: one.gain for seat, one in played.items()}
    summary, because = _outcome(before, after, ahead, four_aces)
    added = [_added(seat, gain, after.totals[seat]) for seat, gain in gains.items()]
    shown = tuple(chain.from_iterable(both_hands(played[seat].hands, seat) for seat in after.winners))
    return replace(
        rule_round(before, after, cite, "target"),
        summary=summary,
        because=(*because, *added),
        shown=shown,
        reckoning=_reckoned(after, played),
        contest=_best_round(gains),
    )


def _best_round(gains: Mapping[str, int]) -> Contest | None:
    """Between the one who made most of a round and whoever made most besides; None where several made as much."""
    (winner, best), (other, second) = sorted(gains.items(), key=lambda one: -one[1])[:2]
    if best == second:
        return None
    told = {"winner": winner, "other": other, "best": written_score(best), "second": written_score(second)}
    text = say("{winner} against {other}, {best} to {second}", **told)
    return Contest(winner, other, best - second, text)


_COLUMNS = (
    ReckoningColumn(say("Hidden")),
    ReckoningColumn(say("Exposed")),
    ReckoningColumn(say("Aces counted"), aside=True),
    ReckoningColumn(say("Locked"), aside=True),
    ReckoningColumn(say("Round")),
    ReckoningColumn(say("Total")),
)


def _reckoned(after: Rounds, played: Mapping[str, PlayedRound]) -> Reckoning:
    """The round as it stands on paper; of those who did not play it, only the total."""
    ahead = after.winners or leaders(after.totals)
    rows = [
        ReckonedSeat(
            seat,
            (*_cells(played.get(seat)), total),
            seat in ahead,
            said_to_check(played[seat].miscounts) if seat in played else NOTHING,
        )
        for seat, total in after.totals.items()
    ]
    return Reckoning(_COLUMNS, tuple(rows))


def _cells(played: PlayedRound | None) -> tuple[int | Text, ...]:
    if played is None:
        return (NOTHING,) * (len(_COLUMNS) - 1)
    hidden, exposed = (played.ruling.decided.within(hand) for hand in ("hidden", "exposed"))
    locked = say("{cards:short}", cards=played.hands.locked) if played.hands.locked else NOTHING
    aces = hidden.number("aces") + exposed.number("aces")
    return hidden.number("total"), exposed.number("total"), aces, locked, played.gain


def _outcome(before: Rounds, after: Rounds, ahead: tuple[str, ...], four_aces: bool) -> tuple[Text, tuple[Reason, ...]]:
    """What a round comes to, in a sentence, and why."""
    if four_aces:
        return say("Four aces: the game is won by {winners}", winners=ahead), tuple(map(_found, ahead))
    if not ahead:
        return _goes_on(after), (_nobody_there(after),)
    total = points_said(after.totals[ahead[0]])
    if len(ahead) > 1:
        template = "{tied} are tied with {total}, and play a playoff round"
        return say(template, tied=ahead, total=total), _why_tied(before, ahead)
    return say("{winner} wins the game with {total}", winner=ahead[0], total=total), _why_won(before, after)


def _added(seat: str, gain: int, total: float) -> Reason:
    template = "{seat}: {gain} this round, {total} in all."
    return cite("adding-up", template, seat=seat, gain=points_said(gain), total=points_said(total))


def _found(winner: str) -> Reason:
    template = "{winner} has all four aces in one hand: that wins the game, whatever the scores."
    return cite("four-aces", template, winner=winner)


def _goes_on(after: Rounds) -> Text:
    ahead = leaders(after.totals)
    highest = points_said(after.totals[ahead[0]])
    if len(ahead) == 1:
        return say("{leader} leads with {total}", leader=ahead[0], total=highest)
    return say("{leaders} lead with {total} each", leaders=ahead, total=highest)


def _target(rounds: Rounds) -> Text:
    return points_said(rounds.setting.chosen.number("target"))


def _nobody_there(after: Rounds) -> Reason:
    return cite("target", "Nobody has {target} yet: another round.", target=_target(after))


def _why_tied(before: Rounds, tied: tuple[str, ...]) -> tuple[Reason, ...]:
    if before.in_playoff:
        return (cite("playoff-rounds", "{tied} are still tied, and play again.", tied=tied),)
    return (cite("playoff", "Only {tied} play the next round, which settles the tie.", tied=tied),)


def _why_won(before: Rounds, after: Rounds) -> tuple[Reason, ...]:
    winner = after.winners[0]
    if before.in_playoff:
        return (cite("playoff-rounds", "{winner} leads after the playoff.", winner=winner),)
    reached = cite("target", "{target} or more win.", target=_target(after))
    target = after.setting.chosen.number("target")
    others = tuple(seat for seat, total in after.totals.items() if total >= target and seat != winner)
    if not others:
        return (reached,)
    template = "{others} reached it too; the highest total wins."
    return (cite("several-reach-it", template, others=others), reached)
