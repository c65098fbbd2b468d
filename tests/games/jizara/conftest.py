"""A table of Ji'zara."""

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from referee import Ruling
from referee.testing import EntryStep, PlayedMatch


class Table(PlayedMatch):
    """A match of Ji'zara, and what is done in it."""

    def counts(self) -> tuple[int, int, int]:
        """Cards in the bidding draw, the pot and the burn."""
        return (
            self.zone("bidding draw").count,
            self.zone("pot").count,
            self.zone("burn").count,
        )

    def known(self, seat: str) -> str:
        return self.codes("hand", seat)

    def turn(self, card: str) -> EntryStep:
        return self.enter("turn", card=card)

    def decide(self, **bids: bool) -> tuple[Ruling, ...]:
        for seat, bid in bids.items():
            self.enter("decide", seat, bid=bid)
        return self.rulings

    def bid(self, **bids: str) -> tuple[Ruling, ...]:
        for seat, cards in bids.items():
            self.enter("bid", seat, cards=cards)
        return self.rulings

    def show(self, **hands: str) -> tuple[Ruling, ...]:
        for seat, cards in hands.items():
            self.enter("hand", seat, cards=cards)
        return self.rulings

    def contest(self, card: str, **bids: str) -> tuple[Ruling, ...]:
        """A card of two players turned, decided on, and bid for: an empty bid is a
        pass.
        """
        self.turn(card)
        self.decide(**{seat: bool(cards) for seat, cards in bids.items()})
        return self.bid(**{seat: cards for seat, cards in bids.items() if cards})

    def burn(self, *cards: str) -> None:
        """Cards turned that nobody wants."""
        for card in cards:
            self.turn(card)
            self.decide(**dict.fromkeys(self.prompts[0].seats, False))


def codes(cards: Any) -> str:
    return " ".join(card.code for card in cards or ())


Seated: TypeAlias = Callable[..., Table]


@pytest.fixture(scope="session")
def seated() -> Seated:
    """Opens a table: who sits there, who is its dealer, house rules and options."""

    def seat_them(*seats: str, **given: Any) -> Table:
        return Table.begun("jizara", seats, **given)

    return seat_them


@pytest.fixture
def two(seated: Seated) -> Table:
    return seated("Ana", "Ben")


@pytest.fixture
def teams(seated: Seated) -> Table:
    """Ana bids and Cy builds, Ben bids and Di builds."""
    return seated("Ana", "Ben", "Cy", "Di")


def cited(ruling: Ruling) -> list[tuple[str, str]]:
    """The sections that a ruling cites, each with its basis."""
    return [
        (reason.rule.removeprefix("jizara#"), reason.basis) for reason in ruling.because
    ]


def reasons(ruling: Ruling) -> list[str]:
    """The sentences, with a card's value beside it parted from it as any two words are."""
    return [str(reason.text).replace("\u00a0", " ") for reason in ruling.because]
