"""Somebody can read templates, stylesheets and scripts, line by line."""

import re
from collections.abc import Iterator
from pathlib import Path

WEB = Path(__file__).parents[2] / "web/referee_web"
LONGEST = 120
LONGEST_IN_SCRIPTS = 125


def lines_in(folder: str, kind: str) -> Iterator[tuple[str, str]]:
    """The lines of the files of this kind, each with its place."""
    for path in sorted((WEB / folder).rglob(f"*.{kind}")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            yield f"{path.relative_to(WEB)}:{number}", line


def test_templates_have_no_long_lines() -> None:
    lines = lines_in("templates", "html")
    assert not [place for place, line in lines if len(line) > LONGEST]


def test_templates_ask_no_request_and_no_store() -> None:
    """They draw what a page hands them."""
    asks = re.compile(r"(?<![\w.])(request|room|store|cookies|session)(?:\.\w|[(\[])")
    lines = lines_in("templates", "html")
    assert not [place for place, line in lines if asks.search(line)]


def test_stylesheets_have_a_declaration_a_line() -> None:
    crowded = re.compile(r"[\w-]: [^;]+; *[\w-]+: ")
    lines = lines_in("static", "css")
    assert not [p for p, line in lines if crowded.search(line.partition("/*")[0])]


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
    lines = lines_in("static", "css")
    assert not [place for place, line in lines if literal.search(line)]


def test_no_rule_lets_any_change_restyle_the_whole_page() -> None:
    """After `:has()` no element without a class, a tag or an attribute is named."""
    bare = re.compile(r":has\(.*\)[^,{>+~]*(?:\s[>+~]\s|\s)(?:\*|:not\()")
    lines = lines_in("static/style", "css")
    assert not [place for place, line in lines if bare.search(line)]
