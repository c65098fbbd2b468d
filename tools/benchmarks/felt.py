"""What people feel: from the tap on a card to the own page painted, and to the last
other phone's.

Four pages in one Chromium play Hearts, a card each, trick by trick; at full speed, with
the pages' processor slowed four times, and with the daemon on a quarter of a core. What
each page takes of its main thread for a card that another has played is told by the
browser itself.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import median
from threading import Event, Thread
from time import sleep
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from benchmarks.daemon import HERE, Caller, Daemon, NoAnswer, opened
from benchmarks.report import Row, percentile, table
from benchmarks.weight import CPU_SLOWER, PHONE, NoBrowser, browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

SEATS = ("Ana", "Ben", "Cy", "Di")
RANKS = "23456789TJQKA"
TRICKS = 12
QUICK_TRICKS = 4
SLICE_SECONDS = 0.05
"""The daemon runs for a quarter of each slice."""
PATIENCE_MS = 30_000

# When an entry was sent, and when each number of the log was first painted.
WATCH = """
  globalThis.felt = { sent: 0, painted: {} };
  const now = () => performance.timeOrigin + performance.now();
  addEventListener("submit", () => { felt.sent = now(); }, true);
  let seen = "";
  const look = () => {
    const seq = document.getElementById("main")?.dataset.seq;
    if (!seq || seq === seen) return;
    seen = seq;
    requestAnimationFrame(() => setTimeout(() => { felt.painted[seq] ??= now(); }));
  };
  new MutationObserver(look).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-seq"] });
  addEventListener("DOMContentLoaded", look);
"""
PLAY = """([seat, card]) => {
  const name = `pick=plays=${seat}`;
  const box = [...document.getElementsByName(name)].find(({ value }) => value === card);
  const { form } = box;
  box.click();
  setTimeout(() => form.requestSubmit(form.querySelector("[data-go]")));
}"""
ASKED = "(seat) => document.getElementsByName(`pick=plays=${seat}`).length > 20"
PAINTED = "(seq) => Boolean(felt.painted[seq])"
TASKS = ("TaskDuration", "ScriptDuration", "LayoutDuration", "RecalcStyleDuration")


@dataclass(slots=True)
class Felt:
    """What was measured in one setting, in milliseconds."""

    own: list[float] = field(default_factory=list)
    """From the tap to the own page painted."""
    others: list[float] = field(default_factory=list)
    """From the tap to the last other page painted."""
    tasks: dict[str, list[float]] = field(default_factory=dict)
    """What a card of somebody else took of a page's main thread, by kind of work."""


@dataclass(frozen=True, slots=True)
class Hearts:
    """A table of four with a phone each."""

    code: str
    tokens: dict[str, str]

    @classmethod
    def opened(cls, port: int) -> Hearts:
        """Return a new table whose match has begun."""
        with Caller(port) as caller:

            def made(path: str, body: object, token: str = "") -> Any:
                status, answer = caller.call("POST", f"/api/v1{path}", body, token)
                if status not in (200, 201):
                    raise NoAnswer(f"{path} answered {status}: {answer}")
                return answer

            options = {"depth": "tricks", "target": 500}
            asked = {"game": "hearts", "seats": SEATS, "options": options}
            opened = made("/tables", asked)
            table = f"/tables/{opened['code']}"
            host = opened["host_token"]
            tokens = {}
            for seat in SEATS:
                token = host if seat == SEATS[0] else ""
                joined = made(f"{table}/join", {"name": seat}, token)
                tokens[seat] = joined["seat_token"]
            made(f"{table}/start", {"dealer": SEATS[-1]}, host)
        return cls(opened["code"], tokens)


def tricks() -> Iterator[dict[str, str]]:
    """Yield the tricks of a deal but for the last one, in the order of play."""
    leader = 0
    for suit in "CDSH":
        for lowest in range(0, 12, 4):
            order = SEATS[leader:] + SEATS[:leader]
            ranks = RANKS[lowest : lowest + 4]
            yield {seat: rank + suit for seat, rank in zip(order, ranks, strict=True)}
            # Whoever plays last has the highest card.
            leader = SEATS.index(order[-1])


def measure(quick: bool) -> str:
    """Return the table of what is felt, or why there is none."""
    try:
        with browser() as found, opened() as daemon:
            return _measured(found, daemon, QUICK_TRICKS if quick else TRICKS)
    except NoBrowser as missing:
        return f"### Felt\n\nNot measured: {missing}"


def _measured(found: Browser, daemon: Daemon, many: int) -> str:
    rows = []
    for name, slower, starved in (
        ("as it is", 1, False),
        ("daemon on a quarter of a core", 1, True),
        (f"pages {CPU_SLOWER} times slower", CPU_SLOWER, False),
    ):
        felt = _play(found, daemon, many, slower, starved)
        for what, figures in (("own page", felt.own), ("last other", felt.others)):
            rows.append(Row(f"{name}: tap to {what}, p50", median(figures), "ms"))
            rows.append(
                Row(f"{name}: tap to {what}, p95", percentile(figures, 95), "ms")
            )
        if not starved:
            for kind, figures in felt.tasks.items():
                what = kind.removesuffix("Duration").lower()
                rows.append(Row(f"{name}: {what} for a card", median(figures), "ms"))
    with _pages(found, daemon, Hearts.opened(daemon.port), 1) as pages:
        count = "document.querySelectorAll('*').length"
        elements = max(page.evaluate(count) for page in pages.values())
    rows.append(Row("elements of a trick's page", elements, "", 900))
    rows += _daemons_share(daemon, many)
    return table(f"Felt (Hearts, four phones, {many} tricks)", rows)


