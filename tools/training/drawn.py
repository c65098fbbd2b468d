"""Decks that nobody printed. A drawn face has its letters from one of the fetched fonts
and its suits from another.
"""

import random
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from training import jokers, sources
from training.faces import (
    HEIGHT,
    LETTERS,
    RANKS,
    SUIT_OF_JOKERS,
    SUITS,
    WIDTH,
    Deck,
    Face,
    Index,
    Picture,
    glyph_of,
)

_SUIT_FILES = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
_SIGNS = {"S": "\u2660", "H": "\u2665", "D": "\u2666", "C": "\u2663"}
_NOBODYS = "\U0001f9ff"  # A sign that no font here has
_UNFIT_FONTS = (
    "Symbol",
    "D0500",
    "Z003",
    "Hairline",
    "Thin",
    "LightItalic",
    "Mono",
    "Math",
    "Condensed-Light",
    "_K",
)
_SLENDER, _CLOSED = 0.4, 0.5  # Of decks: those with such suits and such clubs
_LEAVES = 0.66  # Of a club's height: below are the gaps beside its stem
_MOST_OF_JOKER = (
    46  # Pixels: words of higher letters would reach those of the lower corner
)
_JOKER_SIGNS = (
    jokers.WORD,
    jokers.WORD,
    jokers.STAR,
    jokers.STAR + jokers.WORD,
    jokers.WORD + jokers.STAR,
)


@cache
def fonts() -> tuple[str, ...]:
    """Return every fetched face of a font that card makers could use, by path."""
    found = sorted(
        str(path)
        for package in sources.FONT_PACKAGES
        for path in sources.folder_of(package).rglob("*.[to]tf")
    )
    return tuple(
        f
        for f in found
        if not any(word in Path(f).name for word in _UNFIT_FONTS)
        and _glyph(f, "Q") is not None
    )


