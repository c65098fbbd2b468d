"""The OpenAPI 3.1 description of the API, from its calls, types and errors.

Types are described by JSON Schema, as `jsonable` writes their values, with the
docstrings of their members. Imported on demand.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
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
from referee_web.api.call import CALLS, QUERIES, ApiCall

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
"""The statuses of problems common to all calls."""

_INFO = {
    "summary": "A referee for people who play with real cards.",
    "description": (
        "Whoever reads only the prompts can referee any game to its end: a client "
        "needs to know no game. Answers may hold more than is described here; what is "
        "described stays."
    ),
    "license": {"name": "MIT", "identifier": "MIT"},
}

_TOKEN = {
    "type": "http",
    "scheme": "bearer",
    "description": (
        "The token of a seat or of the host. The pages' own cookies serve as well."
    ),
}

_SECURITY: dict[str, list[JsonSchema]] = {
    "nobody": [],
    "anybody": [{}, {"token": []}],
}
"""The security of calls by who may make them; all others need a token."""

_RETRY_AFTER = {
    "Retry-After": {"schema": {"type": "integer", "description": "Seconds."}}
}

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
    "entrant": "The entrant's id.",
    "call": "The `seq` of the call.",
    "round": "The number of the round.",
}
"""The path parameters."""


def about(described: object) -> tuple[str, str]:
    """Return a docstring's first paragraph, and the others, in JSON's terms."""
    first, _, others = (getdoc(described) or "").partition("\n\n")
    return _in_json(first), _in_json(others)


def _in_json(text: str) -> str:
    return " ".join(text.split()).replace("None", "null")


def _reference(name: str) -> JsonSchema:
    return {"$ref": f"#/components/schemas/{name}"}


class Schemas:
    """The schemas of types by name; `named` are those referred to so far."""

    def __init__(self) -> None:
        self.named: dict[str, JsonSchema] = {}

    def of(self, kind: Any) -> JsonSchema:
        """Return the schema of a type's JSON; classes are described once, by name."""
        if kind in _SIMPLE:
            return _SIMPLE[kind]
        if isinstance(kind, type) and is_dataclass(kind):
            return self._refer_to(kind)
        origin = get_origin(kind)
        inner = get_args(kind)
        if origin is Annotated:
            return self.of(inner[0]) | dict(inner[1:])
        if origin is Literal and len(inner) == 1:
            return {"const": inner[0]}
        if origin is Literal:
            return {"type": "string", "enum": list(inner)}
        if origin in (Union, UnionType):
            return self._any_of(inner)
        if issubclass(origin or kind, Mapping):
            return self._mapping(inner)
        return {"type": "array", "items": self.of(inner[0])}

    def _mapping(self, kinds: tuple[Any, ...]) -> JsonSchema:
        schema: JsonSchema = {"type": "object"}
        if kinds and kinds[1] is not object:
            schema["additionalProperties"] = self.of(kinds[1])
        return schema

    def _any_of(self, kinds: tuple[Any, ...]) -> JsonSchema:
        several: list[JsonSchema] = []
        for kind in kinds:
            schema = self.of(kind)
            if schema not in several:
                several.append(schema)
        first, *others = several
        if not others:
            return first
        if others != [_SIMPLE[NoneType]] or "$ref" in first:
            return {"oneOf": several}

        nullable = first | {"type": [first["type"], "null"]}
        if "enum" in first:
            nullable["enum"] = [*first["enum"], None]
        return nullable

    def _refer_to(self, kind: type[Any]) -> JsonSchema:
        name = kind.__name__
        if name not in self.named:
            self.named[name] = {}  # so that it may refer to itself
            self.named[name] = self._object(kind)
        return _reference(name)

    def _object(self, kind: type[Any]) -> JsonSchema:
        properties = {}
        required = []
        descriptions = _descriptions(kind)
        hints = get_type_hints(kind, include_extras=True)
        for member in members_of(kind):
            attribute = member.attribute
            hint = hints[attribute]
            if member.if_any:
                without_null = [inner for inner in get_args(hint) if inner != NoneType]
                schema = self._any_of(tuple(without_null))
            else:
                schema = self.of(hint)
                required.append(member.name)
            if attribute in descriptions:
                schema = schema | {"description": descriptions[attribute]}
            properties[member.name] = schema
        return {
            "type": "object",
            "description": about(kind)[0],
            "properties": properties,
            "required": required,
        }


