"""Chrome's engine, driven by Playwright, as it is in all tests of pages."""

from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Error

from ..phones import BOARD, PATIENCE_MS, PHONE
from .phone import Engine, Key, PageIsLeaving, Phone, Pointer

# What it calls errors though no page can do anything about it: no connection, a header
# of no use on a plain network.
NO_FAULTS = ("net::ERR_", "Cross-Origin-Opener-Policy")


class Chromium(Engine):
    name = "chromium"

    def __init__(self, browser: Browser) -> None:
        self._browser = browser

    @staticmethod
    def missing() -> str:
        return ""

    def phone(self, *, wide: bool = False) -> Phone:
        return ChromiumPhone(self._browser, wide)

    def close(self) -> None:
        """Leave the browser to whoever started it."""


class ChromiumPhone(Phone):
    def __init__(self, browser: Browser, wide: bool) -> None:
        size = BOARD if wide else PHONE
        self._context = browser.new_context(
            viewport=size, has_touch=True, is_mobile=not wide, locale="en-GB"
        )
        self._context.set_default_timeout(PATIENCE_MS)
        self._page = self._context.new_page()
        self._complaints: list[str] = []
        self._page.on("pageerror", lambda error: self._complaints.append(str(error)))
        self._page.on("console", self._hear)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not any(
            words in message.text for words in NO_FAULTS
        ):
            self._complaints.append(message.text)

    def open(self, url: str) -> None:
        self._page.goto(url)

    def evaluate(self, expression: str) -> Any:
        try:
            return self._page.evaluate(expression)
        except Error as failure:
            if "Execution context was destroyed" not in failure.message:
                raise
            raise PageIsLeaving(failure) from None

    def press(self, x: float, y: float, by: Pointer) -> None:
        if by == "finger":
            self._page.touchscreen.tap(x, y)
        else:
            self._page.mouse.click(x, y)

    def type(self, text: str) -> None:
        self._page.keyboard.type(text)

    def press_key(self, key: Key) -> None:
        self._page.keyboard.press(key)

    def picture(self) -> bytes:
        return self._page.screenshot()

    def complaints(self) -> list[str]:
        return self._complaints

    def close(self) -> None:
        self._context.close()
