"""Values: frozen dataclasses with slots, whose methods take a fraction of a start to make."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

C = TypeVar("C", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: C) -> C:
    """A class decorator for values: what it makes is a dataclass with `frozen` and `slots`, for whoever looks at it.

    The standard library's has Python compile six functions for each class, at every start. Here one is compiled, and
    the others are the same for all classes. Values are made quicker besides, since the places of their fields are
    looked up once. It takes no options; of those of `field` it knows `default`, `default_factory`, `repr`, `compare`,
    `kw_only` and `metadata`. It inherits from its like alone.

    >>> @frozen
    ... class Place:
    ...     row: int
    ...     column: int = 0
    >>> Place(1) == Place(1, 0), Place(1)
    (True, Place(row=1, column=0))
    """
    inherits = any(hasattr(base, "__dataclass_params__") for base in cls.__bases__)
    made: Any = dataclass(init=False, repr=False, eq=False, frozen=inherits, slots=True)(cls)
    # By this the standard library lets a frozen class inherit from it, and no other.
    made.__dataclass_params__.frozen = True
    compared = [one.name for one in fields(made) if one.compare]
    # Without any, all of a class are equal.
    made.__compared__ = attrgetter(*compared or ["__class__"])
    for name, method in (_SHARED | {"__init__": _init(made)}).items():
        if name not in vars(made):
            setattr(made, name, method)
    return made  # type: ignore[no-any-return]


def _init(cls: type[Any]) -> Callable[..., None]:
    """`__init__`, which is compiled for each class, since one that looks for the fields would be slow."""
    by_place, by_name = ([one for one in fields(cls) if one.kw_only is named] for named in (False, True))
    every = by_place + by_name
    known: dict[str, Any] = {"__name__": cls.__module__, "MISSING": MISSING}
    for one in every:
        known[f"set_{one.name}"] = getattr(cls, one.name).__set__
        if one.default_factory is not MISSING:
            known[f"make_{one.name}"] = one.default_factory
    parameters = ["self", *_names(by_place), *(["*", *_names(by_name)] if by_name else [])]
    steps = [f"set_{one.name}(self, {_value(one)})" for one in every]
    steps.append("self.__post_init__()" if hasattr(cls, "__post_init__") else "pass")
    exec(f"def __init__({', '.join(parameters)}): {'; '.join(steps)}", known)  # noqa: S102  # as dataclass does it
    init: Callable[..., None] = known["__init__"]
    init.__defaults__ = tuple(_defaults(by_place).values())
    init.__kwdefaults__ = _defaults(by_name)
    init.__annotations__ = {one.name: one.type for one in every} | {"return": None}
    # It stands in what Python says of a call that lacks a value.
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


def _names(some: list[Field[Any]]) -> list[str]:
    return [one.name for one in some]


def _value(one: Field[Any]) -> str:
    if one.default_factory is MISSING:
        return one.name
    return f"make_{one.name}() if {one.name} is MISSING else {one.name}"


def _defaults(some: list[Field[Any]]) -> dict[str, object]:
    """By the names of the fields that have one; MISSING where it is made."""
    return {one.name: one.default for one in some if (one.default, one.default_factory) != (MISSING, MISSING)}


def _eq(self: Any, other: object) -> bool:
    compared = self.__compared__
    return compared(self) == compared(other) if other.__class__ is self.__class__ else NotImplemented


# By this pytest knows comparisons by fields, and says in which of them two differ.
_eq.__code__ = _eq.__code__.replace(co_filename="<string>")


def _hash(self: Any) -> int:
    return hash(self.__compared__(self))


def _repr(self: Any) -> str:
    shown = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{type(self).__qualname__}({shown})"


def _setattr(self: Any, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _delattr(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _getstate(self: Any) -> list[Any]:
    return [getattr(self, one.name) for one in fields(self)]


def _setstate(self: Any, state: list[Any]) -> None:
    for one, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)


_SHARED: dict[str, Callable[..., Any]] = {
    "__eq__": _eq,
    "__hash__": _hash,
    "__repr__": _repr,
    "__setattr__": _setattr,
    "__delattr__": _delattr,
    "__getstate__": _getstate,
    "__setstate__": _setstate,
}
