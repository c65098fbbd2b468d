"""A plugin for mypy: hooks are checked against their specifications where they are
written.

Hook calls go through pluggy, which checks no types. With this in a game's
`pyproject.toml`, mypy does:

    [tool.mypy]
    plugins = ["referee.testing.mypy_hooks"]

It says which hook there is not, which argument a hook is not given, and what is of
another type than specified. What a game takes as its `state` is its own affair.
"""

from collections.abc import Callable, Iterator

from mypy.build import PRI_LOW
from mypy.messages import format_type_bare
from mypy.nodes import Decorator, ImportFrom, MypyFile, StrExpr
from mypy.plugin import FunctionContext, MethodContext, Plugin
from mypy.subtypes import is_subtype
from mypy.types import CallableType, Type, get_proper_type

SPECIFICATIONS = "referee.plugin.hookspecs"
MARKER = ".HookimplMarker.__call__"
NAMED = "referee.hookimpl."
"""How a marker is called that names its hook, or wraps one:
`@hookimpl(specname="accept")`.
"""


class HookPlugin(Plugin):
    """Looks at whatever `hookimpl` marks."""

    def get_additional_deps(self, file: MypyFile) -> list[tuple[int, str, int]]:
        """Has the specifications read before whatever else a game is made of."""
        is_written_for_games = any(
            isinstance(line, ImportFrom) and line.id == "referee"
            for line in file.imports
        )
        return [(PRI_LOW, SPECIFICATIONS, -1)] if is_written_for_games else []

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        """What is marked with `@hookimpl`, or which hook `@hookimpl(…)` names."""
        return (
            _marked
            if fullname.startswith("pluggy.") and fullname.endswith(MARKER)
            else None
        )

    def get_function_hook(
        self, fullname: str
    ) -> Callable[[FunctionContext], Type] | None:
        """What is marked with `@hookimpl(…)`."""
        if not fullname.startswith(NAMED):
            return None
        wraps, _, hook = fullname.removeprefix(NAMED).partition(".")
        return lambda ctx: _checked(ctx, hook, wraps == "wrapper")


def plugin(version: str) -> type[Plugin]:
    """What mypy asks for."""
    return HookPlugin


def _marked(ctx: MethodContext) -> Type:
    returned = get_proper_type(ctx.default_return_type)
    given = dict(zip(ctx.callee_arg_names, ctx.args, strict=True))
    if given.get("function"):
        return _checked(ctx, "", False)
    if not isinstance(returned, CallableType):
        return returned
    named = next(iter(given.get("specname", ())), None)
    wraps = "wrapper" if given.get("wrapper") or given.get("hookwrapper") else "hook"
    return returned.copy_modified(
        name=f"{NAMED}{wraps}.{named.value if isinstance(named, StrExpr) else ''}"
    )


def _checked(ctx: FunctionContext | MethodContext, hook: str, wraps: bool) -> Type:
    """Says what is wrong with the hook that is marked here, and leaves its type as it
    is.
    """
    found = get_proper_type(ctx.arg_types[0][0])
    modules = getattr(ctx.api, "modules", {})
    if isinstance(found, CallableType) and SPECIFICATIONS in modules:
        name = hook or (found.name or "").partition(" ")[0]
        names = modules[SPECIFICATIONS].names
        node = names.get(name)
        specified = (
            node.node.func.type
            if node is not None and isinstance(node.node, Decorator)
            else None
        )
        if isinstance(specified, CallableType):
            for wrong in _faults(
                name,
                found,
                specified,
                wraps,
                lambda one: format_type_bare(one, ctx.api.options),
            ):
                ctx.api.fail(wrong, ctx.context)
        elif node is None and "hookspec" in names:  # else mypy has not read them yet
            ctx.api.fail(f'There is no hook "{name}"', ctx.context)
    return ctx.default_return_type


def _faults(
    name: str,
    found: CallableType,
    specified: CallableType,
    wraps: bool,
    written: Callable[[Type], str],
) -> Iterator[str]:
    """What is wrong with the hook of this name, in types as `written` has them; one
    that wraps returns anything.
    """
    given = dict(zip(specified.arg_names, specified.arg_types, strict=True))
    for argument, taken in zip(found.arg_names, found.arg_types, strict=True):
        if argument not in given:
            told = ", ".join(f'"{one}"' for one in given) or "nothing"
            yield f'The hook "{name}" is given {told}, and no "{argument}"'
        elif argument != "state" and not is_subtype(given[argument], taken):
            yield (
                f'The hook "{name}" is given {written(given[argument])} as '
                f'"{argument}", not {written(taken)}'
            )
    if not wraps and not is_subtype(found.ret_type, specified.ret_type):
        yield (
            f'The hook "{name}" answers {written(specified.ret_type)}, not '
            f"{written(found.ret_type)}"
        )
