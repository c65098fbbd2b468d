"""What a host does at the bench: enter something at random, play to the end, go back to an entry."""

from typing import TYPE_CHECKING
from uuid import uuid4

from flask import Blueprint, Response

from referee.hosting.tables import amending, entering
from referee.hosting.tables.permissions import match_of, must_be_host
from referee.hosting.tables.snapshot import Snapshot
from referee.vocabulary.errors import ConflictError, ForbiddenError
from referee.vocabulary.text import say
from referee_web.pages.blueprint import go_to
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.parts.bench_view import bench_here
from referee_web.pages.parts.request_table import changing, look
from referee_web.pages.table.table_page import table

if TYPE_CHECKING:
    from referee.testing.bench import GameBench

blueprint = Blueprint("bench", __name__, url_prefix="/t/<code>/bench")
"""Its addresses, which there are only where there is a bench."""

MOST = 1_000
"""So many entries one tap makes at most."""


@blueprint.post("/random")
@redisplay(table)
def enter_at_random(code: str) -> Response:
    """Enter something that fits."""
    return _go_on(code, 1)


@blueprint.post("/to-end")
@redisplay(table)
def play_to_end(code: str) -> Response:
    """Enter what fits until the match is over, or `MOST` entries are made."""
    return _go_on(code, MOST)


@blueprint.post("/back/<int:seq>")
@redisplay(lambda code, error, **_: table(code, error))
def back_to(code: str, seq: int) -> Response:
    """Strike whatever was entered after this entry, in one correction, which the log can undo."""
    _, seen = _at_bench(code)
    with changing(seen) as held:
        amending.strike_after(held, seq)
    return go_to("table", code=seen.code)


def _go_on(code: str, most: int) -> Response:
    """Enter what fits until the match is over, or so many entries are made; ConflictError where it was none."""
    here, seen = _at_bench(code)
    made = 0
    while made < most and _enter_something(here, seen):
        made += 1
    if not made:
        raise ConflictError(say("Nothing was entered: nothing that was tried at random fits."))
    return go_to("table", code=seen.code)


def _at_bench(code: str) -> "tuple[GameBench, Snapshot]":
    """The bench, and the table for its host, who asks from this machine; ForbiddenError or UnauthorizedError else."""
    here = bench_here()
    if here is None:
        raise ForbiddenError(say("The bench is only for the computer that runs the referee: open the page there."))
    seen = look(code)
    must_be_host(seen.by)
    return here, seen


def _enter_something(here: "GameBench", seen: Snapshot) -> bool:
    """Whether the match went on; it is let go of after each entry, so that nobody has to wait for the end."""
    with changing(seen) as held:
        must_be_host(held.viewer)
        entry = here.entry_that_fits(match_of(held.table).history, held.viewer)
        if entry is None:
            return False
        draft = entering.Draft(str(uuid4()), entry.kind, entry.seat, entry.data)
        entering.enter(held, [draft], with_view=False)
    return True
