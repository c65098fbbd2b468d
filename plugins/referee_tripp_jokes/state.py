"""A pile's demands, and the state of a match, as everybody can know it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from referee import (
    Card,
    Cards,
    Seats,
    Setting,
    Steps,
    Text,
    say,
    without,
)

from .game import ALL_RANKS, SPECIALS, packs_for

# A pile stands bottom card first


ROW = 3
"""The number of cards of one rank in a row that clears the pile."""

_LADDER = "456789TJQKA"
"""A pile can start with a ten, so the ten stands here; a ten played clears it."""

_RANKS_ON = {}
for _place, _beaten in enumerate(_LADDER):
    _playable = SPECIALS.union(_LADDER[_place:])
    _RANKS_ON[_beaten] = tuple(rank for rank in ALL_RANKS if rank in _playable)


def card_to_beat(pile: Sequence[Card]) -> Card | None:
    """Return the card to equal or beat; None where anything may be played."""
    top = seen_through(pile)
    if top is None or top.rank in "2X":
        return None
    return top


def seen_through(pile: Sequence[Card]) -> Card | None:
    """Return the topmost card that is not a 3, or None."""
    for card in reversed(pile):
        if card.rank != "3":
            return card
    return None


def playable_ranks(pile: Sequence[Card]) -> tuple[str, ...]:
    """Return the ranks that may be played on this pile, in the order of `ALL_RANKS`."""
    beaten = card_to_beat(pile)
    if beaten is None:
        return ALL_RANKS
    return _RANKS_ON[beaten.rank]


def in_a_row(pile: Sequence[Card]) -> bool:
    """Return whether three cards of one rank lie on top of this pile."""
    if len(pile) < ROW:
        return False
    return pile[-1].rank == pile[-2].rank == pile[-3].rank


def top_of_one_rank(pile: Sequence[Card]) -> Cards:
    """Return the cards of one rank in a row on top, however many they are."""
    row: list[Card] = []
    for card in reversed(pile):
        if card.rank != pile[-1].rank:
            break
        row.insert(0, card)
    return tuple(row)


def after_rows(pile: Cards) -> Cards:
    """Return the cards above the last row of three, or all if there is none."""
    for end in range(len(pile), ROW - 1, -1):
        if in_a_row(pile[:end]):
            return pile[end:]
    return pile


def seen_in_a_row(pile: Sequence[Card]) -> Cards:
    """Return the three topmost cards except 3s, if these are of one rank."""
    others = [card for card in pile if card.rank != "3"]
    if not in_a_row(others):
        return ()
    return tuple(others[-ROW:])


# A match


DEALT = 9
FINAL = 3
PENULTIMATE = 3
HAND = 3
"""The number of cards up to which a player draws."""

HowTaken = Literal["pile", "joker", "final"]
"""How a card came into a hand: with the pile, from under a joker, as a FINAL card."""

Phase = Literal["setting-up", "play", "cover", "again", "finished"]
"""In `cover` a player may cover a 2; in `again` they play once more after a clear."""

PlayFrom = Literal["hand", "penultimate", "final"]
"""The kind of a player's cards that they play now."""


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A hand card that everybody knows: how it came there, and in which round."""

    card: Card
    how: HowTaken
    round: int


@dataclass(frozen=True, slots=True)
class Denial:
    """The proof from a pile taken: no hidden hand card was of these ranks."""

    ranks: frozenset[str]
    round: int


@dataclass(frozen=True, slots=True)
class CardsPlayed:
    """The cards of one play, by the place they come from."""

    hand: Cards
    penultimate: Cards
    final: Cards

    @property
    def cards(self) -> Cards:
        """Return all cards of the play, in their order on the pile."""
        return self.hand + self.penultimate + self.final


@dataclass(frozen=True, slots=True)
class Holding:
    """The cards of one seat, as everybody at the table can know them."""

    hand: int
    """The number of hand cards."""
    known: tuple[KnownCard, ...] = ()
    """The cards of the hand that everybody knows."""
    penultimate: Cards = ()
    final: int = FINAL
    """The number of FINAL cards."""
    denials: tuple[Denial, ...] = ()
    """What taking the pile proved about hidden hand cards, until a card is drawn."""

    @property
    def hidden(self) -> int:
        """Return the number of hand cards that nobody else knows."""
        return self.hand - len(self.known)

    @property
    def left(self) -> int:
        """Return the number of cards still to be got rid of."""
        return self.hand + len(self.penultimate) + self.final

    @property
    def known_cards(self) -> Cards:
        """Return the hand cards that everybody knows."""
        return tuple(known.card for known in self.known)

    def hidden_among(self, cards: Cards) -> Cards:
        """Return the cards among these hand cards that nobody else knew.

        Of two equal cards the known one is played first.
        """
        return without(cards, self.known_cards)

    def known_among(self, ranks: tuple[str, ...]) -> tuple[KnownCard, ...]:
        """Return the known hand cards of these ranks."""
        return tuple(known for known in self.known if known.card.rank in ranks)

    def open_among(self, ranks: tuple[str, ...]) -> Cards:
        """Return the PENULTIMATE cards of these ranks."""
        return tuple(card for card in self.penultimate if card.rank in ranks)

    def take(self, cards: Cards, how: HowTaken, round: int) -> Holding:
        """Take these cards into hand before everybody's eyes."""
        known = list(self.known)
        for card in cards:
            known.append(KnownCard(card, how, round))
        return replace(self, hand=self.hand + len(cards), known=tuple(known))

    def play(self, played: CardsPlayed) -> Holding:
        """Remove the cards of a play, before anything is taken or drawn."""
        known = list(self.known)
        for card in played.hand:
            for each in known:
                if each.card is card:
                    known.remove(each)
                    break
        return replace(
            self,
            hand=self.hand - len(played.hand),
            known=tuple(known),
            penultimate=without(self.penultimate, played.penultimate),
            final=self.final - len(played.final),
        )


