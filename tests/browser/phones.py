"""What the tests' phones are: how large, by which name they find the referee, and what their cameras read."""

from __future__ import annotations

import io
import time
from collections.abc import Callable

from PIL import Image
from playwright.sync_api import Locator, Page, ViewportSize

from tests.terminal import read

NAME = "table.test"
PHONE: ViewportSize = {"width": 390, "height": 844}
BOARD: ViewportSize = {"width": 1280, "height": 800}
# A machine that also does other things may take its time, and a phone that has lost the referee waits up to 22.5 s
# before it tries again (static/live/connection.js); a page that is right is seen at once all the same.
PATIENCE_MS = 45_000

Phones = Callable[..., Page]


def read_qr(seen: Page | Locator) -> str:
    """What a phone's camera reads off this page or part of it, as soon as it can: the code may still be drawn."""
    until = time.monotonic() + PATIENCE_MS / 1000
    found: list[str] = []
    while not found and time.monotonic() < until:
        found = read(Image.open(io.BytesIO(seen.screenshot())))
    [text] = found
    return text
