"""What the tests' phones are: their browser, how large they are, by which name they
find the referee, and what their cameras read.
"""

import io
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from PIL import Image
from playwright.sync_api import (
    Browser,
    BrowserType,
    Error,
    Locator,
    Page,
    Request,
    Route,
    ViewportSize,
    sync_playwright,
)

from tests.terminal import read

NAME = "table.test"
PHONE: ViewportSize = {"width": 390, "height": 844}
BOARD: ViewportSize = {"width": 1280, "height": 800}
# A machine that also does other things may take its time, and a phone that has lost the
# referee waits up to 22.5 s before it tries again (static/live/connection.js); a page
# that is right is seen at once all the same.
PATIENCE_MS = 45_000

# What a window of a browser brings along and no phone shows, a process of its own for
# each; and, as Playwright's own list gives way to this one, the upgrade to HTTPS, which
# a daemon on a plain network does not have.
NOT_NEEDED = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "SpareRendererForSitePerProcess",
    "HttpsUpgrades",
)
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    # A process of its own for each page costs a quarter more.
    "--renderer-process-limit=1",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(NOT_NEEDED)}",
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
)

Phones = Callable[..., Page]


@contextmanager
def browser() -> Iterator[Browser]:
    """The browser that all phones are contexts of."""
    with sync_playwright() as playwright:
        opened = launched(playwright.chromium)
        yield opened
        opened.close()


def launched(chromium: BrowserType, *more: str) -> Browser:
    """Such a browser, started with more arguments."""
    path = (
        os.environ.get("REFEREE_CHROMIUM")
        or shutil.which("chromium")
        or shutil.which("google-chrome")
    )
    return chromium.launch(executable_path=path, args=[*ARGUMENTS, *more])


def lose_first(page: Page, where: str, method: str = "GET") -> list[Request]:
    """Lose the first such request on its way; it is returned once it is lost.

    The route stays. Taking it away stops all interception, and what is under way then
    may never be answered.
    """
    lost: list[Request] = []

    def lose(route: Route) -> None:
        if lost or route.request.method != method:
            return route.fallback()
        lost.append(route.request)
        return route.abort()

    page.route(where, lose)
    return lost


def read_qr(seen: Page | Locator) -> str:
    """What a phone's camera reads off this page or part of it, as soon as it can.

    The code may still be drawn, and a browser on a busy machine may say that it cannot
    take a picture yet.
    """
    until = time.monotonic() + PATIENCE_MS / 1000
    found: list[str] = []
    while not found and time.monotonic() < until:
        with suppress(Error):
            found = read(Image.open(io.BytesIO(seen.screenshot())))
    [text] = found
    return text


def lock(page: Page) -> None:
    """Lock the phone: what a browser tells its page of that."""
    _hide(page, hidden=True)


def unlock(page: Page) -> None:
    _hide(page, hidden=False)


def _hide(page: Page, hidden: bool) -> None:
    page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )
