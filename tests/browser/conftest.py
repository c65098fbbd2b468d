"""A real daemon, real phones: Chromium at phone size, reaching the daemon by name as over plain HTTP on a LAN."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Locator, Page, sync_playwright

from .proxy import Wire

NAME = "table.test"
PHONE = {"width": 390, "height": 844}
BOARD = {"width": 1280, "height": 800}
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
)
SCREENSHOTS = Path("screenshots")


@dataclass
class Daemon:
    """A referee that was started as people start it. `output` is what it printed so far."""

    process: subprocess.Popen[str]
    port: int
    data: Path
    output: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        """Its address, as phones know it."""
        return f"http://{NAME}:{self.port}"


def _started(data: Path, port: int = 0, *more: str) -> Daemon:
    command = [sys.executable, "-m", "referee.commandline", "serve", "--no-browser", "--qr", "always"]
    command += ["--data", str(data), "--host", "127.0.0.1", *more]
    if port:
        command += ["--port", str(port)]
    environment = os.environ | {"REFEREE_LIMITS": "off", "PYTHONUNBUFFERED": "1", "COLUMNS": "100"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, encoding="utf-8")
    lines: Queue[str] = Queue()
    output: list[str] = []

    def read() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            output.append(line)
            lines.put(line)

    threading.Thread(target=read, daemon=True).start()
    return Daemon(process, _port_said(lines), data, output)


def _port_said(lines: Queue[str]) -> int:
    while True:
        try:
            line = lines.get(timeout=30)
        except Empty:
            raise AssertionError("the daemon did not say its address") from None
        if "http://" in line:
            port = line.split("http://")[1].split()[0].rstrip("/").rsplit(":", 1)[1]
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=30).close()
            return int(port)


def _stopped(daemon: Daemon) -> None:
    daemon.process.terminate()
    assert daemon.process.wait(timeout=10) == 0
    assert daemon.process.stdout is not None
    daemon.process.stdout.close()


@pytest.fixture
def daemon(tmp_path: Path) -> Iterator[Daemon]:
    """A daemon with a data folder of its own."""
    running = _started(tmp_path / "data")
    yield running
    _stopped(running)


@pytest.fixture
def wire(daemon: Daemon) -> Iterator[Wire]:
    """A wire to the daemon that can be cut."""
    line = Wire(daemon.port)
    yield line
    line.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser that all phones are contexts of."""
    path = os.environ.get("REFEREE_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()


Phones = Callable[..., Page]


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Phones]:
    """Makes phones: `phone(url)` opens a page on one of its own. What its console complains of fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def make(url: str, *, wide: bool = False, scripts: bool = True, dark: bool = False) -> Page:
        context = chromium.new_context(
            viewport=BOARD if wide else PHONE,
            has_touch=not wide,
            is_mobile=not wide,
            java_script_enabled=scripts,
            color_scheme="dark" if dark else "light",
        )
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda message: complaints.append(message.text) if "Content Security Policy" in message.text else None,
        )
        page.goto(url)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not complaints


def read_qr(seen: Page | Locator) -> str:
    """What a phone's camera reads off this page or part of it; strict, as old phones are."""
    image = Image.open(io.BytesIO(seen.screenshot()))
    codes = zxingcpp.read_barcodes(image, try_invert=False)
    assert codes, "no QR code can be read"
    return codes[0].text


def keep_picture(page: Page, name: str) -> None:
    """A screenshot for people to look at, where they asked for it with REFEREE_SCREENSHOTS."""
    if os.environ.get("REFEREE_SCREENSHOTS"):
        SCREENSHOTS.mkdir(exist_ok=True)
        page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)
