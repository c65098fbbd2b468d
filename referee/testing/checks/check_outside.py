"""The check of what a game reaches outside its arguments, and past `ask`."""

import ast
import re

from referee.testing.checks.game_under_check import PURE, CheckedGame
from referee.testing.flaw import Flaw, Flaws

OUTSIDE = re.compile(
    r"^\s*(?:import|from) (?P<module>(?:asyncio|datetime|http|io|multiprocessing"
    r"|pathlib|random(?! import Random\b)|requests|secrets|shutil|signal|socket"
    r"|sqlite3|subprocess|tempfile"
    r"|threading|time|urllib|uuid|referee\.(?!testing))[\w.]*)"
    r"|(?P<name>\b(?:open|print|input)(?=\()|\bos\.(?:environ|getenv))"
)
"""Files, networks, threads, clocks, chance, and what is inside Referee."""

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
