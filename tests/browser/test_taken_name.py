"""Two with one name: whoever comes second is told on their phone, at each turn of
events, what to do about it.
"""

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import keep_picture
from .tour import House, Seated, Visit

pytestmark = pytest.mark.slow


def ask_for_the_name_of_ben(page: Page) -> None:
    page.locator("#join-name").fill("Ben")
    page.get_by_role("button", name="Sit down").tap()
    expect(page.get_by_role("heading", name="Are you another Ben?")).to_be_in_viewport()


@pytest.fixture
def table(house: House) -> Seated:
    """Ana and Ben sit there, and more may come."""
    return house.opened("faj", 2)


def test_the_second_ben_is_refused_and_sits_down_under_another_name(
    house: House, chromium: Browser, table: Seated
) -> None:
    context, page = house.view(
        chromium,
        Visit(
            "second", "table/waiting.html", table.path(), {}, ask_for_the_name_of_ben
        ),
    )
    expect(page.get_by_text("This page checks again by itself.")).to_be_visible()
    keep_picture(page, "taken-name")
    [claim] = table.host.look(table.code)["claims"]
    table.host.post(
        f"/tables/{table.code}/claims/{claim['id']}", {"admit": False}
    ).said(200)
    expect(page.get_by_text("Sit down under another name.")).to_be_visible()
    keep_picture(page, "taken-name-refused")
    page.locator("#join-name").fill("Benno")
    page.get_by_role("button", name="Sit down").tap()
    expect(page.locator(".you")).to_contain_text("Benno")
    context.close()
