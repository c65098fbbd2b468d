"""A call of the API: what it takes, answers and may be refused with stands at the
function that answers it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from json import JSONDecoder, detect_encoding
from typing import Any

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import BadRequest

from referee.hosting.tables.held_table import HeldTable
from referee.match.visibility import LONGEST_PAGE
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.text import Text, say
from referee_web.guards.auth import viewer
from referee_web.guards.services import room
from referee_web.history_filters import LAST_PAGE
from referee_web.wording import wording

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")

Answering = Callable[..., object]


@dataclass(frozen=True, slots=True)
class Call:
    """A call: `function` answers it, and its docstring, arguments and return type are
    part of the description.

    `who` may make it (`nobody`: no token is looked at, `anybody`: a token shows more,
    else whose token is needed). `takes` names the schemas that its body can have.
    `status` is that of an answer, and `also` that of answers of further types.
    `content` says by media type what is answered with something else than the JSON of
    the return type. `query` names the parameters that it may be given, as `QUERIES`
    describes them. `problems` are the statuses that are likely besides those that the
    method, the path, `query` and `who` imply.
    """

    method: str
    rule: str
    name: str
    function: Answering
    who: str = "nobody"
    takes: tuple[str, ...] = ()
    status: int = 200
    also: Mapping[type, int] = field(default_factory=dict)
    content: Mapping[str, Any] | None = None
    query: tuple[str, ...] = ()
    problems: tuple[int, ...] = ()


CALLS: dict[str, Call] = {}
"""Every call, by its name: the `operationId` of the description."""


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
"""What can stand behind the question mark of an address, by name: what it says, and the
JSON Schema of its value.
"""


def call(
    method: str, rule: str, takes: str = "", name: str = "", **more: Any
) -> Callable[[Answering], Answering]:
    """Answer this method at this address (as Flask writes it) with the JSON of what the
    function returns.

    `takes` names the schema of the body, or several: `OneEntry or SeveralEntries`.
    `more` is as in `Call`.
    """

    def described(function: Answering) -> Answering:
        shapes = tuple(takes.split(" or ")) if takes else ()
        made = Call(
            method, rule, name or function.__name__, function, takes=shapes, **more
        )
        CALLS[made.name] = made
        blueprint.add_url_rule(
            rule, made.name, _answering(made), methods=[method.upper()]
        )
        return function

    return described


def _answering(made: Call) -> Callable[..., Response]:
    @wraps(made.function)
    def answer(**named: str) -> Response:
        check_queries(made.query)
        value = made.function(**named)
        if isinstance(value, Response):
            return value
        response = jsonify(jsonable(value, wording()))
        response.status_code = made.also.get(type(value), made.status)
        return response

    return answer


def check_queries(names: Iterable[str]) -> None:
    """Raise WrongFieldsError unless this request gives each of these at most once, and
    as it is described.
    """
    wrong = [
        (name, _wrong_with(request.args.getlist(name), QUERIES[name][1]))
        for name in names
    ]
    if errors := [FieldError(name, why) for name, why in wrong if why is not None]:
        raise WrongFieldsError(*errors)


def _wrong_with(given: list[str], schema: dict[str, Any]) -> Text | None:
    if len(given) > 1:
        return say("Give this once.")
    for value in given:
        if "enum" in schema and value not in schema["enum"]:
            return say("Choose one of {choices}.", choices=schema["enum"])
        if schema["type"] == "integer":
            least, most = schema["minimum"], schema["maximum"]
            if (
                not re.fullmatch("[0-9]{1,15}", value)
                or not least <= int(value) <= most
            ):
                return say(
                    "Give a whole number from {least} to {most} here.",
                    least=least,
                    most=most,
                )
    return None


def body() -> dict[str, Any]:
    """The body of this request in the shape that its call takes; WrongFieldsError names
    every field that is wrong.
    """
    # Imported with the first body: nothing that a page shows needs it.
    from referee_web.api import schemas

    (shape,) = CALLS[(request.endpoint or "").rpartition(".")[2]].takes
    return schemas.read(shape, read_json())


@contextmanager
def changing(code: str) -> Iterator[tuple[HeldTable, dict[str, Any]]]:
    """The table, held to be changed by whoever asks, and the body of this request,
    which was read before.
    """
    asks, read = viewer(code), body()
    with room().changing(code, asks) as held:
        yield held, read


def read_json() -> dict[str, Any]:
    """The JSON object in this request, empty when there is no body; BadRequest when it
    is something else.
    """
    data = request.get_data()
    if not data:
        return {}
    if request.mimetype and not request.is_json:
        raise BadRequest
    try:
        found = _JSON.decode(data.decode(detect_encoding(data), "surrogatepass"))
    except (ValueError, RecursionError):
        raise BadRequest from None
    if not isinstance(found, dict):
        raise WrongFieldsError(FieldError("", say("Send one JSON object.")))
    return found


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


# Made once: it takes longer to make than to read an entry with.
_JSON = JSONDecoder(parse_constant=_no_number)
