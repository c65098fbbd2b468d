"""Photos that nobody took: cards on a table, in fans, in hands and in shadows, with the
truth of what can be read.
"""

import math
import random
from dataclasses import dataclass, replace

import cv2
import numpy as np

from training.faces import HEIGHT, WIDTH, Deck, Face, Index, Picture, Point


@dataclass(frozen=True, slots=True)
class Seen:
    """An index in a scene: what stands there, and where rank and suit are and how high,
    in pixels.
    """

    code: str
    glyph: str
    suit: str
    rank_at: Point
    suit_at: Point
    high: float
    suit_high: float
    in_sight: float
    """The share of it that no other card and no hand covers."""
    white: float = 255
    """How light the paper round it is in the photo, in its strongest colour, from 0 to
    255.
    """

    @property
    def whole(self) -> bool:
        """Return whether all of it is in sight."""
        return self.in_sight > _WHOLE

    @property
    def covered(self) -> bool:
        """Return whether so much of it is covered that it can be taken for another one:
        half an 8 for a 3.
        """
        return self.in_sight < _COVERED

    @property
    def is_legible(self) -> bool:
        """Return whether it is wholly in sight, and neither smaller nor much darker
        than indices in people's photos.
        """
        return (
            self.whole
            and self.high >= _LEAST_RANK
            and self.suit_high >= _LEAST_SUIT
            and self.white >= _LEAST_WHITE
        )


@dataclass(frozen=True, slots=True)
class Scene:
    """A rendered photo (BGR), what kind it is of, every index in it, and what is rare
    in its deck.
    """

    picture: Picture
    kind: str
    letters: str
    seen: tuple[Seen, ...]
    traits: tuple[str, ...] = ()

    @property
    def cards(self) -> list[str]:
        """The codes of the cards of which at least one index is legible."""
        return sorted(
            {each.code for each in self.seen if each.code and each.is_legible}
        )

    @property
    def perhaps(self) -> list[str]:
        """The codes of the other cards: what is in sight of them may be enough or not."""
        return sorted({each.code for each in self.seen} - {*self.cards, ""})

    @property
    def is_legible(self) -> bool:
        """Return whether every index that is wholly in sight is legible: of another one
        people would take a better photo.
        """
        return all(each.is_legible for each in self.seen if each.whole)


@dataclass(frozen=True, slots=True)
class _Laid:
    face: Face
    place: Picture  # From pixels of the face to those of the scene


_USUAL = 2000  # Pixels: what is photographed with more of them is as large in the photo
KINDS = ("table", "fan", "hand", "row", "tight fan", "close", "empty")
_WEIGHTS = (28, 22, 12, 14, 14, 6, 4)
# As small as the smallest index in 20 photos that people took, and darker: the darkest
# paper there is at 173
_LEAST_RANK, _LEAST_SUIT = 12, 8  # Pixels high
_LEAST_WHITE = 120
_WHITE = 85  # Percent of what is round an index are no lighter than its paper
_WHOLE = 0.97
_COVERED = 0.6
_MARGIN = 0.16  # Of an index's height, that must be in sight round it too


def render(
    chance: random.Random,
    decks: list[Deck],
    clutter: list[Picture],
    size: tuple[int, int],
    kind: str = "",
    codes: tuple[str, ...] = (),
) -> Scene:
    """Return a scene of one of these decks, `size` pixels wide and high; the same
    chance gives the same scene.

    `kind` is one of `KINDS`, by chance where empty. With `codes` it is of these cards
    and no others; in a row they lie side by side.
    """
    numbers = np.random.default_rng(chance.getrandbits(32))
    kind = kind or chance.choices(KINDS, _WEIGHTS)[0]
    deck = chance.choice(
        [deck for deck in decks if set(codes) <= {face.code for face in deck.faces}]
    )
    picture = _ground(chance, numbers, size, clutter)
    owner = np.full(picture.shape[:2], -1, np.int16)
    laid = _layout(kind, chance, deck, size, codes)
    for number, card in enumerate(laid):
        _lay(chance, numbers, picture, owner, card, number)
    if kind in ("fan", "hand", "tight fan"):
        _fingers(chance, picture, owner, laid)
    seen = [
        found
        for number, card in enumerate(laid)
        for found in _seen(card, number, owner)
    ]
    picture = _photographed(chance, numbers, picture)
    return Scene(
        picture,
        kind,
        deck.letters,
        tuple(_lit(each, picture) for each in seen),
        deck.traits,
    )


