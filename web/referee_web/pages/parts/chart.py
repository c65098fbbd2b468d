"""The line of totals: how the sides stood after each line of the score sheet, as a picture, and who led when."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, floor, log10

from referee.match.score_sheet import Lead, ScoreSheet
from referee.vocabulary.quantities import written_score
from referee.vocabulary.side import Side, name_of
from referee.vocabulary.text import Text, count
from referee_web.pages.template_filters import marks_of

WIDTH = 360
LEFT, RIGHT, TOP = 34, 34, 12
PLOT_HEIGHT = 190
SHORT_HEIGHT = 96
"""How high a plot is that shares a phone's screen with much else, where the badges of the seats have room."""
STRIP_TOP, STRIP_HEIGHT = 32, 20
BADGE = 18
LETTER = 7
MOST_UP, FEWER_UP = 6, 4
BETWEEN_LABELS = 12
FEWEST_LINES = 2
MOST_DOTS = 16

DASHES = ("", "7 4", "2 4", "10 3 2 3", "14 5", "5 2", "1 5", "12 3 5 3", "3 7", "9 2 1 2")
"""How the line of each seat is broken: told apart without their colours."""


@dataclass(frozen=True, slots=True)
class SeatSeries:
    """A side's line, under its name: its points, its dashes, and the badge at its end, which covers no other."""

    seat: str
    place: int
    mark: str
    points: tuple[tuple[float, float], ...]
    dashes: str
    badge_at: float
    badge_width: float

    @property
    def path(self) -> str:
        """The points as an SVG path."""
        return "M" + "L".join(f"{x:g} {y:g}" for x, y in self.points)

    @property
    def end(self) -> tuple[float, float]:
        """The last point."""
        return self.points[-1]


@dataclass(frozen=True, slots=True)
class AxisLabel:
    """A number on an axis, and its position."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class LeadStretch:
    """A stretch of the strip: who led there, and its position. `place` is the seat's, None for several or nobody."""

    left: float
    width: float
    label: str
    place: int | None


@dataclass(frozen=True, slots=True)
class Chart:
    """The picture in units of its own, `width` by `height`.

    `up` are the totals beside it, `across` the rounds below it, `parts` where a new round begins within a sheet of
    single scores. `dots`: there is room for a dot at each point. `told` is what it shows, in words.
    """

    series: tuple[SeatSeries, ...]
    up: tuple[AxisLabel, ...]
    across: tuple[AxisLabel, ...]
    parts: tuple[float, ...]
    strip: tuple[LeadStretch, ...]
    dots: bool
    told: Text
    bottom: float = TOP + PLOT_HEIGHT
    left: float = LEFT
    right: float = WIDTH - RIGHT
    top: float = TOP
    strip_height: float = STRIP_HEIGHT
    width: float = WIDTH

    @property
    def strip_top(self) -> float:
        """Where the strip begins."""
        return self.bottom + STRIP_TOP

    @property
    def height(self) -> float:
        """Of the whole picture."""
        return self.strip_top + STRIP_HEIGHT + 4


def short_chart_of(sheet: ScoreSheet) -> Chart | None:
    """The same picture as `chart_of` draws, less high."""
    return chart_of(sheet, max(SHORT_HEIGHT, (BADGE + 1) * len(sheet.sides)))


def chart_of(sheet: ScoreSheet, plot_height: float = PLOT_HEIGHT) -> Chart | None:
    """The picture of this sheet; None while there is not enough to draw a line through."""
    if len(sheet.lines) < FEWEST_LINES:
        return None
    columns = [sheet.began, *(line.totals for line in sheet.lines)]
    most = MOST_UP if plot_height == PLOT_HEIGHT else FEWER_UP
    steps = _steps([total for column in columns for total in column.values()], most)
    lowest, highest = steps[0], steps[-1]

    def up(total: float) -> float:
        return round(TOP + (highest - total) / (highest - lowest) * plot_height, 1)

    ends = {name_of(side): up(columns[-1][side[0]]) for side in sheet.sides}
    moved, marks = _spread_badges(ends, TOP + plot_height), marks_of(sheet.sides, sheet.seats)
    series = tuple(
        SeatSeries(
            name := name_of(side),
            sheet.seats.index(side[0]),
            marks[side],
            tuple((_across(sheet, at), up(column[side[0]])) for at, column in enumerate(columns)),
            DASHES[sheet.seats.index(side[0]) % len(DASHES)],
            moved[name],
            max(BADGE, LETTER * len(marks[side]) + 8),
        )
        for side in sheet.sides
    )
    return Chart(
        series,
        tuple(AxisLabel(up(total), written_score(total)) for total in steps),
        _below(sheet),
        _parts(sheet),
        tuple(_strip(sheet, marks)),
        len(sheet.lines) <= MOST_DOTS,
        _describe(sheet),
        TOP + plot_height,
    )


