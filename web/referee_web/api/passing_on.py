"""Forwarding phones' race requests to the daemon that has the table's races."""

import hmac
import ssl
from collections.abc import Callable
from contextlib import closing
from functools import wraps
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

from flask import Response, request

from referee.hosting.store import NoSuchTable
from referee.hosting.tables.loading import no_such_table
from referee.vocabulary.errors import ConflictError, RefereeError
from referee.vocabulary.text import say
from referee_web.guards.auth import require_table
from referee_web.guards.received import ARRIVAL, LATENESS
from referee_web.guards.services import room

T = TypeVar("T")

PASSED_ON = "Referee-Passed-On"
"""The header that marks a forwarded request, which is not forwarded again."""

WAITED = "Referee-Waited"
"""How many milliseconds a request waited before it was forwarded, signed by a
daemon.
"""

OF_THE_PHONE = ("Authorization", "Cookie", "Content-Type", "Accept", "Accept-Language")
SECONDS = 2.0


class RaceAwayError(RefereeError):
    """The daemon with this table's races does not answer. Try again in a second."""

    status = 503
    title = say("The race is away")
    seconds = 1

    def __init__(self) -> None:
        super().__init__(
            say(
                "This table’s races are moving to another daemon. Try again in a "
                "second."
            )
        )


def forward_to_owner(answering: Callable[[str], T]) -> Callable[[str], T]:
    """Answer a race request by the daemon with the races, this one or another."""

    @wraps(answering)
    def answer(code: str) -> Any:
        table_code = require_table(code).code
        try:
            home = room().race_homes.owner_address(table_code)
        except NoSuchTable:
            # Another daemon has deleted the table.
            raise no_such_table(table_code) from None
        if home is None:
            return answering(code)
        return pass_on(home)

    return answer


def pass_on(home: str) -> Response:
    """Return the other daemon's answer to the current request.

    Raise RaceAwayError if it does not answer, ConflictError if the request was
    forwarded before.
    """
    if PASSED_ON in request.headers:
        raise ConflictError(
            say("This table’s races have moved to another daemon. Start again.")
        )
    headers = {
        name: request.headers[name] for name in OF_THE_PHONE if name in request.headers
    }
    headers |= {PASSED_ON: "1", WAITED: _sign(_since_arrival())}
    try:
        return _send(home, headers)
    except (OSError, HTTPException):
        raise RaceAwayError from None


def read_waited() -> float:
    """Return how many milliseconds the forwarding daemon held this request; else 0.

    A phone cannot claim that for its slap, since only daemons can sign it.
    """
    header = request.headers.get(WAITED, "")
    milliseconds = header.partition(" ")[0]
    if not header:
        return 0.0
    is_daemons = hmac.compare_digest(header.encode(), _sign(milliseconds).encode())
    if not is_daemons:
        return 0.0
    return float(milliseconds)


def _since_arrival() -> str:
    now = room().races.now()
    environ = request.environ
    milliseconds = now - environ.get(ARRIVAL, now) + environ.get(LATENESS, 0.0)
    return f"{milliseconds:.1f}"


def _sign(milliseconds: str) -> str:
    """Return this time signed for the current request, with the daemons' secret."""
    marked = milliseconds.encode() + b" " + request.get_data()
    secret = room().daemons_secret.encode()
    mark = hmac.new(secret, marked, "sha256").hexdigest()
    return f"{milliseconds} {mark}"


def _connection(home: str) -> HTTPConnection:
    address = urlsplit(home)
    if address.scheme != "https":
        return HTTPConnection(address.netloc, timeout=SECONDS)
    # The daemon's certificate may be self-made, which only proves encryption.
    unverified = ssl._create_unverified_context()  # noqa: S323
    return HTTPSConnection(address.netloc, timeout=SECONDS, context=unverified)


def _send(home: str, headers: dict[str, str]) -> Response:
    with closing(_connection(home)) as connection:
        connection.request("POST", quote(request.path), request.get_data(), headers)
        answer = connection.getresponse()
        passed = Response(
            answer.read(), answer.status, content_type=answer.headers["Content-Type"]
        )
    if seconds := answer.headers["Retry-After"]:
        passed.headers["Retry-After"] = seconds
    return passed
