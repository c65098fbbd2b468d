"""The code keeps its own rules: lint, format, types, floors, and no game's name in core or web."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PYPROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
CONTRACTS: list[dict[str, Any]] = PYPROJECT["tool"]["importlinter"]["contracts"]
GAMES: dict[str, str] = PYPROJECT["project"]["entry-points"]["referee"]


def passes(*command: str) -> None:
    ran = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False)
    print(ran.stdout, ran.stderr, sep="")
    if ran.returncode:
        pytest.fail(f"{' '.join(command)}: what it found stands below", pytrace=False)


def test_games_need_no_casts_and_ignore_no_types() -> None:
    """What a stranger's game would have to write for `mypy --strict`, ours would have to write too."""
    sources = [*(ROOT / "plugins").rglob("*.py"), *(ROOT / "examples").rglob("*.py")]
    assert len(sources) > 80
    found = [str(path) for path in sources if re.search(r"\bcast\(|type: ignore", path.read_text("utf-8"))]
    assert found == []


def test_ruff_finds_nothing() -> None:
    passes("-m", "ruff", "check")


def test_the_format_is_ruffs() -> None:
    passes("-m", "ruff", "format", "--check")


@pytest.mark.slow
def test_every_type_is_right() -> None:
    passes("-m", "mypy")


def test_the_import_contracts_are_kept() -> None:
    passes("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()")


def test_every_package_of_the_core_stands_on_a_floor() -> None:
    packages = {f"referee.{init.parent.name}" for init in ROOT.glob("referee/*/__init__.py")}
    floors = {floor for contract in CONTRACTS for floor in contract.get("layers", ())}
    assert packages <= floors


def test_every_game_is_held_to_the_contracts() -> None:
    imported = set(GAMES.values())
    root_packages = set(PYPROJECT["tool"]["importlinter"]["root_packages"])
    held = [set(c["source_modules"]) for c in CONTRACTS if c["type"] == "forbidden" and c["name"].startswith("Games")]
    apart = [set(c["modules"]) for c in CONTRACTS if c["type"] == "independence"]
    kept_out = [set(c["forbidden_modules"]) for c in CONTRACTS if c["name"].startswith("Neither")]
    assert held and apart and kept_out
    assert all(imported <= names for names in [root_packages, *held, *apart, *kept_out])


def test_every_package_is_typed_strictly() -> None:
    checked = PYPROJECT["tool"]["mypy"]["packages"]
    shipped = PYPROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert checked == [Path(package).name for package in shipped]


def sources() -> Iterator[Path]:
    for folder in ("referee", "web"):
        yield from (path for path in sorted((ROOT / folder).rglob("*")) if path.is_file() and path.suffix != ".pyc")


def called(point_name: str, title: str) -> list[str]:
    """What a game can be called: its id, its title, and its package's name, however they are joined."""
    return [point_name, title, GAMES.get(point_name, point_name).removeprefix("referee_")]


def pattern(name: str) -> str:
    """Matches the name as words of their own: `four-aces` also as `Four Aces`, `four_aces` and `fourAces`."""
    words = re.findall(r"\w+", name.replace("_", " ").replace("'", "").replace("’", ""))
    return r"(?<![a-z0-9])" + r"[\s_'’-]?".join(map(letters, words)) + r"(?![a-z0-9])"


def letters(word: str) -> str:
    """An apostrophe may stand anywhere within a name: `jizara` is also `Ji'zara`."""
    return "['’]?".join(map(re.escape, word))


@pytest.mark.parametrize("point", entry_points(group="referee"), ids=lambda point: point.name)
def test_neither_core_nor_web_names_a_game(point: Any) -> None:
    title = point.load().describe_game().title
    names = re.compile("|".join(map(pattern, called(point.name, title))), re.IGNORECASE)
    named = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in sources()
        for number, line in enumerate(path.read_bytes().decode("utf-8", "replace").splitlines(), 1)
        if names.search(line)
    ]
    assert not named, "\n".join(named)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("four-aces", "Four Aces"),
        ("four-aces", "referee_four_aces"),
        ("four-aces", "fourAces"),
        ("Ji'zara", "play jizara"),
        ("jizara", "a Ji’zara table"),
        ("faj", '"faj#joker"'),
    ],
)
def test_a_name_is_found_however_it_is_written(name: str, text: str) -> None:
    assert re.search(pattern(name), text, re.IGNORECASE)


def test_a_name_is_not_found_within_a_word() -> None:
    assert not re.search(pattern("faj"), "fajita", re.IGNORECASE)


def test_the_tests_of_games_import_what_a_strangers_could() -> None:
    """Beside what games import: `referee.testing`, and of it what is named there."""
    faces = {"referee", "referee.testing"}
    paths = [*(ROOT / "tests" / "games").rglob("*.py"), *(ROOT / "examples").rglob("test_*.py")]
    imports = [(path, module, name) for path in paths for module, name in imported_from_us(path)]
    assert len(imports) > 100
    named = {(face, name) for face in faces for name in import_module(face).__all__}
    assert [one for one in imports if one[1:] not in named] == []


def imported_from_us(path: Path) -> Iterator[tuple[str, str]]:
    """Each name that a file imports from core or web, with the module that it comes from."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and re.match(r"(referee|referee_web)(\.|$)", node.module or ""):
            yield from ((str(node.module), alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            ours = [alias.name for alias in node.names if re.match(r"(referee|referee_web)(\.|$)", alias.name)]
            yield from ((name, "") for name in ours)


@pytest.mark.parametrize("package", GAMES.values())
def test_a_game_only_imports_its_hooks_from_where_they_stand(package: str) -> None:
    folder = ROOT / "plugins" / package
    _, *imports = ast.parse((folder / "__init__.py").read_text("utf-8")).body
    assert imports
    for one in imports:
        assert isinstance(one, ast.ImportFrom) and one.level == 1, ast.unparse(one)
        shadowed = {name.name for name in one.names} & {path.stem for path in folder.glob("*.py")}
        assert not shadowed, "a function and a module of one name: say specname"
