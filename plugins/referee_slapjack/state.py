"""How far a match has come: stacks, pile, cards won, who is to play, and who may still slap."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from referee import FIFTY_FOUR, Card, Score, Setup, Text, hookimpl, say

from .known_cards import KnownCards
from .pile import Pile
from .stages import FACES, STAGES

Closing = Literal["unsure", "over"]

Order = Sequence[Sequence[str]]
"""The seats that slapped, in order, the first of them first; those in a dead heat stand together."""


@dataclass(frozen=True, slots=True)
class State:
    """A match after some entries. A seat is a place at the table here, counted from 0.

    `stacks` are numbers of cards, `won` the face cards set aside. `last` has played the last card (in a new
    round: has dealt), `turn` is to play now, None when nobody can. `unseen` are the cards that neither were entered in
    the pile nor are won, and `known` says of some of them in which stack they lie; `left` are those of the stage that
    are still to be won. `out` sit out, without cards and chance. `closing`: the round is over, or is over unless a card
    in the pile that was not entered can be slapped. `points` and `ranking` are the count as it stands, empty before the
    first entry. `done` tells people what to do with the real cards after the last entry.
    """

    setting: Setup
    stacks: tuple[int, ...]
    won: tuple[tuple[Card, ...], ...]
    pile: Pile
    last: int
    turn: int | None
    unseen: tuple[Card, ...]
    left: tuple[Card, ...]
    out: frozenset[int] = frozenset()
    stage: int = 0
    round: int = 1
    slaps: int = 0
    closing: Closing | None = None
    done: Text | None = None
    points: Mapping[str, Score] = field(default_factory=dict)
    ranking: tuple[tuple[str, ...], ...] = ()
    winners: tuple[str, ...] = ()
    known: KnownCards = field(default_factory=dict)

    @property
    def rank(self) -> str:
        """The rank that is slapped now, while any is left to be won."""
        return STAGES[self.stage]

    @property
    def waiting(self) -> tuple[int, ...]:
        """Those without cards who have one more chance."""
        return tuple(place for place, n in enumerate(self.stacks) if not n and place not in self.out)

    @property
    def holders(self) -> tuple[int, ...]:
        """Those with cards."""
        return tuple(place for place, n in enumerate(self.stacks) if n)

    @property
    def may_slap(self) -> tuple[str, ...]:
        """The seats that do not sit out."""
        if not self.out:
            return self.setting.seats
        return tuple(seat for place, seat in enumerate(self.setting.seats) if place not in self.out)

    def names(self, places: Iterable[int]) -> tuple[str, ...]:
        """The seats at these places."""
        return tuple(self.setting.seats[place] for place in places)

    def place(self, seat: str) -> int:
        """The place of this seat at the table."""
        return self.setting.seats.index(seat)

    def holder_of(self, card: Card) -> str | None:
        """The seat whose stack this card is known to lie in, or None."""
        lying = self.known.get(card)
        return None if lying is None else self.setting.seats[lying.place]

    def owner_of(self, card: Card) -> str | None:
        """The seat that has won this card, or None."""
        return next((seat for seat, won in zip(self.setting.seats, self.won, strict=True) if card in won), None)


def count_of(state: State) -> Mapping[str, Any]:
    """The fields of the question `score`, as they stand."""
    seats = state.setting.seats
    return {
        "faces": dict(zip(seats, state.won, strict=True)),
        "stacks": dict(zip(seats, state.stacks, strict=True)),
    }


def top_of(state: State) -> str | None:
    """The seat whose card lies on top of the pile, as far as cards were entered; None while no pile lies there."""
    return state.setting.seats[state.last] if state.pile.count else None


def next_with_cards(stacks: Sequence[int], after: int) -> int | None:
    """The first place clockwise after this one that has cards, itself last of all; None when none has."""
    seats = len(stacks)
    for steps in range(1, seats + 1):
        place = (after + steps) % seats
        if stacks[place]:
            return place
    return None


def deal(total: int, seats: int, dealer: int) -> tuple[int, ...]:
    """The stacks, by place, when this many cards are dealt out one by one, to the left of the dealer first."""
    each, odd = divmod(total, seats)
    return tuple(each + ((place - dealer - 1) % seats < odd) for place in range(seats))


def about_slap(before: State) -> Text:
    """Which slap a ruling is about; `before` is the match before it."""
    return say("Round {round}, slap {slap}", round=before.round, slap=before.slaps + 1)


@hookimpl
def begin(setting: Setup) -> State:
    """The first round, dealt and not yet played."""
    seats = len(setting.seats)
    dealer = setting.seats.index(setting.dealer)
    stacks = deal(len(FIFTY_FOUR), seats, dealer)
    turn = next_with_cards(stacks, dealer)
    return State(setting, stacks, ((),) * seats, Pile(), dealer, turn, FIFTY_FOUR, FACES[STAGES[0]])


def fewest_faces(state: State) -> int:
    """How many cards of the stage the pile holds at least: those entered, and those that no stack has room for."""
    return max(len(state.pile.faces), len(state.left) - sum(state.stacks))


def most_faces(state: State) -> int:
    """How many cards of the stage the pile can hold at most."""
    return min(len(state.left), len(state.pile.faces) + state.pile.unnamed)


def faces_known(state: State) -> tuple[Card, ...] | None:
    """The cards of the stage in the pile, or None where that is in doubt."""
    if most_faces(state) == len(state.pile.faces):
        return state.pile.faces
    return state.left if not any(state.stacks) else None


def unseen_after(won: Sequence[Sequence[Card]]) -> tuple[Card, ...]:
    """The cards that are unseen while the pile is empty: all that are not won."""
    taken = {card for cards in won for card in cards}
    return tuple([card for card in FIFTY_FOUR if card not in taken])
