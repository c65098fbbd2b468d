"""The wording of an answer: the table's jokers, the game's cards, the language."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar
from unicodedata import combining, normalize

from flask import Response, g, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from referee.cards.card import Card
from referee.cards.decks import FIFTY_FOUR
from referee.cards.naming import Letters, Translate
from referee.cards.reading import lexicon_of
from referee.hosting.tables.table import TableFacts
from referee.plugin import languages
from referee.plugin.discovery import UnknownGameError, rulebook
from referee.plugin.rulebook import wording_at
from referee.vocabulary.game import Game, HouseRule, Section
from referee.vocabulary.text import ENGLISH, PLAIN, Language, Text, Wording, say
from referee_web.preferences import ACORNS, preferences

VARIES = ("Accept-Language", "Cookie")
"""The headers that decide the wording."""

WORDED = ("text/html", "application/json", "application/problem+json")
"""The media types that may contain words."""

_LETTERS: Mapping[str, Letters] = {
    "german": (("J", "B"), ("Q", "D")),
    "french": (("J", "V"), ("Q", "D"), ("K", "R"), ("A", "1")),
    "italian": (("J", "F"), ("Q", "D"), ("K", "R")),
    "spanish": (("J", "S"), ("Q", "C"), ("K", "R")),
    ACORNS: (("J", "U"), ("Q", "O")),
}
"""The letters on cards, by the phone's preference, where they differ from English."""

_LETTERS_OF = {"de": "german"}
"""The letters of a language, for a phone that prefers none."""

Rule = TypeVar("Rule", Section, HouseRule)


def speak_as(table: TableFacts) -> None:
    """Use this table's and game's wording for the rest of the request.

    Errors use it too.
    """
    row = table.row
    g.game = row.game
    g.jokers = wording_at(row.options).jokers
    speak_at_event(table.event is not None)


def speak_at_event(is_event: bool = True) -> None:
    """Call a game's rounds as tables at events do, for the rest of the request."""
    g.at_event = is_event
    # Drop the earlier wording; find the language only when needed, so that entries do
    # not wait.
    g.pop("wording", None)


def wording() -> Wording:
    """Return the request's wording: its table's, or the plain one, in its language."""
    cached: Wording | None = g.get("wording")
    if cached is None:
        jokers = g.get("jokers", PLAIN.jokers)
        found = language()
        letters = preferences().letters or _LETTERS_OF.get(found.code, "")
        on_cards = _LETTERS.get(letters, ())
        cached = g.wording = Wording(jokers, found, letters=on_cards)
    return cached


def language() -> Language:
    """Return the asker's language: preferred here, or by the browser, or else English.

    It includes translations of the request's game, if any. Cards go by the names of
    those that this phone draws.
    """
    words = _language_of_game()
    game = _find_game()
    if game and game.round_name.template:
        words = _with_rounds_called(words, game.round_name.template)
    if g.get("at_event"):
        is_pad = game is not None and game.family == "pads"
        words = _with_rounds_renamed(words, is_pad)
    if preferences().letters == ACORNS:
        return _in_german_suits(words)
    return words


def typed_names() -> tuple[Translate, ...]:
    """Return the names by which cards may be typed: as drawn, and as in the game."""
    drawn = wording().language
    return tuple(dict.fromkeys((drawn.gettext, _language_of_game().gettext)))


def _language_of_game() -> Language:
    code = preferences().language
    if not code:
        header = request.environ.get("HTTP_ACCEPT_LANGUAGE", "")
        code = _best_match(header, languages.list_codes())
    return spoken(code, _game())


_ON_GERMAN_CARDS = {
    "clubs": "acorns",
    "spades": "leaves",
    "diamonds": "bells",
    "jack": "unter",
    "the jack": "the unter",
    "queen": "ober",
    "the queen": "the ober",
}
"""What German cards call the suits and ranks of French ones."""


