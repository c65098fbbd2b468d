"""The state of a match: stacks, pile, cards won, players, and slappers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal

from referee import (
    FIFTY_FOUR,
    Ask,
    Card,
    Cards,
    Ruling,
    Score,
    Seats,
    Setting,
    Steps,
    Text,
    say,
    without,
)

from .game import FACES, STAGES

Closing = Literal["unsure", "over"]

Order = tuple[Seats, ...]
"""The seats that slapped, the first one first; a dead heat's seats stand together."""


@dataclass(frozen=True, slots=True)
class Pile:
    """The pile in the middle: its cards, bottom first, None for each not entered."""

    cards: tuple[Card | None, ...] = ()

    @property
    def count(self) -> int:
        """Return how many cards lie in the pile."""
        return len(self.cards)

    @property
    def unnamed(self) -> int:
        """Return how many cards of the pile nobody has entered."""
        return self.cards.count(None)

    @property
    def named(self) -> Cards:
        """Return the cards that people entered, bottom first."""
        return tuple(card for card in self.cards if card is not None)

    def recounted(self, count: int) -> Pile:
        """Return the pile with this many cards, no fewer than were entered.

        Further cards are added or missing at the bottom.
        """
        missing = self.count - count
        cards = list(self.cards)
        for _ in range(-missing):
            cards.insert(0, None)
        for _ in range(missing):
            cards.remove(None)
        return Pile(tuple(cards))

    def known_if_held(self, faces: Sequence[Card]) -> Cards:
        """Return the known cards if the pile held these cards of the stage too.

        These cards take the highest unentered places, in order.
        """
        named = []
        missing = [face for face in faces if face not in self.cards]
        for card in reversed(self.cards):
            if card is None and missing:
                card = missing.pop()
            if card is not None:
                named.append(card)
        named.reverse()
        return tuple(named)


@dataclass(frozen=True, slots=True)
class InStack:
    """A card's place: in this seat's stack, among so many of its lowest cards.

    In a stack with no more cards it may be anywhere.
    """

    seat: str
    lowest: int


KnownCards = Mapping[Card, InStack]
"""Cards of a taken pile that people had entered, as long as they must be in a stack."""


def put_under(
    known: KnownCards, cards: Iterable[Card], seat: str, count: int
) -> KnownCards:
    """Return the known cards after `count` cards, with these, went under a stack."""
    after = dict(known)
    for card, lying in known.items():
        if lying.seat == seat:
            after[card] = InStack(seat, lying.lowest + count)
    for card in cards:
        after[card] = InStack(seat, count)
    return after


def take_topmost(
    known: KnownCards, seat: str, stack: int, card: Card | None
) -> KnownCards:
    """Return the known cards after the top card has left a stack of `stack` cards.

    A card of None was not named.
    """
    after = dict(known)
    if card is not None:
        after.pop(card, None)
        return after

    for each, lying in known.items():
        if lying.seat == seat and lying.lowest >= stack:
            del after[each]
    return after


