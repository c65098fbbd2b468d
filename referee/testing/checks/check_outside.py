"""The check of what a game reaches outside its arguments, and past `ask`."""

import ast
import re
from collections import defaultdict
from pathlib import Path

from referee.testing.checks.game_under_check import PURE, CheckedGame
from referee.testing.flaw import Flaw, Flaws

OUTSIDE = re.compile(
    r"^\s*(?:import|from) (?P<module>(?:asyncio|datetime|http|io|multiprocessing"
    r"|pathlib|requests|shutil|signal|socket|sqlite3|subprocess|tempfile"
    r"|threading|time|urllib|referee\.(?!testing))[\w.]*)"
    r"|(?P<name>\bopen(?=\()|\bos\.(?:environ|getenv))"
)
"""Files, networks, threads, clocks, and what is inside Referee."""

TAKING = {"accept", "reveal", "clashes"}
RULING = {"resolve_trick", "score_round", "answer"}


def flaws(game: CheckedGame) -> Flaws:
    """Yield what the code uses that no game may use, and rulings past `ask`."""
    for source in game.sources:
        for number, line in enumerate(source.path.read_text("utf-8").splitlines(), 1):
            if found := OUTSIDE.search(line):
                where = game.locate(f"{source.path}:{number}")
                what = f"It uses `{found['module'] or found['name']}`."
                why = (
                    "The same entries have to give the same match, anywhere and later."
                )
                instead = f"{PURE} `from referee import …` gives all that a game needs."
                yield Flaw(where, what, why, instead, grave=False)
    yield from _find_past_ask(game)


def _find_past_ask(game: CheckedGame) -> Flaws:
    """Yield calls of hooks that rule, in those that take entries and what they call."""
    functions = defaultdict[str, list[tuple[Path, ast.FunctionDef]]](list)
    for source in game.sources:
        for node in ast.walk(source.tree):
            if isinstance(node, ast.FunctionDef):
                functions[node.name].append((source.path, node))

    names = [*TAKING]
    for name in names:  # it grows
        for path, function in functions[name]:
            for call in ast.walk(function):
                if not isinstance(call, ast.Call):
                    continue
                called = ast.unparse(call.func)
                if called in RULING:
                    where = game.locate(f"{path}:{call.lineno}")
                    what = f"`{name}` rules past `ask`: {called}."
                    why = "No house rule would change it, and no table overrule it."
                    instead = 'Ask its question: `ask("trick", plays=plays)`.'
                    yield Flaw(where, what, why, instead, grave=False)
                elif (last := called.rpartition(".")[2]) not in names:
                    names.append(last)
