"""Pages work in browsers as old as the README says: what these lack has a fallback, or
the page does without it.

Style sheets, templates and scripts are held against MDN's data on what the oldest
browsers know. The lists below say what happens where they lack something that a page
uses.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from . import markup, scripts, stylesheets
from .features import Use, too_new
from .gather import FEATURES, FLOOR

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web/referee_web"

MOUSE_ONLY = "On an iPad a mouse's pointer stays as it is."
FOLD = (
    "Its content stands in a fold too, which style.css shows where no popover is known."
)
ASKED_FIRST = "The script asks whether it is there."
BRIGHTNESS = "The script asks; without it the picture is drawn."

DOES_WITHOUT = {
    "*.VideoFrame": BRIGHTNESS,
    "*.allocationSize": BRIGHTNESS,
    "*.changedTouches": "Only fingers send it: computers have none.",
    "*.colorSpace": BRIGHTNESS,
    "*.contextmenu_event": "Its phones tell the end of a long press by `pointercancel`.",
    "*.copyTo": BRIGHTNESS,
    "*.displayWidth": BRIGHTNESS,
    "*.flip": BRIGHTNESS,
    "*.format": BRIGHTNESS,
    "*.fullRange": BRIGHTNESS,
    "*.hidePopover": ASKED_FIRST,
    "*.imageSmoothingQuality": "Photos are made smaller a little less smoothly.",
    "*.playsInline": "Only iPhones would show a video on all of the screen.",
    "*.released": "Only a lock that was taken is asked.",
    "*.rotation": BRIGHTNESS,
    "*.touchend_event": "Only fingers send it: computers have none.",
    "*.touches": "Only fingers send it: computers have none.",
    "*.touchstart_event": "Only fingers send it: computers have none.",
    "*.visibleRect": BRIGHTNESS,
    "api.Navigator.audioSession": ASKED_FIRST,
    "api.Navigator.canShare": ASKED_FIRST,
    "api.Navigator.share": "It is called only where the page can share.",
    "api.Navigator.vibrate": ASKED_FIRST,
    "api.Navigator.wakeLock": "A video keeps the screen on in its place.",
    "api.VideoFrame": BRIGHTNESS,
    "api.createImageBitmap.options_resizeQuality_parameter": "The photo is shown a little less smoothly.",
    "css.at-rules.media.scripting": "What scripts draw appears when they run, and not at the first paint.",
    "css.properties.align-content.safe": "What is too high begins at the top by itself.",
    "css.properties.cursor.default": MOUSE_ONLY,
    "css.properties.cursor.grab": MOUSE_ONLY,
    "css.properties.cursor.not-allowed": MOUSE_ONLY,
    "css.properties.cursor.pointer": MOUSE_ONLY,
    "css.properties.field-sizing": "The field scrolls.",
    "css.properties.field-sizing.content": "The field scrolls.",
    "css.properties.forced-color-adjust": "Only Windows forces colours.",
    "css.properties.forced-color-adjust.none": "Only Windows forces colours.",
    "css.properties.hyphens": "A long word is broken anywhere, without a hyphen.",
    "css.properties.justify-content.safe": "What is too wide begins at the edge by itself.",
    "css.properties.overflow-anchor": "It holds nothing by itself there.",
    "css.properties.overflow-anchor.none": "It holds nothing by itself there.",
    "css.properties.resize": "The field scrolls.",
    "css.properties.resize.vertical": "The field scrolls.",
    "css.properties.text-wrap": "Lines are filled one after the other.",
    "css.properties.text-wrap.balance": "Lines are filled one after the other.",
    "css.properties.text-wrap.pretty": "Lines are filled one after the other.",
    "css.properties.text-wrap.wrap": "Lines are filled one after the other.",
    "css.selectors.user-valid": "The line says what was agreed until a choice is made.",
    "html.elements.button.popovertarget": FOLD,
    "html.elements.button.popovertargetaction": FOLD,
    "html.elements.details.name": "Several folds may be open at a time.",
    "html.elements.video.playsinline": "Only iPhones would show a video on all of the screen.",
    "html.global_attributes.autocapitalize": "What is typed is read with capitals and without.",
    "html.global_attributes.autocorrect": "The keyboard may offer other words.",
    "html.global_attributes.popover": FOLD,
}
OWN_MEMBERS = {"*.relu", "*.tag", "*.vibrate", "*.watch"}
"""Members of what the referee sends, called as something that browsers have elsewhere.
"""


def all_uses() -> Iterator[tuple[Path, Use]]:
    """Yield what all pages use, and in which file."""
    for path in sorted(WEB.rglob("*.css")):
        yield from of_file(path, stylesheets.uses_in)
    for path in sorted(WEB.rglob("*.html")):
        yield from of_file(path, markup.uses_in)

    trees = {
        path: scripts.parse(path.read_text("utf-8"))
        for path in sorted(WEB.rglob("*.js"))
    }
    own = scripts.own_names(trees.values())
    for path, tree in trees.items():
        for use in scripts.uses_in(tree, own):
            yield path, use


def of_file(
    path: Path, uses_in: Callable[[str], Iterator[Use]]
) -> Iterator[tuple[Path, Use]]:
    for use in uses_in(path.read_text("utf-8")):
        yield path, use


@pytest.fixture(scope="module")
def places() -> dict[str, list[str]]:
    """Where pages use what the oldest browsers lack, by its name."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path, use in all_uses():
        if use.feature not in OWN_MEMBERS and list(too_new([use])):
            found[use.feature].append(f"{path.relative_to(WEB)}:{use.line}")
    return found