@dataclass(frozen=True, slots=True)
class State:
    """A match after some entries."""

    setting: Setting
    stock: int
    holdings: Mapping[str, Holding]
    turn: str
    round: int = 1
    phase: Phase = "setting-up"
    pile: Cards = ()
    """The cards of the pile, bottom first."""
    discard: Cards = ()
    seen: Cards = ()
    """The cards whose place everybody knows, each copy by itself."""
    ranks: tuple[str, ...] = ()
    """The ranks playable now."""
    moved: Steps = ()
    """The steps that the last entry took with the real cards."""
    out: Seats = ()
    """The seats that have run out of cards, in this order."""

    @property
    def packs(self) -> int:
        """Return the number of packs in use, and so of copies of each card."""
        return packs_for(self.setting)

    @property
    def laying(self) -> Seats:
        """Return the seats that have yet to lay their PENULTIMATE cards."""
        if self.phase != "setting-up":
            return ()
        laying = []
        for seat, holding in self.holdings.items():
            if holding.hand > HAND:
                laying.append(seat)
        return tuple(laying)

    @property
    def actor(self) -> Holding:
        """Return the cards of the seat whose turn it is."""
        return self.holdings[self.turn]

    def with_holding(self, seat: str, holding: Holding) -> State:
        """Return the match once this seat holds these cards."""
        return replace(self, holdings={**self.holdings, seat: holding})

    @property
    def play_from(self) -> PlayFrom:
        """Return which kind of cards the seat in turn has to play now."""
        if self.actor.hand or self.stock:
            return "hand"
        if self.actor.penultimate:
            return "penultimate"
        return "final"


def first_player(setting: Setting) -> str:
    """Return the seat to the dealer's right."""
    return setting.seats[setting.seats.index(setting.dealer) - 1]


def say_round(state: State) -> Text:
    """Return the sentence with the number of this turn round the table."""
    return say("Turn {n}", n=state.round)