@cache
def pips() -> tuple[dict[str, Picture], ...]:
    """Sets of suits: masks by C, D, H and S, as fonts draw them and as svg-cards does."""
    found = []
    for font in fonts():
        masks = {suit: _glyph(font, sign) for suit, sign in _SIGNS.items()}
        if any(mask is None for mask in masks.values()):
            continue
        distinct = len({m.tobytes() for m in masks.values()}) == 4
        solid = all((m > 128).mean() > 0.42 for m in masks.values())
        if (
            distinct and solid and _top(masks["C"]) > _top(masks["S"])
        ):  # Two fonts have clubs for spades
            found.append(masks)
    return (*found, *[_npm_pips()] * max(2, len(found) // 4))


def _top(mask: Picture) -> float:
    """Return the share of ink in the uppermost sixth: a club ends in a round there, a
    spade in a point.
    """
    return float((mask[: len(mask) // 6] > 128).mean())


def _as_printed(chance: random.Random, masks: dict[str, Picture]) -> dict[str, Picture]:
    """Return these suits, of some decks slender, and with clubs whose leaves run
    together.
    """
    slender = chance.uniform(0.75, 1) if chance.random() < _SLENDER else 1.0
    found = {suit: _sized(mask, len(mask), slender) for suit, mask in masks.items()}
    if chance.random() < _CLOSED:
        found["C"] = _closed(found["C"], chance.uniform(0.1, 0.3))
    return found


def _closed(club: Picture, share: float) -> Picture:
    """Return this club with gaps of such a share of it between its leaves filled, but
    for those beside its stem.
    """
    size = round(len(club) * share)
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    framed = cv2.copyMakeBorder(club, *[size] * 4, cv2.BORDER_CONSTANT)
    closed = cv2.morphologyEx(framed, cv2.MORPH_CLOSE, disc)[size:-size, size:-size]
    leaves = round(len(club) * _LEAVES)
    return np.vstack([closed[:leaves], club[leaves:]])


def _npm_pips() -> dict[str, Picture]:
    folder = sources.folder_of(sources.NPM_DECK) / "package/png/2x"
    masks = {}
    for suit, name in _SUIT_FILES.items():
        masks[suit] = _tight(
            cv2.imread(str(folder / f"suit-{name}.png"), cv2.IMREAD_UNCHANGED)[..., 3]
        )
    return masks


@cache
def _glyph(font: str, sign: str) -> Picture | None:
    """Return the sign's mask; None where the font lacks it, and would draw a box."""
    mask = _drawn(font, sign)
    missing = _drawn(font, _NOBODYS)
    return (
        None
        if mask is None or (missing is not None and np.array_equal(mask, missing))
        else mask
    )


@cache
def _drawn(font: str, sign: str) -> Picture | None:
    size = 96
    image = Image.new("L", (size * 3, size * 3), 0)
    try:
        ImageDraw.Draw(image).text(
            (size, size), sign, font=ImageFont.truetype(font, size), fill=255
        )
    except (OSError, ValueError):
        return None
    mask = np.array(image)
    return _tight(mask) if (mask > 64).sum() >= 30 else None


def _tight(mask: Picture) -> Picture:
    rows, columns = np.where(mask > 64)
    return mask[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]


def drawn_deck(
    chance: random.Random, courts: list[Picture], jesters: list[Picture]
) -> Deck:
    """Return a deck with font, pips, measures and colours by chance, and pictures of
    these courts and jesters.
    """
    letters = chance.choices(list(LETTERS), [40, 34, 12, 7, 7])[0]
    style = _Style(chance, letters, courts, jesters)
    courts_and_aces = [rank + suit for suit in SUITS for rank in "JQKA"]
    numbers = [rank + suit for suit in SUITS for rank in "23456789T"]
    faces = [
        style.face(code, letters)
        for code in (*courts_and_aces, *chance.sample(numbers, 18))
    ]
    faces += [style.joker(code) for code in (*SUIT_OF_JOKERS, "")]
    return Deck(letters, tuple(face for face in faces if face), style.traits)


_SHEET_SEED = 5
_ACROSS_A_CARD = 128


def sheet() -> Picture:
    """Return a deck to make films of, thirteen cards in a row and both jokers below,
    without anybody's pictures.
    """
    plain = np.zeros((60, 40, 3), np.uint8)
    for i, ink in enumerate(((200, 190, 170), (120, 150, 190), (220, 215, 205))):
        plain[i * 9 : 60 - i * 9, i * 6 : 40 - i * 6] = ink
    style = _Style(random.Random(_SHEET_SEED), "english", [plain], [plain])  # noqa: S311
    style.font = next(font for font in fonts() if font.endswith("DejaVuSans-Bold.ttf"))
    style.height = 38
    style.narrow = 0.75
    style.bold = 0
    style.four_corners = False
    style.signs = jokers.WORD
    style.inks = {"H": [30, 20, 200], "D": [30, 20, 200], "C": [25] * 3, "S": [25] * 3}
    style.paper = np.array([245.0] * 3)
    rows = [[rank + suit for rank in RANKS] for suit in SUITS] + [list(SUIT_OF_JOKERS)]
    down = round(_ACROSS_A_CARD * HEIGHT / WIDTH)
    found = np.full((down * 5, _ACROSS_A_CARD * 13, 3), 255, np.uint8)
    for row, codes in enumerate(rows):
        for column, code in enumerate(codes):
            face = style.joker(code) if code[0] == "X" else style.face(code, "english")
            assert face is not None
            small = cv2.resize(
                face.picture, (_ACROSS_A_CARD, down), interpolation=cv2.INTER_AREA
            )
            found[row * down :, column * _ACROSS_A_CARD :][:down, :_ACROSS_A_CARD] = (
                small
            )
    return found


class _Style:
    """How a drawn deck looks."""

    def __init__(
        self,
        chance: random.Random,
        letters: str,
        courts: list[Picture],
        jesters: list[Picture],
    ) -> None:
        self.chance = chance
        self.courts = courts
        self.jesters = jesters
        u = chance.uniform
        self.font = chance.choice(fonts())
        self.pips = _as_printed(chance, chance.choice(pips()))
        jumbo = chance.random() < 0.25
        self.height = u(44, 92) if jumbo else u(24, 42)
        self.narrow = u(0.55, 1.0) if jumbo else u(0.62, 1.1)
        self.bold = chance.choice([0, 0, 0, 1, 2, 3, -1])
        self.suit_share = u(0.5, 1.05)
        self.gap = u(0.06, 0.42)
        self.margin = u(8, 16), u(8, 22)
        self.paper = np.array([u(215, 255)] * 3) + np.array([u(-14, 4), u(-6, 3), 0])
        red = [u(0, 70), u(0, 60), u(150, 240)]
        dark = [u(0, 60)] * 3
        four = chance.random() < 0.25
        blue = [u(160, 235), u(50, 120), u(0, 50)]
        green = [u(20, 110), u(90, 165), u(0, 80)]
        yellow = [u(0, 90), u(110, 210), u(215, 250)]  # From orange on
        self.inks = {
            "H": red,
            "D": chance.choice([blue, yellow]) if four else red,
            "C": green if four else dark,
            "S": dark if chance.random() < 0.8 or not four else blue,
        }
        self.framed = chance.random() < 0.75
        self.centred = chance.random() < 0.8
        self.four_corners = chance.random() < (0.45 if letters == "german" else 0.2)
        self.signs = chance.choice(_JOKER_SIGNS)
        traits = {
            "four colours": four,
            "jumbo indices": jumbo,
            "indices in four corners": self.four_corners,
        }
        self.traits = tuple(trait for trait, has in traits.items() if has)

    def face(self, code: str, letters: str) -> Face | None:
        """Return a card of this style; None where the font lacks its letters."""
        glyph = glyph_of(code, letters)
        rank = self._rank(glyph)
        if rank is None:
            return None
        suit = code[1]
        pip = _sized(self.pips[suit], self.height * self.suit_share)
        half = max(rank.shape[1], pip.shape[1]) / 2
        x = self.margin[0] + (half if self.centred else rank.shape[1] / 2)
        y = self.margin[1] + rank.shape[0] / 2
        below = y + rank.shape[0] / 2 + self.gap * self.height + pip.shape[0] / 2
        beside = x if self.centred else self.margin[0] + pip.shape[1] / 2
        sizes = (rank.shape[1], rank.shape[0]), (pip.shape[1], pip.shape[0])
        index = Index(glyph, suit, (x, y), (beside, below), *sizes, rank.shape[0])
        picture = np.ones((HEIGHT, WIDTH, 3)) * self.paper
        self._middle(picture, code, max(x, beside) + half)
        return self._cornered(
            code, picture, [(rank, x, y), (pip, beside, below)], [index]
        )

    def joker(self, code: str) -> Face | None:
        """Return a joker of this style, or for an empty code a card that says anything
        else; None without its letters.
        """
        parts = []
        indices = []
        top = self.margin[1]
        middle = self.margin[0] + self.height / 2
        suit = SUIT_OF_JOKERS.get(code, "S")
        for kind in self.signs if code else jokers.WORD:
            sign = self._sign(
                kind, jokers.name(self.chance) if code else jokers.any_word(self.chance)
            )
            if sign is None:
                return None
            high, wide = sign.mask.shape
            left = max(self.margin[0], middle - wide / 2)
            rank_at, suit_at = (
                (x + left, y + top) for x, y in (sign.rank_at, sign.suit_at)
            )
            glyph = sign.glyph if code else ""
            indices.append(
                Index(glyph, suit, rank_at, suit_at, sign.part, sign.part, sign.high)
            )
            parts.append((sign.mask, left + wide / 2, top + high / 2))
            top += high + self.height * self.gap
        picture = np.ones((HEIGHT, WIDTH, 3)) * self.paper
        self._show(
            picture, self.chance.choice(self.jesters), self.chance.uniform(1.0, 2.0)
        )
        return self._cornered(code, picture, parts, indices)

    def _sign(self, kind: str, said: str) -> jokers.Sign | None:
        high = min(self.height, _MOST_OF_JOKER) * self.chance.uniform(0.75, 1.1)
        if kind == jokers.STAR:
            return jokers.star(self.chance, high)
        return jokers.word(
            self.chance,
            said,
            high * self.chance.uniform(0.5, 0.75),
            lambda sign: _glyph(self.font, sign),
        )

    def _cornered(
        self,
        code: str,
        picture: Picture,
        parts: list[tuple[Picture, float, float]],
        indices: list[Index],
    ) -> Face:
        """Return the card with these masks at these places of its corners, two or all
        four of them.
        """
        ink = self.inks[SUIT_OF_JOKERS.get(code, code[1:] or "S")]
        wide = int(max(x + mask.shape[1] / 2 for mask, x, _ in parts)) + 3
        high = int(max(y + mask.shape[0] / 2 for mask, _, y in parts)) + 3
        for _ in range(2):
            for aside in (0, 1) if self.four_corners else (0,):
                picture[:high, (WIDTH - wide) * aside :][:, :wide] = self.paper
                for mask, x, y in parts:
                    _paste(picture, mask, x + (WIDTH - wide - 3) * aside, y, ink)
            picture = picture[::-1, ::-1]
        if self.four_corners:
            indices = [
                *indices,
                *(_aside(index, WIDTH - wide - 3) for index in indices),
            ]
        return Face(
            code,
            np.ascontiguousarray(picture.clip(0, 255).astype(np.uint8)),
            tuple(indices),
        )

    def _rank(self, glyph: str) -> Picture | None:
        if glyph != "T":
            mask = _glyph(self.font, glyph)
        else:
            one = _glyph(self.font, "1")
            nought = _glyph(self.font, "0")
            if one is None or nought is None:
                return None
            high = max(one.shape[0], nought.shape[0])
            one, nought = (cv2.resize(m, (m.shape[1], high)) for m in (one, nought))
            gap = np.zeros(
                (high, max(1, int(high * self.chance.uniform(0.0, 0.14)))), np.uint8
            )
            mask = np.hstack([one, gap, nought])
        if mask is None:
            return None
        wide = self.narrow * (0.85 if glyph == "T" else 1)
        mask = _sized(mask, self.height, wide)
        if self.bold > 0:
            mask = cv2.dilate(
                cv2.copyMakeBorder(mask, 2, 2, 2, 2, cv2.BORDER_CONSTANT),
                np.ones((self.bold, self.bold)),
            )
        return mask

    def _middle(self, picture: Picture, code: str, aside: float) -> None:
        """What stands between the corners, whose indices are so wide: a court, or pips
        that do not touch them.
        """
        u = self.chance.uniform
        if code[0] in "JQK":
            self._show(picture, self.chance.choice(self.courts), u(0.8, 1.5))
            return
        if code[0] == "A" and self.chance.random() < 0.5:
            self._ace(picture, code[1])
            return
        count = RANKS.index(code[0]) + 1 if code[0] in RANKS[:10] else 2
        columns = 1 if count < 4 else 2
        rows = (count - 1) // columns + 1
        pip = self.pips[code[1]]
        room = (
            (WIDTH / 2 - aside)
            * (2 if columns == 1 else 0.95)
            * pip.shape[0]
            / pip.shape[1]
        )
        high = (
            min(self.height * u(1.1, 1.7), 0.66 * HEIGHT / max(1, rows - 1), room)
            if count > 1
            else 120
        )
        pip = _sized(pip, max(8, high))
        left = (
            max(0.32 * WIDTH, aside + pip.shape[1] / 2) if columns == 2 else WIDTH / 2
        )
        for i in range(count):
            x = WIDTH - left if i % columns else left
            y = (
                HEIGHT * (0.15 + 0.7 * (i // columns) / (rows - 1))
                if count > 1
                else HEIGHT / 2
            )
            flipped = pip if y <= HEIGHT / 2 else pip[::-1]
            _paste(picture, flipped, x, y, self.inks[code[1]])

    def _ace(self, picture: Picture, suit: str) -> None:
        """A large suit with ornaments in it, and what its maker wrote into, over and
        below it.
        """
        u = self.chance.uniform
        ink = np.array(self.inks[suit])
        pip = _sized(self.pips[suit], u(90, 170))
        _paste(picture, pip, WIDTH / 2, HEIGHT / 2, ink)
        for _ in range(self.chance.randint(0, 6)):
            small = _sized(self.pips[self.chance.choice(SUITS)], u(8, 40))
            aside = u(-0.3, 0.3) * pip.shape[1]
            down = u(-0.3, 0.3) * pip.shape[0]
            _paste(picture, small, WIDTH / 2 + aside, HEIGHT / 2 + down, self.paper)
        for _ in range(self.chance.randint(0, 4)):
            word = self._written(u(6, 20))
            if word is None or word.shape[1] > 0.7 * WIDTH:
                continue
            inside = self.chance.random() < 0.3
            down = (
                u(-0.2, 0.2) * pip.shape[0]
                if inside
                else self.chance.choice([-1, 1]) * (pip.shape[0] / 2 + u(10, 60))
            )
            _paste(
                picture,
                word,
                WIDTH / 2 + u(-12, 12),
                HEIGHT / 2 + down,
                self.paper if inside else ink,
            )

    def _written(self, high: float) -> Picture | None:
        """Return a word of some letters in a row or one below the other, no joker's;
        None without its letters.
        """
        letters = [
            _glyph(self.font, sign)
            for sign in jokers.any_word(self.chance, self.chance.randint(3, 10))
        ]
        if any(letter is None for letter in letters):
            return None
        narrow = self.chance.uniform(0.6, 1.1)
        gap = round(high * self.chance.uniform(0.08, 0.4))
        parts = [
            _sized(letter, high, narrow) for letter in letters if letter is not None
        ]
        framed = [
            cv2.copyMakeBorder(part, 0, 0, 0, gap, cv2.BORDER_CONSTANT)
            for part in parts
        ]
        return np.hstack(framed)

    def _show(self, picture: Picture, court: Picture, aside: float) -> None:
        """A court's or a jester's picture, so many heights of an index from the card's
        sides.
        """
        left = int(self.margin[0] + self.height * aside)
        top = int(self.margin[1] + self.height * self.chance.uniform(0.1, 1.2))
        wide = WIDTH - 2 * left
        high = HEIGHT - 2 * top
        if wide > 40 and high > 40:
            picture[top : top + high, left : left + wide] = cv2.resize(
                court, (wide, high)
            )
            if self.framed:
                ink = [self.chance.uniform(0, most) for most in (200, 90, 160)]
                thick = self.chance.choice([1, 2, 2, 3])
                cv2.rectangle(
                    picture, (left, top), (left + wide, top + high), ink, thick
                )


def _aside(index: Index, by: float) -> Index:
    rank_at, suit_at = ((x + by, y) for x, y in (index.rank_at, index.suit_at))
    return replace(index, rank_at=rank_at, suit_at=suit_at)


def _sized(mask: Picture, height: float, wide: float = 1.0) -> Picture:
    across = max(4, round(height * mask.shape[1] / mask.shape[0] * wide))
    return cv2.resize(
        mask, (across, max(4, round(height))), interpolation=cv2.INTER_AREA
    )


def _paste(picture: Picture, mask: Picture, x: float, y: float, ink: Any) -> None:
    high, wide = mask.shape
    left = round(x - wide / 2)
    top = round(y - high / 2)
    across = slice(max(left, 0), min(left + wide, picture.shape[1]))
    down = slice(max(top, 0), min(top + high, picture.shape[0]))
    if across.stop <= across.start or down.stop <= down.start:
        return
    share = (
        mask[
            down.start - top : down.stop - top,
            across.start - left : across.stop - left,
            None,
        ]
        / 255.0
    )
    picture[down, across] = picture[down, across] * (1 - share) + np.array(ink) * share
