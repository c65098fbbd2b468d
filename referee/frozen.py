"""Values: frozen dataclasses with slots, whose methods take a fraction of a start to make."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from functools import cache
from operator import attrgetter
from types import CodeType, FunctionType
from typing import Any, TypeVar, dataclass_transform

C = TypeVar("C", bound=type)

MANY = 5
"""A value of five fields or more is of a class without a lock while it gets them, and made in half the time."""

_become = object.__dict__["__class__"].__set__


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: C) -> C:
    """A class decorator for values: what it makes is a dataclass with `frozen` and `slots`, for whoever looks at it.

    The standard library's has Python compile six functions for each class, at every start. Here one is compiled for all
    classes with as many fields, and the others are the same for all. Values are made quicker besides: the places of
    their fields are looked up once, and one of many fields has no lock while it gets them. It takes no options; of
    those of `field` it knows `default`, `default_factory`, `repr`, `compare`, `kw_only` and `metadata`. It inherits
    from its like alone.

    >>> @frozen
    ... class Place:
    ...     row: int
    ...     column: int = 0
    >>> Place(1) == Place(1, 0), Place(1)
    (True, Place(row=1, column=0))
    """
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    compared = [one.name for one in fields(made) if one.compare]
    # Without any, all of a class are equal.
    made.__compared__ = attrgetter(*compared or ["__class__"])
    for name, method in (_SHARED | {"__init__": _init(made)}).items():
        if name not in vars(made):
            setattr(made, name, method)
    return made  # type: ignore[no-any-return]


def _init(cls: type[Any]) -> FunctionType:
    by_place, by_name = ([one for one in fields(cls) if one.kw_only is named] for named in (False, True))
    every = by_place + by_name
    made = tuple(one.default_factory is not MISSING for one in every)
    known: dict[str, Any] = {"__name__": cls.__module__, "MISSING": MISSING}
    known |= {f"set_{place}": getattr(cls, one.name).__set__ for place, one in enumerate(every)}
    known |= {f"make_{place}": one.default_factory for place, one in enumerate(every) if made[place]}
    if len(every) >= MANY:
        known |= {"become": _become, "kind": cls, "unlocked": _unlocked(cls)}
    code = _init_code(len(by_place), made, hasattr(cls, "__post_init__"))
    names = {f"_{place}": one.name for place, one in enumerate(every)}
    set_here, called = (tuple([names.get(one, one) for one in some]) for some in (code.co_names, code.co_varnames))
    # How they and the class are called stands in what Python says of a call that lacks a value.
    code = code.replace(co_names=set_here, co_varnames=called, co_qualname=f"{cls.__qualname__}.__init__")
    init = FunctionType(code, known, "__init__", tuple(_defaults(by_place).values()))
    init.__kwdefaults__ = _defaults(by_name)
    init.__annotations__ = {one.name: one.type for one in every} | {"return": None}
    return init


def _unlocked(cls: type[Any]) -> type[Any]:
    """The same class, but that its fields can be set as those of any other."""
    as_any = {"__setattr__": object.__setattr__, "__delattr__": object.__delattr__}
    return type(cls.__name__, (cls,), {"__slots__": (), **as_any})


def _defaults(some: list[Field[Any]]) -> dict[str, object]:
    """By the names of the fields that have one; MISSING where it is made."""
    return {one.name: one.default for one in some if (one.default, one.default_factory) != (MISSING, MISSING)}


@cache
def _init_code(by_place: int, made: tuple[bool, ...], checked: bool) -> CodeType:
    """What sets so many fields, with numbers for their names; those whose default is made are marked."""
    names = [f"_{place}" for place in range(len(made))]
    parameters = ["self", *names[:by_place], *(["*", *names[by_place:]] if by_place < len(made) else [])]
    lines = [f"def __init__({', '.join(parameters)}):"]
    lines += [f" if {name} is MISSING: {name} = make_{place}()" for place, name in enumerate(names) if made[place]]
    locked = [f"set_{place}(self, {name})" for place, name in enumerate(names)]
    if len(names) >= MANY:
        unlocked = ["become(self, unlocked)", *(f"self.{name} = {name}" for name in names), "self.__class__ = kind"]
        lines += [" if self.__class__ is kind:", *_indented(unlocked), " else:", *_indented(locked)]
    else:
        lines += [f" {line}" for line in locked]
    lines.append(" self.__post_init__()" if checked else " pass")
    written: dict[str, Any] = {}
    exec("\n".join(lines), written)  # noqa: S102  # as dataclass does it
    code: CodeType = written["__init__"].__code__
    return code


def _indented(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


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
