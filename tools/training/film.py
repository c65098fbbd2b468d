"""Film that nobody shot: cards are laid on a table, hands come and go, the light
changes, and tricks are swept away.
"""

import json
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from training import scenes
from training.faces import HEIGHT, WIDTH, Deck, Face, Picture

A_SECOND = 5
"""Pictures; a camera is asked for no more."""
_WIDE = 1280
_CARD = 104
_EDGE = 0.02  # Of a card's height
_COMES, _LIES, _RESTS = (
    3,
    2,
    5,
)  # Pictures in which a hand comes or goes, leaves its card, and nothing happens


@dataclass(frozen=True, slots=True)
class Shot:
    """How a table is filmed."""

    wide: int = _WIDE
    """Pixels of a picture, sixteen for nine down."""
    card: float = _CARD
    """Pixels across a card: so many as under a webcam that sees a whole table."""
    soft: bool = False
    """By a cheap webcam: out of focus, sharpened again, and packed tightly."""
    dim: bool = False
    rests: int = 18
    """Pictures in which a trick lies there; with 4 it is swept away within a second."""

    @property
    def zoom(self) -> float:
        """How much larger all is than where a card is as wide as usual."""
        return self.card / _CARD


_Hand = tuple[float, float, float, float]
"""From the table's edge to where its fingers are."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that somebody lays: whose it is (a number, clockwise from below; None: the
    table's), and which.
    """

    seat: int | None
    code: str


@dataclass(frozen=True, slots=True)
class Moment:
    """Cards that are laid one after the other; with `sweeps`, what lies there is taken
    away first.
    """

    laid: tuple[Laid, ...]
    sweeps: bool = True
    rests: int = 18
    """Pictures in which the cards then lie there."""


@dataclass(slots=True)
class Lying:
    """A card on the table, and where its middle is."""

    code: str
    seat: int | None
    x: float
    y: float
    degrees: float


class Table(Protocol):
    """What is filmed: a table (BGR) and its cards."""

    ground: Picture
    codes: list[str]
    middle: tuple[float, float]
    """Round which people sit, in shares of the picture."""

    def place(
        self, chance: random.Random, laid: Laid, seats: int, lying: Sequence[Lying]
    ) -> Lying:
        """Return where this card comes to lie."""

    def draw(self, picture: Picture, card: Lying) -> None:
        """Draw a card where it lies."""


