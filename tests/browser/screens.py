"""The README's pictures, taken of a running referee by `make screens`: `python -m
tests.browser.screens [FOLDER]`.

Nothing in them is drawn by hand: a daemon is started, matches are begun and entered
over its API, and each picture is what a phone or a board view then shows. Codes of
tables differ from run to run, and so do their QR codes.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.club_night import TWENTY
from tests.commandline.running import Running, running

from .filmed import FilmedTable, before, camera_at
from .phones import BOARD, PATIENCE_MS, PHONE, browser
from .playing import open_ruling, pick, wait_until_live
from .tables import Table, answered

SCREENS = Path(__file__).parents[2] / "docs" / "screens"
LARGEST_BYTES = 70_000
LAPTOP: ViewportSize = {"width": 960, "height": 600}
AT = "192.168.1.20:8642"
FOUR = ("Ana", "Ben", "Cy", "Di")
THREE = FOUR[:3]
CLUB = TWENTY[1:]
FIRST_ROUND = {
    "Ana": ("2H 3H 4H", "9S 9D KC"),
    "Ben": ("5C 5D JS", "AC 3D QH"),
    "Cy": ("6S 7S 8S", "TD TH 2C"),
}
"""The hidden hand and the exposed hand of each seat."""


def seated(daemon: Running, game: str, *names: str) -> Table:
    """A table where each of these has a phone, and the match has begun."""
    table = Table.started(daemon, game, *names)
    table.sit(*names)
    return table


def url(table: Table, rest: str = "") -> str:
    return f"{table.daemon.url}/t/{table.code}{rest}"


def as_host(table: Table) -> dict[str, str]:
    """The cookies of the first seat's phone, which is the host's too."""
    return table.keeps() | table.keeps(FOUR[0])


def take(folder: Path) -> list[Path]:
    """Take all pictures into this folder, which is made where it is missing; their
    files.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data, browser() as chromium:
        served = (
            "--data",
            data,
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--advertise",
            AT,
        )
        with running(*served, REFEREE_LIMITS="off") as daemon:
            return [
                saved(folder / f"{name}.webp", picture)
                for name, picture in pictures(daemon, chromium)
            ]


def pictures(daemon: Running, chromium: Browser) -> Iterator[tuple[str, bytes]]:
    """Each picture's name, and the picture as PNG."""
    waiting = Table.opened(daemon, "faj")
    waiting.sit("Ana", "Ben")
    with shown(chromium, url(waiting), as_host(waiting)) as page:
        yield "join", picture_of(page)

    hands = seated(daemon, "four-aces", *THREE)
    for seat, (hidden, exposed) in FIRST_ROUND.items():
        hands.enter("round", seat, hidden=hidden.split(), exposed=exposed.split())
    with shown(chromium, url(hands), hands.keeps("Ben")) as page:
        pick_hands(page, hidden=("7C", "8C", "9C"), exposed=("AH", "AD", "4S"))
        yield "entry", picture_of(page)

    tricks = seated(daemon, "faj", *FOUR)
    tricks.enter("board", cards=["7H"])
    tricks.enter("play", plays={"Ana": "AS", "Ben": "JH", "Cy": "QD", "Di": "KH"})
    with shown(chromium, url(tricks), tricks.keeps("Cy")) as page:
        open_ruling(page)
        yield "ruling", picture_of(page)
    tricks.enter("board", cards=["3C", "TC"])
    with shown(chromium, url(tricks, "/board"), {}, BOARD) as page:
        yield "board", picture_of(page)

    yield from pictures_of_event(daemon, chromium)

    watched = seated(daemon, "faj", *FOUR)
    watched.enter("board", cards=["7H"])
    with TemporaryDirectory() as folder:
        cloth = FilmedTable(Path(folder) / "table.y4m")
        with (
            camera_at(cloth, chromium) as with_camera,
            watching(with_camera, watched) as page,
        ):
            cloth.lay(
                *(
                    before(seat, 4, code)
                    for seat, code in enumerate(("AS", "JH", "QD", "KH"))
                )
            )
            expect(page.locator("[data-draft]")).to_be_visible(timeout=PATIENCE_MS)
            yield "camera", picture_of(page)
            with shown(chromium, url(watched), watched.keeps("Cy")) as phone:
                yield "watched", picture_of(phone)
            for language in ("de", "es"):
                show_in(page, language)
                yield f"camera-{language}", picture_of(page)


