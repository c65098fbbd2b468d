"""Everything that can go wrong, as an answer: RFC 9457 for programs, a page that says what to do for people."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Flask, Response, json, render_template, request
from werkzeug.exceptions import HTTPException

from referee.hosting import errors
from referee.hosting.races import Mashing
from referee.hosting.tokens import read_code
from referee.match.corrections import AlreadySo, CannotCorrect, NoSuchCorrection, NotTheirs, UnfitEntries
from referee.match.fold import NotOpen, NotYours, RefusedMove
from referee.match.settling import CannotSettle, NoSuchDispute, NotTheirsToSettle
from referee.plugin.installed import UnknownGame, UnknownHouseRule
from referee.plugin.rulebook import UnknownQuestion
from referee.vocabulary.given import WrongFields
from referee.vocabulary.plain import plain
from referee.vocabulary.text import Text, count, say
from referee_web.bearer import room
from referee_web.guard import TooOften, UnknownHost
from referee_web.live import OneListensTooOften, TooManyListen
from referee_web.wording import wording

log = logging.getLogger("referee.web")

BUSY_SECONDS = 5

_TOO_MANY_TABS = say("Too many pages from your address listen at once. Close those that nobody looks at.")


_HTTP = {
    400: (
        say("Bad request"),
        say("This cannot be read as JSON. Send a JSON object, with Content-Type: application/json."),
    ),
    404: (say("Not found"), say("There is nothing at this address.")),
    405: (say("Method not allowed"), say("This cannot be done at this address.")),
    413: (say("Request entity too large"), say("This is too large: send less at once.")),
    415: (say("Unsupported media type"), say("Send JSON, and say so: Content-Type application/json.")),
}


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong: a status, a title, what to do about it, and further members of the answer."""

    status: int
    title: Text
    detail: Text
    more: dict[str, Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)


def register(app: Flask) -> None:
    """Answer every error of this app."""
    app.register_error_handler(Exception, _answer)


def _answer(error: Exception) -> Response:
    found = problem_of(error)
    if found.status == 500:
        log.exception("a request failed", extra={"route": str(request.url_rule)})
    response = as_json(found) if request.path.startswith("/api/") else as_page(found)
    response.status_code = found.status
    response.headers.update(found.headers)
    return response


def as_json(found: Problem) -> Response:
    """The problem as `application/problem+json`."""
    kind = f"/api#{str(found.title).lower().replace(' ', '-')}"
    body = {"type": kind, "title": found.title, "status": found.status, "detail": found.detail, **found.more}
    return Response(json.dumps(plain(body, wording())), mimetype="application/problem+json")


def as_page(found: Problem) -> Response:
    """The problem as a page: with the way back to its table, where there is that table."""
    code = (request.view_args or {}).get("code")
    there = code is not None and _is_there(code)
    if found.status == 404 and code is not None and not there:
        gone = say("There is no table with the code {code} (any more).", code=read_code(code))
        found = replace(found, detail=gone)
    return Response(render_template("problem.html", problem=found, there=there))


def _is_there(code: str) -> bool:
    try:
        room().table(code)
    except errors.NoSuchThing:
        return False
    return True


def problem_of(error: Exception) -> Problem:
    """The problem that an exception is. What nobody foresaw is a 500 that tells nothing of its inside."""
    if isinstance(error, errors.Hindrance):
        return _of_hindrance(error)
    if isinstance(error, WrongFields):
        wrong = [{"field": one.field, "message": one.message} for one in error.errors]
        first = error.errors[0]
        detail = say("{field}: {message}", field=first.field, message=first.message) if first.field else first.message
        return Problem(422, say("Wrong fields"), detail, {"errors": wrong})
    if isinstance(error, RefusedMove):
        return Problem(422, say("The rules forbid this"), error.ruling.summary, {"ruling": error.ruling})
    if isinstance(error, UnfitEntries):
        return _of_unfit(error)
    if isinstance(error, HTTPException):
        return _of_http(error)
    return _of_other(error)


def _of_hindrance(error: errors.Hindrance) -> Problem:
    if isinstance(error, Mashing):
        return Problem(429, say("Too many requests"), error.message, {}, {"Retry-After": str(error.seconds)})
    if isinstance(error, errors.Paused):
        return Problem(409, say("The match pauses"), error.message, {"dispute": error.dispute})
    if isinstance(error, errors.Behind):
        return Problem(409, say("Something happened since"), error.message, {"view": error.view})
    if isinstance(error, errors.WrongValue):
        wrong = [{"field": error.field, "message": error.message}]
        return Problem(422, say("Wrong fields"), error.message, {"errors": wrong})
    statuses = {
        errors.NoSuchThing: (404, say("Not found")),
        errors.NoToken: (401, say("No known token")),
        errors.NotAllowed: (403, say("Not allowed")),
        errors.Overtaken: (409, say("It does not fit the moment")),
    }
    status, title = next(known for kind, known in statuses.items() if isinstance(error, kind))
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    return Problem(status, title, error.message, {}, headers)


