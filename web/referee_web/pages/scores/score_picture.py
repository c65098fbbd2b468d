"""Scores as a picture to share: winner, joke, places, totals and highlights.

It is a self-contained SVG of text and shapes, which a phone converts to PNG.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from flask import Response, render_template

from referee.cards.card import Cards
from referee.hosting.tables.snapshot import Snapshot
from referee.vocabulary.text import Text
from referee.vocabulary.view import Standing
from referee_web.joined_scripts import STATIC
from referee_web.pages.card_faces import face
from referee_web.pages.scores.chart import Chart
from referee_web.pages.template_filters import marks_of, say_here, word

WIDTH = 720
EDGE = 44
ROOM = WIDTH - 2 * EDGE
LETTER_WIDTH = 0.62
"""The greatest average width of a bold letter, relative to its size, for line
breaks.
"""

TITLE = 28
NAME = 60
ROW = 28
SMALL = 26
"""The smallest letters: 13 pixels where the picture is shared 360 pixels wide."""
TEXT = 28
TEXT_LINE = 34
PLACES_LINE = 48
RANKED_BY_LINE = 32

TextLine = tuple[str, float, float, bool]
"""A line of text: position, size, and whether it is a title."""


INKS = {"C": "#0e7d61", "D": "#1b2fd1", "H": "#df0a12"}
"""The inks of the suits, as in the stylesheet; of all others that of the text."""
CARD_WIDTH = 46
CARD_HEIGHT = 64
CARD_STEP = CARD_WIDTH + 8


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence in a picture with its title, and the cards that it tells of."""

    title: str
    text: str = ""
    cards: Cards = ()


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card in a picture: its top left corner, what stands on it, and its ink."""

    x: float
    y: float
    rank: str
    sign: str
    ink: str | None


@dataclass(frozen=True, slots=True)
class PicturePage:
    """A picture's layout, from top to bottom."""

    picture: Picture
    hero: float
    """The height of the panel of who has won."""
    texts: Sequence[TextLine]
    places: Sequence[tuple[Any, ...]]
    """Each standing with its shortened name, coloured mark, and position."""
    cards: Sequence[DrawnCard]
    chart_at: float
    chart_height: float
    height: float

    width = WIDTH
    edge = EDGE
    small = SMALL

    @property
    def colours(self) -> tuple[str, ...]:
        """Return the seats' colours."""
        return colours()


@dataclass(frozen=True, slots=True)
class Picture:
    """The contents of a picture, from top to bottom."""

    title: str
    best: tuple[str, Sequence[str]]
    """The words about the best, and their names."""
    said: Sequence[str]
    """Sentences beneath them."""
    score: str
    """The heading of the totals."""
    places: Sequence[Standing]
    seats: tuple[str, ...]
    notes: Sequence[Note]
    """Highlights with titles."""
    joke: str = ""
    """What stands below all facts."""
    dates: Sequence[str] = ()
    chart: Chart | None = None
    snapshot: Snapshot | None = None
    """The match that it is of; None: an evening or an event."""

    def draw(self) -> PicturePage:
        """Return the picture's layout, from top to bottom."""
        texts: list[TextLine] = [(_cut(self.title, TITLE), 64, TITLE, True)]
        at = 84.0
        best, winners = self.best
        if winners:
            names = word(Text("{winners}", {"winners": winners}))
            size = max(min(NAME, ROOM / (LETTER_WIDTH * len(names))), ROW)
            texts.append((best, at + 38, SMALL, True))
            texts.append((_cut(names, size), at + 46 + size, size, False))
            at += 66 + size
        for sentence in self.said:
            texts += _lines(sentence, at)
            at = texts[-1][1] + 8

        hero = at + 16
        at = hero + 2 * SMALL
        height = PLACES_LINE
        if any(standing.ranked_by for standing in self.places):
            height += RANKED_BY_LINE
        rows = list(self._rows(at, height))
        at += height * len(rows) + 24
        chart_at = at
        chart_height = 0.0
        if self.chart is not None:
            chart_height = round(ROOM * self.chart.height / self.chart.width)
            at += chart_height + 16
        cards: list[DrawnCard] = []
        for note in self.notes:
            texts += [(note.title, at + 24, SMALL, True), *_lines(note.text, at + 24)]
            at = texts[-1][1] + 14
            if note.cards:
                cards += _draw_cards(note.cards, at)
                at += CARD_HEIGHT + 14
        if self.joke:
            texts += _lines(self.joke, at + 14)
            at = texts[-1][1] + 14
        last = " · ".join([say_here("Referee"), *self.dates])
        texts.append((last, at + 34, SMALL, True))
        return PicturePage(
            picture=self,
            hero=hero,
            texts=texts,
            places=rows,
            cards=cards,
            chart_at=chart_at,
            chart_height=chart_height,
            height=at + 64,
        )

    def _rows(self, top: float, height: float) -> Iterator[tuple[Any, ...]]:
        """Yield each standing with its shortened name, coloured mark, and position."""
        sides = [standing.partners for standing in self.places]
        marks = marks_of(sides, self.seats)
        for row, (standing, side) in enumerate(zip(self.places, sides, strict=True)):
            colour = colours()[self.seats.index(side[0]) % len(colours())]
            name = _cut(standing.seat, ROW, ROOM - 190)
            at = top + height * row + PLACES_LINE / 2
            yield standing, name, (marks[side], colour), at


def colours() -> tuple[str, ...]:
    """Return the seats' accent colours on light ground, as in the stylesheet."""
    tokens = (STATIC / "style/tokens.css").read_text("utf-8")
    return tuple(re.findall(r"--seat-\d: (#[0-9a-f]{6});", tokens))


def draw_svg(page: PicturePage) -> Response:
    """Return a picture as a response."""
    drawn = render_template("scores/picture.svg", page=page)
    return Response(drawn, mimetype="image/svg+xml")


def _draw_cards(cards: Cards, top: float) -> list[DrawnCard]:
    """Return the cards in a row, closer together where they would not fit."""
    step = min(CARD_STEP, (ROOM - CARD_WIDTH) / max(len(cards) - 1, 1))
    drawn = []
    for number, card in enumerate(cards):
        shown = face(card)
        x = EDGE + step * number
        ink = INKS.get(shown.suit)
        drawn.append(
            DrawnCard(x=x, y=top, rank=shown.rank[:2], sign=shown.sign, ink=ink)
        )
    return drawn


def _lines(text: str, top: float) -> list[TextLine]:
    lines = wrap(text, int(ROOM / (LETTER_WIDTH * TEXT)), max_lines=3, placeholder="…")
    text_lines: list[TextLine] = []
    for number, line in enumerate(lines or [""], 1):
        text_lines.append((line, top + number * TEXT_LINE, TEXT, False))
    return text_lines


def _cut(text: str, size: float, room: float = ROOM) -> str:
    """Return as much of the text as fits."""
    most = int(room / (LETTER_WIDTH * size))
    if len(text) > most:
        text = text[: most - 1].rstrip() + "…"
    return text
