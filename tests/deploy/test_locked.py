"""What is locked: `make lock` writes all of it or nothing, and images are named
exactly.
"""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent
LOCK = ROOT / "tools/setup/lock"

PYTHON = """#!/bin/sh
# Stands for Python: makes an environment whose Python does nothing, and whose uv is the one below.
[ "$2" = venv ] || exit 0
mkdir -p "$3/bin"
cp "$0" "$3/bin/python"
cp "$(dirname "$0")/uv" "$3/bin/uv"
"""

UV = """#!/bin/sh
# Stands for uv: says what it was asked, and fails where that holds a word.
case "$*" in *"$FAILS_AT"*) exit 1 ;; esac
echo "$@"
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """As much of the project as `make lock` needs, with a Python and a uv that fetch
    nothing.
    """
    for folder in ("tools/setup", "tools/requirements", ".venv/bin"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(LOCK, tmp_path / "tools/setup/lock")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "tools/setup/environment").write_text("exit 0\n")
    for name, words in (("python", PYTHON), ("uv", UV)):
        (tmp_path / ".venv/bin" / name).write_text(words)
        (tmp_path / ".venv/bin" / name).chmod(0o755)
    for lock in (ROOT / "tools/requirements").glob("*.txt"):
        (tmp_path / "tools/requirements" / lock.name).write_text("as it was\n")
    return tmp_path


def lock(project: Path, fails_at: str) -> int:
    command = ["sh", str(project / "tools/setup/lock")]
    return subprocess.run(
        command, env=os.environ | {"FAILS_AT": fails_at}, check=False
    ).returncode


def locks(project: Path) -> dict[str, str]:
    """All that stands among the requirements, by name."""
    return {
        path.name: path.read_text()
        for path in (project / "tools/requirements").iterdir()
    }


@pytest.mark.parametrize("fails_at", ["metrics", "training", "quiet lock"])
def test_locking_that_fails_changes_nothing(fails_at: str, project: Path) -> None:
    before = locks(project)
    assert lock(project, fails_at) != 0
    assert locks(project) == before


def test_locking_writes_every_lock(project: Path) -> None:
    before = locks(project)
    assert lock(project, "nothing of this") == 0
    after = locks(project)
    assert after.keys() == before.keys()
    assert all("export" in words for words in after.values())


def test_locking_names_extras_and_groups_that_there_are() -> None:
    pyproject: dict[str, Any] = tomllib.loads(
        (ROOT / "pyproject.toml").read_text("utf-8")
    )
    script = LOCK.read_text("utf-8")
    assert {*re.findall(r"--extra (\S+)", script)} <= pyproject["project"][
        "optional-dependencies"
    ].keys()
    assert {*re.findall(r"--(?:only-)?group (\S+)", script)} <= pyproject[
        "dependency-groups"
    ].keys()


@pytest.mark.parametrize("file", ["Containerfile", "compose.yaml"])
def test_images_are_named_by_exact_tags_and_may_be_held_to_a_digest(file: str) -> None:
    text = (ROOT / "tools/deploy" / file).read_text("utf-8")
    images = re.findall(r"^(?:FROM| +image:) (\S+)", text, re.MULTILINE)
    assert images
    for image in images:
        named = re.fullmatch(
            r"(\w+):([\d.]+)(?:-[\w-]+)?\$\{(\w+_DIGEST):\+@\$\{\3\}\}", image
        )
        assert named is not None
        # PostgreSQL's versions have two numbers, and "17" alone moves on with each of
        # them.
        assert named[2].count(".") == (1 if named[1] == "postgres" else 2)
