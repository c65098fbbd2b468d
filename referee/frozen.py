"""`frozen`: dataclasses that are defined quickly.

Defining a dataclass mostly means compiling its methods. A daemon defines hundreds as it
starts, and its first answer makes a few of them. So these classes compile their methods
when one is first asked for, which saves 660 of the 2,345 million instructions of a
start. Their values are also made faster, since an entry makes hundreds. In all else
they behave like the standard library's, and tests compare the two.
"""

import dataclasses
from collections.abc import Callable
from functools import cache, partial
from typing import Any, NoReturn, TypeVar, dataclass_transform

COMPILED = ("__new__", "__repr__", "__eq__", "__hash__")

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
    value.__setattr__ = _raise_on_assignment
    value.__delattr__ = _raise_on_deletion
    if "__reduce__" not in written:
        value.__reduce__ = _reduce
    return value  # type: ignore[no-any-return]  # the class that slots make anew


class _ToCompile:
    """A method that is compiled, with the others of its class, at first use."""

    def __init__(self, kind: type, name: str) -> None:
        self.kind = kind
        self.name = name

    def __get__(self, value: object, owner: type) -> Callable[..., Any]:
        kind = self.kind
        members = [(member.name, member.type, member) for member in _fields(kind)]
        model = dataclasses.make_dataclass(
            kind.__name__,
            members,
            namespace={
                "__module__": kind.__module__,
                "__qualname__": kind.__qualname__,
                # Without one the library writes it, which takes longer than all else.
                "__doc__": kind.__qualname__,
            },
            init=False,
            # As `frozen=True`, which would compile two more methods.
            unsafe_hash=True,
        )
        compiled = vars(model) | {"__new__": _compile_new(kind)}
        for name in COMPILED:
            if isinstance(vars(kind)[name], _ToCompile):
                setattr(kind, name, compiled[name])
        method: Callable[..., Any] = compiled[self.name]
        return method if value is None else partial(method, value)


class _Factory:
    """Stands in signatures for a default that is made for each value."""

    def __repr__(self) -> str:
        return "<factory>"


_FACTORY = _Factory()


def _compile_new(kind: type) -> Callable[..., Any]:
    """Return `__new__`, which fills a twin that is not frozen and then makes it one.

    The library's sets each member of a frozen value by a call, which takes twice as
    long for a few members, and three times for many.
    """
    given: dict[str, Any] = {
        "_new": object.__new__,
        "_own": kind,
        "_twin": _open_twin(kind),
        "_open_twin": _open_twin,
        "_factory": _FACTORY,
    }
    lines = ["_value = _new(_twin if _kind is _own else _open_twin(_kind))"]
    defaults = []
    for member in _fields(kind):
        name = member.name
        lines.append(f"_value.{name} = {name}")
        if member.default_factory is not dataclasses.MISSING:
            given[f"_make_{name}"] = member.default_factory
            lines[-1] += f" if {name} is not _factory else _make_{name}()"
            defaults.append(_FACTORY)
        elif member.default is not dataclasses.MISSING:
            defaults.append(member.default)
    lines.append("_value.__class__ = _kind")
    if hasattr(kind, "__post_init__"):
        lines.append("_value.__post_init__()")
    lines.append("return _value")

    names = ", ".join(["_kind", *[member.name for member in _fields(kind)]])
    exec("\n ".join([f"def __new__({names}):", *lines]), given)  # noqa: S102  # as the library does
    new: Callable[..., Any] = given["__new__"]
    new.__defaults__ = tuple(defaults)
    new.__annotations__ = {member.name: member.type for member in _fields(kind)}
    new.__annotations__["return"] = None
    new.__qualname__ = f"{kind.__qualname__}.__new__"
    return new


@cache
def _open_twin(kind: type) -> type:
    """Return a class of the same form whose values may be filled."""
    opened = {"__slots__": (), "__setattr__": object.__setattr__}
    return type(kind)(kind.__name__, (kind,), opened)


def _fields(value: Any) -> tuple[dataclasses.Field[Any], ...]:
    return dataclasses.fields(value)


def _raise_on_assignment(value: object, name: str, _: object) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _raise_on_deletion(value: object, name: str) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


def _reduce(value: Any) -> tuple[type, tuple[Any, ...]]:
    return type(value), tuple(getattr(value, member.name) for member in _fields(value))
