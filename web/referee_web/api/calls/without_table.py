"""Calls without a table: installed games, finished matches, and players."""

from collections import Counter
from dataclasses import replace

from referee.cards.card import Card
from referee.hosting.history.evenings import Evening, evening_for, evening_of
from referee.hosting.history.next_table import ask_for_next, begin_rematch
from referee.hosting.history.statistics import PlayerRecord
from referee.hosting.tables.seats import Seated
from referee.plugin.discovery import house_rules_of, installed, rulebook
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import say
from referee_web.api.answers import (
    DeckCard,
    InstalledGame,
    NextTable,
    PageOfMatches,
    PageOfPlayers,
)
from referee_web.api.call import changing_with_body, get, post, read_json
from referee_web.guards.auth import identify_viewer, require_private_referee
from referee_web.guards.base_url import base_url, join_url
from referee_web.guards.services import count_request, room, services
from referee_web.history_filters import read_filters
from referee_web.wording import in_words, translated


@get("/games")
def games() -> list[InstalledGame]:
    """The installed games."""
    return [_describe(rulebook(game)) for game in installed().games]


@get("/games/<game>", problems=(404,))
def game(game: str) -> InstalledGame:
    """A game with its rule sections and its deck."""
    book = rulebook(game)
    sections = tuple(map(in_words, book.sections.values()))
    deck = _deck(book.game.deck)
    return replace(_describe(book), sections=sections, deck=deck)


def _deck(cards: tuple[Card, ...]) -> tuple[DeckCard, ...]:
    deck = []
    for card, copies in Counter(cards).items():
        name = say("{card}", card=card)
        deck.append(DeckCard(card.code, name, copies))
    return tuple(deck)


def _describe(book: Rulebook) -> InstalledGame:
    game = book.game
    house_rules = house_rules_of(game.id).values()
    return InstalledGame(
        id=game.id,
        title=translated(game.title),
        players=game.players,
        summary=translated(game.summary),
        options=game.options,
        house_rules=tuple(map(in_words, house_rules)),
        questions=tuple(book.questions.values()),
        source=translated(game.source),
        version=game.version,
    )


@post("/games/<game>/ask/<question>", takes="Asking", problems=(404, 429))
def ask(game: str, question: str) -> Ruling:
    """A ruling without any table.

    The body holds the question's fields.
    """
    count_request("ask")
    return rulebook(game).rule_from_json(question, read_json())


# Finished matches, and playing on


@post(
    "/tables/<code>/rematch",
    who="whoever sits at the table",
    takes="PlayingOn",
    status=201,
)
def rematch(code: str) -> NextTable:
    """Play the match once more.

    Once it is over. The new table has the same game, options, house rules and seats;
    the next seat deals, and the match has begun. Newcomers sit down too. The tokens of
    the old table are good at the new one. Whoever comes second is given the table that
    there is. While nothing is entered yet, the host has newcomers dealt in by this: the
    match begins anew with them, at the same table.
    """
    count_request("open")
    base = base_url()
    with changing_with_body(code) as (held, wanted):
        there = begin_rematch(held, wanted["alone"])
    return NextTable(there, join_url(room().keyed(there), base))


@post("/tables/<code>/newcomers", takes="Naming", status=201)
def newcomer(code: str) -> Seated:
    """Play in the next match of those at a table.

    Once the match has begun, for whoever has no seat. The token is good at the next
    table, if its game is for so many.
    """
    count_request("join")
    with changing_with_body(code) as (held, wanted):
        return ask_for_next(held, wanted["name"])


@get("/tables/<code>/evening", who="anybody")
def evening(code: str) -> Evening:
    """The evening of a table.

    The matches that were played one after the other, linked by `rematch`, and how
    people stand over those that somebody has won: by wins. Who won as often shares a
    place; better places on average stand first. A break of more than six hours begins
    another evening. Whoever only watches is not told the codes of the other tables, nor
    of a match there that goes on.
    """
    now = room().snapshot(code, identify_viewer(code))
    return evening_for(evening_of(room().store, now.code), now, now.viewer)


@get("/matches", query=("player", "game", "from", "to", "page"))
def matches() -> PageOfMatches:
    """Finished matches.

    The last ended first. Everybody on this referee sees how matches ended; on a public
    one (`--public`) only those who were there, by the cookies of their phones.
    """
    wanted = read_filters()
    page = services().archive.matches(wanted.search, wanted.page)
    return PageOfMatches(page.matches, wanted.page, page.more)


@get("/players", query=("player", "page"), problems=(404,))
def players() -> PageOfPlayers:
    """Players of finished matches.

    A public referee (`--public`) lists none: 404.
    """
    require_private_referee()
    wanted = read_filters()
    page = services().archive.players(wanted.player, wanted.page)
    return PageOfPlayers(page.players, wanted.page, page.more)


@get("/players/<path:name>", query=("page",), problems=(404,))
def player(name: str) -> PlayerRecord:
    """What the matches of a player tell.

    The same name, in any case, is the same player. A public referee (`--public`) lists
    none: 404.
    """
    require_private_referee()
    return services().archive.player(name, read_filters().page)