class RenderedTable:
    """A table and a deck by chance, seen by a camera that hangs askew."""

    def __init__(
        self,
        seed: int,
        decks: Sequence[Deck],
        clutter: Sequence[Picture],
        shot: Shot,
    ) -> None:
        chance, numbers = random.Random(seed), np.random.default_rng(seed)  # noqa: S311
        self._shot = shot
        self.size = (shot.wide, shot.wide * 9 // 16)
        self.middle = (0.5, 0.5)
        deck = chance.choice(
            [
                deck
                for deck in decks
                if deck.letters == "english" and len(deck.faces) > 51
            ]
        )
        self._faces: dict[str, Face] = {face.code: face for face in deck.faces}
        self.codes = [code for code in self._faces if code[0] in "23456789TJQKA"]
        ground = scenes._ground(chance, numbers, self.size, [*clutter]).astype(np.uint8)
        for _ in range(chance.choice([0, 0, 1, 3])):
            _coaster(chance, ground)
        self.ground = ground.astype(np.float32)
        self._tilt = scenes._tilt(chance, self.size)
        self._near = chance.choice([1, 1, 0.75])

    def place(
        self, chance: random.Random, laid: Laid, seats: int, lying: Sequence[Lying]
    ) -> Lying:
        """Before its seat, a little askew; the table's in a row in the middle."""
        u = chance.uniform
        wide, high = self.size
        across = self._shot.card
        zoom = self._shot.zoom
        own = sum(card.seat == laid.seat for card in lying)
        if laid.seat is None:
            return Lying(
                laid.code,
                None,
                wide * 0.32 + own * across * 1.25,
                high / 2 + u(-10, 10),
                u(-6, 6),
            )
        angle = _angle(laid.seat, seats)
        x = (
            wide / 2
            + self._near * 0.23 * wide * math.cos(angle)
            - 0.9 * across * own * math.sin(angle)
        )
        y = (
            high / 2
            + self._near * 0.27 * high * math.sin(angle)
            + 0.9 * across * own * math.cos(angle)
        )
        return Lying(
            laid.code,
            laid.seat,
            x + zoom * u(-25, 25),
            y + zoom * u(-20, 20),
            math.degrees(angle) - 90 + u(-25, 25),
        )

    def draw(self, picture: Picture, card: Lying) -> None:
        """Draw a card where it lies, as worn as it always is."""
        owner = np.zeros(picture.shape[:2], np.int16)
        laid = scenes._at(
            self._faces[card.code],
            card.x,
            card.y,
            card.degrees,
            self._shot.card / WIDTH,
            self._tilt,
        )
        chance, numbers = random.Random(card.code), np.random.default_rng(1)  # noqa: S311
        scenes._lay(chance, numbers, picture, owner, laid, 1)


class FramedTable:
    """A table that somebody filmed: the cards of one frame, each at its place, before
    they were laid there.

    `read` are the readings of the frame, by which its cards are told apart.
    """

    def __init__(self, frame: Picture, read: Sequence[dict[str, Any]]) -> None:
        self._frame = frame.astype(np.float32)
        paper = (cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY) > 105).astype(np.uint8)
        paper = cv2.morphologyEx(paper, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
        count, owners, stats, middles = cv2.connectedComponentsWithStats(paper)
        self._cards: dict[str, tuple[Any, float, float]] = {}
        size = frame.shape[0] * frame.shape[1]
        for number in range(1, count):
            there = {
                one["code"]
                for one in read
                if owners[int(one["y"]), int(one["x"])] == number
            }
            if (
                len(there) != 1
                or not 0.003 < stats[number, cv2.CC_STAT_AREA] / size < 0.02
            ):
                continue
            mask = (
                cv2.dilate(
                    (owners == number).astype(np.uint8), np.ones((5, 5), np.uint8)
                )
                > 0
            )
            self._cards[there.pop()] = mask, *middles[number]
        self.codes = list(self._cards)
        high, wide = frame.shape[:2]
        across, down = (
            [each[axis] for each in self._cards.values()] for axis in (1, 2)
        )
        self.middle = sum(across) / len(across) / wide, sum(down) / len(down) / high
        covered = cv2.dilate(
            sum(mask.astype(np.uint8) for mask, _, _ in self._cards.values()),
            np.ones((9, 9)),
        )
        self.ground = cv2.inpaint(frame, covered, 5, cv2.INPAINT_TELEA).astype(
            np.float32
        )

    def place(
        self, chance: random.Random, laid: Laid, seats: int, lying: Sequence[Lying]
    ) -> Lying:
        """Return where it lies in the frame."""
        _, x, y = self._cards[laid.code]
        return Lying(laid.code, laid.seat, x, y, 0)

    def draw(self, picture: Picture, card: Lying) -> None:
        """Copy the card out of the frame."""
        mask, x, y = self._cards[card.code]
        by = np.array([[1, 0, card.x - x], [0, 1, card.y - y]], np.float32)
        size = picture.shape[1], picture.shape[0]
        where = cv2.warpAffine(mask.astype(np.uint8), by, size) > 0
        picture[where] = cv2.warpAffine(self._frame, by, size)[where]

    def tricks(self, seed: int, seats: int, count: int) -> list[Moment]:
        """So many tricks of cards that lie clearly before whom they are said to be of."""
        chance = random.Random(seed)  # noqa: S311
        high, wide = self._frame.shape[:2]
        middle_x = self.middle[0] * wide
        middle_y = self.middle[1] * high
        before: dict[int, list[str]] = {seat: [] for seat in range(seats)}
        for code, (_, x, y) in self._cards.items():
            for seat, codes in before.items():
                off = math.atan2(y - middle_y, x - middle_x) - _angle(seat, seats)
                is_out = math.hypot(x - middle_x, y - middle_y) > 0.12 * wide
                if is_out and math.cos(off) > math.cos(0.6 * math.pi / seats):
                    codes.append(code)
        able = [seat for seat, codes in before.items() if codes]
        chosen = [chance.sample(able, len(able)) for _ in range(count)]
        return [
            Moment(tuple(Laid(seat, chance.choice(before[seat])) for seat in seats_))
            for seats_ in chosen
        ]


def _angle(seat: int | None, seats: int) -> float:
    return math.pi / 2 + 2 * math.pi * (seat or 0) / seats


def _coaster(chance: random.Random, picture: Picture) -> None:
    high, wide = picture.shape[:2]
    at = chance.randint(0, wide), chance.randint(0, high)
    for radius in (60, 48, 22):
        cv2.circle(
            picture,
            at,
            radius,
            [chance.uniform(0, 255) for _ in range(3)],
            -1,
            cv2.LINE_AA,
        )
    word = chance.choice(["PILS", "A1", "K", "Q 10", "7"])
    cv2.putText(
        picture,
        word,
        (at[0] - 30, at[1] + 10),
        cv2.FONT_HERSHEY_DUPLEX,
        1,
        (0, 0, 0),
        2,
        cv2.LINE_AA,
    )


class Film:
    """Pictures of a table on which these moments happen; the same seed gives the same
    film.
    """

    def __init__(self, seed: int, table: Table, seats: int, shot: Shot) -> None:
        self._shot = shot
        self._chance = random.Random(seed)  # noqa: S311
        numbers = np.random.default_rng(seed)
        self._table = table
        self._high, self._wide = table.ground.shape[:2]
        self._warmth = np.array(
            [self._chance.uniform(0.75, 1.05), 0.97, 1.0], np.float32
        )
        low = (60, 90, 130)
        most = (150, 180, 230)
        self._skin = np.array(
            [self._chance.uniform(*both) for both in zip(low, most, strict=True)]
        )
        self._noise = numbers.standard_normal(
            (self._high + 64, self._wide + 64, 1)
        ).astype(np.float32) * (6 if shot.dim else 3)
        self._seats = seats
        self._light = self._usual = 0.4 if shot.dim else 0.95
        self._lies: list[Lying] = []
        self._things: list[_Hand] = []  # Glasses: x, y, radius, lightness
        self._resting: _Hand | None = None
        self._below = self._table.ground

    def pictures(
        self, moments: Sequence[Moment]
    ) -> Iterator[tuple[Picture, int | None]]:
        """Yield each picture, with the number of the moment where its last card has
        just begun to lie still.
        """
        for _ in range(A_SECOND):
            yield self._taken(None), None
        for number, moment in enumerate(moments):
            if moment.sweeps and self._lies:
                yield from self._sweep()
            for laid in moment.laid:
                yield from self._lay(laid)
            if self._chance.random() < 0.2:
                yield from self._push()
            if self._chance.random() < 0.1:
                self._set_glass()
            if self._chance.random() < 0.08:
                self._light *= self._chance.choice([0.85, 1.15])
            if self._chance.random() < 0.15:
                self._resting = self._reaching(self._chance.randrange(self._seats), 0.4)
            for at in range(moment.rests):
                leans = at > 6 and self._chance.random() < 0.03
                seat = self._chance.randrange(self._seats)
                yield (
                    self._taken(self._reaching(seat, 0.33) if leans else None),
                    number if at == 0 else None,
                )
            self._resting = None

    def _lay(self, laid: Laid) -> Iterator[tuple[Picture, None]]:
        card = self._table.place(self._chance, laid, self._seats, self._lies)
        fromx, fromy = self._edge_of(laid.seat)
        for step in range(_COMES):
            share = (step + 1) / (_COMES + 1)
            at = replace(
                card,
                x=fromx + (card.x - fromx) * share,
                y=fromy + (card.y - fromy) * share,
            )
            yield self._taken((fromx, fromy, at.x, at.y), carried=at), None
        self._lies.append(card)
        self._draw_all()
        for _ in range(_LIES):
            yield self._taken((fromx, fromy, card.x, card.y)), None
        for step in range(_COMES):
            share = 1 - (step + 1) / (_COMES + 1)
            yield (
                self._taken(
                    (
                        fromx,
                        fromy,
                        fromx + (card.x - fromx) * share,
                        fromy + (card.y - fromy) * share,
                    )
                ),
                None,
            )

    def _sweep(self) -> Iterator[tuple[Picture, None]]:
        seat = self._chance.randrange(self._seats)
        for share in (0.4, 0.8):
            yield self._taken(self._reaching(seat, share)), None
        self._lies.clear()
        self._things.clear()
        self._draw_all()
        for share in (0.8, 0.4):
            yield self._taken(self._reaching(seat, share)), None
        for _ in range(_RESTS):
            yield self._taken(None), None

    def _push(self) -> Iterator[tuple[Picture, None]]:
        """Somebody pushes a card a little, maybe half over its neighbour."""
        if not self._lies:
            return
        card = self._chance.choice(self._lies)
        hand = (*self._edge_of(card.seat), card.x, card.y)
        yield self._taken(hand), None
        inwards = self._chance.uniform(0, 0.15)
        zoom = self._shot.zoom
        card.x += zoom * self._chance.uniform(-25, 25) + inwards * (
            self._wide / 2 - card.x
        )
        card.y += zoom * self._chance.uniform(-25, 25) + inwards * (
            self._high / 2 - card.y
        )
        card.degrees += self._chance.uniform(-12, 12)
        self._draw_all()
        for _ in range(2):
            yield self._taken(hand), None

    def _set_glass(self) -> None:
        x, y = self._edge_of(self._chance.randrange(self._seats))
        share = self._chance.uniform(0.42, 0.55)
        x, y = x + (self._wide / 2 - x) * share, y + (self._high / 2 - y) * share
        zoom = self._shot.zoom
        light = self._chance.uniform(60, 220)
        self._things.append((x + 130 * zoom, y + 60 * zoom, 45 * zoom, light))
        self._draw_all()

    def _edge_of(self, seat: int | None) -> tuple[float, float]:
        angle = _angle(seat, self._seats)
        return self._wide / 2 + 0.75 * self._wide * math.cos(
            angle
        ), self._high / 2 + 0.85 * self._high * math.sin(angle)

    def _reaching(self, seat: int, share: float) -> _Hand:
        """Return an arm or a head that comes so far from the edge to the middle."""
        x, y = self._edge_of(seat)
        return x, y, x + (self._wide / 2 - x) * share, y + (self._high / 2 - y) * share

    def _draw_all(self) -> None:
        self._below = self._table.ground.copy()
        for card in self._lies:
            self._table.draw(self._below, card)
        for x, y, radius, light in self._things:
            cv2.circle(
                self._below, (int(x), int(y)), int(radius), (light,) * 3, 6, cv2.LINE_AA
            )
            cv2.circle(
                self._below,
                (int(x) - 12, int(y) - 12),
                12,
                (250, 250, 250),
                -1,
                cv2.LINE_AA,
            )

    def _taken(self, hand: _Hand | None, carried: Lying | None = None) -> Picture:
        picture = self._below.copy()
        zoom = self._shot.zoom
        if carried is not None:
            self._table.draw(picture, carried)
        for fromx, fromy, x, y in filter(None, (hand, self._resting)):
            skin = self._skin.tolist()
            cv2.line(
                picture,
                (int(fromx), int(fromy)),
                (int(x), int(y)),
                (self._skin * 0.5).tolist(),
                int(110 * zoom),
                cv2.LINE_AA,
            )
            palm = int(62 * zoom)
            cv2.circle(picture, (int(x), int(y)), palm, skin, -1, cv2.LINE_AA)
        low = 0.74 * self._usual
        most = 1.18 * self._usual
        drifted = self._light + self._chance.gauss(0, 0.006)
        self._light = min(most, max(low, drifted))
        picture *= (self._light * self._warmth).astype(np.float32)
        down = self._chance.randrange(64)
        right = self._chance.randrange(64)
        picture += self._noise[down : down + self._high, right : right + self._wide]
        if self._shot.soft:
            picture = scenes.softened(picture, self._shot.card / _CARD)
        picture = cv2.GaussianBlur(picture, (0, 0), 0.6)
        return picture.clip(0, 255).astype(np.uint8)

    @property
    def quality(self) -> int:
        """Of its pictures as JPEG."""
        return 50 if self._shot.soft else 85


def tricks(
    seed: int, seats: int, count: int, codes: Sequence[str], rests: int
) -> list[Moment]:
    """So many tricks of these cards, each of one by each seat."""
    chance = random.Random(seed)  # noqa: S311
    left: list[str] = []
    found = []
    for number in range(count):
        if len(left) < seats:
            left = chance.sample(codes, len(codes))
        first = chance.randrange(seats)
        order = [(first + i) % seats for i in range(seats)]
        found.append(
            Moment(
                tuple(Laid(seat, left.pop()) for seat in order),
                sweeps=number > 0,
                rests=rests,
            )
        )
    return found


def write(
    folder: Path, film: Film, moments: Sequence[Moment], table: Table, seats: int
) -> None:
    """Write the pictures as `00000.jpg` …, the film as `film.mjpeg` at 30 a second, and
    what happens as `film.json`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    still: dict[int, int] = {}
    with (folder / "film.mjpeg").open("wb") as stream:
        for number, (picture, moment) in enumerate(film.pictures(moments)):
            packing = [cv2.IMWRITE_JPEG_QUALITY, film.quality]
            packed = cv2.imencode(".jpg", picture, packing)[1].tobytes()
            (folder / f"{number:05}.jpg").write_bytes(packed)
            stream.write(packed * (30 // A_SECOND))
            if moment is not None:
                still[moment] = number
    told = [
        {"still": still[n], "laid": [[one.seat, one.code] for one in each.laid]}
        for n, each in enumerate(moments)
    ]
    about = {
        "pictures": number + 1,
        "seats": seats,
        "middle": table.middle,
        "codes": table.codes,
        "moments": told,
    }
    (folder / "film.json").write_text(json.dumps(about), "utf-8")


def rendered(folder: Path, seed: int, count: int, seats: int, shot: Shot) -> None:
    """Write a film of so many tricks with a deck by chance."""
    from training import faces, sources

    sources.fetch()
    faces.rasterize()
    decks = [*faces.real_decks(True), *faces.real_decks(False)]
    whole = [
        deck
        for deck in decks
        if len({face.code for face in deck.faces if face.code[0] != "X"}) > 51
        and not _has_ranks_at_edge(deck)
    ]
    clutter = [
        face.picture[60:-60, 60:-60] for face in decks[0].faces if face.code[0] in "JQK"
    ]
    table = RenderedTable(seed, whole, clutter, shot)
    write(
        folder,
        Film(seed, table, seats, shot),
        tricks(seed, seats, count, table.codes, shot.rests),
        table,
        seats,
    )


def _has_ranks_at_edge(deck: Deck) -> bool:
    """Return whether its ranks reach to the card's edge, where the reader does not find
    them (docs/photos.md).
    """
    first = deck.faces[0].indices[0]
    return first.rank_at[1] - first.rank_size[1] / 2 < _EDGE * HEIGHT


def framed(folder: Path, frame: Path, seed: int, count: int, seats: int) -> None:
    """Write a film of so many tricks with the cards of a frame that somebody filmed."""
    from training.phone import phone

    with phone() as reader:
        read = reader.read(frame.read_bytes())["readings"]
    picture = cv2.imread(str(frame))
    scale = (
        1 if picture.shape[1] >= 1300 else 0.5
    )  # As the reader enlarges small photos
    table = FramedTable(
        picture, [{**one, "x": one["x"] * scale, "y": one["y"] * scale} for one in read]
    )
    write(
        folder,
        Film(seed, table, seats, Shot()),
        table.tricks(seed, seats, count),
        table,
        seats,
    )
