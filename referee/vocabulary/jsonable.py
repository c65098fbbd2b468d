"""Values as JSON has them: cards as codes, texts worded, dataclasses as objects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from operator import attrgetter
from typing import Any

from referee.cards.card import Card
from referee.vocabulary.identity_cache import IdentityCache
from referee.vocabulary.prompt import Field
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import PLAIN, Text, Wording

MOST_KEPT = 2_000
"""The JSON of this many rulings, or fields of prompts, is kept; some kilobytes each."""

Form = Callable[[Any, Wording], Any]


IF_ANY = {"if_any": True}
"""The metadata of a member of a dataclass that is left out of its JSON where it is None."""


@dataclass(frozen=True, slots=True)
class JsonMember:
    """A member of a dataclass in its JSON: the name it has there, and whether it is left out where it is None."""

    attribute: str
    name: str
    if_any: bool


def members_of(kind: type[Any]) -> tuple[JsonMember, ...]:
    """The members of a dataclass that stand in its JSON.

    A field's metadata may have `json`, which is False for one that stands there never, and its name there where no
    Python name can be that; and `IF_ANY`.
    """
    return tuple(
        JsonMember(one.name, one.metadata.get("json", one.name), one.metadata.get("if_any", False))
        for one in fields(kind)
        if one.metadata.get("json", True)
    )


def jsonable(value: object, wording: Wording = PLAIN) -> Any:
    """This value as JSON would have it, its texts in this wording.

    Nobody may change what comes back: rulings and fields of prompts are shown again as they are.
    """
    return _FORMS[type(value)](value, wording)


class _Forms(dict[type[Any], Form]):
    """How values of each type become plain: found out once, since an answer holds hundreds of values."""

    def __missing__(self, kind: type[Any]) -> Form:
        self[kind] = form = _form_of(kind)
        return form


def _form_of(kind: type[Any]) -> Form:
    if issubclass(kind, (str, int, float)):
        return _as_it_is
    if issubclass(kind, Card):
        return _code
    if issubclass(kind, Text):
        return Text.word
    if issubclass(kind, Mapping):
        return _object
    if issubclass(kind, (tuple, list, frozenset)):
        return _list
    if is_dataclass(kind):
        form = _by_names(members_of(kind))
        return _kept(form) if issubclass(kind, (Field, Ruling)) else form
    return _refused


def _as_it_is(value: Any, _wording: Wording) -> Any:
    return value


def _code(card: Card, _wording: Wording) -> str:
    return card.code


_PLAIN = frozenset({str, int, float, bool, type(None)})
"""Most values in an answer are of these types: they stand as they are."""


def _object(values: Mapping[object, object], wording: Wording) -> dict[str, Any]:
    return dict(zip(map(str, values), _list(tuple(values.values()), wording), strict=True))


def _list(values: tuple[object, ...] | list[object] | frozenset[object], wording: Wording) -> list[Any]:
    return [inner if type(inner) in _PLAIN else _FORMS[type(inner)](inner, wording) for inner in values]


def _kept(form: Form) -> Form:
    """The same, kept for later: every phone of a table, and every answer, shows the same few values."""
    cache = IdentityCache[Any](MOST_KEPT)

    def once(value: object, wording: Wording) -> Any:
        found = cache.get(value, wording)
        return cache.put(value, form(value, wording), wording) if found is None else found

    return once


def _by_names(members: tuple[JsonMember, ...]) -> Form:
    # With the class, so that there are always several to get.
    values = attrgetter("__class__", "__class__", *(member.attribute for member in members))
    names, left_out = [member.name for member in members], [member.name for member in members if member.if_any]

    def form(value: Any, wording: Wording) -> dict[str, Any]:
        told = dict(zip(names, _list(values(value)[2:], wording), strict=True))
        for name in left_out:
            if told[name] is None:
                del told[name]
        return told

    return form


def _refused(value: object, _wording: Wording) -> Any:
    raise TypeError(f"{value!r} has no plain form")


_FORMS = _Forms({type(None): _as_it_is})
