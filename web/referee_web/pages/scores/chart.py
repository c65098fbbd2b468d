"""The chart of a match: totals or places by line of the score sheet, and leads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import ceil, floor, log10

from referee.match.showing.score_sheet import ScoreSheet
from referee.vocabulary.values import Side, name_side, written_score
from referee_web.pages.template_filters import marks_of

WIDTH = 360
LEFT = 34
RIGHT = 34
TOP = 12
PLOT_HEIGHT = 190
SHORT_HEIGHT = 96
"""The height of a plot beside much else on a phone, with room for the seats' badges."""
STRIP_TOP = 32
STRIP_HEIGHT = 20
BADGE = 18
LETTER = 7
MOST_UP = 6
FEWER_UP = 4
BETWEEN_LABELS = 12
FEWEST_LINES = 2

DASHES = (
    "",
    "7 4",
    "2 4",
    "10 3 2 3",
    "14 5",
    "5 2",
    "1 5",
    "12 3 5 3",
    "3 7",
    "9 2 1 2",
)
"""Each seat's dash pattern, so that lines differ without colours."""

Point = tuple[float, float]
"""A point: distances from left and top."""

Labels = Sequence[tuple[float, str]]
"""A label: its position and text."""


@dataclass(frozen=True, slots=True)
class Series:
    """A side's line."""

    seat_index: int
    """The seat's index, for its colour."""
    mark: str
    points: Sequence[Point]
    dashes: str
    badge_at: float
    """The badge's distance from the top."""
    badge_width: int


@dataclass(frozen=True, slots=True)
class ChartLead:
    """A part of the strip: the leader at that time."""

    left: float
    right: float
    label: str
    """Empty without room, or without a leader."""
    seat_index: int | None
    """The leading seat's index; None for several or none."""

    @property
    def width(self) -> float:
        """Return the width of this part of the strip."""
        return round(self.right - self.left, 1)

    @property
    def is_nameless(self) -> bool:
        """Return whether this part of the strip names no leader."""
        return self.seat_index is None and not self.label


@dataclass(frozen=True, slots=True)
class Chart:
    """The data of `scores/parts/chart.html`, in units of `width` by `height`."""

    series: Sequence[Series]
    up: Labels
    """Labels of totals or places, beside the lines."""
    of_places: bool
    across: Labels
    """Labels of rounds, below the lines."""
    parts: Sequence[float]
    """The positions of new rounds in a sheet of single scores."""
    strip: Sequence[ChartLead]
    """The leads, from left to right."""
    bottom: float
    """The height of the plot, like left, right and top."""
    left: float = LEFT
    right: float = WIDTH - RIGHT
    top: float = TOP
    width: float = WIDTH
    """The width of the whole picture."""
    strip_height: float = STRIP_HEIGHT

    @property
    def strip_top(self) -> float:
        """Return the top of the strip, below the rounds."""
        return self.bottom + STRIP_TOP

    @property
    def height(self) -> float:
        """Return the height of the whole picture."""
        return self.strip_top + STRIP_HEIGHT + 4


def short_chart_of(sheet: ScoreSheet) -> Chart | None:
    """Return the chart of `chart_of` with less height."""
    return chart_of(sheet, max(SHORT_HEIGHT, (BADGE + 1) * len(sheet.sides)))


def chart_of(sheet: ScoreSheet, plot_height: float = PLOT_HEIGHT) -> Chart | None:
    """Return this sheet's chart; None if it has too few lines."""
    if len(sheet.lines) < FEWEST_LINES:
        return None
    of_places = sheet.wins is None and any(line.leaders for line in sheet.lines)
    most = FEWER_UP if plot_height != PLOT_HEIGHT else MOST_UP
    if of_places:
        columns = _places(sheet)
        ticks = _list_place_ticks(len(sheet.sides), most)
        labels = [f"{-tick}." for tick in ticks]
    else:
        columns = [sheet.began, *(line.totals for line in sheet.lines)]
        values = [*chain.from_iterable(column.values() for column in columns)]
        ticks = _list_ticks(min(values), max(values), most)
        labels = [*map(written_score, ticks)]
    lowest = ticks[0]
    highest = ticks[-1]
    bottom = TOP + plot_height

    def up(total: float) -> float:
        return round(TOP + (highest - total) / (highest - lowest) * plot_height, 1)

    marks = marks_of(sheet.sides, sheet.seats)
    ends = {name_side(side): up(columns[-1][side[0]]) for side in sheet.sides}
    badges_at = _spread_badges(ends, bottom)
    series = []
    for side in sheet.sides:
        mark = marks[side]
        seat_index = sheet.seats.index(side[0])
        points = []
        for at, column in enumerate(columns):
            points.append((_across(sheet, at), up(column[side[0]])))
        line = Series(
            seat_index,
            mark,
            points,
            dashes=DASHES[seat_index % len(DASHES)],
            badge_at=badges_at[name_side(side)],
            badge_width=max(BADGE, LETTER * len(mark) + 8),
        )
        series.append(line)

    across, parts = _rounds(sheet)
    return Chart(
        series,
        up=[*zip(map(up, ticks), labels, strict=True)],
        of_places=of_places,
        across=across,
        parts=parts,
        strip=_strip(sheet, marks),
        bottom=bottom,
    )


