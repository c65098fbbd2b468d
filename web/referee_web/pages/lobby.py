"""The lobby: finding a table, opening one, asking the referee."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from operator import itemgetter

from flask import Response, request

from referee.hosting.events.desk import EventDesk
from referee.hosting.events.event_now import EventNow
from referee.hosting.network.addresses import Address
from referee.hosting.store import BeingSetUp
from referee.hosting.store.event_log import find_events
from referee.hosting.tables.table import Table
from referee.hosting.tables.tokens import read_code
from referee.match.log_entry import SPECTATOR, Viewer
from referee.plugin import languages
from referee.plugin.discovery import installed, rulebook
from referee.plugin.irregularities import IRREGULARITY
from referee.plugin.rulebook import Rulebook, UnknownQuestionError
from referee.vocabulary.errors import NotFoundError, RefereeError
from referee.vocabulary.game import FAMILIES, Game
from referee.vocabulary.text import NOTHING, Text, say
from referee_web.guards import auth, cookies
from referee_web.guards.base_url import base_url
from referee_web.guards.services import room, services
from referee_web.pages.blueprint import blueprint, go_to, page
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.parts.groups import ShownGroup, list_groups
from referee_web.pages.parts.played_before import (
    LastMatch,
    last_matches,
    matches_here,
    own_matches,
)
from referee_web.pages.template_filters import word
from referee_web.wording import as_typed, spoken, translated

SET_UP_WITHIN_SECONDS = 2 * 60 * 60
MOST_TABLES_SHOWN = 20
MOST_GAMES_AT_A_GLANCE = 8
"""The most games listed without a search."""

MOST_LATELY = 4
LONGEST_SEARCH = 100
_WORDS = re.compile(r"[\w']+")
_IN_TEXT = 100
_ELSEWHERE = 101
A_DAY = 24 * 60 * 60.0
MOST_EVENTS_LOOKED_AT = 50


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table that this phone joined or opened, and its role there."""

    table: Table
    viewer: Viewer


def all_games() -> list[Rulebook]:
    """Return all installed games, without house rules, by title."""
    books = map(rulebook, installed().games)
    return sorted(books, key=lambda book: book.game.title)


@dataclass(frozen=True, slots=True)
class GameTile:
    """A game to choose."""

    book: Rulebook
    own: LastMatch | None = None
    """Its last match by this phone; `here`: by anybody."""
    here: LastMatch | None = None

    @property
    def searched(self) -> str:
        """Return the text that finds a game: title, summary, family, and other names.

        Names of games and variants are there in all languages.
        """
        game = self.book.game
        family = word(FAMILIES.get(game.family or "", NOTHING))
        titles = _in_all_languages(game.id, tuple(_named_in_titles(game)))
        names = " ".join(dict.fromkeys([*game.other_names, *titles]))
        return f"{translated(game.summary)} {family} {names}"

    @property
    def players(self) -> str:
        """Return how many can play it: `2–4`, `2, 4`."""
        counts = self.book.game.players
        first = counts[0]
        last = counts[-1]
        if len(counts) > 1 and counts == tuple(range(first, last + 1)):
            return f"{first}–{last}"
        return ", ".join(map(str, counts))


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
    groups: Sequence[ShownGroup]
    """The people who play together again and again."""
    events: Sequence[EventNow]
    """The events that it directs or has entered."""
    set_up: Sequence[BeingSetUp]
    """Others' tables that wait for people."""
    games: Sequence[Rulebook]
    search: str
    """What games are searched for; or empty."""
    shelves: Sequence[Shelf]
    last: Mapping[str, LastMatch]
    """The last match of each game by this phone; `here`: by anybody."""
    here: Mapping[str, LastMatch]

    @classmethod
    def of(cls, error: RefereeError | None) -> LobbyPage:
        """Return the first page for this phone."""
        own_tables = unfinished_tables()
        begun = [own for own in own_tables if own.table.match is not None]
        running = begun[0] if begun else None
        games = all_games()
        own = own_matches()
        in_house = matches_here()
        playing = [each.table.code for each in begun]
        last = last_matches(own)
        here = last_matches(each for each in in_house if each.game not in last)
        search = request.args.get("q", "").strip()[:LONGEST_SEARCH]
        matching = find_games(games, search)
        on_shelves = shelves(matching, [*last, *here])
        if search and matching:
            on_shelves = [(None, matching)]
        return cls(
            error=error,
            typed=read_code(request.args.get("code", "")) if error else "",
            running=running,
            own_tables=[own for own in own_tables if own is not running],
            groups=list_groups(own, in_house, playing),
            events=_own_events(),
            set_up=_list_being_set_up(own_tables),
            games=games,
            search=search,
            shelves=on_shelves,
            last=last,
            here=here,
        )

    @property
    def is_searched(self) -> bool:
        """Return whether there are enough games to search among."""
        return len(self.games) > MOST_GAMES_AT_A_GLANCE or bool(self.search)

    def tile(self, book: Rulebook) -> GameTile:
        """Return a game with its last match."""
        game = book.game.id
        return GameTile(book, self.last.get(game), self.here.get(game))

    @property
    def any_wrong(self) -> bool:
        """Return whether a game knows what the law says when something went wrong."""
        return any(IRREGULARITY in book.questions for book in self.games)

    @property
    def for_any(self) -> Rulebook | None:
        """Return the game that keeps the scores of any other."""
        pads = (book for book in self.games if book.game.family == "pads")
        return next(pads, None)

    @property
    def address(self) -> str:
        """Return this referee's address."""
        return base_url()

    @property
    def ways(self) -> list[tuple[Address, str]]:
        """Return this computer's addresses, each with its URL."""
        phones = services().public_url
        return [(way, phones.url_of(way)) for way in phones.addresses()]