def _across(sheet: ScoreSheet, column: float) -> float:
    """The position of a column: 0 is the start, 1 the first line of the sheet."""
    return round(LEFT + column / len(sheet.lines) * (WIDTH - LEFT - RIGHT), 1)


def _steps(totals: Sequence[float], most: int) -> list[int]:
    """The round numbers beside the picture, about `most`: from at most the lowest total to at least the highest."""
    lowest, highest = min(totals), max(totals)
    rough = max((highest - lowest) / (most - 1), 1)
    magnitude = 10 ** floor(log10(rough))
    step = next(int(size * magnitude) for size in (1, 2, 5, 10) if size * magnitude >= rough)
    first = floor(lowest / step) * step
    steps = list(range(first, ceil(highest) + step, step))
    return steps if len(steps) > 1 else [first, first + step]


def _spread_badges(ends: Mapping[str, float], lowest: float) -> dict[str, float]:
    """Where the badges stand: each at the end of its line, or as near to it as the others leave room."""
    order = sorted(ends, key=lambda seat: ends[seat])
    placed: list[float] = []
    for seat in order:
        placed.append(max(ends[seat], placed[-1] + BADGE + 1 if placed else TOP))
    for place in reversed(range(len(placed))):
        placed[place] = min(placed[place], lowest)
        lowest = placed[place] - BADGE - 1
    return dict(zip(order, placed, strict=True))


def _below(sheet: ScoreSheet) -> tuple[AxisLabel, ...]:
    """The numbers of the rounds: below each line, or in the middle of the scores of each round."""
    wanted: list[AxisLabel] = []
    if sheet.unit == "round":
        wanted = [AxisLabel(_across(sheet, at), str(line.round)) for at, line in enumerate(sheet.lines, 1)]
    else:
        rounds: dict[int, list[int]] = {}
        for at, line in enumerate(sheet.lines, 1):
            rounds.setdefault(line.round, []).append(at)
        if len(rounds) > 1:
            wanted = [AxisLabel(_across(sheet, (ats[0] + ats[-1]) / 2), str(round)) for round, ats in rounds.items()]
    shown: list[AxisLabel] = []
    for mark in wanted:
        if not shown or mark.at - shown[-1].at >= LETTER * max(len(mark.label), 2) + BETWEEN_LABELS:
            shown.append(mark)
    return tuple(shown)


def _parts(sheet: ScoreSheet) -> tuple[float, ...]:
    """Where a new round begins, between two scores."""
    if sheet.unit == "round":
        return ()
    rounds = [line.round for line in sheet.lines]
    return tuple(_across(sheet, at + 0.5) for at in range(1, len(rounds)) if rounds[at] != rounds[at - 1])


def _strip(sheet: ScoreSheet, marks: Mapping[Side, str]) -> Iterator[LeadStretch]:
    """Who led, from left to right. Parts without room for the letters of several stand together."""
    led = (_stretch(sheet, lead, marks) for lead in sheet.leads)
    for nameless, group in groupby(led, key=lambda stretch: stretch.place is None and not stretch.label):
        found = list(group)
        if nameless:
            width = sum(stretch.width for stretch in found)
            yield LeadStretch(found[0].left, round(width, 1), "", None)
        else:
            yield from found


def _stretch(sheet: ScoreSheet, lead: Lead, marks: Mapping[Side, str]) -> LeadStretch:
    left, right = _across(sheet, lead.first), _across(sheet, lead.last + 1)
    ahead = [side for side in sheet.sides if side[0] in lead.leaders]
    label = " ".join(marks[side] for side in ahead)
    fits = LETTER * len(label) + 2 <= right - left
    place = sheet.seats.index(ahead[0][0]) if len(ahead) == 1 else None
    return LeadStretch(left, round(right - left, 1), label if fits else "", place)


def _describe(sheet: ScoreSheet) -> Text:
    n = len(sheet.lines)
    if sheet.unit == "round":
        one, many = (
            "The totals after {n} round, and who led then",
            "The totals after each of {n} rounds, and who led then",
        )
    else:
        one, many = (
            "The totals after {n} score, and who led then",
            "The totals after each of {n} scores, and who led then",
        )
    return count(one, many, n)
