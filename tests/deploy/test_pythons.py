"""Which Pythons are found, which one `.venv` is made with, and which ones continuous
integration runs. Those here are scripts that say which version they are.
"""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PROGRAMS = "awk bash cat cksum cp cut dirname grep head id mkdir rm sh sort uname"

PYTHON = """#!/bin/sh
# Stands for Python 3.{minor}: says so, and makes environments that hold a copy of it.
case "$*" in
*ensurepip*) echo "{minor} {path}" ;;
*base_prefix*) echo "3.{minor} {path}" ;;
*"-m venv .venv") mkdir -p .venv/bin && cp "{path}" .venv/bin/python && echo "made with 3.{minor}" ;;
*"pip install"*) [ ! -e "{path}-lacks-wheels" ] ;;
*--version) echo "Python 3.{minor}" ;;
esac
"""
SHIM = """#!/bin/sh
echo "pyenv: $0: command not found" >&2
exit 127
"""
MAKE = """#!/bin/sh
# Stands for make: says what is made, and with which Python.
echo "made $1 with $(.venv/bin/python --version)"
[ ! -e "fails-at-$1" ]
"""


@dataclass(frozen=True)
class Machine:
    """A machine with a checkout, which has the Pythons that are put there."""

    folder: Path

    @property
    def checkout(self) -> Path:
        return self.folder / "checkout"

    def put(self, place: str, script: str) -> Path:
        path = self.folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(script)
        path.chmod(0o755)
        return path

    def put_python(self, place: str, minor: int) -> Path:
        path = self.folder / place
        return self.put(place, PYTHON.format(minor=minor, path=path))

    def run(self, *command: str, python: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            cwd=self.checkout,
            env={
                "PATH": str(self.folder / "bin"),
                "HOME": str(self.folder),
                "PYENV_ROOT": str(self.folder / "pyenv"),
                "PYTHON": python,
            },
            capture_output=True,
            text=True,
            check=False,
        )

    def pythons(self, *named: str) -> list[str]:
        found = self.run("sh", "tools/setup/pythons", *named)
        assert (found.returncode, found.stderr) == (0, "")
        return found.stdout.splitlines()

    def make_environment(self, python: str = "") -> list[str]:
        """Return what was done, or nothing where all was there already."""
        done = self.run("sh", "tools/setup/environment", "run", python=python)
        assert done.returncode == 0, done.stderr
        return [line for line in done.stdout.splitlines() if line.startswith("made")]

    def integrate(self, python: str = "") -> tuple[int, list[str], str]:
        """Run what continuous integration runs: its status, what it made, its log."""
        done = self.run("bash", ".ci/run", python=python)
        lines = done.stdout.splitlines()
        made = [line for line in lines if line.startswith("made test")]
        return done.returncode, made, done.stderr


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    machine = Machine(tmp_path)
    for script in ("pythons", "environment"):
        text = (ROOT / "tools/setup" / script).read_text("utf-8")
        machine.put(f"checkout/tools/setup/{script}", text)
    machine.put("checkout/.ci/run", (ROOT / ".ci/run").read_text("utf-8"))
    machine.put("checkout/pyproject.toml", "")
    for lock in ("build", "run", "test"):
        machine.put(f"checkout/tools/requirements/{lock}.txt", "")

    machine.put("bin/make", MAKE)
    for name in PROGRAMS.split():
        program = shutil.which(name)
        assert program is not None
        (tmp_path / "bin" / name).symlink_to(program)
    return machine


def names(paths: Sequence[str], machine: Machine) -> list[str]:
    return [str(Path(path).relative_to(machine.folder)) for path in paths]


def test_pythons_are_found_oldest_first_one_of_each_minor_version(
    machine: Machine,
) -> None:
    machine.put_python("bin/python3", 12)
    machine.put_python("bin/python3.14", 14)
    machine.put_python("pyenv/versions/3.12.1/bin/python3", 12)
    machine.put_python("pyenv/versions/3.11.7/bin/python3", 11)
    assert names(machine.pythons(), machine) == [
        "pyenv/versions/3.11.7/bin/python3",
        "bin/python3",
        "bin/python3.14",
    ]


