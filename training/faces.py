"""Card faces to make scenes of: those of real decks, rasterized from SVG by the browser, and drawn ones.

A drawn face has its letters from one of the fetched fonts and its suits from another; no two drawn decks are alike.
"""

from __future__ import annotations

import gzip
import random
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from training import sources
from training.browser import browser

Picture = np.ndarray[Any, np.dtype[Any]]
Point = tuple[float, float]

WIDTH = 260
HEIGHT = 364
SUITS = "CDHS"
RANKS = "A23456789TJQK"
LETTERS = {
    "english": {},
    "german": {"J": "B", "Q": "D"},
    "french": {"J": "V", "Q": "D", "K": "R", "A": "1"},
    "italian": {"J": "F", "Q": "D", "K": "R"},
    "spanish": {"J": "S", "Q": "C", "K": "R"},
}
"""What stands on cards in the place of an English letter."""

DECKS = {
    "anglo_modern": "english",
    "anglo_modern_4_color": "english",
    "anglo_poker": "english",
    "atlasnye": "english",
    "bellot": "english",
    "dondorf": "english",
    "neoclassical": "english",
    "neoclassical_4_color": "english",
    "orell": "english",
    "paris": "english",
    "plastic": "english",
    "simplistic": "english",
    "tigullio": "english",
    "ancient_french": "french",
    "atlasnye_skat": "german",
    "berlin": "german",
    "lattmann": "german",
    "rheinland": "german",
    "tarocco": "italian",
}
"""Decks of gnome-cards-data with French suits, and the letters they have."""

HELD_OUT = frozenset({"anglo_poker", "tigullio", "rheinland"})
"""Never trained on: the scenes to choose by are made of these."""

