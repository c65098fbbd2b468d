"""The lobby: come to a table, open one, or ask the referee."""

from dataclasses import dataclass

from flask import Response, request

from referee.hosting.network.addresses import url
from referee.hosting.tables.table import Table
from referee.hosting.tables.tokens import read_code
from referee.match.log_entry import SPECTATOR, Viewer
from referee.plugin.discovery import installed, rulebook
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import RefereeError
from referee_web.guards import auth
from referee_web.guards.auth import room
from referee_web.pages.blueprint import blueprint, go_to, page
from referee_web.pages.forms.redisplay import redisplay
from referee_web.public_url import base_url, public_url

SET_UP_WITHIN_SECONDS = 2 * 60 * 60
MOST_TABLES_SHOWN = 20
MOST_TABLES_LOOKED_AT = 200


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table that this phone sat down at or opened, and as whom."""

    table: Table
    viewer: Viewer


def all_games() -> list[Rulebook]:
    """The rulebooks of all installed games, without house rules, by title."""
    return sorted((rulebook(game) for game in installed().games), key=lambda book: book.game.title)


@blueprint.get("/")
def lobby(error: RefereeError | None = None) -> Response:
    """The first page."""
    kept = tables_kept()
    mine = {own.table.code for own in kept}
    others = [] if auth.is_public() else room().being_set_up(SET_UP_WITHIN_SECONDS)
    return page(
        "lobby.html",
        typed=read_code(request.args.get("code", "")) if error else "",
        error=error,
        games=all_games(),
        kept=kept,
        set_up=[table for table in others if table.code not in mine],
        address=base_url(),
        ways=[(found, url(found.host, public_url().port)) for found in public_url().addresses()],
    )


@blueprint.get("/go")
@redisplay(lobby)
def go() -> Response:
    """On to the table whose code was entered."""
    return go_to("table", code=auth.table(request.args.get("code", "")).code)


def tables_kept() -> list[OwnTable]:
    """The tables at which this phone is still known and whose match is not over, newest first."""
    found: list[OwnTable] = []
    codes = auth.kept_codes()[-MOST_TABLES_LOOKED_AT:]
    finished = room().store.past.finished(codes)
    for code in codes:
        if code in finished:
            continue
        # Whoever shows no token of a table must not learn whether it exists.
        if not room().is_known(code, auth.cookie_tokens(code)):
            continue
        try:
            table = room().current_table(code)
        except RefereeError:
            # It is gone, or cannot be played now: its own page says why.
            continue
        viewer = table.viewer(auth.cookie_tokens(table.code)) or SPECTATOR
        if viewer != SPECTATOR and not table.finished:
            found.append(OwnTable(table, viewer))
    return sorted(found, key=lambda own: own.table.row.created_at, reverse=True)[:MOST_TABLES_SHOWN]
