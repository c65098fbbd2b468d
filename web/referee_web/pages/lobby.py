"""The lobby: finding a table, opening one, asking the referee."""

from __future__ import annotations

import time
from collections.abc import Container, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from flask import Response, request

from referee.hosting.events.desk import EventDesk
from referee.hosting.events.event_now import EventNow
from referee.hosting.network.addresses import Address
from referee.hosting.room import EMPTY_FOR_SECONDS
from referee.hosting.store import BeingSetUp
from referee.hosting.tables.table import Table
from referee.hosting.tables.tokens import read_code
from referee.match.viewer import SPECTATOR, Viewer
from referee.plugin.irregularities import IRREGULARITY
from referee.plugin.rulebook import Rulebook, UnknownQuestionError
from referee.vocabulary.errors import NotFoundError, RefereeError
from referee.vocabulary.game import Question
from referee_web.guards import auth, cookies
from referee_web.guards.base_url import base_url
from referee_web.guards.services import room, services
from referee_web.pages.blueprint import blueprint, go_to, render
from referee_web.pages.crews import ShownCrew, list_crews
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.games.game_tiles import (
    LONGEST_SEARCH,
    GameTile,
    Shelf,
    all_games,
    find_games,
    find_meant,
    list_played_tiles,
    shelves,
)
from referee_web.pages.games.next_week import NextWeek
from referee_web.pages.games.own_events import list_own_events, name_events
from referee_web.pages.games.played_before import own_matches
from referee_web.wording import translated

SET_UP_WITHIN_SECONDS = 2 * 60 * 60
MOST_TABLES_SHOWN = 20
MOST_GAMES_AT_A_GLANCE = 8
"""The most games listed without a search."""

A_DAY = 24 * 60 * 60.0


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table that this phone joined or opened, and its role there."""

    table: Table
    viewer: Viewer

    @property
    def is_deserted(self) -> bool:
        """Return whether it was opened some minutes ago, and nobody sits there."""
        is_new = time.time() - self.table.row.created_at < EMPTY_FOR_SECONDS
        is_taken = any(seat.token_hash for seat in self.table.seats)
        return self.table.match is None and not is_new and not is_taken


@dataclass(frozen=True, slots=True)
class LobbyPage:
    """The first page."""

    error: RefereeError | None
    """Why the typed code led to no table."""
    typed: str
    """That code."""
    running: OwnTable | None
    """The latest match that goes on here for this phone."""
    own_tables: Sequence[OwnTable]
    """Its other tables."""
    crews: Sequence[ShownCrew]
    """The people with whom it played."""
    events: Sequence[EventNow]
    """The events that it directs or has entered."""
    event_names: Mapping[str, str]
    """Their names by code, each only once."""
    next_weeks: Mapping[str, NextWeek]
    """The events that it may enter by its name at one of these, by that one's code."""
    set_up: Sequence[BeingSetUp]
    """Others' tables that wait for people."""
    playing: Sequence[BeingSetUp]
    """Others' tables where people play."""
    games: Sequence[Rulebook]
    search: str
    """What games are searched for; or empty."""
    shelves: Sequence[Shelf]
    meant: GameTile | None
    """A game whose name is spelt like what is searched, where that is nowhere."""

    @classmethod
    def of(cls, error: RefereeError | None) -> LobbyPage:
        """Return the first page for this phone."""
        own_tables = [own for own in unfinished_tables() if not own.is_deserted]
        begun = [own for own in own_tables if own.table.match is not None]
        running = begun[0] if begun else None
        playing = [each.table.code for each in begun]
        search = request.args.get("q", "").strip()[:LONGEST_SEARCH]
        tiles = list_played_tiles()
        on_shelves = shelves(tiles)
        crews = list_crews(own_matches(), playing)
        known = {each.table.code for each in own_tables}
        known.update(each.next for each in crews if each.next)
        own_events = list_own_events()
        next_weeks = _find_next_weeks(own_events)
        events = _list_latest(own_events, next_weeks)
        if search:
            matching = find_games(tiles, search)
            on_shelves = [(None, matching)] if matching else []
        meant = find_meant(tiles, search) if search and not on_shelves else None
        return cls(
            error=error,
            typed=read_code(request.args.get("code", "")) if error else "",
            running=running,
            own_tables=[own for own in own_tables if own is not running],
            crews=crews,
            events=events,
            event_names=name_events(events),
            next_weeks=next_weeks,
            set_up=_list_others(known, room().being_set_up(SET_UP_WITHIN_SECONDS)),
            playing=_list_others(known, room().running()),
            games=all_games(),
            search=search,
            shelves=on_shelves,
            meant=meant,
        )

    @property
    def is_searched(self) -> bool:
        """Return whether there are enough games to search among."""
        return len(self.games) > MOST_GAMES_AT_A_GLANCE or bool(self.search)

    @property
    def any_wrong(self) -> bool:
        """Return whether a game knows what the law says when something went wrong."""
        return any(IRREGULARITY in book.questions for book in self.games)

    @property
    def for_any(self) -> GameTile | None:
        """Return the pad that keeps the scores of any game, by the searched name."""
        for book in self.games:
            if book.game.family == "pads":
                return GameTile(book, self.search, {book.game.named_by[0]: self.search})
        return None

    @property
    def address(self) -> str:
        """Return this referee's address."""
        return base_url()

    @property
    def ways(self) -> list[tuple[Address, str]]:
        """Return this computer's addresses, each with its URL."""
        phones = services().public_url
        return [(way, phones.url_of(way)) for way in phones.addresses()]