def test_pages_do_without_what_the_oldest_browsers_lack(
    places: dict[str, list[str]],
) -> None:
    unexplained = {
        feature: where
        for feature, where in places.items()
        if feature not in DOES_WITHOUT
    }
    assert unexplained == {}, "needs a fallback, and its reason a line in DOES_WITHOUT"


def test_nothing_is_excused_that_no_page_uses(places: dict[str, list[str]]) -> None:
    assert set(DOES_WITHOUT) - set(places) == set()


def test_the_readme_says_which_browsers_are_the_oldest() -> None:
    gathered = json.loads(FEATURES.read_text("utf-8"))
    assert gathered["floor"] == FLOOR, "run python -m tests.floor.gather"
    readme = (ROOT / "README.md").read_text("utf-8")
    named = {
        "iOS": "safari_ios",
        "Safari": "safari",
        "Firefox": "firefox",
        "Chrome": "chrome",
    }
    for name, browser in named.items():
        assert f"{name} {FLOOR[browser]}" in readme


def found_in(kind: str, source: str) -> set[str]:
    """What in this source is too new."""
    if kind == "js":
        tree = scripts.parse(source)
        uses = scripts.uses_in(tree, scripts.own_names([tree]))
    else:
        uses = {"css": stylesheets.uses_in, "html": markup.uses_in}[kind](source)
    return {use.feature for use in too_new(uses)}


@pytest.mark.parametrize(
    ("kind", "source", "feature"),
    [
        ("css", "a { anchor-name: --a }", "css.properties.anchor-name"),
        ("css", "a { of-tomorrow: 1 }", "css.properties.of-tomorrow"),
        ("css", "a { --b: light-dark(red, blue) }", "css.functions.light-dark"),
        ("css", "a { text-wrap: stable }", "css.properties.text-wrap.stable"),
        ("css", "details:open { color: red }", "css.selectors.open"),
        ("css", "a { color: red; & b { color: blue } }", "css.selectors.nesting"),
        ("css", "@starting-style { a { opacity: 0 } }", "css.at-rules.starting-style"),
        (
            "css",
            "@media (scripting: none) { a { color: red } }",
            "css.at-rules.media.scripting",
        ),
        ("html", "{% if a %}<search>{% endif %}", "html.elements.search"),
        ("html", '<button commandfor="{{ id }}">', "html.elements.button.commandfor"),
        ("html", "<i popover>", "html.global_attributes.popover"),
        ("js", "menu.togglePopover()", "*.togglePopover"),
        (
            "js",
            "const { groupBy } = Object; Object.groupBy(cards, suit)",
            "javascript.builtins.Object.groupBy",
        ),
        ("js", "cards.union(others)", "*.union"),
        ("js", "navigator.vibrate(40)", "api.Navigator.vibrate"),
        ("js", "new CloseWatcher()", "api.CloseWatcher"),
        ("js", 'menu.addEventListener("scrollend", act)', "*.scrollend_event"),
        ("js", "/[a--b]/v.test(text)", "javascript.builtins.RegExp.unicodeSets"),
        (
            "js",
            'createImageBitmap(file, { resizeQuality: "high" })',
            "api.createImageBitmap.options_resizeQuality_parameter",
        ),
    ],
)
def test_what_is_too_new_is_found(kind: str, source: str, feature: str) -> None:
    assert feature in found_in(kind, source)


@pytest.mark.parametrize(
    ("kind", "source"),
    [
        (
            "css",
            (
                "a { height: 50vh; height: 50dvh; --mine: 1; -webkit-user-select: "
                "none; "
                "user-select: none }"
            ),
        ),
        ("css", "@supports (anchor-name: --a) { a { anchor-name: --b } }"),
        ("css", "@supports selector(:popover-open) { a:popover-open { color: red } }"),
        (
            "css",
            (
                "@container (min-width: 10rem) { a:has(b):not(:is(c, d))::before { "
                "inset: "
                "0 } }"
            ),
        ),
        (
            "html",
            (
                '<h{{ level }} class="a" inert>{{ title }}</h{{ level }}><svg><path '
                'd="M0 '
                '0"/></svg>'
            ),
        ),
        (
            "js",
            (
                "const cards = { union: 1 }; cards.union += 1; [1].at(-1); "
                "structuredClone(cards)"
            ),
        ),
    ],
)
def test_what_is_old_or_has_a_way_round_is_not(kind: str, source: str) -> None:
    assert found_in(kind, source) == set()
