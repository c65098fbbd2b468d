"""The API's description as OpenAPI 3.1 has it, made of its calls, what they take and
answer, and all errors.

Types are described as JSON Schema, as `jsonable` writes their values, with the
docstrings of their members. Imported when somebody asks: a table needs none of it.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, is_dataclass
from functools import cache
from inspect import getdoc, getsource
from itertools import pairwise
from textwrap import dedent
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter

from referee.cards.card import Card
from referee.vocabulary.errors import FieldError, RefereeError
from referee.vocabulary.fields import FIELD_TYPES
from referee.vocabulary.jsonable import IF_ANY, members_of
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text
from referee.vocabulary.view import View
from referee_web.api import schemas
from referee_web.api.call import CALLS, QUERIES, Call

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

OF_ANY = (421, 500, 503, 507)
"""The statuses of the problems that any call may have."""

_PARAMETERS = {
    "game": "The game's id.",
    "question": "The question's name.",
    "code": (
        "The table's code, in any case; also with its key, as `join_url` has it: "
        "K7MQX-3RNTWY."
    ),
    "claim": "The claim, as it was given; for whoever answers it, its id.",
    "seat": "The seat's name.",
    "name": "The player's name, in any case.",
    "correction": "The correction's id.",
    "dispute": "The dispute's id.",
}
"""What addresses hold."""


def about(described: object) -> tuple[str, str]:
    """The first paragraph of a docstring and the others, each in one line, as readers
    of JSON know the values.
    """
    first, _, others = (getdoc(described) or "").partition("\n\n")
    return _in_json(first), _in_json(others)


def _in_json(text: str) -> str:
    return " ".join(text.split()).replace("None", "null")


class Schemas:
    """The schemas of types by name; `found` are all that were referred to so far."""

    def __init__(self) -> None:
        self.found: dict[str, JsonSchema] = {}

    def of(self, kind: Any) -> JsonSchema:
        """What a value of this type is in JSON. Objects are described once, by the name
        of their class.
        """
        if kind in _SIMPLE:
            return _SIMPLE[kind]
        if isinstance(kind, type) and is_dataclass(kind):
            return self._named(kind)
        origin, inner = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return {**self.of(inner[0]), **dict(inner[1:])}
        if origin is Literal:
            return (
                {"type": "string", "enum": list(inner)}
                if len(inner) > 1
                else {"const": inner[0]}
            )
        if origin in (Union, UnionType):
            return self._any_of(inner)
        if issubclass(origin or kind, Mapping):
            values = self.of(inner[1]) if inner else {}
            return {"type": "object"} | (
                {"additionalProperties": values} if values else {}
            )
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
            description = (
                {"description": told[member.attribute]}
                if member.attribute in told
                else {}
            )
            properties[member.name] = schema | description
            needed += [] if member.if_any else [member.name]
        return {
            "type": "object",
            "description": about(kind)[0],
            "properties": properties,
            "required": needed,
        }


def _of_members(kind: type[Any]) -> dict[str, str]:
    """What stands under each member of a class, its own and those of the classes that
    it extends.
    """
    told = {}
    for base in reversed([part for part in kind.__mro__ if part is not object]):
        body = ast.parse(dedent(getsource(base))).body[0].body  # type: ignore[attr-defined]  # it is a class
        for member, below in pairwise(body):
            if isinstance(member, ast.AnnAssign) and isinstance(below, ast.Expr):
                told[member.target.id] = _in_json(ast.literal_eval(below.value))  # type: ignore[union-attr]
    return told


@dataclass(frozen=True, slots=True)
class UnfitEntry:
    """A later entry, and why it no longer fits."""

    seq: int
    message: Text


@dataclass(frozen=True, slots=True)
class ProblemDetails:
    """What went wrong (RFC 9457). Nothing has changed."""

    type: Annotated[str, ("format", "uri-reference")]
    """Which problem it is: a section of the page that describes them."""
    title: str
    status: Annotated[int, ("minimum", 400), ("maximum", 599)]
    detail: str
    """What is wrong, and what to do."""
    errors: tuple[FieldError, ...] | None = field(default=None, metadata=IF_ANY)
    """With 422: every field that is wrong."""
    ruling: Ruling | None = field(default=None, metadata=IF_ANY)
    view: View | None = field(default=None, metadata=IF_ANY)
    dispute: str | None = field(default=None, metadata=IF_ANY)
    """With 409: the dispute that the match waits for."""
    game: str | None = field(default=None, metadata=IF_ANY)
    """With 500 and 404: the id of the game that failed, or is not installed any more.
    """
    open: tuple[str, ...] | None = field(default=None, metadata=IF_ANY)
    """With 409: the kinds of entries that are open now."""
    unfit: tuple[UnfitEntry, ...] | None = field(default=None, metadata=IF_ANY)
    """With 422: the later entries that would no longer fit."""


@dataclass(frozen=True, slots=True)
class ProblemType:
    """A kind of problem: its status and title, and when it comes."""

    status: int
    title: str
    about: str

    @property
    def anchor(self) -> str:
        """Where it stands on the page; its `type` points there."""
        return self.title.lower().replace(" ", "-")


_OF_HTTP = (
    ProblemType(400, "Bad request", "The body is not JSON."),
    ProblemType(
        405,
        "Method not allowed",
        "This cannot be done at this address; `Allow` says what can.",
    ),
    ProblemType(413, "Request entity too large", "The body is larger than 256 KiB."),
    ProblemType(
        500, "Something went wrong", "An error of the daemon. Its log says more."
    ),
)
"""What no error of ours says."""


def _errors_below(parent: type[RefereeError]) -> Iterator[type[RefereeError]]:
    for kind in parent.__subclasses__():
        yield kind
        yield from _errors_below(kind)


@cache
def problem_types() -> tuple[ProblemType, ...]:
    """Return what can go wrong, by status. What it is about stands in the first
    paragraph of each error's class.
    """
    types = {(problem.status, problem.title): problem for problem in _OF_HTTP}
    for kind in _errors_below(RefereeError):
        if "title" in vars(kind):
            title = str(kind.title)
            types.setdefault(
                (kind.status, title), ProblemType(kind.status, title, about(kind)[0])
            )
    return tuple(sorted(types.values(), key=lambda problem: problem.status))


class _Converter(OpenAPIConverter):
    """The same, with docstrings, and with which fields go together."""

    def schema2jsonschema(self, schema: Any) -> JsonSchema:
        of_fields: JsonSchema = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]
        return {"description": about(schema)[0], **of_fields, **schema.together}


class _Plugin(MarshmallowPlugin):
    Converter = _Converter


@cache
def document() -> JsonSchema:
    """Return the whole description."""
    marshmallow = _Plugin(schema_name_resolver=lambda schema: type(schema).__name__)
    spec = APISpec(
        title="Referee",
        version="1",
        openapi_version="3.1.0",
        plugins=[marshmallow],
        info={
            "summary": "A referee for people who play with real cards.",
            "description": "Whoever reads only the prompts can referee any game to its end: a "
            "client needs to know no "
            "game. Answers may hold more than is described here; what is described "
            "stays.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        servers=[{"url": "/api/v1"}],
    )
    types = Schemas()
    spec.components.security_scheme(
        "token",
        {
            "type": "http",
            "scheme": "bearer",
            "description": (
                "The token of a seat or of the host. The pages' own cookies serve as "
                "well."
            ),
        },
    )
    for status in dict.fromkeys(problem.status for problem in problem_types()):
        spec.components.response(str(status), _problem(status, types))
    for name in sorted({name for call in CALLS.values() for name in call.takes}):
        if name not in spec.components.schemas:
            spec.components.schema(name, schema=getattr(schemas, name))
    for call in CALLS.values():
        spec.path(path(call), operations={call.method: _operation(call, types)})
    types.found["Field"]["properties"]["type"] |= {
        "description": (
            "What it takes: the JSON Schema of a value of each type stands under "
            "`x-values`."
        ),
        "enum": list(FIELD_TYPES),
        "x-values": {
            name: field_type.schema for name, field_type in FIELD_TYPES.items()
        },
    }
    for name in sorted(types.found):
        spec.components.schema(name, types.found[name])
    return spec.to_dict()


def path(call: Call) -> str:
    """A call's address, as OpenAPI writes it."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", call.rule)


