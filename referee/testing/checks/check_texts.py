"""What stands in the code as text: names in the braces of templates, and sections that are cited."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from referee.testing.checks.checked_game import CheckedGame
from referee.testing.flaw import Flaw
from referee.testing.sources import Source
from referee.vocabulary.text import names_in

TEMPLATES = {"say": (0,), "count": (0, 1), "by_house_rule": (1,)}
"""Which arguments of the functions of `referee` are templates. The other values are given by their names."""

BUILDERS = frozenset({"format", "format_map", "join"})
"""The methods of a string that build another one from it."""

UNWORDED = "The sentence cannot be worded: the game would have a fault, wherever it is ruled so."
UNCITED = "A ruling that rests on a section that is not there is a fault of the game."


@dataclass(frozen=True, slots=True)
class Sentence:
    """A template in a call, with the names that it is given values for; None: nobody can say which."""

    template: str
    line: int
    given: frozenset[str] | None


def flaws(game: CheckedGame) -> Iterator[Flaw]:
    """Templates without one of their values, and sections that are cited and not there."""
    for source in game.sources:
        for sentence in sentences_in(source):
            yield from _of_sentence(game, source, sentence)
        yield from _of_pieces(game, source)
    yield from _of_citations(game)


def sentences_in(source: Source) -> Iterator[Sentence]:
    """The templates that stand as plain strings in the calls that say them."""
    for call, counts, written in _said(source):
        given = _given(call, counts)
        yield from (Sentence(template, line, given) for one in written for template, line in _strings(one))


def _said(source: Source) -> Iterator[tuple[ast.Call, bool, list[ast.expr]]]:
    """The calls that say something, whether they count, and what is written where their templates are."""
    imported = _imported(source)
    for call in source.calls():
        name = imported.get(call.func.id) if isinstance(call.func, ast.Name) else None
        places = TEMPLATES.get(name or "", (1,) if _cites(call) else ())
        yield call, name == "count", [call.args[place] for place in places if place < len(call.args)]


def _of_pieces(game: CheckedGame, source: Source) -> Iterator[Flaw]:
    for _call, _counts, written in _said(source):
        for one in written:
            if _is_built(one):
                what = f"The template {ast.unparse(one)} is built from pieces."
                instead = (
                    'Write one plain string, and give what changes in it by name: `say("{seat} wins.", seat=seat)`.'
                )
                where = game.place(f"{source.path}:{one.lineno}")
                yield Flaw(where, what, "Nobody can translate it, nor word its cards and lists.", instead, grave=False)


def _is_built(node: ast.expr) -> bool:
    """`f"{seat} wins"`, `seat + " wins"`, or `"{} wins".format(seat)`."""
    called = node.func if isinstance(node, ast.Call) else None
    return isinstance(node, ast.JoinedStr | ast.BinOp) or (
        isinstance(called, ast.Attribute) and called.attr in BUILDERS and any(_strings(called.value))
    )


def _imported(source: Source) -> dict[str, str]:
    """What is imported from `referee`, by the name that it has in this file."""
    return {
        alias.asname or alias.name: alias.name
        for node in ast.walk(source.tree)
        if isinstance(node, ast.ImportFrom) and node.module == "referee" and not node.level
        for alias in node.names
    }


def _cites(call: ast.Call) -> bool:
    """`SECTIONS.cite("trick", "…")`."""
    return isinstance(call.func, ast.Attribute) and call.func.attr == "cite"


def _strings(node: ast.expr) -> Iterator[tuple[str, int]]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value, node.lineno
    elif isinstance(node, ast.IfExp):
        yield from _strings(node.body)
        yield from _strings(node.orelse)


def _given(call: ast.Call, counts: bool) -> frozenset[str] | None:
    names = [keyword.arg for keyword in call.keywords]
    if None in names:
        return None  # `**values`
    return frozenset([*(name for name in names if name is not None), *(["n"] if counts else [])])


def _of_sentence(game: CheckedGame, source: Source, sentence: Sentence) -> Iterator[Flaw]:
    where = game.place(f"{source.path}:{sentence.line}")
    if sentence.given is not None and not sentence.given:
        return  # a text without values is shown as it stands, braces and all
    try:
        missing = sorted(names_in(sentence.template) - (sentence.given or names_in(sentence.template)))
    except ValueError as error:
        yield Flaw(where, f"{error}.", UNWORDED, "Write a plain name in each pair of braces, `{{` for a brace.")
        return
    if missing:
        what = f"The template {sentence.template!r} has no value for {', '.join(missing)}."
        instead = f"Give the call `{', '.join(f'{name}=…' for name in missing)}`, or write one of the names it has."
        yield Flaw(where, what, UNWORDED, instead)


def _of_citations(game: CheckedGame) -> Iterator[Flaw]:
    id = game.rulebook.game.id
    rules = (module.describe_house_rule().id for module in game.house_rules.values())
    known = {*game.rulebook.sections, *rules}
    for source in game.sources:
        for section, line in _cited(source, id):
            if section not in known:
                what = f"The section {section!r} is cited, and there is none."
                instead = f"Cite one of {', '.join(sorted(known))}, or add it to the rules."
                yield Flaw(game.place(f"{source.path}:{line}"), what, UNCITED, instead)
        for rule, line in _strange_reasons(source, id) if game.is_own(source) else ():
            what = f"A reason rests on {rule!r}, which is no section of this game."
            instead = f"Begin it with the id of the game, `{id}#`; `cite` does."
            yield Flaw(game.place(f"{source.path}:{line}"), what, UNCITED, instead)


def _strange_reasons(source: Source, id: str) -> Iterator[tuple[str, int]]:
    """What stands as the rule in a `Reason`, and is no `game#section` of the game of this id."""
    imported = _imported(source)
    for call in source.calls():
        if isinstance(call.func, ast.Name) and imported.get(call.func.id) == "Reason":
            rules = [*call.args[:1], *(word.value for word in call.keywords if word.arg == "rule")]
            for rule, line in (found for one in rules for found in _strings(one)):
                if not rule.startswith(f"{id}#"):
                    yield rule, line


def _cited(source: Source, id: str) -> Iterator[tuple[str, int]]:
    """The sections that a file names: in a `cite`, or whole as `game#section`."""
    for call in source.calls():
        if _cites(call) and call.args:
            yield from _strings(call.args[0])
    for word, line in source.words:
        if (found := re.fullmatch(rf"{re.escape(id)}#([\w-]+)", word)) is not None:
            yield found[1], line
