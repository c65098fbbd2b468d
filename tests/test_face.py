"""What a plugin's author needs is told where it stands, with examples that run."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest

import referee
from referee.plugin import hookspecs
from referee.plugin.rulebook import MAY_REFUSE

TOLD = {
    name: thing
    for name in referee.__all__
    if callable(thing := getattr(referee, name))
    and name not in ("Ask", "Cite", "hookimpl", "Basis", "Score", "Side", "Wins")
}
ROOT = Path(__file__).parents[1]
GAMES = (*(ROOT / "plugins").iterdir(), *(folder / folder.name for folder in (ROOT / "examples").iterdir()))
"""The packages of our games."""

OF_A_GAME = {
    "a deck is there for whoever plays with it": (
        *("COLOURS", "FORTY", "GERMAN_THIRTY_SIX", "GERMAN_THIRTY_TWO", "ITALIAN_FORTY", "JOKERS", "SPANISH_FORTY"),
        *("SPANISH_FORTY_EIGHT", "TAROT", "THIRTY_SIX", "THIRTY_TWO"),
    ),
    "decks of their own are made of these": ("Rank", "Suit", "make_deck"),
    "types that others take or give": (
        *("Basis", "Cite", "Guide", "Random", "Score", "Section", "Sections", "Side", "TakenTrick", "TricksPlayed"),
        "Wins",
    ),
    "a game in one file has no rules.toml": ("sections_of",),
    "no game of ours lays melds": ("zone_in_rows",),
    "Rounds and TricksPlayed do with it what one game does by itself": ("CardsSeen", "rank_sides", "whole"),
}
"""What fewer than two of our games import, and why it is there all the same."""

MODULES = [
    "referee.frozen",
    *sorted(
        module.name
        for floor in ("cards", "vocabulary", "common_rules", "plugin", "testing")
        for module in pkgutil.walk_packages(importlib.import_module(f"referee.{floor}").__path__, f"referee.{floor}.")
    ),
]

HOOKS = {name: hook for name, hook in vars(hookspecs).items() if hasattr(hook, "referee_spec")}


@pytest.mark.parametrize("name", TOLD)
def test_everything_that_authors_import_has_an_example(name: str) -> None:
    assert ">>> " in (inspect.getdoc(TOLD[name]) or "")


@pytest.mark.parametrize("name", HOOKS)
def test_every_hook_tells_its_arguments_what_it_returns_and_raises_and_has_an_example(name: str) -> None:
    hook: Any = HOOKS[name]
    told = inspect.getdoc(hook) or ""
    assert re.findall(r"^:param (\w+):", told, re.MULTILINE) == list(inspect.signature(hook).parameters)
    assert told.count("\n:return: ") == 1
    assert (":raise WrongFieldsError: " in told) == (name in MAY_REFUSE)
    assert ">>> @hookimpl" in told and f"... def {name}(" in told and told.count(f"{name}(") > 1


def test_whatever_games_import_is_used_by_two_of_ours_or_it_is_told_why_not() -> None:
    users: dict[str, set[str]] = {name: set() for name in referee.__all__}
    for package in GAMES:
        for path in package.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.ImportFrom) and node.module == "referee":
                    for alias in node.names:
                        users[alias.name].add(package.name)
    told = [name for names in OF_A_GAME.values() for name in names]
    assert sorted(name for name, packages in users.items() if len(packages) < 2) == sorted(told)


def test_every_example_runs() -> None:
    ran = [doctest.testmod(importlib.import_module(name)) for name in MODULES]
    assert sum(result.failed for result in ran) == 0
    assert sum(result.attempted for result in ran) > len(TOLD)
