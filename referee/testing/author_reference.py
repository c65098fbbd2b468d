"""Reference pages for authors, from code: hooks, public names, whole games."""

import ast
import inspect
import re
from collections.abc import Iterable, Iterator
from doctest import DocTestParser
from functools import cache
from itertools import pairwise
from pathlib import Path
from sys import modules
from types import ModuleType

import referee
from referee.plugin import hookspecs, movement_hookspecs
from referee.plugin.discovery import GAMES, installed, is_ours, plugins_in, rulebook
from referee.testing.sources import sources_in
from referee.testing.templates import Templates
from referee.vocabulary.fields import FIELD_TYPES

_HOOKS = """\
# Hooks and fields

Every hook, with what it takes, returns and may raise, and an example that runs; then \
the types of fields, and the hooks of movements. This page is made from the code. \
[Writing a game](writing-a-game.md) says what hooks are for.
"""

_AFTER_TYPES = """
`given` has an accessor for each: [`Values`](names.md#values). What a field can state: \
[`Field`](names.md#field).
"""

_MOVEMENTS = """
## Hooks of movements

[Writing a movement](writing-a-movement.md) says what they are for.
"""

_NAMES = """\
# What games import

Everything that `from referee import …` gives. This page is made from the code. Hooks \
and types of fields have [a page of their own](hooks.md), and \
[the recipes](recipes.md#decks) list the decks.
"""

_GAMES = """\
# Whole games

Games to read from the first line to the last. [Writing a game](writing-a-game.md) \
explains what stands in them.

These come with Referee:
"""

_GAME = """\
# {title}

{summary} The parts of its verdicts, and all of its code, file by file.
"""

_VERDICTS = """\
## The parts of its verdicts

Programs and disputes go by them, beside those of \
[the pieces it uses](recipes.md#what-the-pieces-cite-and-what-they-rule).

| part | what it says |
| --- | --- |\
"""

_PARTS = {
    "What hooks take and return": "referee.vocabulary",
    "What many rules share": "referee.common_rules",
    "Hooks, sections and guides": "referee.plugin",
    "Cards": "referee.cards",
}
"""The parts of the page of names, each with its folder."""

_MARKS = {"param": "`{}`", "return": "**Returns**", "raise": "**Raises** `{}`"}

Definition = ast.ClassDef | ast.FunctionDef | ast.AnnAssign | ast.Assign


def write_hooks_page() -> str:
    """Return the page of all hooks, in a match's order, and of field types."""
    lines = [_HOOKS, *_describe_hooks(hookspecs)]

    lines += ["## Types of fields\n", "| type | what is given |", "| --- | --- |"]
    for name, kind in FIELD_TYPES.items():
        lines.append(f"| `{name}` | {_describe_type(kind)} |")
    lines += [_AFTER_TYPES, _MOVEMENTS, *_describe_hooks(movement_hookspecs)]
    return "\n".join(lines)


def _describe_hooks(specified: ModuleType) -> Iterator[str]:
    for name, node, text in _find_definitions(_parse_module(specified.__name__).body):
        is_hook = hasattr(getattr(specified, name), "referee_spec")
        if is_hook and isinstance(node, ast.FunctionDef):
            yield _describe_hook(name, node, text)


# Without it the page takes 1.8 s, with it none.
@cache
def write_names_page() -> str:
    """Return the page of all public names."""
    homes = _find_homes()
    lines = [_NAMES]
    for title, folder in _PARTS.items():
        lines.append(f"## {title}\n")
        for name, home in homes.items():
            if home.startswith(folder):
                lines.append(_describe_name(name, home))
    return "\n".join(lines)


def built_in_games() -> dict[str, str]:
    """Return the titles of the games that come with Referee, by id."""
    usable = installed().games
    ours = [point.name for point in plugins_in(GAMES) if is_ours(point)]
    return {id: rulebook(id).game.title for id in ours if id in usable}


def write_games_page(folder: Path) -> str:
    """Return the page of whole games: a list, and the code of those in this folder."""
    lines = [_GAMES]
    for id, title in built_in_games().items():
        lines.append(f"- [{title}](whole-{id}.md)")
    lines.append("")
    for path in sorted(folder.glob("*/*/*.py")):
        source = path.read_text("utf-8").strip()
        if not path.name.startswith("test_"):
            title = str(ast.get_docstring(ast.parse(source))).partition("\n")[0]
            lines += [f"## {title.rstrip('.')}\n", _format_code(source)]
    return "\n".join(lines)


def write_game_page(id: str) -> str:
    """Return the page of an installed game: its verdicts, and its package's code."""
    game = rulebook(id).game
    lines = [_GAME.format(title=game.title, summary=game.summary), _VERDICTS]
    folder = Path(str(installed().games[id].__file__)).parent
    said = [part for _, part in Templates(sources_in(folder)).verdicts]
    for part in sorted({*said, *game.verdicts}):
        lines.append(f"| `{part}` | {game.part_of_verdict(part)} |")
    lines.append("")
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder).as_posix()
        lines += [f"## {name}\n", _format_code(path.read_text("utf-8").strip())]
    return "\n".join(lines)


