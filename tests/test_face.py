"""What a plugin's author needs is told where it stands, with examples that run."""

import doctest
import importlib
import inspect
import pkgutil
import re
from typing import Any

import pytest

import referee
from referee.plugin import hookspecs
from referee.plugin.rulebook import MAY_REFUSE
from tests.public_names import PUBLIC_NAMES

TOLD = {
    name: thing
    for name in PUBLIC_NAMES
    if callable(thing := getattr(referee, name))
    and name
    not in (
        "Ask",
        "Cards",
        "hookimpl",
        "Prompts",
        "Reasons",
        "Rulings",
        "Score",
        "Seats",
        "Side",
        "Steps",
        "Wins",
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


@pytest.mark.parametrize("name", TOLD)
def test_everything_that_authors_import_has_an_example(name: str) -> None:
    assert ">>> " in (inspect.getdoc(TOLD[name]) or "")


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
    assert (
        ">>> @hookimpl" in told
        and f"... def {name}(" in told
        and told.count(f"{name}(") > 1
    )


def test_every_example_runs() -> None:
    ran = [doctest.testmod(importlib.import_module(name)) for name in MODULES]
    assert sum(result.failed for result in ran) == 0
    assert sum(result.attempted for result in ran) > len(TOLD)
