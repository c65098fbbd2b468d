"""A ruling as a card on a page, with what else was ruled on the same entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace

from referee.lazy_dataclass import frozen
from referee.vocabulary.ruling import Reason, Ruling, most_telling
from referee_web.pages.blueprint import blueprint
from referee_web.pages.parts.putting_right import CorrectAt


@blueprint.app_template_filter("ruling_card")
@frozen
class RulingCard:
    """What a page prints of a ruling."""

    ruling: Ruling
    id: str = ""
    """It names the fold of its reasons, and is empty beside a table's latest ruling."""
    untouched: bool = False
    """The screen is one that nobody touches: the reasons stand open."""
    question: str = ""
    """Where it is questioned; empty for viewers who may not."""
    correct_at: CorrectAt = field(default_factory=dict)
    """Where what it shows is corrected; empty for viewers who may not."""
    others: Sequence[RulingCard] | None = None
    """The cards of what else was ruled; None where nothing was."""

    @property
    def is_spoken(self) -> bool:
        """Whether a button reads it aloud."""
        return bool(self.id) and not self.untouched

    @property
    def holds_others(self) -> bool:
        """Whether the others are a part of why: it adds them up."""
        return bool(self.ruling.reckoning and self.ruling.because)

    @property
    def deciding_first(self) -> Sequence[Reason]:
        """The reasons, first the one that decided, where that is no word of the rules:
        a house rule, else a reading. It stands at the head or next to it; a later one
        is about what follows.
        """
        because = self.ruling.because
        for basis in ("house-rule", "reading"):
            for first in because[:2]:
                if first.basis == basis:
                    others = [each for each in because if each is not first]
                    return [first, *others]
        return because


def card_of(
    rulings: Sequence[Ruling],
    seq: int,
    untouched: bool = False,
    question: str = "",
    correct_at: CorrectAt | None = None,
) -> RulingCard:
    """Return the card of the most telling one of these rulings, with the others; `seq`
    is the number at which the table stands.
    """
    cards = []
    for place, ruling in enumerate(rulings):
        id = f"why-{seq}-{place}"
        address = question and f"{question}?ruling={place}"
        cards.append(RulingCard(ruling, id, untouched, address, correct_at or {}))
    telling = cards.pop(most_telling(rulings))
    if not cards:
        return telling
    # None says the same twice.
    summary = telling.ruling.summary
    others = [card for card in cards if card.ruling.summary != summary]
    return replace(telling, others=others)
