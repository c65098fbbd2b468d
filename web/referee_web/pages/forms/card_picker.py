"""Cards to pick on a form, and what hints at how they are typed."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from referee.cards import naming
from referee.cards.card import CARDS, SUITS, Card
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import Field
from referee_web.pages.blueprint import blueprint
from referee_web.wording import wording


@dataclass(frozen=True, slots=True)
class CardCopy:
    """A card to pick: `number` tells its copies apart (1 first), in a pile of several decks."""

    card: Card
    number: int


@blueprint.app_template_filter("decks")
def decks(asked: Field, copies: int = 1) -> list[list[tuple[str, list[CardCopy]]]]:
    """The cards that can be picked, a list of suits for each deck, each suit's cards from low to high."""
    cards = [card for card in asked.choices if isinstance(card, Card)] or list(CARDS.values()) * copies
    numbered: dict[int, list[CardCopy]] = {}
    seen: dict[Card, int] = {}
    for card in cards:
        seen[card] = seen.get(card, 0) + 1
        numbered.setdefault(seen[card], []).append(CardCopy(card, seen[card]))
    return [_by_suit(deck) for deck in numbered.values()]


def _by_suit(deck: list[CardCopy]) -> list[tuple[str, list[CardCopy]]]:
    def suit_of(copy: CardCopy) -> int:
        return SUITS.index(copy.card.suit) if copy.card.suit else len(SUITS)

    ordered = sorted(deck, key=lambda copy: (suit_of(copy), copy.card.order))
    return [(group[0].card.suit or "X", group) for _, found in groupby(ordered, suit_of) if (group := list(found))]


@blueprint.app_template_filter("example")
def example(asked: Field) -> str:
    """Cards that can be meant here, as people type them: a hint."""
    cards = [card for card in asked.choices if isinstance(card, Card)] or list(CARDS.values())
    # Two of one rank if there are: that fits whether the cards may be any or must be alike.
    alike = next((card for card in cards if card.rank == cards[0].rank and card != cards[0]), cards[len(cards) // 2])
    first, second = _typed(cards[0]), _typed(alike)
    if type_of(asked).one_card or asked.max == 1 or first == second:
        return first
    return f"{first} / {second}" if asked.partners else f"{first} {second}"


@blueprint.app_template_filter("written_ways")
def written_ways(asked: Field) -> str:
    """The ways in which a card that can be meant here may be typed, one after the other; and a joker, if one can be."""
    cards = [card for card in asked.choices if isinstance(card, Card)] or list(CARDS.values())
    told = wording()
    plain, joker = (next((card for card in cards if card.is_joker == joker), None) for joker in (False, True))
    ways = [_typed(plain), naming.written(plain)] if plain else []
    names = [naming.spoken(one, told.jokers, told.language.gettext) for one in (plain, joker) if one]
    return ", ".join([*ways, *names])


def _typed(card: Card) -> str:
    return card.code.replace("T", "10").lower()