_TILE = 200
_ODD_CARDS = 0.16  # Of corners: those of jokers, and of cards with other words
_INSIDES = (
    0.2  # Of corners: somewhere inside a court, an ace of spades or a joker instead
)
_PIPS = 0.1  # Of corners: pips of a number card, some half covered by another card
_MIXED_UP = 0.08  # Of corners: a German deck's K or B
_SHOWY = (
    "JC",
    "JD",
    "JH",
    "JS",
    "QC",
    "QD",
    "QH",
    "QS",
    "KC",
    "KD",
    "KH",
    "KS",
    "AS",
    "AS",
    "AS",
    "XB",
    "XR",
    "",
)


def render_corners(
    chance: random.Random,
    decks: list[Deck],
    clutter: list[Picture],
    across: int,
    down: int,
) -> Scene:
    """Many small photos side by side, each of one card's corner: more to learn from in
    less time.
    """
    whole = np.zeros((down * _TILE, across * _TILE, 3), np.uint8)
    seen = []
    for row in range(down):
        for column in range(across):
            left = column * _TILE
            top = row * _TILE
            picture, found = _corner(chance, chance.choice(decks), clutter)
            whole[top : top + _TILE, left : left + _TILE] = picture
            seen += [_moved(each, left, top) for each in found]
    return Scene(whole, "corners", "", tuple(seen))


def _corner(
    chance: random.Random, deck: Deck, clutter: list[Picture]
) -> tuple[Picture, list[Seen]]:
    numbers = np.random.default_rng(chance.getrandbits(32))
    size = (_TILE, _TILE)
    face, *others = chance.sample(deck.faces, 3)
    if chance.random() < _ODD_CARDS:
        face = chance.choice(
            [each for each in deck.faces if each.code[:1] in "X"] or [face]
        )
    if deck.letters == "german" and chance.random() < _MIXED_UP / 0.34:
        face = chance.choice(
            [each for each in deck.faces if each.code[:1] in ("J", "K")] or [face]
        )
    index = chance.choice(face.indices)
    apart = math.hypot(
        index.suit_at[0] - index.rank_at[0], index.suit_at[1] - index.rank_at[1]
    )
    scale = math.exp(chance.uniform(math.log(9), math.log(50))) / apart
    degrees = chance.uniform(0, 360)
    tilt = _tilt(chance, size)
    flat = _at(face, 0, 0, degrees, scale, np.eye(3)).place
    middles = [index.rank_at, index.suit_at]
    if chance.random() < _INSIDES:
        code = chance.choice(_SHOWY)
        face = next((each for each in deck.faces if each.code == code), face)
        flat = _at(face, 0, 0, degrees, scale, np.eye(3)).place
        middles = [
            (WIDTH * chance.uniform(0.25, 0.75), HEIGHT * chance.uniform(0.15, 0.85))
        ] * 2
    pips = [each for each in deck.faces if each.code[:1] in (*"6789T",)]
    has_pips = bool(pips) and chance.random() < _PIPS
    if has_pips:
        face = chance.choice(pips)
        flat = _at(face, 0, 0, degrees, scale, np.eye(3)).place
        middles = [
            (WIDTH * chance.uniform(0.22, 0.78), HEIGHT * chance.uniform(0.1, 0.9))
        ] * 2
    (x, y), (u, v) = _mapped(flat, middles)
    moved = np.array(
        [[1, 0, _TILE / 2 - (x + u) / 2], [0, 1, _TILE / 2 - (y + v) / 2], [0, 0, 1]]
    )
    laid = [_Laid(face, tilt @ moved @ flat)]
    for other in others[: chance.choice([0, 0, 1, 1, 2])]:
        laid.insert(
            chance.randint(0, len(laid)),
            _Laid(other, tilt @ moved @ flat @ _fanned(chance, face)),
        )
    if has_pips and chance.random() < 0.7:
        half_over = _half_over(chance, middles[0])
        laid.append(_Laid(chance.choice(deck.faces), tilt @ moved @ flat @ half_over))
    picture = _ground(chance, numbers, size, clutter)
    owner = np.full(picture.shape[:2], -1, np.int16)
    for number, card in enumerate(laid):
        _lay(chance, numbers, picture, owner, card, number)
    seen = [
        found
        for number, card in enumerate(laid)
        for found in _seen(card, number, owner)
    ]
    return _photographed(chance, numbers, picture), seen


