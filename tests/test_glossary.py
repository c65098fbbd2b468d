"""One word, one thing: the glossary, the names in the code, and plain English."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text("utf-8")
ROW = re.compile(r"^\| (?P<term>[^|]+?) \| (?P<what>[^|]+?) \| (?P<code>[^|]*?) ?\|$", re.MULTILINE)
ROWS = [row for row in ROW.finditer(GLOSSARY) if row["term"] != "term" and not row["term"].startswith("---")]


def modules() -> Iterator[Path]:
    for folder in ("referee", "web", "plugins"):
        yield from sorted(path for path in (ROOT / folder).rglob("*.py") if path.name != "__init__.py")


def test_every_term_stands_there_once() -> None:
    terms = Counter(term.strip() for row in ROWS for term in row["term"].split(","))
    assert len(terms) > 60
    assert [term for term, times in terms.items() if times > 1] == []


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["term"])
def test_what_a_term_is_called_in_the_code_is_there(row: re.Match[str]) -> None:
    source = "\n".join(path.read_text("utf-8") for path in modules() if path.parts[-3] != "house_rules")
    for name in re.findall(r"`(\w+)`", row["code"]):
        assert re.search(rf"^(class {name}\b|{name}\b.* = )", source, re.MULTILINE), name


FORBIDDEN = {
    "whence": "say where from",
    "how-manieth": "say which",
    "of no matter": "say what does not matter",
    "manager": "say what it does",
    "utils": "say what it does",
}


def test_nothing_is_said_that_nobody_says() -> None:
    own = [path for path in modules() if path.name != "openapi.py"]
    texts = [*own, *ROOT.glob("docs/*.md"), *ROOT.glob("*.md"), *(ROOT / "web").rglob("*.js")]
    found = [
        f"{path.relative_to(ROOT)}:{number}: {word}: {advice}"
        for path in texts
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        for word, advice in FORBIDDEN.items()
        if re.search(rf"(?<![\w-]){word}(?![\w-])", line, re.IGNORECASE) and "plugg" not in line.lower()
    ]
    assert not found, "\n".join(found)