def test_a_python_that_does_not_start_is_none(machine: Machine) -> None:
    machine.put("bin/python3.13", SHIM)
    assert machine.pythons() == []
    machine.put_python("bin/python3", 11)
    assert names(machine.pythons(), machine) == ["bin/python3"]


def test_the_python_of_an_environment_is_the_one_that_it_was_made_with(
    machine: Machine,
) -> None:
    (found,) = machine.pythons(sys.executable)
    assert Path(found).parent.parent.samefile(sys.base_prefix)


def test_an_environment_is_made_with_python3_where_that_will_do(
    machine: Machine,
) -> None:
    machine.put_python("bin/python3", 12)
    machine.put_python("bin/python3.11", 11)
    machine.put_python("bin/python3.13", 13)
    assert machine.make_environment() == ["made with 3.12"]


def test_an_environment_is_made_with_the_oldest_where_python3_will_not_do(
    machine: Machine,
) -> None:
    machine.put("bin/python3", SHIM)
    machine.put_python("bin/python3.13", 13)
    machine.put_python("bin/python3.12", 12)
    assert machine.make_environment() == ["made with 3.12"]


def test_an_environment_is_made_anew_where_another_python_is_named(
    machine: Machine,
) -> None:
    machine.put_python("bin/python3", 12)
    named = str(machine.put_python("elsewhere/python3", 13))
    assert machine.make_environment() == ["made with 3.12"]
    assert machine.make_environment() == []
    assert machine.make_environment(named) == ["made with 3.13"]
    assert machine.make_environment(named) == []
    # Where none is named, what is there will do.
    assert machine.make_environment() == []
    assert machine.make_environment("python3") == ["made with 3.12"]


def test_a_python_that_is_named_and_is_none_is_told(machine: Machine) -> None:
    machine.put_python("bin/python3", 12)
    named = str(machine.put("elsewhere/python3", SHIM))
    machine.make_environment()
    refused = machine.run("sh", "tools/setup/environment", "run", python=named)
    assert refused.returncode == 1
    assert f"needs Python 3.11 or newer; {named} is not one." in refused.stderr
    assert machine.make_environment() == []


def test_the_newest_is_tested_and_the_rest_with_the_oldest(machine: Machine) -> None:
    machine.put_python("bin/python3", 12)
    machine.put_python("bin/python3.11", 11)
    machine.put_python("bin/python3.13", 13)
    status, made, _ = machine.integrate()
    assert status == 0
    assert made == [
        "made test with Python 3.13",
        "made test-all with Python 3.11",
    ]


def test_one_python_does_for_both(machine: Machine) -> None:
    machine.put_python("bin/python3", 12)
    done = machine.run("bash", ".ci/run")
    assert done.returncode == 0
    assert done.stdout.count("Making .venv") == 1
    assert "made test with Python 3.12" in done.stdout
    assert "made test-all with Python 3.12" in done.stdout


def test_a_python_that_is_named_is_tested(machine: Machine) -> None:
    machine.put_python("bin/python3", 11)
    machine.put_python("bin/python3.13", 13)
    named = str(machine.put_python("elsewhere/python3", 12))
    _, made, _ = machine.integrate(named)
    assert made == [
        "made test with Python 3.12",
        "made test-all with Python 3.11",
    ]


def test_a_python_for_which_a_package_cannot_be_installed_is_left_out(
    machine: Machine,
) -> None:
    machine.put_python("bin/python3", 11)
    newest = machine.put_python("bin/python3.14", 14)
    machine.put("bin/python3.14-lacks-wheels", "")
    status, made, log = machine.integrate()
    assert status == 0
    assert made == [
        "made test with Python 3.11",
        "made test-all with Python 3.11",
    ]
    assert (
        f"LEFT OUT: what the tests need cannot be installed for Python 3.14, {newest}"
        in log
    )

    status, made, _ = machine.integrate(str(newest))
    assert (status, made) == (1, [])


def test_what_fails_under_the_newest_fails(machine: Machine) -> None:
    machine.put_python("bin/python3", 11)
    machine.put_python("bin/python3.13", 13)
    machine.put("checkout/fails-at-test", "")
    status, made, _ = machine.integrate()
    assert status != 0
    assert made == ["made test with Python 3.13"]
