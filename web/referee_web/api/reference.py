"""The description in a form to be read on a page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee_web.api import openapi
from referee_web.api.call import CALLS
from referee_web.api.json_schema import JsonSchema, about


@dataclass(frozen=True, slots=True)
class CallSection:
    """A call, for reading. `body` names the schemas of its body, `answers` has types in words by status."""

    name: str
    summary: str
    method: str
    path: str
    about: str
    who: str
    body: tuple[str, ...]
    answers: dict[str, str]
    problems: list[int]


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object, for reading: its name, its type in words, whether it is always there, what it is."""

    name: str
    type: str
    needed: bool
    about: str


@dataclass(frozen=True, slots=True)
class SchemaSection:
    """A schema, for reading."""

    name: str
    about: str
    members: tuple[Member, ...]


def calls() -> Iterator[CallSection]:
    """Every call."""
    for call in CALLS.values():
        path, (_, more) = openapi.path(call), about(call.function)
        responses = openapi.document()["paths"][path][call.method]["responses"]
        answers = {
            status: " or ".join(_content_in_words(*content) for content in response["content"].items())
            for status, response in responses.items()
            if "content" in response
        }
        told = (call.name, openapi.summary(call), call.method, path, more, call.who)
        yield CallSection(*told, call.takes, answers, openapi.problems(call))


def schemas() -> Iterator[SchemaSection]:
    """Every schema, by name."""
    for name, schema in sorted(openapi.document()["components"]["schemas"].items()):
        needed = schema.get("required", ())
        members = (
            Member(member, type_in_words(inner), member in needed, inner.get("description", ""))
            for member, inner in schema["properties"].items()
        )
        yield SchemaSection(name, schema["description"], tuple(members))


def _content_in_words(media: str, content: JsonSchema) -> str:
    return type_in_words(content["schema"]) if media == "application/json" else media


def type_in_words(schema: JsonSchema) -> str:
    """A schema's type as people say it: `list of Ruling`, `string or null`."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "oneOf" in schema:
        return " or ".join(type_in_words(one) for one in schema["oneOf"])
    if "const" in schema:
        return str(schema["const"])
    kinds = schema.get("type", "any value")
    words = (_kind_in_words(kind, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds))
    return " or ".join(words)


def _kind_in_words(kind: str, schema: JsonSchema) -> str:
    return f"list of {type_in_words(schema['items'])}" if kind == "array" else kind
