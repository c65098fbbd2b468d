"""Finding the templates in Python sources: what stands in `say("…")`, or reaches such a call by a name or a table.

A template may stand in the call itself, in a name set in the same function or module, in another module of its
package, in a table, or come as an argument: then it is looked for in the calls of that function. One that is put
together while the program runs cannot be found, and nobody could translate it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from referee.testing.sources import Source

Template = str | tuple[str, str]
"""A template, or two: for one thing, and for any other number of things."""

Argument = tuple[int | None, str]
"""An argument of a function: its place, None where it goes by its name alone, and that name."""

Arguments = tuple[Argument, ...]
"""The arguments that are a template: one, or two that are one template together."""

_TEMPLATE, _ONE, _MANY = (0, "template"), (0, "one"), (1, "many")
SAYING: Mapping[str, Arguments] = {
    "say": (_TEMPLATE,),
    "say_here": (_TEMPLATE,),
    "Text": (_TEMPLATE,),
    "count": (_ONE, _MANY),
    "cite": ((1, "template"),),
    "by_house_rule": ((1, "template"),),
    "Zone": ((0, "name"),),
    "CardsMisread": (_TEMPLATE,),
}
"""Which functions of Referee say a template, and by which arguments."""
HOMES = {"text.py", "template_filters.py"}
"""The modules in which these functions stand; another module may have one of its own by the same name."""


Scope = ast.FunctionDef | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
"""What has names of its own."""


class Hidden(Exception):
    """A template that cannot be found: `place`, as `file:line`, and the expression in whose place it should stand."""

    def __init__(self, place: str, expression: str) -> None:
        super().__init__(f"{place}: {expression}")
        self.place, self.expression = place, expression


@dataclass(frozen=True, slots=True)
class Templates:
    """The templates that stand in some files, each with its file, in reading order; and those that cannot be found.

    `verdicts` are what the parts of verdicts are called: the keys of the first argument of `Ruling(…)`.
    """

    found: tuple[tuple[Path, Template], ...]
    verdicts: tuple[tuple[Path, str], ...]
    hidden: tuple[Hidden, ...]


def templates_in(sources: Sequence[Source]) -> Templates:
    """All templates in the modules of a package."""
    gathering = Gathering({source.path: source for source in sources})
    verdicts = [(source.path, name) for source in sources for name in gathering.verdict_names(source)]
    found = [(source.path, template) for source in sources for template in gathering.of(source)]
    while gathering.passed_on:
        # Functions whose own arguments are templates: look at their calls too.
        gathering = Gathering(gathering.sources, gathering)
        found += [(source.path, template) for source in sources for template in gathering.of(source)]
    return Templates(tuple(dict.fromkeys(found)), tuple(dict.fromkeys(verdicts)), tuple(gathering.hidden))


@dataclass(frozen=True, slots=True)
class Passed:
    """A template that a function is given: in this file, the function of this name, by this argument."""

    path: Path
    function: str
    argument: Argument


class Gathering:
    """One look through a package; `saying` are the functions looked at, `passed_on` those to be looked at next."""

    def __init__(self, sources: Mapping[Path, Source], before: Gathering | None = None) -> None:
        self.sources = sources
        of_referee = {name: [template] for name, template in SAYING.items()}
        self.saying: Mapping[str, list[Arguments]] = before.passed_on if before else of_referee
        self.known: set[tuple[str, Arguments]] = before.known if before else set()
        self.passed_on: dict[str, list[Arguments]] = {}
        self.homes: dict[str, set[Path]] = before.homes if before else {}
        self.hidden: list[Hidden] = before.hidden if before else []
        self.following: set[ast.expr] = set()
        # The function in which each node stands, or what goes through a table there with names of its own.
        self.scopes: dict[ast.AST, Scope | None] = before.scopes if before else {}
        for source in () if before else sources.values():
            self._place(source.tree, None)

    def _place(self, node: ast.AST, scope: Scope | None) -> None:
        for child in ast.iter_child_nodes(node):
            self.scopes[child] = scope
            self._place(child, child if isinstance(child, Scope) else scope)

    def of(self, source: Source) -> Iterator[Template]:
        """The templates in a file."""
        for call in source.calls():
            name = _name(call.func)
            if name in self.saying and not _is_method_of_a_value(call.func, name) and self._is_meant(source, call.func):
                for arguments in self.saying[name]:
                    try:
                        yield from self._of_call(source, call, arguments)
                    except Hidden as hidden:
                        self.hidden.append(hidden)

    def _is_meant(self, source: Source, function: ast.expr) -> bool:
        """Whether a function that says templates, or passes them on, is called here, and not another of its name."""
        if not isinstance(function, ast.Name):
            return True
        home = self._home(source, function.id)
        if function.id in SAYING:
            return home.name in HOMES or _function(self.sources.get(home, source), function.id) is None
        return home in self.homes[function.id]

    def _home(self, source: Source, name: str) -> Path:
        """The module in which a function that is called here stands."""
        for statement in source.tree.body:
            if isinstance(statement, ast.ImportFrom) and name in [one.asname or one.name for one in statement.names]:
                found = self._module(source, statement)
                return found.path if found else source.path
        return source.path

    def _of_call(self, source: Source, call: ast.Call, arguments: Arguments) -> Iterator[Template]:
        given = [value for argument in arguments if (value := _given(call, argument)) is not None]
        if len(given) < len(arguments):
            return  # Another function of this name: `seats.count("Ana")`.
        wordings = [list(self._resolved(source, value)) for value in given]
        if len({*map(len, wordings)}) > 1:
            raise Hidden(f"{source.path}:{call.lineno}", ast.unparse(call))
        for words in zip(*wordings, strict=True):
            match words:
                case [str(one)]:
                    yield one
                case [str(one), str(many)]:
                    yield one, many
                case _:
                    self._pass_on([word for word in words if isinstance(word, Passed)])

    def _pass_on(self, passed: Sequence[Passed]) -> None:
        """Have the calls of the function looked at that is given these, all of one template."""
        function, arguments = passed[0].function, tuple(one.argument for one in passed)
        self.homes.setdefault(function, set()).add(passed[0].path)
        if function not in SAYING and (function, arguments) not in self.known:
            self.known.add((function, arguments))
            self.passed_on.setdefault(function, []).append(arguments)

    def _resolved(self, source: Source, node: ast.expr) -> Iterator[str | Passed]:
        return self._followed(node, self._of_value(source, node))

    def _followed(self, node: ast.expr, found: Iterator[str | Passed]) -> Iterator[str | Passed]:
        """The same; nothing where this is being followed already, as in `words = words or "…"`."""
        if node in self.following:
            return
        self.following.add(node)
        try:
            yield from found
        finally:
            self.following.discard(node)

    def _of_value(self, source: Source, node: ast.expr) -> Iterator[str | Passed]:
        match node:
            case ast.Constant(value=str(text)):
                if text:
                    yield text
            case ast.IfExp():
                yield from self._resolved(source, node.body)
                yield from self._resolved(source, node.orelse)
            case ast.BoolOp(values=values):
                for value in values:
                    yield from self._resolved(source, value)
            case ast.Name(id=name):
                yield from self._of_name(source, node, name)
            case ast.Subscript(value=table):
                yield from self._of_table(source, table)
            case ast.Call(func=ast.Name(id=name)) if (function := _function(source, name)) is not None:
                for value in _returned(function):
                    yield from self._resolved(source, value)
            case ast.Attribute(attr="template" | "many"):
                return  # of a Text, whose own making is looked at
            case ast.Dict():
                yield from self._of_rows(source, node)
            case _:
                raise Hidden(f"{source.path}:{node.lineno}", ast.unparse(node))

    def _of_name(self, source: Source, node: ast.expr, name: str) -> Iterator[str | Passed]:
        for scope in self._around(node):
            set_here = [value for value in _set_in(scope, name) if value not in self.following]
            if set_here:
                for each in set_here:
                    yield from self._resolved(source, each)
                return
            if isinstance(scope, ast.FunctionDef) and (argument := _taken(scope, name)) is not None:
                yield Passed(source.path, scope.name, argument)
                return
        values = list(self._set_in_module(source, name))
        for where, value in values:
            yield from self._resolved(where, value)
        if not values:
            raise Hidden(f"{source.path}:{node.lineno}", name)

    def _around(self, node: ast.AST) -> Iterator[Scope]:
        """The scopes in which a node stands, the innermost first."""
        scope = self.scopes.get(node)
        while scope is not None:
            yield scope
            scope = self.scopes.get(scope)

    def _set_in_module(self, source: Source, name: str) -> Iterator[tuple[Source, ast.expr]]:
        for node in ast.walk(source.tree):
            if self.scopes.get(node) is None:
                yield from ((source, value) for value in _values(node, name))
        for statement in source.tree.body:
            if isinstance(statement, ast.ImportFrom):
                for alias in statement.names:
                    if name == (alias.asname or alias.name) and (other := self._module(source, statement)):
                        yield from self._set_in_module(other, alias.name)

    def _module(self, source: Source, statement: ast.ImportFrom) -> Source | None:
        folder = source.path.parents[max(statement.level - 1, 0)]
        parts = (statement.module or "").split(".")
        if not statement.level:
            folder = next((path for path in source.path.parents if path.name == parts[0]), folder)
            parts = parts[1:]
        return self.sources.get(folder.joinpath(*parts).with_suffix(".py"))

    def verdict_names(self, source: Source) -> Iterator[str]:
        """What the parts of verdicts are called in a file."""
        for call in source.calls():
            for table in self.tables(call.args[0]) if _name(call.func) == "Ruling" and call.args else ():
                for key in table.keys:
                    if isinstance(key, ast.Constant) and isinstance(key.value, str):
                        yield key.value

    def tables(self, node: ast.expr) -> Iterator[ast.Dict]:
        """The dictionaries that an expression may stand for."""
        if isinstance(node, ast.Dict):
            yield node
        elif isinstance(node, ast.Name):
            for value in self._local(node):
                yield from self.tables(value)

    def _local(self, name: ast.Name) -> list[ast.expr]:
        found = (list(_set_in(scope, name.id)) for scope in self._around(name))
        return next(filter(None, found), [])

    def _of_table(self, source: Source, table: ast.expr) -> Iterator[str | Passed]:
        return self._followed(table, self._of_rows(source, table))

    def _of_rows(self, source: Source, table: ast.expr) -> Iterator[str | Passed]:
        if isinstance(table, ast.Name):
            values = [(source, value) for value in self._local(table)] or [*self._set_in_module(source, table.id)]
            if not values:
                raise Hidden(f"{source.path}:{table.lineno}", table.id)
            for where, value in values:
                yield from self._of_table(where, value)
        elif isinstance(table, ast.Dict):
            for value in table.values:
                yield from self._resolved(source, value)
        elif isinstance(table, (ast.Tuple, ast.List)):
            for value in table.elts:
                yield from self._resolved(source, value)
        else:
            yield from self._of_value(source, table)


def _function(source: Source, name: str) -> ast.FunctionDef | None:
    found = (one for one in source.tree.body if isinstance(one, ast.FunctionDef) and one.name == name)
    return next(found, None)


def _returned(function: ast.FunctionDef) -> Iterator[ast.expr]:
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and node.value is not None:
            yield node.value


def _name(function: ast.expr) -> str:
    return (
        function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""
    )


def _is_method_of_a_value(function: ast.expr, name: str) -> bool:
    """`cards.count(card)` is no `count`; `SECTIONS.cite(…)` is a `cite`."""
    return isinstance(function, ast.Attribute) and name == "count"


def _given(call: ast.Call, argument: Argument) -> ast.expr | None:
    """What a call gives for an argument."""
    place, name = argument
    if (
        place is not None
        and place < len(call.args)
        and not any(isinstance(one, ast.Starred) for one in call.args[: place + 1])
    ):
        return call.args[place]
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)


def _taken(function: ast.FunctionDef, name: str) -> Argument | None:
    """The argument of this name; None where the function has none."""
    placed = [argument.arg for argument in [*function.args.posonlyargs, *function.args.args]]
    if name in placed:
        # A method is called without its first argument.
        return placed.index(name) - (placed[0] in ("self", "cls")), name
    return (None, name) if any(argument.arg == name for argument in function.args.kwonlyargs) else None


def _set_in(scope: Scope, name: str) -> Iterator[ast.expr]:
    if isinstance(scope, ast.FunctionDef):
        for node in ast.walk(scope):
            yield from _values(node, name)
    else:
        for loop in scope.generators:
            yield from _gone_through(loop.target, loop.iter, name)


def _values(node: ast.AST, name: str) -> Iterator[ast.expr]:
    """What this sets the name to."""
    match node:
        case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.NamedExpr(target=target, value=value):
            yield from _taken_apart(target, value, name)
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                yield from _taken_apart(target, value, name)
        case ast.For(target=target, iter=table):
            yield from _gone_through(target, table, name)


def _gone_through(target: ast.expr, table: ast.expr, name: str) -> Iterator[ast.expr]:
    """What a loop over this table sets the name to."""
    match target, table:
        case _, ast.Tuple(elts=values) | ast.List(elts=values) | ast.Set(elts=values):
            for value in values:
                yield from _taken_apart(target, value, name)
        case ast.Tuple(elts=[_, second]), ast.Call(func=ast.Attribute(value=named, attr="items")) if _is(second, name):
            yield _one_of(named)
        case ast.Name(), ast.Call(func=ast.Attribute(value=named, attr="values")) if _is(target, name):
            yield _one_of(named)
        case ast.Name(), _ if _is(target, name):
            yield _one_of(table)


def _one_of(table: ast.expr) -> ast.expr:
    return ast.Subscript(table, ast.Constant(...))


def _taken_apart(target: ast.expr, value: ast.expr, name: str) -> Iterator[ast.expr]:
    if _is(target, name):
        yield value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, inner in zip(_before_star(target.elts), _before_star(value.elts), strict=False):
            yield from _taken_apart(one, inner, name)
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.IfExp):
        yield from _taken_apart(target, value.body, name)
        yield from _taken_apart(target, value.orelse, name)


def _before_star(parts: Sequence[ast.expr]) -> Iterator[ast.expr]:
    """Those that stand for one value each."""
    return takewhile(lambda part: not isinstance(part, ast.Starred), parts)


def _is(target: ast.expr, name: str) -> bool:
    return isinstance(target, ast.Name) and target.id == name
