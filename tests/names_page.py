"""Writes `docs/names.md`, all that games and their tests import from us: `python -m tests.names_page`."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any

import referee
import referee.testing

PAGE = Path(__file__).parents[1] / "docs" / "names.md"
GUIDE = PAGE.with_name("writing-a-game.md")

OPENING = """\
# What games import

Everything that `from referee import …` gives, with its members, and at the end what their tests import. This page is \
made from the code. Hooks and the types \
of fields have [a page of their own](hooks.md), decks stand in [Writing a game](writing-a-game.md#cards-and-decks).
"""

GROUPS = {
    "Hooks": ("referee.vocabulary.game", "referee.vocabulary.prompt", "referee.plugin.hookspecs"),
    "Values": ("referee.vocabulary.values", "referee.vocabulary.errors", "referee.vocabulary.quantities"),
    "Rulings": ("referee.vocabulary.ruling", "referee.plugin.sections"),
    "Scenes": ("referee.vocabulary.view", "referee.vocabulary.side"),
    "What many rules share": ("referee.common_rules",),
    "Sentences": ("referee.vocabulary.text",),
    "Cards": ("referee.cards",),
    "Files beside a game, and chance": ("referee.plugin.guides", "referee.vocabulary.fields"),
}
"""The parts of the page, and which modules' names stand in each."""


TESTS = """\
## Tests

What `from referee.testing import …` gives. A test that takes \
[the fixtures](writing-a-game.md#testing-it) `play`, `ask`, `phones` and `game_check` needs none of it but to name a \
type or to expect an error; a match begins with `PlayedMatch.begun` where no fixture reaches.
"""


def text() -> str:
    """The whole page."""
    parts = [OPENING]
    for group in GROUPS:
        parts.append(f"## {group}\n")
        parts += [_entry(name, getattr(referee, name)) for name in named_in(group)]
    parts.append("## Other names\n\n| name | what it is |\n| --- | --- |")
    parts += [
        f"| `{name}` | {told} |" for name, told in sorted(others(referee).items(), key=lambda one: one[0].lower())
    ]
    parts += ["", TESTS]
    parts += [f"- `{name}`: {told}\n" for name, told in others(referee.testing).items()]
    parts += [
        _entry(name, getattr(referee.testing, name)) for name in sorted(described(referee.testing), key=str.lower)
    ]
    return "\n".join(parts)


def named_in(group: str) -> list[str]:
    """The names of a part of the page, in the order of the alphabet."""
    return sorted([name for name in described() if _module(name).startswith(GROUPS[group])], key=str.lower)


def described(face: ModuleType = referee) -> list[str]:
    """All classes and functions of a face; decks and other values stand elsewhere."""
    named = {name: getattr(face, name) for name in face.__all__}
    return [name for name, it in named.items() if inspect.isclass(it) or inspect.isroutine(it)]


def others(face: ModuleType) -> dict[str, str]:
    """What is neither a class nor a function, nor a deck that the guide lists, each with what stands under it."""
    body = ast.parse(inspect.getsource(face)).body
    homes = {alias.name: one.module for one in body if isinstance(one, ast.ImportFrom) for alias in one.names}
    decks = {name for name in face.__all__ if f"| `{name}` |" in GUIDE.read_text("utf-8")}
    names = [name for name in face.__all__ if name not in {*described(face), *decks}]
    return {name: _under(str(homes[name]), name) for name in names}


def _under(module: str, name: str) -> str:
    """The docstring under what is set to this name in a module."""
    body = ast.parse(inspect.getsource(sys.modules[module])).body
    for one, below in pairwise(body):
        targets = one.targets if isinstance(one, ast.Assign) else [one.target] if isinstance(one, ast.AnnAssign) else []
        if name in [target.id for target in targets if isinstance(target, ast.Name)]:
            assert isinstance(below, ast.Expr), f"Nothing stands under {name}."
            return " ".join(str(ast.literal_eval(below.value)).split())
    raise LookupError(name)


def _module(name: str) -> str:
    return str(getattr(referee, name).__module__)


def _entry(name: str, it: Any) -> str:
    lines = [f"### {name}", ""]
    if inspect.isroutine(it):
        lines += [f"```python\n{name}{_signature(it)}\n```", ""]
    lines += [_told(it), ""]
    if inspect.isclass(it):
        lines += [*_members(it), *_methods(it), ""]
    return "\n".join(lines)


def _signature(function: Any) -> str:
    """Arguments and result, with the types and defaults as they are written."""
    written = ast.parse(dedent(inspect.getsource(function))).body[0]
    assert isinstance(written, ast.FunctionDef)
    result = f" -> {ast.unparse(written.returns)}" if written.returns is not None else ""
    return f"({ast.unparse(written.args)}){result}"


def _result(function: Any) -> str:
    """The type of what it returns, as it is written."""
    written = ast.parse(dedent(inspect.getsource(function))).body[0]
    assert isinstance(written, ast.FunctionDef) and written.returns is not None, f"{function} does not say its type."
    return ast.unparse(written.returns)


def _told(it: Any) -> str:
    """The docstring without its examples, each paragraph in one line."""
    prose = re.split(r"\n\s*>>> ", inspect.getdoc(it) or "")[0].strip()
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in prose.split("\n\n"))


def _in_a_line(it: Any) -> str:
    return " ".join(_told(it).split())


def _members(kind: type[Any]) -> Iterator[str]:
    """What a class has, with what stands under it."""
    body = ast.parse(dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    for member, below in pairwise([*body.body, ast.Pass()]):
        if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name):
            said = below.value if isinstance(below, ast.Expr) else None
            told = f": {' '.join(str(ast.literal_eval(said)).split())}" if said is not None else ""
            yield f"- `{member.target.id}: {ast.unparse(member.annotation)}{_default(member.value)}`{told}"


def _default(value: ast.expr | None) -> str:
    """What a member is where nothing is given; of one that is made each time, that it need not be."""
    if value is None:
        return ""
    return " = …" if isinstance(value, ast.Call) else f" = {ast.unparse(value)}"


def _methods(kind: type[Any]) -> Iterator[str]:
    """What can be asked of it, or done with it."""
    for name, member in vars(kind).items():
        if name.startswith("_"):
            continue
        function = member.__func__ if isinstance(member, classmethod) else member
        if isinstance(member, property):
            yield f"- `{name}: {_result(member.fget)}`: {_in_a_line(member.fget)}"
        elif inspect.isfunction(function) and function.__doc__:
            arguments = re.sub(r"^\((self|cls)(, )?", "(", _signature(function))
            yield f"- `{name}{arguments}`: {_in_a_line(function)}"


if __name__ == "__main__":
    PAGE.write_text(text(), "utf-8")
