"""One word, one thing: the glossary, the names in the code, and plain English."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")
ROW = re.compile(r"^\| (?P<term>[^|]+?) \| (?P<what>[^|]+?) \| (?P<code>[^|]*?) ?\|$", re.MULTILINE)
ROWS = [row for row in ROW.finditer(GLOSSARY) if row["term"] != "term" and not row["term"].startswith("---")]


SAME_NAME = {"State": "each game has its own"}
"""Public types that stand more than once, and why."""

ON_SEVERAL_FLOORS = {
    "ask": "the command and the page",
    "bench": "what the kit has for it, what pages ask it for, and what is done at it",
    "call": "a call of the API; of four aces",
    "corrections": "what a correction is, making one at a table, its page",
    "disputes": "what a dispute is, having one at a table, its call, its page",
    "export": "the document, and the command that prints it",
    "games": "the command and the calls",
    "history": "the calls and the pages",
    "joining": "what is done at a table, and its page",
    "match": "a match, and the calls about it",
    "preferences": "what they are, and their page",
    "qr": "the codes, and their addresses",
    "replay": "taking entries again, and the command that does it",
    "rules": "a game's sections, and the page that shows them",
    "seats": "what is done at a table, its calls, its page",
    "pile": "of two games",
    "recount": "of two games",
    "round": "of two games",
}
"""Modules of one subject that stand on more than one floor, or in more than one game."""

OF_EACH_GAME = {"accept", "guide", "prompts", "questions", "rules", "scene", "state", "validation"}
"""Modules that stand in each game, for the same job."""


def modules() -> Iterator[Path]:
    for folder in ("referee", "web", "plugins"):
        yield from sorted(path for path in (ROOT / folder).rglob("*.py") if path.name != "__init__.py")


def public_types() -> dict[str, list[str]]:
    """Every class and type alias of the product that does not begin with an underscore, with where it stands."""
    found = defaultdict(list)
    for path in modules():
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef):
                name = node.name
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                name = node.targets[0].id
            else:
                continue
            if name[0].isupper() and (isinstance(node, ast.ClassDef) or not name.isupper()) and len(name) > 1:
                found[name].append(path.relative_to(ROOT).as_posix())
    return found


def test_every_term_stands_there_once() -> None:
    terms = Counter(term.strip() for row in ROWS for term in row["term"].split(","))
    assert len(terms) > 60
    assert [term for term, times in terms.items() if times > 1] == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["term"])
def test_what_a_term_is_called_in_the_code_is_there(row: re.Match[str]) -> None:
    source = "\n".join(path.read_text("utf-8") for path in modules())
    for name in re.findall(r"`(\w+)`", row["code"]):
        assert re.search(rf"^(class {name}\b|{name}\b.* = )", source, re.MULTILINE), name


def test_no_type_has_the_name_of_another() -> None:
    twice = {name: places for name, places in public_types().items() if len(places) > 1 and name not in SAME_NAME}
    assert twice == {}


def test_no_module_has_the_name_of_another_unless_it_does_the_same_job() -> None:
    found = defaultdict(set)
    for path in modules():
        if "migrations" not in path.parts:
            found[path.stem].add(path)
    twice = {name for name, places in found.items() if len(places) > 1}
    assert twice == set(ON_SEVERAL_FLOORS) | OF_EACH_GAME


FORBIDDEN = {
    "whence": "say where from",
    "how-manieth": "say which",
    "anew": "say again",
    "called otherwise": "say what it is called",
    "of no matter": "say what does not matter",
    "behind of": "say behind",
    "first first": "say from first to last",
    "of so many": "say how many",
    "so many at most": "say how many",
    "manager": "say what it does",
    "utils": "say what it does",
}


def test_nothing_is_said_that_nobody_says() -> None:
    texts = [*modules(), *ROOT.glob("docs/*.md"), *ROOT.glob("*.md"), *(ROOT / "web").rglob("*.js")]
    found = [
        f"{path.relative_to(ROOT)}:{number}: {word}: {advice}"
        for path in texts
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        for word, advice in FORBIDDEN.items()
        if re.search(rf"(?<![\w-]){word}(?![\w-])", line, re.IGNORECASE) and "plugg" not in line.lower()
    ]
    assert not found, "\n".join(found)
