"""Card faces to make scenes of, and those of real decks, rasterized from SVG by the
browser.
"""

import gzip
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from training import jokers, sources
from training.browser import browser

Picture = np.ndarray[Any, np.dtype[Any]]
Point = tuple[float, float]
_Boxes = tuple[list[int], list[int]]
"""Of a rank and of its suit: left, top, width, height."""

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
    "french": "german",
}
"""Decks with French suits, and the letters they have: `french` of
kdegames-card-data-kf5, xskat's, and those of gnome-cards-data.
"""

HELD_OUT = frozenset({"anglo_poker", "tigullio", "rheinland"})
"""Never trained on: the scenes to choose by are made of these."""

SUIT_OF_JOKERS = {"XB": "S", "XR": "H"}
"""The suit whose ink a joker's index has."""

# Jokers with a star in their corner, and with a word: the boxes of its second and
# fourth letter
_STARRED = frozenset(
    {
        "ancient_french",
        "anglo_modern",
        "anglo_poker",
        "atlasnye",
        "lattmann",
        "neoclassical",
        "plastic",
        "tigullio",
    }
)
_WORDED = {
    "ancient_french": ((67, 19, 20, 23), (111, 20, 18, 22)),
    "anglo_modern": ((105, 17, 14, 28), (141, 18, 14, 26)),
    "atlasnye": ((21, 78, 13, 26), (21, 137, 13, 26)),
    "bellot": ((22, 11, 14, 29), (50, 11, 14, 28)),
    "neoclassical": ((216, 49, 18, 24), (216, 104, 19, 25)),
    "plastic": ((98, 27, 23, 24), (145, 27, 24, 24)),
}
_STARRED_TWICE = frozenset({"anglo_modern", "plastic"})  # At the left and at the right
_JESTERS = (
    "anglo_modern",
    "atlasnye",
    "dondorf",
    "lattmann",
    "neoclassical",
    "orell",
    "tarocco",
)
_FACES = sources.CACHE / "faces"


@dataclass(frozen=True, slots=True)
class Index:
    """A card's corner: what stands there, and the middle of the rank and of the suit in
    pixels of the face.
    """

    glyph: str
    """Empty where it says nothing."""
    suit: str
    """Spades or hearts for a joker, by its ink; jokers.py says which its two places
    are.
    """
    rank_at: Point
    suit_at: Point
    rank_size: Point
    suit_size: Point
    high: float
    """How high its rank is, or a letter of its word, or its star."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card: its code (`QH`), its picture (BGR, with `WIDTH` columns), and the indices
    at its upper end.

    At its lower end are the same, upside down.
    """

    code: str
    picture: Picture
    indices: tuple[Index, ...]


@dataclass(frozen=True, slots=True)
class Deck:
    """Up to 54 faces, those of which the index could be found or drawn, the letters on
    them, and what is rare in it.
    """

    letters: str
    faces: tuple[Face, ...]
    traits: tuple[str, ...] = ()


def glyph_of(code: str, letters: str) -> str:
    """Return what stands on this card in a deck with these letters: `QH` in a German
    deck has a D.
    """
    return LETTERS[letters].get(code[0], code[0])


# Real decks


def rasterize() -> None:
    """Draw every real deck that is not drawn yet."""
    _FACES.mkdir(parents=True, exist_ok=True)
    with browser() as chromium:
        for name in DECKS:
            if not (_FACES / name).exists():
                _rasterize(chromium, name)


_SHEET = 4000  # Pixels: what a drawing of 13 cards by 5 is spread over
_BESIDE = 100  # Pixels at its left and its right
_WIDER = {"tigullio": 1.0125}  # Cards that reach over the edges of their drawing
_SPREAD = """([across, left]) => {
  const svg = document.querySelector("svg");
  svg.removeAttribute("width"); svg.removeAttribute("height");
  svg.style = `width: ${across}px; height: auto; position: absolute; left: ${left}px; top: 0; overflow: visible`;
  return svg.getBoundingClientRect().height;
}"""
_ORDERS = {
    "french": ("AKQJT98765432", "CSHD")
}  # Of the ranks from left to right, and the suits from above


