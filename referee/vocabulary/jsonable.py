"""Values as JSON (cards as codes, texts worded, dataclasses as objects), and back."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache, partial
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from referee.cards.card import Card
from referee.vocabulary.text import PLAIN, Text, Wording, decoded, encoded

Reader = Callable[[Any], Any]
"""Reads a value from JSON."""

T = TypeVar("T")


IF_ANY = {"if_any": True}
"""The metadata of a dataclass member that JSON leaves out if its value is None."""


@dataclass(frozen=True, slots=True)
class JsonMember:
    """A dataclass member in JSON: its name there, and whether JSON leaves None out."""

    attribute: str
    name: str
    if_any: bool


def members_of(kind: type[Any]) -> tuple[JsonMember, ...]:
    """Return the dataclass members that JSON contains.

    Metadata `json` is False for a hidden member, or its JSON name if that is no Python
    name; `IF_ANY` leaves None out.
    """
    members = []
    for member in fields(kind):
        attribute = member.name
        metadata = member.metadata
        name = metadata.get("json", attribute)
        if name:
            members.append(JsonMember(attribute, name, metadata.get("if_any", False)))
    return tuple(members)


def jsonable(value: object, wording: Wording = PLAIN) -> Any:
    """Return this value as JSON, its texts in this wording."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Card):
        return value.code
    if isinstance(value, Text):
        return value.word(wording)
    if isinstance(value, (tuple, list, frozenset)):
        return [jsonable(item, wording) for item in value]
    if isinstance(value, Mapping):
        return {str(name): jsonable(item, wording) for name, item in value.items()}
    if is_dataclass(value):
        return _word_members(value, wording)
    raise TypeError(f"{type(value)!r} has no plain form")


def _word_members(value: Any, wording: Wording) -> dict[str, Any]:
    json = {}
    for member in members_of(type(value)):
        inner = getattr(value, member.attribute)
        if inner is not None or not member.if_any:
            json[member.name] = jsonable(inner, wording)
    return json


def as_stored(value: object) -> Any:
    """Return a value as `from_json` reads it; members with their default are left out.

    Texts are `encoded`, except within mappings.
    """
    if isinstance(value, Text):
        return encoded(value)
    if isinstance(value, tuple):
        return list(map(as_stored, value))
    if isinstance(value, Card) or not is_dataclass(value):
        return jsonable(value)
    stored = {}
    for member in fields(value):
        inner = getattr(value, member.name)
        default = member.default
        if member.default_factory is not MISSING:
            default = member.default_factory()
        if inner != default:
            stored[member.metadata.get("json") or member.name] = as_stored(inner)
    return stored


def from_json(kind: type[T], stored: Any) -> T:
    """Return a value of this type from JSON, with defaults for what is missing.

    Texts are read as `as_stored` writes them. Raise KeyError or TypeError for another
    shape.

    >>> from referee.vocabulary.photo_finish import Slap
    >>> from_json(Slap, {"seat": "Ana", "time_ms": 0, "uncertainty_ms": 5})
    Slap(seat='Ana', time_ms=0, uncertainty_ms=5, clamped_ms=0.0)
    """
    read = _reader_of(kind)  # type: ignore[arg-type]  # a type is hashable
    return cast(T, read(stored))


# Without it each line of a log takes 0.1 ms more to read.
@cache
def _reader_of(hint: Any) -> Reader:
    """Return the reader of this declared type."""
    origin = get_origin(hint)
    inner = get_args(hint)
    if hint is Text:
        return decoded
    if origin is Annotated:
        return _reader_of(inner[0])
    if origin in (Union, UnionType) and NoneType in inner:
        return partial(_read_if_any, _reader_of(inner[0]))
    if origin is tuple:
        return partial(_read_each, _reader_of(inner[0]))
    if isinstance(hint, type) and is_dataclass(hint):
        hints = get_type_hints(hint, include_extras=True)
        members = []
        for member in fields(hint):
            name = member.name
            read = _reader_of(hints[name])
            members.append((name, member.metadata.get("json") or name, read))
        return partial(_read_object, hint, members)
    return lambda stored: stored


def _read_if_any(read: Reader, stored: Any) -> Any:
    return None if stored is None else read(stored)


def _read_each(read: Reader, stored: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(map(read, stored))


def _read_object(
    kind: type[Any],
    members: Iterable[tuple[str, str, Reader]],
    stored: Mapping[str, Any],
) -> Any:
    values = {}
    missing = []
    for attribute, name, read in members:
        if name in stored:
            values[attribute] = read(stored[name])
        else:
            missing.append(name)
    try:
        return kind(**values)
    except TypeError:
        raise KeyError(*missing[:1]) from None
