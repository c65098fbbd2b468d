"""Everything that can go wrong, as an answer: RFC 9457 for programs, a page that says
what to do for people.
"""

import logging
from dataclasses import dataclass, field
from typing import Any

from flask import Response, json, render_template, request
from werkzeug.exceptions import HTTPException

from referee.hosting.tables.loading import StrandedError
from referee.match.log_entry import SPECTATOR
from referee.plugin.game_faults import GameFaultError
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.text import Text, say
from referee_web.guards.auth import cookie_tokens, remembered_code
from referee_web.wording import wording

log = logging.getLogger("referee.web")

_HTTP = {
    400: (
        say("Bad request"),
        say(
            "This cannot be read as JSON. Send a JSON object, with Content-Type: "
            "application/json."
        ),
    ),
    404: (say("Not found"), say("There is nothing at this address.")),
    405: (say("Method not allowed"), say("This cannot be done at this address.")),
    413: (
        say("Request entity too large"),
        say("This is too large: send less at once."),
    ),
    415: (
        say("Unsupported media type"),
        say("Send JSON, and say so: Content-Type application/json."),
    ),
}


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong: a status, a title, what to do about it, and further members of
    the answer.
    """

    status: int
    title: Text
    detail: Text
    more: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)


def answer(error: Exception) -> Response:
    """What is answered when this goes wrong: for programs JSON, for people a page."""
    # It refers to the request, and so does what it was raised in: both would stay until
    # the collector looks.
    request.routing_exception = None
    found = problem_of(error)
    return answered(
        error,
        as_json(found) if request.path.startswith("/api/") else as_page(found, error),
    )


def answered(error: Exception, response: Response) -> Response:
    """This answer, which tells of the error, with its status and its headers; what is a
    fault here is logged.
    """
    found = problem_of(error)
    _note(error, found.status)
    response.status_code = found.status
    response.headers.update(found.headers)
    return response


def _note(error: Exception, status: int) -> None:
    """Put in the log what is a fault; of a table that cannot be loaded it stands there
    already.
    """
    where = {"route": str(request.url_rule)}
    if isinstance(error, GameFaultError):
        log.error("a game failed", exc_info=error, extra={**where, **error.log_fields})
    elif status == 500 and not isinstance(error, StrandedError):
        log.error("a request failed", exc_info=error, extra=where)


def as_json(found: Problem) -> Response:
    """The problem as `application/problem+json`."""
    kind = f"/api#{str(found.title).lower().replace(' ', '-')}"
    body = {
        "type": kind,
        "title": found.title,
        "status": found.status,
        "detail": found.detail,
        **found.more,
    }
    return Response(
        json.dumps(jsonable(body, wording())), mimetype="application/problem+json"
    )


def as_page(found: Problem, error: Exception) -> Response:
    """The problem as a page: with the way back to its table, where there is that table.

    Where nobody can play at it, what was entered can be had, and the host can take it
    away.
    """
    stranded = error.table if isinstance(error, StrandedError) else None
    fault = error.__cause__ if isinstance(error.__cause__, GameFaultError) else None
    host = (
        stranded is not None
        and (stranded.viewer(cookie_tokens(stranded.code)) or SPECTATOR).host
    )
    shown = {
        "problem": found,
        "code": remembered_code(),
        "stranded": stranded,
        "host": host,
        "fault": fault,
    }
    return Response(render_template("problem.html", **shown))


def problem_of(error: Exception) -> Problem:
    """The problem that an exception is. What nobody foresaw is a 500 that tells nothing
    of its inside.
    """
    if isinstance(error, RefereeError):
        return Problem(
            error.status,
            error.title,
            error.detail,
            dict(error.members),
            _headers(error),
        )
    if isinstance(error, HTTPException):
        return _of_http(error)
    message = say(
        "Something went wrong here, and nothing was changed. Try again; the log of the "
        "referee says more."
    )
    return Problem(500, say("Something went wrong"), message)


def _headers(error: RefereeError) -> dict[str, str]:
    if error.status == 401:
        return {"WWW-Authenticate": "Bearer"}
    return {} if error.seconds is None else {"Retry-After": str(error.seconds)}


def _of_http(error: HTTPException) -> Problem:
    status = error.code or 500
    allowed = getattr(error, "valid_methods", None)
    headers = {"Allow": ", ".join(sorted(allowed))} if allowed else {}
    foreign = (
        say("{name}", name=error.name.capitalize()),
        say("{what}", what=error.description or error.name),
    )
    title, detail = _HTTP.get(status, foreign)
    return Problem(status, title, detail, {}, headers)
