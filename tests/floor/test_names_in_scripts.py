"""What scripts share has one name in one place: their events in `events.js`."""

import re
from collections.abc import Iterator
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
