"""The host ends a match early on real phones: a tap in the menu, one to confirm it, and
everybody sees how it ended.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from .conftest import keep_picture
from .phones import BOARD
from .tour import House, Seated, Visit, open_ending

SEATS = 4
NOTES_HOW_IT_IS_DRAWN = """() => {
  document.addEventListener("referee-page-redrawn", () => {
    const end = document.querySelector(".feast");
    globalThis.drawn ??= end && getComputedStyle(end).display;
  });
}"""


@pytest.fixture
def contexts() -> Iterator[list[BrowserContext]]:
    found: list[BrowserContext] = []
    yield found
    for context in found:
        context.close()


@pytest.fixture
def hearts(house: House) -> Seated:
    """Six deals of Hearts: nobody has a hundred points."""
    table = house.started("hearts", SEATS)
    for _ in range(6):
        table.enter("deal", hearts={"Ana": 13, "Ben": 0, "Cy": 0, "Di": 0}, queen="Ben")
    return table


@pytest.mark.slow
def test_two_taps_end_it_and_every_phone_and_board_says_after_which_round(
    house: House, chromium: Browser, contexts: list[BrowserContext], hearts: Seated
) -> None:
    def opened(path: str, cookies: dict[str, str], **options: object) -> Page:
        context, page = house.view(chromium, Visit("", "", path, cookies), **options)
        contexts.append(context)
        return page

    host = opened(hearts.path(), hearts.as_host)
    ana = opened(hearts.path(), hearts.as_seat("Ana"))
    board = opened(hearts.path("/board"), {}, viewport=BOARD, is_mobile=False)
    ana.get_by_role("button", name="Menu").click()
    expect(ana.get_by_role("link", name="Log", exact=True)).to_be_visible()
    expect(ana.get_by_role("button", name="End the match", exact=True)).to_have_count(0)
    open_ending(host)
    keep_picture(host, "ending")
    host.get_by_role("button", name="Play on").click()
    expect(host.get_by_role("dialog", name="End the match here?")).to_be_hidden()
    open_ending(host)
    # What others enter meanwhile does not close it.
    hearts.phones["Ben"].enter(hearts.code, "misdeal").said(201)
    expect(host.locator("#main[data-seq='7']")).to_be_attached()
    ana.evaluate(NOTES_HOW_IT_IS_DRAWN)
    host.get_by_role("button", name="End the match early").click()
    for page in (host, ana, board):
        expect(page.locator(".final")).to_contain_text("ended early after round 6")
        expect(page.locator(".final .winners")).to_contain_text("Cy")
    assert ana.evaluate("drawn") == "grid", "the end's styles came before it"
    expect(host.get_by_role("button", name="Same again")).to_be_visible()
    expect(host.get_by_text("Another game")).to_be_visible()
    keep_picture(host, "ended-early")
    keep_picture(board, "ended-early-board")
    # One tap goes on with it, on every phone.
    host.get_by_role("button", name="Undo: End the match early").click()
    for page in (host, ana, board):
        expect(page.locator(".final")).to_have_count(0)


@pytest.mark.slow
def test_a_board_on_the_hosts_device_ends_it_too_without_any_script(
    house: House, chromium: Browser, contexts: list[BrowserContext], hearts: Seated
) -> None:
    visit = Visit("", "", hearts.path("/board"), hearts.as_host)
    page = chromium.new_context(viewport=BOARD, java_script_enabled=False).new_page()
    contexts.append(page.context)
    page.context.add_cookies(
        [
            {"name": name, "value": value, "url": house.base}
            for name, value in visit.cookies.items()
        ]
    )
    page.goto(house.base + visit.path)
    open_ending(page)
    page.get_by_role("button", name="End the match early").click()
    expect(page.locator(".final")).to_contain_text("ended early after round 6")
    expect(page).to_have_url(house.base + visit.path)