def _places(sheet: ScoreSheet) -> list[Mapping[str, float]]:
    """Return negative places after each line, so that the first is on top."""
    columns: list[Mapping[str, float]] = [dict.fromkeys(sheet.seats, -1.0)]
    for line in sheet.lines:
        columns.append({seat: -place for seat, place in line.places.items()})
    return columns


def _across(sheet: ScoreSheet, column: float) -> float:
    """Return a column's position: 0 is the start, 1 the sheet's first line."""
    return round(LEFT + column / len(sheet.lines) * (WIDTH - LEFT - RIGHT), 1)


def _list_ticks(lowest: float, highest: float, most: int) -> Sequence[int]:
    """Return about `most` round numbers that span the totals."""
    rough = max((highest - lowest) / (most - 1), 1)
    magnitude = 10 ** floor(log10(rough))
    step = next(size for size in (1, 2, 5, 10) if size * magnitude >= rough) * magnitude
    first = floor(lowest / step) * step
    return range(first, max(ceil(highest), first + 1) + step, step)


def _list_place_ticks(sides: int, most: int) -> Sequence[int]:
    """Return all places, or every second and so on."""
    every = ceil((sides - 1) / (most - 1))
    return range(-1, -sides - every, -every)[::-1]


def _spread_badges(ends: Mapping[str, float], lowest: float) -> dict[str, float]:
    """Return the badges' positions, near the ends of their lines without overlap."""
    order = sorted(ends, key=lambda seat: ends[seat])
    positions: list[float] = []
    highest: float = TOP
    for seat in order:
        positions.append(max(ends[seat], highest))
        highest = positions[-1] + BADGE + 1
    for index in reversed(range(len(positions))):
        positions[index] = min(positions[index], lowest)
        lowest = positions[index] - BADGE - 1
    return dict(zip(order, positions, strict=True))


def _rounds(sheet: ScoreSheet) -> tuple[Labels, Sequence[float]]:
    """Return as many rounds' labels as have room, and where longer rounds begin.

    A longer round has several scores.
    """
    numbers_by_round: dict[int, list[int]] = {}
    for number, line in enumerate(sheet.lines, 1):
        numbers_by_round.setdefault(line.round, []).append(number)
    labels: list[tuple[float, str]] = []
    begins = []
    for round, numbers in numbers_by_round.items():
        at = _across(sheet, (numbers[0] + numbers[-1]) / 2)
        room = LETTER * max(len(str(round)), 2) + BETWEEN_LABELS
        if not labels or at - labels[-1][0] >= room:
            labels.append((at, str(round)))
        if sheet.unit != "round":
            begins.append(_across(sheet, numbers[0] - 0.5))
    if len(numbers_by_round) == 1:
        labels = []
    return labels, begins[1:]


def _strip(sheet: ScoreSheet, marks: Mapping[Side, str]) -> list[ChartLead]:
    """Return the leads, from left to right, merging parts too narrow for letters."""
    strip: list[ChartLead] = []
    for lead in sheet.leads:
        left = _across(sheet, lead.first)
        right = _across(sheet, lead.last + 1)
        ahead = [side for side in sheet.sides if side[0] in lead.leaders]
        label = " ".join(marks[side] for side in ahead)
        if LETTER * len(label) + 2 > right - left:
            label = ""
        seat_index = None
        if len(ahead) == 1:
            seat_index = sheet.seats.index(ahead[0][0])

        next_lead = ChartLead(left, right, label, seat_index)
        if strip and next_lead.is_nameless and strip[-1].is_nameless:
            next_lead = replace(next_lead, left=strip.pop().left)
        strip.append(next_lead)
    return strip
