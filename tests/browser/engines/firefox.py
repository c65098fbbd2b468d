"""Firefox, driven by the WebDriver BiDi that it speaks itself. Each phone is a window
with cookies of its own.
"""

import base64
import itertools
import json
import os
import re
import shutil
import subprocess
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from websockets.sync.client import connect

from ..phones import BOARD, NAME, PHONE
from .phone import KEYS, Engine, Key, PageIsLeaving, Phone, Pointer

SETTINGS: dict[str, str | int | bool] = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    # A daemon on a plain network speaks no HTTPS.
    "dom.security.https_first": False,
    # As a phone has them: fingers, bars over the page, no mouse.
    "dom.w3c_touch_events.enabled": 1,
    "ui.allPointerCapabilities": 1,
    "ui.primaryPointerCapabilities": 1,
    "ui.useOverlayScrollbars": 1,
    "network.dns.localDomains": NAME,
    "remote.active-protocols": 1,
}

# What it calls errors though no page can do anything about it: a stream that ends with
# its page, no connection.
NO_FAULTS = (
    "was interrupted while the page was loading",
    "can’t establish a connection to the server",
)


class Firefox(Engine):
    name = "firefox"

    def __init__(self) -> None:
        self._browser: Browser | None = None

    @staticmethod
    def missing() -> str:
        return "" if find_program() else "Firefox (firefox-esr)"

    def phone(self, *, wide: bool = False) -> Phone:
        self._browser = self._browser or Browser()
        return FirefoxPhone(self._browser, wide)

    def close(self) -> None:
        if self._browser is not None:
            self._browser.close()


def find_program() -> str | None:
    """Return the Firefox that REFEREE_FIREFOX names, or the one that is installed."""
    names = (
        [os.environ["REFEREE_FIREFOX"]]
        if "REFEREE_FIREFOX" in os.environ
        else ["firefox-esr", "firefox"]
    )
    return next(filter(None, map(shutil.which, names)), None)


class Browser:
    """A Firefox that runs, and the line on which it is told what to do."""

    def __init__(self) -> None:
        self._open = ExitStack()
        profile = self._open.enter_context(TemporaryDirectory())
        lines = [
            f"user_pref({json.dumps(name)}, {json.dumps(value)});"
            for name, value in SETTINGS.items()
        ]
        Path(profile, "user.js").write_text("\n".join(lines))
        command = [
            find_program() or "",
            "--headless",
            "--no-remote",
            "--profile",
            profile,
        ]
        self._program = subprocess.Popen(
            [*command, "--remote-debugging-port=0", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._line = self._open.enter_context(
            connect(f"{self._address()}/session", max_size=None)
        )
        self._numbers = itertools.count(1)
        self.said: list[dict[str, Any]] = []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])

    def _address(self) -> str:
        assert self._program.stderr is not None
        for line in self._program.stderr:
            if found := re.search(r"ws://\S+", line):
                return found[0]
        raise AssertionError(f"Firefox ended with {self._program.wait()}")

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Have this done, and return its result; what pages say meanwhile is kept in
        `said`.
        """
        number = next(self._numbers)
        self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            heard = json.loads(self._line.recv())
            if heard.get("method") == "log.entryAdded":
                self.said.append(heard["params"])
            if heard.get("id") != number:
                continue
            if heard["type"] == "error":
                raise PageIsLeaving(f"{method}: {heard['error']}: {heard['message']}")
            result: dict[str, Any] = heard["result"]
            return result

    def close(self) -> None:
        self.ask("browser.close")
        self._program.communicate()
        self._open.close()


class FirefoxPhone(Phone):
    def __init__(self, browser: Browser, wide: bool) -> None:
        self._browser = browser
        self._user = browser.ask("browser.createUserContext")["userContext"]
        # Another tab would lie behind this one, and only what lies in front can have
        # the focus.
        self._window = browser.ask(
            "browsingContext.create", type="window", userContext=self._user
        )["context"]
        self._ask("browsingContext.setViewport", viewport=BOARD if wide else PHONE)

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        return self._browser.ask(method, context=self._window, **params)

    def open(self, url: str) -> None:
        self._ask("browsingContext.navigate", url=url, wait="complete")

    def evaluate(self, expression: str) -> Any:
        place = {"context": self._window}
        answer = self._browser.ask(
            "script.evaluate", expression=expression, target=place, awaitPromise=False
        )
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return answer["result"].get("value")

    def press(self, x: float, y: float, by: Pointer) -> None:
        pointer = {
            "type": "pointer",
            "id": by,
            "parameters": {"pointerType": "touch" if by == "finger" else "mouse"},
        }
        move = {"type": "pointerMove", "x": round(x), "y": round(y)}
        down, up = (
            {"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")
        )
        self._act(pointer | {"actions": [move, down, up]})

    def type(self, text: str) -> None:
        keys = [
            {"type": kind, "value": key}
            for key in text
            for kind in ("keyDown", "keyUp")
        ]
        self._act({"type": "key", "id": "keyboard", "actions": keys})

    def _act(self, source: dict[str, Any]) -> None:
        self._ask("browsingContext.activate")
        self._ask("input.performActions", actions=[source])

    def press_key(self, key: Key) -> None:
        self.type(KEYS[key])

    def picture(self) -> bytes:
        return base64.b64decode(self._ask("browsingContext.captureScreenshot")["data"])

    def complaints(self) -> list[str]:
        self._browser.ask("session.status")
        return [
            entry["text"] for entry in self._browser.said if self._is_complaint(entry)
        ]

    def _is_complaint(self, entry: dict[str, Any]) -> bool:
        is_error = (
            entry["level"] == "error" and entry["source"].get("context") == self._window
        )
        return is_error and not any(words in entry["text"] for words in NO_FAULTS)

    def close(self) -> None:
        self._browser.ask("browser.removeUserContext", userContext=self._user)