def _find_homes() -> dict[str, str]:
    """Return each public name's module, alphabetically."""
    homes = {}
    for node in _parse_module(referee.__name__).body:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                homes[alias.name] = str(node.module)
    return {name: homes[name] for name in sorted(homes, key=str.lower)}


def _parse_module(module: str) -> ast.Module:
    return ast.parse(inspect.getsource(modules[module]))


def _find_definitions(
    body: Iterable[ast.stmt],
) -> Iterator[tuple[str, Definition, str]]:
    """Yield a module's or class's definitions: name, node, and docstring."""
    for node, below in pairwise([*body, ast.Pass()]):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield name, node, ast.get_docstring(node) or ""
            case (
                ast.AnnAssign(target=ast.Name(id=name))
                | ast.Assign(targets=[ast.Name(id=name)])
            ):
                text = ""
                if isinstance(below, ast.Expr):
                    text = str(ast.literal_eval(below.value))
                yield name, node, text


def _describe_hook(name: str, node: Definition, text: str) -> str:
    prose, *marks = re.split(r"\n(?=:\w+[^:]*:)", text.partition(">>> ")[0].strip())
    lines = [
        f"## {name}\n",
        _format_code(f"def {_format_signature(name, node)}"),
        _join_lines(prose),
        "",
        *map(_format_mark, marks),
    ]
    return "\n".join([*lines, "", _format_code(_format_example(text))])


def _format_mark(mark: str) -> str:
    """Return `:param state: The game's own.` as a list item."""
    kind, _, text = mark.removeprefix(":").partition(":")
    kind, _, name = kind.partition(" ")
    return f"- {_MARKS[kind].format(name)}: {_join_lines(text.strip())}"


def _format_example(text: str) -> str:
    """Return a doctest's code, with its output as comments."""
    lines = []
    for example in DocTestParser().get_examples(text):
        source = example.source.strip()
        lines.append(source)
        for line in example.want.splitlines():
            lines.append(f"# {line}")
        if "\n" in source:
            lines.append("")
    return "\n".join(lines).strip()


def _describe_name(name: str, home: str) -> str:
    definitions = _find_definitions(_parse_module(home).body)
    [(node, text)] = [(node, text) for own, node, text in definitions if own == name]
    lines = [f"### {name}\n"]
    if isinstance(node, ast.FunctionDef):
        lines.append(_format_code(_format_signature(name, node)))
    elif isinstance(node, ast.ClassDef):
        lines.append(_format_code(_format_constructor(node)))
    lines += [_join_lines(text), ""]
    example = _format_example(text)
    if example:
        lines.append(_format_code(example))
    if isinstance(node, ast.ClassDef):
        for member, definition, about in _find_definitions(node.body):
            if not member.startswith("_"):
                lines.append(_describe_member(member, definition, about))
    return "\n".join([*lines, ""])


def _format_constructor(node: ast.ClassDef) -> str:
    """Return how a value of this class is made: by `__init__`, or by its fields."""
    arguments = []
    for member, definition, _ in _find_definitions(node.body):
        if member == "__init__" and isinstance(definition, ast.FunctionDef):
            given = re.sub(r"^self(, )?", "", ast.unparse(definition.args))
            return f"{node.name}({given})"
        is_constant = "ClassVar" in ast.unparse(definition)
        if isinstance(definition, ast.AnnAssign) and not is_constant:
            arguments.append(_format_signature(member, definition))
    return f"{node.name}({', '.join(arguments)})"


def _describe_member(name: str, node: Definition, text: str) -> str:
    line = f"- `{_format_signature(name, node)}`"
    if text:
        line += f": {' '.join(_join_lines(text).split())}"
    return line


def _format_signature(name: str, node: Definition) -> str:
    """Return a function's signature, or an attribute with type and default."""
    match node:
        case ast.FunctionDef():
            result = ast.unparse(node.returns) if node.returns else "None"
            marks = map(ast.unparse, node.decorator_list)
            if any(mark.endswith("property") for mark in marks):
                return f"{name}: {result}"
            arguments = re.sub(r"^(self|cls)(, )?", "", ast.unparse(node.args))
            # What nobody gave has no name for authors.
            arguments = arguments.replace("=REQUIRED", "=...")
            return f"{name}({arguments}) -> {result}"
        case ast.AnnAssign(value=None | ast.Call()):
            return f"{name}: {ast.unparse(node.annotation)}"
        case ast.AnnAssign() | ast.Assign():
            return ast.unparse(node)
        case _:
            return name


def _describe_type(kind: object) -> str:
    return _join_lines(inspect.getdoc(type(kind)) or "").partition("\n")[0]


def _join_lines(text: str) -> str:
    """Return prose without doctests, each paragraph on one line."""
    prose = text.partition(">>> ")[0].strip()
    return "\n\n".join(" ".join(part.split()) for part in prose.split("\n\n"))


def _format_code(code: str) -> str:
    return f"```python\n{code}\n```\n"