def _half_over(chance: random.Random, at: Point) -> Picture:
    """From a card's own place to that of another whose edge runs near this point."""
    aside = chance.uniform(-14, 14)
    along = chance.uniform(-0.8, -0.2)
    x, y = {
        "left": (at[0] + aside, at[1] + along * HEIGHT),
        "right": (at[0] + aside - WIDTH, at[1] + along * HEIGHT),
        "above": (at[0] + along * WIDTH, at[1] + aside),
        "below": (at[0] + along * WIDTH, at[1] + aside - HEIGHT),
    }[chance.choice(["left", "right", "above", "below"])]
    turn = math.radians(chance.uniform(-8, 8))
    c = math.cos(turn)
    s = math.sin(turn)
    about = np.array([[1, 0, at[0]], [0, 1, at[1]], [0, 0, 1]])
    turned = about @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ np.linalg.inv(about)
    return turned @ np.array([[1, 0, x], [0, 1, y], [0, 0, 1]])


def _fanned(chance: random.Random, face: Face) -> Picture:
    """From a card's own place to that of a neighbour in a fan or a row."""
    high, wide = face.picture.shape[:2]
    turn = math.radians(chance.uniform(-16, 16))
    c = math.cos(turn)
    s = math.sin(turn)
    about = np.array(
        [[1, 0, wide / 2], [0, 1, high * chance.uniform(0.7, 1.6)], [0, 0, 1]]
    )
    aside = np.array(
        [
            [1, 0, wide * chance.uniform(-0.25, 0.25)],
            [0, 1, chance.uniform(-12, 12)],
            [0, 0, 1],
        ]
    )
    return (
        about
        @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
        @ np.linalg.inv(about)
        @ aside
    )


def _moved(seen: Seen, left: int, top: int) -> Seen:
    rank_at, suit_at = (
        (at[0] + left, at[1] + top) for at in (seen.rank_at, seen.suit_at)
    )
    return replace(seen, rank_at=rank_at, suit_at=suit_at)


# Where cards lie


def _layout(
    kind: str,
    chance: random.Random,
    deck: Deck,
    size: tuple[int, int],
    codes: tuple[str, ...],
) -> list[_Laid]:
    if kind == "empty":
        return []
    if codes and kind == "row":
        return _side_by_side(chance, deck, codes, size)
    u = chance.uniform
    wide, high = size
    tilt = _tilt(chance, size)
    faces = (
        [face for face in deck.faces if face.code in codes]
        if codes
        else list(deck.faces)
    )
    chance.shuffle(faces)
    if kind == "close":
        return [
            _at(
                faces[0],
                wide * u(0.4, 0.6),
                high * u(0.4, 0.6),
                u(0, 360),
                high * u(0.45, 0.75) / WIDTH,
                tilt,
            )
        ]
    if kind == "table":
        scale = math.exp(u(math.log(70), math.log(230))) / WIDTH
        count = min(
            chance.randint(1, 10),
            len(faces),
            max(1, int(wide * high / (scale * WIDTH) ** 2 / 1.6)),
        )
        return [
            _at(f, wide * u(0.1, 0.9), high * u(0.12, 0.88), u(0, 360), scale, tilt)
            for f in faces[:count]
        ]
    if kind == "row":
        scale = math.exp(u(math.log(80), math.log(220))) / WIDTH
        step = WIDTH * scale * u(0.2, 1.1)
        count = min(len(faces), max(2, int(wide * 0.8 / step)), 13)
        turn = u(-12, 12)
        return [
            _at(
                f,
                wide * 0.1 + WIDTH * scale / 2 + i * step,
                high * 0.5 + u(-12, 12),
                turn + u(-4, 4),
                scale,
                tilt,
            )
            for i, f in enumerate(faces[:count])
        ]
    return _fans(kind, chance, faces, size, tilt, len(codes))


