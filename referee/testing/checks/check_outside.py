"""The check of what a game reaches past its arguments and `ask`, or throws away."""

import ast
import re

from referee.testing.checks.game_under_check import PURE, CheckedGame
from referee.testing.flaw import Flaw, Flaws

MODULES = re.compile(
    r"(?:asyncio|datetime|http|io|multiprocessing|pathlib|random|requests|secrets"
    r"|shutil|signal|socket|sqlite3|subprocess|tempfile|threading|time|urllib|uuid"
    r"|referee\.(?!testing))\b"
)
"""Files, networks, threads, clocks, chance, and what is inside Referee."""

NAMES = {"open", "print", "input", "os.environ", "os.getenv"}
"""What reaches outside without being imported."""

RULING = {"resolve_trick", "score_round", "answer"}

ANSWERS = {"Accepted", "Refused", "Ruling"}


def flaws(game: CheckedGame) -> Flaws:
    """Yield what no game may use, rulings past `ask`, and answers thrown away."""
    for source in game.sources:
        for node in ast.walk(source.tree):
            if name := _find_outside(node):
                where = game.locate(f"{source.path}:{node.lineno}")
                yield _outside(name, where)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                called = ast.unparse(node.value.func)
                if called in ANSWERS:
                    where = game.locate(f"{source.path}:{node.lineno}")
                    what = f"It makes `{called}(…)`, and nothing of it."
                    why = "The game goes on as if this line were not there."
                    yield Flaw(where, what, why, f"Write `return {called}(…)`.")
        for function in ast.walk(source.tree):
            if not isinstance(function, ast.FunctionDef) or function.name in RULING:
                continue
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and ast.unparse(call.func) in RULING:
                    where = game.locate(f"{source.path}:{call.lineno}")
                    called = ast.unparse(call.func)
                    what = f"`{function.name}` rules past `ask`: {called}."
                    why = "No house rule would change it, and no table overrule it."
                    instead = 'Ask its question: `ask("trick", plays=plays)`.'
                    yield Flaw(where, what, why, instead, grave=False)


def _find_outside(node: ast.AST) -> str:
    """Return what this reaches outside, or ""."""
    modules = list[str]()
    if isinstance(node, ast.Import):
        modules = [alias.name for alias in node.names]
    # A hook is given a `Random`, and names its type.
    elif isinstance(node, ast.ImportFrom) and node.names[0].name != "Random":
        modules = [node.module or ""] if not node.level else []
    elif isinstance(node, (ast.Call, ast.Attribute)):
        name = ast.unparse(node.func if isinstance(node, ast.Call) else node)
        return name if name in NAMES else ""
    return next(filter(MODULES.match, modules), "")


def _outside(name: str, where: str) -> Flaw:
    what = f"It uses `{name}`."
    if name == "print":
        why = "It fills the terminal of whoever runs the referee; no player sees it."
        instead = "Take it away; the bench of `referee serve --dev` shows the state."
        return Flaw(where, what, why, instead, grave=False)
    if name.startswith("referee."):
        why = "What is inside Referee may change with every version."
        return Flaw(where, what, why, "`from referee import …` gives what games need.")
    why = "The same entries have to give the same match, anywhere and later."
    return Flaw(where, what, why, PURE)
