"""The request's table: looking, changing, and the page that follows it."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from hashlib import sha256

from flask import Response, request

from referee.hosting.tables.held_table import HeldTable
from referee.hosting.tables.snapshot import Snapshot
from referee.match.viewer import SPECTATOR
from referee.vocabulary.errors import UnauthorizedError
from referee_web.guards import auth, cookies
from referee_web.guards.services import room
from referee_web.pages.blueprint import go_to, render

# One expression for both takes seven times as long: it has no beginning to look for.
_FORM_ID = re.compile(rb'name="id" value="[^"]*"')
_CLOCK = re.compile(rb'data-left="[^<]*')
"""What is left on a clock, which phones count down themselves."""
_EMPTY_TAG = b'data-tag=""'


def look(code: str, as_spectator: bool = False, scores: bool = False) -> Snapshot:
    """Return the table for the request's viewer, or `as_spectator` for anybody.

    `scores` adds the score sheet. Afterwards the answer uses this table's wording.
    Raise NotFoundError if there is no such table.
    """
    table = auth.require_table(code)
    viewer = auth.identify_viewer(table.code)
    if as_spectator:
        viewer = SPECTATOR
    try:
        return room().snapshot(table.code, viewer, scores)
    except UnauthorizedError:
        # The seat has just moved to another phone.
        return room().snapshot(table.code, SPECTATOR, scores)


def changing_as_seen(snapshot: Snapshot) -> AbstractContextManager[HeldTable]:
    """Hold the table to change it, for the request's viewer."""
    return room().changing(snapshot.code, snapshot.viewer)


def change(
    code: str, action: Callable[[HeldTable], object], then: str = "table"
) -> Response:
    """Change the table; return the redirect to it, or to another page of it."""
    snapshot = look(code)
    with changing_as_seen(snapshot) as held:
        action(held)
    return go_to(then, code=snapshot.code)


def go_to_seat(code: str, seat: str, seat_token: str) -> Response:
    """Redirect to the table, with the seat's token and name on this phone."""
    response = go_to("table", code=code)
    cookies.store_token(response, code, seat_token)
    cookies.store_name(response, seat)
    return response


def to_table(code: str) -> Response:
    """Redirect to the table, or to its board if the request came from there."""
    query = request.args
    if "board" not in query:
        return go_to("table", code=code)
    return go_to("board", code=code, sides=query.get("sides"), type=query.get("type"))


def render_live(template: str, page: object) -> Response:
    """Return a page that follows its table, or 304 if the asker has it.

    Its digest, and one of its main part, tell scripts whether to redraw. The ids of
    forms and what a clock shows do not count. So after sleep, a lost network, or one's
    own entry, asking again costs next to nothing.
    """
    response = render(template, page)
    # The digests are of the HTML: it has all that is drawn, whatever a template reads
    # from models, preferences and the language. They stand before what they are of.
    html = response.get_data()
    plain = _CLOCK.sub(b"", _FORM_ID.sub(b"", html))
    _, _, main = plain.partition(b"<main")
    content, _, _ = main.partition(b">")[2].partition(b"</main>")
    tag = _digest(plain)
    marks = f'data-tag="{tag}" data-content="{_digest(content)}"'
    response.set_data(html.replace(_EMPTY_TAG, marks.encode(), 1))
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = "no-store"
    response.make_conditional(request)
    return response


def _digest(html: bytes) -> str:
    return sha256(html).hexdigest()[:16]
