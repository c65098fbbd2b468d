"""A hook that a game needs and does not have; perhaps it has it, and nobody can see that."""

import ast
import inspect
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType

from referee.plugin import hookspecs
from referee.testing.flaw import Flaw, told_from_here
from referee.testing.sources import Source

MARK = "Write `@hookimpl` above it"
WHY = "The referee cannot do without it."


def flaw_of_missing(check: str, name: str, game: ModuleType, sources: Sequence[Source]) -> Flaw:
    """What is wrong where the hook of this name is missed in a game that is written in these files."""
    for path, node in _functions(sources):
        if name not in _called(node):
            continue
        where = told_from_here(f"{path}:{node.lineno}")
        if not _is_hook(node):
            return Flaw(check, where, not_marked(name), WHY, f"{MARK}: `from referee import hookimpl`.")
        what = f"The hook `{name}` stands here, and the game's own module does not have it."
        return Flaw(check, where, what, WHY, f"Import it in `{game.__name__}`: there hooks are found.")
    takes = ", ".join(inspect.signature(getattr(hookspecs, name)).parameters)
    instead = f"Write it: `@hookimpl`, and below that `def {name}({takes})`."
    return Flaw(check, file_of(game), f"The hook `{name}` is missing.", WHY, instead)


def not_marked(name: str) -> str:
    """What is said of a function that is called as a hook is, and is none."""
    return f"The function `{name}` is no hook: it is not marked as one."


def file_of(game: ModuleType) -> str:
    """The first line of a game's own file."""
    return told_from_here(f"{getattr(game, '__file__', None) or game.__name__}:1")


def _functions(sources: Sequence[Source]) -> Iterator[tuple[Path, ast.FunctionDef]]:
    for source in sources:
        yield from ((source.path, node) for node in source.tree.body if isinstance(node, ast.FunctionDef))


def _called(node: ast.FunctionDef) -> set[object]:
    """The names of the hooks that a function is to be: its own, or the one that its decorator says."""
    told = (word.value for one in node.decorator_list if isinstance(one, ast.Call) for word in one.keywords)
    return {node.name, *(value.value for value in told if isinstance(value, ast.Constant))}


def _is_hook(node: ast.FunctionDef) -> bool:
    return any("hookimpl" in ast.unparse(one) for one in node.decorator_list)
