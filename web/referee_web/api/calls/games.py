"""Calls about the installed games, for which no table is needed."""

from collections import Counter
from dataclasses import replace

from referee.cards.card import Card
from referee.plugin.discovery import house_rules_of, installed, rulebook
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import say
from referee_web.api.answers import DeckCard, InstalledGame
from referee_web.api.call import call, read_json
from referee_web.guards.limits import count_request
from referee_web.wording import in_words, translated


@call("get", "/games")
def games() -> list[InstalledGame]:
    """The installed games."""
    return [_described(rulebook(game)) for game in installed().games]


@call("get", "/games/<game>", problems=(404,))
def game(game: str) -> InstalledGame:
    """A game with its rule sections and its deck."""
    rules = rulebook(game)
    sections = tuple(in_words(section) for section in rules.sections.values())
    return replace(_described(rules), sections=sections, deck=_deck(rules.game.deck))


def _deck(cards: tuple[Card, ...]) -> tuple[DeckCard, ...]:
    counted = Counter(cards)
    return tuple(DeckCard(card.code, say("{card}", card=card), copies) for card, copies in counted.items())


def _described(rules: Rulebook) -> InstalledGame:
    game = rules.game
    return InstalledGame(
        id=game.id,
        title=translated(game.title),
        players=game.players,
        summary=translated(game.summary),
        options=game.options,
        house_rules=tuple(in_words(rule) for rule in house_rules_of(game.id).values()),
        questions=tuple(rules.questions.values()),
        source=translated(game.source),
        version=game.version,
    )


@call("post", "/games/<game>/ask/<question>", takes="Asking", problems=(404, 429))
def ask(game: str, question: str) -> Ruling:
    """A ruling without any table.

    The body holds the question's fields.
    """
    count_request("ask")
    return rulebook(game).ask(question, read_json())
