"""Entries that are right at sight, which are taken before Flask begins to answer them.

Phones wait for an entry, but not for its answer. Whatever is not surely right is left
to the call, which says what is wrong.
"""

import re
from collections.abc import Mapping
from typing import Any

from referee.hosting.room import CardRoom
from referee.hosting.tables import entering
from referee.hosting.tables.entering import Draft, Entered
from referee.hosting.tables.tokens import read_code
from referee.match.log_entry import Viewer
from referee.vocabulary.errors import WrongFieldsError
from referee_web.guards.received import REFUSED
from referee_web.guards.service_set import Services
from referee_web.json_objects import NoJSONError, read_object

NAMES = {"id", "kind", "seat", "data", "after", "heat"}
NEEDED = {"id", "kind", "data"}
LONGEST = 100

PATH = re.compile(r"/api/v1/tables/([^/]+)/entries")
PLAIN = {
    "REQUEST_METHOD": "POST",
    "CONTENT_TYPE": "application/json",
    # The daemon has read all of it.
    REFUSED: None,
}
WITHOUT_VIEW = "view=none"
OF_BROWSERS = ("HTTP_ORIGIN", "HTTP_SEC_FETCH_SITE")
"""Headers by which the guards know other sites' pages."""

OUTCOME = "referee.outcome"
"""The key of what became of an entry that was taken early: its answer, or an error."""


def take_early(services: Services, environ: dict[str, Any]) -> None:
    """Take a request's entry if guards and call surely would; keep its outcome."""
    path = PATH.fullmatch(environ["PATH_INFO"])
    if path is None or not _is_plain_request(services, environ):
        return
    sender = _find_sender(services.room, path[1], environ)
    draft = _read_draft(environ)
    if sender is None or draft is None:
        return
    with_view = environ["QUERY_STRING"] != WITHOUT_VIEW
    try:
        with services.room.changing(path[1], sender) as held:
            environ[OUTCOME] = entering.enter(held, [draft], with_view)
    except Exception as error:
        environ[OUTCOME] = error


def take_outcome(environ: dict[str, Any]) -> Entered | None:
    """Return the answer to an entry that was taken early, or raise its error.

    None if it was not.
    """
    outcome: Entered | Exception | None = environ.pop(OUTCOME, None)
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


def _is_plain_request(services: Services, environ: Mapping[str, Any]) -> bool:
    if not PLAIN.items() <= environ.items():
        return False
    if environ["QUERY_STRING"] not in ("", WITHOUT_VIEW):
        return False
    if any(name in environ for name in OF_BROWSERS):
        return False
    return services.public_url.answers(environ.get("HTTP_HOST", ""))


def _find_sender(
    room: CardRoom, code: str, environ: Mapping[str, Any]
) -> Viewer | None:
    """Return who shows a token that the table in memory knows, or None."""
    scheme, _, token = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    table = room.in_memory.find(read_code(code))
    if table is None or scheme.lower() != "bearer":
        return None
    return table.find_viewer([token.strip()])


def _read_draft(environ: Mapping[str, Any]) -> Draft | None:
    try:
        body = read_object(environ["wsgi.input"].getvalue())
    except (NoJSONError, WrongFieldsError):
        return None
    return plain_draft(body)


def plain_draft(body: Mapping[str, Any]) -> Draft | None:
    """Return the draft in a body that surely has the shape `OneEntry`, or None."""
    if not is_plain_entry(body):
        return None
    return Draft(**{"seat": None, **body})


def is_plain_entry(body: Mapping[str, Any]) -> bool:
    """Return whether a body surely has the shape `OneEntry`, but for its id.

    False for some that have it, too. The shape says what is wrong with the others, but
    takes as long as Flask does for the whole request.
    """
    names = body.keys()
    if not NEEDED <= names <= NAMES:
        return False
    seat = body.get("seat")
    return (
        isinstance(body["id"], str)
        and isinstance(body["data"], dict)
        and _is_word(body["kind"])
        and (seat is None or _is_word(seat))
        and _is_whole(body.get("after"), 0)
        and _is_whole(body.get("heat"), 1)
    )


def _is_word(value: object) -> bool:
    return isinstance(value, str) and 1 <= len(value) <= LONGEST


def _is_whole(value: object, least: int) -> bool:
    """Return whether it is none, or a whole number and no truth."""
    return value is None or (type(value) is int and value >= least)