def _descriptions(kind: type[Any]) -> dict[str, str]:
    """Return the docs of a class's members, inherited ones included."""
    descriptions = {}
    for base in reversed(kind.__mro__[:-1]):  # all but `object`
        body = ast.parse(dedent(getsource(base))).body[0].body  # type: ignore[attr-defined]  # it is a class
        for member, below in pairwise(body):
            if isinstance(member, ast.AnnAssign) and isinstance(below, ast.Expr):
                text = _in_json(ast.literal_eval(below.value))
                descriptions[member.target.id] = text  # type: ignore[union-attr]
    return descriptions


@dataclass(frozen=True, slots=True)
class UnfitEntry:
    """A later entry that no longer fits, and the reason."""

    seq: int
    message: Text


@dataclass(frozen=True, slots=True)
class ProblemDetails:
    """A problem (RFC 9457). Nothing has changed."""

    type: Annotated[str, ("format", "uri-reference")]
    """The problem's section on the page of problems."""
    title: str
    status: Annotated[int, ("minimum", 400), ("maximum", 599)]
    detail: str
    """The fault, and what to do."""
    errors: tuple[FieldError, ...] | None = field(default=None, metadata=IF_ANY)
    """With 422: every wrong field."""
    ruling: Ruling | None = field(default=None, metadata=IF_ANY)
    view: View | None = field(default=None, metadata=IF_ANY)
    dispute: str | None = field(default=None, metadata=IF_ANY)
    """With 409: the dispute that the match waits for."""
    game: str | None = field(default=None, metadata=IF_ANY)
    """With 500 and 404: the id of the failing or missing game."""
    open: tuple[str, ...] | None = field(default=None, metadata=IF_ANY)
    """With 409: the open kinds of entries."""
    unfit: tuple[UnfitEntry, ...] | None = field(default=None, metadata=IF_ANY)
    """With 422: later entries that would no longer fit."""


@dataclass(frozen=True, slots=True)
class ProblemType:
    """A kind of problem: status, title, and when it occurs."""

    status: int
    title: str
    about: str

    @property
    def anchor(self) -> str:
        """Return its anchor on the page, to which its `type` points."""
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
"""The problems without an error of ours."""


def _errors_below(parent: type[RefereeError]) -> Iterator[type[RefereeError]]:
    for kind in parent.__subclasses__():
        yield kind
        yield from _errors_below(kind)


def problem_types() -> tuple[ProblemType, ...]:
    """Return all problems by status, each with its error's first paragraph."""
    types = {(problem.status, problem.title): problem for problem in _OF_HTTP}
    for kind in _errors_below(RefereeError):
        if "title" in vars(kind):
            problem = ProblemType(kind.status, str(kind.title), about(kind)[0])
            types.setdefault((problem.status, problem.title), problem)
    return tuple(sorted(types.values(), key=lambda problem: problem.status))


class _Converter(OpenAPIConverter):
    """A converter that adds docstrings and dependencies between fields."""

    def schema2jsonschema(self, schema: Any) -> JsonSchema:
        of_fields: JsonSchema = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]
        return {"description": about(schema)[0], **of_fields, **schema.together}


class _Plugin(MarshmallowPlugin):
    Converter = _Converter


# Without it the description takes 1.3 s, with it none.
@cache
def document() -> JsonSchema:
    """Return the whole description."""
    spec = APISpec(
        title="Referee",
        version="1",
        openapi_version="3.1.0",
        plugins=[_Plugin(schema_name_resolver=lambda schema: type(schema).__name__)],
        info=_INFO,
        servers=[{"url": "/api/v1"}],
    )
    components = spec.components
    components.security_scheme("token", _TOKEN)
    types = Schemas()
    _describe_problems(components, types)
    shapes: set[str] = set()
    for call in CALLS.values():
        shapes.update(call.takes)
    for name in sorted(shapes):
        if name not in components.schemas:
            components.schema(name, schema=getattr(schemas, name))
    for call in CALLS.values():
        spec.path(path(call), operations={call.method: _operation(call, types)})

    types.named["Field"]["properties"]["type"] |= _field_types()
    for name, schema in sorted(types.named.items()):
        components.schema(name, schema)
    return spec.to_dict()