def _play(
    found: Browser, daemon: Daemon, many: int, slower: int, starved: bool
) -> Felt:
    hearts = Hearts.opened(daemon.port)
    felt = Felt()
    dealt = tricks()
    with _pages(found, daemon, hearts, slower) as pages, _slices(daemon, starved):
        seq = 0
        for plays in (next(dealt) for _ in range(many)):
            for seat, card in plays.items():
                seq += 1
                watched = pages[SEATS[SEATS.index(seat) - 1]]
                before = _tasks(watched)
                _enter(pages[seat], seat, card)
                for page in pages.values():
                    page.wait_for_function(PAINTED, arg=seq, timeout=PATIENCE_MS)
                _note(felt, pages, seat, seq)
                for kind, milliseconds in _tasks(watched).items():
                    took = milliseconds - before[kind]
                    felt.tasks.setdefault(kind, []).append(took)
    return felt


def _enter(page: Page, seat: str, card: str) -> None:
    page.wait_for_function(ASKED, arg=seat)
    page.evaluate(PLAY, [seat, card])


def _note(felt: Felt, pages: dict[str, Page], seat: str, seq: int) -> None:
    painted = "(seq) => felt.painted[seq]"
    sent = pages[seat].evaluate("felt.sent")
    felt.own.append(pages[seat].evaluate(painted, seq) - sent)
    others = [page for name, page in pages.items() if name != seat]
    felt.others.append(max(page.evaluate(painted, seq) for page in others) - sent)


@contextmanager
def _pages(
    found: Browser, daemon: Daemon, hearts: Hearts, slower: int
) -> Iterator[dict[str, Page]]:
    """Yield the table on four phones, by seat."""
    address = f"http://{HERE}:{daemon.port}"
    pages = {}
    contexts = []
    for seat, token in hearts.tokens.items():
        context = found.new_context(**PHONE)
        contexts.append(context)
        cookie = {"name": f"seat_{hearts.code}", "value": token, "url": address}
        context.add_cookies([cookie])  # type: ignore[list-item]
        context.add_init_script(WATCH)
        page = context.new_page()
        devtools = context.new_cdp_session(page)
        devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        _devtools[page] = devtools
        page.goto(f"{address}/t/{hearts.code}")
        page.wait_for_function(
            "() => document.getElementById('connection').textContent.includes('Live')"
        )
        pages[seat] = page
    try:
        yield pages
    finally:
        for context in contexts:
            context.close()


_devtools: dict[Page, CDPSession] = {}


def _tasks(page: Page) -> dict[str, float]:
    """Return what a page has taken of its main thread so far, in milliseconds."""
    told = _devtools[page].send("Performance.getMetrics")["metrics"]
    by_name = {each["name"]: each["value"] * 1000 for each in told}
    return {kind: by_name[kind] for kind in TASKS}


@contextmanager
def _slices(daemon: Daemon, starved: bool) -> Iterator[None]:
    """Hold the daemon to a quarter of a core."""
    over = Event()

    def stop_and_go() -> None:
        while not over.is_set():
            daemon.process.send_signal(signal.SIGSTOP)
            sleep(SLICE_SECONDS * 3 / 4)
            daemon.process.send_signal(signal.SIGCONT)
            sleep(SLICE_SECONDS / 4)

    thread = Thread(target=stop_and_go)
    if starved:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if starved:
            thread.join()


def _daemons_share(daemon: Daemon, many: int) -> list[Row]:
    """Return what a trick takes of the daemon, without browsers: entries and pages."""
    hearts = Hearts.opened(daemon.port)
    dealt = tricks()
    with Caller(daemon.port) as caller:
        before = daemon.cpu_seconds()
        for plays in (next(dealt) for _ in range(many)):
            for seat, card in plays.items():
                _enter_and_look(caller, hearts, seat, card)
        spent = (daemon.cpu_seconds() - before) * 1000 / many
    return [Row("the daemon's processor for a trick: 4 entries, 16 pages", spent, "ms")]


def _enter_and_look(caller: Caller, hearts: Hearts, seat: str, card: str) -> None:
    """Enter a card, after which each phone fetches its page."""
    path = f"/api/v1/tables/{hearts.code}/entries?view=none"
    body = {
        "id": str(uuid4()),
        "kind": "trick",
        "data": {"plays": {seat: card}},
    }
    status, answer = caller.call("POST", path, body, hearts.tokens[seat])
    if status != 201:
        raise NoAnswer(f"an entry was answered {status}: {answer}")
    for token in hearts.tokens.values():
        lines = (
            f"GET /t/{hearts.code} HTTP/1.1",
            f"Host: {HERE}",
            f"Cookie: seat_{hearts.code}={token}",
            "",
            "",
        )
        status, _ = caller.send("\r\n".join(lines).encode())
        if status != 200:
            raise NoAnswer(f"a page was answered {status}")
