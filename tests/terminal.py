"""What a phone's camera sees of a terminal: output on a screen, the screen as a
picture, the picture decoded.
"""

import pyte
import zxingcpp
from PIL import Image, ImageDraw


def read(image: Image.Image) -> list[str]:
    """The QR codes in a picture; strict, as old phones are. Lines of a page can look
    like other kinds of codes.
    """
    found = zxingcpp.read_barcodes(
        image, formats=zxingcpp.BarcodeFormat.QRCode, try_invert=False
    )
    return [one.text for one in found]


def screen_of(text: str, columns: int) -> pyte.Screen:
    screen = pyte.Screen(columns, text.count("\n") + 3)
    pyte.Stream(screen).feed(text.replace("\n", "\r\n"))
    return screen


def colour(name: str, default: str) -> str:
    return default if name == "default" else f"#{name}"


def picture_of_screen(
    screen: pyte.Screen, background: str, foreground: str, cell: int = 6
) -> Image.Image:
    """Draws block characters as a terminal does: cells twice as high as wide. Other
    characters stay blank.
    """
    image = Image.new(
        "RGB", (screen.columns * cell, screen.lines * cell * 2), background
    )
    draw = ImageDraw.Draw(image)
    for y in range(screen.lines):
        for x in range(screen.columns):
            char = screen.buffer[y][x]
            left = x * cell
            top = y * cell * 2
            draw.rectangle(
                (left, top, left + cell - 1, top + 2 * cell - 1),
                fill=colour(char.bg, background),
            )
            halves = {"█": (0, 2), "▀": (0, 1), "▄": (1, 2)}.get(char.data)
            if halves:
                box = (
                    left,
                    top + halves[0] * cell,
                    left + cell - 1,
                    top + halves[1] * cell - 1,
                )
                draw.rectangle(box, fill=colour(char.fg, foreground))
    return image
