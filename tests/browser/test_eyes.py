"""What people ask of their phones is honoured: a theme, suits in two colours, less
motion, more contrast.
"""

import re
from collections.abc import Iterator
from itertools import combinations
from math import dist
from operator import mul
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from referee_web.joined_scripts import STATIC
from referee_web.preferences import COOKIE

from .tour import House, Visit, a_trick

pytestmark = pytest.mark.slow

SHEET = (STATIC / "style/tokens.css").read_text("utf-8")


@pytest.fixture
def playing(
    house: House, chromium: Browser, request: pytest.FixtureRequest
) -> Iterator[Page]:
    """The page of a seat that is asked for a card, on a phone with these options, which
    the test names.
    """
    asked: dict[str, Any] = dict(getattr(request, "param", {}))
    cookies = {COOKIE: asked.pop("preferences", "")}
    table = a_trick(house)
    visit = Visit(
        "playing",
        "table/playing.html",
        table.path(),
        {**table.as_seat("Ana"), **cookies},
    )
    context, page = house.view(chromium, visit, **asked)
    expect(page.locator(".pick").first).to_be_visible()
    yield page
    context.close()


def asking(**options: object) -> Any:
    """The phone of `playing` asks for this."""
    return pytest.mark.parametrize(
        "playing", [options], indirect=True, ids=["-".join(map(str, options.values()))]
    )


def colour(page: Page, selector: str, what: str = "background-color") -> str:
    return str(
        page.locator(selector).first.evaluate(
            "(found, what) => getComputedStyle(found)[what]", what
        )
    )


def token(page: Page, name: str) -> str:
    return str(
        page.evaluate(
            "name => getComputedStyle(document.documentElement).getPropertyValue(name)",
            f"--{name}",
        )
    )


@asking(color_scheme="light", preferences="theme=dark")
def test_a_chosen_theme_goes_before_the_phones(playing: Page) -> None:
    ground, ink = (
        int(token(playing, name).strip("# ")[:2], 16) for name in ("ground", "ink")
    )
    assert ground < 0x40
    assert ink > 0xC0
    assert colour(playing, "html", "color-scheme") == "dark"


@asking(preferences="suits=four")
def test_four_suits_in_four_colours(playing: Page) -> None:
    assert len({colour(playing, f".card.suit-{suit}", "color") for suit in "CDHS"}) == 4


@asking(preferences="")
def test_four_suits_in_two_colours_until_four_are_chosen(playing: Page) -> None:
    club, diamond, heart, spade = (
        colour(playing, f".card.suit-{suit}", "color") for suit in "CDHS"
    )
    assert (club, diamond) == (spade, heart)
    assert spade != heart


EYES = {
    "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritan": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""How each kind of colour blindness mixes red, green and blue (Machado, Oliveira and
Fernandes, 2009).
"""
APART = 20
"""In L*a*b*: what is nearer looks like one colour at a dim table."""


def seen_by(eye: str, ink: str) -> tuple[float, float, float]:
    """An ink as these eyes see it, in L*a*b*."""
    shades = [int(part) / 255 for part in re.findall(r"\d+", ink)]
    light = [
        shade / 12.92 if shade <= 0.04045 else ((shade + 0.055) / 1.055) ** 2.4
        for shade in shades
    ]
    red, green, blue = (max(0.0, sum(map(mul, row, light))) for row in EYES[eye])
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.0888
    fx, fy, fz = (
        value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116
        for value in (x, y, z)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize(
    "playing",
    [
        {"color_scheme": scheme, "preferences": "suits=four"}
        for scheme in ("light", "dark")
    ],
    indirect=True,
    ids=["light", "dark"],
)
def test_the_four_inks_stay_apart_for_eyes_that_miss_a_colour(
    playing: Page, eye: str
) -> None:
    inks = [
        seen_by(eye, colour(playing, f".card.suit-{suit}", "color")) for suit in "CDHS"
    ]
    assert min(dist(one, other) for one, other in combinations(inks, 2)) >= APART


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
        found = (
            Axe()
            .run(playing, options={"resultTypes": ["violations"], **rules})
            .response["violations"]
        )
        assert [
            node["target"] for violation in found for node in violation["nodes"]
        ] == []


@asking(forced_colors="active")
def test_own_colours_leave_everything_to_be_seen(playing: Page) -> None:
    """A system's own few colours take away grounds and shadows: what is picked has a
    ring instead, a pip its shape.
    """
    playing.locator(".pick:has(input[data-card='JC'])").click()
    picked, free = (
        ".pick:has(input:checked) .card",
        ".pick:has(input:not(:checked)) .card",
    )
    assert colour(playing, picked, "outline-style") == "solid"
    assert colour(playing, free, "outline-style") == "none"
    for suit in "CDHS":
        assert colour(playing, f".card.suit-{suit} i") != colour(
            playing, f".card.suit-{suit}"
        )
    assert colour(playing, ".badge", "border-top-style") == "solid"