def problems(call: Call) -> list[int]:
    """The statuses of the problems that are likely, besides those that any call may
    have.
    """
    found = {*call.problems} | ({422} if call.query else set())
    if call.method == "post":
        found |= {400, 403, 413, 422}
    if "<code>" in call.rule:
        found |= (
            {404, 429}
            | ({401} if call.who != "nobody" else set())
            | ({409} if call.method == "post" else set())
        )
    return sorted(found)


def _contents(call: Call) -> Iterator[tuple[int, dict[str, Any]]]:
    """The statuses that a call answers with, each with types by media type."""
    if call.content is not None:
        yield call.status, dict(call.content)
        return
    answer = get_type_hints(call.function, include_extras=True)["return"]
    for kind in get_args(answer) if isinstance(answer, UnionType) else (answer,):
        yield call.also.get(kind, call.status), {"application/json": kind}


def _operation(call: Call, types: Schemas) -> JsonSchema:
    whose = f"For {call.who}." if call.who not in ("nobody", "anybody") else ""
    operation: JsonSchema = {
        "operationId": call.name,
        "summary": about(call.function)[0].removesuffix("."),
        "description": " ".join(filter(None, (whose, about(call.function)[1]))),
        "security": {"nobody": [], "anybody": [{}, {"token": []}]}.get(
            call.who, [{"token": []}]
        ),
        "parameters": list(_parameters(call)),
        "responses": dict(_responses(call, types)),
    }
    if call.method == "post":
        operation["requestBody"] = _request_body(call)
    return {
        name: value for name, value in operation.items() if value or name == "security"
    }


