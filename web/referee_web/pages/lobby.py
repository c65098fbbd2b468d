"""The lobby: come to a table, open one, or ask the referee."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Response, request

from referee.hosting.tables.table import Table
from referee.hosting.tables.tokens import read_code
from referee.match.log_entry import SPECTATOR, Viewer
from referee.plugin.discovery import installed, rulebook
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.game import FAMILIES
from referee.vocabulary.text import NOTHING, Text, say
from referee_web.guards import auth
from referee_web.guards.base_url import base_url
from referee_web.guards.services import room, services
from referee_web.pages.blueprint import blueprint, go_to, page
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.parts.played_before import LastMatch, last_matches, own_matches
from referee_web.pages.template_filters import word
from referee_web.wording import translated

SET_UP_WITHIN_SECONDS = 2 * 60 * 60
MOST_TABLES_SHOWN = 20
MOST_GAMES_AT_A_GLANCE = 8
"""With more of them, games are searched, and stand by family."""

MOST_FAVOURITES = 4
LONGEST_SEARCH = 100


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table that this phone sat down at or opened, and as whom."""

    table: Table
    viewer: Viewer


def all_games() -> list[Rulebook]:
    """The rulebooks of all installed games, without house rules, by title."""
    books = map(rulebook, installed().games)
    return sorted(books, key=lambda book: book.game.title)


@blueprint.get("/")
def lobby(error: RefereeError | None = None) -> Response:
    """The first page. With `?q=` only the games about which all of these words are
    said.
    """
    kept = tables_kept()
    running = next((own for own in kept if own.table.match is not None), None)
    mine = {own.table.code for own in kept}
    others = [] if auth.is_public() else room().being_set_up(SET_UP_WITHIN_SECONDS)
    games = all_games()
    last = last_matches(own_matches())
    asked = request.args.get("q", "").strip()[:LONGEST_SEARCH]
    phones = services().public_url
    return page(
        "lobby.html",
        typed=read_code(request.args.get("code", "")) if error else "",
        error=error,
        games=games,
        shelves=shelves(games, last, asked),
        last=last,
        asked=asked,
        searched=len(games) > MOST_GAMES_AT_A_GLANCE or bool(asked),
        for_any=next((book for book in games if book.game.family == "pads"), None),
        running=running,
        kept=[own for own in kept if own is not running],
        set_up=[table for table in others if table.code not in mine],
        address=base_url(),
        ways=[(found, phones.url_of(found)) for found in phones.addresses()],
    )


Shelf = tuple[Text | None, list[Rulebook]]
"""Games that stand together, and under which words; None where they need none."""


def shelves(
    games: Sequence[Rulebook], last: Mapping[str, LastMatch], asked: str = ""
) -> list[Shelf]:
    """The games as they stand on the first page: what this phone played lately first;
    where there are many, the others by family, where it has several. With a search,
    only those about which all its words are said.
    """
    matching = {book.game.id: book for book in games if _holds(book, asked)}
    lately = [matching.pop(id) for id in last if id in matching]
    if len(games) <= MOST_GAMES_AT_A_GLANCE:
        return [(None, [*lately, *matching.values()])]

    favourites = lately[:MOST_FAVOURITES]
    others = [*lately[MOST_FAVOURITES:], *matching.values()]
    others.sort(key=lambda book: book.game.title)
    sizes = Counter[str | None](book.game.family for book in games)
    filled: list[Shelf] = [(say("Played lately"), favourites)]
    for family, title in FAMILIES.items():
        if sizes[family] > 1:
            of_family = [book for book in others if book.game.family == family]
            others = [book for book in others if book.game.family != family]
            filled.append((title, of_family))
    filled.append((say("More games"), others))
    return [(title, books) for title, books in filled if books]


def _holds(book: Rulebook, asked: str) -> bool:
    text = said_of(book).casefold()
    return all(word in text for word in asked.casefold().split())


@blueprint.app_template_filter("said_of")
def said_of(book: Rulebook) -> str:
    """Return what a game is found by: its title, its summary and its family."""
    game = book.game
    family = word(FAMILIES.get(game.family or "", NOTHING))
    return f"{translated(game.title)} {translated(game.summary)} {family}"


@blueprint.get("/go")
@redisplay(lobby)
def go() -> Response:
    """On to the table whose code was entered."""
    return go_to("table", code=auth.table(request.args.get("code", "")).code)


def tables_kept() -> list[OwnTable]:
    """Return the tables at which this phone is still known and whose match is not over,
    newest first.
    """
    kept: list[OwnTable] = []
    # Whoever shows no token of a table must not learn whether it exists.
    codes = auth.own_codes()
    finished = room().store.past.finished(codes)
    for code in codes:
        if code in finished:
            continue
        try:
            table = room().current_table(code)
        except RefereeError:
            # It is gone, or cannot be played now: its own page says why.
            continue
        viewer = table.viewer(auth.cookie_tokens(table.code)) or SPECTATOR
        if viewer != SPECTATOR and not table.finished:
            kept.append(OwnTable(table, viewer))
    kept.sort(key=lambda own: own.table.row.created_at, reverse=True)
    return kept[:MOST_TABLES_SHOWN]
