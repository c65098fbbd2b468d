"""The code keeps its own rules: lint, format, types, floors, and no game's name in core
or web.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("-m", "ruff", "check"), id="ruff"),
        pytest.param(("-m", "ruff", "format", "--check"), id="format"),
        pytest.param(("-m", "mypy"), id="types", marks=pytest.mark.slow),
        pytest.param(
            ("-c", "from importlinter.cli import lint_imports_command as lint; lint()"),
            id="floors",
        ),
    ],
)
def test_nothing_is_found(command: tuple[str, ...]) -> None:
    ran = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        pytest.fail(
            f"{' '.join(command)} found:\n{ran.stdout}{ran.stderr}", pytrace=False
        )


def test_whoever_imports_a_game_is_in_its_package() -> None:
    games = {point.module for point in entry_points(group="referee")}
    strange = []
    for path in (*ROOT.glob("referee/**/*.py"), *ROOT.glob("[pw]*/referee_*/**/*.py")):
        imported = re.findall(
            r"^ *(?:from|import) +(referee_\w+)", path.read_text("utf-8"), re.MULTILINE
        )
        own = path.relative_to(ROOT).parts[1]
        if games.intersection(imported) - {own}:
            strange.append(path)
    assert not strange


def test_house_rules_are_pure_and_import_only_their_game_and_referee() -> None:
    # Import contracts do not go into their folders, which are no packages.
    strange = []
    for path in ROOT.glob("plugins/*/house_rules/*.py"):
        imported = re.findall(
            r"^ *(?:from|import) +(\w[\w.]*)", path.read_text("utf-8"), re.MULTILINE
        )
        if set(imported) - {"collections.abc", "dataclasses", "itertools", "referee"}:
            strange.append(path)
    assert not strange


def test_templates_get_their_page_alone() -> None:
    given = {}
    for path in ROOT.glob("web/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and "render_template" in ast.dump(node.func):
                given[path.name, node.lineno] = [each.arg for each in node.keywords]
    assert given
    assert {tuple(names) for names in given.values()} == {("page",)}, given


MOST_FIELDS_IN_PROSE = 6


def fields_of(kind: ast.ClassDef) -> tuple[set[str], set[str]]:
    """Return the fields of a frozen class, and those that have a string below them."""
    names = set()
    described = set()
    for member, below in pairwise([*kind.body, ast.Pass()]):
        if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name):
            names.add(member.target.id)
            if isinstance(below, ast.Expr):
                described.add(member.target.id)
    return names, described


def in_prose(kind: ast.ClassDef) -> set[str]:
    """Return the fields that only the docstring of a frozen class tells of, where it
    has too many for that.
    """
    marks = " ".join(map(ast.unparse, kind.decorator_list))
    names, described = fields_of(kind)
    if "frozen" not in marks or len(names) <= MOST_FIELDS_IN_PROSE:
        return set()
    told = re.findall(r"`(\w+)`|^ *(\w+):", ast.get_docstring(kind) or "", re.MULTILINE)
    return names.intersection(quoted or listed for quoted, listed in told) - described


def test_fields_of_a_large_value_are_described_below_them() -> None:
    strange = []
    for folder in ("referee", "web", "plugins", "tools", "examples"):
        for path in (ROOT / folder).rglob("*.py"):
            source = path.read_text("utf-8")
            if "frozen" not in source:
                continue
            for node in ast.walk(ast.parse(source)):
                if isinstance(node, ast.ClassDef) and in_prose(node):
                    strange.append((path, node.name, in_prose(node)))
    assert not strange


def misuses_its_verb(function: ast.FunctionDef) -> bool:
    """Return whether it promises by its verb what it does not return.

    docs/glossary.md says what the verbs promise.
    """
    verb, _, object = function.name.lstrip("_").partition("_")
    returned = ast.unparse(function.returns) if function.returns else "None"
    if verb == "check":
        return bool(object) and returned in ("None", "NoReturn")
    if verb == "refuse":
        return not re.search("Ruling|Refused|Reason|Text", returned)
    return verb == "must"


def functions() -> Iterator[tuple[Path, ast.FunctionDef]]:
    """Yield the functions of core, web, games and examples, each with its file."""
    for folder in ("referee", "web", "plugins", "examples"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.FunctionDef):
                    yield path, node


def test_guards_go_by_one_verb_each() -> None:
    misused = [
        (path, each.name) for path, each in functions() if misuses_its_verb(each)
    ]
    assert not misused


def test_docstrings_name_what_is_returned() -> None:
    riddles = []
    for path, function in functions():
        if (ast.get_docstring(function) or "").startswith("Return what "):
            riddles.append((path, function.name))
    assert not riddles


def test_docstrings_raise_errors() -> None:
    """An error is what a function raises: “Raise KeyError if …”, never it alone."""
    alone = []
    for path, function in functions():
        if path.is_relative_to(ROOT / "plugins"):
            continue
        told = " ".join((ast.get_docstring(function) or "").partition(">>>")[0].split())
        if re.search(r"(?:^|[.;] )`?[A-Z][a-z]\w+Error\b", told):
            alone.append((path, function.name))
    assert not alone


def written_alike(name: str) -> str:
    """A pattern for a name in all its forms: for `four-aces` also `Four Aces`,
    `four_aces` and `fourAces`.
    """
    words = re.findall(r"\w+", re.sub("['’]", "", name.replace("_", " ")))
    return r"[\s_'’-]?".join("['’]?".join(word) for word in words).lower()


ALSO_MEAN_SOMETHING_ELSE = {"bridge", "hearts", "spades"}
"""Games called like a suit, or like what else there is in core or web: only their
packages can be looked for.
"""


def names_of(point: EntryPoint) -> set[str]:
    """How a game is called."""
    if point.name in ALSO_MEAN_SOMETHING_ELSE:
        return {point.module}
    title = point.load().describe_game().title
    return {point.name, title, point.module.removeprefix("referee_")}


def test_neither_core_nor_web_names_a_game() -> None:
    names = set[str]().union(*map(names_of, entry_points(group="referee")))
    forms = "|".join(map(written_alike, sorted(names)))
    named = re.compile(rf"(?<![a-z0-9])(?:{forms})(?![a-z0-9])")
    assert sources()
    assert [path for path, text in sources().items() if named.search(text)] == []


def sources() -> dict[str, str]:
    """All that core and web hold, in small letters, by path."""
    texts = {}
    for folder in ("referee", "web"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix != ".pyc":
                texts[str(path)] = path.read_bytes().decode("utf-8", "replace").lower()
    return texts
