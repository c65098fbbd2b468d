"""Values: frozen dataclasses with slots, whose methods take a fraction of a start to make."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from typing import Any, TypeVar, dataclass_transform

C = TypeVar("C", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: C) -> C:
    """A class decorator for values: what it makes is a dataclass with `frozen` and `slots`, for whoever looks at it.

    The standard library's has Python compile six functions for each class, at every start. Here three of them are
    compiled, in one piece, and the others are the same for all classes. Values are made quicker besides, since the
    places of their fields are looked up once. It takes no options; of those of `field` it knows `default`,
    `default_factory`, `repr`, `compare`, `kw_only` and `metadata`. It inherits from its like alone.

    >>> @frozen
    ... class Place:
    ...     row: int
    ...     column: int = 0
    >>> Place(1) == Place(1, 0), Place(1)
    (True, Place(row=1, column=0))
    """
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    for name, method in (_SHARED | _compiled(made)).items():
        if name not in vars(made):
            setattr(made, name, method)
    return made  # type: ignore[no-any-return]


def _compiled(cls: type[Any]) -> dict[str, Callable[..., Any]]:
    """The methods that name the fields of a class, since those that look for them would be slow."""
    every = fields(cls)
    known: dict[str, Any] = {"__name__": cls.__module__, "_MISSING": MISSING}
    for one in every:
        known[f"_set_{one.name}"] = getattr(cls, one.name).__set__
        known[f"_default_{one.name}"] = one.default_factory if one.default is MISSING else one.default
    exec("\n".join(_source(every, hasattr(cls, "__post_init__"))), known)  # noqa: S102  # as dataclass does it
    found = {name: known[name] for name in ("__init__", "__eq__", "__hash__")}
    for name, method in found.items():
        # It stands in what Python says of a call that lacks a value.
        method.__qualname__ = f"{cls.__qualname__}.{name}"
    found["__init__"].__annotations__ = {one.name: one.type for one in every} | {"return": None}
    return found


def _source(every: tuple[Field[Any], ...], checked: bool) -> Iterator[str]:
    by_place, by_name = ([_parameter(one) for one in every if one.kw_only is named] for named in (False, True))
    yield f"def __init__({', '.join(['self', *by_place, *(['*', *by_name] if by_name else [])])}):"
    yield from (f" _set_{one.name}(self, {_given(one)})" for one in every)
    yield " self.__post_init__()" if checked else " pass"
    mine, others = ("".join(f"{of}.{one.name}," for one in every if one.compare) for of in ("self", "other"))
    yield "def __eq__(self, other):"
    yield f" return ({mine}) == ({others}) if other.__class__ is self.__class__ else NotImplemented"
    yield f"def __hash__(self): return hash(({mine}))"


def _parameter(one: Field[Any]) -> str:
    if one.default_factory is not MISSING:
        return f"{one.name}=_MISSING"
    return one.name if one.default is MISSING else f"{one.name}=_default_{one.name}"


def _given(one: Field[Any]) -> str:
    if one.default_factory is MISSING:
        return one.name
    return f"_default_{one.name}() if {one.name} is _MISSING else {one.name}"


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
    "__repr__": _repr,
    "__setattr__": _setattr,
    "__delattr__": _delattr,
    "__getstate__": _getstate,
    "__setstate__": _setstate,
}
