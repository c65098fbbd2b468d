"""The state of a match: stacks, pile, cards won, players, and slappers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from referee import (
    FIFTY_FOUR,
    Ask,
    Card,
    Cards,
    Ruling,
    Score,
    Seats,
    Setup,
    Steps,
    Text,
    say,
)

from .game import STAGES

Closing = Literal["unsure", "over"]

Order = Sequence[Sequence[str]]
"""The seats that slapped, the first first; those in a dead heat stand together."""


@dataclass(frozen=True, slots=True)
class Pile:
    """The pile in the middle.

    `cards` lie bottom first, None for each that was not entered; `unnamed` is the
    number of those. `faces` are the cards of the stage among the others.
    """

    cards: tuple[Card | None, ...] = ()
    unnamed: int = 0
    faces: Cards = ()

    @property
    def count(self) -> int:
        """Return how many cards lie in the pile."""
        return len(self.cards)

    @property
    def named(self) -> Cards:
        """Return the cards that were entered, bottom first."""
        return tuple(card for card in self.cards if card is not None)

    def topped(self, card: Card | None, rank: str) -> Pile:
        """Return the pile with one more card on top, in the stage of this rank."""
        cards = (*self.cards, card)
        if card is None:
            return Pile(cards, self.unnamed + 1, self.faces)
        if card.rank == rank:
            return Pile(cards, self.unnamed, (*self.faces, card))
        return Pile(cards, self.unnamed, self.faces)

    def recounted(self, count: int) -> Pile:
        """Return the pile with this many cards, no fewer than were entered.

        Others are added or missing at the bottom.
        """
        missing = self.count - count
        cards = list(self.cards)
        for _ in range(-missing):
            cards.insert(0, None)
        for _ in range(missing):
            cards.remove(None)
        return Pile(tuple(cards), self.unnamed - missing, self.faces)

    def known_if_held(self, faces: Sequence[Card]) -> Cards:
        """Return its known cards if it held these of the stage too.

        They take the highest places that were not entered, in order.
        """
        named = []
        missing = [face for face in faces if face not in self.faces]
        for card in reversed(self.cards):
            if card is None and missing:
                card = missing.pop()
            if card is not None:
                named.append(card)
        named.reverse()
        return tuple(named)


@dataclass(frozen=True, slots=True)
class InStack:
    """A card's place: in this stack, among so many of its lowest cards.

    Where the stack has no more than that, it may lie anywhere in it.
    """

    index: int
    lowest: int


KnownCards = Mapping[Card, InStack]
"""Cards of a taken pile that had been entered, as long as they must lie in a stack."""


def put_under(
    known: KnownCards, cards: Iterable[Card], index: int, count: int
) -> KnownCards:
    """Return the known cards after `count`, these among them, went under a stack."""
    after = dict(known)
    for card, lying in known.items():
        if lying.index == index:
            after[card] = InStack(index, lying.lowest + count)
    for card in cards:
        after[card] = InStack(index, count)
    return after


def take_topmost(
    known: KnownCards, index: int, stack: int, card: Card | None
) -> KnownCards:
    """Return the known cards after the top one of a stack of `stack` has left it.

    A card of None was not named.
    """
    after = dict(known)
    if card is not None:
        after.pop(card, None)
        return after

    for each, lying in known.items():
        if lying.index == index and lying.lowest >= stack:
            del after[each]
    return after


@dataclass(frozen=True, slots=True)
class State:
    """A match after some entries. A seat here is a place at the table, from 0."""

    setting: Setup
    stacks: tuple[int, ...]
    """How many cards each has."""
    won: tuple[Cards, ...]
    """The face cards set aside."""
    pile: Pile
    last: int
    """Who played the last card; in a new round: who dealt."""
    turn: int | None
    """Who is to play now; None when nobody can."""
    unseen: Cards
    """The cards that neither were entered in the pile nor are won."""
    left: Cards
    """The cards of the stage that are still to be won."""
    out: frozenset[int] = frozenset()
    """They sit out, without cards and chance."""
    stage: int = 0
    round: int = 1
    slaps: int = 0
    closing: Closing | None = None
    """The round is over, or is over unless a card in the pile that was not entered can
    be slapped.
    """
    done: Steps = ()
    """What to do with the real cards after the last entry."""
    points: Mapping[str, Score] = field(default_factory=dict)
    """The count as it stands; empty before the first entry."""
    ranking: tuple[Seats, ...] = ()
    """As it stands; empty before the first entry."""
    winners: Seats = ()
    known: KnownCards = field(default_factory=dict)
    """Of some of the unseen cards, in which stack they lie."""

    @property
    def rank(self) -> str:
        """Return the rank that is slapped now, while any is left to be won."""
        return STAGES[self.stage]

    @property
    def waiting(self) -> tuple[int, ...]:
        """Return the seats without cards that have one more chance."""
        waiting = []
        for index, stack in enumerate(self.stacks):
            if not stack and index not in self.out:
                waiting.append(index)
        return tuple(waiting)

    @property
    def holders(self) -> tuple[int, ...]:
        """Return the seats with cards."""
        return tuple(index for index, stack in enumerate(self.stacks) if stack)

    @property
    def may_slap(self) -> Seats:
        """Return the seats that do not sit out."""
        able = []
        for index, seat in enumerate(self.setting.seats):
            if index not in self.out:
                able.append(seat)
        return tuple(able)

    @property
    def next_seat(self) -> str | None:
        """Return the seat in turn, or None."""
        if self.turn is None:
            return None
        return self.setting.seats[self.turn]

    @property
    def top_seat(self) -> str | None:
        """Return the seat whose card is on top, as entered; None without a pile."""
        if not self.pile.count:
            return None
        return self.setting.seats[self.last]

    @property
    def stacks_by_seat(self) -> dict[str, int]:
        """Return the stacks, by seat instead of index."""
        return dict(zip(self.setting.seats, self.stacks, strict=True))

    @property
    def total(self) -> int:
        """Return how many cards are not won."""
        return sum(self.stacks) + self.pile.count

    def names(self, indexes: Iterable[int]) -> Seats:
        """Return the seats with these indexes."""
        return tuple(self.setting.seats[index] for index in indexes)

    def index_of(self, seat: str) -> int:
        """Return the index of this seat at the table."""
        return self.setting.seats.index(seat)


def count_cards_won(state: State, ask: Ask) -> Ruling:
    """Ask for the score as it stands."""
    faces = dict(zip(state.setting.seats, state.won, strict=True))
    return ask("score", faces=faces, stacks=state.stacks_by_seat)


def next_with_cards(stacks: Sequence[int], after: int) -> int | None:
    """Return the first place clockwise with cards, `after` last, or None."""
    seats = len(stacks)
    for steps in range(1, seats + 1):
        index = (after + steps) % seats
        if stacks[index]:
            return index
    return None


def deal(total: int, seats: int, dealer: int) -> tuple[int, ...]:
    """Return the stacks, by place, after a deal one by one from the dealer's left."""
    each, odd = divmod(total, seats)
    stacks = [each] * seats
    for steps in range(1, odd + 1):
        stacks[(dealer + steps) % seats] += 1
    return tuple(stacks)


def about_slap(before: State) -> Text:
    """Return which slap a ruling is about; `before` is the match before it."""
    round = say("Round {n}", n=before.round)
    return say("{round}, slap {slap}", round=round, slap=before.slaps + 1)


def fewest_faces(state: State) -> int:
    """Return how many cards of the stage the pile holds at least.

    It holds those entered, and those that no stack has room for.
    """
    return max(len(state.pile.faces), len(state.left) - sum(state.stacks))


def most_faces(state: State) -> int:
    """Return how many cards of the stage the pile can hold at most."""
    return min(len(state.left), len(state.pile.faces) + state.pile.unnamed)


def faces_known(state: State) -> Cards | None:
    """Return the pile's cards of the stage; None if they are in doubt."""
    if most_faces(state) == len(state.pile.faces):
        return state.pile.faces
    if any(state.stacks):
        return None
    return state.left


def unseen_after(won: Iterable[Sequence[Card]]) -> Cards:
    """Return the unseen cards while the pile is empty: all that are not won."""
    taken = set[Card]()
    taken.update(*won)
    return tuple(card for card in FIFTY_FOUR if card not in taken)
