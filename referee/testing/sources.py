"""A game's source files, and places in them."""

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from referee.plugin.hooks import is_function, marked_in

ANSWER = re.compile(r"(?:Accepted|Refused|Ruling)\(")
"""The beginning of an expression that makes an answer."""


@dataclass(frozen=True, slots=True)
class Source:
    """A Python file and its syntax tree."""

    path: Path
    tree: ast.Module
    words: tuple[tuple[str, int], ...]
    """The plain strings with their lines."""

    def calls(self) -> Iterator[ast.Call]:
        """The calls in the file."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call):
                yield node

    def thrown_away(self) -> Iterator[tuple[str, int]]:
        """Yield each answer that is made and not returned, and its line."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Expr):
                made = ANSWER.match(ast.unparse(node))
                if made is not None:
                    yield made[0], node.lineno

    def targets_of(self, function: str) -> frozenset[str]:
        """Return the variables that calls of this function are assigned to."""
        names = set[str]()
        for node in ast.walk(self.tree):
            if not isinstance(node, ast.Assign):
                continue
            if ast.unparse(node.value).startswith(f"{function}("):
                names.update(map(ast.unparse, node.targets))
        return frozenset(names)

    @property
    def constants(self) -> Mapping[str, ast.expr]:
        """Return the values of names outside functions, as in `TRUMP = "S"`."""
        values = {}
        for node in self.tree.body:
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    values[ast.unparse(target)] = node.value
        return values


def sources_of(modules: Iterable[ModuleType]) -> tuple[Source, ...]:
    """Return these modules' files: a package's, or a file's with its imports.

    Files that cannot be parsed, and so not imported, are left out.
    """
    paths: dict[Path, None] = {}
    for module in modules:
        file = getattr(module, "__file__", None)
        if file is not None:
            _follow(Path(file), paths)
    return _read_all(paths)


def sources_in(folder: Path) -> tuple[Source, ...]:
    """Return all Python files in and below this folder, by path."""
    return _read_all(sorted(folder.rglob("*.py")))


def package_of(module: ModuleType) -> Path | None:
    """Return the folder of a module's package; None for a single file."""
    package = sys.modules[module.__name__.partition(".")[0]]
    folders = [*getattr(package, "__path__", ())]
    return Path(folders[0]) if folders else None


def _follow(path: Path, paths: dict[Path, None]) -> None:
    if path in paths or path.suffix != ".py":
        return
    paths[path] = None
    if path.name == "__init__.py":
        for inside in sorted(path.parent.rglob("*.py")):
            _follow(inside, paths)
    for beside in _imported_by(path):
        _follow(beside, paths)


def _imported_by(path: Path) -> Iterator[Path]:
    """Yield the files beside this one that it imports."""
    source = _read_source(path)
    if source is None:
        return
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ImportFrom) and node.level <= 1:
            names = [node.module or "", *(alias.name for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        for name in names:
            beside = path.with_name(f"{name.rpartition('.')[2]}.py")
            if beside.is_file():
                yield beside


def _read_all(paths: Iterable[Path]) -> tuple[Source, ...]:
    return tuple(filter(None, map(_read_source, paths)))


def _read_source(path: Path) -> Source | None:
    try:
        content = path.read_bytes()  # in the file's declared encoding
        tree = ast.parse(content, str(path))
    except (OSError, SyntaxError, ValueError):
        return None
    words = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words.append((node.value, node.lineno))
    return Source(path, tree, tuple(words))


def folders_of(sources: Sequence[Source]) -> tuple[Path, ...]:
    """Return the folders of these files, each once, with `rules.toml` and `locale`."""
    return tuple(dict.fromkeys(source.path.parent for source in sources))


def hooks_of(module: ModuleType) -> dict[str, Any]:
    """Return the hooks of this module, by name."""
    hooks = marked_in(module)
    for name, hook in [*hooks.items()]:
        if not is_function(hook):
            del hooks[name]
    return hooks


def locate_words(words: Sequence[str], sources: Sequence[Source], hook: str) -> str:
    """Return `file:line` of the first of these words that occurs, or of the hook.

    It searches the hook's file from the hook on, then all of it, then the other files,
    then TOML files beside them.
    """
    file, _, line = hook.rpartition(":")
    first_line = int(line) if line.isdecimal() else 0

    def distance(hit: tuple[Path, int]) -> tuple[bool, bool, str, int]:
        path = str(hit[0])
        line = hit[1]
        return path != file, line < first_line, path, line

    for word in words:
        hits = [*_in_code(word, sources)] or [*_in_documents(word, sources)]
        if hits:
            path, nearest = min(hits, key=distance)
            return f"{path}:{nearest}"
    return hook


def _in_code(word: str, sources: Sequence[Source]) -> Iterator[tuple[Path, int]]:
    for source in sources:
        for text, line in source.words:
            if text == word:
                yield source.path, line


def _in_documents(word: str, sources: Sequence[Source]) -> Iterator[tuple[Path, int]]:
    for folder in folders_of(sources):
        for path in sorted(folder.glob("*.toml")):
            for number, text in enumerate(path.read_text("utf-8").splitlines(), 1):
                if f'"{word}"' in text:
                    yield path, number
