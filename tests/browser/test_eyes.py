"""What people ask of their phones is honoured: a theme, suits in two colours, less motion, more contrast."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from referee_web.assets import STATIC
from referee_web.preferences import COOKIE

from .tour import House, Visit, a_trick

pytestmark = pytest.mark.slow

SHEET = (STATIC / "style.css").read_text("utf-8")


@pytest.fixture
def playing(house: House, chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The page of a seat that is asked for a card, on a phone with these options, which the test names."""
    asked: dict[str, Any] = dict(getattr(request, "param", {}))
    cookies = {COOKIE: asked.pop("preferences", "")}
    table = a_trick(house)
    visit = Visit("playing", "table/playing.html", table.path(), {**table.as_seat("Ana"), **cookies})
    context, page = house.view(chromium, visit, **asked)
    expect(page.locator(".pick").first).to_be_visible()
    yield page
    context.close()


def asking(**options: object) -> Any:
    """The phone of `playing` asks for this."""
    return pytest.mark.parametrize("playing", [options], indirect=True, ids=["-".join(map(str, options.values()))])


def colour(page: Page, selector: str, what: str = "background-color") -> str:
    return str(page.locator(selector).first.evaluate("(found, what) => getComputedStyle(found)[what]", what))


def token(page: Page, name: str) -> str:
    return str(page.evaluate("name => getComputedStyle(document.documentElement).getPropertyValue(name)", f"--{name}"))


@asking(color_scheme="light", preferences="theme=dark")
def test_a_chosen_theme_goes_before_the_phones(playing: Page) -> None:
    ground, ink = (int(token(playing, name).strip("# ")[:2], 16) for name in ("ground", "ink"))
    assert ground < 0x40
    assert ink > 0xC0
    assert colour(playing, "html", "color-scheme") == "dark"


@asking(preferences="suits=four")
def test_four_suits_in_four_colours(playing: Page) -> None:
    assert len({colour(playing, f".card.suit-{suit}", "color") for suit in "CDHS"}) == 4


@asking(preferences="suits=two")
def test_four_suits_in_two_colours(playing: Page) -> None:
    club, diamond, heart, spade = (colour(playing, f".card.suit-{suit}", "color") for suit in "CDHS")
    assert (club, diamond) == (spade, heart)
    assert spade != heart


def test_suits_and_jokers_differ_by_shape() -> None:
    shapes = re.findall(r"--pip-(\w+): url\((.*?)\);", SHEET)
    assert {name for name, _ in shapes} == {"C", "D", "H", "S", "XB", "XR"}
    assert len({shape for _, shape in shapes}) == 6


@asking(contrast="more")
def test_more_contrast_where_it_is_asked(playing: Page) -> None:
    """Text then reaches the contrast of level AAA."""
    for theme in ("light", "dark"):
        playing.emulate_media(color_scheme=theme, contrast="more")
        rules = {"runOnly": {"type": "rule", "values": ["color-contrast-enhanced"]}}
        found = Axe().run(playing, options={"resultTypes": ["violations"], **rules}).response["violations"]
        assert [node["target"] for violation in found for node in violation["nodes"]] == []


@asking(forced_colors="active")
def test_own_colours_leave_everything_to_be_seen(playing: Page) -> None:
    """A system's own few colours take away grounds and shadows: what is picked has a ring instead, a pip its shape."""
    playing.locator(".pick:has(input[data-card='JC'])").click()
    picked, free = ".pick:has(input:checked) .card", ".pick:has(input:not(:checked)) .card"
    assert colour(playing, picked, "outline-style") == "solid"
    assert colour(playing, free, "outline-style") == "none"
    for suit in "CDHS":
        assert colour(playing, f".card.suit-{suit} i") != colour(playing, f".card.suit-{suit}")
    assert colour(playing, ".badge", "border-top-style") == "solid"
