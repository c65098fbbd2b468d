"""A table under a camera: Chromium takes its picture from a file, and what lies on the
table is drawn into that file.

So nothing depends on how fast a film runs: a card lies there until the test takes it
away.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter
from playwright.sync_api import Browser

from .phones import launched

SHEET = Path(__file__).parent / "photos" / "deck.jpg"
SIZE = WIDE, HIGH = 1280, 720
CLOTH = 38, 92, 70
RANKS, SUITS, JOKERS = "A23456789TJQK", "CDHS", ("XB", "XR")


@cache
def card_of(code: str) -> Image.Image:
    """A card of the deck that `python -m training cards` draws, with its corners
    rounded.
    """
    sheet = Image.open(SHEET)
    wide, high = sheet.width // len(RANKS), sheet.height // 5
    column, row = (
        (JOKERS.index(code), 4)
        if code in JOKERS
        else (RANKS.index(code[0]), SUITS.index(code[1]))
    )
    card = sheet.crop(
        (column * wide, row * high, (column + 1) * wide, (row + 1) * high)
    )
    mask = Image.new("L", card.size, 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, wide - 1, high - 1), 8, fill=255)
    card.putalpha(mask)
    return card


def _empty() -> Image.Image:
    picture = Image.new("RGB", SIZE, CLOTH)
    frame = 20, 20, WIDE - 20, HIGH - 20
    ImageDraw.Draw(picture).rectangle(frame, outline=(60, 120, 92), width=6)
    return picture


class FilmedTable:
    """What lies on a green cloth, in the file that the camera sees.

    Places are given in a picture of 1280 x 720 pixels; the camera's is `zoom` times as
    large.
    """

    def __init__(self, path: Path, zoom: float = 1) -> None:
        self.path = path
        self._size = wide, high = round(WIDE * zoom), round(HIGH * zoom)
        header = f"YUV4MPEG2 W{wide} H{high} F10:1 Ip A1:1 C420jpeg\nFRAME\n"
        self._header = header.encode()
        self.path.write_bytes(self._header + bytes(wide * high * 3 // 2))
        self.clear()

    def clear(self) -> None:
        """Take all away."""
        self._picture = _empty()
        self._show(self._picture)

    def lay(self, *cards: tuple[str, float, float, float]) -> None:
        """Lay these cards: the code, where its middle is, and by how many degrees it is
        turned.
        """
        for code, x, y, degrees in cards:
            turned = card_of(code).rotate(
                -degrees, Image.Resampling.BICUBIC, expand=True
            )
            self._picture.paste(
                turned,
                (round(x - turned.width / 2), round(y - turned.height / 2)),
                turned,
            )
        self._show(self._picture)

    def lay_only(self, *cards: tuple[str, float, float, float]) -> None:
        """Have these cards lie there and no others, at once."""
        self._picture = _empty()
        self.lay(*cards)

    def move_camera(self, across: int, down: int) -> None:
        """Have everything so many pixels elsewhere in the picture."""
        picture = Image.new("RGB", SIZE, CLOTH)
        picture.paste(self._picture, (across, down))
        self._picture = picture
        self._show(picture)

    def reach(self) -> None:
        """Show a hand over the middle of the table, until something is laid."""
        picture = self._picture.copy()
        ImageDraw.Draw(picture).line(
            (640, 720, 640, 300), fill=(190, 140, 110), width=150
        )
        self._show(picture)

    def _show(self, picture: Image.Image) -> None:
        soft = picture.filter(ImageFilter.GaussianBlur(0.5))
        if soft.size != self._size:
            soft = soft.resize(self._size, Image.Resampling.BICUBIC)
        y, blue, red = soft.convert("YCbCr").split()
        half = soft.width // 2, soft.height // 2
        with self.path.open("r+b") as file:
            file.seek(len(self._header))
            file.write(
                y.tobytes() + blue.resize(half).tobytes() + red.resize(half).tobytes()
            )


def before(
    seat: int, seats: int, code: str, number: int = 0
) -> tuple[str, float, float, float]:
    """A card before this seat, the first one below and the others clockwise; of
    several, which one in its row.
    """
    angle = math.pi / 2 + 2 * math.pi * seat / seats
    x = WIDE / 2 + 0.27 * WIDE * math.cos(angle) - 140 * number * math.sin(angle)
    y = HIGH / 2 + 0.32 * HIGH * math.sin(angle) + 140 * number * math.cos(angle)
    return code, x, y, math.degrees(angle) - 90 + 7


def in_middle(*codes: str) -> list[tuple[str, float, float, float]]:
    """A row of cards in the middle of the table."""
    first = WIDE / 2 - 72 * (len(codes) - 1)
    return [
        (code, first + 144 * number, HIGH / 2, 3) for number, code in enumerate(codes)
    ]


@contextmanager
def camera_at(table: FilmedTable, chromium: Browser) -> Iterator[Browser]:
    """A browser of this kind with a camera over this table."""
    fake = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")
    opened = launched(
        chromium.browser_type, *fake, f"--use-file-for-fake-video-capture={table.path}"
    )
    yield opened
    opened.close()
