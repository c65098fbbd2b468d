"""In whose words an answer speaks: the table's names for its jokers, its game's cards,
the language of whoever asks.
"""

from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from flask import Response, g, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from referee.cards.card import Card
from referee.cards.decks import FIFTY_FOUR
from referee.hosting.tables.table import TableFacts
from referee.plugin import languages
from referee.plugin.discovery import find_game, rulebook
from referee.plugin.rulebook import wording_at
from referee.vocabulary.game import HouseRule, Section
from referee.vocabulary.text import ENGLISH, PLAIN, Language, Wording
from referee_web.preferences import preferences

VARIES = ("Accept-Language", "Cookie")
"""The headers by which it is decided how an answer is worded."""

WORDED = ("text/html", "application/json", "application/problem+json")
"""What may have words in it, by its type."""

Rule = TypeVar("Rule", Section, HouseRule)


def speak_as(table: TableFacts) -> None:
    """Word the rest of this request's answer as this table and its game would, what
    goes wrong included.
    """
    row = table.row
    g.game = row.game
    g.jokers = wording_at(row.options).jokers
    # Nothing is worded any more as it was before. The language is looked for when
    # something is: it need not hold up an entry, which those at the table are to hear
    # of.
    g.pop("wording", None)


def wording() -> Wording:
    """Return the wording of this request: its table's, or the plain one while it is
    about none, in its asker's language.
    """
    kept: Wording | None = g.get("wording")
    if kept is None:
        kept = g.wording = Wording(g.get("jokers", PLAIN.jokers), language())
    return kept


def language() -> Language:
    """Return the language of whoever asks: the one they prefer here, else the one their
    browser asks for, else English.

    It includes the words of the game that the request is about, where it is about one.
    """
    code = preferences().language
    if not code:
        header = request.headers.get("Accept-Language", "")
        code = _best_match(header, languages.codes())
    return spoken(code, _game())


def _game() -> str:
    """Return the game that the request is about; empty where it is about none."""
    named = request.view_args or {}
    game: str = g.get("game") or named.get("game", "")
    return game


def deck() -> tuple[Card, ...]:
    """Return the deck of the game that the request is about; the French-suited cards
    where it is about none.
    """
    game = _game()
    if find_game(game) is None:
        return FIFTY_FOUR
    return rulebook(game).game.deck


@lru_cache(maxsize=256)
def _best_match(header: str, codes: tuple[str, ...]) -> str:
    """Return the code among these for which an `Accept-Language` header asks most."""
    return parse_accept_header(header, LanguageAccept).best_match(codes, ENGLISH.code)


def spoken(code: str, game: str = "") -> Language:
    """Return the language with this code, as the core, the pages and the games speak
    it; this game's words go first.
    """
    return languages.language(code, ("referee_web",), game)


def translated(template: str) -> str:
    """Return what a game or a table holds in English (a title, a section's text) in the
    language of whoever asks.
    """
    return wording().language.gettext(template)


def in_words(rule: Rule) -> Rule:
    """Return a section or a house rule in the language of whoever asks."""
    return replace(rule, title=translated(rule.title), text=translated(rule.text))


def name_language(response: Response) -> Response:
    """Return the answer, which names its language where it is worded, and says that it
    varies with the request.
    """
    if response.mimetype not in WORDED:
        return response
    # An answer in JSON for which nobody asked how to word it has no words.
    if response.mimetype == "application/json" and "wording" not in g:
        return response

    headers = response.headers
    headers.setdefault("Content-Language", wording().language.code)
    if "Vary" in headers:
        response.vary.update(VARIES)
    else:
        headers["Vary"] = ", ".join(VARIES)
    return response
