"""Everybody can use every page: WCAG 2.2 AA in both themes, big targets, keyboard,
screen reader, zoom.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from flask import template_rendered
from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, expect
from referee_web import pages as pages_package
from werkzeug.exceptions import HTTPException

from . import tour_of_mistakes  # noqa: F401  # its scenes
from .phones import BOARD, PHONE
from .tour import ANDROID, GAMES, SCENES, House, Visit, a_phone

TEMPLATES = Path(pages_package.__file__).parent.parent / "templates"
FRAMES = {"base.html", "table/layout.html", "table/live.html"}
"""Templates that are no pages, but what pages stand in."""
NO_PAGES = {"static", "assets", "script_words", "api", "description.healthz"}
"""What answers with something else than a page: blueprints, and single addresses."""
NARROW: ViewportSize = {"width": 320, "height": 640}
LEAST_TARGET = 44
PAD_WIDTH, LEAST_CARD = 352, 40

# What may be pressed and is smaller than 44 by 44. A link within running text is as
# high as its line, which WCAG allows; whatever lies off the page until it has the focus
# is left out too.
SMALL_TARGETS = """
([least, pad, card]) => {
  const pressed = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [tabindex='0']";
  const inText = found => getComputedStyle(found).display === "inline" &&
    [...found.parentElement.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
  return [...document.querySelectorAll(pressed)]
    .filter(found => found.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }))
    .filter(found => !inText(found) && !found.matches(".skip"))
    .map(found => [found, found.getBoundingClientRect()])
    .filter(([found, box]) =>
      box.width < (found.matches("[data-card]") && innerWidth < pad ? card : least) - 0.1 || box.height < least - 0.1)
    .slice(0, 3)
    .map(([found, box]) => `${box.width.toFixed()}x${box.height.toFixed()} ${found.outerHTML.slice(0, 140)}`);
}
"""
# Told how wide the screen is: a phone's own word for that grows with a page that is too
# wide.
WIDER_THAN_THE_SCREEN = """
width => document.documentElement.scrollWidth <= width + 1 ? [] :
  [...document.body.querySelectorAll("*")]
    .filter(found => found.getBoundingClientRect().right > width + 1)
    .slice(-3)
    .map(found => `reaches to ${found.getBoundingClientRect().right.toFixed()}: ${found.outerHTML.slice(0, 140)}`)
    .concat(`the page is ${document.documentElement.scrollWidth} wide`)
"""


def found_by_axe(page: Page, rules: dict[str, Any]) -> list[str]:
    """What axe-core objects to; a theme changes nothing but colours, so the second is
    asked for those only.
    """
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE_SCRIPT)
    # What it found in order is not handed over: that takes half as long again.
    violations = page.evaluate(
        "rules => axe.run({ resultTypes: ['violations'], ...rules }).then(found => "
        "found.violations)",
        rules,
    )
    return [
        (
            f"{violation['id']}: {' '.join(map(str, node['target']))}: "
            f"{' '.join(node['failureSummary'].split())[:200]}"
        )
        for violation in violations
        for node in violation["nodes"][:5]
    ]


# What a screen reader has


def heard(page: Page) -> list[dict[str, object]]:
    """The accessibility tree, as a screen reader goes through it: what is told, with
    its role and its name.
    """
    session: CDPSession = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    return [
        {
            "role": node["role"]["value"],
            "name": node.get("name", {}).get("value", ""),
            "level": next(
                (
                    one["value"]["value"]
                    for one in node.get("properties", ())
                    if one["name"] == "level"
                ),
                0,
            ),
        }
        for node in in_order(nodes[0], {node["nodeId"]: node for node in nodes})
        if not node.get("ignored")
    ]


def in_order(
    node: dict[str, Any], nodes: dict[str, dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """A node and what is in it, in the order of the page; the tree comes level by
    level.
    """
    yield node
    for child in node.get("childIds", ()):
        if child in nodes:
            yield from in_order(nodes[child], nodes)


PRESSED = (
    "button",
    "link",
    "textbox",
    "searchbox",
    "spinbutton",
    "checkbox",
    "radio",
    "combobox",
    "DisclosureTriangle",
)


def wrong_to_hear(page: Page) -> Iterator[str]:
    nodes = heard(page)
    levels = [int(str(node["level"])) for node in nodes if node["role"] == "heading"]
    if levels.count(1) != 1:
        yield f"one heading of the first level says what the page is: {levels}"
    if any(lower > upper + 1 for upper, lower in pairwise(levels)):
        yield f"a heading skips a level: {levels}"
    yield from (
        f"a {node['role']} without a name"
        for node in nodes
        if node["role"] in PRESSED and not node["name"]
    )
    roles = [node["role"] for node in nodes]
    yield from (
        f"{roles.count(role)} of {role}"
        for role in ("banner", "main", "contentinfo")
        if roles.count(role) > 1
    )


THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


def findings(
    page: Page,
    themes: Sequence[Literal["light", "dark"]],
    screens: Sequence[ViewportSize],
) -> Iterator[str]:
    """Everything that is wrong with this page in these themes, the last of which it
    has, and on these screens.
    """
    for theme in reversed(themes):
        page.emulate_media(color_scheme=theme)
        yield from (
            f"{theme}: {one}"
            for one in found_by_axe(page, {} if theme == themes[-1] else CONTRAST)
        )
    yield from wrong_to_hear(page)
    for screen in screens:
        page.set_viewport_size(screen)
        yield from (
            f"at {screen['width']}: {one}"
            for one in page.evaluate(
                SMALL_TARGETS, [LEAST_TARGET, PAD_WIDTH, LEAST_CARD]
            )
        )
        yield from (
            f"at {screen['width']}: {one}"
            for one in page.evaluate(WIDER_THAN_THE_SCREEN, screen["width"])
        )
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for screen in (PHONE, BOARD):
        page.set_viewport_size(screen)
        width = screen["width"]
        for cut in page.evaluate(WIDER_THAN_THE_SCREEN, width):
            yield f"at {width} with text of 200 %: {cut}"


def look_at(
    house: House, chromium: Browser, scene: str, look: Callable[[Page], Iterator[str]]
) -> None:
    """Go through a scene of the tour with one phone; what is found wrong with its pages
    fails the test.
    """
    found: list[str] = []
    drawn: list[str] = []

    def note(sender: object, template: Any, **_: object) -> None:
        drawn.append(template.name)

    page = a_phone(chromium, user_agent=ANDROID)
    with template_rendered.connected_to(note, house.app):
        for visit in house.visits(page, scene):
            settle(page)
            if visit.template not in drawn:
                found.append(f"{visit.name}: drawn from {drawn}")
            found += [f"{visit.name}: {one}" for one in look(page)]
            drawn.clear()
    page.context.close()
    assert not found, f"{len(found)} findings\n" + "\n".join(found)


def settle(page: Page) -> None:
    """Wait until the page's scripts have done what they do at first."""
    page.wait_for_load_state()
    if page.locator("#connection").count():
        expect(page.locator("#connection")).to_have_attribute("data-state", "live")


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES)
def test_no_page_has_a_finding(house: House, chromium: Browser, scene: str) -> None:
    """In both themes, on a narrow phone and on a board."""
    look_at(
        house, chromium, scene, lambda page: findings(page, THEMES, (BOARD, NARROW))
    )


