"""What a phone says about a race goes on to the daemon that has the races of its table, as the phone said it."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from http.client import HTTPConnection, HTTPException
from queue import Empty, Full, LifoQueue
from threading import Lock
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

from flask import Response, request

from referee.hosting.store import NoSuchTable
from referee.hosting.tables.loading import no_such_table
from referee.vocabulary.errors import ConflictError, RefereeError
from referee.vocabulary.text import say
from referee_web.guards.auth import room, table
from referee_web.guards.protection import ARRIVAL, LATENESS

T = TypeVar("T")

PASSED_ON = "Referee-Passed-On"
"""A request with this header was passed on already, and is passed on no further."""

WAITED = "Referee-Waited"
"""How many milliseconds a request had waited when it was passed on, and the mark of a daemon over the same store."""

OF_THE_PHONE = ("Authorization", "Cookie", "Content-Type", "Accept", "Accept-Language")
KEPT_OPEN = 32
SECONDS = 2.0


class RaceAwayError(RefereeError):
    """The daemon that has the races of this table does not answer."""

    status = 503
    title = say("The race is away")
    seconds = 1

    def __init__(self) -> None:
        super().__init__(say("The races of this table move to another daemon. Try again in a second."))


_idle: dict[str, LifoQueue[HTTPConnection]] = {}
_lock = Lock()


def at_home(answering: Callable[[str], T]) -> Callable[[str], T]:
    """Have a call about a table's races answered by the daemon that has them, be it this one or another."""

    @wraps(answering)
    def answer(code: str) -> Any:
        found = table(code).code
        try:
            home = room().homes.of(found)
        except NoSuchTable:
            # Another daemon has deleted it.
            raise no_such_table(found) from None
        return answering(code) if home is None else pass_on(home)

    return answer


def pass_on(home: str) -> Response:
    """What the daemon at this address answers to the request in hand. RaceAwayError where it does not answer, and
    ConflictError for a request that was passed on before.
    """
    if PASSED_ON in request.headers:
        raise ConflictError(say("The races of this table are at another daemon by now. Begin again."))
    headers = {name: request.headers[name] for name in OF_THE_PHONE if name in request.headers}
    headers |= {PASSED_ON: "1", WAITED: _marked(_since_arrival())}
    try:
        return _sent(home, headers)
    except (OSError, HTTPException):
        raise RaceAwayError from None


def waited() -> float:
    """Return how many milliseconds the request in hand had waited at the daemon that passed it on; 0 for any other.

    A phone may say so of its own slap, but has no daemon's mark.
    """
    told = request.headers.get(WAITED, "")
    milliseconds = told.partition(" ")[0]
    return float(milliseconds) if told and hmac.compare_digest(told.encode(), _marked(milliseconds).encode()) else 0.0


def _since_arrival() -> str:
    races, environ = room().races, request.environ
    return f"{races.now() - environ.get(ARRIVAL, races.now()) + environ.get(LATENESS, 0.0):.1f}"


def _marked(milliseconds: str) -> str:
    """Return this time with a mark that holds for the request in hand, and that only daemons of this store can make."""
    said = milliseconds.encode() + b" " + request.get_data()
    return f"{milliseconds} {hmac.new(room().daemons_secret.encode(), said, 'sha256').hexdigest()}"


def _sent(home: str, headers: dict[str, str]) -> Response:
    connections = _connections_to(home)
    try:
        line, used = connections.get_nowait(), True
    except Empty:
        line, used = HTTPConnection(urlsplit(home).netloc, timeout=SECONDS), False
    try:
        line.request("POST", quote(request.path), request.get_data(), headers)
        answer = line.getresponse()
        body = answer.read()
    except (OSError, HTTPException) as problem:
        line.close()
        # A daemon that is silent may have read it, and would be no quicker over another connection.
        if not used or isinstance(problem, TimeoutError):
            raise
        # It was kept open for too long; the other daemon has not read anything.
        return _sent(home, headers)
    _keep_open(line, connections, answer.will_close)
    passed = Response(body, answer.status, content_type=answer.headers["Content-Type"])
    if seconds := answer.headers["Retry-After"]:
        passed.headers["Retry-After"] = seconds
    return passed


def _keep_open(line: HTTPConnection, connections: LifoQueue[HTTPConnection], will_close: bool) -> None:
    """Keep a connection for the next request, unless it will be closed or enough are kept."""
    if not will_close:
        with suppress(Full):
            connections.put_nowait(line)
            return
    line.close()


def _connections_to(home: str) -> LifoQueue[HTTPConnection]:
    with _lock:
        return _idle.setdefault(home, LifoQueue(KEPT_OPEN))
