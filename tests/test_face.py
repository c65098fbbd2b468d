"""What a plugin's author needs is told where it stands, with examples that run."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil

import pytest

import referee

TOLD = {
    name: thing
    for name in referee.__all__
    if callable(thing := getattr(referee, name)) and name not in ("Ask", "hookimpl", "Basis")
}
MODULES = sorted(
    module.name
    for floor in ("cards", "vocabulary", "plugin")
    for module in pkgutil.walk_packages(importlib.import_module(f"referee.{floor}").__path__, f"referee.{floor}.")
)


@pytest.mark.parametrize("name", TOLD)
def test_everything_that_authors_import_has_an_example(name: str) -> None:
    assert ">>> " in (inspect.getdoc(TOLD[name]) or "")


def test_every_example_runs() -> None:
    ran = [doctest.testmod(importlib.import_module(name)) for name in MODULES]
    assert sum(result.failed for result in ran) == 0
    assert sum(result.attempted for result in ran) > len(TOLD)
