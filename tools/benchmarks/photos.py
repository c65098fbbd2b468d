"""How long a slow phone takes to read cards from a photo of 12 megapixels, and how much
memory that takes.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from benchmarks.report import Row, table
from benchmarks.weight import NoBrowser, browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PHOTOS = Path(__file__).parents[2] / "tests/browser/photos"
SIZE = (4000, 3000)
CPU_SLOWER = 6
READ_MS = {"eight": 3_000, "fan": 5_000}
"""The photos that are read, and how long that may take."""
MEMORY_MB = 300
EVERY_S = 0.005


def measure(quick: bool) -> str:
    """Return the table of times and memory, or why there is none."""
    try:
        with browser() as chromium:
            rows = [
                row
                for name in READ_MS
                for row in _read(chromium, name, 2 if quick else 5)
            ]
    except NoBrowser as missing:
        return f"### Photos\n\nNot measured: {missing}"
    return table(
        f"Cards read from a photo of 12 megapixels, processor {CPU_SLOWER} times slower",
        rows,
    )


def _read(chromium: Browser, name: str, times: int) -> Iterator[Row]:
    from training.phone import Phone

    photo = _enlarged(PHOTOS / f"{name}.jpg")
    cards = json.loads((PHOTOS / "truth.json").read_text("utf-8"))[f"{name}.jpg"][
        "cards"
    ]
    what = f"{len(cards)} cards, {'in a fan' if name == 'fan' else 'side by side'}"
    page = chromium.new_page()
    phone = Phone(page)
    phone.read(photo)
    process = _renderer(chromium, page)
    before = _memory(process)
    with _peak(process) as seen:
        answer = phone.read(photo)
    found = {reading["code"] for reading in answer["readings"]}
    began = _processor_ms(process)
    for _ in range(times):
        phone.read_in_page(photo)
    used = (_processor_ms(process) - began) / times
    phone.slow_down(CPU_SLOWER)
    slow = [phone.read_in_page(photo)["ms"] for _ in range(times)]
    page.close()
    yield Row(f"{what}: read rightly", len(found & set(cards)), "cards")
    yield Row(
        f"{what}: from the file to the readings", median(slow), "ms", READ_MS[name]
    )
    yield Row(
        f"{what}: processor time, times {CPU_SLOWER}",
        used * CPU_SLOWER,
        "ms",
        READ_MS[name],
    )
    yield Row(f"{what}: memory of the page, at most", max(seen) / 1e6, "MB", MEMORY_MB)
    yield Row(f"{what}: memory of the page before", before / 1e6, "MB")


def _enlarged(path: Path) -> bytes:
    from PIL import Image

    file = io.BytesIO()
    Image.open(path).resize(SIZE, Image.Resampling.BICUBIC).save(
        file, "JPEG", quality=90
    )
    return file.getvalue()


def _renderer(chromium: Browser, page: Any) -> int:
    """Return the process that draws this page: the one that works when the page
    does.
    """
    session = chromium.new_browser_cdp_session()

    def busy() -> dict[int, float]:
        told = session.send("SystemInfo.getProcessInfo")["processInfo"]
        return {
            each["id"]: each["cpuTime"] for each in told if each["type"] == "renderer"
        }

    before = busy()
    page.evaluate(
        "() => { const end = performance.now() + 300; while (performance.now() < end); "
        "}"
    )
    after = busy()
    session.detach()
    return max(after, key=lambda process: after[process] - before.get(process, 0))


def _memory(process: int) -> int:
    """Return the bytes of a process's own: not what it shares with others, such as the
    browser's program. As Linux tells it.
    """
    status = Path(f"/proc/{process}/status").read_text("ascii").splitlines()
    kinds = dict(line.split(":", 1) for line in status)
    return sum(int(kinds[kind].split()[0]) * 1024 for kind in ("RssAnon", "RssShmem"))


def _processor_ms(process: int) -> float:
    """Return how long all threads of a process have worked."""
    figures = Path(f"/proc/{process}/stat").read_text("ascii").rsplit(")", 1)[1].split()
    return (int(figures[11]) + int(figures[12])) * 1000 / os.sysconf("SC_CLK_TCK")


@contextmanager
def _peak(process: int) -> Iterator[list[int]]:
    """Yield what the process's memory is, again and again until the block ends."""
    seen: list[int] = []
    ended = Event()

    def look() -> None:
        while not ended.wait(EVERY_S):
            seen.append(_memory(process))

    looking = Thread(target=look)
    looking.start()
    try:
        yield seen
    finally:
        ended.set()
        looking.join()
