"""What a plugin's author needs is told where it stands, with examples that run."""

import ast
import doctest
import importlib
import inspect
import pkgutil
import re
from typing import Any

import pytest

import referee
import referee.testing
from referee.plugin import hookspecs
from referee.plugin.advice import MAY_REFUSE

TOLD = {
    name: thing
    for name in referee.__all__
    if callable(thing := getattr(referee, name))
    and name
    not in (
        "Ask",
        "Cards",
        "MayPlay",
        "hookimpl",
        "Prompts",
        "Reasons",
        "Rulings",
        "Score",
        "Seats",
        "Side",
        "Steps",
        "WinningScore",
        "Wrapper",
    )
}
FLOORS = ("cards", "vocabulary", "common_rules", "plugin", "match", "testing")
MODULES = [
    *sorted(
        module.name
        for floor in FLOORS
        for module in pkgutil.walk_packages(
            importlib.import_module(f"referee.{floor}").__path__, f"referee.{floor}."
        )
    ),
]

HOOKS = {
    name: hook
    for name, hook in vars(hookspecs).items()
    if hasattr(hook, "referee_spec")
}


@pytest.mark.parametrize("face", [referee, referee.testing])
def test_only_what_authors_import_is_completed(face: Any) -> None:
    """As Python's prompt and notebooks complete it."""
    assert dir(face) == sorted(face.__all__)
    assert not [name for name in dir(face) if inspect.ismodule(getattr(face, name))]


def test_everything_that_authors_import_has_an_example() -> None:
    for name, thing in TOLD.items():
        assert ">>> " in (inspect.getdoc(thing) or ""), name


def assigned(body: list[ast.stmt], names: set[str] | None = None) -> list[str]:
    """The values in a module or class whose type is written nowhere; constants have
    that of the function that makes them.
    """
    untyped = []
    for node in body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            told = ast.unparse(node.targets[0])
            if not told.isupper() and (names is None or told in names):
                untyped.append(told)
    return untyped


def test_the_type_of_every_public_name_is_written_for_every_checker() -> None:
    """What is inferred may differ between mypy and pyright."""
    untyped = []
    for node in ast.parse(inspect.getsource(referee)).body:
        if not isinstance(node, ast.ImportFrom):
            continue
        names = {alias.name for alias in node.names}
        home = ast.parse(inspect.getsource(importlib.import_module(str(node.module))))
        untyped += assigned(home.body, names)
        for each in home.body:
            if isinstance(each, ast.ClassDef) and each.name in names:
                untyped += assigned(each.body)
    assert untyped == []


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_tells_its_arguments_what_it_returns_and_raises_and_has_an_example(
    name: str,
) -> None:
    hook: Any = HOOKS[name]
    told = inspect.getdoc(hook) or ""
    assert re.findall(r"^:param (\w+):", told, re.MULTILINE) == list(
        inspect.signature(hook).parameters
    )
    assert told.count("\n:return: ") == 1
    assert (":raise WrongFieldsError: " in told) == (name in MAY_REFUSE)
    assert ">>> @hookimpl" in told
    assert f"... def {name}(" in told
    assert told.count(f"{name}(") > 1


def test_every_example_runs() -> None:
    ran = [doctest.testmod(importlib.import_module(name)) for name in MODULES]
    assert sum(result.failed for result in ran) == 0
    assert sum(result.attempted for result in ran) > len(TOLD)
