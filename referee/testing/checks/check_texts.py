"""What stands in the code as text: names in the braces of templates, and sections that
are cited.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches

from referee.testing.checks.checked_game import CheckedGame
from referee.testing.flaw import Flaw
from referee.testing.sources import Source
from referee.vocabulary.text import names_in

TEMPLATES = {"say": (0,), "count": (0, 1), "by_house_rule": (1,), "cite": (1,)}
"""Which arguments of these functions are templates. The other values are given by their
names.
"""

ASKING = frozenset({"has", "number_if_any", "seat_if_any"})
"""What reads a name that need not be there."""

NEAR = 0.8
"""How alike a name is to one that it was probably meant to be."""

BUILDERS = frozenset({"format", "format_map", "join"})
"""The methods of a string that build another one from it."""

UNWORDED = (
    "The sentence cannot be worded: the game would have a fault, wherever it is ruled "
    "so."
)
UNCITED = "A ruling that rests on a section that is not there is a fault of the game."


def flaws(game: CheckedGame) -> Iterator[Flaw]:
    """Templates without one of their values, sections that are cited and not there, and
    names that nothing has.
    """
    yield from _of_names(game)
    id = game.rulebook.game.id
    rules = (module.describe_house_rule().id for module in game.house_rules.values())
    known = {*game.rulebook.sections, *rules}
    for source in game.sources:
        cited = [
            (found[1], line)
            for word, line in source.words
            if (found := re.fullmatch(rf"{re.escape(id)}#([\w-]+)", word))
        ]
        for name, call in _calls_of_referee(source):
            for place in TEMPLATES.get(name, ()):
                if place < len(call.args):
                    yield from _of_template(game, source, name, call, call.args[place])
            if name == "cite" and call.args:
                cited += _strings(call.args[0])
            if name == "Reason" and game.is_own(source):
                yield from _of_reason(game, source, call)
        for section, line in cited:
            if section not in known:
                what = f"The section {section!r} is cited, and there is none."
                instead = (
                    f"Cite one of {', '.join(sorted(known))}, or add it to the rules."
                )
                yield Flaw(game.place(f"{source.path}:{line}"), what, UNCITED, instead)


def _of_names(game: CheckedGame) -> Iterator[Flaw]:
    """Names that `has` and the like ask for, and that stand nowhere else: whether they
    are there, nobody could tell.
    """
    asked = [
        (source, call.lineno, name)
        for source in game.sources
        for call in source.calls()
        if isinstance(call.func, ast.Attribute)
        and call.func.attr in ASKING
        and call.args
        for name, _ in _strings(call.args[0])
    ]
    said = Counter(word for source in game.sources for word, _ in source.words)
    names = {name for _, _, name in asked}
    for source, line, name in asked:
        near = get_close_matches(
            name, [word for word in said if word not in names], n=1, cutoff=NEAR
        )
        if near and said[name] == sum(name == other for _, _, other in asked):
            what = (
                f"Nothing is called {name!r} but what is asked for here; there is "
                f"{near[0]!r}."
            )
            where = game.place(f"{source.path}:{line}")
            yield Flaw(
                where,
                what,
                "It is never there.",
                f"Write {near[0]!r}, or leave it out.",
                grave=False,
            )


def _calls_of_referee(source: Source) -> Iterator[tuple[str, ast.Call]]:
    """The calls of what is imported from `referee`, by the names that it has there, and
    of `SECTIONS.cite`.
    """
    imports = [
        node
        for node in ast.walk(source.tree)
        if isinstance(node, ast.ImportFrom) and node.module == "referee"
    ]
    names = {
        alias.asname or alias.name: alias.name
        for node in imports
        for alias in node.names
    }
    if "*" in names:
        names |= {name: name for name in (*TEMPLATES, "Reason")}
    for call in source.calls():
        if isinstance(call.func, ast.Name) and call.func.id in names:
            yield names[call.func.id], call
        elif isinstance(call.func, ast.Attribute) and call.func.attr == "cite":
            yield "cite", call


def _of_template(
    game: CheckedGame, source: Source, name: str, call: ast.Call, node: ast.expr
) -> Iterator[Flaw]:
    if _is_built(node):
        what = f"The template {ast.unparse(node)} is built from pieces."
        why = "Nobody can translate it, nor word its cards and lists."
        instead = (
            'Write one plain string, and give what changes in it by name: `say("{seat} '
            'wins.", seat=seat)`.'
        )
        yield Flaw(
            game.place(f"{source.path}:{node.lineno}"), what, why, instead, grave=False
        )
    given = {str(keyword.arg) for keyword in call.keywords} | (
        {"n"} if name == "count" else set()
    )
    if any(keyword.arg is None for keyword in call.keywords):
        return  # nobody can say what is in `**values`
    for template, line in _strings(node):
        where = game.place(f"{source.path}:{line}")
        try:
            missing = sorted(names_in(template) - given)
        except ValueError as error:
            yield Flaw(
                where,
                f"{error}.",
                UNWORDED,
                "Write a plain name in each pair of braces, `{{` for a brace.",
            )
            continue
        if missing:
            what = f"The template {template!r} has no value for {', '.join(missing)}."
            instead = (
                f"Give the call `{', '.join(f'{name}=…' for name in missing)}`, or "
                "write one of the names it has."
            )
            yield Flaw(where, what, UNWORDED, instead)


def _is_built(node: ast.expr) -> bool:
    """`f"{seat} wins"`, `seat + " wins"`, or `"{} wins".format(seat)`."""
    called = node.func if isinstance(node, ast.Call) else None
    return isinstance(node, ast.JoinedStr | ast.BinOp) or (
        isinstance(called, ast.Attribute)
        and called.attr in BUILDERS
        and any(_strings(called.value))
    )


def _strings(node: ast.expr) -> Iterator[tuple[str, int]]:
    """The plain strings that an expression may be, each with its line."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value, node.lineno
    elif isinstance(node, ast.IfExp):
        yield from _strings(node.body)
        yield from _strings(node.orelse)


def _of_reason(game: CheckedGame, source: Source, call: ast.Call) -> Iterator[Flaw]:
    """A reason that rests on something else than a section of the game, or one of its
    house rules.
    """
    id = game.rulebook.game.id
    for node in (
        *call.args[:1],
        *(word.value for word in call.keywords if word.arg == "rule"),
    ):
        for rule, line in _strings(node):
            if not rule.startswith(f"{id}#"):
                what = f"A reason rests on {rule!r}, which is no section of this game."
                instead = f"Begin it with the id of the game, `{id}#`; `cite` does."
                yield Flaw(game.place(f"{source.path}:{line}"), what, UNCITED, instead)
