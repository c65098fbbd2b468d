"""The tools of the bench under a table's page, for the host."""

from typing import TYPE_CHECKING
from uuid import uuid4

from flask import Blueprint, Response

from referee.hosting.tables import correcting, entering
from referee.hosting.tables.permissions import require_host
from referee.hosting.tables.snapshot import Snapshot
from referee.vocabulary.errors import ConflictError, ForbiddenError
from referee.vocabulary.text import say
from referee_web.guards.at_bench import bench_here
from referee_web.pages.blueprint import go_to
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.request_table import changing_as_seen, look
from referee_web.pages.table.table import table

if TYPE_CHECKING:
    from referee.testing.game_bench import GameBench

blueprint = Blueprint("bench", __name__, url_prefix="/t/<code>/bench")
"""The bench's routes, present only with a bench."""

MOST = 1_000
"""The most entries made by one tap."""


@blueprint.post("/random")
@redisplay(table)
def enter_at_random(code: str) -> Response:
    """Make an entry that fits."""
    return _go_on(code, 1)


@blueprint.post("/to-end")
@redisplay(table)
def play_to_end(code: str) -> Response:
    """Make entries that fit until the match is over, or up to `MOST`."""
    return _go_on(code, MOST)


@blueprint.post("/back/<int:seq>")
@redisplay(lambda code, error, **_: table(code, error))
def back_to(code: str, seq: int) -> Response:
    """Strike everything after this entry, in one correction that the log can undo."""
    _, snapshot = _require_bench(code)
    with changing_as_seen(snapshot) as held:
        correcting.strike_after(held, seq)
    return go_to("table", code=snapshot.code)


def _go_on(code: str, most: int) -> Response:
    """Make up to so many entries that fit; raise ConflictError if none was found."""
    here, snapshot = _require_bench(code)
    entered = 0
    while entered < most and _enter_something(here, snapshot):
        entered += 1
    if not entered:
        raise ConflictError(say("Nothing was entered: no random entry fits."))
    return go_to("table", code=snapshot.code)


def _require_bench(code: str) -> "tuple[GameBench, Snapshot]":
    """Return the bench and its table; raise as `require_host`, or ForbiddenError."""
    here = bench_here()
    if here is None:
        raise ForbiddenError(
            say(
                "The bench only works on the computer that runs the referee: open the "
                "page there."
            )
        )
    snapshot = look(code)
    require_host(snapshot.viewer)
    return here, snapshot


def _enter_something(here: "GameBench", snapshot: Snapshot) -> bool:
    """Return whether an entry was made; each releases the table for others."""
    with changing_as_seen(snapshot) as held:
        require_host(held.viewer)
        entry = here.entry_that_fits(held.table.begun_match.history, held.viewer)
        if entry is None:
            return False
        draft = entering.SentEntry(str(uuid4()), entry.kind, entry.seat, entry.data)
        entering.enter(held, [draft], with_view=False)
    return True
