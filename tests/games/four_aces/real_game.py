"""People who play Four Aces with real cards, by a small reading of the rules of their
own.

Nothing here asks the referee. Cards are codes; of the stock and the discard pile the
last one is the top.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import NamedTuple

RANKS = "23456789TJQKA"
JOKERS = ("XR", "XB")
PACK = [rank + suit for rank in RANKS for suit in "CDHS"] + list(JOKERS)
ACES = ("AC", "AD", "AH", "AS")
TYPES = ("pairs", "flush", "straight", "straight flush")


@dataclass
class Holding:
    """What lies before one player: a card under a joker is locked, and in neither of
    the two hands alone.
    """

    hidden: list[str] = field(default_factory=list)
    exposed: list[str] = field(default_factory=list)
    locked: list[str] = field(default_factory=list)

    @property
    def four_aces(self) -> str | None:
        """The hand that has them all, if one has."""
        for name, hand in (("hidden", self.hidden), ("exposed", self.exposed)):
            if set(ACES) <= {*hand, *self.locked}:
                return name
        return None

    def copy(self) -> Holding:
        return Holding(list(self.hidden), list(self.exposed), list(self.locked))


class Points(NamedTuple):
    """What a hand scores by its best type, all types that reach that, and its aces."""

    best: int
    types: tuple[str, ...]
    aces: int

    @property
    def total(self) -> int:
        return self.best + self.aces


def points(cards: list[str]) -> Points:
    return _points(tuple(sorted(card for card in cards if card not in JOKERS)))


@lru_cache(maxsize=20_000)
def _points(cards: tuple[str, ...]) -> Points:
    """The best that any of the cards make, by trying them all."""
    reached = dict.fromkeys(TYPES, -9)
    for size in range(2, min(5, len(cards)) + 1):
        for some in combinations(cards, size):
            for kind, worth in _worth(some):
                reached[kind] = max(reached[kind], worth)
    best = max(-3, *reached.values())
    types = tuple(kind for kind in TYPES if reached[kind] == best) or ("non-hand",)
    return Points(best, types, sum(card in ACES for card in cards))


def _worth(some: tuple[str, ...]) -> Iterator[tuple[str, int]]:
    """What exactly these cards are worth, by each type that they are."""
    groups = sorted(Counter(card[0] for card in some).values())
    flush = len({card[1] for card in some}) == 1
    run = _is_run([card[0] for card in some])
    same = {(2,): -1, (3,): 2, (2, 2): 3, (2, 3): 10, (4,): 10}.get(tuple(groups))
    if same is not None:
        yield "pairs", same
    if flush:
        yield "flush", {2: -2, 3: 0, 4: 2, 5: 6}[len(some)]
    if run:
        yield "straight", {2: -2, 3: 0, 4: 2, 5: 6}[len(some)]
    if flush and run:
        yield "straight flush", {2: -1, 3: 2, 4: 6, 5: 14}[len(some)]


def _is_run(ranks: list[str]) -> bool:
    high = sorted(RANKS.index(rank) for rank in ranks)
    low = sorted(-1 if rank == "A" else RANKS.index(rank) for rank in ranks)
    return any(
        places == list(range(places[0], places[0] + len(ranks)))
        for places in (high, low)
    )


@dataclass
class RealRound:
    """A round among those who play it, clockwise; `first` acts first."""

    rng: Random
    seats: list[str]
    first: str
    lucky: bool = False
    stock: list[str] = field(default_factory=lambda: list(PACK))
    discards: list[str] = field(default_factory=list)
    held: dict[str, Holding] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rng.shuffle(self.stock)
        if self.lucky:
            self._arrange_luck()
        clockwise = self._clockwise()
        self.held = {seat: Holding() for seat in clockwise}
        for seat in clockwise * 3:
            self.held[seat].hidden.append(self.stock.pop())
        for seat in clockwise * 3:
            self.held[seat].exposed.append(self.stock.pop())

    def _arrange_luck(self) -> None:
        """The first to act gets three aces in their hidden hand, then a joker; the
        fourth lies before the next.
        """
        players = len(self.seats)
        wanted = dict(zip([-1, -1 - players, -1 - 2 * players], ACES, strict=False))
        wanted |= {-2 - 3 * players: ACES[3], -1 - 6 * players: "XR"}
        for place, card in wanted.items():
            other = self.stock.index(card)
            self.stock[place], self.stock[other] = card, self.stock[place]

    def _clockwise(self) -> list[str]:
        start = self.seats.index(self.first)
        return self.seats[start:] + self.seats[:start]

    def left_of(self, seat: str) -> Holding:
        return self.held[self.seats[(self.seats.index(seat) + 1) % len(self.seats)]]

    def play(self) -> Iterator[str]:
        """Turn by turn to the end of the stock: after each draw and each turn, whose it
        is.
        """
        seat = self.first
        while self.stock:
            hand = self._draw(self.held[seat])
            yield seat
            self._give_away(seat, hand)
            yield seat
            seat = self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def _draw(self, held: Holding) -> list[str]:
        """A card into the hand that this is returned for: the discard where it is
        wanted, else the stock.
        """
        wanted = self.discards and points([*held.exposed, self.discards[-1]]) > points(
            held.exposed
        )
        if self.discards and self.rng.random() < (0.6 if wanted else 0.1):
            held.exposed.append(self.discards.pop())
            return held.exposed
        held.hidden.append(self.stock.pop())
        return held.hidden

    def _give_away(self, seat: str, hand: list[str]) -> None:
        held = self.held[seat]
        left = self.left_of(seat)
        jokers = [
            (own, card)
            for own in (held.hidden, held.exposed)
            for card in own
            if card in JOKERS
        ]
        if jokers and left.exposed and self.rng.random() < (1 if self.lucky else 0.7):
            own, joker = self.rng.choice(jokers)
            own.remove(joker)
            taken = max(
                left.exposed,
                key=lambda card: (
                    card in ACES,
                    points([*held.hidden, *held.exposed, card]),
                ),
            )
            left.exposed.remove(taken)
            held.locked.append(taken)
            return
        discard = self.rng.choice(hand)
        if self.rng.random() < 0.9:
            discard = max(
                hand,
                key=lambda card: (
                    points([each for each in hand if each != card] + held.locked).total
                ),
            )
        hand.remove(discard)
        self.discards.append(discard)


@dataclass
class Scores:
    """The match as people would keep it on paper."""

    seats: list[str]
    target: int
    dealer: str
    totals: dict[str, int]
    playing: list[str]
    came_to: dict[str, int]
    round: int = 1
    playoff: bool = False
    winner: str | None = None

    @classmethod
    def nothing_yet(cls, seats: list[str], target: int, dealer: str) -> Scores:
        return cls(
            seats,
            target,
            dealer,
            dict.fromkeys(seats, 0),
            list(seats),
            dict.fromkeys(seats, 0),
        )

    @property
    def phase(self) -> str:
        return "finished" if self.winner else "playoff" if self.playoff else "round"

    @property
    def first(self) -> str:
        return self._next_after(self.dealer)

    def _next_after(self, seat: str) -> str:
        place = self.seats.index(seat)
        return next(
            each
            for each in self.seats[place + 1 :] + self.seats[: place + 1]
            if each in self.playing
        )

    def add(self, entered: dict[str, Holding]) -> None:
        """A round scored as it was entered."""
        for seat, hands in entered.items():
            self.totals[seat] += sum(
                points(hand + hands.locked).total
                for hand in (hands.hidden, hands.exposed)
            )
        with_aces = [seat for seat, hands in entered.items() if hands.four_aces]
        highest = max(self.totals[seat] for seat in self.playing)
        ahead = [seat for seat in self.playing if self.totals[seat] == highest]
        if with_aces or (len(ahead) == 1 and (self.playoff or highest >= self.target)):
            self.winner = (with_aces or ahead)[0]
            return
        if self.playoff or highest >= self.target:
            self.playing = ahead
            self.playoff = True
            for seat in ahead:
                self.came_to[seat] += 1
        self.round += 1
        self.dealer = self._next_after(self.dealer)

    def places(self) -> dict[str, int]:
        rank = {
            seat: (seat == self.winner, self.came_to[seat], self.totals[seat])
            for seat in self.seats
        }
        return {
            seat: 1 + sum(other > rank[seat] for other in rank.values())
            for seat in self.seats
        }


def reachable(own: int, robbed: int) -> set[tuple[int, int]]:
    """How many hidden and exposed cards there can be after so many jokers, one's own
    and the right neighbour's.
    """
    counts = {(3, 3)}
    for _ in range(own):
        drawn = {
            each
            for hidden, exposed in counts
            for each in ((hidden + 1, exposed), (hidden, exposed + 1))
        }
        counts = {
            each
            for hidden, exposed in drawn
            for each in ((hidden - 1, exposed), (hidden, exposed - 1))
        }
    return {
        (hidden, exposed - robbed) for hidden, exposed in counts if exposed >= robbed
    }


def differing(
    hidden: int, exposed: int, own: int, robbed: int
) -> list[tuple[str, int]]:
    """The hands that cannot have come to so many cards; both where each could by
    itself.
    """
    counts = reachable(own, robbed)
    if (hidden, exposed) in counts:
        return []
    alone = [("hidden", hidden)] if hidden not in {one for one, _ in counts} else []
    alone += [("exposed", exposed)] if exposed not in {one for _, one in counts} else []
    return alone or [("hidden", hidden), ("exposed", exposed)]


def cautions(entered: dict[str, Holding]) -> dict[str, list[tuple[str, int]]]:
    """By seat, clockwise, the hands whose number of cards differs, with that number.
    Nobody has four aces.
    """
    seats = list(entered)
    return {
        seat: differing(
            len(one.hidden),
            len(one.exposed),
            len(one.locked),
            len(entered[seats[place - 1]].locked),
        )
        for place, (seat, one) in enumerate(entered.items())
    }
