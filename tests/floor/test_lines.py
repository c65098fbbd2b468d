"""Somebody can read templates and stylesheets, line by line."""

import re
from pathlib import Path

WEB = Path(__file__).parents[2] / "web/referee_web"
LONGEST = 120


def test_templates_have_no_long_lines() -> None:
    long = []
    for path in sorted((WEB / "templates").rglob("*.html")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if len(line) > LONGEST:
                long.append(f"{path.relative_to(WEB)}:{number}")
    assert not long


def test_stylesheets_have_a_declaration_a_line() -> None:
    crowded = []
    for path in sorted((WEB / "static").rglob("*.css")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if re.search(r"[\w-]: [^;]+; *[\w-]+: ", line.partition("/*")[0]):
                crowded.append(f"{path.relative_to(WEB)}:{number}")
    assert not crowded
