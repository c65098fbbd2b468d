"""Everybody can use every page: WCAG 2.2 AA in both themes, big targets, keyboard, screen reader, zoom."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import template_rendered
from playwright.sync_api import Browser, CDPSession, Page
from referee_web import pages as pages_package
from werkzeug.exceptions import HTTPException

from referee.hosting.room import CardRoom
from referee.hosting.store import Store

from .conftest import BOARD, PHONE
from .tour import SCENES, House, Visit, serving

TEMPLATES = Path(pages_package.__file__).parent.parent / "templates"
FRAMES = {"base.html", "at_table.html"}
"""Templates that are no pages, but what pages stand in."""
NO_PAGES = {"static", "assets", "script_words", "live", "api", "description.openapi", "description.healthz"}
"""What answers with something else than a page: blueprints, and single addresses."""
NARROW = {"width": 320, "height": 640}
LEAST_TARGET = 44

# What may be pressed and is smaller than 44 by 44. A link within running text is as high as its line, which WCAG
# allows; whatever lies off the page until it has the focus is left out too.
SMALL_TARGETS = """
least => {
  const pressed = "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [tabindex='0']";
  const inText = found => getComputedStyle(found).display === "inline" &&
    [...found.parentElement.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
  return [...document.querySelectorAll(pressed)]
    .filter(found => found.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }))
    .filter(found => !inText(found) && !found.matches(".skip"))
    .map(found => [found, found.getBoundingClientRect()])
    .filter(([, box]) => box.width < least - 0.1 || box.height < least - 0.1)
    .slice(0, 3)
    .map(([found, box]) => `${box.width.toFixed()}x${box.height.toFixed()} ${found.outerHTML.slice(0, 140)}`);
}
"""
# Told how wide the screen is: a phone's own word for that grows with a page that is too wide.
WIDER_THAN_THE_SCREEN = """
width => document.documentElement.scrollWidth <= width ? [] :
  [...document.body.querySelectorAll("*")]
    .filter(found => found.getBoundingClientRect().right > width + 1)
    .slice(-3)
    .map(found => `reaches to ${found.getBoundingClientRect().right.toFixed()}: ${found.outerHTML.slice(0, 140)}`)
    .concat(`the page is ${document.documentElement.scrollWidth} wide`)
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    room = CardRoom(Store.open(tmp_path_factory.mktemp("tour") / "tables.db"))
    yield from serving(room)
    room.close()


def found_by_axe(page: Page, rules: dict[str, Any]) -> list[str]:
    """What axe-core objects to; a theme changes nothing but colours, so the second is asked for those only."""
    result = Axe().run(page, options={"resultTypes": ["violations"], **rules})
    return [
        f"{violation['id']}: {' '.join(map(str, node['target']))}: {' '.join(node['failureSummary'].split())[:200]}"
        for violation in result.response["violations"]
        for node in violation["nodes"][:5]
    ]


# What a screen reader has


def heard(page: Page) -> list[dict[str, object]]:
    """The accessibility tree, as a screen reader goes through it: what is told, with its role and its name."""
    session: CDPSession = page.context.new_cdp_session(page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    return [
        {
            "role": node["role"]["value"],
            "name": node.get("name", {}).get("value", ""),
            "level": next((one["value"]["value"] for one in node.get("properties", ()) if one["name"] == "level"), 0),
        }
        for node in nodes
        if not node.get("ignored")
    ]


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
    if levels.count(1) != 1 or levels[0] != 1:
        yield f"one heading of the first level leads the page: {levels}"
    if any(lower > upper + 1 for upper, lower in pairwise(levels)):
        yield f"a heading skips a level: {levels}"
    yield from (f"a {node['role']} without a name" for node in nodes if node["role"] in PRESSED and not node["name"])
    roles = [node["role"] for node in nodes]
    yield from (f"{roles.count(role)} of {role}" for role in ("banner", "main", "contentinfo") if roles.count(role) > 1)


def findings(page: Page) -> Iterator[str]:
    """Everything that is wrong with this page."""
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        rules = {} if theme == "light" else {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
        yield from (f"{theme}: {one}" for one in found_by_axe(page, rules))
    yield from wrong_to_hear(page)
    for screen in (PHONE, BOARD, NARROW):
        page.set_viewport_size(screen)
        yield from (f"at {screen['width']}: {one}" for one in page.evaluate(SMALL_TARGETS, LEAST_TARGET))
        yield from (f"at {screen['width']}: {one}" for one in page.evaluate(WIDER_THAN_THE_SCREEN, screen["width"]))
    page.set_viewport_size(BOARD)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    yield from (f"at 200 %: {one}" for one in page.evaluate(WIDER_THAN_THE_SCREEN, BOARD["width"]))


@pytest.mark.parametrize("name", SCENES)
def test_no_page_has_a_finding(house: House, chromium: Browser, name: str) -> None:
    found: list[str] = []
    drawn: list[str] = []

    def note(sender: object, template: Any, **_: object) -> None:
        drawn.append(template.name)

    with template_rendered.connected_to(note, house.app):
        for visit in SCENES[name](house):
            drawn.clear()
            context, page = house.view(chromium, visit)
            page.wait_for_load_state("networkidle") if "live.js" not in page.content() else page.wait_for_timeout(50)
            if visit.template not in drawn:
                found.append(f"{visit.name}: drawn from {drawn}")
            found += [f"{visit.name}: {one}" for one in findings(page)]
            context.close()
    assert not found, f"{len(found)} findings\n" + "\n".join(found)


def all_visits(house: House) -> list[Visit]:
    return [visit for scene in SCENES.values() for visit in scene(house)]


def test_every_page_is_visited(house: House) -> None:
    visits = all_visits(house)
    pages = {path.name for path in TEMPLATES.glob("*.html")} - FRAMES
    assert pages - {visit.template for visit in visits} == set(), "a page that no visit of the tour looks at"

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
    assert with_pages - visited == set(), "an address that no visit of the tour looks at"
