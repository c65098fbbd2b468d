"""Values as JSON has them: cards as codes, texts worded, dataclasses as objects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from operator import attrgetter
from typing import Any

from referee.cards.card import Card
from referee.vocabulary.prompt import Field
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import PLAIN, Text, Wording

MOST_KEPT = 2_000
"""Rulings, or fields of prompts, whose plain form is remembered; some kilobytes each."""

Form = Callable[[Any, Wording], Any]


def jsonable(value: object, wording: Wording = PLAIN) -> Any:
    """This value as JSON would have it, its texts in this wording; without fields whose metadata says `json` is False.

    Nobody may change what comes back: rulings and fields of prompts are shown again as they are.
    """
    kind = type(value)
    form = _FORMS.get(kind)
    if form is None:
        form = _FORMS[kind] = _form_of(kind)
    return form(value, wording)


def _form_of(kind: type[Any]) -> Form:
    """How values of this type become plain. Looked up once a type: an answer holds hundreds of values."""
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
    if issubclass(kind, Ruling):
        return _kept(_ruling)
    if is_dataclass(kind):
        form = _by_names(tuple(field.name for field in fields(kind) if field.metadata.get("json", True)))
        return _kept(form) if issubclass(kind, Field) else form
    return _refused


def _as_it_is(value: Any, _wording: Wording) -> Any:
    return value


def _code(card: Card, _wording: Wording) -> str:
    return card.code


def _object(values: Mapping[object, object], wording: Wording) -> dict[str, Any]:
    return {str(key): jsonable(inner, wording) for key, inner in values.items()}


def _list(values: tuple[object, ...] | list[object] | frozenset[object], wording: Wording) -> list[Any]:
    return [inner if type(inner) is str else jsonable(inner, wording) for inner in values]


def _ruling(ruling: Any, wording: Wording) -> Any:
    inner = {name: jsonable(getattr(ruling, name), wording) for name in _OF_A_RULING}
    return {**inner, "laid": jsonable(ruling.laid(), wording)}


_OF_A_RULING = ("verdict", "summary", "because", "about")


def _kept(form: Form) -> Form:
    """The same, remembered: every phone of a table, and every answer, shows the same few values."""
    kept: dict[tuple[int, Wording], tuple[object, Any]] = {}

    def once(value: object, wording: Wording) -> Any:
        key = id(value), wording
        found = kept.get(key)
        if found is None:
            if len(kept) >= MOST_KEPT:
                kept.clear()
            # With the value itself, so that no other gets its id.
            found = kept[key] = value, form(value, wording)
        return found[1]

    return once


def _by_names(names: tuple[str, ...]) -> Form:
    if len(names) < 2:
        return lambda value, wording: {name: jsonable(getattr(value, name), wording) for name in names}
    values = attrgetter(*names)
    return lambda value, wording: dict(zip(names, _list(values(value), wording), strict=True))


def _refused(value: object, _wording: Wording) -> Any:
    raise TypeError(f"{value!r} has no plain form")


_FORMS: dict[type[Any], Form] = {type(None): _as_it_is}