def _rasterize(chromium: Any, name: str) -> None:
    """Write a picture a card; the folder appears when all of them are there."""
    drawing = next(
        path
        for package in sources.DECK_PACKAGES
        for path in sources.folder_of(package).rglob(f"{name}.svgz")
    )
    svg = gzip.decompress(drawing.read_bytes()).decode("utf-8")
    page = chromium.new_page(viewport={"width": _SHEET + 2 * _BESIDE, "height": 2400})
    page.set_content(
        f"<body style='margin:0;background:#fff'>{svg[svg.index('<svg') :]}</body>",
        timeout=120_000,
    )
    down = page.evaluate(_SPREAD, [_SHEET, _BESIDE]) / 5
    sheet = cv2.imdecode(
        np.frombuffer(page.screenshot(full_page=True), np.uint8), cv2.IMREAD_COLOR
    )
    page.close()
    unfinished = Path(tempfile.mkdtemp(dir=_FACES))
    across = _SHEET / len(RANKS) * _WIDER.get(name, 1)
    first = _BESIDE + _SHEET / 2 - across * len(RANKS) / 2
    ranks, suits = _ORDERS.get(name, (RANKS, SUITS))
    rows = [
        *([rank + suit for rank in ranks] for suit in suits),
        [] if name in _ORDERS else list(SUIT_OF_JOKERS),
    ]
    for row, codes in enumerate(rows):
        for column, code in enumerate(codes):
            left, top, right, bottom = (
                round(v)
                for v in (
                    first + column * across,
                    row * down,
                    first + (column + 1) * across,
                    (row + 1) * down,
                )
            )
            picture = cv2.resize(
                sheet[top:bottom, left:right],
                (WIDTH, HEIGHT),
                interpolation=cv2.INTER_AREA,
            )
            cv2.imwrite(str(unfinished / f"{code}.png"), picture)
    unfinished.rename(_FACES / name)


def real_decks(held_out: bool) -> list[Deck]:
    """Return the decks of the fetched package: those held out, or the others."""
    return [_real_deck(name) for name in DECKS if (name in HELD_OUT) == held_out]


def jesters() -> list[Picture]:
    """Return what stands in the middle of real jokers, without any word."""
    found = [
        cv2.imread(str(_FACES / name / f"{code}.png"))
        for name in _JESTERS
        for code in SUIT_OF_JOKERS
    ]
    return [picture[60:-60, 60:-60] for picture in found]


@cache
def _real_deck(name: str) -> Deck:
    letters = DECKS[name]
    pictures = {
        path.stem: cv2.imread(str(path))
        for path in sorted((_FACES / name).glob("*.png"))
    }
    found = {
        code: _corner_boxes(picture)
        for code, picture in pictures.items()
        if code[0] != "X"
    }
    usual = _usual_boxes([boxes for boxes in found.values() if boxes])
    courts = [
        boxes
        for code, boxes in found.items()
        if code[0] in "JQK" and boxes and _alike(boxes, usual, 0.4)
    ]
    of_courts = _usual_boxes(courts) if courts else usual
    at = {
        code: _boxes_near(boxes, of_courts if code[0] in "JQK" else usual)
        for code, boxes in found.items()
    }
    faces = [
        _real_face(code, picture, letters, at[code])
        if code in at
        else _real_joker(name, code, picture)
        for code, picture in pictures.items()
    ]
    return Deck(letters, tuple(face for face in faces if face))


def _real_face(code: str, picture: Picture, letters: str, left: _Boxes) -> Face:
    indices = [_index(code, letters, *left)]
    right = _corner_boxes(np.ascontiguousarray(picture[:, ::-1]))
    if right is not None and _alike(left, right, 0.15):
        indices.append(
            _index(
                code,
                letters,
                *([WIDTH - x - wide, y, wide, high] for x, y, wide, high in right),
            )
        )
    return Face(code, picture, tuple(indices))


def _usual_boxes(found: list[_Boxes]) -> _Boxes:
    """Return where rank and suit stand on most of these cards."""
    rank, suit = (
        [int(v) for v in np.median([boxes[part] for boxes in found], axis=0)]
        for part in (0, 1)
    )
    return rank, suit


def _boxes_near(found: _Boxes | None, usual: _Boxes) -> _Boxes:
    """Return what was found in a corner, but the usual place of what is not near it: it
    touches the court or a frame.
    """
    if found is None:
        return usual
    slack = usual[0][3] * 0.25
    rank, suit = (
        box
        if abs(box[1] - there[1]) < slack and abs(box[3] - there[3]) < slack
        else there
        for box, there in zip(found, usual, strict=True)
    )
    return rank, suit


