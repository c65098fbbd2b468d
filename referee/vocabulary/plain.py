"""Values as JSON has them: cards as codes, texts worded, dataclasses as objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from referee.cards.card import Card
from referee.vocabulary.text import PLAIN, Text, Wording

_NAMES: dict[type[Any], tuple[str, ...]] = {}


def _names(kind: type[Any]) -> tuple[str, ...]:
    if kind not in _NAMES:
        _NAMES[kind] = tuple(field.name for field in fields(kind))
    return _NAMES[kind]


def plain(value: object, wording: Wording = PLAIN) -> Any:
    """This value as JSON would have it, its texts in this wording."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Card):
        return value.code
    if isinstance(value, Text):
        return value.word(wording)
    if isinstance(value, Mapping):
        return {str(key): plain(inner, wording) for key, inner in value.items()}
    if isinstance(value, (tuple, list, frozenset)):
        return [plain(inner, wording) for inner in value]
    if is_dataclass(value):
        return {name: plain(getattr(value, name), wording) for name in _names(type(value))}
    raise TypeError(f"{value!r} has no plain form")
