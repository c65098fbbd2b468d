"""A ruling as a card, with other rulings on the same entry."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from flask import url_for

from referee.plugin.discovery import rulebook
from referee.vocabulary.ruling import Reason, Ruling, cost_of, most_telling
from referee.vocabulary.text import Text
from referee_web.pages.entries.correct_links import NOWHERE, CorrectAt, ShownCard


@dataclass(frozen=True, slots=True)
class RulingCard:
    """The data of a ruling's card."""

    ruling: Ruling
    id: str = ""
    """The key of its folded reasons; empty beside a table's latest ruling."""
    untouched: bool = False
    """Whether nobody touches the screen, so the reasons are unfolded."""
    dispute_at: str = ""
    """The address to dispute it; empty if the viewer may not."""
    correct_at: CorrectAt = NOWHERE
    """The addresses to correct what it shows; empty if the viewer may not."""
    corrected: Collection[ShownCard] = ()
    """Its cards in whose place others were entered first."""
    others: Sequence[RulingCard] | None = None
    """The cards of other rulings; None without any."""

    @property
    def is_spoken(self) -> bool:
        """Return whether the card has a button that reads the ruling aloud."""
        return bool(self.id) and not self.untouched

    @property
    def out_of_turn(self) -> str:
        """Return who has just played before their turn; empty if nobody has."""
        verdict = self.ruling.verdict
        if verdict.get("situation") != "lead-out-of-turn":
            return ""
        return str(verdict.get("seat", ""))

    @property
    def happened(self) -> str:
        """Return the class of the ruling's style, or "".

        It is `rare`, `broken` (a seat broke a rule), `refused` or `won`.
        """
        verdict = self.ruling.verdict
        if self.ruling.rare is not None:
            return "rare"
        if verdict.get("legal") is False:
            return "broken" if "seat" in verdict or "seats" in verdict else "refused"
        is_won = any(verdict.get(name) for name in ("winner", "winners"))
        return "won" if is_won else ""

    @property
    def is_plain(self) -> bool:
        """Return whether the ruling decides nothing, such as that somebody passes."""
        ruling = self.ruling
        return not (self.happened or ruling.shown or ruling.reckoning)

    @property
    def cost(self) -> Reason | None:
        """Return the reason that says what a broken rule costs, or None.

        Remedies of the law stand below the ruling instead, in their order.
        """
        if self.happened != "broken" or "remedies" in self.ruling.verdict:
            return None
        return cost_of(self.ruling)

    @property
    def went_wrong_at(self) -> str:
        """Return the address for irregularities in the ruling's game; or ""."""
        if not self.ruling.because:
            return ""
        game = self.ruling.because[0].game
        if rulebook(game).irregularities is None:
            return ""
        return url_for("pages.irregularity", game=game)

    @property
    def beside(self) -> list[RulingCard]:
        """Return the card in a line of its own beside a broken rule, if any.

        It says who won by the same entry, or else what was broken too. More than one
        would push the cards out of sight.
        """
        if self.happened != "broken":
            return []
        others = self.others or ()
        for happened in ("won", "broken"):
            found = [other for other in others if other.happened == happened]
            if found:
                return found[:1]
        return []

    @property
    def holds_others(self) -> bool:
        """Return whether the other rulings are reasons that this one adds up."""
        return bool(self.ruling.reckoning and self.ruling.because)

    def tells(self, other: Ruling) -> bool:
        """Return whether this card says another ruling already, or all its reasons."""
        if other.summary == self.ruling.summary:
            return True
        if not self.holds_others or other.shown:
            return False
        return all(reason in self.ruling.because for reason in other.because)

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


def _find_first(rulings: Sequence[Ruling]) -> tuple[int, Text | None]:
    """Return the index of the ruling to show first, and what is rare about any.

    It is the most telling one, or the rare one if the other does not say the same.
    """
    telling = most_telling(rulings)
    for index, ruling in enumerate(rulings):
        if ruling.rare is None:
            continue
        if ruling.summary == rulings[telling].summary:
            return telling, ruling.rare
        return index, ruling.rare
    return telling, None


def card_of(
    rulings: Sequence[Ruling],
    seq: int,
    untouched: bool = False,
    dispute_at: Callable[[int], str] = lambda index: "",
    correct_at: CorrectAt = NOWHERE,
    corrected: Collection[ShownCard] = (),
) -> RulingCard:
    """Return the card of the most telling ruling, with the others."""
    cards = []
    for index, ruling in enumerate(rulings):
        id = f"why-{seq}-{index}"
        cards.append(
            RulingCard(
                ruling=ruling,
                id=id,
                untouched=untouched,
                dispute_at=dispute_at(index),
                correct_at=correct_at,
                corrected=corrected,
            )
        )
    index, rare = _find_first(rulings)
    telling = cards.pop(index)
    telling = replace(telling, ruling=replace(telling.ruling, rare=rare))
    if not cards:
        return telling
    others = [card for card in cards if not telling.tells(card.ruling)]
    return replace(telling, others=others)
