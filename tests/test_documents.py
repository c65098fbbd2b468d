"""What the documents promise is there: their links lead somewhere, their commands
exist, their pictures are small.
"""

import re
from itertools import groupby
from pathlib import Path

import pytest
from PIL import Image
from referee_web.pages.author_reference import (
    write_games_page,
    write_hooks_page,
    write_names_page,
)

from referee.commandline import COMMANDS
from tests.browser.screens import LARGEST_BYTES

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
MADE_FROM_THE_CODE = {
    "hooks.md": write_hooks_page,
    "names.md": write_names_page,
    "whole-games.md": lambda: write_games_page(ROOT / "examples"),
}
"""Documents that are served and stand in no file."""
SERVER = ROOT / "web" / "referee_web" / "server" / "README.md"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), SERVER])
IMAGES = [
    (document.parent, tag)
    for document in DOCUMENTS
    for tag in re.findall(r"<img [^>]*>", document.read_text("utf-8"))
]
"""The folder of each document that shows a picture, and how it does."""
PICTURES = [
    folder / found.group(1)
    for folder, tag in IMAGES
    if (found := re.search(r'src="([^"]+)"', tag))
]


def anchors(document: Path) -> set[str]:
    """The headings of a document, as links name them."""
    made = MADE_FROM_THE_CODE.get(document.name)
    headings = re.findall(
        r"^#+ (.+)$", made() if made else document.read_text("utf-8"), re.MULTILINE
    )
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in headings
    }


def links(document: Path) -> list[str]:
    """Where a document links to, but for other sites."""
    prose = re.sub(
        r"```.*?```|`[^`\n]*`", "code", document.read_text("utf-8"), flags=re.DOTALL
    )
    found = re.findall(r"\]\(([^)\s]+)\)", prose)
    return [link for link in found if "://" not in link]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_every_link_leads_somewhere(document: Path) -> None:
    for link in links(document):
        path, _, anchor = link.partition("#")
        target = document.parent / path if path else document
        assert target.exists() or target.name in MADE_FROM_THE_CODE, link
        assert not anchor or anchor in anchors(target), link


CORE = ROOT / "referee"
WEB = ROOT / "web" / "referee_web"
HOMES = (
    ROOT,
    *(CORE / part for part in ("", "hosting", "match", "testing", "vocabulary")),
    CORE / "vocabulary" / "fields",
    *(WEB / part for part in ("", "api", "pages", "server", "static", "templates")),
    WEB / "static" / "style",
    ROOT / "tests" / "browser" / "engines",
)
"""The folders from which a document for contributors may name a path."""


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_every_path_that_a_contributor_reads_exists(name: str) -> None:
    prose = re.sub(r"```.*?```", "", (ROOT / name).read_text("utf-8"), flags=re.DOTALL)
    paths = re.findall(r"`([\w./-]+(?:/|\.(?:py|js|css|html|toml|md)))`", prose)
    of_a_game = {
        *("game.py", "state.py", "play.py", "prompts.py", "scene.py", "scoring.py"),
        *("betting.py", "rules.toml", "guide.toml", "irregularities.toml"),
        *("house_rules/", "locale/"),
    }
    assert paths
    for path in {*paths} - of_a_game:
        assert any((home / path).exists() for home in HOMES), path


def headings(document: Path) -> list[tuple[int, str]]:
    """The headings of a document with their levels, from the top."""
    prose = re.sub(r"(?s)^```.*?^```", "", document.read_text("utf-8"), flags=re.M)
    found = re.findall(r"^(#+) (.+)$", prose, re.MULTILINE)
    return [(len(signs), heading) for signs, heading in found]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_no_level_of_headings_is_left_out(document: Path) -> None:
    above = 0
    for level, heading in headings(document):
        assert level <= above + 1, heading
        assert (level == 1) is (above == 0), heading
        above = level


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_a_blank_line_stands_above_each_heading(document: Path) -> None:
    prose = re.sub(r"(?s)^```.*?^```", "", document.read_text("utf-8"), flags=re.M)
    assert re.findall(r"[^\n]\n#+ .+", prose) == []


def test_decisions_are_in_order() -> None:
    document = ROOT / "docs" / "decisions.md"
    levels = headings(document)
    kinds = [heading.partition(":")[0] for level, heading in levels if level == 2]
    assert [kind for kind, _ in groupby(kinds)] == ["Core", "Games", "Server"]
    assert max(level for level, _ in levels) == 3


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) < 100


def test_the_readme_names_what_continuous_integration_runs() -> None:
    ran = re.findall(
        r"^make [\w-]+", (ROOT / ".ci" / "run").read_text("utf-8"), re.MULTILINE
    )
    assert ran == re.findall(r"^make test[\w-]*", README, re.MULTILINE)


def test_every_make_command_exists() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    named = {
        command
        for document in DOCUMENTS
        for command in re.findall(r"`make ([\w-]+)", document.read_text("utf-8"))
    }
    assert named >= {"run", "screens"}
    assert {
        command
        for command in named
        if not re.search(rf"^{command}:", makefile, re.MULTILINE)
    } == set()


def test_every_command_of_the_command_line_is_explained() -> None:
    explained = re.findall(
        r"`referee (\w+)", (ROOT / "docs" / "playing.md").read_text("utf-8")
    )
    assert set(explained) == set(COMMANDS)


def test_every_picture_is_small_and_said_in_words() -> None:
    assert PICTURES
    for picture in PICTURES:
        assert picture.stat().st_size <= LARGEST_BYTES
        with Image.open(picture) as found:
            found.verify()
    assert all(re.search(r'alt="[^"]{20,}"', tag) for _, tag in IMAGES)


def test_no_picture_is_left_over() -> None:
    assert {*(ROOT / "docs" / "screens").iterdir()} == {*PICTURES}
