"""After a match: once more with the same seats, and on to other programs."""

from contextlib import suppress
from typing import Any

from flask import Response, request

from referee.hosting.history import bg_stats
from referee.hosting.history.rematches import begin_rematch, rematch_for
from referee.hosting.tables.loading import StrandedError
from referee.hosting.tables.snapshot import Snapshot
from referee.match.log_entry import SPECTATOR
from referee.vocabulary.errors import NotFoundError
from referee.vocabulary.text import say
from referee_web.guards import auth
from referee_web.guards.auth import room
from referee_web.guards.limits import count_request
from referee_web.pages.blueprint import blueprint, go_to
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.parts.request_table import changing, look
from referee_web.pages.table.table_page import table
from referee_web.pages.way_back import table_left


@blueprint.app_template_global()
def after_match(seen: Snapshot) -> dict[str, Any] | None:
    """What can be done after this match; None while it goes on.

    `rematch` is the table of its rematch where there is one, and the links to BG Stats are empty without a result.
    """
    if not seen.over:
        return None
    rematch = rematch_for(room(), seen.code, seen.by)
    links = {"app_link": "", "web_link": ""}
    if seen.finished:
        play = bg_stats.play_of(seen)
        links = {"app_link": bg_stats.app_link(play), "web_link": bg_stats.web_link(play)}
    return {"rematch": rematch, "may_rematch": rematch is None and seen.by != SPECTATOR, **links}


@blueprint.app_template_global()
def rematch_left() -> str | None:
    """The rematch of the table that this page was reached from, for whoever sat there; else None.

    Pages beside the table's do not move along by themselves. That others hear nothing here keeps an address from
    being a guess at codes that nobody counts.
    """
    code = table_left()
    if not code or room().store.past.rematch(code) is None:
        return None
    viewer = room().bearer(code, auth.cookie_tokens(code))
    with suppress(StrandedError):
        return rematch_for(room(), code, viewer) if viewer else None
    return None


@blueprint.post("/t/<code>/rematch")
@redisplay(table)
def rematch(code: str) -> Response:
    """Begin the match once more with the same seats, the next one dealing."""
    count_request("open")
    seen = look(code)
    with changing(seen) as held:
        begin_rematch(held)
    return _follow(seen)


@blueprint.get("/t/<code>/rematch")
def follow(code: str) -> Response:
    """On to the table of the rematch, where this phone has the same seat as here."""
    return _follow(look(code))


def _follow(seen: Snapshot) -> Response:
    there = rematch_for(room(), seen.code, seen.by)
    if there is None:
        raise NotFoundError(say("This match has no rematch."))
    if "board" in request.args:
        response = go_to("board", code=there, sides=request.args.get("sides"))
    else:
        response = go_to("table", code=there)
    table = auth.remember_table(room().facts(there))
    if table.viewer(auth.cookie_tokens(there)) is None:
        auth.keep_as(response, there, seen.code)
    return response
