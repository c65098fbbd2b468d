"""`frozen`: dataclasses that are defined quickly.

Compiling methods is most of what defining a dataclass takes, and of the hundreds that a
daemon defines as it starts, its first answer makes a few. So these compile theirs when
one is first asked for: 660 of 2,345 million instructions of a start. Otherwise they are
as the standard library's, by which the tests hold them.
"""

import dataclasses
from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn, TypeVar, dataclass_transform

COMPILED = ("__init__", "__repr__", "__eq__", "__hash__")

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def frozen(kind: type[T]) -> type[T]:
    """Define a frozen dataclass with slots: `@frozen`."""
    written = vars(kind).keys()
    define = dataclasses.dataclass(slots=True, init=False, repr=False, eq=False)
    value: Any = define(kind)
    for name in COMPILED:
        if name not in written:
            setattr(value, name, _ToCompile(value, name))
    value.__setattr__ = _refuse_to_set
    value.__delattr__ = _refuse_to_delete
    if "__reduce__" not in written:
        value.__reduce__ = _reduce
    return value  # type: ignore[no-any-return]  # the class that slots make anew


class _ToCompile:
    """A method that is compiled, with the others of its class, at first use."""

    def __init__(self, kind: type, name: str) -> None:
        self.kind, self.name = kind, name

    def __get__(self, value: object, owner: type) -> Callable[..., Any]:
        kind = self.kind
        members = [(member.name, member.type, member) for member in _fields(kind)]
        namespace = {"__module__": kind.__module__, "__qualname__": kind.__qualname__}
        if hasattr(kind, "__post_init__"):
            namespace["__post_init__"] = kind.__post_init__
        model = dataclasses.make_dataclass(
            kind.__name__, members, namespace=namespace, frozen=True
        )
        for name in COMPILED:
            if isinstance(vars(kind)[name], _ToCompile):
                setattr(kind, name, getattr(model, name))
        compiled: Callable[..., Any] = getattr(model, self.name)
        return compiled if value is None else partial(compiled, value)


def _fields(value: Any) -> tuple[dataclasses.Field[Any], ...]:
    return dataclasses.fields(value)


def _refuse_to_set(value: object, name: str, _: object) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(value: object, name: str) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _reduce(value: Any) -> tuple[type, tuple[Any, ...]]:
    return type(value), tuple(getattr(value, member.name) for member in _fields(value))
