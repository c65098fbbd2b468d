"""From the first page to a table that is ready: what one sees first, who sits where, and what there is to pull in."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.commandline.running import Running

from .conftest import NAME, Phones, keep_picture, serving_at
from .phones import PHONE
from .playing import open_table, sit_down
from .tour import a_phone

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def unused(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A daemon of its own, at which nobody has opened a table yet."""
    found = serving_at(tmp_path_factory.mktemp("unused"))
    yield found
    found.end()


def first_page(daemon: Running) -> str:
    return f"http://{NAME}:{daemon.port}/"


def arrows(page: Page) -> list[bool]:
    """Which arrows lead somewhere: up and down of each seat, in the order in which they stand."""
    found: list[bool] = page.locator(".moves button").evaluate_all("all => all.map((each) => !each.disabled)")
    return found


@pytest.mark.parametrize("screen", [PHONE, {"width": 360, "height": 740}], ids=lambda screen: str(screen["width"]))
@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_a_new_phone_sees_what_can_be_asked_of_every_game(
    unused: Running, chromium: Browser, language: str, screen: ViewportSize
) -> None:
    page = a_phone(chromium, viewport=screen, locale=language)
    page.goto(first_page(unused))
    questions = page.locator(".asks a")
    expect(questions).not_to_have_count(0)
    for question in questions.all():
        expect(question).to_be_in_viewport(ratio=1)
    page.context.close()


def test_the_first_page_is_short_and_leads_on(unused: Running, phone: Phones) -> None:
    page = phone(first_page(unused))
    expect(page.get_by_role("link", name="Preferences")).to_be_in_viewport()
    expect(page.get_by_role("link", name="New table of Faces, Aces, & Jokers")).to_be_in_viewport()
    rules = page.get_by_role("link", name="Rules of Four Aces")
    expect(rules).to_be_hidden()
    line = page.locator("summary", has_text="A hidden and an exposed hand")
    said = line.locator("span").evaluate("one => [one.scrollHeight, one.clientHeight]")
    assert said[0] <= said[1], "what a game is, is cut"
    line.tap()
    rules.tap()
    expect(page.get_by_role("heading", name="Four Aces", level=1)).to_be_visible()


def test_whoever_opens_a_table_is_asked_to_sit_down(daemon: Running, phone: Phones) -> None:
    ana = phone(first_page(daemon))
    address = open_table(ana, "Faces, Aces, & Jokers")
    expect(ana.get_by_label("Your name")).to_be_in_viewport()
    keep_picture(ana, "opened")
    ana.get_by_label("Your name").fill("An")
    sit_down(phone(address), "Ben")
    expect(ana.get_by_text("Ben", exact=True).first).to_be_visible()
    # Who was typing goes on typing.
    expect(ana.get_by_label("Your name")).to_have_value("An")
    sit_down(ana, "Ana")
    expect(ana.get_by_text("You sit here as")).to_be_visible()


def test_the_ends_of_the_round_lead_no_further(daemon: Running, phone: Phones) -> None:
    ana = phone(first_page(daemon))
    address = open_table(ana, "Faces, Aces, & Jokers")
    for page, name in ((ana, "Ana"), (phone(address), "Ben"), (phone(address), "Cy")):
        sit_down(page, name)
    expect(ana.locator(".moves")).to_have_count(3)
    assert arrows(ana) == [False, True, True, True, True, False]
    up = ana.get_by_role("button", name="Move Cy up")
    up.tap()
    expect(up).to_be_focused()
    up.tap()
    expect(ana.get_by_role("button", name="Move Cy down")).to_be_focused()
    assert ana.locator("[data-seat]").evaluate_all("all => all.map((each) => each.dataset.seat)") == [
        "Cy",
        "Ana",
        "Ben",
    ]
    assert arrows(ana) == [False, True, True, True, True, False]
