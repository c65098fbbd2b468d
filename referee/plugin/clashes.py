"""Sealed entries that cannot all be so, since several name the same card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from referee.cards.card import Card
from referee.vocabulary.ruling import Reason, Ruling
from referee.vocabulary.text import Text


def rule_clashes(
    named: Mapping[str, Iterable[Card]], why: Callable[[Card, tuple[str, ...]], tuple[Text, Reason]]
) -> tuple[Ruling, ...]:
    """For the hook `clashes`: a ruling for each card that several seats name, concerning all of them.

    Which of them is wrong nobody knows, so none is taken at its word and none accused: all enter again, openly.
    `named` holds the cards that each seat names, in the order in which the seats are told; a card that there can be
    several of is left out while there are enough. `why` gives the sentence and the reason for a card and its seats.

    >>> from referee import card, say
    >>> def why(card, seats):
    ...     summary = say("Only one of {seats} can have played the {card}", seats=seats, card=card)
    ...     return summary, Reason("whist#deck", "rules", say("There is one {card}.", card=card))
    >>> [clash] = rule_clashes({"Ana": [card("4C"), card("9H")], "Ben": [card("9H")], "Cy": []}, why)
    >>> print(clash.summary)
    Only one of Ana and Ben can have played the nine of hearts
    >>> clash.verdict == {"legal": False, "clash": (card("9H"),), "seats": ("Ana", "Ben")}
    True
    """
    naming: dict[Card, tuple[str, ...]] = {}
    for seat, cards in named.items():
        for card in dict.fromkeys(cards):
            naming[card] = (*naming.get(card, ()), seat)
    return tuple([_clash(card, seats, *why(card, seats)) for card, seats in naming.items() if len(seats) > 1])


def _clash(card: Card, seats: tuple[str, ...], summary: Text, because: Reason) -> Ruling:
    return Ruling({"legal": False, "clash": (card,), "seats": seats}, summary, (because,))