def _parameters(call: Call) -> Iterator[JsonSchema]:
    for name in re.findall(r"(\w+)>", call.rule):
        schema = {"type": "string"}
        yield {
            "name": name,
            "in": "path",
            "required": True,
            "description": _PARAMETERS[name],
            "schema": schema,
        }
    for name in call.query:
        what, schema = QUERIES[name]
        yield {"name": name, "in": "query", "description": what, "schema": schema}


def _request_body(call: Call) -> JsonSchema:
    several = [f"#/components/schemas/{name}" for name in call.takes]
    schema = (
        {"$ref": several[0]}
        if len(several) == 1
        else {"oneOf": [{"$ref": name} for name in several]}
    )
    return {
        "required": call.takes != ("Nothing",),
        "content": {"application/json": {"schema": schema}},
    }


def _responses(call: Call, types: Schemas) -> Iterator[tuple[str, Any]]:
    for status, kinds in _contents(call):
        content = {media: {"schema": types.of(kind)} for media, kind in kinds.items()}
        yield (
            str(status),
            {"description": _meaning(next(iter(kinds.values()))), "content": content},
        )
    for status in sorted({*problems(call), *OF_ANY}):
        yield str(status), {"$ref": f"#/components/responses/{status}"}


def _meaning(kind: Any) -> str:
    """What an answer of this type is: what the class of it, or of the first of several,
    says of itself.
    """
    for part in (kind, *get_args(kind)):
        if is_dataclass(part):
            return about(part)[0]
    return "The answer."


def _problem(status: int, types: Schemas) -> JsonSchema:
    meaning = " ".join(
        f"{problem.title}. {problem.about}"
        for problem in problem_types()
        if problem.status == status
    )
    content = {"application/problem+json": {"schema": types.of(ProblemDetails)}}
    headers = {
        "Retry-After": {"schema": {"type": "integer", "description": "Seconds."}}
    }
    return {"description": meaning, "content": content} | (
        {"headers": headers} if status in (429, 503) else {}
    )
