"""The totals after a round, and whether that wins, ties or goes on."""

from collections.abc import Mapping
from dataclasses import replace

from referee import (
    NOTHING,
    Contest,
    Reason,
    Reasons,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Rounds,
    Ruling,
    Seats,
    ShownCards,
    Text,
    leaders,
    rule_round,
    say,
    written_score,
)

from .game import cite
from .hand import say_points
from .scoring import PlayedRound
from .validation import say_check

_COLUMNS = (
    ReckoningColumn(say("Hidden")),
    ReckoningColumn(say("Exposed")),
    ReckoningColumn(say("Aces"), aside=True),
    ReckoningColumn(say("Locked"), aside=True),
    ReckoningColumn(say("Round")),
    ReckoningColumn(say("Total")),
)


def rule_totals(
    before: Rounds, after: Rounds, played: Mapping[str, PlayedRound], four_aces: bool
) -> Ruling:
    """Return the ruling on a round: who wins, ties or leads with which total.

    With `four_aces` whoever has won has won by these alone.
    """
    ahead = after.winners
    if after.in_playoff and not ahead:
        ahead = after.playing
    summary, because = _outcome(before, after, ahead, four_aces)

    gains = {}
    reasons = list(because)
    for seat, result in played.items():
        gains[seat] = result.gain
        gain = say_points(result.gain)
        total = say_points(after.totals[seat])
        template = "{seat}: {gain} this round, {total} in all."
        reasons.append(cite("adding-up", template, seat=seat, gain=gain, total=total))
    shown: list[ShownCards] = []
    for seat in after.winners:
        shown.extend(played[seat].hands.show(seat))
    return replace(
        rule_round(before, after, cite, "target"),
        summary=summary,
        because=tuple(reasons),
        shown=tuple(shown),
        reckoning=_reckon(after, played),
        contest=_find_contest(gains),
        rare=say("Four aces") if four_aces else None,
    )


def _find_contest(gains: Mapping[str, int]) -> Contest | None:
    """Return the two who made most of a round; None if several made as much."""
    winner, other, *_ = sorted(gains, key=lambda seat: -gains[seat])
    best = gains[winner]
    second = gains[other]
    if best == second:
        return None
    text = say(
        "{winner} against {other}, {best} to {second}",
        winner=winner,
        other=other,
        best=written_score(best),
        second=written_score(second),
    )
    return Contest(winner, other, best - second, text)


def _reckon(after: Rounds, played: Mapping[str, PlayedRound]) -> Reckoning:
    """Return the round as on paper; of those who did not play it, only the total."""
    ahead = after.winners or leaders(after.totals)
    rows = []
    for seat, total in after.totals.items():
        cells: tuple[int | Text, ...] = (NOTHING,) * (len(_COLUMNS) - 1)
        check = NOTHING
        if seat in played:
            cells = _cells(played[seat])
            check = say_check(played[seat].miscounts)
        rows.append(ReckonedSeat(seat, (*cells, total), seat in ahead, check))
    return Reckoning(_COLUMNS, tuple(rows))


def _cells(played: PlayedRound) -> tuple[int | Text, ...]:
    decided = played.ruling.decided
    hidden = decided.within("hidden")
    exposed = decided.within("exposed")
    aces = hidden.number("aces") + exposed.number("aces")
    locked = NOTHING
    if played.hands.locked:
        locked = say("{cards:short}", cards=played.hands.locked)
    totals = hidden.number("total"), exposed.number("total")
    return (*totals, aces, locked, played.gain)


def _outcome(
    before: Rounds, after: Rounds, ahead: Seats, four_aces: bool
) -> tuple[Text, Reasons]:
    """Return what a round comes to, in a sentence, and why."""
    if four_aces:
        template = (
            "{winner} has all four aces in one hand: that wins the game, whatever the "
            "score."
        )
        because = [cite("four-aces", template, winner=winner) for winner in ahead]
        summary = say("Four aces: {winners} won the game", winners=ahead)
        return summary, tuple(because)

    if not ahead:
        template = "Nobody has {target} yet: another round."
        target = say_points(_target(after))
        return _say_leaders(after), (cite("target", template, target=target),)

    total = say_points(after.totals[ahead[0]])
    if len(ahead) == 1:
        return say(
            "{winner} wins the game with {total}", winner=ahead[0], total=total
        ), _explain_win(before, after)
    template = "{tied} are tied at {total} and play a playoff round"
    return say(template, tied=ahead, total=total), (_explain_tie(before, ahead),)


def _target(rounds: Rounds) -> int:
    return rounds.setting.chosen.number("target")


def _say_leaders(after: Rounds) -> Text:
    ahead = leaders(after.totals)
    highest = say_points(after.totals[ahead[0]])
    if len(ahead) == 1:
        return say("{leader} leads with {total}", leader=ahead[0], total=highest)
    return say("{leaders} lead with {total} each", leaders=ahead, total=highest)


def _explain_tie(before: Rounds, tied: Seats) -> Reason:
    if before.in_playoff:
        template = "{tied} are still tied, and play again."
        return cite("playoff-rounds", template, tied=tied)
    template = "Only {tied} play the next round, to settle the tie."
    return cite("playoff", template, tied=tied)


def _explain_win(before: Rounds, after: Rounds) -> Reasons:
    winner = after.winners[0]
    if before.in_playoff:
        template = "{winner} leads after the playoff."
        return (cite("playoff-rounds", template, winner=winner),)

    target = _target(after)
    reached = cite("target", "{target} or more wins.", target=say_points(target))
    others = []
    for seat, total in after.totals.items():
        if total >= target and seat != winner:
            others.append(seat)
    if not others:
        return (reached,)
    template = "{others} reached it too; the highest total wins."
    return (cite("several-reach-it", template, others=tuple(others)), reached)
