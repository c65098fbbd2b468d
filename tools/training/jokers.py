"""What stands in the corners of jokers: a word of five letters, one below or beside the
other, or a star.
"""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

Picture = np.ndarray[Any, np.dtype[Any]]
Point = tuple[float, float]

WORD = "X"
STAR = "*"
_WORDS = ("JOKER", "JOKER", "JOKER", "JOKER", "Joker", "JOLLY")
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SIDE = 120  # Pixels of a star before it is made as large as the index is


@dataclass(frozen=True, slots=True)
class Sign:
    """A mask, and in it the two points that the reader takes for rank and suit with the
    size of what is round each.

    `high` is a letter's height, or the star's.
    """

    glyph: str
    mask: Picture
    rank_at: Point
    suit_at: Point
    part: Point
    high: float


def any_word(chance: random.Random, letters: int = 5) -> str:
    """Return what no joker says: so many letters by chance."""
    return "".join(chance.choice(_ALPHABET) for _ in range(letters))


def name(chance: random.Random) -> str:
    """Return what a joker says."""
    return chance.choice(_WORDS)


def word(
    chance: random.Random,
    said: str,
    high: float,
    letter: Callable[[str], Picture | None],
) -> Sign | None:
    """Return a word of five letters, `high` pixels high; None where the font lacks one
    of them.
    """
    letters = [letter(each) for each in said]
    if any(each is None for each in letters):
        return None
    tallest = max(each.shape[0] for each in letters)
    narrow = chance.uniform(0.55, 1.2)
    sized = [_sized(each, high * each.shape[0] / tallest, narrow) for each in letters]
    if chance.random() < 0.6:
        return _stacked(sized, high * chance.uniform(0.06, 0.45), high)
    flat = _in_line(sized, high * chance.uniform(0.05, 0.35), high)
    return _turned(flat, chance.choice([0, 1, 3]))


def _sized(mask: Picture, high: float, narrow: float) -> Picture:
    across = max(3, round(high * mask.shape[1] / mask.shape[0] * narrow))
    return cv2.resize(mask, (across, max(4, round(high))), interpolation=cv2.INTER_AREA)


def _stacked(letters: list[Picture], gap: float, high: float) -> Sign:
    step = high + gap
    mask = np.zeros(
        (math.ceil(4 * step + high) + 2, max(each.shape[1] for each in letters)),
        np.uint8,
    )
    for i, each in enumerate(letters):
        top = round(i * step)
        left = (mask.shape[1] - each.shape[1]) // 2
        mask[top : top + each.shape[0], left : left + each.shape[1]] = each
    x = (mask.shape[1] - 1) / 2
    return Sign(
        WORD,
        mask,
        (x, step + high / 2),
        (x, 3 * step + high / 2),
        (mask.shape[1], 2 * step + high),
        high,
    )


def _in_line(letters: list[Picture], gap: float, high: float) -> Sign:
    lefts = [
        round(sum(each.shape[1] for each in letters[:i]) + i * gap)
        for i in range(len(letters))
    ]
    mask = np.zeros((math.ceil(high) + 2, lefts[-1] + letters[-1].shape[1]), np.uint8)
    for left, each in zip(lefts, letters, strict=True):
        mask[round(high) - each.shape[0] : round(high), left : left + each.shape[1]] = (
            each
        )
    second, fourth = (lefts[i] + letters[i].shape[1] / 2 for i in (1, 3))
    return Sign(
        WORD,
        mask,
        (second, high / 2),
        (fourth, high / 2),
        (mask.shape[1] * 0.6, high),
        high,
    )


def _turned(sign: Sign, quarters: int) -> Sign:
    """Return the sign turned a quarter to the left, so many times."""
    for _ in range(quarters):
        last = sign.mask.shape[1] - 1
        rank_at, suit_at = ((y, last - x) for x, y in (sign.rank_at, sign.suit_at))
        sign = Sign(
            sign.glyph,
            np.rot90(sign.mask),
            rank_at,
            suit_at,
            sign.part[::-1],
            sign.high,
        )
    return sign


def star(chance: random.Random, high: float) -> Sign:
    """Return a star, by itself, cut out of a disc, or in a ring."""
    whole = np.zeros((_SIDE, _SIDE), np.uint8)
    middle = _SIDE / 2
    most = _SIDE / 2 - 2
    kind = chance.choices(["alone", "disc", "ring"], [50, 30, 20])[0]
    reach = most * (1 if kind == "alone" else chance.uniform(0.6, 0.88))
    points = chance.choices([5, 4, 6], [88, 6, 6])[0]
    inner = chance.uniform(0.36, 0.52)
    outline = [
        (
            middle + far * math.sin(math.pi * i / points),
            middle - far * math.cos(math.pi * i / points),
        )
        for i in range(2 * points)
        for far in [reach * (inner if i % 2 else 1)]
    ]
    if kind != "alone":
        cv2.circle(
            whole,
            (_SIDE // 2, _SIDE // 2),
            int(most),
            255,
            -1 if kind == "disc" else chance.randint(4, 12),
        )
    cv2.fillPoly(
        whole, [np.round(outline).astype(np.int32)], 0 if kind == "disc" else 255
    )
    size = max(6, round(high))
    mask = cv2.resize(whole, (size, size), interpolation=cv2.INTER_AREA)
    at = (size - 1) / 2
    return Sign(
        STAR, mask, (at, at - size / 2), (at, at + size / 2), (size, size * 0.8), size
    )