def _list_others(
    known: Container[str], tables: Iterable[BeingSetUp]
) -> list[BeingSetUp]:
    """Return these tables but those that stand above; none on a public referee."""
    if auth.is_public():
        return []
    return [table for table in tables if table.code not in known]


@blueprint.get("/")
def lobby(error: RefereeError | None = None) -> Response:
    """Show the lobby. With `?q=` only games described by all these words."""
    return render("lobby.html", LobbyPage.of(error))


def _find_next_weeks(events: Iterable[EventNow]) -> Mapping[str, NextWeek]:
    """Return the events that this phone may enter by its old name, by the old code."""
    found = {}
    for now in events:
        following = NextWeek.after(now)
        if following is not None and following.name is not None:
            found[now.row.code] = following
    return found


def _list_latest(
    events: Iterable[EventNow], next_weeks: Container[str]
) -> list[EventNow]:
    """Return these events, but for those that were over a day ago and lead nowhere."""
    latest = []
    for now in events:
        is_old = now.is_over and time.time() - now.event.rounds[-1].at > A_DAY
        if not is_old or now.row.code in next_weeks:
            latest.append(now)
    return latest


@dataclass(frozen=True, slots=True)
class QuestionsPage:
    """The games that can be asked something without a table."""

    about: str
    """The question's name; "" for each game's commonest."""
    questions: Sequence[tuple[Rulebook, Question]]
    without: Sequence[str]
    """The titles of the games that have no such question."""

    @classmethod
    def of(cls, about: str) -> QuestionsPage:
        """Return the page of this question; raise if no game has it."""
        questions = []
        without = []
        for book in all_games():
            wanted = book.questions.get(about)
            if not about and book.questions:
                wanted = next(iter(book.questions.values()))
            if wanted is not None:
                questions.append((book, wanted))
            else:
                without.append(translated(book.game.title))
        if not questions:
            raise UnknownQuestionError(about)
        return cls(about, questions, without)


@blueprint.get("/ask")
def questions() -> Response:
    """Show games to ask about, by the question `?about=` or their commonest."""
    return render(
        "games/questions.html", QuestionsPage.of(request.args.get("about", ""))
    )


@dataclass(frozen=True, slots=True)
class CameraPage:
    """The page on which somebody chooses the table that a camera watches."""

    own_tables: Sequence[OwnTable]


@blueprint.get("/camera")
def camera() -> Response:
    """Show this phone's tables, to choose one for a camera."""
    return render("camera.html", CameraPage(unfinished_tables()))


@blueprint.get("/go")
@redisplay(lobby)
def go() -> Response:
    """Redirect to the table, or the event, with the entered code."""
    typed = request.args.get("code", "")
    with auth.guessing(typed):
        try:
            return go_to("table", code=room().facts(typed).code)
        except NotFoundError:
            with suppress(NotFoundError):
                event = EventDesk(room(), read_code(typed)).look()
                return go_to("event", code=event.row.code)
            raise


def _is_entered(table: Table) -> bool:
    """Return whether an event's director entered the table's result."""
    in_event = table.event
    if in_event is None:
        return False
    return table.code in EventDesk(room(), in_event.event).look().event.scores


def unfinished_tables() -> list[OwnTable]:
    """Return this phone's tables whose match is not over, newest first."""
    unfinished = []
    # Without a token, nobody learns whether a table exists.
    codes = auth.own_codes()
    finished = room().store.past.finished(codes)
    for code in codes:
        if code in finished:
            continue
        try:
            table = room().current_table(code)
        except RefereeError:
            # Gone or stranded: its own page says why.
            continue
        viewer = table.find_viewer(cookies.cookie_tokens(table.code))
        if viewer != SPECTATOR and not (table.finished or _is_entered(table)):
            unfinished.append(OwnTable(table, viewer))
    unfinished.sort(key=lambda own: own.table.row.created_at, reverse=True)
    return unfinished[:MOST_TABLES_SHOWN]
