"""A mypy plugin that checks hooks against their specifications.

Hook calls go through pluggy, which checks no types. With this in a game's
`pyproject.toml`, mypy does:

    [tool.mypy]
    plugins = ["referee.testing.mypy_hooks"]

It reports a hook that does not exist, an argument that a hook is not given, and a type
that differs from the specification. A game's `state` may have any type.
"""

from collections.abc import Callable, Iterator
from functools import partial

from mypy.build import PRI_LOW
from mypy.messages import format_type_bare
from mypy.nodes import Decorator, ImportFrom, MypyFile, StrExpr, SymbolTableNode
from mypy.plugin import FunctionContext, MethodContext, Plugin
from mypy.subtypes import is_subtype
from mypy.types import CallableType, Type, get_proper_type

SPECIFICATIONS = ("referee.plugin.hookspecs", "referee.plugin.movement_hookspecs")
MARKER = ".HookimplMarker.__call__"
NAMED = "referee.hookimpl."
"""The markers that name a hook, or wrap one: `@hookimpl(specname="accept")`."""


class HookPlugin(Plugin):
    """Checks the functions that `hookimpl` marks."""

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        """Add the specifications to the modules that mypy reads for a game."""
        for line in file.imports:
            if isinstance(line, ImportFrom) and line.id == "referee":
                return [(PRI_LOW, module, -1) for module in SPECIFICATIONS]
        return []

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        """Return the check of `@hookimpl`, or record the hook that it names."""
        if fullname.startswith("pluggy.") and fullname.endswith(MARKER):
            return _read_mark
        return None

    def get_function_hook(
        self, fullname: str
    ) -> Callable[[FunctionContext], Type] | None:
        """Return the check of a function marked with `@hookimpl(…)`."""
        if not fullname.startswith(NAMED):
            return None
        wraps, _, hook = fullname.removeprefix(NAMED).partition(".")
        return lambda ctx: _check_hook(ctx, hook, wraps == "wrapper")


def plugin(version: str) -> type[Plugin]:
    """Return the plugin, for mypy."""
    return HookPlugin


def _read_mark(ctx: MethodContext) -> Type:
    returned = get_proper_type(ctx.default_return_type)
    given = dict(zip(ctx.callee_arg_names, ctx.args, strict=True))
    if given.get("function"):
        return _check_hook(ctx, "", False)
    if not isinstance(returned, CallableType):
        return returned
    kind = "hook"
    hook = ""
    if given.get("wrapper") or given.get("hookwrapper"):
        kind = "wrapper"
    for named in given.get("specname", ()):
        if isinstance(named, StrExpr):
            hook = named.value
    return returned.copy_modified(name=f"{NAMED}{kind}.{hook}")


def _check_hook(ctx: FunctionContext | MethodContext, hook: str, wraps: bool) -> Type:
    """Report the flaws of this hook; keep its type."""
    for wrong in _faults(ctx, hook, wraps):
        ctx.api.fail(wrong, ctx.context)
    return ctx.default_return_type


def _faults(
    ctx: FunctionContext | MethodContext, hook: str, wraps: bool
) -> Iterator[str]:
    marked = get_proper_type(ctx.arg_types[0][0])
    modules = getattr(ctx.api, "modules", {})
    if not isinstance(marked, CallableType) or not modules.keys() >= {*SPECIFICATIONS}:
        return
    name = hook or (marked.name or "").partition(" ")[0]
    names: dict[str, SymbolTableNode] = {}
    are_read = True
    for module in SPECIFICATIONS:
        names |= modules[module].names
        are_read = are_read and "hookspec" in modules[module].names
    if name in names:
        node = names[name].node
        if isinstance(node, Decorator) and isinstance(node.func.type, CallableType):
            written = partial(format_type_bare, options=ctx.api.options)
            yield from _differences(name, marked, node.func.type, wraps, written)
    elif are_read:
        yield f'There is no hook "{name}"'


def _differences(
    name: str,
    marked: CallableType,
    specified: CallableType,
    wraps: bool,
    written: Callable[[Type], str],
) -> Iterator[str]:
    """Yield this hook's differences from its specification.

    A wrapper may return anything.
    """
    given = dict(zip(specified.arg_names, specified.arg_types, strict=True))
    for argument, taken in zip(marked.arg_names, marked.arg_types, strict=True):
        if argument not in given:
            known = ", ".join(f'"{known}"' for known in given) or "nothing"
            yield f'The hook "{name}" is given {known}, and no "{argument}"'
        elif argument != "state" and not is_subtype(given[argument], taken):
            yield (
                f'The hook "{name}" is given {written(given[argument])} as '
                f'"{argument}", not {written(taken)}'
            )
    if not wraps and not is_subtype(marked.ret_type, specified.ret_type):
        yield (
            f'The hook "{name}" answers {written(specified.ret_type)}, not '
            f"{written(marked.ret_type)}"
        )
