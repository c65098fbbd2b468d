"""What the documents promise is there: their links lead somewhere, their commands
exist, their pictures are small.
"""

import re
from itertools import groupby
from pathlib import Path

import pytest
from PIL import Image

import referee
from referee.commandline import COMMANDS
from referee.plugin.advice import FORMER_NAMES
from referee.testing.author_reference import (
    write_games_page,
    write_hooks_page,
    write_names_page,
)
from referee.testing.checks.check_declarations import HOOKS
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


@pytest.mark.parametrize("folder", ["tables", "races", "events"])
def test_the_architecture_names_every_file_of_a_folder_that_it_lists(
    folder: str,
) -> None:
    document = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    [row] = re.findall(rf"^\| `{folder}/` \| (.*) \|$", document, re.MULTILINE)
    files = {path.stem for path in (CORE / "hosting" / folder).glob("*.py")}
    assert files - {"__init__"} <= {*re.findall(r"`(\w+)`", row)}


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


def test_every_promise_names_its_tests() -> None:
    security = (ROOT / "SECURITY.md").read_text("utf-8")
    promised = security.partition("## What is promised")[2].partition("\n## ")[0]
    promises = re.findall(r"^- (.+)$", promised, re.MULTILINE)
    assert len(promises) > 10
    for promise in promises:
        tests = re.findall(r"`(tests/[^`]+)`", promise)
        assert tests, promise
        for test in tests:
            assert (ROOT / test).exists(), test


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


RUN_BY = {
    "make test": ".ci/run",
    "make test-all": ".ci/run",
    "make": ".ci/run",
    "pipx install .": "tests/test_packaging.py",
    "uv tool install .": "tests/test_packaging.py",
    "pip install .": "tests/test_packaging.py",
    "referee": "tests/commandline/test_serve.py",
    "make pyz": "tests/test_one_file.py",
    "python3 referee.pyz": "tests/test_one_file.py",
    "make screens": "tests/browser/test_screens.py",
    "python3 -m venv /opt/referee": "tests/test_packaging.py",
    "/opt/referee/bin/pip install .": "tests/test_packaging.py",
    "referee serve --help": "tests/commandline/test_serve.py",
    "/opt/referee/bin/referee tables --data /var/lib/referee": (
        "tests/commandline/test_tables.py"
    ),
    "nohup referee serve &": "tests/commandline/test_serve.py",
    "referee doctor": "tests/commandline/test_doctor.py",
    "referee doctor --rescue FOLDER": "tests/commandline/test_disk.py",
    "referee serve --https": "tests/commandline/test_https.py",
    "referee tables": "tests/commandline/test_tables.py",
    "referee forget CODE": "tests/commandline/test_forget.py",
    "tools/deploy/run-here": "tests/deploy/test_run_here.py",
    "tools/deploy/run-here FOLDER PORT": "tests/deploy/test_run_here.py",
    'sqlite3 tables.sqlite ".backup copy.sqlite"': (
        "tests/deploy/test_backup_of_a_file.py"
    ),
    "pg_dump --format=custom --file=referee.dump URL": (
        "tests/deploy/test_backup_of_a_database.py"
    ),
    "pg_restore --clean --if-exists --no-owner --dbname=URL referee.dump": (
        "tests/deploy/test_backup_of_a_database.py"
    ),
}
"""What those who run the referee are told to type, and what runs it."""

NOT_RUN = {
    # They make an environment in the checkout and serve until they are stopped.
    *("make run", 'make run ARGS="--port 9000"', "sh tools/setup/run"),
    # They install what the tests run in.
    *("pip install '.[testing]'", "pip install '.[postgres,metrics]'"),
    # They change the computer; what the unit says is checked.
    "cp tools/deploy/referee.service /etc/systemd/system/",
    *("systemctl enable --now referee", "systemctl edit referee"),
    *("systemctl restart referee", "journalctl --unit referee"),
    "chown --reference=. tables.sqlite",
    # They need containers.
    "cp tools/deploy/settings.example tools/deploy/settings.env",
    "docker compose --env-file tools/deploy/settings.env "
    "--file tools/deploy/compose.yaml up --build",
}
"""What they are told to type and no test runs."""

PROGRAMS = (
    r"(make|sh|pip|pipx|uv|python3|referee|nohup|cp|docker|systemctl|journalctl|chown|sqlite3"
    r"|pg_\w+|tools/deploy/run-here|/opt/referee/bin/\w+)( |$)"
)


def commands(document: Path) -> set[str]:
    """What a document tells people to type."""
    text = document.read_text("utf-8")
    found = []
    for language, block in re.findall(r"(?sm)^```(\w*)\n(.*?)^```", text):
        if language in ("", "sh"):
            found += [line.partition(" #")[0].strip() for line in block.splitlines()]
    prose = re.sub(r"(?sm)^```.*?^```", "", text)
    found += re.findall(r"`([^`\n]+)`", prose)
    return {each for each in found if re.match(PROGRAMS, each)}


def test_every_command_for_those_who_run_it_is_run_or_named_as_not_run() -> None:
    told = commands(ROOT / "README.md")
    told |= commands(ROOT / "docs" / "running-it-for-many.md")
    assert told == RUN_BY.keys() | NOT_RUN
    assert all((ROOT / test).exists() for test in RUN_BY.values())


def test_every_picture_is_small_and_said_in_words() -> None:
    assert PICTURES
    for picture in PICTURES:
        assert picture.stat().st_size <= LARGEST_BYTES
        with Image.open(picture) as found:
            found.verify()
    assert all(re.search(r'alt="[^"]{20,}"', tag) for _, tag in IMAGES)


def test_no_picture_is_left_over() -> None:
    assert {*(ROOT / "docs" / "screens").iterdir()} == {*PICTURES}


def test_the_table_of_former_names_says_what_checks_say() -> None:
    guide = (ROOT / "docs" / "writing-a-game.md").read_text("utf-8")
    _, _, table = guide.partition("| before | now |")
    told, *_ = table.split("\n\n")
    for before, now in FORMER_NAMES.items():
        assert f"`{before}" in told, before
        assert f"`{now}`" in told, now
        assert now in referee.__all__ or now in HOOKS, now
        assert before not in referee.__all__, before


def test_every_name_that_games_import_is_found_in_a_guide() -> None:
    guides = ("writing-a-game.md", "recipes.md", "writing-a-movement.md")
    text = "".join((ROOT / "docs" / name).read_text("utf-8") for name in guides)
    words = {*re.findall(r"\w+", text)}
    assert [name for name in referee.__all__ if name not in words] == []