@dataclass(frozen=True, slots=True)
class DescriptionPage:
    """The description as a page."""

    document: JsonSchema
    calls: Sequence[tuple[ApiCall, str, Sequence[int]]]
    """Each with its address in OpenAPI's form, and its likely problems."""
    problem_types: Sequence[ProblemType]

    @classmethod
    def of(cls) -> "DescriptionPage":
        """Return the page of all calls."""
        calls = [(call, path(call), problems(call)) for call in CALLS.values()]
        return cls(document(), calls, problem_types())


def _field_types() -> JsonSchema:
    return {
        "description": (
            "What it takes: the JSON Schema of a value of each type stands under "
            "`x-values`."
        ),
        "enum": list(FIELD_TYPES),
        "x-values": {name: type.schema for name, type in FIELD_TYPES.items()},
    }


def path(call: ApiCall) -> str:
    """Return a call's address in OpenAPI's form."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", call.rule)


def problems(call: ApiCall) -> list[int]:
    """Return a call's likely problems, besides those of all calls."""
    statuses = {*call.problems}
    is_post = call.method == "post"
    if call.query:
        statuses.add(422)
    if is_post:
        statuses |= {400, 403, 413, 422}
    if "<code>" in call.rule:
        statuses |= {404, 429}
        if call.who != "nobody":
            statuses.add(401)
        if is_post:
            statuses.add(409)
    return sorted(statuses)


def _contents(call: ApiCall) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield a call's statuses, each with its types by media type."""
    if call.content is not None:
        yield call.status, dict(call.content)
        return
    answer = get_type_hints(call.function, include_extras=True)["return"]
    kinds = (answer,)
    if isinstance(answer, UnionType):
        kinds = get_args(answer)
    for kind in kinds:
        yield call.also.get(kind, call.status), {"application/json": kind}


def _operation(call: ApiCall, types: Schemas) -> JsonSchema:
    summary, description = about(call.function)
    if call.who not in _SECURITY:
        description = f"For {call.who}. {description}".rstrip()
    operation: JsonSchema = {
        "operationId": call.name,
        "summary": summary.removesuffix("."),
        "description": description,
        "security": _SECURITY.get(call.who, [{"token": []}]),
        "parameters": list(_parameters(call)),
        "responses": _responses(call, types),
    }
    if call.method == "post":
        operation["requestBody"] = _request_body(call)
    for name in ("description", "parameters"):
        if not operation[name]:
            del operation[name]
    return operation


def _parameters(call: ApiCall) -> Iterator[JsonSchema]:
    for name in re.findall(r"(\w+)>", call.rule):
        yield {
            "name": name,
            "in": "path",
            "required": True,
            "description": _PARAMETERS[name],
            "schema": {"type": "string"},
        }
    for name in call.query:
        meaning, schema = QUERIES[name]
        yield {"name": name, "in": "query", "description": meaning, "schema": schema}


def _request_body(call: ApiCall) -> JsonSchema:
    shapes = [_reference(name) for name in call.takes]
    schema: JsonSchema = {"oneOf": shapes}
    if len(shapes) == 1:
        schema = shapes[0]
    return {
        "required": call.takes != ("Nothing",),
        "content": {"application/json": {"schema": schema}},
    }


def _responses(call: ApiCall, types: Schemas) -> JsonSchema:
    responses: JsonSchema = {}
    for status, kinds in _contents(call):
        content = {media: {"schema": types.of(kind)} for media, kind in kinds.items()}
        meaning = _meaning(next(iter(kinds.values())))
        responses[str(status)] = {"description": meaning, "content": content}
    for status in sorted({*problems(call), *OF_ANY}):
        responses[str(status)] = {"$ref": f"#/components/responses/{status}"}
    return responses


def _meaning(kind: Any) -> str:
    """Return the meaning of an answer: the docstring of its class, or of the first."""
    for described in (kind, *get_args(kind)):
        if is_dataclass(described):
            return about(described)[0]
    return "The answer."


def _describe_problems(components: Any, types: Schemas) -> None:
    """Describe the answer for each problem's status."""
    meanings: dict[int, list[str]] = {}
    for problem in problem_types():
        meaning = f"{problem.title}. {problem.about}"
        meanings.setdefault(problem.status, []).append(meaning)

    content = {"application/problem+json": {"schema": types.of(ProblemDetails)}}
    for status, sentences in meanings.items():
        response: JsonSchema = {"description": " ".join(sentences), "content": content}
        if status in (429, 503):
            response["headers"] = _RETRY_AFTER
        components.response(str(status), response)
