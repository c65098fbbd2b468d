"""Why each card was seen, and rulings against naming it again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from referee.cards.card import Card, Cards
from referee.cards.decks import without
from referee.common_rules.refusals import rule_illegal
from referee.vocabulary.ruling import Reason, Reasons, Ruling
from referee.vocabulary.text import Text


@dataclass(frozen=True, slots=True)
class CardsSeen:
    """The reasons why cards were seen; each card exists in `copies`.

    >>> from referee import FIFTY_TWO, Reason, card, say
    >>> lies = Reason("whist#once", "rules", say("It was played in trick 1."))
    >>> seen = CardsSeen().with_cards((card("9H"),), lies)
    >>> card("9H") in seen.left(FIFTY_TWO), len(seen.left(FIFTY_TWO))
    (False, 51)
    >>> def refusal(card):
    ...     return say("The {card} cannot be played", card=card)
    >>> ruling = seen.refuse((card("3C"), card("9H")), refusal)
    >>> print(ruling.summary, ruling.because[0].text, sep=": ")
    The nine of hearts cannot be played: It was played in trick 1.
    """

    copies: int = 1
    reasons: Mapping[Card, Reasons] = field(default_factory=dict)

    def with_cards(self, cards: Iterable[Card], where: Reason) -> CardsSeen:
        """Return the reasons after these cards too were seen, for this reason."""
        reasons = dict(self.reasons)
        for card in cards:
            reasons[card] = (*reasons.get(card, ()), where)
        return CardsSeen(self.copies, reasons)

    def left(self, deck: Iterable[Card]) -> Cards:
        """Return the deck's cards that can still turn up, with their copies."""
        seen = []
        for card, where in self.reasons.items():
            seen += [card] * len(where)
        return without(deck, seen)

    def refuse(
        self, cards: Iterable[Card], summary: Callable[[Card], Text]
    ) -> Ruling | None:
        """Return the ruling that these cards cannot turn up now; None if they can.

        The ruling is about the first card with no copy left, and says where each copy
        was seen. Its verdict has `legal` and `card`; `summary` gives its sentence.
        """
        for card, n in Counter(cards).items():
            where = self.reasons.get(card, ())
            if where and len(where) + n > self.copies:
                return rule_illegal(summary(card), *where, card=card)
        return None
