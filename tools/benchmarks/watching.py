"""A camera over a table: how soon a trick stands on all phones, and what the device
spends at an idle table.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from benchmarks.report import Row, table
from benchmarks.weight import NoBrowser, browser
from tests.browser.filmed import FilmedTable, before, camera_at, in_middle
from tests.browser.tour import House, Seated, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

COUNTDOWN_S = 2
SEEN_MS = 1_500
SEEN_ON_A_QUARTER_MS = 4_000
IDLE_SHARE = 5
"""Percent of a core, beyond what showing the camera's picture takes."""
_GROUP = Path("/sys/fs/cgroup/cpu/referee-benchmark")
_PERIOD_US = 50_000
_ZOOM = 1.5
"""Of the camera's picture, which then is 1920 x 1080."""
_SHOWN = """async () => {
  const video = document.querySelector("video");
  video.closest("[hidden]").hidden = false;
  video.srcObject = await navigator.mediaDevices.getUserMedia({
    video: { width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 5, max: 15 } },
  });
  await video.play();
}"""


def measure(quick: bool) -> str:
    """Return the table of times, processor shares and memory, or why there is none."""
    from referee.hosting.room import CardRoom
    from referee.hosting.store import Store

    try:
        with browser() as chromium, tempfile.TemporaryDirectory() as folder:
            room = CardRoom(Store.open(Path(folder) / "tables.db"))
            for house in serving(room):
                cloth = FilmedTable(Path(folder) / "table.y4m", _ZOOM)
                with camera_at(cloth, chromium) as camera:
                    rows = list(_rows(house, cloth, camera, 2 if quick else 10))
            room.close()
    except NoBrowser as missing:
        return f"### A camera over the table\n\nNot measured: {missing}"
    return table("A camera over the table", rows)


def _rows(
    house: House, cloth: FilmedTable, camera: Browser, times: int
) -> Iterator[Row]:
    opened = house.started("faj", 2)
    page = _page(house, opened, camera)
    page.evaluate(_SHOWN)
    shown = _share(5 + times)
    shows_mb = _most_mb()
    page.context.close()
    page = _page(house, opened, camera)
    page.get_by_role("button", name="Watch with this camera").click()
    page.wait_for_function(
        "() => /lay the cards/.test(document.querySelector('[data-told]').textContent)"
    )
    idle = _share(5 + times)
    seen, ruled = _tricks(opened, cloth, times)
    yield Row(
        "from a trick lying still to its cards standing on all phones",
        median(seen),
        "ms",
        SEEN_MS,
    )
    yield Row("the slowest of these", max(seen), "ms")
    yield Row("to the ruling, without the countdown", median(ruled), "ms", SEEN_MS)
    with _quarter() as is_quarter:
        if is_quarter:
            seen, ruled = _tricks(opened, cloth, times)
            yield Row(
                "with a quarter of a processor: on all phones",
                median(seen),
                "ms",
                SEEN_ON_A_QUARTER_MS,
            )
            yield Row(
                "with a quarter of a processor: to the ruling",
                median(ruled),
                "ms",
                SEEN_ON_A_QUARTER_MS,
            )
    yield Row("processor for showing the picture", shown, "% of a core")
    yield Row(
        "processor for watching an idle table, beyond that",
        idle - shown,
        "% of a core",
        IDLE_SHARE,
    )
    yield Row("memory of a page that shows the picture", shows_mb, "MB")
    yield Row("memory of the watching page and its worker", _most_mb(), "MB")


def _page(house: House, opened: Seated, camera: Browser) -> Page:
    base = f"http://localhost:{house.base.rpartition(':')[2]}"
    context = camera.new_context(viewport={"width": 1000, "height": 1000})
    context.add_cookies(
        [{"name": f"host_{opened.code}", "value": opened.host.token or "", "url": base}]
    )
    page = context.new_page()
    page.goto(f"{base}{opened.path('/watch')}")
    return page


def _tricks(
    opened: Seated, cloth: FilmedTable, times: int
) -> tuple[list[float], list[float]]:
    """Return the milliseconds to the draft and to the ruling of so many boards and
    tricks, each on an empty table.
    """
    seen = []
    ruled = []
    for _ in range(times):
        view = opened.host.look(opened.code)
        if view["finished"]:
            break
        (field,) = next(prompt for prompt in view["prompts"] if not prompt["optional"])[
            "fields"
        ]
        cards = field["choices"][: field["max"] or 2]
        cloth.lay(
            *(
                in_middle(*cards)
                if field["name"] == "cards"
                else [before(n, 2, c) for n, c in enumerate(cards)]
            )
        )
        began = time.monotonic()
        _wait(lambda: (opened.host.look(opened.code).get("watch") or {}).get("draft"))
        seen.append(1000 * (time.monotonic() - began))
        _wait(lambda seq=view["seq"]: opened.host.look(opened.code)["seq"] > seq)
        ruled.append(1000 * (time.monotonic() - began - COUNTDOWN_S))
        cloth.clear()
        time.sleep(1.5)
    return seen, ruled


def _wait(happens: Any) -> None:
    until = time.monotonic() + 60
    while not happens():
        if time.monotonic() > until:
            raise TimeoutError("The camera enters nothing.")
        time.sleep(0.02)


def _processes() -> list[int]:
    """Return the processes of the browsers that this program started, all of them."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(folder.name)] = int(_stat(int(folder.name))[1])
    own = {os.getpid()}
    while (
        more := {process for process, parent in parents.items() if parent in own} - own
    ):
        own |= more
    return sorted(own - {os.getpid()})


def _stat(process: int) -> list[str]:
    return (
        Path(f"/proc/{process}/stat")
        .read_text("ascii", "replace")
        .rsplit(")", 1)[1]
        .split()
    )


def _share(seconds: float) -> float:
    """Return what part of a core all of them spend, in percent."""
    before_ms = _worked_ms()
    began = time.monotonic()
    time.sleep(seconds)
    return (_worked_ms() - before_ms) / (10 * (time.monotonic() - began))


def _worked_ms() -> float:
    total = 0
    for process in _processes():
        with suppress(OSError):
            total += sum(map(int, _stat(process)[11:13]))
    return total * 1000 / os.sysconf("SC_CLK_TCK")


def _most_mb() -> float:
    return max(map(_memory, _processes())) / 1e6


def _memory(process: int) -> int:
    """Return the bytes of a page's own, as Linux tells it: not the pictures that a
    browser keeps until somebody needs the room.
    """
    with suppress(OSError):
        if b"--type=renderer" not in Path(f"/proc/{process}/cmdline").read_bytes():
            return 0
        kinds = dict(
            line.split(":", 1)
            for line in Path(f"/proc/{process}/status").read_text("ascii").splitlines()
        )
        return int(kinds["RssAnon"].split()[0]) * 1024
    return 0


@contextmanager
def _quarter() -> Iterator[bool]:
    """Give all processes of the browser a quarter of a processor together, where this
    system lets us.
    """
    try:
        _GROUP.mkdir()
    except OSError:
        yield False
        return
    try:
        (_GROUP / "cpu.cfs_period_us").write_text(str(_PERIOD_US))
        (_GROUP / "cpu.cfs_quota_us").write_text(str(_PERIOD_US // 4))
        for process in _processes():
            with suppress(OSError):
                (_GROUP / "cgroup.procs").write_text(str(process))
        yield True
    finally:
        for process in (_GROUP / "cgroup.procs").read_text().split():
            with suppress(OSError):
                (_GROUP.parent / "cgroup.procs").write_text(process)
        _GROUP.rmdir()
