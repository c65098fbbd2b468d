"""A game is written while it is played: saved, it rules at once; broken, it says where;
mended, it goes on.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.commandline.running import Running, free_port

from .conftest import keep_picture
from .phones import NAME, Phones
from .playing import begin_match, enter, entry, pick, wait_until_live

HIGHEST_CARD = (Path(__file__).parents[1] / "toy_games/highest_card.py").read_text(
    "utf-8"
)
NOTICE = "the host can see sealed entries"

pytestmark = pytest.mark.slow


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The file that somebody is writing."""
    file = tmp_path / "a_game_being_written.py"
    file.write_text(HIGHEST_CARD, "utf-8")
    return file


@pytest.fixture
def lobby(game: Path, tmp_path: Path) -> Iterator[str]:
    """The first page of a daemon that serves it."""
    options = (
        "--data",
        tmp_path / "data",
        "--host",
        "127.0.0.1",
        "--port",
        str(free_port()),
        "--no-browser",
    )
    daemon = Running(
        *options, "--advertise", NAME, "--dev", "--game", game, REFEREE_LIMITS="off"
    )
    yield f"http://{NAME}:{daemon.port}/"
    daemon.end()


def lay(page: Page, card: str) -> None:
    form = entry(page, "lay")
    pick(form, [card])
    enter(form)


def two(phone: Phones, lobby: str, scripts: bool = True) -> tuple[Page, Page]:
    """Ana, who is the host, at a laptop, and Ben at his phone."""
    address, ana_keeps, ben_keeps = begin_match(lobby, "Highest Card", {"target": 9})
    ana = phone(address, kept=ana_keeps, wide=True, scripts=scripts)
    ben = phone(address, kept=ben_keeps)
    for page in (ana, ben):
        if page is ben or scripts:
            wait_until_live(page)
    return ana, ben


def test_a_game_is_written_while_two_play_it(
    phone: Phones, lobby: str, game: Path
) -> None:
    ana, ben = two(phone, lobby)
    for page in (ana, ben):
        expect(page.get_by_text(NOTICE)).to_be_visible()
    expect(ben.locator("#bench")).to_have_count(0)
    bench = ana.locator("#bench")
    expect(bench.get_by_text("State(seats=('Ana', 'Ben')")).to_be_visible()

    lay(ben, "KD")
    log = bench.get_by_role("region", name="Log")
    expect(log.get_by_text('{"card": "KD"}')).to_be_visible()
    seats = bench.get_by_role("region", name="What each seat sees")
    expect(seats.get_by_text('{"card": "KD"}')).to_have_count(1)
    # Whoever hosts can lay for others too, below their own.
    own = ana.locator("form.prompt:has(input[name='kind'][value='lay'])").first
    own.locator("label.pick:has(input[data-card='9S'])").click()
    own.locator("button.go").click()
    expect(ana.locator("#main")).to_have_attribute("data-seq", "2")
    expect(ben.locator("#main")).to_have_attribute("data-seq", "2")

    # A step back shows the match as it was, and the way on leads to where it stands.
    bench.get_by_role("link", name="One entry back").click()
    expect(bench.get_by_text("After entry 1 of 2")).to_be_visible()
    expect(seats.get_by_text("lay", exact=True).first).to_be_visible()
    keep_picture(ana, "bench-step")
    bench.get_by_role("link", name="As it stands").click()
    expect(bench.get_by_text("After entry 2 of 2")).to_be_visible()

    # Saved, it rules by the new text, also on what lies there already.
    saved = HIGHEST_CARD.replace("{seat} wins.", "{seat} has won it.").replace(
        "Nobody wins.", "Nobody has won it."
    )
    game.write_text(saved, "utf-8")
    for page in (ana, ben):
        expect(page.get_by_text(re.compile("has won it")).first).to_be_attached()
    keep_picture(ana, "bench")

    # What cannot be read changes nothing, and says where.
    broken = saved.replace("def accept(", "def accept(:", 1)
    game.write_text(broken, "utf-8")
    line = broken[: broken.index("def accept(:")].count("\n") + 1
    expect(bench.locator(".failed")).to_contain_text(f"{game.name}:{line} SyntaxError")
    expect(ben.get_by_text("SyntaxError")).to_have_count(0)
    keep_picture(ana, "bench-broken")
    lay(ben, "3D")

    # What fails over the match so far shows in the page that is open, which goes on
    # once it is mended.
    failing = saved.replace("    seen = Zone(", "    seen = Zoom(", 1)
    game.write_text(failing, "utf-8")
    expect(ana.locator(".failed")).to_contain_text(
        "NameError: name 'Zoom' is not defined"
    )
    keep_picture(ana, "bench-failing")
    game.write_text(saved, "utf-8")
    expect(ana.locator("#bench .failed")).to_have_count(0)
    laid = log.get_by_text('{"card": "3D"}')
    expect(laid).to_be_visible()

    bench.get_by_role("button", name="Back to entry 2").click()
    expect(laid).to_have_count(0)

    before = ana.locator("#main").get_attribute("data-seq")
    assert before is not None
    bench.get_by_role("button", name="Enter something at random").click()
    expect(ana.locator("#main")).not_to_have_attribute("data-seq", before)