def _in_german_suits(words: Language) -> Language:
    """Return a language in which cards have the names of German ones."""

    def gettext(template: str) -> str:
        return words.gettext(_ON_GERMAN_CARDS.get(template, template))

    return replace(words, gettext=gettext)


_GAMES = say("Games at a table")
_DIRECTOR = say("The director")
_DECIDES = say("You decide, as the director")
_SETTLES = say("The director decides, or more than half of the table.")
_AT_EVENTS: Mapping[str, tuple[Text, Text]] = {
    "Round {n}": (say("Deal {n}"), say("Game {n}")),
    "round {n}": (say("deal {n}"), say("game {n}")),
    "Round": (say("This deal"), say("This game")),
    "Number of rounds": (_GAMES, _GAMES),
    "The host": (_DIRECTOR, _DIRECTOR),
    "You decide, as the host": (_DECIDES, _DECIDES),
    "The host decides, or more than half of the table.": (_SETTLES, _SETTLES),
}
"""What a table at an event calls its rounds, since these are the event's: its deals, or
on a pad its games; and its host, who is the director.
"""


def _with_rounds_called(words: Language, name: str) -> Language:
    """Return a language in which a round has this name, as `Hand 3`."""
    lower = words.gettext(name)
    upper = lower[:1].upper() + lower[1:]
    renamed = {"round": lower, "Round": upper}
    renamed |= {f"{word} {{n}}": f"{said} {{n}}" for word, said in renamed.items()}

    def gettext(template: str) -> str:
        return renamed.get(template) or words.gettext(template)

    return replace(words, gettext=gettext)


def _with_rounds_renamed(words: Language, is_pad: bool) -> Language:
    """Return a language in which a table's rounds are its deals, or its games."""
    renamed = {round: texts[is_pad].template for round, texts in _AT_EVENTS.items()}

    def gettext(template: str) -> str:
        return words.gettext(renamed.get(template, template))

    return replace(words, gettext=gettext)


def _find_game() -> Game | None:
    """Return the request's game; None if it names none, or one that is gone."""
    try:
        return rulebook(_game()).game
    except UnknownGameError:
        return None


def _game() -> str:
    """Return the request's game; or ""."""
    named = request.view_args or {}
    game: str = g.get("game") or named.get("game", "")
    return game


def deck() -> tuple[Card, ...]:
    """Return the deck of the request's game, or the French-suited cards."""
    game = _find_game()
    return game.deck if game else FIFTY_FOUR


def draws_more() -> bool:
    """Return whether this page draws shapes beyond the French suits."""
    return preferences().letters == ACORNS or not lexicon_of(deck()).is_french


def _best_match(header: str, codes: tuple[str, ...]) -> str:
    """Return the code that an `Accept-Language` header prefers among these."""
    return parse_accept_header(header, LanguageAccept).best_match(codes, ENGLISH.code)


def spoken(code: str, game: str = "") -> Language:
    """Return a language's translations, this game's first."""
    return languages.language(code, ("referee_web",), game)


def translated(template: str) -> str:
    """Return an English title or text of a game or table in the asker's language."""
    return wording().language.gettext(template)


def as_typed(text: str) -> str:
    """Return a text as it is searched: small letters without accents, keys’ apostrophe.

    >>> as_typed("Póker’s")
    "poker's"
    """
    plain = normalize("NFKD", text)
    letters = "".join(letter for letter in plain if not combining(letter))
    return letters.casefold().replace("’", "'")


def in_words(rule: Rule) -> Rule:
    """Return a section or house rule in the asker's language."""
    return replace(rule, title=translated(rule.title), text=translated(rule.text))


def name_language(response: Response) -> Response:
    """Return the answer with its language, and with the headers it varies by."""
    if response.mimetype not in WORDED:
        return response
    # JSON without a requested wording contains no words.
    if response.mimetype == "application/json" and "wording" not in g:
        return response

    headers = response.headers
    headers.setdefault("Content-Language", wording().language.code)
    if "Vary" in headers:
        response.vary.update(VARIES)
    else:
        headers["Vary"] = ", ".join(VARIES)
    return response
