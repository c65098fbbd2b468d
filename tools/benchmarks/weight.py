"""What a page weighs on the wire, and how soon it can be used on a slow phone."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any

from benchmarks.daemon import HERE, Caller, NoAnswer, opened
from benchmarks.report import Row, table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

GAME = "faj"
PHONE: Any = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
CPU_SLOWER = 4
SLOW_NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
FIRST_PAGE_KB = 60
ALL_KB = 150
USABLE_MS = 1_000

# When the first of these can be tapped: it is painted, on the screen, and nothing lies
# over it.
USABLE = """
  globalThis.usable = 0;
  const look = () => {
    const found = document.querySelector(SELECTOR);
    const { x, y, width, height } = found?.getBoundingClientRect() ?? { width: 0 };
    const there = width && document.elementFromPoint(x + width / 2, Math.min(y + height / 2, innerHeight - 60));
    if (there && performance.getEntriesByName("first-contentful-paint").length) usable = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
"""
TIMES = """() => {
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const [page] = performance.getEntriesByType("navigation");
  return { painted: paint.startTime, usable, scripted: page.domContentLoadedEventEnd };
}"""


@dataclass(frozen=True, slots=True)
class Visit:
    """A page opened once: what went over the wire for it, and when it was there, in
    milliseconds.
    """

    bytes: int
    requests: int
    painted: float
    usable: float
    scripted: float


class NoBrowser(Exception):
    """There is no browser to measure with; the message says what to do."""


def measure(quick: bool) -> str:
    """Return the table of weights and times, or why there is none."""
    try:
        with browser() as found, opened() as daemon:
            return _measured(
                found, f"http://{HERE}:{daemon.port}", daemon.port, 3 if quick else 7
            )
    except NoBrowser as missing:
        return f"### Weight\n\nNot measured: {missing}"


@contextmanager
def browser() -> Iterator[Browser]:
    """Yield a Chromium without a window; NoBrowser where there is none."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        raise NoBrowser(
            "Playwright is not installed (pip install playwright)."
        ) from None
    path = (
        os.environ.get("REFEREE_CHROMIUM")
        or shutil.which("chromium")
        or shutil.which("google-chrome")
    )
    with sync_playwright() as playwright:
        try:
            launched = playwright.chromium.launch(
                executable_path=path, args=["--no-sandbox", "--disable-gpu"]
            )
        except Error as error:
            advice = "Install Chromium, or name it in REFEREE_CHROMIUM."
            raise NoBrowser(
                f"no Chromium starts here. {advice} ({error.message.splitlines()[0]})"
            ) from None
        with launched:
            yield launched


def _measured(found: Browser, referee: str, port: int, runs: int) -> str:
    waiting = _table_of(port, start=False)
    playing = _table_of(port, start=True)
    pages = {
        "first page": (f"{referee}/", ".button, button"),
        "table as scanned": (f"{referee}/t/{waiting}", "#join-name"),
        "table in play": (f"{referee}/t/{playing}", ".now .next"),
        "board view": (f"{referee}/t/{playing}/board", "[data-middle]"),
    }
    word = _middle(
        [first for first, _ in _visits(found, f"{referee}/healthz", "body", runs)]
    )
    rows = [Row("for comparison, a page of one word: painted", word.painted, "ms")]
    quickest: list[str] = []
    for name, (url, target) in pages.items():
        pairs = _visits(found, url, target, runs)
        first, again = (_middle(list(visits)) for visits in zip(*pairs, strict=True))
        quickest.append(f"{name} {min(one.usable for one, _ in pairs):,.0f} ms")
        rows += [
            Row(f"{name}: kB on the wire", first.bytes / 1000, "kB", FIRST_PAGE_KB),
            Row(f"{name}: kB when seen before", again.bytes / 1000, "kB"),
            Row(f"{name}: painted", first.painted, "ms", USABLE_MS),
            Row(f"{name}: can be tapped", first.usable, "ms", USABLE_MS),
            Row(
                f"{name}: can be tapped when seen before", again.usable, "ms", USABLE_MS
            ),
            Row(
                f"{name}: its {first.requests} requests answered, scripts run",
                first.scripted,
                "ms",
            ),
        ]
    everything = _everything(found, referee, playing, waiting)
    rows.append(
        Row(
            "all kinds of pages with all they need, each once",
            everything / 1000,
            "kB",
            ALL_KB,
        )
    )
    slow = (
        f"{CPU_SLOWER} times slower processor, 1.6 Mbit/s, 150 ms from request to "
        "answer"
    )
    note = (
        "The quickest first visits, since a busy machine only ever adds; can be "
        f"tapped: {', '.join(quickest)}."
    )
    return table(f"Weight ({slow}; medians of {runs})", rows, [note])


