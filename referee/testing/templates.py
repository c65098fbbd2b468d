"""Finding templates in Python sources: strings that may reach `say("…")`.

A name stands for everything assigned or passed to it, so that the search finds too much
rather than too little. It cannot find templates built at run time, which nobody could
translate.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.testing.sources import Source

Template = str | tuple[str, str]
"""A template, or two: singular and plural."""

SAYING = {
    "say": ("template",),
    "say_here": ("template",),
    "Text": ("template",),
    "say_count": ("one", "many"),
    "cite": ("", "template"),
    "by_house_rule": ("", "template"),
    "Zone": ("name",),
    "CardsMisread": ("template",),
}
"""Referee's functions that say a template, each with its template arguments, in
order.
"""


@dataclass(frozen=True, slots=True)
class Hidden:
    """A template that cannot be found: where, as `file:line`, and its expression."""

    where: str
    expression: str


Scope = ast.FunctionDef | Path
"""Where a name is set: a function, or a file outside its functions."""


class Templates:
    """The templates in some files, each with its file; and hidden ones.

    They are in reading order.

    `verdicts` are names of verdict parts: the keys of `Ruling(…)`'s first argument.
    """

    def __init__(self, sources: Sequence[Source]) -> None:
        self.visible: dict[tuple[Path, Template], None] = {}
        self.verdicts: dict[tuple[Path, str], None] = {}
        self.hidden: dict[Hidden, None] = {}

        self._scopes: dict[ast.AST, tuple[Path, ast.FunctionDef | None]] = {}
        """The file and the innermost function of each node."""
        self._values = defaultdict[tuple[Scope, str], list[ast.expr]](list)
        self._functions = defaultdict[str, list[ast.FunctionDef]](list)
        self._calls = defaultdict[str, list[ast.Call]](list)
        self._paths = [source.path for source in sources]
        for source in sources:
            self._note(source.tree, source.path, None)
        for source in sources:
            for call in source.calls():
                self._look_at(call)

    def _look_at(self, call: ast.Call) -> None:
        name = _name(call.func)
        if name == "Ruling" and call.args:
            self._add_verdict(call, self._keys(call.args[0]))
            return
        if name == "rule_illegal":
            names = [keyword.arg for keyword in call.keywords]
            self._add_verdict(call, filter(None, names))
            return

        if name in SAYING:
            self._add_templates(call, SAYING[name])

    def _add_verdict(self, call: ast.Call, keys: Iterable[str]) -> None:
        path = self._scopes[call][0]
        for key in keys:
            self.verdicts[path, key] = None

    def _add_templates(self, call: ast.Call, arguments: Sequence[str]) -> None:
        forms = []
        unknown = []
        for name in filter(None, arguments):
            value = _argument_of(call, arguments.index(name), name)
            if value is None:
                return
            leaves = list(self._leaves(value, set()))
            unknown += [leaf for leaf in leaves if not isinstance(leaf, ast.Constant)]
            forms.append(leaves)

        # Singulars and plurals have to correspond.
        if len(forms[0]) != len(forms[-1]):
            unknown = [call]
        for leaf in unknown:
            where = f"{self._scopes[leaf][0]}:{leaf.lineno}"
            self.hidden[Hidden(where, ast.unparse(leaf))] = None
        if unknown:
            return

        for first, last in zip(forms[0], forms[-1], strict=True):
            template = ast.literal_eval(first)
            if len(forms) > 1:
                template = ast.literal_eval(first), ast.literal_eval(last)
            self.visible[self._scopes[first][0], template] = None

    def _note(
        self, node: ast.AST, path: Path, function: ast.FunctionDef | None
    ) -> None:
        for child in ast.iter_child_nodes(node):
            self._scopes[child] = path, function
            self._bind_in(child, function or path)
            inner = function
            if isinstance(child, ast.FunctionDef):
                self._functions[child.name].append(child)
                inner = child
            elif isinstance(child, ast.Call):
                self._calls[_name(child.func)].append(child)
            self._note(child, path, inner)

    def _bind_in(self, node: ast.AST, scope: Scope) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._bind(scope, target, value)
            case (
                ast.AnnAssign(target=target, value=ast.expr() as value)
                | ast.NamedExpr(target=target, value=value)
            ):
                self._bind(scope, target, value)
            case ast.AugAssign(target=ast.Name() as target, value=value):
                # `text += seat` puts a text together from what it was.
                built = ast.BinOp(target, ast.Add(), value)
                self._scopes[built] = self._scopes[node]
                self._bind(scope, target, ast.copy_location(built, node))
            case (
                ast.For(target=target, iter=table)
                | ast.comprehension(target=target, iter=table)
            ):
                values = [table]
                if isinstance(table, ast.Tuple | ast.List):
                    values = table.elts
                for value in values:
                    self._bind(scope, target, value)

    def _bind(self, scope: Scope, target: ast.expr, value: ast.expr) -> None:
        match target, value:
            case ast.Name(id=name), _:
                self._values[scope, name].append(value)
            case ast.Tuple(), ast.IfExp():
                self._bind(scope, target, value.body)
                self._bind(scope, target, value.orelse)
            case ast.Tuple(), ast.Tuple():
                for inner, element in zip(target.elts, value.elts, strict=False):
                    self._bind(scope, inner, element)
            case ast.Tuple(), _:
                for inner in target.elts:
                    self._bind(scope, inner, value)

    def _leaves(self, node: ast.expr, followed: set[ast.expr]) -> Iterator[ast.expr]:
        """Yield the possible strings of an expression, and its unknown parts."""
        if node in followed:
            return
        followed.add(node)
        further = self._behind(node)
        if further is None:
            yield node
            return
        for value in further:
            yield from self._leaves(value, followed)

    def _behind(self, node: ast.expr) -> Sequence[ast.expr] | None:
        """Return the expressions that this one may be; None if final or unknown."""
        match node:
            case (
                ast.Constant(value=None | "") | ast.Attribute(attr="template" | "many")
            ):
                return ()  # A Text: its template is found where it is created.
            case ast.IfExp():
                return node.body, node.orelse
            case ast.BoolOp() | ast.Dict():
                return node.values
            case ast.Tuple() | ast.List():
                return node.elts
            case (
                ast.Subscript(value=table)
                | ast.Call(func=ast.Attribute(value=table, attr="values" | "items"))
            ):
                return (table,)
            case ast.Call(func=ast.Name(id=name)) if name in self._functions:
                returned = []
                for function in self._functions[name]:
                    for inner in ast.walk(function):
                        if isinstance(inner, ast.Return) and inner.value is not None:
                            returned.append(inner.value)
                return returned
            case ast.Name():
                return self._values_of(node)
        return None

    def _keys(self, node: ast.expr) -> Iterator[str]:
        """Yield the keys of a dictionary expression, or of those a name may be."""
        tables: Sequence[ast.expr] | None = [node]
        if isinstance(node, ast.Name):
            tables = self._values_of(node)
        for table in tables or ():
            if not isinstance(table, ast.Dict):
                continue
            for key in table.keys:
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield key.value

    def _values_of(self, node: ast.Name) -> list[ast.expr] | None:
        """Return a name's values in its function, its module, or the package.

        None if nobody sets it.
        """
        path, function = self._scopes[node]
        while function is not None:
            values = self._values[function, node.id]
            given = self._given_for(function, node.id)
            if values or given is not None:
                return [*values, *(given or ())]
            function = self._scopes[function][1]

        own = self._values[path, node.id]
        if own:
            return own
        elsewhere: list[ast.expr] = []
        for other in self._paths:
            elsewhere += self._values[other, node.id]
        return elsewhere or None

    def _given_for(
        self, function: ast.FunctionDef, parameter: str
    ) -> list[ast.expr] | None:
        """Return a parameter's arguments in all calls; None without that parameter."""
        arguments = function.args
        positional = [
            argument.arg for argument in (*arguments.posonlyargs, *arguments.args)
        ]
        if positional and positional[0] in ("self", "cls"):
            del positional[0]  # calls of a method omit it
        index = None
        if parameter in positional:
            index = positional.index(parameter)
        elif all(argument.arg != parameter for argument in arguments.kwonlyargs):
            return None

        values: list[ast.expr] = []
        if function.name in SAYING:
            return values  # their arguments are searched anyway
        for call in self._calls[function.name]:
            value = _argument_of(call, index, parameter)
            if value is not None:
                values.append(value)
        return values


def _argument_of(call: ast.Call, index: int | None, name: str) -> ast.expr | None:
    """Return a call's argument at this index or of this name, or None."""
    if index is not None and index < len(call.args):
        if any(isinstance(value, ast.Starred) for value in call.args[: index + 1]):
            return None
        return call.args[index]
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    return None


def _name(function: ast.expr) -> str:
    """Return the last name of a called expression; empty without one."""
    return str(getattr(function, "attr", getattr(function, "id", "")))
