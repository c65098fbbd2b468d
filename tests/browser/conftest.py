"""A real daemon, real phones: Chromium at phone size, reaching the daemon by name as
over plain HTTP on a LAN.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Route,
    StorageState,
    expect,
)

from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from tests.commandline.running import REFEREE, Running, free_port

from .phones import BOARD, NAME, PATIENCE_MS, PHONE, Phones, browser
from .playing import first_board
from .proxy import Wire
from .tour import House, serving

SCREENSHOTS = Path("screenshots")
STATIC = Path(__file__).parents[2] / "web/referee_web/static"

expect.set_options(timeout=PATIENCE_MS)


def serving_at(
    place: Path, port: int = 0, program: Sequence[Path] = (REFEREE,), **settings: str
) -> Running:
    """A daemon with this data folder, which phones reach by name, as they would on a
    plain network.
    """
    options = (
        "--data",
        place / "data",
        "--host",
        "127.0.0.1",
        "--port",
        str(port or free_port()),
    )
    shown = ("--no-browser", "--advertise", NAME, "--qr", "always")
    return Running(
        *options,
        *shown,
        program=program,
        COLUMNS="100",
        REFEREE_LIMITS="off",
        **settings,
    )


@pytest.fixture(scope="session")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The worker's daemon, at which each test opens a table of its own.

    Whoever stops it, or counts what else is there, makes one of their own with
    `serving_at`.
    """
    found = serving_at(tmp_path_factory.mktemp("daemon"))
    yield found
    found.end()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The worker's referee that serves its pages from within this process, for tests
    that lay out matches first.
    """
    room = CardRoom(Store.open(tmp_path_factory.mktemp("house") / "tables.db"))
    yield from serving(room)
    room.close()


@pytest.fixture
def unused_house(tmp_path: Path) -> Iterator[House]:
    """A referee at which nobody has played, whatever other tests do: its first page
    lists neither their games nor their tables.
    """
    room = CardRoom(Store.open(tmp_path / "tables.db"))
    yield from serving(room)
    room.close()


@pytest.fixture
def wire(daemon: Running) -> Iterator[Wire]:
    """A wire to the daemon that can be cut."""
    line = Wire(daemon.port)
    yield line
    line.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser that all phones are contexts of."""
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def scripts(chromium: Browser) -> Iterator[Page]:
    """A page that can import any script of the pages, and has nothing else."""
    origin = "http://scripts.test"

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(origin).lstrip("/")
        if path:
            route.fulfill(
                body=(STATIC / path).read_bytes(), content_type="text/javascript"
            )
        else:
            route.fulfill(
                body="<!doctype html><title>Scripts</title>", content_type="text/html"
            )

    page = chromium.new_page()
    page.route("**/*", answer)
    page.goto(f"{origin}/")
    yield page
    page.close()


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Phones]:
    """Makes phones: `phone(url)` opens a page on one of its own, which has kept `kept`
    since it was last used.

    What its console complains of fails the test.
    """
    yield from phones_in(chromium)


@pytest.fixture(scope="module")
def four_phones(
    chromium: Browser, daemon: Running
) -> Iterator[list[tuple[Page, Wire]]]:
    """Four phones that a module's tests share, each with a wire to the daemon."""
    wires = [Wire(daemon.port) for _ in range(4)]
    making = phones_in(chromium)
    make = next(making)
    yield [(make(f"http://{NAME}:{wire.port}/"), wire) for wire in wires]
    next(making, None)
    for wire in wires:
        wire.close()


def phones_in(chromium: Browser) -> Iterator[Phones]:
    """Yield what makes phones, and close them at the end."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def make(
        url: str,
        *,
        wide: bool = False,
        scripts: bool = True,
        dark: bool = False,
        language: str = "en-GB",
        kept: StorageState | None = None,
    ) -> Page:
        context = chromium.new_context(
            viewport=BOARD if wide else PHONE,
            has_touch=not wide,
            is_mobile=not wide,
            java_script_enabled=scripts,
            color_scheme="dark" if dark else "light",
            locale=language,
            storage_state=kept,
        )
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda message: (
                complaints.append(message.text)
                if "Content Security Policy" in message.text
                else None
            ),
        )
        page.goto(url)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not complaints


def keep_picture(page: Page, name: str) -> None:
    """A screenshot for people to look at, where they ask for it with
    REFEREE_SCREENSHOTS.
    """
    if os.environ.get("REFEREE_SCREENSHOTS"):
        SCREENSHOTS.mkdir(exist_ok=True)
        page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)


@pytest.fixture
def ana_and_ben(daemon: Running, wire: Wire, phone: Phones) -> tuple[Page, Page]:
    """Ana's phone, and Ben's, which reaches the daemon over the wire; the first board
    lies there.
    """
    return first_board(phone, daemon.port, wire.port)