def _of_unfit(error: UnfitEntries) -> Problem:
    unfit = [{"seq": one.entry.seq, "message": one.why} for one in error.unfit]
    numbers = tuple(str(one.entry.seq) for one in error.unfit)
    wrong = [{"field": f"entry {one.entry.seq}", "message": one.why} for one in error.unfit]
    detail = say(
        "After this, entries number {numbers} would no longer fit. Correct them too, or have them struck.",
        numbers=numbers,
    )
    return Problem(422, say("Later entries no longer fit"), detail, {"errors": wrong, "unfit": unfit})


def _of_correction(error: CannotCorrect) -> Problem:
    if isinstance(error, NotTheirs):
        return Problem(403, say("Not yours"), error.message)
    if isinstance(error, NoSuchCorrection):
        return Problem(404, say("Not found"), error.message)
    if isinstance(error, AlreadySo):
        return Problem(409, say("It does not fit the moment"), error.message)
    return Problem(
        422, say("Wrong fields"), error.message, {"errors": [{"field": "changes", "message": error.message}]}
    )


def _of_dispute(error: CannotSettle) -> Problem:
    if isinstance(error, NotTheirsToSettle):
        return Problem(403, say("Not allowed"), error.message)
    if isinstance(error, NoSuchDispute):
        return Problem(404, say("Not found"), error.message)
    return Problem(409, say("It does not fit the moment"), error.message)


def _of_http(error: HTTPException) -> Problem:
    status = error.code or 500
    allowed = getattr(error, "valid_methods", None)
    headers = {"Allow": ", ".join(sorted(allowed))} if allowed else {}
    foreign = say("{name}", name=error.name.capitalize()), say("{what}", what=error.description or error.name)
    title, detail = _HTTP.get(status, foreign)
    return Problem(status, title, detail, {}, headers)


def _of_other(error: Exception) -> Problem:
    if isinstance(error, NotOpen):
        return Problem(409, say("Not open now"), error.text, {"open": error.open_kinds})
    if isinstance(error, NotYours):
        text = say("Nobody enters for another seat, but the host. Ask them, or the seat itself.")
        return Problem(403, say("Not yours"), text)
    if isinstance(error, CannotCorrect):
        return _of_correction(error)
    if isinstance(error, CannotSettle):
        return _of_dispute(error)
    if isinstance(error, UnknownGame):
        return Problem(404, say("No such game"), say("No installed game is called “{game}”.", game=str(error)))
    if isinstance(error, UnknownQuestion):
        return Problem(404, say("No such question"), say("This game answers no question “{name}”.", name=str(error)))
    if isinstance(error, UnknownHouseRule):
        message = say("This game has no house rule “{rule}”.", rule=str(error))
        return Problem(422, say("Wrong fields"), message, {"errors": [{"field": "house_rules", "message": message}]})
    if isinstance(error, UnknownHost):
        return Problem(421, say("Not our name"), _not_our_name(error.host))
    if isinstance(error, TooOften):
        one = "That was too often. Try again in {n} second."
        message = count(one, "That was too often. Try again in {n} seconds.", error.seconds)
        return Problem(429, say("Too many requests"), message, {}, {"Retry-After": str(error.seconds)})
    if isinstance(error, OneListensTooOften):
        return Problem(429, say("Too many requests"), _TOO_MANY_TABS, {}, {"Retry-After": str(BUSY_SECONDS)})
    if isinstance(error, TooManyListen):
        message = say("Too many phones listen at once. Try again in {seconds} seconds.", seconds=BUSY_SECONDS)
        return Problem(503, say("Busy"), message, {}, {"Retry-After": str(BUSY_SECONDS)})
    message = say("Something went wrong here, and nothing was changed. Try again; the log of the referee says more.")
    return Problem(500, say("Something went wrong"), message)


def _not_our_name(host: str) -> Text:
    return say(
        "This referee does not answer to “{host}”. Open it by its IP address; or whoever runs it starts it with "
        "--advertise and this name, or names it in REFEREE_HOSTS.",
        host=host,
    )
