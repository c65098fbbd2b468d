"""Writes `docs/hooks.md` from the specifications of the hooks and the types of fields: `python -m tests.hooks_page`."""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from textwrap import dedent

from referee import Field, say
from referee.plugin import hookspecs
from referee.vocabulary.fields import FIELD_TYPES
from referee.vocabulary.fields.field_type import ReadingContext
from referee.vocabulary.values import Values

PAGE = Path(__file__).parents[1] / "docs" / "hooks.md"
SOURCE = Path(hookspecs.__file__).read_text("utf-8")

OPENING = """\
# Hooks and fields

Every hook, with what it takes, returns and may raise, and an example that runs; below them the types of fields. This \
page is made from the code. [Writing a game](writing-a-game.md) says what hooks are for.
"""

SAMPLES: dict[str, object] = {
    "card": "9H",
    "cards": ["9H", "TC"],
    "card_by_seat": {"Ana": "9H", "Ben": "TC"},
    "cards_by_seat": {"Ana": ["9H", "TC"], "Ben": []},
    "card_groups": [["7S", "8S", "9S"], ["KS", "KH", "KD"]],
    "number": 20,
    "numbers_by_seat": {"Ana": 13, "Ben": 0},
    "seat": "Ana",
    "seats": ["Ana", "Ben"],
    "order": ["Ana", ["Ben", "Cy"]],
    "choice": "hearts",
    "flag": True,
    "text": "Well played",
    "toss": None,
}
"""A value of each type, as JSON."""


def text() -> str:
    """The whole page."""
    parts = [OPENING]
    parts += [f"- {group}: {', '.join(f'[`{name}`](#{name})' for name in names)}" for group, names in groups().items()]
    parts.append("")
    for group, names in groups().items():
        parts.append(f"## {group}\n")
        parts += [_hook(name) for name in names]
    return "\n".join([*parts, _fields(), ""])


def groups() -> dict[str, list[str]]:
    """The hooks in their order, by the headings that stand above them in the source."""
    found: dict[str, list[str]] = {}
    marked = r"\n\n# ([A-Z][^\n]+)\n(?=\n|#\n)|\n@hookspec.*\ndef (\w+)"
    for heading, hook in re.findall(marked, SOURCE):
        if heading:
            found[heading.partition(":")[0]] = []
        else:
            found[[*found][-1]].append(hook)
    return found


def _hook(name: str) -> str:
    hook = getattr(hookspecs, name)
    told, _, example = (inspect.getdoc(hook) or "").partition("\n>>> ")
    body, *marks = re.split(r"\n(?=:\w+[^:]*:)", told.strip())
    shown = dedent("\n".join(_code_lines(f">>> {example}")))
    lines = [_in_one_line(body), "", *(f"- {_mark(mark)}" for mark in marks), "", f"```python\n{shown}\n```"]
    return f"### {name}\n\n```python\n{_signature(name)}\n```\n\n" + "\n".join(lines) + "\n"


def _signature(name: str) -> str:
    found = re.search(rf"^def {name}\(.*?\) -> [^\n]*?:(?=\s|$)", SOURCE, re.MULTILINE | re.DOTALL)
    assert found is not None
    return " ".join(found[0].removesuffix(":").split())


def _mark(mark: str) -> str:
    """`:param state: The game's own.` as a line of a list."""
    found = re.match(r":(\w+) ?([^:]*):\s*(.*)", mark, re.DOTALL)
    assert found is not None
    kind, name, told = found.groups()
    said = {"return": "Returns", "raise": f"Raises `{name}`", "param": f"`{name}`"}[kind]
    return f"**{said}**: {_in_one_line(told)}"


def _in_one_line(told: str) -> str:
    return "\n\n".join(" ".join(one.split()) for one in told.split("\n\n"))


def _code_lines(example: str) -> Iterator[str]:
    """The code of a doctest; what it prints stands behind it as a comment."""
    before = ""
    for line in example.splitlines():
        code = line[4:] if line.startswith((">>>", "...")) else f"# {line}"
        if before and (code.startswith("@") or (before.startswith(" ") and not code.startswith((" ", "#")))):
            yield ""
        yield code
        before = code


def _fields() -> str:
    return "\n".join(["## Types of fields\n", *_table_of_types(), "", "## What a field states\n", *_members(Field)])


def _table_of_types() -> Iterator[str]:
    yield "| type | what is given | as JSON | in `given` |"
    yield "| --- | --- | --- | --- |"
    for name, kind in FIELD_TYPES.items():
        about = (inspect.getdoc(type(kind)) or "").partition("\n\n")[0]
        json_text = json.dumps(SAMPLES[name])
        yield f"| `{name}` | {_in_one_line(about)} | `{json_text}` | {', '.join(_accessors(name))} |"


def _accessors(name: str) -> Iterator[str]:
    """The accessors of `Values` whose docstring names this type."""
    for accessor in vars(Values):
        found = inspect.getdoc(getattr(Values, accessor)) or ""
        if f"`{name}`" in found and accessor in (name, "scores", "cards_by_side"):
            yield f"`{accessor}`"


def _members(kind: type) -> Iterator[str]:
    """What stands under each member of a class."""
    body = ast.parse(dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    for member, below in pairwise(body.body):
        if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name):
            told = ast.literal_eval(below.value) if isinstance(below, ast.Expr) else "What it is called."
            yield f"- `{member.target.id}`: {_in_one_line(str(told))}"


def readable(name: str) -> bool:
    """Whether the sample of this type is read as one; a toss that is left to the referee needs no value."""
    kind, given = FIELD_TYPES[name], SAMPLES[name]
    field = Field(name, name, say("A field"), choices=("hearts", "spades") if kind.needs_choices else ())
    return kind.tossed if given is None else kind.read(field, given, ReadingContext(("Ana", "Ben", "Cy"))) is not None


if __name__ == "__main__":
    PAGE.write_text(text(), "utf-8")
