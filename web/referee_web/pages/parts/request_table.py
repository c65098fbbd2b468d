"""The table that a request is about: looking at it, changing it, and the page that
follows it.
"""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from hashlib import sha256

from flask import Response, request

from referee.hosting.tables.held_table import HeldTable
from referee.hosting.tables.snapshot import Snapshot
from referee.match.log_entry import SPECTATOR
from referee.vocabulary.errors import UnauthorizedError
from referee_web.guards import auth
from referee_web.guards.services import room
from referee_web.pages.blueprint import go_to, page

_OWN = re.compile(rb'name="id" value="[^"]*"')
_PLACE = b'data-tag=""'


def look(code: str, watching: bool = False, scores: bool = False) -> Snapshot:
    """The table with this code, for whoever the cookies of this request belong to, or,
    `watching`, for anybody.

    With `scores` the score sheet is looked at too. From here on, this answer's texts
    are worded as this table words its cards. NotFoundError when there is no such table.
    """
    table = auth.table(code)
    viewer = SPECTATOR if watching else auth.viewer(table.code)
    try:
        return room().snapshot(table.code, viewer, scores)
    except UnauthorizedError:
        # The seat went to another phone a moment ago.
        return room().snapshot(table.code, SPECTATOR, scores)


def changing(seen: Snapshot) -> AbstractContextManager[HeldTable]:
    """Hold the table to be changed by whoever looks."""
    return room().changing(seen.code, seen.by)


def change(
    code: str, action: Callable[[HeldTable], object], then: str = "table"
) -> Response:
    """Do this to the table, and return the way on: to the table, or to another page of
    it.
    """
    seen = look(code)
    with changing(seen) as held:
        action(held)
    return go_to(then, code=seen.code)


def sat_down(code: str, seat_token: str) -> Response:
    """On to the table, with this phone keeping the seat's token."""
    response = go_to("table", code=code)
    auth.keep(response, code, seat_token)
    return response


def to_table(code: str) -> Response:
    """On to the table, or to its board where the request came from there."""
    asked = request.args
    if "board" not in asked:
        return go_to("table", code=code)
    return go_to("board", code=code, sides=asked.get("sides"), type=asked.get("type"))


def following(template: str, **shown: object) -> Response:
    """A page that follows its table, marked with a digest of it, and one of its main
    part, by which scripts know whether that is to be drawn again; 304 where it is what
    the asker has.

    The ids of its forms differ each time and do not count. Fetching a page again costs
    nothing but the asking when the table is as it was: after sleep, a lost network, or
    an entry of one's own, which was answered by the page already.
    """
    response = page(template, **shown)
    html = response.get_data()
    plain = _OWN.sub(b"", html)
    _, _, main = plain.partition(b"<main")
    content, _, _ = main.partition(b">")[2].partition(b"</main>")
    tag = _digest(plain)
    marks = f'data-tag="{tag}" data-content="{_digest(content)}"'
    response.set_data(html.replace(_PLACE, marks.encode(), 1))
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = "no-store"
    response.make_conditional(request)
    return response


def _digest(html: bytes) -> str:
    return sha256(html).hexdigest()[:16]