# How far the sign at the beginning of a choice stands out from its ground.
CONTRAST_OF_SIGN = """found => {
  const light = (color) => {
    const [red, green, blue] = color.match(/[0-9.]+/g).map(Number).map((level) => {
      const share = level / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const sign = light(getComputedStyle(found, "::first-letter").color);
  const ground = light(getComputedStyle(found).backgroundColor);
  return (Math.max(sign, ground) + 0.05) / (Math.min(sign, ground) + 0.05);
}"""


@pytest.mark.slow
@pytest.mark.parametrize("contrast", ["no-preference", "more"])
@pytest.mark.parametrize("theme", THEMES)
def test_signs_of_suits_are_seen_before_their_names(
    house: House,
    chromium: Browser,
    theme: str,
    contrast: str,
) -> None:
    """Axe does not look at the first letter of a text for itself."""
    table = house.started("skat", 3)
    visit = Visit("suits", "table/playing.html", table.path(), table.as_host)
    context, page = house.view(chromium, visit, color_scheme=theme, contrast=contrast)
    signs = page.locator(".choice > [class^='suit-']")
    expect(signs).to_have_count(4)
    for suits in ("two", "four"):
        page.evaluate(
            "suits => { document.documentElement.dataset.suits = suits; }", suits
        )
        for sign in signs.all():
            sign.evaluate("found => found.parentElement.click()")
            assert sign.evaluate(CONTRAST_OF_SIGN) >= 4.5, (suits, sign.text_content())
    context.close()


def all_visits(house: House) -> list[Visit]:
    """Every stop of the tour; of the games one stands for all, since they share their
    pages.
    """
    shared = [
        scene
        for name, scene in SCENES.items()
        if name not in GAMES or name == "score-pad"
    ]
    return [visit for scene in shared for visit in scene(house)]


@pytest.mark.slow
def test_every_page_is_visited(house: House) -> None:
    visits = all_visits(house)
    drawn = (path.relative_to(TEMPLATES) for path in TEMPLATES.rglob("*.html"))
    pages = {
        path.as_posix() for path in drawn if not {"parts", "forms"} & set(path.parts)
    } - FRAMES
    assert pages - {visit.template for visit in visits} == set(), (
        "a page that no visit of the tour looks at"
    )

    routes = house.app.url_map.bind("")
    visited = set()
    for visit in visits:
        try:
            visited.add(routes.match(visit.path.partition("?")[0])[0])
        except HTTPException:
            assert visit.template == "problem.html"
    with_pages = {
        rule.endpoint
        for rule in house.app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and not rule.rule.endswith(".svg")
        if not {rule.endpoint, rule.endpoint.partition(".")[0]} & NO_PAGES
    }
    assert with_pages - visited == set(), (
        "an address that no visit of the tour looks at"
    )
