"""How the sides stood after each line of the score sheet, in totals or where these do
not decide in places, and who led when.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from math import ceil, floor, log10

from referee.lazy_dataclass import frozen
from referee.match.score_sheet import ScoreSheet
from referee.vocabulary.values import Side, name_of, written_score
from referee_web.pages.template_filters import marks_of

WIDTH = 360
LEFT, RIGHT, TOP = 34, 34, 12
PLOT_HEIGHT = 190
SHORT_HEIGHT = 96
"""How high a plot is that shares a phone's screen with much else, where the badges of
the seats have room.
"""
STRIP_TOP, STRIP_HEIGHT = 32, 20
BADGE = 18
LETTER = 7
MOST_UP, FEWER_UP = 6, 4
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
"""How the line of each seat is broken: told apart without their colours."""

Point = tuple[float, float]
"""How far from the left and from the top."""

Labels = Sequence[tuple[float, str]]
"""Where a label stands, and what it says."""


@frozen
class Series:
    """The line of a side."""

    place: int
    """The seat's, which decides its colour."""
    mark: str
    points: Sequence[Point]
    dashes: str
    badge_at: float
    """How far from the top its badge stands."""
    badge_width: int


@frozen
class Lead:
    """A part of the strip: who led meanwhile."""

    left: float
    right: float
    label: str
    """Empty where there is no room for it, or nobody led."""
    place: int | None
    """The seat's; None for several or nobody."""

    @property
    def width(self) -> float:
        """How wide it is."""
        return round(self.right - self.left, 1)

    @property
    def is_nameless(self) -> bool:
        """Whether nothing tells who led."""
        return self.place is None and not self.label


@frozen
class Chart:
    """What `scores/parts/chart.html` draws: lengths in units of the picture, `width` by
    `height`.
    """

    series: Sequence[Series]
    up: Labels
    """The totals or places beside the lines."""
    of_places: bool
    across: Labels
    """The rounds below the lines."""
    parts: Sequence[float]
    """Where a new round begins within a sheet of single scores."""
    strip: Sequence[Lead]
    """Who led, from left to right."""
    bottom: float
    """Of the lines, as are left, right and top."""
    left: float = LEFT
    right: float = WIDTH - RIGHT
    top: float = TOP
    width: float = WIDTH
    """Of the whole picture."""
    strip_height: float = STRIP_HEIGHT

    @property
    def strip_top(self) -> float:
        """Where the strip begins, below the rounds."""
        return self.bottom + STRIP_TOP

    @property
    def height(self) -> float:
        """How high the whole picture is."""
        return self.strip_top + STRIP_HEIGHT + 4


def short_chart_of(sheet: ScoreSheet) -> Chart | None:
    """The same picture as `chart_of` draws, less high."""
    return chart_of(sheet, max(SHORT_HEIGHT, (BADGE + 1) * len(sheet.sides)))


def chart_of(sheet: ScoreSheet, plot_height: float = PLOT_HEIGHT) -> Chart | None:
    """Return the picture of this sheet; None while it has too few lines to draw."""
    if len(sheet.lines) < FEWEST_LINES:
        return None
    of_places = sheet.wins is None and any(line.leaders for line in sheet.lines)
    most = MOST_UP
    if plot_height != PLOT_HEIGHT:
        most = FEWER_UP
    if of_places:
        columns = _places(sheet)
        steps = _steps_of_places(len(sheet.sides), most)
        labels = [f"{-step}." for step in steps]
    else:
        columns = [sheet.began, *(line.totals for line in sheet.lines)]
        values = [*chain.from_iterable(column.values() for column in columns)]
        steps = _steps(min(values), max(values), most)
        labels = [*map(written_score, steps)]
    lowest = steps[0]
    highest = steps[-1]
    bottom = TOP + plot_height

    def up(total: float) -> float:
        return round(TOP + (highest - total) / (highest - lowest) * plot_height, 1)

    marks = marks_of(sheet.sides, sheet.seats)
    ends = {}
    for side in sheet.sides:
        ends[name_of(side)] = up(columns[-1][side[0]])
    badges_at = _spread_badges(ends, bottom)
    series = []
    for side in sheet.sides:
        mark = marks[side]
        place = sheet.seats.index(side[0])
        points = []
        for at, column in enumerate(columns):
            points.append((_across(sheet, at), up(column[side[0]])))
        line = Series(
            place,
            mark,
            points,
            dashes=DASHES[place % len(DASHES)],
            badge_at=badges_at[name_of(side)],
            badge_width=max(BADGE, LETTER * len(mark) + 8),
        )
        series.append(line)

    across, parts = _rounds(sheet)
    return Chart(
        series,
        up=[*zip(map(up, steps), labels, strict=True)],
        of_places=of_places,
        across=across,
        parts=parts,
        strip=_strip(sheet, marks),
        bottom=bottom,
    )


