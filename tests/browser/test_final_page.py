"""The end of a match on real phones: the page turns into the final one by itself, and
the scores are shared.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.played import finish, play

from .conftest import BOARD, keep_picture
from .tour import House, Visit

MATCH = "jizara/three_keys"
SHARES_FILES = """
() => {
navigator.canShare = (what) => Boolean(what.files);
navigator.share = async ({ title, text, files }) => {
  const bytes = new Uint8Array(await files[0].arrayBuffer());
  const shared = { title, text, name: files[0].name, type: files[0].type, signature: [...bytes.slice(1, 4)] };
  document.body.dataset.got = JSON.stringify(shared);
};
}
"""


@pytest.fixture
def contexts() -> Iterator[list[BrowserContext]]:
    found: list[BrowserContext] = []
    yield found
    for context in found:
        context.close()


def open_keeping(page: Page) -> None:
    """Unfold what is for keeping."""
    page.get_by_text("Share and keep").click()


class Hall:
    """Where pages of one table are opened."""

    def __init__(
        self, house: House, chromium: Browser, contexts: list[BrowserContext]
    ) -> None:
        self.house, self.chromium, self.contexts = house, chromium, contexts

    def open(self, path: str, **options: Any) -> Page:
        context, page = self.house.view(self.chromium, Visit("", "", path), **options)
        self.contexts.append(context)
        return page


@pytest.fixture
def hall(house: House, chromium: Browser, contexts: list[BrowserContext]) -> Hall:
    return Hall(house, chromium, contexts)


@pytest.mark.slow
def test_the_table_becomes_the_final_page_by_itself(hall: Hall) -> None:
    code, host = play(hall.house.app, MATCH, leave_out=1)
    phone = hall.open(f"/t/{code}")
    board = hall.open(f"/t/{code}/board", viewport=BOARD, is_mobile=False)
    sheet = hall.open(f"/t/{code}/scores", color_scheme="dark")
    expect(sheet.locator(".sheet tbody tr")).to_have_count(5)
    expect(phone.locator(".final")).to_have_count(0)
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")
    finish(host, code, MATCH)
    for page in (phone, board):
        expect(page.locator(".final .winners")).to_have_text(re.compile("Ana"))
        expect(page.locator(".chart .series")).to_have_count(2)
    expect(phone.locator(".moment")).to_contain_text(
        ["Turning point", "Closest ruling"]
    )
    expect(phone.locator(".final .winners")).to_be_in_viewport(ratio=1)
    expect(sheet.locator(".sheet tbody tr")).to_have_count(6)
    open_keeping(phone)
    expect(phone.get_by_role("button", name="Copy the text")).to_be_visible()
    keep_picture(phone, "final")
    keep_picture(board, "final-board")


@pytest.mark.slow
def test_the_text_is_copied_without_a_secure_context(hall: Hall) -> None:
    code, _ = play(hall.house.app, MATCH)
    phone = hall.open(f"/t/{code}")
    assert phone.evaluate("isSecureContext") is False
    open_keeping(phone)
    phone.get_by_role("button", name="Copy the text").click()
    expect(phone.locator("[data-shared]")).to_have_text("Copied.")
    phone.evaluate(
        "document.body.append(Object.assign(document.createElement('textarea'), { id: "
        "'elsewhere' }))"
    )
    phone.locator("#elsewhere").focus()
    phone.keyboard.press("Control+V")
    expect(phone.locator("#elsewhere")).to_have_value(
        phone.locator("[data-text]").input_value()
    )


@pytest.mark.slow
def test_the_picture_is_saved_as_a_png(hall: Hall, tmp_path: Path) -> None:
    code, _ = play(hall.house.app, MATCH)
    phone = hall.open(f"/t/{code}")
    open_keeping(phone)
    expect(phone.get_by_role("button", name="Share the picture")).to_be_hidden()
    with phone.expect_download() as waiting:
        phone.get_by_role("link", name="Save the picture").click()
    assert waiting.value.suggested_filename == f"referee-{code}.png"
    waiting.value.save_as(tmp_path / "scores.png")
    drawn = Image.open(tmp_path / "scores.png").convert("RGB")
    shown = phone.locator("[data-picture]").bounding_box()
    assert shown
    assert drawn.width >= 2 * shown["width"], "it stays sharp"
    colours = drawn.getcolors(maxcolors=1 << 24)
    assert colours is not None
    assert len(colours) > 50, "it is not blank"
    assert {(31, 95, 168), (160, 67, 15)} <= {colour for _, colour in colours}, (
        "both seats' lines are in it"
    )


@pytest.mark.slow
def test_a_phone_that_can_shares_picture_and_text(hall: Hall) -> None:
    code, _ = play(hall.house.app, MATCH)
    phone = hall.open(f"/t/{code}")
    open_keeping(phone)
    phone.evaluate(SHARES_FILES)
    phone.evaluate("document.dispatchEvent(new CustomEvent('referee-page-redrawn'))")
    phone.get_by_role("button", name="Share the picture").click()
    expect(phone.locator("body")).to_have_attribute("data-got", re.compile("text"))
    shared = json.loads(phone.locator("body").get_attribute("data-got") or "")
    assert (shared["name"], shared["type"], shared["title"]) == (
        f"referee-{code}.png",
        "image/png",
        "Ji'zara",
    )
    assert bytes(shared["signature"]) == b"PNG"
    assert "1. Ana 3" in shared["text"]


@pytest.mark.slow
def test_an_evening_is_shared_as_a_picture_too(hall: Hall) -> None:
    code, host = play(hall.house.app, MATCH)
    host.post(f"/tables/{code}/rematch").said(201)
    visit = Visit("", "", f"/t/{code}/evening", {f"host_{code}": host.token or ""})
    context, phone = hall.house.view(hall.chromium, visit)
    hall.contexts.append(context)
    open_keeping(phone)
    expect(phone.get_by_role("button", name="Copy the text")).to_be_visible()
    phone.evaluate(SHARES_FILES)
    phone.evaluate("document.dispatchEvent(new CustomEvent('referee-page-redrawn'))")
    phone.get_by_role("button", name="Share the picture").click()
    expect(phone.locator("body")).to_have_attribute("data-got", re.compile("text"))
    shared = json.loads(phone.locator("body").get_attribute("data-got") or "")
    assert (shared["name"], shared["type"]) == (
        f"referee-evening-{code}.png",
        "image/png",
    )
    assert shared["title"].startswith("Evening of ")
    assert "1. Ana: 1 win" in shared["text"]


@pytest.mark.slow
def test_without_javascript_there_are_the_text_and_the_picture(hall: Hall) -> None:
    code, _ = play(hall.house.app, MATCH)
    phone = hall.open(f"/t/{code}", java_script_enabled=False)
    open_keeping(phone)
    expect(phone.get_by_role("button", name="Copy the text")).to_be_hidden()
    expect(phone.get_by_label("As text")).to_have_value(re.compile("Ana won"))
    link = phone.get_by_role("link", name="Save the picture")
    assert re.fullmatch(
        rf"/t/{code}/scores\.svg\?n=\d+", link.get_attribute("href") or ""
    )
    assert link.get_attribute("download") == f"referee-{code}.svg"


@pytest.mark.slow
def test_the_end_stands_on_one_screen(hall: Hall) -> None:
    code, host = play(hall.house.app, MATCH)
    context, phone = hall.house.view(
        hall.chromium, Visit("", "", f"/t/{code}", {f"host_{code}": host.token or ""})
    )
    hall.contexts.append(context)
    expect(phone.locator(".final .all-places strong")).to_have_count(
        len(host.get(f"/tables/{code}").said(200)["seats"])
    )
    for seen in (".final", ".feast .chart"):
        expect(phone.locator(seen)).to_be_in_viewport(ratio=1)
    for button in ("Same again", "Share and keep"):
        expect(
            phone.locator(".after-match").get_by_text(button, exact=True)
        ).to_be_in_viewport(ratio=1)
    expect(phone.locator(".moment").first).to_be_in_viewport(ratio=0.75)
    assert phone.evaluate("scrollY") == 0
    keep_picture(phone, "feast")


MOVES = "() => document.getAnimations().length"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("motion", "moves"), [("reduce", False), ("no-preference", True)]
)
def test_the_end_moves_only_where_motion_is_welcome(
    hall: Hall, motion: str, moves: bool
) -> None:
    code, _ = play(hall.house.app, MATCH)
    phone = hall.open(f"/t/{code}", reduced_motion=motion)
    assert bool(phone.evaluate(MOVES)) is moves


def test_the_evening_is_told_chapter_by_chapter(hall: Hall) -> None:
    code, _ = play(hall.house.app, MATCH)
    page = hall.open(f"/t/{code}/evening")
    page.clock.install()
    chapters = page.locator(".chapter")
    expect(page.get_by_role("button", name="Play the story")).to_be_visible()
    count = chapters.count()
    assert count > 1
    page.get_by_role("button", name="Play the story").tap()
    for place in range(count):
        expect(chapters.nth(place)).to_be_visible()
        expect(page.locator(".chapter:visible")).to_have_count(1)
        page.clock.run_for(6000)
    expect(page.locator(".chapter:visible")).to_have_count(count)
    page.get_by_role("button", name="Next chapter").tap()
    page.get_by_role("button", name="Next chapter").tap()
    expect(chapters.nth(1)).to_be_visible()
    expect(page.locator(".chapter:visible")).to_have_count(1)
