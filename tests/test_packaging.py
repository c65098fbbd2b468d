"""What is built is whole: the source archive, the wheel made from it, and the wheel
once it is installed.
"""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hatchling.builders.constants import EDITABLES_REQUIREMENT
from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent
PYPROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT: dict[str, Any] = PYPROJECT["project"]
PLUGINS = sorted(path.parent.name for path in ROOT.glob("plugins/*/__init__.py"))
SHIPPED = ["referee", "web/referee_web", *(f"plugins/{name}" for name in PLUGINS)]
LOCKED = sorted((ROOT / "tools/requirements").glob("*.txt"))


def run(*command: str | Path, cwd: Path, env: Mapping[str, str] | None = None) -> str:
    """What the command prints; fails with all that it said."""
    ran = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        print(ran.stdout, ran.stderr, sep="")
        pytest.fail(
            f"{Path(command[0]).name} failed; what it said stands below", pytrace=False
        )
    return ran.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the source archive, and the wheel that was built from that
    archive.
    """
    folder = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, cwd=ROOT)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


def environment_with(wheel: Path, folder: Path) -> Path:
    """The programs of an environment, new in this folder, that holds the wheel and what
    it asks for.
    """
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    install(
        programs,
        "--require-hashes",
        "--requirement",
        ROOT / "tools/requirements/run.txt",
    )
    install(programs, "--no-deps", wheel)
    return programs


def install(programs: Path, *asked: str | Path) -> None:
    run(
        programs / "python",
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        *asked,
        cwd=programs,
    )


def packaged_files() -> dict[str, Path]:
    """Every file below the packages that are shipped, by where it belongs in the wheel."""
    return {
        f"{Path(package).name}/{path.relative_to(ROOT / package).as_posix()}": path
        for package in SHIPPED
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_every_game_and_every_language_in_the_tree_has_an_entry_point() -> None:
    groups = {
        name: group
        for name, group in PROJECT["entry-points"].items()
        if name.startswith("referee") and name != "referee.commands"
    }
    named = {
        target.partition(":")[0].partition(".")[0]
        for group in groups.values()
        for target in group.values()
    }
    assert named == set(PLUGINS)


@pytest.mark.slow
def test_the_wheel_holds_every_file_and_document_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    assert not packaged_files().keys() - held
    documents = {name for name in held if name.startswith("referee_web/docs/")}
    for_who_changes_it = {"decisions.md", "performance.md"}
    assert documents == {
        f"referee_web/docs/{path.name}"
        for path in (ROOT / "docs").glob("*.md")
        if path.name not in for_who_changes_it
    }
    tops = {Path(package).name for package in SHIPPED} | {
        f"referee-{PROJECT['version']}.dist-info"
    }
    assert {name.partition("/")[0] for name in held} == tops


@pytest.mark.slow
def test_the_source_archive_holds_what_runs_and_tests_it(built: Path) -> None:
    (source,) = built.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert held >= {
        "Makefile",
        "LICENSE",
        "tools/setup/run",
        "tools/setup/test",
        "tests/test_packaging.py",
    }


def modules_in(wheel: Path) -> list[str]:
    """The modules of the wheel but for examples and `__main__`, which nobody imports,
    and for what needs an extra: pytest, mypy, or PostgreSQL's driver.
    """
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.endswith(".py")]
    others = (
        "/__main__.py",
        "/pytest_plugin.py",
        "/mypy_hooks.py",
        "/postgresql.py",
        "/notifications.py",
    )
    imported = [
        name
        for name in names
        if "referee_web/examples/" not in name and not name.endswith(others)
    ]
    return sorted(
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for name in imported
    )


@pytest.mark.slow
def test_the_wheel_works_where_only_what_it_asks_for_is_installed(
    wheel: Path, tmp_path: Path
) -> None:
    """And then a new game beside it, which passes its own tests."""
    programs = environment_with(wheel, tmp_path / "environment")
    run(programs / "python", "-m", "pip", "check", cwd=tmp_path)
    imports = (
        "import importlib, sys\nfor name in sys.argv[1:]: importlib.import_module(name)"
    )
    run(
        programs / "python",
        "-I",
        "-W",
        "error",
        "-c",
        imports,
        *modules_in(wheel),
        cwd=tmp_path,
    )
    assert PROJECT["version"] in run(programs / "referee", "--version", cwd=tmp_path)
    listed = run(programs / "referee", "games", cwd=tmp_path)
    assert not [
        game for game in PROJECT["entry-points"]["referee"] if game not in listed
    ]
    run(programs / "referee", "new", "robber-whist", cwd=tmp_path)
    install(programs, f"{tmp_path / 'robber-whist'}[testing]")
    assert "Robber Whist" in run(programs / "referee", "games", cwd=tmp_path)
    assert "Nothing is wrong" in run(
        programs / "referee", "check", "robber-whist", cwd=tmp_path
    )
    told = run(
        programs / "python",
        "-m",
        "pytest",
        "-v",
        "-W",
        "error",
        cwd=tmp_path / "robber-whist",
    )
    assert "a_revoke.toml::a_revoke PASSED" in told
    assert "test_a_revoke_costs_three PASSED" in told


@pytest.mark.parametrize("lock", LOCKED, ids=lambda path: path.name)
def test_a_lock_names_versions_and_hashes_and_no_address(lock: Path) -> None:
    text = lock.read_text("utf-8")
    assert not re.search(r"https?:|^\s*-(?!-hash)|@", text, re.MULTILINE)
    pins = re.split(r"\n(?=\S)", text.strip())
    assert pins
    assert all("==" in pin and "--hash=sha256:" in pin for pin in pins)


@pytest.mark.parametrize("lock", LOCKED, ids=lambda path: path.name)
def test_a_lock_fits_what_the_project_asks_for(lock: Path) -> None:
    extras = PROJECT["optional-dependencies"]
    asked = {
        "build": [
            *in_group("build"),
            *PYPROJECT["build-system"]["requires"],
            EDITABLES_REQUIREMENT,
        ],
        "run": PROJECT["dependencies"],
        "deploy": [
            *PROJECT["dependencies"],
            *extras["postgres"],
            *extras["metrics"],
        ],
        "test": [
            *PROJECT["dependencies"],
            *in_group("test"),
            *(each for extra in extras.values() for each in extra),
        ],
        "peers": in_group("peers"),
        "training": in_group("training"),
    }[lock.stem]
    locked = dict(
        re.findall(r"^([\w.-]+)==([^\s;]+)", lock.read_text("utf-8"), re.MULTILINE)
    )
    unfit = [text for text in asked if not fits(Requirement(text), locked)]
    assert not unfit, "not in the lock as asked for; `make lock` writes it again"


def in_group(name: str) -> list[str]:
    """What a dependency group asks for, and the groups that it includes."""
    asked: list[str] = []
    for each in PYPROJECT["dependency-groups"][name]:
        asked += [each] if isinstance(each, str) else in_group(each["include-group"])
    return asked


def test_what_builds_the_project_is_one_version_and_nothing_is_built_with_another() -> (
    None
):
    """Where pip builds by itself it has no hashes; our own scripts build from those
    that are locked.
    """
    (asked,) = PYPROJECT["build-system"]["requires"]
    assert re.fullmatch(r"hatchling==[\d.]+", asked)
    assert asked in in_group("build")
    assert asked in in_group("test")
    for script in ("tools/setup/environment", "tools/deploy/Containerfile"):
        lines = (ROOT / script).read_text("utf-8").splitlines()
        builds = [line for line in lines if re.search(r"--editable|pip wheel", line)]
        assert builds
        assert all("--no-build-isolation" in line for line in builds)
        assert any(
            "--require-hashes" in line and "requirements/build.txt" in line
            for line in lines
        )


def fits(asked: Requirement, locked: dict[str, str]) -> bool:
    name = re.sub(r"[-_.]+", "-", asked.name).lower()
    return name in locked and asked.specifier.contains(locked[name])


@pytest.mark.slow
@pytest.mark.parametrize(
    "tool", [("pipx", "install"), ("uv", "tool", "install")], ids=" ".join
)
def test_it_is_installed_by_the_tools_that_install_programs(
    tool: tuple[str, ...], wheel: Path, tmp_path: Path
) -> None:
    venv.create(tmp_path / "tool", with_pip=True)
    programs = tmp_path / "tool/bin"
    run(
        programs / "python",
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        tool[0],
        cwd=tmp_path,
    )
    kept = {
        name: str(tmp_path / name)
        for name in ("PIPX_HOME", "PIPX_BIN_DIR", "UV_TOOL_DIR", "UV_TOOL_BIN_DIR")
    }
    run(
        programs / tool[0],
        *tool[1:],
        "--python",
        sys.executable,
        wheel,
        cwd=tmp_path,
        env=os.environ | kept,
    )
    (command,) = tmp_path.glob("*_BIN_DIR/referee")
    assert PROJECT["version"] in run(command, "--version", cwd=tmp_path)
