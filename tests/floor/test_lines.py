"""Somebody can read templates, stylesheets and scripts, line by line."""

import re
from pathlib import Path

WEB = Path(__file__).parents[2] / "web/referee_web"
LONGEST = 120
LONGEST_IN_SCRIPTS = 125


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


def test_scripts_have_no_long_lines() -> None:
    long = []
    for path in sorted((WEB / "static").rglob("*.js")):
        # A sentence stays in one piece, in a line of its own.
        script = re.sub(r'^ *".*",?$', "", path.read_text("utf-8"), flags=re.MULTILINE)
        for number, line in enumerate(script.splitlines(), 1):
            if len(line) > LONGEST_IN_SCRIPTS:
                long.append(f"{path.relative_to(WEB)}:{number}")
    assert not long


def test_stylesheets_write_room_type_and_layers_by_their_names() -> None:
    tokens = (WEB / "static/style/tokens.css").read_text("utf-8")
    room = "|".join(re.findall(r"--gap\S*: (\S+rem);", tokens))
    type = "|".join(re.findall(r"--(?:fine|tiny|small|text|medium): (\S+rem);", tokens))
    assert room
    assert type
    spaced = r"(?<![\w-])(?:(?:row-|column-)?gap|padding|margin)[\w-]*: [^;]*"
    literal = re.compile(
        rf"{spaced}(?<![\w.-])(?:{room})\b|font-size: (?:{type});|z-index: \d"
    )
    found = []
    for path in sorted((WEB / "static").rglob("*.css")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if literal.search(line):
                found.append(f"{path.relative_to(WEB)}:{number}")
    assert not found


def test_no_rule_lets_any_change_restyle_the_whole_page() -> None:
    """After `:has()` no element without a class, a tag or an attribute is named."""
    bare = re.compile(r":has\(.*\)[^,{>+~]*(?:\s[>+~]\s|\s)(?:\*|:not\()")
    found = []
    for path in sorted((WEB / "static/style").glob("*.css")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if bare.search(line):
                found.append(f"{path.relative_to(WEB)}:{number}")
    assert not found