@dataclass(frozen=True, slots=True)
class State:
    """A match after some entries."""

    setting: Setting
    stacks: Mapping[str, int]
    """The number of cards that each seat has, clockwise."""
    won: Mapping[str, Cards]
    """The face cards that each seat has set aside."""
    last: str
    """The seat that played the last card; in a new round the dealer."""
    pile: Pile = field(default_factory=Pile)
    out: frozenset[str] = frozenset()
    """The seats that sit out, without cards and without a chance."""
    round: int = 1
    slaps: int = 0
    closing: Closing | None = None
    """Whether the round is over, unless an unentered card in the pile can be slapped.
    """
    done: Steps = ()
    """The steps with the real cards after the last entry."""
    points: Mapping[str, Score] = field(default_factory=dict)
    """The present count; empty before the first entry."""
    ranking: tuple[Seats, ...] = ()
    """The present ranking; empty before the first entry."""
    winners: Seats = ()
    known: KnownCards = field(default_factory=dict)
    """The stacks of some unseen cards."""

    @property
    def cards_won(self) -> frozenset[Card]:
        """Return all cards that seats have set aside."""
        return frozenset(chain(*self.won.values()))

    @property
    def stage(self) -> int:
        """Return the index in `STAGES` of the present stage; their number at the end.

        A stage lasts until all its cards are won.
        """
        won = self.cards_won
        for place, rank in enumerate(STAGES):
            if not won.issuperset(FACES[rank]):
                return place
        return len(STAGES)

    @property
    def rank(self) -> str:
        """Return the rank that people slap now, while a card of it is left to win."""
        return STAGES[self.stage]

    @property
    def turn(self) -> str | None:
        """Return the seat that plays now; None if no seat can."""
        if self.winners or self.closing == "over":
            return None
        _, *others = self.setting.clockwise_from(self.last)
        for seat in (*others, self.last):
            if self.stacks[seat]:
                return seat
        return None

    @property
    def unseen(self) -> Cards:
        """Return the cards that nobody has entered in the pile or won."""
        seen = self.cards_won.union(self.pile.named)
        return tuple(card for card in FIFTY_FOUR if card not in seen)

    def may_play(self, seat: str) -> Cards:
        """Return the unseen cards that can be in this seat's stack."""
        elsewhere = [card for card, lying in self.known.items() if lying.seat != seat]
        return without(self.unseen, elsewhere)

    @property
    def left(self) -> Cards:
        """Return the cards of the stage that are still to be won."""
        won = self.cards_won
        return tuple(card for card in FACES[self.rank] if card not in won)

    @property
    def faces(self) -> Cards:
        """Return the cards of the stage that were entered in the pile."""
        rank = self.rank
        return tuple(card for card in self.pile.named if card.rank == rank)

    @property
    def fewest_faces(self) -> int:
        """Return the least number of cards of the stage in the pile.

        They are the cards entered, and the cards for which no stack has room.
        """
        return max(len(self.faces), len(self.left) - sum(self.stacks.values()))

    @property
    def most_faces(self) -> int:
        """Return how many cards of the stage the pile can hold at most."""
        return min(len(self.left), len(self.faces) + self.pile.unnamed)

    @property
    def faces_known(self) -> Cards | None:
        """Return the pile's cards of the stage; None if they are in doubt."""
        if self.most_faces == len(self.faces):
            return self.faces
        if self.holders:
            return None
        return self.left

    @property
    def waiting(self) -> Seats:
        """Return the seats without cards that have one more chance."""
        return tuple(seat for seat in self.may_slap if not self.stacks[seat])

    @property
    def holders(self) -> Seats:
        """Return the seats with cards."""
        return tuple(seat for seat, stack in self.stacks.items() if stack)

    @property
    def may_slap(self) -> Seats:
        """Return the seats that do not sit out."""
        return tuple(seat for seat in self.stacks if seat not in self.out)

    @property
    def top_seat(self) -> str | None:
        """Return the seat whose card is on top, as entered; None without a pile."""
        return self.last if self.pile.count else None

    @property
    def total(self) -> int:
        """Return how many cards are not won."""
        return sum(self.stacks.values()) + self.pile.count


def count_cards_won(state: State, ask: Ask) -> Ruling:
    """Ask for the score as it stands."""
    return ask("score", faces=state.won, stacks=state.stacks)


def deal(setting: Setting, total: int, dealer: str) -> dict[str, int]:
    """Return the stacks after a deal one by one from the dealer's left."""
    each, odd = divmod(total, len(setting.seats))
    stacks = dict.fromkeys(setting.seats, each)
    _, *others = setting.clockwise_from(dealer)
    for seat in others[:odd]:
        stacks[seat] += 1
    return stacks


def about_slap(before: State) -> Text:
    """Return the name of the slap of a ruling; `before` is the match before it."""
    round = say("Round {n}", n=before.round)
    return say("{round}, slap {slap}", round=round, slap=before.slaps + 1)
