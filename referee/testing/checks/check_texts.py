"""The check of texts in code: names in templates, and cited sections."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches

from referee.testing.checks.game_under_check import CheckedGame, CheckedPlugin
from referee.testing.flaw import Flaw, Flaws
from referee.testing.sources import Source
from referee.testing.templates import Templates
from referee.vocabulary.text import names_in

TEMPLATES = {"say": (0,), "say_count": (0, 1), "by_house_rule": (1,), "cite": (1,)}
"""The arguments of these functions that are templates; others are values by name."""

ASKING = {"choice", "has", "number", "seat", "toss"}
"""Methods that read an optional name: all but `has` with a second argument."""

NEAR = 0.8
"""How alike a wrong name and a suggestion must be."""

TAKING_TRUMP = {"rule_trick", "best_card"}
"""Functions with the suit of trumps as `trump`."""

BUILDERS = {"format", "format_map", "join"}
"""Methods of strings that build another one."""

UNWORDED = (
    "The sentence cannot be worded: the game would have a fault, wherever it is ruled "
    "so."
)
UNCITED = "A ruling that rests on a section that is not there is a fault of the game."


def flaws(game: CheckedGame) -> Flaws:
    """Yield templates without a value, unknown sections, and unknown names."""
    yield from _unknown_names(game)
    yield from hidden_templates(game)
    yield from _strange_trumps(game)
    modules = game.house_rules.values()
    house_rules = (module.describe_house_rule().id for module in modules)
    known = {*game.rulebook.sections, *house_rules}
    for source in game.sources:
        cited = list(_sections_named(source, game.rulebook.game.id))
        for name, call in _calls_of_referee(source):
            for index in TEMPLATES.get(name, ()):
                yield from _template_flaws(game, source, name, call, index)
            if name == "cite" and call.args:
                cited += _strings(call.args[0])
            if name == "Reason" and game.is_own(source):
                yield from _reason_flaws(game, source, call)

        for section, line in cited:
            if section not in known:
                near = get_close_matches(section, known) or sorted(known)
                instead = f"Cite {' or '.join(near)}, or add it to the rules."
                where = game.locate(f"{source.path}:{line}")
                what = f"The section {section!r} is cited, and there is none."
                yield Flaw(where, what, UNCITED, instead)


def hidden_templates(game: CheckedPlugin) -> Flaws:
    """Yield sentences that are only known when the game runs, as `say(variable)`."""
    for hidden in Templates(game.sources).hidden:
        where = game.locate(hidden.where)
        template = hidden.expression
        what = f"No plain string can be found for the template {template}."
        why = "Nobody can translate what stands in no file."
        instead = "Write each sentence as a plain string, where `say` is called."
        if _is_built(ast.parse(template, mode="eval").body):
            what = f"The template {template} is built from pieces."
            why = "Nobody can translate it, nor word its cards and lists."
            instead = (
                "Write one plain string, and give what changes in it by name: "
                '`say("{seat} wins.", seat=seat)`.'
            )
        yield Flaw(where, what, why, instead, grave=False)


def _strange_trumps(game: CheckedGame) -> Flaws:
    """Yield trumps that are no suit of the game's deck."""
    suits = sorted({card.suit for card in game.rulebook.game.deck if card.suit})
    for source in game.sources:
        constants = source.constants
        for name, call in _calls_of_referee(source):
            given = {keyword.arg: keyword.value for keyword in call.keywords}
            if name not in TAKING_TRUMP or "trump" not in given:
                continue
            trump = constants.get(ast.unparse(given["trump"]), given["trump"])
            for suit, line in _strings(trump):
                if suit in suits:
                    continue
                where = game.locate(f"{source.path}:{line}")
                what = f"The trump {suit!r} is no suit of the deck."
                why = "No card is trump: the suit led wins every trick."
                instead = f"Write one of {', '.join(suits)}, or None without trumps."
                yield Flaw(where, what, why, instead)


def _sections_named(source: Source, id: str) -> Iterator[tuple[str, int]]:
    """Yield each `game#section` in a file, with its line."""
    for word, line in source.words:
        section = re.fullmatch(rf"{re.escape(id)}#([\w-]+)", word)
        if section:
            yield section[1], line


