"""How a match turned, as people tell it: a sentence with numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from referee.match.showing.score_sheet import ScoreSheet, SeatScores, SheetLine
from referee.vocabulary.text import Text, say, say_round
from referee.vocabulary.values import Score, Seats, Side, as_score, written_score

MANY_CHANGES = 4
"""Changes of the lead that are a story of their own."""

LONG_COMEBACK = 1.5
"""A deficit that is worth telling, in usual gains of a line."""

LONG_STREAK = 4
"""Lines in a row that are worth telling."""


@dataclass(frozen=True, slots=True)
class Best:
    """A side's largest change in one line of a sheet; `size` in usual gains."""

    seats: Seats
    gain: Score
    """Below zero if they lost by it."""
    line: SheetLine
    size: float


def tell_match(sheet: ScoreSheet) -> Text | None:
    """Return how its winners got ahead, and by how much they won.

    None if they always were, or if no numbers tell.
    """
    winners = sheet.winners
    has_story = winners and sheet.wins and len(sheet.sides) > 1
    if not has_story or len(sheet.lines) < 2 or sheet.lines[-1].round == 1:
        return None
    margin = -_behind(sheet, sheet.lines[-1])
    if margin <= 0 or led_throughout(sheet):
        return None

    *earlier, last = sheet.lines
    behind = max(earlier, key=lambda line: _behind(sheet, line))
    deficit = _behind(sheet, behind)
    leaders = [lead.leaders for lead in sheet.leads if lead.leaders]
    since = _ahead_since(sheet)
    template = "{seats} took the lead in {round} and won by {margin}"
    round = since.round
    if deficit >= LONG_COMEBACK * usual_gain(sheet):
        template = (
            "{seats} came back from {behind} behind after {round} and won by {margin}"
        )
        round = behind.round
    elif len(leaders) > MANY_CHANGES:
        template = "The lead changed {n} times, and {seats} won by {margin}"
    elif since is last:
        template = "{seats} got past {rivals} at the very end and won by {margin}"
    return say(
        template,
        seats=winners,
        rivals=_rivals(sheet, earlier[-1]),
        round=say_round(round),
        behind=written_score(deficit),
        margin=written_score(margin),
        n=len(leaders) - 1,
    )


def tell_final_score(sheet: ScoreSheet) -> Text | None:
    """Return who won by how much to how much; None if scores do not tell."""
    if not sheet.wins or not sheet.winners or not sheet.lines:
        return None
    last = sheet.lines[-1]
    rivals = _rivals(sheet, last)
    if _behind(sheet, last) >= 0:
        return None
    return say(
        "{seats} won, {score} to {second}",
        seats=sheet.winners,
        score=written_score(last.totals[sheet.winners[0]]),
        second=written_score(last.totals[rivals[0]]),
    )


def led_throughout(sheet: ScoreSheet) -> bool:
    """Return whether the winners alone led from the first line on."""
    leads = sheet.leads
    return len(leads) == 1 and leads[0].leaders == sheet.winners and leads[0].length > 1


def largest_change(sheet: ScoreSheet) -> Best | None:
    """Return a side's largest change in one line, won or lost; None if two are equal.

    A gain comes before a loss as large. Where the fewest points win, a gain is a change
    below zero, and points that count against somebody are no change worth telling.
    """
    if len(sheet.lines) < 2:
        return None
    most: tuple[Score, bool] = (0, True)
    best: Best | None = None
    for line in sheet.lines:
        for side in sheet.sides:
            gain = gain_of(sheet, line.gains, side)
            if gain < 0 and sheet.wins == "fewest":
                continue
            rank = (abs(gain), gain > 0)
            if rank > most:
                most = rank
                size = abs(gain) / usual_gain(sheet)
                best = Best(side, line.gains[side[0]], line, size)
            elif rank == most and best is not None and best.seats != side:
                best = None
    return best


def gain_of(sheet: ScoreSheet, gains: SeatScores, side: Side) -> Score:
    """Return a side's gain; where the fewest points win, in points lost."""
    return _sign(sheet) * gains[side[0]]


def longest_streak(sheet: ScoreSheet) -> tuple[Seats, int] | None:
    """Return who gained most in how many lines in a row; None if nobody in many."""
    bests = [_best_of(sheet, line) for line in sheet.lines]
    streaks = [(len([*lines]), side) for side, lines in groupby(bests) if side]
    length, side = max(streaks, default=(0, ()), key=lambda streak: streak[0])
    if length < LONG_STREAK or len(sheet.sides) < 2:
        return None
    return side, length


def usual_gain(sheet: ScoreSheet) -> float:
    """Return the mean of the largest change in each scored line."""
    gains = [max(map(abs, line.gains.values())) for line in sheet.lines if line.scored]
    return sum(gains) / len(gains)


def _best_of(sheet: ScoreSheet, line: SheetLine) -> Seats:
    """Return the side that gained most in a line; empty if several did."""
    gains = {side: gain_of(sheet, line.gains, side) for side in sheet.sides}
    most = max(gains.values())
    sides = [side for side, gain in gains.items() if gain == most]
    return sides[0] if len(sides) == 1 else ()


def _ahead_since(sheet: ScoreSheet) -> SheetLine:
    """Return the line since which the winners alone led."""
    since = sheet.lines[-1]
    for line in reversed(sheet.lines):
        if {*line.leaders} != {*sheet.winners}:
            break
        since = line
    return since


def _behind(sheet: ScoreSheet, line: SheetLine) -> Score:
    """Return by how much the winners were behind the best of the others in a line."""
    own = [seat for seat in sheet.seats if seat in sheet.winners]
    rivals = _rivals(sheet, line)
    if not own or not rivals:
        return 0
    behind = line.totals[rivals[0]] - line.totals[own[0]]
    return as_score(_sign(sheet) * behind)


def _rivals(sheet: ScoreSheet, line: SheetLine) -> Sequence[str]:
    """Return the best losers in a line; empty if all have won."""
    sign = _sign(sheet)
    totals = {}
    for seat in sheet.seats:
        if seat not in sheet.winners:
            totals[seat] = sign * line.totals[seat]
    best = max(totals.values(), default=0)
    return tuple(seat for seat, total in totals.items() if total == best)


def _sign(sheet: ScoreSheet) -> int:
    return -1 if sheet.wins == "fewest" else 1
