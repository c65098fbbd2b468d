"""Safari's engine as Debian has it: WebKitGTK, driven by WebDriver.

Each phone is a program and a display of its own, since only one window of a display has
the focus.
"""

import base64
import json
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from tests.commandline.running import free_port

from ..phones import BOARD, PHONE
from .names import NameServer
from .phone import KEYS, Engine, Key, PageIsLeaving, Phone, Pointer, wait_for

WINDOW = Path(__file__).with_name("webkit_window.py")
PYTHON = "/usr/bin/python3"
SEES_WEBKIT = (
    "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"
)
COMPLAINT = re.compile(r" CONSOLE (\w+ )?ERROR ")
# How WebKit tells that somebody left the page while it fetched a script of ours, which
# nothing can deny to it.
LEFT_MEANWHILE = re.compile(
    r"Fetch API cannot load http://table\.test\S+\.js due to access control checks"
)
# While a page draws nothing, a picture of it is waited for; something that moves has it
# drawn.
MOVE = """
const mark = document.createElement("i");
mark.style.cssText = "position: fixed; width: 1px; height: 1px; background: red";
document.documentElement.append(mark);
let frames = 0;
(function move() {
  mark.style.left = `${frames % 2}px`;
  if (frames++ < 40) requestAnimationFrame(move);
  else mark.remove();
})();
"""


class WebKit(Engine):
    name = "webkit"

    def __init__(self, lacks: tuple[str, ...] = ()) -> None:
        """Make an engine that lacks these features, by WebKit's names for them, as an
        older one does.
        """
        self._lacks = lacks
        self._names = NameServer()

    @staticmethod
    def missing() -> str:
        programs = [
            name for name in ("Xvfb", "WebKitWebDriver") if not shutil.which(name)
        ]
        if programs:
            return f"{' and '.join(programs)} (xvfb, webkit2gtk-driver)"

        found = subprocess.run(
            [PYTHON, "-c", SEES_WEBKIT], capture_output=True, check=False
        )
        return "gir1.2-webkit2-4.1 and python3-gi" if found.returncode else ""

    def phone(self, *, wide: bool = False) -> Phone:
        size = BOARD if wide else PHONE
        return WebKitPhone(
            WINDOW_SIZE=f"{size['width']}x{size['height']}",
            WINDOW_NAMES=str(self._names.port),
            WINDOW_LACKS=" ".join(self._lacks),
        )

    def close(self) -> None:
        self._names.close()


class WebKitPhone(Phone):
    def __init__(self, **window: str) -> None:
        self._folder = TemporaryDirectory()
        self._console = Path(self._folder.name, "console")
        self._display = Display()
        settings = window | {
            "DISPLAY": self._display.name,
            "WINDOW_CONSOLE": str(self._console),
            # Apart from all that this machine's user has set up.
            "HOME": self._folder.name,
            "XDG_RUNTIME_DIR": self._folder.name,
        }
        port = free_port()
        self._driver = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"],
            env=os.environ | settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            process_group=0,
        )
        self._address = f"http://127.0.0.1:{port}"
        wait_for("WebKitWebDriver", lambda: self._ask("GET", "/status"))
        self._begin_session()

    def _begin_session(self) -> None:
        browser = {"binary": str(WINDOW), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": browser}}
        session = self._ask("POST", "/session", {"capabilities": wanted})
        self._address += f"/session/{session['sessionId']}"

    def open(self, url: str) -> None:
        self._ask("POST", "/url", {"url": url})

    def evaluate(self, expression: str) -> Any:
        return self._ask(
            "POST", "/execute/sync", {"script": f"return {expression}", "args": []}
        )

    def press(self, x: float, y: float, by: Pointer) -> None:
        # It has no fingers: both press as a mouse does.
        mouse = {
            "type": "pointer",
            "id": "mouse",
            "parameters": {"pointerType": "mouse"},
        }
        move = {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}
        down, up = (
            {"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")
        )
        self._act(mouse | {"actions": [move, down, up]})

    def type(self, text: str) -> None:
        keys = [
            {"type": kind, "value": key}
            for key in text
            for kind in ("keyDown", "keyUp")
        ]
        self._act({"type": "key", "id": "keyboard", "actions": keys})

    def press_key(self, key: Key) -> None:
        self.type(KEYS[key])

    def picture(self) -> bytes:
        self.run(MOVE)
        return base64.b64decode(self._ask("GET", "/screenshot"))

    def complaints(self) -> list[str]:
        lines = self._console.read_text("utf-8", "replace").splitlines()
        errors = [line for line in lines if COMPLAINT.search(line)]
        return [line for line in errors if not LEFT_MEANWHILE.search(line)]

    def close(self) -> None:
        # Its window and the processes of the engine outlive the driver, and write on
        # in the folder. Each holds its standard output, which ends with the last.
        os.killpg(self._driver.pid, signal.SIGKILL)
        self._driver.communicate()
        self._display.close()
        self._folder.cleanup()

    def _act(self, source: dict[str, Any]) -> None:
        self._ask("POST", "/actions", {"actions": [source]})

    def _ask(self, method: str, path: str, body: object = None) -> Any:
        sent = json.dumps(body).encode() if method == "POST" else None
        request = Request(
            self._address + path,
            sent,
            {"Content-Type": "application/json"},
            method=method,
        )
        try:
            with urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except HTTPError as refused:
            with refused:
                raise PageIsLeaving(json.load(refused)["value"]) from None
        except URLError as away:
            raise PageIsLeaving(away) from None


class Display:
    """A screen that nobody looks at; it takes the first free number."""

    def __init__(self) -> None:
        reading, writing = os.pipe()
        screen = (
            "-screen",
            "0",
            f"{BOARD['width']}x{max(BOARD['height'], PHONE['height'])}x24",
        )
        command = ["Xvfb", "-displayfd", str(writing), *screen, "-nolisten", "tcp"]
        self._server = subprocess.Popen(
            command, pass_fds=(writing,), stderr=subprocess.DEVNULL
        )
        os.close(writing)
        with os.fdopen(reading) as told:
            self.name = f":{told.readline().strip()}"

    def close(self) -> None:
        self._server.terminate()
        self._server.wait()
