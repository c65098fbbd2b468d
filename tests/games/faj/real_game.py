"""People who play Faces, Aces, & Jokers with real cards, by a small reading of the
rules of their own.

Nothing here asks the referee. Cards are codes; of a stack the last one is the top.
"""

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, pairwise
from random import Random

SUITS = "CDHS"
VALUES = {rank: value for value, rank in enumerate("23456789T", 2)}
TRICK_STACK = [rank + suit for rank in VALUES for suit in SUITS]
DRAFT_STACK = [rank + suit for rank in "JQKA" for suit in SUITS] + ["XR", "XB"]

Worth = tuple[object, ...]
"""What five cards or fewer are worth: of two, the greater wins."""


@dataclass
class RealGame:
    """The table as it lies: hands that only their owners see, the board, and the piles
    won.
    """

    rng: Random
    seats: list[str]
    trick_stack: list[str] = field(default_factory=lambda: list(TRICK_STACK))
    hands: dict[str, list[str]] = field(default_factory=dict)
    board: list[str] = field(default_factory=list)
    piles: dict[str, list[str]] = field(default_factory=dict)
    played: list[str] = field(default_factory=list)
    round: int = 0

    def __post_init__(self) -> None:
        self.rng.shuffle(self.trick_stack)
        self.piles = {seat: [] for seat in self.seats}

    def draft(self) -> None:
        """Deal four, keep one, pass the rest to the right, until all are kept."""
        stack = list(DRAFT_STACK)
        self.rng.shuffle(stack)
        passing = {seat: [stack.pop() for _ in range(4)] for seat in self.seats}
        self.hands = {seat: [] for seat in self.seats}
        for _ in range(4):
            for seat in self.seats:
                self.hands[seat].append(
                    passing[seat].pop(self.rng.randrange(len(passing[seat])))
                )
            passing = {
                self.seats[place - 1]: passing[seat]
                for place, seat in enumerate(self.seats)
            }
        self.played = []
        self.round += 1

    def turn_board(self, count: int) -> None:
        self.board = [self.trick_stack.pop() for _ in range(count)]

    def choose(self) -> dict[str, str]:
        """A card from everybody's hand, laid face down."""
        return {
            seat: hand.pop(self.rng.randrange(len(hand)))
            for seat, hand in self.hands.items()
        }

    def reveal(self, plays: dict[str, str]) -> tuple[str, str]:
        """The winner, who takes the board, and the rule that made them win."""
        best, rule = best_played(self.board, list(plays.values()))
        winner = next(seat for seat, card in plays.items() if card == best)
        self.piles[winner] += self.board
        self.played += plays.values()
        self.board = []
        return winner, rule

    def seen_on_boards(self) -> list[str]:
        return [card for pile in self.piles.values() for card in pile]

    def places(self) -> list[tuple[Worth, list[str]]]:
        """What the best hands are worth, best first, each with those who hold such a
        hand.
        """
        worth = {seat: best_five(tuple(pile)) for seat, pile in self.piles.items()}
        return [
            (one, [seat for seat in self.seats if worth[seat] == one])
            for one in sorted_worths(worth)
        ]

    def decided_by(self) -> str:
        places = self.places()
        if len(places) == 1:
            return "shared"
        return next(
            rule
            for one, other, rule in zip(
                places[0][0], places[1][0] or (0, (), "", ""), PARTING, strict=True
            )
            if one != other
        )


PARTING = ("hand", "hand", "suit", "top-card")
"""What parts two hands whose worth first differs there."""


def sorted_worths(worth: dict[str, Worth]) -> list[Worth]:
    return sorted(set(worth.values()), reverse=True)


def trump(board: list[str]) -> str | None:
    sums: Counter[str] = Counter()
    for card in board:
        sums[card[1]] += VALUES[card[0]]
    highest = [suit for suit in sums if sums[suit] == max(sums.values())]
    return highest[0] if len(highest) == 1 else None


def best_played(board: list[str], played: list[str]) -> tuple[str, str]:
    """The card that wins, and which of the four rules says so."""
    trumps = trump(board)
    suits = sorted({card[1] for card in board}, key=lambda suit: (suit == trumps, suit))
    jokers = [card for card in ("XB", "XR") if card in played]
    jacks = [f"J{suit}" for suit in suits if f"J{suit}" in played]
    ladder = [
        card
        for rank in "AKQJ"
        for suit in reversed(SUITS)
        if (card := rank + suit) in played
    ]
    if jokers and jacks:
        return jacks[-1], "suited-jack"
    if jokers:
        return jokers[0], "joker"
    of_trump = [card for card in ladder if card[1] == trumps]
    return (of_trump[0], "trump") if of_trump else (ladder[0], "highest")


@lru_cache(maxsize=256)
def best_five(pile: tuple[str, ...]) -> Worth:
    """What the best hand is worth that can be picked from a pile, by trying every one."""
    return max(worth_of(five) for five in combinations(pile, min(5, len(pile))))


def worth_of(five: tuple[str, ...]) -> Worth:
    """Category, ranks in the order in which they count, highest suit, and suit of the
    highest card.
    """
    if not five:
        return ()
    ranks = Counter(VALUES[card[0]] for card in five)
    counting = sorted(ranks, key=lambda rank: (ranks[rank], rank), reverse=True)
    top = max(VALUES[card[0]] for card in five)
    tops = max(card[1] for card in five if VALUES[card[0]] == top)
    return (
        category(five, counting, ranks),
        tuple(counting),
        max(card[1] for card in five),
        tops,
    )


CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)


def category(five: tuple[str, ...], counting: list[int], ranks: Counter[int]) -> int:
    """Its place among the categories, the lowest first."""
    whole = len(five) == 5
    flush = whole and len({card[1] for card in five}) == 1
    straight = (
        whole
        and len(ranks) == 5
        and all(upper - lower == 1 for upper, lower in pairwise(counting))
    )
    groups = [ranks[rank] for rank in counting]
    if flush or straight:
        return 8 if flush and straight else 5 if flush else 4
    made = {
        4: 7,
        3: 6 if groups[1:2] == [2] else 3,
        2: 2 if groups[1:2] == [2] else 1,
        1: 0,
    }
    return made[groups[0]]