def _alike(left: _Boxes, right: _Boxes, slack: float) -> bool:
    """Return whether ranks and suits are as high, give or take so much of a rank."""
    most = slack * left[0][3]
    return all(abs(a[3] - b[3]) < most for a, b in zip(left, right, strict=True))


def _index(code: str, letters: str, rank: list[int], suit: list[int]) -> Index:
    sizes = tuple(rank[2:]), tuple(suit[2:])
    return Index(
        glyph_of(code, letters), code[1], _middle(rank), _middle(suit), *sizes, rank[3]
    )


def _real_joker(name: str, code: str, picture: Picture) -> Face | None:
    """Return a joker with a word or a star, or a star in a ring or disc; None where it
    has none of them.
    """
    suit = SUIT_OF_JOKERS[code]
    indices = []
    if name in _WORDED:
        second, fourth = (list(box) for box in _WORDED[name])
        places = _middle(second), _middle(fourth)
        indices.append(
            Index(
                jokers.WORD,
                suit,
                *places,
                tuple(second[2:]),
                tuple(fourth[2:]),
                second[3],
            )
        )
    if name in _STARRED:
        rounds = [
            box
            for box in _blobs(picture)
            if 0.85 < box[2] / box[3] < 1.18 and 0.06 < box[2] / WIDTH < 0.2
        ]
        if not rounds:
            return None
        box = max(rounds, key=lambda box: box[2])
        (x, y), size = _middle(box), max(box[2:])
        for across in (x, WIDTH - 1 - x) if name in _STARRED_TWICE else (x,):
            places = (across, y - size / 2), (across, y + size / 2)
            indices.append(
                Index(
                    jokers.STAR,
                    suit,
                    *places,
                    (size, size * 0.8),
                    (size, size * 0.8),
                    size,
                )
            )
    return Face(code, picture, tuple(indices)) if indices else None


def _corner_boxes(picture: Picture) -> _Boxes | None:
    """Return the boxes of rank and suit in the upper left corner; None where they are
    not clear.
    """
    boxes = _blobs(picture)
    if len(boxes) < 2:
        return None
    rank, *others = boxes
    for other in list(others):
        if _beside(rank, other):
            others.remove(other)
            rank = _around(rank, other)
    middle = rank[0] + rank[2] / 2
    below = [
        b
        for b in others
        if abs(b[0] + b[2] / 2 - middle) < rank[3] * 0.5 and b[3] > 0.35 * rank[3]
    ]
    return (rank, below[0]) if below else None


def _blobs(picture: Picture) -> list[list[int]]:
    """Return the boxes of what stands in the upper left corner, from above."""
    high, wide = picture.shape[:2]
    corner = picture[: int(high * 0.34), : int(wide * 0.24)].min(axis=2)
    ink = (corner < 0.72 * np.percentile(corner, 90)).astype(np.uint8)
    ink[:3] = 0
    ink[:, :3] = 0
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    boxes = [
        [int(v) for v in row[:4]]
        for row in stats[1:]
        if row[4] > 24
        and min(row[:2]) > 3
        and row[0] + row[2] < corner.shape[1] - 1
        and row[3] < high * 0.2
    ]
    return sorted(boxes, key=lambda box: box[1])


def _beside(one: list[int], other: list[int]) -> bool:
    """Return whether these are the two digits of a ten."""
    gap = max(other[0] - one[0] - one[2], one[0] - other[0] - other[2])
    return (
        abs(one[1] - other[1]) < 0.2 * one[3]
        and 0.8 < one[3] / other[3] < 1.25
        and gap < 0.4 * one[3]
    )


def _around(one: list[int], other: list[int]) -> list[int]:
    left = min(one[0], other[0])
    top = min(one[1], other[1])
    right = max(one[0] + one[2], other[0] + other[2])
    bottom = max(one[1] + one[3], other[1] + other[3])
    return [left, top, right - left, bottom - top]


def _middle(box: list[int]) -> Point:
    return box[0] + box[2] / 2 - 0.5, box[1] + box[3] / 2 - 0.5
