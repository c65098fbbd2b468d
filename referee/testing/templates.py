"""Finding the templates in Python sources: what stands in `say("…")`, or reaches such a call by a name or a table.

A template may stand in the call itself, in a name set in the same function or module, in another module of its
package, in a table, or come as an argument: then it is looked for in the calls of that function. One that is put
together while the program runs cannot be found, and nobody could translate it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from referee.frozen import frozen
from referee.testing.sources import Source

Template = str | tuple[str, str]
"""A template, or two: for one thing, and for any other number of things."""

SAYING = {
    "say": (0,),
    "said": (0,),
    "Text": (0,),
    "count": (0, 1),
    "cite": (1,),
    "by_house_rule": (1,),
    "Zone": (0,),
    "CardsMisread": (0,),
}
"""Which arguments of which functions are templates."""
HOMES = {"text.py", "template_filters.py"}
"""The modules in which these functions stand; another module may have one of its own by the same name."""

TAKERS = {"template": 0, "one": 0, "many": 1}
"""Templates given by name: the first or the second of the call."""


class Hidden(Exception):
    """A template that cannot be found: `place`, as `file:line`, and the expression in whose place it should stand."""

    def __init__(self, place: str, expression: str) -> None:
        super().__init__(f"{place}: {expression}")
        self.place, self.expression = place, expression


@frozen
class Templates:
    """The templates that stand in some files, each with its file, in reading order; and those that cannot be found."""

    found: tuple[tuple[Path, Template], ...]
    hidden: tuple[Hidden, ...]


def templates_in(sources: Sequence[Source]) -> Templates:
    """All templates in the modules of a package."""
    gathering = Gathering({source.path: source for source in sources})
    found = [(source.path, template) for source in sources for template in gathering.of(source)]
    while gathering.passed_on:
        # Functions whose own arguments are templates: look at their calls too.
        gathering = Gathering(gathering.sources, gathering)
        found += [(source.path, template) for source in sources for template in gathering.of(source)]
    return Templates(tuple(dict.fromkeys(found)), tuple(gathering.hidden))


def verdict_names_in(sources: Sequence[Source]) -> list[tuple[Path, str]]:
    """What the parts of verdicts are called in a package: the keys of the first argument of `Ruling(…)`."""
    gathering = Gathering({source.path: source for source in sources})
    found = [
        (source.path, key.value)
        for source in sources
        for call in source.calls()
        if _name(call.func) == "Ruling" and call.args
        for table in gathering.tables(call.args[0])
        for key in table.keys
        if isinstance(key, ast.Constant) and isinstance(key.value, str)
    ]
    return list(dict.fromkeys(found))


class Gathering:
    """One look through a package; `saying` are the functions looked at, `passed_on` those to be looked at next."""

    def __init__(self, sources: Mapping[Path, Source], before: Gathering | None = None) -> None:
        self.sources = sources
        self.saying: Mapping[str, tuple[int, ...]] = before.passed_on if before else SAYING
        self.known: dict[str, tuple[int, ...]] = {**before.known, **before.passed_on} if before else SAYING
        self.passed_on: dict[str, tuple[int, ...]] = {}
        self.homes: dict[str, set[Path]] = before.homes if before else {}
        self.hidden: list[Hidden] = before.hidden if before else []
        # The function in which each node stands.
        self.functions: dict[ast.AST, ast.FunctionDef | None] = before.functions if before else {}
        for source in () if before else sources.values():
            self._place(source.tree, None)

    def _place(self, node: ast.AST, function: ast.FunctionDef | None) -> None:
        for child in ast.iter_child_nodes(node):
            self.functions[child] = function
            self._place(child, child if isinstance(child, ast.FunctionDef) else function)

    def of(self, source: Source) -> Iterator[Template]:
        """The templates in a file."""
        for call in source.calls():
            name = _name(call.func)
            if name in self.saying and not _is_method_of_a_value(call.func, name) and self._is_meant(source, call.func):
                try:
                    yield from self._of_call(source, call, self.saying[name])
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

    def _of_call(self, source: Source, call: ast.Call, places: tuple[int, ...]) -> Iterator[Template]:
        arguments = [argument for place in places if (argument := _argument(call, place, places)) is not None]
        if len(arguments) < len(places):
            return  # Another function of this name: `seats.count("Ana")`.
        wordings = [list(self._resolved(source, argument)) for argument in arguments]
        if len(wordings) == 2:
            yield from zip(*wordings, strict=True)
        elif wordings:
            yield from wordings[0]

    def _resolved(self, source: Source, node: ast.expr) -> Iterator[str]:
        match node:
            case ast.Constant(value=str(text)):
                if text:
                    yield text
            case ast.IfExp():
                yield from self._resolved(source, node.body)
                yield from self._resolved(source, node.orelse)
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
                yield from self._of_table(source, node)
            case _:
                raise Hidden(f"{source.path}:{node.lineno}", ast.unparse(node))

    def _of_name(self, source: Source, node: ast.expr, name: str) -> Iterator[str]:
        function = self.functions.get(node)
        while function is not None:
            set_here = list(_set_in(function, name))
            if set_here:
                for each in set_here:
                    yield from self._resolved(source, each)
                return
            arguments = [argument.arg for argument in [*function.args.posonlyargs, *function.args.args]]
            if name in arguments:
                self._pass_on(source, function, arguments.index(name), arguments)
                return
            function = self.functions.get(function)
        for where, value in self._set_in_module(source, name):
            yield from self._resolved(where, value)
            return
        raise Hidden(f"{source.path}:{node.lineno}", name)

    def _pass_on(self, source: Source, function: ast.FunctionDef, place: int, arguments: list[str]) -> None:
        # A method is called without its first argument.
        place -= arguments[0] == "self"
        if function.name not in self.known:
            self.homes.setdefault(function.name, set()).add(source.path)
            places = {*self.passed_on.get(function.name, ()), place}
            self.passed_on[function.name] = tuple(sorted(places))

    def _set_in_module(self, source: Source, name: str) -> Iterator[tuple[Source, ast.expr]]:
        for statement in source.tree.body:
            yield from ((source, value) for value in _values(statement, name))
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

    def tables(self, node: ast.expr) -> Iterator[ast.Dict]:
        """The dictionaries that an expression may stand for."""
        if isinstance(node, ast.Dict):
            yield node
        elif isinstance(node, ast.Name):
            for value in self._local(node):
                yield from self.tables(value)

    def _local(self, name: ast.Name) -> list[ast.expr]:
        function = self.functions.get(name)
        return list(_set_in(function, name.id)) if function else []

    def _of_table(self, source: Source, table: ast.expr) -> Iterator[str]:
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
            yield from self._resolved(source, table)


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
    return isinstance(function, ast.Attribute) and name in ("count", "said")


def _argument(call: ast.Call, place: int, places: tuple[int, ...]) -> ast.expr | None:
    if place < len(call.args) and not any(isinstance(one, ast.Starred) for one in call.args[: place + 1]):
        return call.args[place]
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    return next((named[name] for name, order in TAKERS.items() if name in named and places[order:] == (place,)), None)


def _set_in(function: ast.FunctionDef, name: str) -> Iterator[ast.expr]:
    for statement in ast.walk(function):
        if isinstance(statement, ast.stmt):
            yield from _values(statement, name)


def _values(statement: ast.stmt, name: str) -> Iterator[ast.expr]:
    """What this statement sets the name to."""
    if isinstance(statement, ast.AnnAssign) and statement.value is not None and _is(statement.target, name):
        yield statement.value
    elif isinstance(statement, ast.Assign):
        for target in statement.targets:
            yield from _taken_apart(target, statement.value, name)


def _taken_apart(target: ast.expr, value: ast.expr, name: str) -> Iterator[ast.expr]:
    if _is(target, name):
        yield value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for one, inner in zip(target.elts, value.elts, strict=True):
            yield from _taken_apart(one, inner, name)
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.IfExp):
        yield from _taken_apart(target, value.body, name)
        yield from _taken_apart(target, value.orelse, name)


def _is(target: ast.expr, name: str) -> bool:
    return isinstance(target, ast.Name) and target.id == name
