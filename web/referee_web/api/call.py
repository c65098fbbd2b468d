"""API calls: what each takes, answers and may refuse is declared at its function."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial, wraps
from inspect import signature
from typing import Any

from flask import Blueprint, Response, jsonify, request
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest

from referee.hosting.tables.held_table import HeldTable
from referee.match.showing.log_pages import LONGEST_PAGE
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.text import Text, say
from referee_web.guards.auth import identify_viewer
from referee_web.guards.services import room
from referee_web.history_filters import LAST_PAGE
from referee_web.json_objects import NoJSONError, read_object
from referee_web.wording import wording

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")

Answering = Callable[..., object]


@dataclass(frozen=True, slots=True)
class ApiCall:
    """A call, described by its function's docstring, arguments and return type."""

    method: str
    rule: str
    name: str
    function: Answering
    who: str = "nobody"
    """Who needs a token; `nobody`: tokens are ignored, `anybody`: a token shows
    more.
    """
    takes: tuple[str, ...] = ()
    """The schemas of its possible bodies."""
    status: int = 200
    """The status of its answer."""
    also: Mapping[type, int] = field(default_factory=dict)
    """The statuses of further types of answers."""
    content: Mapping[str, Any] | None = None
    """By media type, answers other than JSON."""
    query: tuple[str, ...] = ()
    """Its query parameters, by their names in `QUERIES`."""
    problems: tuple[int, ...] = ()
    """Likely statuses besides those implied by method, path, query and token."""
    reads: Callable[..., Mapping[str, object]] | None = None
    """What a form says by inputs of its own, from the arguments of its address."""

    @property
    def arguments(self) -> tuple[str, ...]:
        """Return the names in its address."""
        return tuple(signature(self.function).parameters)


CALLS: dict[str, ApiCall] = {}
"""Every call, by its `operationId`."""

BY_ENDPOINT: dict[str, ApiCall] = {}
"""What each endpoint does: a call's own, and those of forms that do it too."""


QUERIES: dict[str, tuple[str, dict[str, Any]]] = {
    "as": (
        "The form.",
        {"type": "string", "enum": ["json", "csv", "bgstats"], "default": "json"},
    ),
    "view": (
        "`none`: the answer comes without the view, for whoever fetches the table "
        "anyway.",
        {"type": "string", "enum": ["full", "none"], "default": "full"},
    ),
    "after": (
        "The number behind which the page begins, as `next` of the page before has it.",
        {"type": "integer", "minimum": 0, "maximum": 10**12, "default": 0},
    ),
    "limit": (
        "How many entries, corrections and disputes it has together at most.",
        {
            "type": "integer",
            "minimum": 1,
            "maximum": LONGEST_PAGE,
            "default": LONGEST_PAGE,
        },
    ),
    "player": ("A part of a player's name.", {"type": "string"}),
    "game": ("A game's id.", {"type": "string"}),
    "from": (
        "The first day, by the clock of the daemon.",
        {"type": "string", "format": "date"},
    ),
    "to": ("The last day.", {"type": "string", "format": "date"}),
    "page": (
        "Which page, from 1.",
        {"type": "integer", "minimum": 1, "maximum": LAST_PAGE, "default": 1},
    ),
}
"""All query parameters: meaning, and JSON Schema."""


def call(
    method: str,
    rule: str,
    takes: str | tuple[str, ...] = (),
    name: str = "",
    **more: Any,
) -> Callable[[Answering], Answering]:
    """Register a function that answers this method and address with JSON.

    The address is in Flask's form. `takes` names the body's schema, or several; that of
    a post is empty unless it says so. `more` is as in `ApiCall`.
    """

    if isinstance(takes, str):
        takes = (takes,)

    def register(function: Answering) -> Answering:
        id = name or function.__name__
        described = ApiCall(method, rule, id, function, takes=takes, **more)
        CALLS[id] = described
        BY_ENDPOINT[f"api.{id}"] = described
        view = _answer_with(described)
        blueprint.add_url_rule(rule, id, view, methods=[method.upper()])
        return function

    return register


get = partial(call, "get")
post = partial(call, "post", takes="Nothing")


def _answer_with(described: ApiCall) -> Callable[..., Response]:
    @wraps(described.function)
    def answer(**named: str) -> Response:
        require_valid_queries(described.query)
        if described.takes == ("Nothing",):
            body()
        value = described.function(**named)
        if isinstance(value, Response):
            return value
        response = jsonify(jsonable(value, wording()))
        response.status_code = described.also.get(type(value), described.status)
        return response

    return answer


def require_valid_queries(names: Iterable[str]) -> None:
    """Raise WrongFieldsError unless each parameter is valid and occurs once."""
    errors = []
    for name in names:
        _, schema = QUERIES[name]
        why = _objection(request.args.getlist(name), schema)
        if why is not None:
            errors.append(FieldError(name, why))
    if errors:
        raise WrongFieldsError(*errors)


def _objection(given: list[str], schema: dict[str, Any]) -> Text | None:
    if not given:
        return None
    if len(given) > 1:
        return say("Send this only once.")
    value = given[0]
    choices = schema.get("enum")
    if choices and value not in choices:
        return say("Choose one of {choices}.", choices=choices)
    if schema["type"] != "integer":
        return None

    least = schema["minimum"]
    most = schema["maximum"]
    if re.fullmatch("[0-9]{1,15}", value) and least <= int(value) <= most:
        return None
    return say("Must be a whole number from {least} to {most}.", least=least, most=most)


def body() -> dict[str, Any]:
    """Return the request's JSON, or its form, in its call's shape.

    Raise WrongFieldsError for every field that is wrong.
    """
    # Imported with the first body, since no page needs it.
    from referee_web.api import schemas

    described = BY_ENDPOINT[request.endpoint or ""]
    (shape,) = described.takes
    if request.blueprint == blueprint.name:
        return schemas.read(shape, read_json())
    sent = schemas.form_body(shape, _inputs())
    if described.reads is not None:
        sent.update(described.reads(**(request.view_args or {})))
    return schemas.read(shape, sent)


def _inputs() -> MultiDict[str, str]:
    """Return the inputs of a form, with those that its address names."""
    inputs = MultiDict(request.values)
    for name, value in (request.view_args or {}).items():
        inputs[name] = str(value)
    return inputs


@contextmanager
def changing_with_body(code: str) -> Iterator[tuple[HeldTable, dict[str, Any]]]:
    """Read the request's body, then hold the table for its sender; yield both."""
    sender = identify_viewer(code)
    wanted = body()
    with room().changing(code, sender) as held:
        yield held, wanted


def read_json() -> dict[str, Any]:
    """Return the request's JSON object, or an empty one.

    Raise BadRequest if it is no JSON, WrongFieldsError if it is no object.
    """
    data = request.get_data()
    if not data:
        return {}
    if request.mimetype and not request.is_json:
        raise BadRequest
    try:
        return read_object(data)
    except NoJSONError:
        raise BadRequest from None
