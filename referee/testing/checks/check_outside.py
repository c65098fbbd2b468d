"""The check of what a game reaches outside its arguments, and past `ask`."""

import ast
import re
from collections.abc import Iterator

from referee.testing.checks.game_under_check import PURE, CheckedGame
from referee.testing.flaw import Flaw, Flaws
from referee.testing.sources import Source

OUTSIDE = re.compile(
    "asyncio|datetime|http|io|multiprocessing|pathlib|random|requests|shutil|signal"
    "|socket|sqlite3|subprocess|tempfile|threading|time|urllib"
)
"""Modules for files, networks, threads, clocks and chance."""

ANYWHERE = "The same entries have to give the same match anywhere."

TAKING = {"accept", "reveal", "clashes"}
RULING = {"resolve_trick", "score_round", "answer"}


def flaws(game: CheckedGame) -> Flaws:
    """Yield what the code uses that no game may use, and rulings past `ask`."""
    for source in game.sources:
        for node in ast.walk(source.tree):
            for what, why, instead in _judge(node):
                where = game.locate(f"{source.path}:{getattr(node, 'lineno', 1)}")
                yield Flaw(where, what, why, instead, grave=False)
        for node in source.tree.body:
            if isinstance(node, ast.FunctionDef) and node.name in TAKING:
                yield from _rulings_past_ask(game, source, node)


def _judge(node: ast.AST) -> Iterator[tuple[str, str, str]]:
    modules: list[str] = []
    if isinstance(node, ast.Import):
        modules = [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and not node.level:
        modules = [node.module or ""]
    for module in modules:
        if OUTSIDE.fullmatch(module.partition(".")[0]):
            what = f"It imports `{module}`, which reaches outside the game."
            yield what, ANYWHERE, PURE
        if module.startswith("referee.") and not module.startswith("referee.testing"):
            what = f"It imports from inside Referee: `{module}`."
            why = "Only what `from referee import …` gives stays as it is."
            yield what, why, "Import from `referee`; /docs/names lists all of it."
    used = ast.unparse(node) if isinstance(node, (ast.Name, ast.Attribute)) else ""
    if used in ("open", "os.environ", "os.getenv"):
        what = f"It uses `{used}`, which reaches outside the game."
        yield what, ANYWHERE, PURE


def _rulings_past_ask(
    game: CheckedGame, source: Source, hook: ast.FunctionDef
) -> Flaws:
    for call in ast.walk(hook):
        if isinstance(call, ast.Call) and ast.unparse(call.func) in RULING:
            name = ast.unparse(call.func)
            where = game.locate(f"{source.path}:{call.lineno}")
            what = f"`{hook.name}` calls `{name}` past `ask`."
            why = "House rules would not change it, and no table could overrule it."
            instead = 'Ask the question that it rules on: `ask("trick", plays=plays)`.'
            yield Flaw(where, what, why, instead, grave=False)
