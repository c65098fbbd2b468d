"""The product's types as JSON Schema, as `jsonable` writes their values, with the docstrings of their members."""

import ast
from collections.abc import Mapping
from dataclasses import is_dataclass
from inspect import getdoc, getsource
from itertools import pairwise
from textwrap import dedent
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from referee.cards.card import Card
from referee.vocabulary.jsonable import members_of
from referee.vocabulary.text import Text

JsonSchema = dict[str, Any]

_SIMPLE: dict[Any, JsonSchema] = {
    str: {"type": "string"},
    Text: {"type": "string"},
    Card: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    NoneType: {"type": "null"},
    object: {},
}


def about(described: object) -> tuple[str, str]:
    """The first paragraph of a docstring and the others, each in one line, as readers of JSON know the values."""
    first, _, others = (getdoc(described) or "").partition("\n\n")
    return _in_json(first), _in_json(others)


def _in_json(text: str) -> str:
    return " ".join(text.split()).replace("None", "null")


class Schemas:
    """The schemas of types by name; `found` are all that were referred to so far."""

    def __init__(self) -> None:
        self.found: dict[str, JsonSchema] = {}

    def of(self, kind: Any) -> JsonSchema:
        """What a value of this type is in JSON. Objects are described once, by the name of their class."""
        if kind in _SIMPLE:
            return _SIMPLE[kind]
        if isinstance(kind, type) and is_dataclass(kind):
            return self._named(kind)
        origin, inner = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return {**self.of(inner[0]), **dict(inner[1:])}
        if origin is Literal:
            return {"type": "string", "enum": list(inner)} if len(inner) > 1 else {"const": inner[0]}
        if origin in (Union, UnionType):
            return self._any_of(inner)
        if issubclass(origin or kind, Mapping):
            values = self.of(inner[1]) if inner else {}
            return {"type": "object"} | ({"additionalProperties": values} if values else {})
        return {"type": "array", "items": self.of(inner[0])}

    def _any_of(self, kinds: tuple[Any, ...]) -> JsonSchema:
        several: list[JsonSchema] = []
        for schema in map(self.of, kinds):
            several += [] if schema in several else [schema]
        first, *others = several
        if not others:
            return first
        if others != [_SIMPLE[NoneType]] or "$ref" in first:
            return {"oneOf": several}
        enum = {"enum": [*first["enum"], None]} if "enum" in first else {}
        return {**first, "type": [first["type"], "null"]} | enum

    def _named(self, kind: type[Any]) -> JsonSchema:
        if kind.__name__ not in self.found:
            self.found[kind.__name__] = {}  # so that it may refer to itself
            self.found[kind.__name__] = self._object(kind)
        return {"$ref": f"#/components/schemas/{kind.__name__}"}

    def _object(self, kind: type[Any]) -> JsonSchema:
        told, properties, needed = _of_members(kind), {}, []
        hints = get_type_hints(kind, include_extras=True)
        for member in members_of(kind):
            hint = hints[member.attribute]
            there = tuple(part for part in get_args(hint) if part is not NoneType)
            schema = self._any_of(there) if member.if_any else self.of(hint)
            description = {"description": told[member.attribute]} if member.attribute in told else {}
            properties[member.name] = schema | description
            needed += [] if member.if_any else [member.name]
        return {"type": "object", "description": about(kind)[0], "properties": properties, "required": needed}


def _of_members(kind: type[Any]) -> dict[str, str]:
    """What stands under each member of a class, its own and those of the classes that it extends."""
    told = {}
    for base in reversed([part for part in kind.__mro__ if part is not object]):
        body = ast.parse(dedent(getsource(base))).body[0].body  # type: ignore[attr-defined]  # it is a class
        for member, below in pairwise(body):
            if isinstance(member, ast.AnnAssign) and isinstance(below, ast.Expr):
                told[member.target.id] = _in_json(ast.literal_eval(below.value))  # type: ignore[union-attr]
    return told