def _unknown_names(game: CheckedGame) -> Flaws:
    """Yield names in `has` and the like that exist nowhere else."""
    uses = []
    words: Counter[str] = Counter()
    for source in game.sources:
        words.update(word for word, _ in source.words)
        for call in source.calls():
            if not isinstance(call.func, ast.Attribute) or not call.args:
                continue
            is_asking = call.func.attr == "has" or len(call.args) > 1
            if is_asking and call.func.attr in ASKING:
                for name, _ in _strings(call.args[0]):
                    uses.append((source, name, call.lineno))

    names = Counter(name for _, name, _ in uses)
    others = [word for word in words if word not in names]
    for source, name, line in uses:
        near = get_close_matches(name, others, n=1, cutoff=NEAR)
        if near and words[name] == names[name]:
            what = (
                f"Nothing is called {name!r} but what is asked for here; there is "
                f"{near[0]!r}."
            )
            where = game.locate(f"{source.path}:{line}")
            instead = f"Write {near[0]!r}, or leave it out."
            yield Flaw(where, what, "It is never there.", instead, grave=False)


def _calls_of_referee(source: Source) -> Iterator[tuple[str, ast.Call]]:
    """Yield calls of `SECTIONS.cite` and of Referee's functions, by imported names."""
    names = _names_of_referee(source)
    for call in source.calls():
        function = call.func
        if isinstance(function, ast.Name) and function.id in names:
            yield names[function.id], call
        elif isinstance(function, ast.Attribute) and function.attr == "cite":
            yield "cite", call


def _names_of_referee(source: Source) -> dict[str, str]:
    """Return the objects that a file imports from `referee`, by their names there."""
    names = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ImportFrom) and node.module == "referee":
            for alias in node.names:
                names[alias.asname or alias.name] = alias.name
    if "*" in names:
        for name in (*TEMPLATES, "Reason"):
            names[name] = name
    return names


def _template_flaws(
    game: CheckedGame, source: Source, name: str, call: ast.Call, index: int
) -> Flaws:
    if index >= len(call.args):
        return
    node = call.args[index]
    given = {keyword.arg for keyword in call.keywords}
    if None in given:
        return  # `**values` may contain any name
    if name == "say_count":
        given.add("n")
    for template, line in _strings(node):
        where = game.locate(f"{source.path}:{line}")
        try:
            missing = sorted(names_in(template) - given)
        except ValueError as error:
            instead = "Write a plain name in each pair of braces, `{{` for a brace."
            yield Flaw(where, f"{error}.", UNWORDED, instead)
            continue
        if missing:
            what = f"The template {template!r} has no value for {', '.join(missing)}."
            instead = (
                f"Give the call `{'=…, '.join(missing)}=…`, or write one of the names "
                "it has."
            )
            yield Flaw(where, what, UNWORDED, instead)


def _is_built(node: ast.expr) -> bool:
    """Return whether a text is built, as `f"{seat} wins"` or `seat + " wins"`."""
    if isinstance(node, ast.JoinedStr | ast.BinOp):
        return True
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    is_joined = node.func.attr == "join"
    has_words = any(_strings(node.func.value))
    return is_joined or (node.func.attr in BUILDERS and has_words)


def _strings(node: ast.expr) -> Iterator[tuple[str, int]]:
    """Yield the plain strings that an expression may be, with their lines."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value, node.lineno
    elif isinstance(node, ast.IfExp):
        yield from _strings(node.body)
        yield from _strings(node.orelse)


def _reason_flaws(game: CheckedGame, source: Source, call: ast.Call) -> Flaws:
    """Yield reasons that rest on no section of the game or its house rules."""
    id = game.rulebook.game.id
    named = [word.value for word in call.keywords if word.arg == "rule"]
    for node in (*call.args[:1], *named):
        for rule, line in _strings(node):
            if not rule.startswith(f"{id}#"):
                where = game.locate(f"{source.path}:{line}")
                what = f"A reason rests on {rule!r}, which is no section of this game."
                instead = f"Begin it with the id of the game, `{id}#`; `cite` does."
                yield Flaw(where, what, UNCITED, instead)
