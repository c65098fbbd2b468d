"""What the networks learn from: cut-outs of rendered scenes, made by the reader's own
script, and what they are.
"""

import random
import sys
from pathlib import Path

import cv2
import numpy as np

from training import drawn, faces, jokers, scenes
from training.phone import Phone, phone

GLYPHS = "A23456789TJQKBDVRFSC1" + jokers.WORD + jokers.STAR
NONE = len(GLYPHS)
SUITS = faces.SUITS
_NEAR = 0.25  # Of the distance from rank to suit
_OTHERS = 100  # Cut-outs a scene that are no index
_ENOUGH = 0.9  # Of an index in sight, to be learned
_DECKS = 40  # Drawn decks at a time
_SCENES_A_DRAWING = 40


def sources(
    chance: random.Random, held_out: bool
) -> tuple[list[faces.Deck], list[faces.Picture]]:
    """Decks to make scenes of, real ones and drawn ones, and pictures of courts to
    strew about.
    """
    real = faces.real_decks(held_out)
    courts = [
        face.picture[60:-60, 60:-60]
        for deck in real
        for face in deck.faces
        if face.code[0] in "JQK"
    ]
    jesters = faces.jesters()
    decks = [drawn.drawn_deck(chance, courts, jesters) for _ in range(_DECKS)]
    return [*decks, *real * max(1, _DECKS // len(real) // 2)], courts


def collect(seed: int, count: int, into: Path, held_out: bool = False) -> None:
    """Render `count` scenes and keep their cut-outs as `X` (bytes) and `Y` (glyph and
    suit, by number).
    """
    chance = random.Random(seed)  # noqa: S311
    cv2.setNumThreads(1)
    cuts = []
    labels = []
    with phone() as reader:
        for number in range(count):
            if number % _SCENES_A_DRAWING == 0:
                decks, clutter = sources(chance, held_out)
                print(f"scene {number} of {count}", file=sys.stderr, flush=True)
            if number % 4:
                scene = scenes.render_corners(chance, decks, clutter, 7, 5)
            else:
                scene = scenes.render(chance, decks, clutter, (1300, 975))
            x, y = _cut_out(chance, reader, scene)
            cuts.append(x)
            labels.append(y)
    unfinished = into.with_name(f"unfinished-{into.name}")
    np.savez(unfinished, X=np.concatenate(cuts), Y=np.concatenate(labels))
    unfinished.rename(into)


def _cut_out(
    chance: random.Random, reader: Phone, scene: scenes.Scene
) -> tuple[np.ndarray, np.ndarray]:
    photo = cv2.imencode(".jpg", scene.picture, [cv2.IMWRITE_JPEG_QUALITY, 97])[
        1
    ].tobytes()
    width, found = reader.candidates(photo)
    pairs = (np.array(found).reshape(-1, 4) + 0.5) * (
        scene.picture.shape[1] / width
    ) - 0.5
    named = list(enumerate(labels_of(pairs, scene.seen)))
    indices = [(i, label) for i, label in named if label and label[0] != NONE]
    others = [(i, label) for i, label in named if label and label[0] == NONE]
    kept = [*indices, *chance.sample(others, min(_OTHERS, len(others)))]
    if not kept:
        return np.zeros((0, 3, 64, 40), np.uint8), np.zeros((0, 2), np.int64)
    cuts = np.frombuffer(reader.cut_out([i for i, _ in kept]), np.uint8)
    return cuts.reshape(-1, 3, 64, 40), np.array([label for _, label in kept], np.int64)


def labels_of(
    pairs: np.ndarray, seen: tuple[scenes.Seen, ...]
) -> list[tuple[int, int] | None]:
    """Return the glyph and the suit at each of these pairs (n, 4), by number: NONE
    where there is no index, or a covered one.

    None where in doubt.
    """
    named = [each for each in seen if each.glyph]
    if not named:
        return [(NONE, 0)] * len(pairs)
    off = np.stack(
        [
            (_off_star if each.glyph == jokers.STAR else _off)(pairs, each)
            for each in named
        ],
        axis=1,
    )
    return [_label(row, named) for row in off]


def _label(off: np.ndarray, named: list[scenes.Seen]) -> tuple[int, int] | None:
    near = [(off[i], named[i]) for i in np.flatnonzero(off < 2 * _NEAR)]
    for far, each in near:
        if far < _NEAR and each.in_sight > _ENOUGH:
            return GLYPHS.index(each.glyph), SUITS.index(each.suit)
    return (NONE, 0) if all(each.covered for _, each in near) else None


def _off(pairs: np.ndarray, each: scenes.Seen) -> np.ndarray:
    """Return how far each pair is from an index, in distances from its rank to its
    suit.
    """
    apart = np.hypot(*np.subtract(each.rank_at, each.suit_at))
    ends = (pairs[:, :2] - each.rank_at, pairs[:, 2:] - each.suit_at)
    return np.maximum(*(np.hypot(*end.T) for end in ends)) / apart


def _off_star(pairs: np.ndarray, each: scenes.Seen) -> np.ndarray:
    """Return the same for a star, which looks alike whichever way it lies, and in a
    ring is a smaller star as well.
    """
    apart = np.hypot(*np.subtract(each.rank_at, each.suit_at))
    middles = (pairs[:, :2] + pairs[:, 2:] - each.rank_at - each.suit_at) / 2
    aside = np.hypot(*middles.T) / apart
    size = np.hypot(*(pairs[:, :2] - pairs[:, 2:]).T) / apart
    return np.where((size > 0.5) & (size < 1.3), aside, 2 * aside + _NEAR)