def _list_being_set_up(own_tables: Iterable[OwnTable]) -> list[BeingSetUp]:
    """Return the tables that wait for people, but this phone's; where all are known."""
    if auth.is_public():
        return []
    own_codes = {own.table.code for own in own_tables}
    tables = room().being_set_up(SET_UP_WITHIN_SECONDS)
    return [table for table in tables if table.code not in own_codes]


@blueprint.get("/")
def lobby(error: RefereeError | None = None) -> Response:
    """Show the lobby. With `?q=` only games described by all these words."""
    return page("lobby.html", page=LobbyPage.of(error))


Shelf = tuple[Text | None, list[Rulebook]]
"""Games listed together under a title, or None."""


def shelves(games: Sequence[Rulebook], played: Iterable[str]) -> list[Shelf]:
    """Return the lobby's shelves: games `played` lately, well-known, and others."""
    others = {book.game.id: book for book in games}
    lately: list[Rulebook] = []
    for id in played:
        if id in others and len(lately) < MOST_LATELY:
            lately.append(others.pop(id))
    popular = [book for book in others.values() if book.game.popular]
    rest = [book for book in others.values() if not book.game.popular]
    titled = (
        (say("Played lately"), lately),
        (say("Popular"), popular),
        (say("More games"), rest),
    )
    filled: list[Shelf] = [(title, books) for title, books in titled if books]
    if len(filled) == 1:
        return [(None, filled[0][1])]
    return filled


def find_games(games: Iterable[Rulebook], search: str) -> list[Rulebook]:
    """Return the games whose searched text has all these words, the nearest first."""
    words = as_typed(search).split()
    if not words:
        return list(games)
    found = []
    for book in games:
        text = as_typed(GameTile(book).searched)
        if all(word in text for word in words):
            title = as_typed(translated(book.game.title))
            found.append((_nearness(title, text, words), book))
    found.sort(key=itemgetter(0))
    return [book for _, book in found]


def _nearness(title: str, text: str, words: Sequence[str]) -> int:
    """Return how near a game is: its title begins so, its title's words, or others."""
    if title.startswith(" ".join(words)):
        return 0
    if _begin_in(title, words):
        return len(_WORDS.findall(title))
    return _IN_TEXT if _begin_in(text, words) else _ELSEWHERE


def _begin_in(text: str, words: Sequence[str]) -> bool:
    """Return whether each of these words begins a word of the text."""
    found = tuple(_WORDS.findall(text))
    return all(any(one.startswith(word) for one in found) for word in words)


def _own_events() -> list[EventNow]:
    """Return the events that this phone directs or entered, but for old ones."""
    events = []
    latest = cookies.known_codes()[-MOST_EVENTS_LOOKED_AT:]
    for code in find_events(room().store, latest):
        now = EventDesk(room(), code, tuple(cookies.cookie_tokens(code))).look()
        is_old = now.is_over and time.time() - now.event.rounds[-1].at > A_DAY
        if (now.is_director or now.entrant) and not is_old:
            events.append(now)
    return events


@dataclass(frozen=True, slots=True)
class Variant:
    """A game that a pad of any game is named by, such as a whist drive."""

    book: Rulebook
    option: str
    """The option that names the variant."""
    value: str
    title: Text

    @property
    def searched(self) -> str:
        """Return the text that finds the variant: its title in all languages."""
        return " ".join(_in_all_languages(self.book.game.id, (self.title.template,)))


def list_variants(books: Iterable[Rulebook], search: str = "") -> list[Variant]:
    """Return the games that these pads are named by, without those of their own."""
    words = as_typed(search).split()
    titles = {book.game.title for book in all_games()}
    variants = []
    for book in books:
        for option in book.game.options:
            if option.name not in book.game.named_by:
                continue
            for value, title in option.labels.items():
                variant = Variant(book, option.name, value, title)
                is_own = value != option.default and title.template not in titles
                if is_own and all(each in as_typed(variant.searched) for each in words):
                    variants.append(variant)
    return variants


def _named_in_titles(game: Game) -> list[str]:
    """Return the title of a game and those of its variants, in English."""
    titles = [game.title]
    for option in game.options:
        if option.name in game.named_by:
            titles.extend(label.template for label in option.labels.values())
    return titles


def _in_all_languages(game: str, titles: tuple[str, ...]) -> tuple[str, ...]:
    """Return a game's titles in each language."""
    return tuple(
        spoken(code, game).gettext(title)
        for code in languages.list_codes()
        for title in titles
    )


@blueprint.get("/ask")
def questions() -> Response:
    """Show games to ask about, by the question `?about=` or their commonest."""
    about = request.args.get("about", "")
    pairs = []
    without = []
    for book in all_games():
        wanted = book.questions.get(about)
        if not about and book.questions:
            wanted = next(iter(book.questions.values()))
        if wanted is not None:
            pairs.append((book, wanted))
        else:
            without.append(translated(book.game.title))
    if not pairs:
        raise UnknownQuestionError(about)
    return page("games/questions.html", questions=pairs, without=without, about=about)


@blueprint.get("/camera")
def camera() -> Response:
    """Show this phone's tables, to choose one for a camera."""
    return page("camera.html", own_tables=unfinished_tables())


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
        viewer = table.find_viewer(cookies.cookie_tokens(table.code)) or SPECTATOR
        if viewer != SPECTATOR and not (table.finished or _is_entered(table)):
            unfinished.append(OwnTable(table, viewer))
    unfinished.sort(key=lambda own: own.table.row.created_at, reverse=True)
    return unfinished[:MOST_TABLES_SHOWN]
