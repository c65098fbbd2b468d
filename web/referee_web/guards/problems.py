"""All problems as answers: RFC 9457 for programs, helpful pages for people."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from flask import Response, json, render_template, request
from werkzeug.exceptions import HTTPException

from referee.hosting.tables.loading import Stranded, StrandedError
from referee.plugin.game_faults import GameFaultError
from referee.plugin.reloading import Failure
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.text import Text, say
from referee_web.guards.at_bench import failures_here
from referee_web.guards.auth import remembered_code
from referee_web.guards.cookies import cookie_tokens
from referee_web.wording import wording

PACKAGE = Path(__file__).parents[1]
STARTED = time.time()

log = logging.getLogger("referee.web")

_HTTP = {
    400: (
        say("Bad request"),
        say(
            "This isn’t valid JSON. Send a JSON object, with Content-Type: "
            "application/json."
        ),
    ),
    404: (say("Not found"), say("There’s nothing at this address.")),
    405: (say("Method not allowed"), say("You can’t do this at this address.")),
    413: (
        say("Request entity too large"),
        say("This is too large. Send less at once."),
    ),
    415: (
        say("Unsupported media type"),
        say("Send JSON, and say so: Content-Type application/json."),
    ),
}


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem: status, title, what to do, and further members."""

    status: int
    title: Text
    detail: Text
    more: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)


def answer(error: Exception) -> Response:
    """Return the answer to a problem: JSON for programs, a page for people."""
    # Break the cycle with the request, so that both are freed at once.
    request.routing_exception = None
    problem = problem_of(error)
    if request.path.startswith("/api/"):
        return answered(error, as_json(problem))
    try:
        page = ProblemPage.of(problem, error)
        shown = Response(render_template("problem.html", page=page))
    except Exception:
        # Its templates may be those of another version by now.
        text = f"{problem.title}. {problem.detail}"
        shown = Response(text, mimetype="text/plain")
    return answered(error, shown)


def answered(error: Exception, response: Response) -> Response:
    """Return the finished answer to an error; log it if it is our fault."""
    problem = problem_of(error)
    _note(error, problem.status)
    response.status_code = problem.status
    response.headers.update(problem.headers)
    return response


def _note(error: Exception, status: int) -> None:
    """Log a fault, unless loading the table has done so."""
    where = {"route": str(request.url_rule)}
    if isinstance(error, GameFaultError):
        fields = {**where, **error.log_fields}
        log.error(f"a {error.plugin} failed", exc_info=error, extra=fields)
    elif status == 500 and not isinstance(error, StrandedError):
        log.error("a request failed", exc_info=error, extra=where)


def as_json(problem: Problem) -> Response:
    """Return the problem as `application/problem+json`."""
    anchor = str(problem.title).lower().replace(" ", "-")
    body = {
        "type": f"{request.script_root}/api#{anchor}",
        "title": problem.title,
        "status": problem.status,
        "detail": problem.detail,
        **problem.more,
    }
    text = json.dumps(jsonable(body, wording()))
    return Response(text, mimetype="application/problem+json")


@dataclass(frozen=True, slots=True)
class ProblemPage:
    """A problem, with the way back to its table."""

    problem: Problem
    code: str | None
    """Its table’s code."""
    is_read: bool
    """Whether nothing was sent, so that asking again repeats nothing."""
    stranded: Stranded | None = None
    """The table that cannot be loaded, whose entries can be saved."""
    host: bool = False
    """Whether the viewer is its host, who may delete it."""
    failures: Sequence[Failure] = ()
    """What failed, for a host with a bench here."""

    @classmethod
    def of(cls, problem: Problem, error: Exception) -> ProblemPage:
        """Return the page of this request's problem."""
        page = cls(problem, remembered_code(), request.method == "GET")
        if not isinstance(error, StrandedError):
            return page
        stranded = error.table
        viewer = stranded.find_viewer(cookie_tokens(stranded.code))
        if not viewer.host:
            return replace(page, stranded=stranded)
        failures = failures_here(error.__cause__)
        return replace(page, stranded=stranded, host=True, failures=failures)


def problem_of(error: Exception) -> Problem:
    """Return an exception's problem; an unforeseen one is a 500 without details."""
    if isinstance(error, RefereeError):
        return Problem(
            status=error.status,
            title=error.title,
            detail=error.detail,
            more=dict(error.members),
            headers=_headers(error),
        )
    if isinstance(error, HTTPException):
        return _describe_http(error)
    if _was_updated():
        message = say(
            "The referee was updated while it was running. Whoever runs it has to stop "
            "it and start it again; nothing that was entered is lost."
        )
        return Problem(500, say("The referee was updated"), message)
    message = say(
        "Something went wrong, and nothing was changed. Try again; the referee’s log "
        "says more."
    )
    return Problem(500, say("Something went wrong"), message)


def _was_updated() -> bool:
    """Return whether somebody has changed the program's files since its start."""
    files = (*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.html"))
    return not files or any(file.stat().st_ctime > STARTED for file in files)


def _headers(error: RefereeError) -> dict[str, str]:
    if error.status == 401:
        return {"WWW-Authenticate": "Bearer"}
    if error.seconds is None:
        return {}
    return {"Retry-After": str(error.seconds)}


def _describe_http(error: HTTPException) -> Problem:
    status = error.code or 500
    allowed = getattr(error, "valid_methods", None)
    headers = {"Allow": ", ".join(sorted(allowed))} if allowed else {}
    foreign = (
        say("{name}", name=error.name.capitalize()),
        say("{what}", what=error.description or error.name),
    )
    title, detail = _HTTP.get(status, foreign)
    return Problem(status=status, title=title, detail=detail, more={}, headers=headers)
