"""The files that a game is written in, and where in them something stands."""

import ast
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from inspect import unwrap
from pathlib import Path
from types import FunctionType, MethodType, ModuleType
from typing import Any


@dataclass(frozen=True, slots=True)
class Source:
    """A Python file and what it says."""

    path: Path
    tree: ast.Module
    words: tuple[tuple[str, int], ...]
    """Every plain string in it with its line."""

    def calls(self) -> Iterator[ast.Call]:
        """Every call in it."""
        return (node for node in ast.walk(self.tree) if isinstance(node, ast.Call))


def sources_of(modules: Iterable[ModuleType]) -> tuple[Source, ...]:
    """The files of these modules: of a package all in its folder, of a file also those
    beside it that it imports.

    A file that cannot be parsed is left out: it could not be imported either.
    """
    paths: dict[Path, None] = {}
    for module in modules:
        if (file := getattr(module, "__file__", None)) is not None:
            _follow(Path(file), paths)
    return tuple(source for path in paths if (source := _read(path)) is not None)


def sources_in(folder: Path) -> tuple[Source, ...]:
    """All Python files in this folder and those below it, in the order of their paths."""
    return tuple(
        source
        for path in sorted(folder.rglob("*.py"))
        if (source := _read(path)) is not None
    )


def package_of(module: ModuleType) -> Path | None:
    """The folder of the package that this module is in; None where it is a file by
    itself.
    """
    package = sys.modules[module.__name__.partition(".")[0]]
    return next((Path(folder) for folder in getattr(package, "__path__", ())), None)


def _follow(path: Path, found: dict[Path, None]) -> None:
    if path in found or path.suffix != ".py":
        return
    found[path] = None
    inside = sorted(path.parent.rglob("*.py")) if path.name == "__init__.py" else ()
    for other in (*inside, *_imported_by(path)):
        _follow(other, found)


def _imported_by(path: Path) -> Iterator[Path]:
    """The files beside this one that it imports."""
    source = _read(path)
    for node in ast.walk(source.tree) if source is not None else ():
        if isinstance(node, ast.ImportFrom):
            last = (node.module or "").rpartition(".")[2]
            names = (
                [last, *(name.name for name in node.names)] if node.level <= 1 else []
            )
        elif isinstance(node, ast.Import):
            names = [name.name.rpartition(".")[2] for name in node.names]
        else:
            continue
        yield from (
            beside
            for name in names
            if (beside := path.with_name(f"{name}.py")).is_file()
        )


def _read(path: Path) -> Source | None:
    try:
        tree = ast.parse(
            path.read_bytes(), str(path)
        )  # in the encoding that it says it has
    except (OSError, SyntaxError, ValueError):
        return None
    return Source(path, tree, tuple(_words(tree)))


def _words(tree: ast.AST) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value, node.lineno


def folders_of(sources: Sequence[Source]) -> tuple[Path, ...]:
    """The folders that hold these files, each once: where `rules.toml` and `locale`
    stand.
    """
    return tuple(dict.fromkeys(source.path.parent for source in sources))


def hooks_of(module: ModuleType) -> dict[str, Any]:
    """The functions of this module that are hooks, each by the name of its hook."""
    return {
        name: value for name, value in marked_in(module).items() if is_function(value)
    }


def marked_in(module: ModuleType) -> dict[str, Any]:
    """What is marked as a hook in this module, each by the name of its hook: that of a
    function is called.
    """
    marked = {
        name: value
        for name, value in vars(module).items()
        if type(_mark(value)) is dict
    }
    return {
        _mark(value).get("specname") or name: value for name, value in marked.items()
    }


def is_function(value: object) -> bool:
    """Whether this is called where it is marked as a hook: pluggy passes over whatever
    else can be called.
    """
    return isinstance(value, FunctionType | MethodType)


def _mark(value: object) -> Any:
    return getattr(value, "referee_impl", None)


def place_of_function(hook: Any) -> str:
    """File and line of a function, or of the one that it passes its arguments on to;
    `nowhere:1` where it has none.
    """
    inner = getattr(hook, "func", unwrap(hook))
    code = getattr(inner, "__code__", None)
    return (
        f"{code.co_filename}:{code.co_firstlineno}" if code is not None else "nowhere:1"
    )


def place_of(words: Sequence[str], sources: Sequence[Source], hook: str) -> str:
    """Where the first of these words that stands anywhere stands, as `file:line`; the
    hook's place where none does.

    Below the beginning of the hook in its own file it is looked for first, then in all
    of that file, then in the other files, then in the TOML files beside them.
    """
    file, _, line = hook.rpartition(":")
    first = int(line) if line.isdecimal() else 0
    for word in words:
        found = [
            (source.path, at)
            for source in sources
            for said, at in source.words
            if said == word
        ]
        found = found or list(_in_documents(word, sources))
        if found:
            path, at = min(
                found,
                key=lambda place: (
                    str(place[0]) != file,
                    place[1] < first,
                    str(place[0]),
                    place[1],
                ),
            )
            return f"{path}:{at}"
    return hook


def _in_documents(word: str, sources: Sequence[Source]) -> Iterator[tuple[Path, int]]:
    for folder in folders_of(sources):
        for path in sorted(folder.glob("*.toml")):
            for number, text in enumerate(path.read_text("utf-8").splitlines(), 1):
                if f'"{word}"' in text:
                    yield path, number
