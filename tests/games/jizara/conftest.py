"""A table of Ji'zara, played through the hooks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, TypeAlias

import pytest
import referee_jizara

from referee import Prompt, Ruling, Scene, Zone
from referee.match.fold import RefusedMoveError
from referee.match.log_entry import LogEntry
from referee.match.position import Step
from referee.match.replay import History
from referee.plugin.rulebook import Rulebook

OWN = "own"
"""Entered by the seat itself; None is a host without a seat."""


@dataclass
class Table:
    """A match that grows by entries; `by` in each is who enters it."""

    history: History
    taken: list[Step] = field(default_factory=list)

    @property
    def rulebook(self) -> Rulebook:
        return self.history.rulebook

    @property
    def scene(self) -> Scene:
        return self.history.scene

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        return self.history.position.prompts

    @property
    def next(self) -> str:
        return str(self.scene.next)

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        return self.history.latest

    def zone(self, name: str, owner: str | None = None) -> Zone:
        [found] = [zone for zone in self.scene.zones if (zone.name, zone.owner) == (name, owner)]
        return found

    def counts(self) -> tuple[int, int, int]:
        """Cards in the bidding draw, the pot and the burn."""
        return self.zone("bidding draw").count, self.zone("pot").count, self.zone("burn").count

    def known(self, seat: str) -> str:
        return codes(self.zone("hand", seat).cards)

    def enter(self, kind: str, seat: str | None, by: str | None = OWN, **data: Any) -> Step:
        author = seat if by == OWN else by
        entry = LogEntry(len(self.taken) + 1, f"e{len(self.taken)}", kind, seat, data, author, author is None, 0.0)
        taken = self.history.enter(self.history.position, entry)
        self.history.add(taken)
        self.taken.append(taken)
        return taken

    def refused(self, kind: str, seat: str | None, by: str | None = OWN, **data: Any) -> Ruling:
        before = self.history.position
        with pytest.raises(RefusedMoveError) as refused:
            self.enter(kind, seat, by, **data)
        assert self.history.position is before
        assert refused.value.ruling.verdict["legal"] is False
        return refused.value.ruling

    def turn(self, card: str) -> Step:
        return self.enter("turn", None, None, card=card)

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
        """A card of two players turned, decided on, and bid for: an empty bid is a pass."""
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

    def seat_them(
        *seats: str, dealer: str | None = None, house_rules: tuple[ModuleType, ...] = (), **options: object
    ) -> Table:
        rulebook = Rulebook(referee_jizara, house_rules)
        return Table(History.begun(rulebook, rulebook.setting(seats, dealer, options)))

    return seat_them


@pytest.fixture
def two(seated: Seated) -> Table:
    return seated("Ana", "Ben")


@pytest.fixture
def teams(seated: Seated) -> Table:
    """Ana bids and Cy builds, Ben bids and Di builds."""
    return seated("Ana", "Ben", "Cy", "Di")


def ask(question: str, **data: object) -> Ruling:
    return Rulebook(referee_jizara).ask(question, data)


def cited(ruling: Ruling) -> list[tuple[str, str]]:
    """The sections that a ruling cites, each with its basis."""
    return [(reason.rule.removeprefix("jizara#"), reason.basis) for reason in ruling.because]


def reasons(ruling: Ruling) -> list[str]:
    """The sentences, with a card's value beside it parted from it as any two words are."""
    return [str(reason.text).replace("\u00a0", " ") for reason in ruling.because]
