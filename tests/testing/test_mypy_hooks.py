"""The plugin for mypy finds what is wrong with hooks where they are written, and
nothing where nothing is.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
HOOKS = """
from collections.abc import Generator
from referee import Accepted, Ask, Entry, Game, Prompt, Ruling, Scene, Setting, Values, hookimpl

Rulings = Generator[None, Ruling, Ruling]

@hookimpl
def describe_game() -> Game:
    return Game(id="g", title="G", players=(2,), summary="", source="")

@hookimpl
def begin(setting: str) -> int:  # The hook "begin" is given Setting as "setting", not str
    return 3

@hookimpl
def prompts(state: int) -> list[Prompt]:  # The hook "prompts" answers tuple[Prompt, ...], not list[Prompt]
    return []

@hookimpl(specname="accept")
def f(state: int, asks: Ask) -> Accepted:  # The hook "accept" is given "state", "entry", "ask", and no "asks"
    return Accepted(state)

@hookimpl
def acept(state: int, entry: Entry) -> Accepted:  # There is no hook "acept"
    return Accepted(state)

@hookimpl(specname="scene")
def show(state: int) -> Scene | None:  # The hook "scene" answers Scene, not Scene | None
    return None

@hookimpl(wrapper=True)
def resolve_trick(given: Values) -> Rulings:
    return (yield)

@hookimpl(wrapper=True)
def score_round(given: int) -> Rulings:  # The hook "score_round" is given Values as "given", not int
    return (yield)

@hookimpl(specname="prepare_table")
def get_ready() -> tuple[()]:
    return ()
"""


def test_every_hook_that_differs_from_its_specification_is_named(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.py"
    config = tmp_path / "mypy.ini"
    path.write_text(HOOKS, "utf-8")
    config.write_text(
        "[mypy]\nstrict = true\nplugins = referee.testing.mypy_hooks\n", "utf-8"
    )
    checked = [
        sys.executable,
        "-m",
        "mypy",
        "--config-file",
        str(config),
        "--cache-dir",
        str(tmp_path),
        str(path),
    ]
    ran = subprocess.run(checked, capture_output=True, text=True, check=False, cwd=ROOT)
    said = re.findall(r"error: (.*?)  \[", ran.stdout)
    assert said == re.findall(r"  # (.*)", HOOKS), ran.stdout
    # Each at its own decorator or function.
    lines = [int(line) for line in re.findall(r"game\.py:(\d+): error", ran.stdout)]
    wrong = [
        number for number, line in enumerate(HOOKS.splitlines(), 1) if "  # " in line
    ]
    assert all(
        at in (number - 1, number) for at, number in zip(lines, wrong, strict=True)
    )
