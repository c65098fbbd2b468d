"""What a player does on a phone: scan, sit down, tap cards, read the ruling."""

from __future__ import annotations

import re
from collections.abc import Iterable

from playwright.sync_api import Locator, Page, expect


def open_table(page: Page, game: str) -> str:
    """From the first page: open a table for this game. Returns its address."""
    page.get_by_role("link", name=f"New table of {game}").tap()
    page.get_by_role("button", name="Open the table").tap()
    expect(page.get_by_text("Scan to join")).to_be_visible()
    return page.url


def sit_down(page: Page, name: str) -> None:
    """Take a seat under this name."""
    aside = page.get_by_text("Play yourself, on this phone")
    if aside.is_visible():
        aside.tap()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").tap()
    expect(page.locator("#join-name")).to_have_count(0)


def form(page: Page, title: str) -> Locator:
    """The form under this heading."""
    return page.locator("form.prompt", has=page.get_by_role("heading", name=re.compile(re.escape(title))))


def pick(within: Locator, codes: Iterable[str]) -> None:
    """Tap these cards."""
    for code in codes:
        within.locator(f"label.pick:has(input[data-card='{code}'])").first.tap()


def enter(within: Locator) -> None:
    """Send the form."""
    within.locator("button[type=submit]").tap()


def rulings(page: Page) -> Locator:
    """The sentences of the latest rulings."""
    return page.locator("[data-rulings] .summary, .rulings .summary")
