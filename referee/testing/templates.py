"""Finding the templates in Python sources: what stands in `say("…")`, or may reach such
a call by a name or a table.

A name stands for all that is assigned to it or given for it, so rather too much is
found than too little. A template that is put together while the program runs cannot be
found, and nobody could translate it.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.testing.sources import Source

Template = str | tuple[str, str]
"""A template, or two: for one thing, and for any other number of things."""

SAYING: Mapping[str, tuple[tuple[int, str], ...]] = {
    "say": ((0, "template"),),
    "say_here": ((0, "template"),),
    "Text": ((0, "template"),),
    "count": ((0, "one"), (1, "many")),
    "cite": ((1, "template"),),
    "by_house_rule": ((1, "template"),),
    "Zone": ((0, "name"),),
    "CardsMisread": ((0, "template"),),
}
"""Which functions of Referee say a template, and by which arguments: the place and name
of each.
"""


@dataclass(frozen=True, slots=True)
class Hidden:
    """A template that cannot be found: `place`, as `file:line`, and the expression in
    whose place it should stand.
    """

    place: str
    expression: str


@dataclass(frozen=True, slots=True)
class Templates:
    """The templates that stand in some files, each with its file, in reading order; and
    those that cannot be found.

    `verdicts` are what the parts of verdicts are called: the keys of the first argument
    of `Ruling(…)`.
    """

    found: tuple[tuple[Path, Template], ...]
    verdicts: tuple[tuple[Path, str], ...]
    hidden: tuple[Hidden, ...]


def templates_in(sources: Sequence[Source]) -> Templates:
    """Return all templates in the modules of a package."""
    package = _Package(sources)
    found, verdicts, hidden = (
        dict[tuple[Path, Template], None](),
        dict[tuple[Path, str], None](),
        list[Hidden](),
    )
    for source in sources:
        for call in source.calls():
            name = _name(call.func)
            if name == "Ruling" and call.args:
                verdicts |= dict.fromkeys(
                    (source.path, key) for key in package.keys(call.args[0])
                )
            if name == "count" and isinstance(call.func, ast.Attribute):
                continue  # `cards.count(card)` says nothing; `SECTIONS.cite(…)` does.
            given = [
                value
                for argument in SAYING.get(name, ())
                if (value := _given(call, *argument)) is not None
            ]
            if not given or len(given) < len(SAYING[name]):
                continue
            leaves = [list(package.leaves(value, set())) for value in given]
            unknown = [
                leaf
                for each in leaves
                for leaf in each
                if not isinstance(leaf, ast.Constant)
            ]
            if len({*map(len, leaves)}) > 1:
                unknown = [call]
            hidden += [
                Hidden(f"{package.place[leaf][0]}:{leaf.lineno}", ast.unparse(leaf))
                for leaf in unknown
            ]
            for said in zip(*leaves, strict=True) if not unknown else ():
                words = [ast.literal_eval(leaf) for leaf in said]
                found[
                    package.place[said[0]][0],
                    words[0] if len(words) == 1 else (words[0], words[1]),
                ] = None
    return Templates(tuple(found), tuple(verdicts), tuple(dict.fromkeys(hidden)))


class _Package:
    """What the names in the modules of a package may stand for."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.place: dict[ast.AST, tuple[Path, ast.FunctionDef | None]] = {}
        """The file and the innermost function in which each node stands."""
        self.values: dict[tuple[ast.FunctionDef | Path, str], list[ast.expr]] = (
            defaultdict(list)
        )
        self.functions: dict[str, list[ast.FunctionDef]] = defaultdict(list)
        self.calls: dict[str, list[ast.Call]] = defaultdict(list)
        self.paths = [source.path for source in sources]
        for source in sources:
            self._note(source.tree, source.path, None)

    def _note(
        self, node: ast.AST, path: Path, function: ast.FunctionDef | None
    ) -> None:
        scope = function or path
        for child in ast.iter_child_nodes(node):
            self.place[child] = path, function
            match child:
                case ast.Assign(targets=targets, value=value):
                    for target in targets:
                        self._bind(scope, target, value)
                case (
                    ast.AnnAssign(target=target, value=ast.expr() as value)
                    | ast.NamedExpr(target=target, value=value)
                ):
                    self._bind(scope, target, value)
                case (
                    ast.For(target=target, iter=table)
                    | ast.comprehension(target=target, iter=table)
                ):
                    for value in (
                        table.elts
                        if isinstance(table, ast.Tuple | ast.List)
                        else [table]
                    ):
                        self._bind(scope, target, value)
                case ast.FunctionDef(name=name):
                    self.functions[name].append(child)
                case ast.Call(func=called):
                    self.calls[_name(called)].append(child)
            self._note(
                child, path, child if isinstance(child, ast.FunctionDef) else function
            )

    def _bind(
        self, scope: ast.FunctionDef | Path, target: ast.expr, value: ast.expr
    ) -> None:
        match target, value:
            case ast.Name(id=name), _:
                self.values[scope, name].append(value)
            case ast.Tuple(), ast.IfExp():
                self._bind(scope, target, value.body)
                self._bind(scope, target, value.orelse)
            case ast.Tuple(), _:
                values = (
                    value.elts
                    if isinstance(value, ast.Tuple)
                    else [value] * len(target.elts)
                )
                for part, of_part in zip(target.elts, values, strict=False):
                    self._bind(scope, part, of_part)

    def leaves(self, node: ast.expr, followed: set[ast.expr]) -> Iterator[ast.expr]:
        """Yield the plain strings that an expression may stand for, and expressions
        that do not tell.
        """
        if node in followed:
            return
        followed.add(node)
        further: list[ast.expr] = []
        match node:
            case (
                ast.Constant(value=None | "") | ast.Attribute(attr="template" | "many")
            ):
                pass  # Of a Text: what it says is found where it is made.
            case ast.IfExp():
                further = [node.body, node.orelse]
            case ast.BoolOp() | ast.Dict():
                further = node.values
            case ast.Tuple() | ast.List():
                further = node.elts
            case (
                ast.Subscript(value=table)
                | ast.Call(func=ast.Attribute(value=table, attr="values" | "items"))
            ):
                further = [table]
            case ast.Call(func=ast.Name(id=name)) if name in self.functions:
                nodes = [
                    inner
                    for function in self.functions[name]
                    for inner in ast.walk(function)
                ]
                further = [
                    inner.value
                    for inner in nodes
                    if isinstance(inner, ast.Return) and inner.value is not None
                ]
            case ast.Name() if (values := self._values_of(node)) is not None:
                further = values
            case _:
                yield node
        for value in further:
            yield from self.leaves(value, followed)

    def keys(self, node: ast.expr) -> Iterator[str]:
        """Yield the keys of the dictionary that an expression is, or that its name may
        stand for.
        """
        tables = self._values_of(node) if isinstance(node, ast.Name) else [node]
        for table in tables or ():
            for key in table.keys if isinstance(table, ast.Dict) else ():
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield key.value

    def _values_of(self, node: ast.Name) -> list[ast.expr] | None:
        """Return what a name stands for in its function, its module, or any other of
        the package.

        None where nobody sets it.
        """
        path, function = self.place[node]
        while function is not None:
            values = self.values[function, node.id]
            placed = [
                argument.arg
                for argument in (*function.args.posonlyargs, *function.args.args)
            ]
            if values or node.id in (
                *placed,
                *(argument.arg for argument in function.args.kwonlyargs),
            ):
                # A method is called without its first argument.
                place = (
                    placed.index(node.id) - (placed[0] in ("self", "cls"))
                    if node.id in placed
                    else None
                )
                # What the functions of Referee are given is looked at in any case.
                calls = [] if function.name in SAYING else self.calls[function.name]
                given = [_given(call, place, node.id) for call in calls]
                return [*values, *(value for value in given if value is not None)]
            function = self.place[function][1]
        own = self.values[path, node.id]
        return (
            own
            or [value for other in self.paths for value in self.values[other, node.id]]
            or None
        )


def _given(call: ast.Call, place: int | None, name: str) -> ast.expr | None:
    """Return what a call gives for an argument."""
    if place is not None and place < len(call.args):
        return (
            None
            if any(
                isinstance(argument, ast.Starred) for argument in call.args[: place + 1]
            )
            else call.args[place]
        )
    return next(
        (keyword.value for keyword in call.keywords if keyword.arg == name), None
    )


def _name(function: ast.expr) -> str:
    """Return the last name of what is called; empty where it has none."""
    return str(getattr(function, "attr", getattr(function, "id", "")))