def pictures_of_event(
    daemon: Running, chromium: Browser
) -> Iterator[tuple[str, bytes]]:
    """A club night of twenty in its second round: three of five results are in."""
    plan = {"name": "Tuesday club", "game": "euchre", "movement": "individual"}
    opened = answered(daemon.post("/events", {**plan, "rounds": 5}))
    path, director = f"/events/{opened['code']}", opened["director_token"]
    ana = answered(daemon.post(f"{path}/entrants", {"names": ["Ana"]}))["token"]
    answered(daemon.post(f"{path}/list", {"csv": "\n".join(CLUB)}, director))
    for results in (5, 3):
        view = answered(daemon.post(f"{path}/rounds", {}, director))
        tables = view["rounds"][-1]["tables"]
        # Ana's result is among the first.
        tables.sort(key=lambda table: "1" not in table["seats"])
        for number, table in enumerate(tables[:results]):
            points = (10, 3 + number, 10, 3 + number)
            scores = dict(zip(table["seats"], points, strict=True))
            entered = {"table": table["code"], "scores": scores}
            answered(daemon.post(f"{path}/scores", entered, director))
    call = {"why": "Somebody led out of turn"}
    answered(daemon.post(f"{path}/calls", call, ana))

    address = f"{daemon.url}{path}"
    directs = {f"host_{opened['code']}": director}
    plays = {f"seat_{opened['code']}": ana}
    board = {f"seat_{opened['code']}": opened["board_token"]}
    for name, page_of, keeps, size in (
        ("event-door", address, {}, PHONE),
        ("event-between", address, plays, PHONE),
        ("event-director", address, directs, PHONE),
        ("event-tv", f"{address}/board", board, BOARD),
        ("event-result", f"{address}/standings", plays, PHONE),
    ):
        with shown(chromium, page_of, keeps, size) as page:
            yield name, picture_of(page)


@contextmanager
def watching(chromium: Browser, table: Table) -> Iterator[Page]:
    """The page of the laptop whose camera watches this table, and asks before anything
    is entered.
    """
    context = chromium.new_context(
        viewport=LAPTOP, color_scheme="light", locale="en-GB"
    )
    root = f"http://127.0.0.1:{table.daemon.port}"
    context.add_cookies(
        [
            {"name": name, "value": value, "url": root}
            for name, value in as_host(table).items()
        ]
    )
    page = context.new_page()
    page.goto(url(table, "/watch"))
    page.locator("[data-begin]").click()
    page.locator("[data-asks]").check()
    expect(page.locator("[data-told]")).to_contain_text(
        "Nothing is read until everybody has turned it up.", timeout=PATIENCE_MS
    )
    yield page
    context.close()


def show_in(page: Page, language: str) -> None:
    """The watching page as a phone shows it in this language, with what it is about to
    enter.
    """
    page.context.add_cookies(
        [{"name": "preferences", "value": f"language={language}", "url": page.url}]
    )
    page.set_viewport_size(PHONE)
    page.reload()
    page.locator("[data-asks]").check(timeout=PATIENCE_MS)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("[data-draft]")).to_be_visible(timeout=PATIENCE_MS)


def picture_of(page: Page) -> bytes:
    """What stands on the screen, as PNG, once it stays as it is: a tap glows for a
    moment.
    """
    before, now = b"", page.screenshot(animations="disabled")
    while before != now:
        before, now = now, page.screenshot(animations="disabled")
    return now


def pick_hands(page: Page, **hands: Sequence[str]) -> None:
    """Tap these cards into the places of these names."""
    for place, cards in hands.items():
        pick(page.locator(f"form.prompt [data-field='{place}']").first, cards)


@contextmanager
def shown(
    chromium: Browser, url: str, keeps: Mapping[str, str], size: ViewportSize = PHONE
) -> Iterator[Page]:
    """This page on a screen of this size, which follows its table and has come to rest."""
    mobile = size is PHONE
    context = chromium.new_context(
        viewport=size,
        device_scale_factor=1.5 if mobile else 1,
        has_touch=mobile,
        is_mobile=mobile,
        reduced_motion="reduce",
        color_scheme="light",
        locale="en-GB",
    )
    context.add_cookies(
        [{"name": name, "value": value, "url": url} for name, value in keeps.items()]
    )
    page = context.new_page()
    page.goto(url)
    if page.locator("#connection").count():
        wait_until_live(page)
    yield page
    context.close()


def saved(path: Path, picture: bytes) -> Path:
    """This picture in this file, without a loss."""
    with Image.open(io.BytesIO(picture)) as found:
        found.save(path, lossless=True, method=6, quality=100)
    return path


if __name__ == "__main__":
    for path in take(Path(sys.argv[1]) if sys.argv[1:] else SCREENS):
        print(f"{path} ({path.stat().st_size / 1000:.0f} kB)")