def _places(sheet: ScoreSheet) -> list[Mapping[str, float]]:
    """The place of each seat after each line, below zero so that the first is on top;
    at the start all are level.
    """
    columns: list[Mapping[str, float]] = [dict.fromkeys(sheet.seats, -1.0)]
    for line in sheet.lines:
        columns.append({seat: -place for seat, place in line.places.items()})
    return columns


def _across(sheet: ScoreSheet, column: float) -> float:
    """The position of a column: 0 is the start, 1 the first line of the sheet."""
    return round(LEFT + column / len(sheet.lines) * (WIDTH - LEFT - RIGHT), 1)


def _steps(lowest: float, highest: float, most: int) -> Sequence[int]:
    """The round numbers beside the picture, about `most`: from at most the lowest total
    to at least the highest.
    """
    rough = max((highest - lowest) / (most - 1), 1)
    magnitude = 10 ** floor(log10(rough))
    step = next(size for size in (1, 2, 5, 10) if size * magnitude >= rough) * magnitude
    first = floor(lowest / step) * step
    return range(first, max(ceil(highest), first + 1) + step, step)


def _steps_of_places(sides: int, most: int) -> Sequence[int]:
    """The places beside the picture: all, or every second, or so."""
    every = ceil((sides - 1) / (most - 1))
    return range(-1, -sides - every, -every)[::-1]


def _spread_badges(ends: Mapping[str, float], lowest: float) -> dict[str, float]:
    """Where the badges stand: each at the end of its line, or as near to it as the
    others leave room.
    """
    order = sorted(ends, key=lambda seat: ends[seat])
    placed: list[float] = []
    highest: float = TOP
    for seat in order:
        placed.append(max(ends[seat], highest))
        highest = placed[-1] + BADGE + 1
    for place in reversed(range(len(placed))):
        placed[place] = min(placed[place], lowest)
        lowest = placed[place] - BADGE - 1
    return dict(zip(order, placed, strict=True))


def _rounds(sheet: ScoreSheet) -> tuple[Labels, Sequence[float]]:
    """The numbers of the rounds below their lines, as many as have room; and where
    rounds of several scores begin.
    """
    places_of: dict[int, list[int]] = {}
    for place, line in enumerate(sheet.lines, 1):
        places_of.setdefault(line.round, []).append(place)
    labels: list[tuple[float, str]] = []
    begins = []
    for round, places in places_of.items():
        at = _across(sheet, (places[0] + places[-1]) / 2)
        room = LETTER * max(len(str(round)), 2) + BETWEEN_LABELS
        if not labels or at - labels[-1][0] >= room:
            labels.append((at, str(round)))
        if sheet.unit != "round":
            begins.append(_across(sheet, places[0] - 0.5))
    if len(places_of) == 1:
        labels = []
    return labels, begins[1:]


def _strip(sheet: ScoreSheet, marks: Mapping[Side, str]) -> list[Lead]:
    """Who led, from left to right. Parts without room for the letters of several stand
    together.
    """
    strip: list[Lead] = []
    for lead in sheet.leads:
        left = _across(sheet, lead.first)
        right = _across(sheet, lead.last + 1)
        ahead = [side for side in sheet.sides if side[0] in lead.leaders]
        label = " ".join(marks[side] for side in ahead)
        if LETTER * len(label) + 2 > right - left:
            label = ""
        place = None
        if len(ahead) == 1:
            place = sheet.seats.index(ahead[0][0])

        part = Lead(left, right, label, place)
        if strip and part.is_nameless and strip[-1].is_nameless:
            part = replace(part, left=strip.pop().left)
        strip.append(part)
    return strip
