"""Values as JSON (cards as codes, texts worded, dataclasses as objects), and back."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
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
from referee.vocabulary.identity_cache import IdentityCache
from referee.vocabulary.prompt import Field
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import ENGLISH, PLAIN, Text, Wording, decoded

MOST_KEPT = 2_000
"""How many rulings, or fields of prompts, are cached as JSON; some kilobytes each."""

Form = Callable[[Any, Wording], Any]

Reader = Callable[[Any], Any]
"""Reads a value from JSON."""

T = TypeVar("T")


IF_ANY = {"if_any": True}
"""The metadata of a dataclass member that JSON leaves out if it is None."""


@dataclass(frozen=True, slots=True)
class JsonMember:
    """A dataclass member in JSON: its name there, and whether None is left out."""

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
    """Return this value as JSON, its texts in this wording.

    Do not change the result: it is cached for rulings and prompts' fields.
    """
    return _FORMS[type(value)](value, wording)


class _Forms(dict[type[Any], Form]):
    """The converter for each type, made once: an answer has hundreds of values."""

    def __missing__(self, kind: type[Any]) -> Form:
        self[kind] = form = _form_of(kind)
        return form


_FORMS = _Forms()


def _form_of(kind: type[Any]) -> Form:
    if kind is NoneType or issubclass(kind, (str, int, float)):
        return lambda value, wording: value
    if issubclass(kind, Card):
        return lambda card, wording: card.code
    if issubclass(kind, Text):
        return Text.word
    if issubclass(kind, Mapping):
        return _word_values
    if issubclass(kind, (tuple, list, frozenset)):
        return _list
    if is_dataclass(kind):
        form = partial(_word_members, members_of(kind))
        if issubclass(kind, (Field, Ruling)):
            return _cache(form)
        return form
    raise TypeError(f"{kind!r} has no plain form")


_PLAIN = {str, int, float, bool, NoneType}
"""The commonest types, which stay as they are."""


def _list(values: Iterable[Any], wording: Wording) -> list[Any]:
    items = []
    for value in values:
        kind = type(value)
        if kind is Card:
            value = value.code
        elif kind not in _PLAIN:
            value = _FORMS[kind](value, wording)
        items.append(value)
    return items


def _word_values(values: Mapping[Any, Any], wording: Wording) -> dict[str, Any]:
    items = {}
    for name, value in values.items():
        kind = type(value)
        if kind not in _PLAIN:
            value = _FORMS[kind](value, wording)
        items[str(name)] = value
    return items


def _cache(form: Form) -> Form:
    """Return a converter with a cache, since all phones of a table see the same values.

    Without it, a view takes three times as long to convert.
    """
    return IdentityCache(MOST_KEPT, form)


def _word_members(
    members: tuple[JsonMember, ...], value: Any, wording: Wording
) -> dict[str, Any]:
    is_english = wording.language is ENGLISH
    json = {}
    for member in members:
        inner = getattr(value, member.attribute)
        if inner is None and member.if_any:
            continue
        kind = type(inner)
        # Most members are labels and cards, for which a call each takes longest.
        if kind is Text and is_english and not inner.values:
            inner = inner.template
        elif kind is tuple and {*map(type, inner)} <= {Card}:
            inner = [card.code for card in inner]
        elif kind not in _PLAIN:
            inner = _FORMS[kind](inner, wording)
        json[member.name] = inner
    return json


def from_json(kind: type[T], stored: Any) -> T:
    """Return a value of this type from JSON, with defaults for what is missing.

    Texts are read as `encoded` writes them. Raise KeyError or TypeError for another
    shape.

    >>> from referee.vocabulary.photo_finish import Slap
    >>> from_json(Slap, {"seat": "Ana", "time_ms": 0, "uncertainty_ms": 5})
    Slap(seat='Ana', time_ms=0, uncertainty_ms=5, clamped_ms=0.0)
    """
    return cast(T, _reader_of(kind)(stored))  # type: ignore[arg-type]  # a type is hashable


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
