"""The headless Chromium in which decks are drawn and photos are read, as by a phone."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

_NAMES = ("chromium-headless-shell", "chromium", "google-chrome", "chrome")


@contextmanager
def browser() -> Iterator[Browser]:
    """Yield a Chromium: the one that REFEREE_CHROMIUM names, an installed one, or
    Playwright's own.
    """
    path = os.environ.get("REFEREE_CHROMIUM") or next(
        filter(None, map(shutil.which, _NAMES)), None
    )
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox"]
        )
        try:
            yield chromium
        finally:
            chromium.close()