def _side_by_side(
    chance: random.Random, deck: Deck, codes: tuple[str, ...], size: tuple[int, int]
) -> list[_Laid]:
    wide, high = size
    faces = {face.code: face for face in deck.faces}
    step = 0.9 * wide / len(codes)
    scale = min(step * 0.9, high * 0.5) / WIDTH
    tilt = _tilt(chance, size)
    return [
        _at(
            faces[code],
            wide * 0.05 + (i + 0.5) * step,
            high * 0.5,
            chance.uniform(-8, 8),
            scale,
            tilt,
        )
        for i, code in enumerate(codes)
    ]


def _fans(
    kind: str,
    chance: random.Random,
    faces: list[Face],
    size: tuple[int, int],
    tilt: Picture,
    count: int,
) -> list[_Laid]:
    u = chance.uniform
    wide, high = size
    laid = []
    many = {"fan": 1, "hand": 1, "tight fan": chance.randint(1, 4)}[kind]
    least, most = (
        {"fan": (6, 15), "hand": (3, 8), "tight fan": (0.35, 0)}[kind]
        if kind != "tight fan"
        else (3.2, 6.5)
    )
    for number in range(many):
        scale = (
            (u(110, 230) if many == 1 else u(85, 150)) * max(1.0, wide / _USUAL) / WIDTH
        )
        mine = faces[number::many][
            : count
            or (chance.randint(8, 13) if kind != "hand" else chance.randint(3, 7))
        ]
        step = u(least, most)
        x = wide * (
            u(0.4, 0.6)
            if many == 1
            else (0.28, 0.72, 0.28, 0.72)[number] + u(-0.05, 0.05)
        )
        y = high * (
            u(0.6, 0.75)
            if many == 1
            else (0.42, 0.42, 0.85, 0.85)[number] + u(-0.05, 0.05)
        )
        radius = HEIGHT * scale * u(0.55, 1.4)
        turn = u(-20, 20) if chance.random() < 0.7 else u(0, 360)
        direction = chance.choice([1, 1, 1, -1])
        for i, face in enumerate(mine):
            angle = turn + direction * (i - (len(mine) - 1) / 2) * step + u(-1, 1)
            a = math.radians(angle)
            laid.append(
                _at(
                    face,
                    x + radius * math.sin(a),
                    y + radius * (1 - math.cos(a)) - radius * 0.3,
                    angle,
                    scale,
                    tilt,
                )
            )
    return laid


def _tilt(chance: random.Random, size: tuple[int, int]) -> Picture:
    """Return a camera that is not held straight above."""
    wide, high = size
    corners = np.float32([[0, 0], [wide, 0], [wide, high], [0, high]])
    strength = chance.choice([0, 0.04, 0.1, 0.16])
    moved = corners + np.float32(
        [
            [chance.uniform(-strength, strength) * side for side in size]
            for _ in range(4)
        ]
    )
    return cv2.getPerspectiveTransform(corners, moved.astype(np.float32))


def _at(
    face: Face, x: float, y: float, degrees: float, scale: float, tilt: Picture
) -> _Laid:
    a = math.radians(degrees)
    high, wide = face.picture.shape[:2]
    c = scale * math.cos(a)
    s = scale * math.sin(a)
    flat = np.array(
        [
            [c, -s, x - c * wide / 2 + s * high / 2],
            [s, c, y - s * wide / 2 - c * high / 2],
            [0, 0, 1],
        ]
    )
    return _Laid(face, tilt @ flat)


# How they look there


def _lay(
    chance: random.Random,
    numbers: np.random.Generator,
    picture: Picture,
    owner: Picture,
    card: _Laid,
    number: int,
) -> None:
    high, wide = card.face.picture.shape[:2]
    corners = _mapped(card.place, [(0, 0), (wide, 0), (wide, high), (0, high)])
    left, top = np.floor(corners.min(axis=0)).astype(int) - 12
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + 12
    left, top = max(left, 0), max(top, 0)
    right, bottom = min(right, picture.shape[1]), min(bottom, picture.shape[0])
    if right - left < 4 or bottom - top < 4:
        return
    moved = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ card.place
    face, outline = _worn(chance, numbers, card.face.picture)
    shrink = math.sqrt(abs(np.linalg.det(card.place[:2, :2])))
    if shrink < 0.7:
        face = cv2.GaussianBlur(face, (0, 0), 0.35 / shrink)
    window = (int(right - left), int(bottom - top))
    drawn = cv2.warpPerspective(
        face, moved, window, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mask = cv2.warpPerspective(outline, moved, window, flags=cv2.INTER_LINEAR)
    part = picture[top:bottom, left:right]
    soft = cv2.GaussianBlur(mask, (0, 0), chance.uniform(1.5, 6))[..., None] / 255.0
    part *= 1 - soft * chance.uniform(0, 0.35)
    share = mask[..., None] / 255.0
    part[:] = part * (1 - share) + drawn * share
    owner[top:bottom, left:right][mask > 128] = number


def _worn(
    chance: random.Random, numbers: np.random.Generator, face: Picture
) -> tuple[Picture, Picture]:
    high, wide = face.shape[:2]
    outline = np.zeros((high, wide), np.uint8)
    r = chance.randint(4, 16)
    cv2.rectangle(outline, (r, 0), (wide - r, high), 255, -1)
    cv2.rectangle(outline, (0, r), (wide, high - r), 255, -1)
    for x, y in ((r, r), (wide - r, r), (r, high - r), (wide - r, high - r)):
        cv2.circle(outline, (x, y), r, 255, -1)
    face = face.copy()
    if chance.random() < 0.5:
        cv2.rectangle(
            face,
            (0, 0),
            (wide - 1, high - 1),
            [chance.uniform(90, 220)] * 3,
            chance.randint(1, 2),
        )
    if chance.random() < 0.25:  # Creased, soiled, rubbed
        for _ in range(chance.randint(1, 5)):
            ends = [
                (chance.randint(0, wide), chance.randint(0, high)) for _ in range(2)
            ]
            cv2.line(face, *ends, [chance.uniform(150, 235)] * 3, 1, cv2.LINE_AA)
        spots = cv2.resize(
            numbers.random((14, 10), np.float32),
            (wide, high),
            interpolation=cv2.INTER_CUBIC,
        )
        face = (face * (1 - 0.16 * spots[..., None].clip(0, 1))).astype(np.uint8)
    if chance.random() < 0.12:  # In a sleeve, which shines
        a = cv2.resize(
            numbers.random((5, 4), np.float32),
            (wide, high),
            interpolation=cv2.INTER_CUBIC,
        )[..., None]
        shine = (a.clip(0.5, 1) - 0.5) * chance.uniform(0.2, 0.9)
        face = (face * (1 - shine) + 250 * shine).astype(np.uint8)
    return face, outline


def _ground(
    chance: random.Random,
    numbers: np.random.Generator,
    size: tuple[int, int],
    clutter: list[Picture],
) -> Picture:
    wide, high = size
    base = np.array([chance.uniform(10, 245) for _ in range(3)])
    if chance.random() < 0.4:
        base[:] = base.mean() + np.array([-20, 0, 20]) * chance.uniform(0, 2)
    picture = np.ones((high, wide, 3), np.float32) * base.clip(0, 255).astype(
        np.float32
    )
    for cells in (
        chance.randint(3, 8),
        chance.randint(12, 60),
        chance.randint(80, 300),
    ):
        stretch = chance.choice([1, 1, 6])
        shape = (
            max(2, cells * high // wide),
            max(2, cells // stretch),
            1 if chance.random() < 0.7 else 3,
        )
        noise = numbers.standard_normal(shape).astype(np.float32)
        noise = cv2.resize(noise, (wide, high), interpolation=cv2.INTER_LINEAR).reshape(
            high, wide, -1
        )
        picture += noise * chance.choice([2, 6, 14, 28])
    if chance.random() < 0.3:
        picture = _printed(chance, picture.clip(0, 255).astype(np.uint8)).astype(
            np.float32
        )
    for _ in range(chance.choice([0, 0, 1, 3])):
        piece = chance.choice(clutter)
        scale = chance.uniform(0.4, 1.4)
        piece = cv2.resize(piece, None, fx=scale, fy=scale)
        high2 = min(piece.shape[0], high - 1)
        wide2 = min(piece.shape[1], wide - 1)
        x = chance.randint(0, wide - wide2)
        y = chance.randint(0, high - high2)
        picture[y : y + high2, x : x + wide2] = piece[:high2, :wide2]
    if chance.random() < 0.3:
        picture = picture.clip(0, 255).astype(np.uint8)
        for _ in range(chance.randint(1, 6)):
            _eye(chance, picture)
        picture = picture.astype(np.float32)
    return picture.clip(0, 255)


def _eye(chance: random.Random, picture: Picture) -> None:
    """Draw a toy's eye, a ring, a coin or a button: round, and no joker's star."""
    high, wide = picture.shape[:2]
    x = chance.randint(0, wide)
    y = chance.randint(0, high)
    radius = chance.randint(5, 26)
    skin = [chance.uniform(0, 255) for _ in range(3)]
    cv2.circle(picture, (x, y), int(radius * chance.uniform(1.4, 3)), skin, -1)
    white = [chance.uniform(190, 255)] * 3
    ink = [chance.uniform(0, 90) for _ in range(3)]
    cv2.circle(picture, (x, y), radius, white, -1, cv2.LINE_AA)
    pupil = max(2, int(radius * chance.uniform(0.4, 0.8)))
    if chance.random() < 0.4:
        cv2.circle(picture, (x, y), pupil, ink, max(1, pupil // 4), cv2.LINE_AA)
        return
    off = radius // 4
    at = x + chance.randint(-off, off), y + chance.randint(-off, off)
    cv2.circle(picture, at, pupil, ink, -1, cv2.LINE_AA)
    if chance.random() < 0.6:
        shine = at[0] - pupil // 3, at[1] - pupil // 3
        cv2.circle(picture, shine, max(1, pupil // 3), (255,) * 3, -1, cv2.LINE_AA)


def _printed(chance: random.Random, picture: Picture) -> Picture:
    """Return the picture with words, lines and dots on it, as on table cloths, books
    and boxes.
    """
    high, wide = picture.shape[:2]
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    for _ in range(chance.randint(3, 40)):
        ink = [chance.uniform(0, 255) for _ in range(3)]
        at = chance.randint(0, wide), chance.randint(0, high)
        kind = chance.random()
        if kind < 0.6:
            word = "".join(chance.choice(letters) for _ in range(chance.randint(1, 12)))
            font = chance.choice(
                [
                    cv2.FONT_HERSHEY_SIMPLEX,
                    cv2.FONT_HERSHEY_COMPLEX,
                    cv2.FONT_HERSHEY_TRIPLEX,
                ]
            )
            cv2.putText(
                picture,
                word,
                at,
                font,
                chance.uniform(0.5, 2),
                ink,
                chance.randint(1, 4),
                cv2.LINE_AA,
            )
        elif kind < 0.8:
            cv2.circle(
                picture,
                at,
                chance.randint(4, 40),
                ink,
                chance.choice([-1, 2, 5]),
                cv2.LINE_AA,
            )
        else:
            cv2.line(
                picture,
                at,
                (chance.randint(0, wide), chance.randint(0, high)),
                ink,
                chance.randint(1, 8),
                cv2.LINE_AA,
            )
    return picture


def _fingers(
    chance: random.Random, picture: Picture, owner: Picture, laid: list[_Laid]
) -> None:
    """A hand that holds the cards at their lower end."""
    if chance.random() < 0.35:
        return
    skin = np.array(
        [chance.uniform(60, 170), chance.uniform(90, 190), chance.uniform(120, 235)]
    )
    for card in chance.sample(laid, min(len(laid), 3)):
        high, wide = card.face.picture.shape[:2]
        (x, y), (u, v) = _mapped(
            card.place,
            [(wide * chance.uniform(0.2, 0.8), high * 1.02), (wide / 2, high * 0.8)],
        )
        length = int(math.hypot(u - x, v - y) * chance.uniform(0.8, 1.3)) + 6
        angle = math.degrees(math.atan2(v - y, u - x)) + chance.uniform(-25, 25)
        shape = (int(x), int(y)), (length, max(4, length // 2)), angle, 0, 360
        cv2.ellipse(
            picture,
            *shape,
            (skin * chance.uniform(0.85, 1.05)).tolist(),
            -1,
            cv2.LINE_AA,
        )
        cv2.ellipse(owner, *shape, -2, -1)


# What the camera makes of it


_WEBCAMS = 0.35  # Of photos
_ENLARGED = 0.5  # Of those, as the reader does with small ones


def _photographed(
    chance: random.Random, numbers: np.random.Generator, picture: Picture
) -> Picture:
    if chance.random() >= _WEBCAMS:
        return _taken(chance, numbers, picture, webcam=False)
    if chance.random() >= _ENLARGED:
        return _taken(chance, numbers, picture, webcam=True)
    high, wide = picture.shape[:2]
    half = cv2.resize(picture, (wide // 2, high // 2), interpolation=cv2.INTER_AREA)
    taken = _taken(chance, numbers, half, webcam=True)
    return cv2.resize(taken, (wide, high), interpolation=cv2.INTER_CUBIC)


def _taken(
    chance: random.Random, numbers: np.random.Generator, picture: Picture, webcam: bool
) -> Picture:
    high, wide = picture.shape[:2]
    u = chance.uniform
    light = cv2.resize(
        numbers.uniform(0.6, 1.1, (3, 3)).astype(np.float32),
        (wide, high),
        interpolation=cv2.INTER_CUBIC,
    )
    if chance.random() < 0.35:  # A hard shadow
        points = np.array(
            [
                [u(-0.3, 1.3) * wide, u(-0.3, 1.3) * high]
                for _ in range(chance.choice([3, 4]))
            ],
            np.int32,
        )
        shade = cv2.fillPoly(np.zeros((high, wide), np.float32), [points], 1.0)
        light *= 1 - cv2.GaussianBlur(shade, (0, 0), u(0.5, 8)) * u(0.25, 0.65)
    warmth = np.array(
        [u(0.55, 1.08), u(0.84, 1.04), u(0.9, 1.1)], np.float32
    )  # Candle light to daylight
    picture = picture * light[..., None] * warmth * u(0.55, 1.15)
    picture = (picture - 128) * u(0.75, 1.15) + 128 + u(-15, 15)
    kind = chance.random()
    if webcam:
        grey = picture.mean(axis=2, keepdims=True)
        picture = softened(grey + (picture - grey) * u(1, 1.9), u(0.5, 1.1))
    elif kind < 0.45:
        picture = cv2.GaussianBlur(picture, (0, 0), u(0.4, 1.5))
    elif kind < 0.55:
        picture = cv2.filter2D(picture, -1, _shake(chance))
    grain = numbers.standard_normal((high, wide, 3)).astype(np.float32)
    if chance.random() < 0.5:
        grain = cv2.GaussianBlur(grain, (0, 0), 0.8) * 1.8
    picture = (picture + grain * u(0, 9)).clip(0, 255).astype(np.uint8)
    quality = chance.randint(45, 60) if webcam else chance.randint(50, 95)
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return cv2.imdecode(packed, cv2.IMREAD_COLOR)


def softened(picture: Picture, zoom: float = 1) -> Picture:
    """The picture as a cheap webcam shows it: out of focus, then sharpened with halos
    round what is dark. With a zoom of 1 a suit is some ten pixels high.
    """
    blurred = cv2.GaussianBlur(picture, (0, 0), 1.1 * zoom)
    round_it = cv2.GaussianBlur(blurred, (0, 0), 2.2 * zoom)
    return blurred + 1.2 * (blurred - round_it)


def _shake(chance: random.Random) -> Picture:
    size = chance.choice([3, 5, 5, 7])
    line = np.zeros((size, size), np.float32)
    line[size // 2] = 1
    turn = cv2.getRotationMatrix2D((size // 2, size // 2), chance.uniform(0, 180), 1)
    line = cv2.warpAffine(line, turn, (size, size))
    return line / line.sum()


# The truth


def _seen(card: _Laid, number: int, owner: Picture) -> list[Seen]:
    high, wide = card.face.picture.shape[:2]
    turned = [
        replace(
            index,
            rank_at=(wide - 1 - index.rank_at[0], high - 1 - index.rank_at[1]),
            suit_at=(wide - 1 - index.suit_at[0], high - 1 - index.suit_at[1]),
        )
        for index in card.face.indices
    ]
    return [
        _seen_at(card, each, number, owner) for each in (*card.face.indices, *turned)
    ]


def _seen_at(card: _Laid, index: Index, number: int, owner: Picture) -> Seen:
    rank_at, suit_at = _mapped(card.place, [index.rank_at, index.suit_at])
    margin = _MARGIN * index.high
    in_sight = min(
        _in_sight(card, at, size, margin, number, owner)
        for at, size in (
            (index.rank_at, index.rank_size),
            (index.suit_at, index.suit_size),
        )
    )
    scale = np.hypot(*(suit_at - rank_at)) / np.hypot(
        *np.subtract(index.suit_at, index.rank_at)
    )
    highs = index.high * scale, index.suit_size[1] * scale
    return Seen(
        card.face.code,
        index.glyph,
        index.suit,
        tuple(rank_at),
        tuple(suit_at),
        *highs,
        in_sight,
    )


def _lit(seen: Seen, picture: Picture) -> Seen:
    """Return the same with how light the paper is in this photo."""
    reach = np.hypot(*np.subtract(seen.suit_at, seen.rank_at))
    x, y = np.add(seen.rank_at, seen.suit_at) / 2
    high, wide = picture.shape[:2]
    down = slice(*np.clip([y - reach, y + reach + 1], 0, high).astype(int))
    across = slice(*np.clip([x - reach, x + reach + 1], 0, wide).astype(int))
    part = picture[down, across]
    return (
        replace(seen, white=float(np.percentile(part.max(axis=2), _WHITE)))
        if part.size
        else seen
    )


def _in_sight(
    card: _Laid, at: Point, size: Point, margin: float, number: int, owner: Picture
) -> float:
    across = np.linspace(at[0] - size[0] / 2 - margin, at[0] + size[0] / 2 + margin, 7)
    down = np.linspace(at[1] - size[1] / 2 - margin, at[1] + size[1] / 2 + margin, 7)
    high, wide = card.face.picture.shape[:2]
    grid = [
        (min(max(x, 2), wide - 3), min(max(y, 2), high - 3))
        for x in across
        for y in down
    ]
    places = np.round(_mapped(card.place, grid)).astype(int)
    inside = (places > 0).all(axis=1) & (places < np.array(owner.shape[::-1]) - 1).all(
        axis=1
    )
    x, y = places[inside].T
    return float((owner[y, x] == number).sum()) / len(places)


def _mapped(place: Picture, points: list[Point]) -> Picture:
    return cv2.perspectiveTransform(np.array([points], np.float64), place)[0]
