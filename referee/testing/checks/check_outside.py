"""The check of what a game reaches past its arguments and `ask`, or throws away."""

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from referee.testing.checks.game_under_check import PURE, RULING, CheckedGame
from referee.testing.flaw import Flaw, Flaws

OUTSIDE = re.compile(
    r"(?:import|from) (?P<module>(?:asyncio|datetime|http|io|multiprocessing"
    r"|pathlib|random(?! import Random\b)|requests|secrets|shutil|signal|socket"
    r"|sqlite3|subprocess|tempfile"
    r"|threading|time|urllib|uuid|referee\.(?!testing))[\w.]*)"
    r"|(?P<name>(?:open|print|input)(?=\()|os\.(?:environ|getenv))"
)
"""Files, networks, threads, clocks, chance, and what is inside Referee."""

REACHES = (ast.Import, ast.ImportFrom, ast.Call, ast.Attribute)


def flaws(game: CheckedGame) -> Flaws:
    """Yield what no game may use, rulings past `ask`, and answers thrown away."""
    for source in game.sources:
        for made, line in source.thrown_away():
            where = game.locate(f"{source.path}:{line}")
            what = f"It makes `{made}…)`, and nothing of it."
            why = "The game goes on as if this line were not there."
            yield Flaw(where, what, why, f"Write `return {made}…)`.")
        for line, flaw in _find_flaws(game, source.tree):
            yield replace(flaw, where=game.locate(f"{source.path}:{line}"))


def _find_flaws(game: CheckedGame, tree: ast.Module) -> Iterator[tuple[int, Flaw]]:
    """Yield flaws without their places, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, REACHES):
            found = OUTSIDE.match(ast.unparse(node))
            if found is not None:
                yield node.lineno, _outside(found["module"] or found["name"])
        if not isinstance(node, ast.FunctionDef) or node.name in RULING:
            continue
        for call in ast.walk(node):
            if isinstance(call, ast.Call) and ast.unparse(call.func) in RULING:
                called = ast.unparse(call.func)
                what = f"`{node.name}` rules past `ask`: {called}."
                why = "No house rule would change it, and no table overrule it."
                instead = f"Ask its question: `{_show_ask(game, call)}`."
                yield call.lineno, Flaw("", what, why, instead, grave=False)


def _show_ask(game: CheckedGame, call: ast.Call) -> str:
    """Return how to ask the question that this call of a hook rules on."""
    named = ast.unparse(call)
    asked = []
    for name, question in game.rulebook.questions.items():
        if question.hook == ast.unparse(call.func):
            given = [f"{each.name}={each.name}" for each in question.fields]
            asked.append((repr(name) in named, f'ask("{name}", {", ".join(given)})'))
    # A call of `answer` names the question itself.
    asked.sort(key=lambda each: not each[0])
    return asked[0][1] if asked else "ask(…)"


def _outside(name: str) -> Flaw:
    why = "The same entries have to give the same match, anywhere and later."
    instead = PURE
    if name == "print":
        why = "It fills the terminal of whoever runs the referee; no player sees it."
        instead = "Take it away; the bench of `referee serve --dev` shows the state."
    if name.startswith("referee"):
        why = "What is inside Referee may change with every version."
        instead = "`from referee import …` gives all that a game needs."
    return Flaw("", f"It uses `{name}`.", why, instead, grave=name != "print")