_FACES = sources.CACHE / "faces"
_DRAWN_RANKS = {"A": "1", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
_DRAWN_SUITS = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
_SIGNS = {"S": "\u2660", "H": "\u2665", "D": "\u2666", "C": "\u2663"}
_UNFIT_FONTS = ("Symbol", "D0500", "Z003", "Hairline", "Thin", "LightItalic", "Mono", "Math", "Condensed-Light", "_K")
_ROUND = {"O", "C"}


@dataclass(frozen=True, slots=True)
class Index:
    """A card's corner: what stands there, and the middle of the rank and of the suit in pixels of the face."""

    glyph: str
    suit: str
    rank_at: Point
    suit_at: Point
    rank_size: Point
    suit_size: Point


@dataclass(frozen=True, slots=True)
class Face:
    """A card: its code (`QH`), its picture (BGR, with `WIDTH` columns), and the index in its upper left corner."""

    code: str
    picture: Picture
    index: Index


@dataclass(frozen=True, slots=True)
class Deck:
    """52 faces, or fewer where a drawn index could not be found, and the letters on them."""

    letters: str
    faces: tuple[Face, ...]


def glyph_of(code: str, letters: str) -> str:
    """What stands on this card in a deck with these letters: `QH` in a German deck has a D."""
    return LETTERS[letters].get(code[0], code[0])


# Real decks


def rasterize() -> None:
    """Draw every real deck that is not drawn yet."""
    with browser() as chromium:
        for name in DECKS:
            if not (_FACES / name).exists():
                _rasterize(chromium, name)


_MEASURE = """ids => {
  const svg = document.querySelector("svg");
  svg.removeAttribute("width"); svg.removeAttribute("height");
  svg.style = "width: 4000px; height: auto; position: absolute; left: 0; top: 0";
  return ids.map((id) => document.getElementById(id)?.getBoundingClientRect().toJSON());
}"""


def _rasterize(chromium: Any, name: str) -> None:
    drawing = next(sources.folder_of("gnome-cards-data").rglob(f"{name}.svgz"))
    svg = gzip.decompress(drawing.read_bytes()).decode("utf-8")
    page = chromium.new_page(viewport={"width": 4000, "height": 2400})
    page.set_content(f"<body style='margin:0;background:#fff'>{svg[svg.index('<svg') :]}</body>", timeout=120_000)
    codes = [rank + suit for suit in SUITS for rank in RANKS]
    boxes = page.evaluate(_MEASURE, [f"{_DRAWN_SUITS[c[1]]}_{_DRAWN_RANKS.get(c[0], c[0])}" for c in codes])
    whole = cv2.imdecode(np.frombuffer(page.screenshot(full_page=True), np.uint8), cv2.IMREAD_COLOR)
    page.close()
    folder = _FACES / name
    folder.mkdir(parents=True)
    for code, box in zip(codes, boxes, strict=True):
        left, top, right, bottom = (round(box[side]) for side in ("left", "top", "right", "bottom"))
        picture = cv2.resize(whole[top:bottom, left:right], (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(folder / f"{code}.png"), picture)


def real_decks(held_out: bool) -> list[Deck]:
    """The decks of the fetched package: those held out, or the others."""
    return [_real_deck(name) for name in DECKS if (name in HELD_OUT) == held_out]


@cache
def _real_deck(name: str) -> Deck:
    letters = DECKS[name]
    faces = [_real_face(path, letters) for path in sorted((_FACES / name).glob("*.png"))]
    return Deck(letters, tuple(face for face in faces if face))


def _real_face(path: Path, letters: str) -> Face | None:
    picture = cv2.imread(str(path))
    boxes = _corner_boxes(picture)
    if boxes is None:
        return None
    rank, suit = boxes
    code = path.stem
    index = Index(glyph_of(code, letters), code[1], _middle(rank), _middle(suit), tuple(rank[2:]), tuple(suit[2:]))
    return Face(code, picture, index)


def _corner_boxes(picture: Picture) -> tuple[list[int], list[int]] | None:
    """The boxes (left, top, width, height) of rank and suit in the upper left corner; None where they are not clear."""
    high, wide = picture.shape[:2]
    corner = picture[: int(high * 0.34), : int(wide * 0.24)].min(axis=2)
    white = np.percentile(corner, 90)
    ink = (corner < 0.72 * white).astype(np.uint8)
    ink[:4] = 0
    ink[:, :4] = 0
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    boxes = [
        [int(v) for v in row[:4]]
        for row in stats[1:]
        if row[4] > 24 and min(row[:2]) > 4 and row[0] + row[2] < corner.shape[1] - 1 and row[3] < high * 0.2
    ]
    boxes.sort(key=lambda box: box[1])
    if len(boxes) < 2:
        return None
    rank, *others = boxes
    for other in list(others):
        if _beside(rank, other):
            others.remove(other)
            rank = _around(rank, other)
    middle = rank[0] + rank[2] / 2
    below = [b for b in others if abs(b[0] + b[2] / 2 - middle) < rank[3] * 0.5 and b[3] > 0.35 * rank[3]]
    return (rank, below[0]) if below else None


def _beside(one: list[int], other: list[int]) -> bool:
    """Whether these are the two digits of a ten."""
    gap = max(other[0] - one[0] - one[2], one[0] - other[0] - other[2])
    return abs(one[1] - other[1]) < 0.2 * one[3] and 0.8 < one[3] / other[3] < 1.25 and gap < 0.4 * one[3]


def _around(one: list[int], other: list[int]) -> list[int]:
    left, top = min(one[0], other[0]), min(one[1], other[1])
    right = max(one[0] + one[2], other[0] + other[2])
    bottom = max(one[1] + one[3], other[1] + other[3])
    return [left, top, right - left, bottom - top]


def _middle(box: list[int]) -> Point:
    return box[0] + box[2] / 2 - 0.5, box[1] + box[3] / 2 - 0.5


# Drawn decks


@cache
def fonts() -> tuple[str, ...]:
    """Every fetched face of a font that card makers could use, by path."""
    found = sorted(
        str(path) for package in sources.FONT_PACKAGES for path in sources.folder_of(package).rglob("*.[to]tf")
    )
    return tuple(
        f for f in found if not any(word in Path(f).name for word in _UNFIT_FONTS) and _glyph(f, "Q") is not None
    )


@cache
def pips() -> tuple[dict[str, Picture], ...]:
    """Sets of suits: masks by C, D, H and S, as fonts draw them and as svg-cards does."""
    found = []
    for font in fonts():
        masks = {suit: _glyph(font, sign) for suit, sign in _SIGNS.items()}
        missing = _glyph(font, "\U0001f9ff")
        if any(m is None or (missing is not None and np.array_equal(m, missing)) for m in masks.values()):
            continue
        distinct = len({m.tobytes() for m in masks.values()}) == 4
        if distinct and all((m > 128).mean() > 0.42 for m in masks.values()):
            found.append(masks)
    return (*found, *[_npm_pips()] * max(2, len(found) // 4))


def _npm_pips() -> dict[str, Picture]:
    folder = sources.folder_of(sources.NPM_DECK) / "package/png/2x"
    masks = {}
    for suit, name in _DRAWN_SUITS.items():
        masks[suit] = _tight(cv2.imread(str(folder / f"suit-{name}.png"), cv2.IMREAD_UNCHANGED)[..., 3])
    return masks


@cache
def _glyph(font: str, sign: str) -> Picture | None:
    size = 96
    image = Image.new("L", (size * 3, size * 3), 0)
    try:
        ImageDraw.Draw(image).text((size, size), sign, font=ImageFont.truetype(font, size), fill=255)
    except (OSError, ValueError):
        return None
    mask = np.array(image)
    return _tight(mask) if (mask > 64).sum() >= 30 else None


def _tight(mask: Picture) -> Picture:
    rows, columns = np.where(mask > 64)
    return mask[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def drawn_deck(chance: random.Random, courts: list[Picture]) -> Deck:
    """A deck that nobody printed: a font, pips, measures and colours drawn by chance; `courts` are pictures to show."""
    letters = chance.choices(list(LETTERS), [44, 32, 12, 6, 6])[0]
    style = _Style(chance, courts)
    courts_and_aces = [rank + suit for suit in SUITS for rank in "JQKA"]
    numbers = [rank + suit for suit in SUITS for rank in "23456789T"]
    faces = [style.face(code, letters) for code in (*courts_and_aces, *chance.sample(numbers, 18))]
    return Deck(letters, tuple(face for face in faces if face))


class _Style:
    """How a drawn deck looks."""

    def __init__(self, chance: random.Random, courts: list[Picture]) -> None:
        self.chance = chance
        self.courts = courts
        u = chance.uniform
        self.font = chance.choice(fonts())
        self.pips = chance.choice(pips())
        jumbo = chance.random() < 0.2
        self.height = u(44, 70) if jumbo else u(24, 42)
        self.narrow = u(0.62, 1.1)
        self.bold = chance.choice([0, 0, 0, 1, 2, 3, -1])
        self.suit_share = u(0.5, 1.05)
        self.gap = u(0.06, 0.42)
        self.margin = u(8, 16), u(8, 22)
        self.paper = np.array([u(215, 255)] * 3) + np.array([u(-14, 4), u(-6, 3), 0])
        red = [u(0, 70), u(0, 60), u(150, 240)]
        dark = [u(0, 60)] * 3
        four = chance.random() < 0.18
        self.inks = {
            "H": red,
            "D": [u(160, 235), u(50, 120), u(0, 50)] if four else red,
            "C": [u(20, 70), u(90, 140), u(0, 40)] if four else dark,
            "S": dark,
        }
        self.framed = chance.random() < 0.75
        self.centred = chance.random() < 0.8

    def face(self, code: str, letters: str) -> Face | None:
        """A card of this style; None where the font lacks its letters."""
        glyph = glyph_of(code, letters)
        rank = self._rank(glyph)
        if rank is None:
            return None
        suit = code[1]
        pip = _sized(self.pips[suit], self.height * self.suit_share)
        picture = np.ones((HEIGHT, WIDTH, 3)) * self.paper
        self._middle(picture, code)
        half = max(rank.shape[1], pip.shape[1]) / 2
        x = self.margin[0] + (half if self.centred else rank.shape[1] / 2)
        y = self.margin[1] + rank.shape[0] / 2
        below = y + rank.shape[0] / 2 + self.gap * self.height + pip.shape[0] / 2
        for _ in range(2):
            clear = picture[: int(below + pip.shape[0] / 2 + 3), : int(x + half + 3)]
            clear[:] = self.paper
            _paste(picture, rank, x, y, self.inks[suit])
            _paste(picture, pip, x if self.centred else self.margin[0] + pip.shape[1] / 2, below, self.inks[suit])
            picture = picture[::-1, ::-1]
        index = Index(
            glyph,
            suit,
            (x, y),
            (x if self.centred else self.margin[0] + pip.shape[1] / 2, below),
            (rank.shape[1], rank.shape[0]),
            (pip.shape[1], pip.shape[0]),
        )
        return Face(code, np.ascontiguousarray(picture.clip(0, 255).astype(np.uint8)), index)

    def _rank(self, glyph: str) -> Picture | None:
        if glyph != "T":
            mask = _glyph(self.font, glyph)
        else:
            one, nought = _glyph(self.font, "1"), _glyph(self.font, "0")
            if one is None or nought is None:
                return None
            high = max(one.shape[0], nought.shape[0])
            one, nought = (cv2.resize(m, (m.shape[1], high)) for m in (one, nought))
            gap = np.zeros((high, max(1, int(high * self.chance.uniform(0.0, 0.14)))), np.uint8)
            mask = np.hstack([one, gap, nought])
        if mask is None:
            return None
        wide = self.narrow * (0.85 if glyph == "T" else 1)
        mask = _sized(mask, self.height, wide)
        if self.bold > 0:
            mask = cv2.dilate(
                cv2.copyMakeBorder(mask, 2, 2, 2, 2, cv2.BORDER_CONSTANT), np.ones((self.bold, self.bold))
            )
        return mask

    def _middle(self, picture: Picture, code: str) -> None:
        """What stands between the corners: a court, or pips."""
        u = self.chance.uniform
        left, top = int(self.margin[0] + self.height * u(0.8, 1.5)), int(self.margin[1] + self.height * u(0.1, 1.2))
        if code[0] in "JQK" and self.courts:
            court = self.chance.choice(self.courts)
            wide, high = WIDTH - 2 * left, HEIGHT - 2 * top
            if wide > 40 and high > 40:
                picture[top : top + high, left : left + wide] = cv2.resize(court, (wide, high))
            if self.framed:
                cv2.rectangle(picture, (left, top), (WIDTH - left, HEIGHT - top), (u(0, 200), u(0, 90), u(0, 160)), 2)
            return
        pip = _sized(self.pips[code[1]], self.height * u(1.1, 1.7) if code[0] != "A" else 120)
        count = RANKS.index(code[0]) + 1 if code[0] in RANKS[:10] else 2
        columns = [0.5] if count < 4 else [0.32, 0.68]
        for i in range(count):
            x = WIDTH * columns[i % len(columns)]
            y = HEIGHT * (0.15 + 0.7 * (i // len(columns)) / ((count - 1) // len(columns))) if count > 1 else HEIGHT / 2
            flipped = pip if y <= HEIGHT / 2 else pip[::-1]
            _paste(picture, flipped, x, y, self.inks[code[1]])


def _sized(mask: Picture, height: float, wide: float = 1.0) -> Picture:
    across = max(4, round(height * mask.shape[1] / mask.shape[0] * wide))
    return cv2.resize(mask, (across, max(4, round(height))), interpolation=cv2.INTER_AREA)


def _paste(picture: Picture, mask: Picture, x: float, y: float, ink: Any) -> None:
    high, wide = mask.shape
    left, top = round(x - wide / 2), round(y - high / 2)
    across = slice(max(left, 0), min(left + wide, picture.shape[1]))
    down = slice(max(top, 0), min(top + high, picture.shape[0]))
    if across.stop <= across.start or down.stop <= down.start:
        return
    share = mask[down.start - top : down.stop - top, across.start - left : across.stop - left, None] / 255.0
    picture[down, across] = picture[down, across] * (1 - share) + np.array(ink) * share
