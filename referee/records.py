"""Dataclasses that are defined quickly. Most of that time is compiling their methods:
of the hundreds that a daemon defines as it starts, its first answer makes a few.
"""

import dataclasses
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, dataclass_transform

VALUE = {"frozen": True, "slots": True}
COMPILED = ("__init__", "__repr__", "__eq__", "__hash__")

T = TypeVar("T")

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass

    @dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
    def frozen(kind: type[T]) -> type[T]:
        """Define a dataclass that is frozen and has slots: `@frozen`."""

else:

    def dataclass(kind: type | None = None, /, **options: bool) -> Any:
        """Define a dataclass as the standard library does. The methods of one that is
        frozen and has slots (see `frozen`) are compiled when one of them is first asked
        for.
        """
        if kind is None:
            return partial(dataclass, **options)
        if options != VALUE:
            return dataclasses.dataclass(kind, **options)

        written = vars(kind).keys()
        define = dataclasses.dataclass(slots=True, init=False, repr=False, eq=False)
        value = define(kind)
        for name in COMPILED:
            if name not in written:
                setattr(value, name, _ToCompile(value, name))
        value.__setattr__ = _refuse_to_set
        value.__delattr__ = _refuse_to_delete
        if "__reduce__" not in written:
            value.__reduce__ = _reduce
        return value

    frozen = dataclass(**VALUE)


class _ToCompile:
    """A method that is compiled, with the others of its class, when it is asked for."""

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