def _table_of(port: int, start: bool) -> str:
    """Return a table of four with a match begun, or one that waits for its players."""
    seats = ["Ana", "Ben", "Cy", "Di"] if start else []
    with Caller(port) as caller:
        status, made = caller.call(
            "POST", "/api/v1/tables", {"game": GAME, "seats": seats}
        )
        if status != 201:
            raise NoAnswer(f"no table was opened: {made}")
        if start:
            caller.call(
                "POST", f"/api/v1/tables/{made['code']}/start", {}, made["host_token"]
            )
    return str(made["code"])


def _visits(
    found: Browser, url: str, target: str, runs: int
) -> list[tuple[Visit, Visit]]:
    """First visits by phones that were never here, each with the next by the same
    phone.
    """
    with _phone(found) as context:
        _visit(
            context, url, target
        )  # Whoever opened the table has seen the page before.
    return [_first_and_again(found, url, target) for _ in range(runs)]


def _first_and_again(found: Browser, url: str, target: str) -> tuple[Visit, Visit]:
    with _phone(found) as context:
        return _visit(context, url, target), _visit(context, url, target)


@contextmanager
def _phone(found: Browser) -> Iterator[BrowserContext]:
    context = found.new_context(**PHONE)
    try:
        yield context
    finally:
        context.close()


def _middle(visits: list[Visit]) -> Visit:
    def of(figure: Callable[[Visit], float]) -> float:
        return median(map(figure, visits))

    return Visit(
        int(of(lambda one: one.bytes)),
        int(of(lambda one: one.requests)),
        of(lambda one: one.painted),
        of(lambda one: one.usable),
        of(lambda one: one.scripted),
    )


def _visit(context: BrowserContext, url: str, target: str) -> Visit:
    page = context.new_page()
    sizes = _slowed(page)
    page.add_init_script(USABLE.replace("SELECTOR", repr(target)))
    page.goto(url)
    page.wait_for_function("() => usable > 0")
    times = page.evaluate(TIMES)
    page.close()
    return Visit(
        sum(sizes), len(sizes), times["painted"], times["usable"], times["scripted"]
    )


def _slowed(page: Page) -> list[int]:
    """Makes a phone's page slow; the list then holds the bytes of each answer, with its
    head.
    """
    sizes: list[int] = []
    devtools = page.context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", SLOW_NETWORK)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWER})
    devtools.on(
        "Network.loadingFinished",
        lambda told: sizes.append(int(told["encodedDataLength"])),
    )
    return sizes


def _everything(found: Browser, referee: str, playing: str, waiting: str) -> int:
    """Return the bytes of one phone that looks at a page of every kind."""
    table_pages = (f"/t/{playing}{rest}" for rest in ("", "/board", "/log"))
    paths = (
        "/",
        f"/new/{GAME}",
        f"/t/{waiting}",
        *table_pages,
        f"/games/{GAME}",
        "/preferences",
    )
    total = 0
    with _phone(found) as context:
        for path in paths:
            page = context.new_page()
            sizes = _slowed(page)
            page.goto(referee + path)
            total += sum(sizes)
            page.close()
    return total
