"""A ruling as a card, with other rulings on the same entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.frozen import frozen
from referee.vocabulary.ruling import Reason, Ruling, most_telling
from referee_web.pages.blueprint import blueprint
from referee_web.pages.parts.putting_right import NOWHERE, CorrectAt


@blueprint.app_template_filter("ruling_card")
@frozen
class RulingCard:
    """The data of a ruling's card."""

    ruling: Ruling
    id: str = ""
    """The key of its folded reasons; empty beside a table's latest ruling."""
    untouched: bool = False
    """Whether nobody touches the screen, so the reasons are unfolded."""
    question: str = ""
    """The address to question it; empty if the viewer may not."""
    correct_at: CorrectAt = NOWHERE
    """The addresses to correct what it shows; empty if the viewer may not."""
    others: Sequence[RulingCard] | None = None
    """The cards of other rulings; None without any."""

    @property
    def is_spoken(self) -> bool:
        """Return whether a button reads it aloud."""
        return bool(self.id) and not self.untouched

    @property
    def holds_others(self) -> bool:
        """Return whether the other rulings are reasons, since it adds them up."""
        return bool(self.ruling.reckoning and self.ruling.because)

    @property
    def deciding_first(self) -> Sequence[Reason]:
        """Return the reasons, a deciding house rule or reading first.

        It is at or next to the head; a later one concerns consequences.
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
    correct_at: CorrectAt = NOWHERE,
) -> RulingCard:
    """Return the card of the most telling ruling, with the others."""
    cards = []
    for place, ruling in enumerate(rulings):
        id = f"why-{seq}-{place}"
        address = question and f"{question}?ruling={place}"
        cards.append(RulingCard(ruling, id, untouched, address, correct_at))
    telling = cards.pop(most_telling(rulings))
    if not cards:
        return telling
    # No ruling repeats another.
    summary = telling.ruling.summary
    others = [card for card in cards if card.ruling.summary != summary]
    return replace(telling, others=others)
