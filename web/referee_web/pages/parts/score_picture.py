"""The scores as one picture to share: who has won, the places, the line of totals and what was remarkable.

It is drawn as SVG in type and shapes, by itself: no stylesheet reaches into it. A phone makes a PNG of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from textwrap import wrap

from referee.vocabulary.side import parts_of
from referee.vocabulary.text import Text
from referee.vocabulary.view import Standing
from referee_web.assets import STATIC
from referee_web.pages.parts.chart import Chart
from referee_web.pages.template_filters import marks_of, say_here, word

WIDTH = 720
EDGE = 44
ROOM = WIDTH - 2 * EDGE
LETTER_WIDTH = 0.62
"""How wide a bold letter is on average, in its size, at the most: to break lines by."""

MOST_HIGHLIGHTS = 4
TITLE, NAME, ROW, SMALL, TEXT = 28, 60, 28, 20, 25
PLACES_LINE, CHART_WIDTH = 48, 632


@dataclass(frozen=True, slots=True)
class PlacedSeat:
    """A side's line: its place and badge, its name as far as there is room, and its score."""

    standing: Standing
    name: str
    mark: str
    colour: str
    at: float


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text: where, how large, and whether it is a title."""

    text: str
    at: float
    size: float
    title: bool = False


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """How a match of this title ended: who won, by what, what the scores count, and when."""

    title: str
    winners: tuple[str, ...]
    decided: str
    score: str
    at: float | None


@dataclass(frozen=True, slots=True)
class ScorePicture:
    """What stands where in the picture, from top to bottom."""

    sayings: tuple[TextLine, ...]
    places: tuple[PlacedSeat, ...]
    score: str
    chart: Chart | None
    chart_at: float
    chart_height: float
    height: float
    width: float = WIDTH
    edge: float = EDGE


def picture_of(
    ended: MatchOutcome,
    seats: tuple[str, ...],
    places: tuple[Standing, ...],
    chart: Chart | None,
    highlights: Sequence[tuple[str, str]],
) -> ScorePicture:
    """The picture of a match of these seats: the places in order, the highlights as title and text."""
    sayings = [TextLine(_cut(ended.title, TITLE), 64, TITLE, title=True)]
    at = 84.0
    if winners := ended.winners:
        names = word(Text("{winners}", {"winners": winners}))
        size = max(min(NAME, ROOM / (LETTER_WIDTH * len(names))), ROW)
        sayings.append(
            TextLine(say_here("The winner") if len(winners) == 1 else say_here("The winners"), at + 38, SMALL, True)
        )
        sayings.append(TextLine(_cut(names, size), at + 46 + size, size))
        at += 66 + size
    if ended.decided:
        lines = list(_lines(ended.decided, at))
        sayings += lines
        at = lines[-1].at + 16
    at += SMALL
    rows = tuple(_places(places, seats, at))
    at += PLACES_LINE * len(rows) + 24
    chart_at, chart_height = at, 0.0
    if chart is not None:
        chart_height = round(CHART_WIDTH * chart.height / chart.width)
        at += chart_height + 16
    for title, text in highlights[:MOST_HIGHLIGHTS]:
        told = [TextLine(title, at + 24, SMALL, title=True), *_lines(text, at + 24)]
        sayings += told
        at = told[-1].at + 14
    date = datetime.fromtimestamp(ended.at).astimezone().date().isoformat() if ended.at else ""
    sayings.append(TextLine(" · ".join(filter(None, (say_here("Referee"), date))), at + 34, SMALL, title=True))
    return ScorePicture(tuple(sayings), rows, ended.score, chart, chart_at, chart_height, at + 64)


@cache
def colours() -> tuple[str, ...]:
    """The accent colours of the seats on light ground, as the stylesheet has them."""
    light = (STATIC / "style.css").read_text("utf-8").partition("@media")[0]
    return tuple(re.findall(r"--seat-\d: (#[0-9a-f]{6});", light))


def _places(places: tuple[Standing, ...], seats: tuple[str, ...], top: float) -> Iterator[PlacedSeat]:
    marks = marks_of([parts_of(standing.seat) for standing in places], seats)
    for row, standing in enumerate(places):
        side = parts_of(standing.seat)
        colour = colours()[seats.index(side[0]) % len(colours())]
        name = _cut(standing.seat, ROW, ROOM - 190)
        yield PlacedSeat(standing, name, marks[side], colour, top + PLACES_LINE * (row + 0.5))


def _lines(text: str, top: float) -> Iterator[TextLine]:
    lines = wrap(text, int(ROOM / (LETTER_WIDTH * TEXT)), max_lines=2, placeholder="…")
    for place, line in enumerate(lines or [""]):
        yield TextLine(line, top + 30 + place * 30, TEXT)


def _cut(text: str, size: float, room: float = ROOM) -> str:
    """As much of the text as there is room for."""
    most = int(room / (LETTER_WIDTH * size))
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
