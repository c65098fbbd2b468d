"""How much each line of the code carries, folder by folder: `python -m
benchmarks.density [FOLDER …]`.

Line breaks alone move none of the first three figures: they are counted by statement
and token. A token is any of Python's but comments, docstrings, line ends and indents; a
statement is any that is no docstring. Tests, templates of new games and generated files
are left out.
"""

import ast
import io
import sys
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("referee", "web", "plugins")
LEFT_OUT = {"tests", "new_game", "node_modules", ".venv"}
LONGEST_LINE = 88
SPACE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True, slots=True)
class Density:
    """What some files hold, added up."""

    files: int = 0
    tokens: int = 0
    statements: int = 0
    comprehensions: int = 0
    conditionals: int = 0
    lines: int = 0
    long_lines: int = 0

    def plus(self, other: "Density") -> "Density":
        """Return both together."""
        return Density(
            self.files + other.files,
            self.tokens + other.tokens,
            self.statements + other.statements,
            self.comprehensions + other.comprehensions,
            self.conditionals + other.conditionals,
            self.lines + other.lines,
            self.long_lines + other.long_lines,
        )

    @property
    def row(self) -> str:
        """A row of the table: tokens a statement, then what 1,000 tokens and 100 lines
        hold.
        """
        cells = (
            f"{self.files:,}",
            f"{self.tokens:,}",
            f"{self.tokens / max(1, self.statements):.1f}",
            f"{1000 * self.comprehensions / max(1, self.tokens):.1f}",
            f"{1000 * self.conditionals / max(1, self.tokens):.1f}",
            f"{100 * self.long_lines / max(1, self.lines):.1f}",
        )
        return " | ".join(cells)


def density_of(text: str) -> Density:
    """Return what the text of one file holds."""
    tree = ast.parse(text)
    docstrings = set(_docstring_lines(tree))
    code_lines: set[int] = set()
    tokens = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in SPACE or token.start[0] in docstrings:
            continue
        tokens += 1
        code_lines.update(range(token.start[0], token.end[0] + 1))

    nodes = list(ast.walk(tree))
    written = text.splitlines()
    long_lines = [n for n in code_lines if len(written[n - 1]) > LONGEST_LINE]
    return Density(
        files=1,
        tokens=tokens,
        statements=sum(
            isinstance(node, ast.stmt) and not _is_docstring(node) for node in nodes
        ),
        comprehensions=sum(isinstance(node, COMPREHENSIONS) for node in nodes),
        conditionals=sum(isinstance(node, ast.IfExp) for node in nodes),
        lines=len(code_lines),
        long_lines=len(long_lines),
    )


def _is_docstring(node: ast.AST) -> bool:
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Constant):
        return False
    return isinstance(node.value.value, str)


def _docstring_lines(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and _is_docstring(node):
            yield from range(node.lineno, (node.end_lineno or node.lineno) + 1)


def files_of(folder: Path) -> list[Path]:
    """Return the Python files of a folder that count."""
    found = []
    for path in sorted(folder.rglob("*.py")):
        if not LEFT_OUT.intersection(path.relative_to(folder).parts):
            found.append(path)
    return found


def sum_up(files: Iterable[Path]) -> Density:
    """Return what these files hold, added up."""
    total = Density()
    for path in files:
        total = total.plus(density_of(path.read_text("utf-8")))
    return total


def measure(quick: bool, folders: Iterable[str] = FOLDERS) -> str:
    """Return the table; there is no quicker way."""
    rows = [HEAD, "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"]
    every: list[Path] = []
    for folder in folders:
        files = files_of(ROOT / folder)
        every.extend(files)
        rows.append(f"| {folder} | {sum_up(files).row} |")
    rows.append(f"| in all | {sum_up(every).row} |")
    return "\n".join(rows)


HEAD = (
    "| | files | tokens | tokens a statement | comprehensions / 1,000 tokens "
    f"| conditional expressions / 1,000 tokens | % of lines > {LONGEST_LINE} |"
)

if __name__ == "__main__":
    print(measure(quick=False, folders=sys.argv[1:] or FOLDERS))
