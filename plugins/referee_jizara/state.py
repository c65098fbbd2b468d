"""The pot, the burn, and the state of a match: who bids, and which cards are known."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal

from referee import (
    Card,
    Cards,
    Field,
    Ruling,
    Seats,
    Setting,
    Step,
    Steps,
    Text,
    say,
    say_card_count,
    without,
)

from .game import HAND, KEYS_THAT_WIN, cite
from .sides import Sides


@dataclass(frozen=True, slots=True)
class Piles:
    """The number of cards in the pot, and the cards in the burn."""

    pot: int
    burn: Cards = ()
    untouched: Cards = ()
    """The known cards in the pot: nobody has drawn since they went into it."""


def rule_draws(piles: Piles, draws: Mapping[str, int]) -> tuple[Piles, Ruling]:
    """Return the piles once these seats have drawn so many cards, and the ruling on it.

    The moment the pot is empty, the burn is shuffled into it. Pot and burn together
    hold more cards than are drawn. All other cards are in the bidding draw, in hands,
    or won. `refill_after` is the number of cards drawn before that; None if the pot
    lasts.
    """
    drawn = sum(draws.values())
    summary = _say_draws(draws)
    beyond = drawn - piles.pot
    if beyond < 0:
        after = Piles(-beyond, piles.burn, () if drawn else piles.untouched)
        return after, Ruling(_verdict(after, draws, None), summary, (_TO_FIVE,))

    after = Piles(len(piles.burn) - beyond, (), () if beyond else piles.burn)
    refill = _say_refill(piles, beyond)
    summary = say("{draws} {refill}", draws=summary, refill=refill)
    because = (_TO_FIVE, _EMPTY_POT)
    return after, Ruling(_verdict(after, draws, piles.pot), summary, because)


_TO_FIVE = cite("draw-back", "Everybody draws from the pot until they have five cards.")
_EMPTY_POT = cite(
    "empty-pot",
    "The rules don’t say what happens when the pot runs out. At that moment the burn, "
    "the cards just bid included, is shuffled into it.",
)


def list_draws(piles: Piles, draws: Mapping[str, int]) -> Steps:
    """Return the steps of drawing: who draws how many, and when the pot runs out."""
    seats = tuple(seat for seat, n in draws.items() if n)
    drawing = Step(seats, _say_draws(draws))
    beyond = sum(draws.values()) - piles.pot
    if beyond < 0:
        return (drawing,)
    return drawing, Step((), _say_refill(piles, beyond))


def _verdict(
    after: Piles, draws: Mapping[str, int], refill_after: int | None
) -> dict[str, object]:
    return {
        "draws": draws,
        "refill_after": refill_after,
        "pot": after.pot,
        "burn": len(after.burn),
    }


def _say_draws(draws: Mapping[str, int]) -> Text:
    texts = []
    for seat, n in draws.items():
        if n == 1:
            texts.append(say("{seat} draws 1 card", seat=seat))
        elif n:
            texts.append(say("{seat} draws {n} cards", seat=seat, n=n))
    if not texts:
        return say("Nobody draws: everybody has five cards.")
    return say("{drawing}.", drawing=tuple(texts))


def _say_refill(piles: Piles, beyond: int) -> Text:
    """Return the step when the pot runs out after `n` more cards."""
    template = (
        "After {n} cards the pot is empty: "
        "shuffle the burn of {burn} into it and draw on."
    )
    if not beyond:
        template = "That empties the pot: shuffle the burn of {burn} into it."
    elif piles.pot == 1:
        template = (
            "After 1 card the pot is empty: "
            "shuffle the burn of {burn} into it and draw on."
        )
    return say(template, n=piles.pot, burn=say_card_count(len(piles.burn)))


def rule_new_hands(piles: Piles, seats: Seats) -> tuple[Piles, Ruling]:
    """Return the piles after a key: all cards were shuffled and everybody drew five."""
    after = Piles(piles.pot + len(piles.burn))
    verdict = _verdict(after, dict.fromkeys(seats, HAND), 0)
    template = (
        "First the hands and the burn are shuffled into the pot; "
        "then {seats} draw five cards each."
    )
    return after, Ruling(verdict, say(template, seats=seats), _NEW_HANDS)


_NEW_HANDS = (
    cite(
        "after-key",
        "After a key the burn is shuffled into the pot, "
        "and everybody draws five cards.",
    ),
    cite(
        "hands-burn",
        "The rules don’t say what becomes of the hands shown. They go into the burn.",
    ),
)


# A match


Phase = Literal["turn", "decide", "bid", "hand", "coin", "finished"]
"""The event awaited: a card turned, decisions, bids, hands for a key, or its toss."""

CardsBySeat = Mapping[str, Cards]


@dataclass(frozen=True, slots=True)
class State:
    """A match after some entries."""

    setting: Setting
    sides: Sides
    phase: Phase
    draw: int
    """The number of cards in the bidding draw."""
    piles: Piles
    held: CardsBySeat
    """The cards that each seat has won and not bid yet."""
    keys: Mapping[str, Cards]
    """The keys won by each side."""
    round: int = 1
    """The number of cards turned, including the next one."""
    turned: Card | None = None
    """The card that is played for."""
    outside: Mapping[Card, int] = field(default_factory=dict)
    """The copies of each card that left the bidding draw, or never were in it."""
    decided: Mapping[str, bool] = field(default_factory=dict)
    """Whether each seat bids, once all have decided."""
    laid: CardsBySeat = field(default_factory=dict)
    """The bid or the hand of each seat, once it was shown."""
    last_winner: str | None = None
    """The side that last won a card by bidding."""
    after: Steps = ()
    """The steps with the cards after the last decision."""
    fields: Mapping[str, tuple[Field, ...]] = field(default_factory=dict)
    """The fields of each seat for a bid or a hand."""

    @property
    def card(self) -> Card:
        """Return the card that is played for, if it is certain."""
        assert self.turned is not None
        return self.turned

    @property
    def bidding(self) -> Seats:
        """Return the sides whose bidders have decided to bid."""
        bidders = filter(self.decided.get, self.sides.bidders)
        return tuple(map(self.sides.side_of, bidders))

    @property
    def secret(self) -> bool:
        """Return whether entries stay secret until all are in.

        Bids of a lone side are open.
        """
        return self.phase != "bid" or all(self.decided.values())

    @property
    def waiting(self) -> Seats:
        """Return the seats that have to enter their own part in this phase."""
        if self.phase == "decide":
            return self.sides.bidders
        return tuple(seat for seat in self.fields if seat not in self.laid)

    @property
    def winner(self) -> str | None:
        """Return the side that has won the game, or None."""
        for side, keys in self.keys.items():
            if len(keys) >= KEYS_THAT_WIN:
                return side
        return None

    def seen_outside(self, seat: str | None) -> Counter[Card]:
        """Return the copies of each card known to be outside this seat's hand."""
        seen = Counter(chain(self.piles.untouched, self.piles.burn))
        for holder, cards in self.held.items():
            if holder != seat:
                seen.update(cards)
        if self.turned is not None:
            seen[self.turned] += 1
        return seen

    def visible(self, laid: CardsBySeat) -> Counter[Card]:
        """Return the copies of each card that all see once these cards are shown."""
        seen = self.seen_outside(None)
        for seat, shown in laid.items():
            seen.update(without(shown, self.held[seat]))
        return seen
