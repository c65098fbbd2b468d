"""The API's description as OpenAPI 3.1 has it, made of its calls, the schemas they take and the types they answer."""

import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from functools import cache
from types import UnionType
from typing import Any, get_args, get_type_hints

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter

from referee.vocabulary.fields import FIELD_TYPES
from referee_web.api import schemas
from referee_web.api.call import CALLS, Call
from referee_web.api.json_schema import JsonSchema, Schemas, about
from referee_web.api.problem_types import PROBLEM_TYPES, ProblemDetails
from referee_web.api.queries import QUERIES

OF_ANY = (421, 500, 503, 507)
"""The statuses of the problems that any call may have."""

_PARAMETERS = {
    "game": "The game's id.",
    "question": "The question's name.",
    "code": "The table's code, in any case; also with its key, as `join_url` has it: K7MQX-3RNTWY.",
    "claim": "The claim, as it was given; for whoever answers it, its id.",
    "seat": "The seat's name.",
    "name": "The player's name, in any case.",
    "correction": "The correction's id.",
    "dispute": "The dispute's id.",
}
"""What addresses hold."""


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
            "description": "Whoever reads only the prompts can referee any game to its end: a client needs to know no "
            "game. Answers may hold more than is described here; what is described stays.",
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
            "description": "The token of a seat or of the host. The pages' own cookies serve as well.",
        },
    )
    for status in dict.fromkeys(problem.status for problem in PROBLEM_TYPES):
        spec.components.response(str(status), _problem(status, types))
    for name in sorted({name for call in CALLS.values() for name in call.takes}):
        if name not in spec.components.schemas:
            spec.components.schema(name, schema=getattr(schemas, name))
    for call in CALLS.values():
        spec.path(path(call), operations={call.method: _operation(call, types)})
    types.found["Field"]["properties"]["type"] |= {
        "description": "What it takes: the JSON Schema of a value of each type stands under `x-values`.",
        "enum": list(FIELD_TYPES),
        "x-values": {name: field_type.schema for name, field_type in FIELD_TYPES.items()},
    }
    for name in sorted(types.found):
        spec.components.schema(name, types.found[name])
    return spec.to_dict()


def path(call: Call) -> str:
    """A call's address, as OpenAPI writes it."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", call.rule)


def problems(call: Call) -> list[int]:
    """The statuses of the problems that are likely, besides those that any call may have."""
    found = {*call.problems} | ({422} if call.query else set())
    if call.method == "post":
        found |= {400, 403, 413, 422}
    if "<code>" in call.rule:
        found |= {404, 429} | ({401} if call.who != "nobody" else set()) | ({409} if call.method == "post" else set())
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
    operation: JsonSchema = {
        "operationId": call.name,
        "summary": about(call.function)[0].removesuffix("."),
        "description": " ".join(filter(None, (_whose(call), about(call.function)[1]))),
        "security": {"nobody": [], "anybody": [{}, {"token": []}]}.get(call.who, [{"token": []}]),
        "parameters": list(_parameters(call)),
        "responses": dict(_responses(call, types)),
    }
    if call.method == "post":
        operation["requestBody"] = _request_body(call)
    return {name: value for name, value in operation.items() if value or name == "security"}


def _whose(call: Call) -> str:
    return f"For {call.who}." if call.who not in ("nobody", "anybody") else ""


def _parameters(call: Call) -> Iterator[JsonSchema]:
    for name in re.findall(r"(\w+)>", call.rule):
        schema = {"type": "string"}
        yield {"name": name, "in": "path", "required": True, "description": _PARAMETERS[name], "schema": schema}
    for name in call.query:
        what, schema = QUERIES[name]
        yield {"name": name, "in": "query", "description": what, "schema": schema}


def _request_body(call: Call) -> JsonSchema:
    several = [f"#/components/schemas/{name}" for name in call.takes]
    schema = {"$ref": several[0]} if len(several) == 1 else {"oneOf": [{"$ref": name} for name in several]}
    return {"required": call.takes != ("Nothing",), "content": {"application/json": {"schema": schema}}}


def _responses(call: Call, types: Schemas) -> Iterator[tuple[str, Any]]:
    for status, kinds in _contents(call):
        content = {media: {"schema": types.of(kind)} for media, kind in kinds.items()}
        yield str(status), {"description": _meaning(next(iter(kinds.values()))), "content": content}
    for status in sorted({*problems(call), *OF_ANY}):
        yield str(status), {"$ref": f"#/components/responses/{status}"}


def _meaning(kind: Any) -> str:
    """What an answer of this type is: what the class of it, or of the first of several, says of itself."""
    for part in (kind, *get_args(kind)):
        if is_dataclass(part):
            return about(part)[0]
    return "The answer."


def _problem(status: int, types: Schemas) -> JsonSchema:
    meaning = " ".join(f"{problem.title}. {problem.about}" for problem in PROBLEM_TYPES if problem.status == status)
    content = {"application/problem+json": {"schema": types.of(ProblemDetails)}}
    headers = {"Retry-After": {"schema": {"type": "integer", "description": "Seconds."}}}
    return {"description": meaning, "content": content} | ({"headers": headers} if status in (429, 503) else {})
