"""What scripts share is named in one place: their events in `events.js`, and what they
look for on a page in `dom.js`.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tree_sitter import Node

from . import scripts

STATIC = Path(__file__).parents[2] / "web/referee_web/static"
EVENTS = STATIC / "events.js"
BROWSERS_OWN = {"input", "change"}
"""Events of browsers that scripts send where they change a field themselves."""


def scripts_but(left_out: Path) -> list[Path]:
    return [path for path in sorted(STATIC.rglob("*.js")) if path != left_out]


def nodes_of(path: Path, kind: str) -> Iterator[Node]:
    for node in scripts.nodes_in(scripts.parse(path.read_text("utf-8"))):
        if node.type == kind:
            yield node


def own_events() -> set[str]:
    """Return what the events of `events.js` are called in browsers."""
    return set(
        re.findall(r'= of(?:Page|Form)\("([\w-]+)"\)', EVENTS.read_text("utf-8"))
    )


def test_every_event_of_the_scripts_is_named_and_explained() -> None:
    source = EVENTS.read_text("utf-8")
    exported = re.findall(r"^export const \w+ = ", source, re.MULTILINE)
    explained = re.findall(r"^// .*\nexport const \w+ = ", source, re.MULTILINE)
    assert len(exported) == len(explained) == len(own_events()) > 5
    assert all(name.startswith("referee-") for name in own_events())


@pytest.mark.parametrize(
    "path", scripts_but(EVENTS), ids=lambda path: str(path.relative_to(STATIC))
)
def test_no_other_script_names_an_event_of_its_own(path: Path) -> None:
    for string in nodes_of(path, "string"):
        assert scripts.text_of(string)[1:-1] not in own_events()

    for made in nodes_of(path, "new_expression"):
        kind = scripts.text_of(made.child_by_field_name("constructor"))
        assert kind != "CustomEvent", "events of scripts are sent by events.js"
        if kind == "Event":
            name = re.match(
                r'\("(\w+)"', scripts.text_of(made.child_by_field_name("arguments"))
            )
            assert name is not None
            assert name[1] in BROWSERS_OWN


# What scripts look for

DOM = STATIC / "dom.js"
LOOKED_FOR = re.compile(r"\[(data-[a-z-]+)")
ATTRIBUTE = re.compile(r"\bdata-[a-z]+(?:-[a-z]+)*\b")


@cache
def looked_for() -> dict[str, set[Path]]:
    """Return the attributes of data that scripts look for, and which scripts do."""
    found: defaultdict[str, set[Path]] = defaultdict(set)
    for path in scripts_but(DOM):
        for name in looked_for_by(path):
            found[name].add(path)
    return found


def looked_for_by(path: Path) -> Iterator[str]:
    """Yield those in selectors, those named by themselves, and those of `dataset`."""
    for kind in ("string", "template_string"):
        for node in nodes_of(path, kind):
            text = scripts.text_of(node)
            yield from LOOKED_FOR.findall(text)
            if ATTRIBUTE.fullmatch(text[1:-1]):
                yield text[1:-1]
    for name in members_of_datasets(path):
        yield "data-" + re.sub("[A-Z]", lambda capital: f"-{capital[0].lower()}", name)


def members_of_datasets(path: Path) -> Iterator[str]:
    """Yield `x` of `form.dataset.x`, `"x" in form.dataset` and `{ x } = form.dataset`."""
    for node in nodes_of(path, "member_expression"):
        if is_dataset(node.child_by_field_name("object")):
            yield scripts.text_of(node.child_by_field_name("property"))
    for node in nodes_of(path, "binary_expression"):
        left = node.child_by_field_name("left")
        if is_dataset(node.child_by_field_name("right")) and left.type == "string":
            yield scripts.text_of(left)[1:-1]
    for node in nodes_of(path, "variable_declarator"):
        pattern = node.child_by_field_name("name")
        if is_dataset(node.child_by_field_name("value")):
            yield from re.findall(r"[{,] *(\w+)", scripts.text_of(pattern))


def is_dataset(node: Node | None) -> bool:
    """Return whether this is `dataset`, somebody's, or of somebody who may be missing."""
    text = "" if node is None else scripts.text_of(node)
    return re.search(r"\bdataset( \?\? \{\})?$", text) is not None


@cache
def printed() -> set[str]:
    """Return the attributes of data that templates print, and forms for them."""
    web = STATIC.parent
    printing = [*(web / "templates").rglob("*.html"), *(web / "pages").rglob("*.py")]
    return {
        name for path in printing for name in ATTRIBUTE.findall(path.read_text("utf-8"))
    }


def test_what_templates_mark_for_scripts_or_scripts_share_is_named() -> None:
    named = set(ATTRIBUTE.findall(DOM.read_text("utf-8")))
    for attribute, where in looked_for().items():
        if attribute in printed() or len(where) > 1:
            assert attribute in named, where


def test_nothing_is_named_that_no_script_looks_for() -> None:
    source = DOM.read_text("utf-8")
    sought = {*looked_for(), *LOOKED_FOR.findall(source)}
    assert set(ATTRIBUTE.findall(source)) - sought == set()
