"""After a match: once more, or another game."""

from dataclasses import dataclass
from functools import partial

from flask import Response, request

from referee.hosting.history.evenings import Evening
from referee.hosting.history.next_table import (
    next_table_for,
    open_next_table,
)
from referee.hosting.tables.seats import Seated
from referee.hosting.tables.snapshot import Snapshot
from referee.match.viewer import SPECTATOR
from referee.plugin.discovery import rulebook
from referee.vocabulary.errors import NotFoundError, RefereeError
from referee.vocabulary.text import say
from referee_web.api.answers import NextTable
from referee_web.api.calls import without_table as calls
from referee_web.guards import auth, cookies
from referee_web.guards.services import count_request, room
from referee_web.pages.blueprint import blueprint, go_to, render
from referee_web.pages.forms.form_doors import by_form
from referee_web.pages.forms.form_values import FormValues
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.games.game_pages import Agreeing, read_options
from referee_web.pages.games.game_tiles import GameTile
from referee_web.pages.request_table import changing_as_seen, look, to_table
from referee_web.pages.scores.evening_score import score_of_evening
from referee_web.pages.table.at_table import JOIN
from referee_web.pages.table.table import table


def _after_rematch(following: NextTable, code: str) -> Response:
    if following.code == look(code).code:
        return go_to("table", code=code)
    return _follow(look(code))


by_form(
    calls.rematch,
    "/t/<code>/rematch",
    table,
    _after_rematch,
)


def _after_asking(newcomer: Seated, code: str) -> Response:
    response = go_to("table", code=code)
    cookies.store_token(response, code, newcomer.seat_token, cookies.NEXT)
    cookies.store_name(response, newcomer.seat)
    return response


by_form(
    calls.newcomer,
    "/t/<code>/newcomers",
    partial(table, key=JOIN),
    _after_asking,
)


@blueprint.get("/t/<code>/rematch")
def follow(code: str) -> Response:
    """Redirect to the next table, with the same seat on this phone."""
    return _follow(look(code))


def _follow(snapshot: Snapshot) -> Response:
    there = next_table_for(room(), snapshot.code, snapshot.viewer)
    if there is None:
        raise NotFoundError(
            say("Nobody has started the next game from this table yet.")
        )
    response = to_table(there)
    table = auth.remember_table(room().facts(there))
    if not table.find_viewer(cookies.cookie_tokens(there)).is_known:
        cookies.copy_tokens(response, there, snapshot.code)
        own = cookies.next_token(snapshot.code)
        if own and snapshot.viewer == SPECTATOR:
            is_seated = table.find_viewer([own]).is_known
            kind = "seat" if is_seated else cookies.NEXT
            cookies.store_token(response, there, own, kind)
    return response


@dataclass(frozen=True, slots=True)
class NextGamePage:
    """What to agree on for another game with the same people."""

    snapshot: Snapshot
    evening: Evening | None
    begins: bool
    """Whether its match can begin with these people."""
    agreeing: Agreeing


@blueprint.get("/t/<code>/next/<game>")
def next_game(code: str, game: str, error: RefereeError | None = None) -> Response:
    """Show the form for another game with the same people."""
    snapshot = look(code)
    book = rulebook(game)
    if next_table_for(room(), snapshot.code, snapshot.viewer) is not None:
        return _follow(snapshot)
    shown = NextGamePage(
        snapshot,
        evening=score_of_evening(snapshot),
        begins=len(snapshot.names) in book.game.players,
        agreeing=Agreeing.of(GameTile.of(book), error),
    )
    return render("table/next_game.html", shown)


@blueprint.post("/t/<code>/next/<game>")
@redisplay(next_game)
def open_next_game(code: str, game: str) -> Response:
    """Open another game's table for all who sit here.

    With `at-once` its match begins.
    """
    count_request("open")
    snapshot = look(code)
    book = rulebook(game)
    filled = FormValues(request.form)
    options = read_options(book.game, filled)
    house_rules = filled.getlist("house_rules")
    begins = "at-once" in filled
    with changing_as_seen(snapshot) as held:
        open_next_table(held, game, options, house_rules, begins)
    return _follow(snapshot)
