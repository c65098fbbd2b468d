"""Film that nobody shot: cards are laid on a table, hands come and go, the light changes, and tricks are swept away."""

import json
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from training import scenes
from training.faces import WIDTH, Deck, Face, Picture

SIZE = (1280, 720)
A_SECOND = 5
"""Pictures; a camera is asked for no more."""
_CARD = 104  # Pixels across a card, as under a webcam that sees a whole table
_COMES, _LIES, _RESTS = 3, 2, 5  # Pictures in which a hand comes or goes, leaves its card, and nothing happens


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that somebody lays: whose it is (a number, clockwise from below; None: the table's), and which."""

    seat: int | None
    code: str


@dataclass(frozen=True, slots=True)
class Moment:
    """Cards that are laid one after the other; with `sweeps`, what lies there is taken away first."""

    laid: tuple[Laid, ...]
    sweeps: bool = True
    rests: int = 3 * A_SECOND
    """Pictures in which the cards then lie there."""


@dataclass(slots=True)
class _Lying:
    face: Face
    seat: int | None
    x: float
    y: float
    degrees: float


class Film:
    """Pictures (BGR) of a table on which these moments happen; the same seed gives the same film."""

    def __init__(self, seed: int, decks: Sequence[Deck], clutter: Sequence[Picture], seats: int) -> None:
        self._chance = random.Random(seed)  # noqa: S311
        self._numbers = np.random.default_rng(seed)
        self._deck = self._chance.choice([deck for deck in decks if deck.letters == "english" and len(deck.faces) > 51])
        self._ground = scenes._ground(self._chance, self._numbers, SIZE, [*clutter])
        self._tilt = scenes._tilt(self._chance, SIZE)
        self._warmth = np.array([self._chance.uniform(0.75, 1.05), 0.97, 1.0], np.float32)
        self._skin = np.array(
            [self._chance.uniform(60, 150), self._chance.uniform(90, 180), self._chance.uniform(130, 230)]
        )
        self._seats = seats
        self._light = 0.95
        self._lies: list[_Lying] = []
        self._below = self._ground

    def pictures(self, moments: Sequence[Moment]) -> Iterator[tuple[Picture, int | None]]:
        """Yield each picture, with the number of the moment where its last card has just begun to lie still."""
        for _ in range(A_SECOND):
            yield self._taken(None), None
        for number, moment in enumerate(moments):
            if moment.sweeps and self._lies:
                yield from self._sweep()
            for laid in moment.laid:
                yield from self._lay(laid)
            if self._chance.random() < 0.15:
                yield from self._push()
            for at in range(moment.rests):
                leans = at > 6 and self._chance.random() < 0.03
                yield self._taken(self._lean() if leans else None), number if at == 0 else None

    def _lay(self, laid: Laid) -> Iterator[tuple[Picture, None]]:
        face = next(face for face in self._deck.faces if face.code == laid.code)
        x, y, degrees = self._place_of(laid.seat)
        card = _Lying(face, laid.seat, x, y, degrees)
        fromx, fromy = self._edge_of(laid.seat)
        for step in range(_COMES):
            share = (step + 1) / (_COMES + 1)
            at = replace_place(card, fromx + (x - fromx) * share, fromy + (y - fromy) * share)
            yield self._taken((fromx, fromy, at.x, at.y), carried=at), None
        self._put(card)
        for _ in range(_LIES):
            yield self._taken((fromx, fromy, x, y)), None
        for step in range(_COMES):
            share = 1 - (step + 1) / (_COMES + 1)
            yield self._taken((fromx, fromy, fromx + (x - fromx) * share, fromy + (y - fromy) * share)), None

    def _sweep(self) -> Iterator[tuple[Picture, None]]:
        fromx, fromy = self._edge_of(self._chance.randrange(self._seats))
        middle = SIZE[0] / 2, SIZE[1] / 2
        for share in (0.4, 0.8):
            yield (
                self._taken((fromx, fromy, fromx + (middle[0] - fromx) * share, fromy + (middle[1] - fromy) * share)),
                None,
            )
        self._lies.clear()
        self._below = self._ground
        for share in (0.8, 0.4):
            yield (
                self._taken((fromx, fromy, fromx + (middle[0] - fromx) * share, fromy + (middle[1] - fromy) * share)),
                None,
            )
        for _ in range(_RESTS):
            yield self._taken(None), None

    def _push(self) -> Iterator[tuple[Picture, None]]:
        """Somebody pushes a card a little."""
        if not self._lies:
            return
        card = self._chance.choice(self._lies)
        hand = (*self._edge_of(card.seat), card.x, card.y)
        yield self._taken(hand), None
        card.x += self._chance.uniform(-25, 25)
        card.y += self._chance.uniform(-25, 25)
        card.degrees += self._chance.uniform(-12, 12)
        self._draw_all()
        for _ in range(2):
            yield self._taken(hand), None

    def _place_of(self, seat: int | None) -> tuple[float, float, float]:
        u = self._chance.uniform
        wide, high = SIZE
        if seat is None:
            n = sum(card.seat is None for card in self._lies)
            return wide * 0.32 + n * _CARD * 1.25, high / 2 + u(-10, 10), u(-6, 6)
        angle = math.pi / 2 + 2 * math.pi * seat / self._seats
        own = sum(card.seat == seat for card in self._lies)
        x = wide / 2 + 0.23 * wide * math.cos(angle) - 0.9 * _CARD * own * math.sin(angle)
        y = high / 2 + 0.27 * high * math.sin(angle) + 0.9 * _CARD * own * math.cos(angle)
        return x + u(-25, 25), y + u(-20, 20), math.degrees(angle) - 90 + u(-25, 25)

    def _edge_of(self, seat: int | None) -> tuple[float, float]:
        angle = math.pi / 2 + 2 * math.pi * (seat or 0) / self._seats
        wide, high = SIZE
        return wide / 2 + 0.75 * wide * math.cos(angle), high / 2 + 0.85 * high * math.sin(angle)

    def _put(self, card: _Lying) -> None:
        self._lies.append(card)
        self._draw_all()

    def _draw_all(self) -> None:
        self._below = self._ground.copy()
        for card in self._lies:
            self._draw(self._below, card)

    def _draw(self, picture: Picture, card: _Lying) -> None:
        owner = np.zeros(picture.shape[:2], np.int16)
        laid = scenes._at(card.face, card.x, card.y, card.degrees, _CARD / WIDTH, self._tilt)
        chance, numbers = random.Random(card.face.code), np.random.default_rng(1)  # noqa: S311
        scenes._lay(chance, numbers, picture, owner, laid, 1)

    def _lean(self) -> tuple[float, float, float, float]:
        """A head or an elbow over the table's edge."""
        x, y = self._edge_of(self._chance.randrange(self._seats))
        return x, y, x * 0.75 + SIZE[0] * 0.125, y * 0.75 + SIZE[1] * 0.125

    def _taken(self, hand: tuple[float, float, float, float] | None, carried: _Lying | None = None) -> Picture:
        picture = self._below.copy()
        if carried is not None:
            self._draw(picture, carried)
        if hand is not None:
            fromx, fromy, x, y = hand
            skin = self._skin.tolist()
            cv2.line(picture, (int(fromx), int(fromy)), (int(x), int(y)), (self._skin * 0.5).tolist(), 110, cv2.LINE_AA)
            cv2.circle(picture, (int(x), int(y)), 62, skin, -1, cv2.LINE_AA)
        self._light = min(1.12, max(0.7, self._light + self._chance.gauss(0, 0.006)))
        picture = picture * self._light * self._warmth
        picture += self._numbers.standard_normal((*picture.shape[:2], 1)).astype(np.float32) * 3
        return cv2.GaussianBlur(picture, (0, 0), 0.6).clip(0, 255).astype(np.uint8)


def replace_place(card: _Lying, x: float, y: float) -> _Lying:
    """The card at another place."""
    return replace(card, x=x, y=y)


def tricks(seed: int, seats: int, count: int, codes: Sequence[str]) -> list[Moment]:
    """So many tricks of these cards, each of one by each seat."""
    chance = random.Random(seed)  # noqa: S311
    left: list[str] = []
    found = []
    for number in range(count):
        if len(left) < seats:
            left = chance.sample(codes, len(codes))
        first = chance.randrange(seats)
        order = [(first + i) % seats for i in range(seats)]
        found.append(Moment(tuple(Laid(seat, left.pop()) for seat in order), sweeps=number > 0))
    return found


def write(folder: Path, film: Film, moments: Sequence[Moment]) -> None:
    """Write the pictures as `0000.jpg` …, the film as `film.mjpeg` at 30 a second, and what happens as `film.json`."""
    folder.mkdir(parents=True, exist_ok=True)
    still: dict[int, int] = {}
    with (folder / "film.mjpeg").open("wb") as stream:
        for number, (picture, moment) in enumerate(film.pictures(moments)):
            packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()
            (folder / f"{number:05}.jpg").write_bytes(packed)
            stream.write(packed * (30 // A_SECOND))
            if moment is not None:
                still[moment] = number
    told = [{"still": still[n], "laid": [[one.seat, one.code] for one in each.laid]} for n, each in enumerate(moments)]
    (folder / "film.json").write_text(json.dumps({"pictures": number + 1, "moments": told}), "utf-8")
