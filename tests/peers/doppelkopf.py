"""Doppelkopf, a second time: written from the tournament rules of the Deutscher
Doppelkopf-Verband, without a look at our game. Cards are codes, `QC`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from random import Random

EYES = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
PLAIN = "9JQKTA"
SUITS = "DHSC"
ALL_EYES = 240

TWO_AGAINST_TWO = ("normal", "wedding", "poverty")
SUIT_SOLOS = {"diamonds": "D", "hearts": "H", "spades": "S", "clubs": "C"}
RANK_SOLOS = {"queens": "Q", "jacks": "J"}
SOLOS = (*SUIT_SOLOS, *RANK_SOLOS, "no-trump")

LEVELS = ("none", "announced", "no-90", "no-60", "no-30", "black")
BOUNDS = (90, 60, 30)
REACHED = (120, 90, 60, 30)

OTHER = {"re": "kontra", "kontra": "re"}


def pack(without_nines: bool) -> list[str]:
    ranks = PLAIN[1:] if without_nines else PLAIN
    return 2 * [rank + suit for suit in SUITS for rank in ranks]


def trumps(game: str, with_pigs: bool = False) -> list[str]:
    """The trumps of a game, from low to high."""
    if game == "no-trump":
        return []
    if game in RANK_SOLOS:
        return [RANK_SOLOS[game] + suit for suit in SUITS]
    suit = SUIT_SOLOS.get(game, "D")
    low = [rank + suit for rank in "9KTA" if rank + suit != "TH"]
    high = [rank + of for rank in "JQ" for of in SUITS]
    order = [*low, *high, "TH"]
    if with_pigs:
        order.remove("AD")
        order.append("AD")
    return order


def suit_of(card: str, order: list[str]) -> str:
    return "trumps" if card in order else card[1]


def legal(hand: list[str], trick: Mapping[str, str], order: list[str]) -> list[str]:
    if not trick:
        return hand
    led = suit_of(next(iter(trick.values())), order)
    return [card for card in hand if suit_of(card, order) == led] or hand


def winner_of(trick: Mapping[str, str], order: list[str], second_ten: bool) -> str:
    """Who takes a trick; of two equal cards the first, but perhaps for the ten of
    hearts where it is a trump.
    """
    led = suit_of(next(iter(trick.values())), order)

    def height(card: str) -> int:
        if card in order:
            return 100 + order.index(card)
        return PLAIN.index(card[0]) if card[1] == led else -1

    best, *others = trick
    for seat in others:
        card = trick[seat]
        beats = second_ten and card == trick[best] == "TH" and "TH" in order
        if beats or height(card) > height(trick[best]):
            best = seat
    return best


@dataclass
class Told:
    """What a side announced, and what it earned besides."""

    level: int = 0
    eyes: int = 0
    tricks: int = 0
    foxes: int = 0
    heads: int = 0
    charlie: int = 0
    caught: int = 0
    offended: bool = False

    @property
    def special(self) -> int:
        return self.foxes + self.heads + self.charlie + self.caught


Sides = dict[str, Told]


def keeps(side: Told, others: Told) -> bool:
    """Whether a pledge of no 90 or more is kept."""
    if side.level == LEVELS.index("black"):
        return others.tricks == 0
    return others.eyes < BOUNDS[side.level - 2]


def side_that_wins(sides: Sides) -> str:
    pledged = [side for side in sides if sides[side].level >= 2]
    kept = [side for side in pledged if keeps(sides[side], sides[OTHER[side]])]
    if kept:
        return kept[0]
    if len(pledged) == 2:
        return "nobody"
    if pledged:
        return OTHER[pledged[0]]
    only_kontra = sides["kontra"].level == 1 and sides["re"].level == 0
    return "re" if sides["re"].eyes >= 121 - only_kontra else "kontra"


def for_eyes(side: Told, others: Told) -> int:
    """Points for how few eyes the others have, and for what was reached against their
    pledges.
    """
    low = sum(others.eyes < bound for bound in BOUNDS) + (others.tricks == 0)
    pledges = range(2, others.level + 1)
    reached = sum(side.eyes >= REACHED[pledge - 2] for pledge in pledges)
    return low + reached


def for_announcing(sides: Sides, doubles: bool = False) -> int:
    levels = [told.level for told in sides.values()]
    further = sum(max(0, level - 1) for level in levels)
    return further + (0 if doubles else 2 * sum(level > 0 for level in levels))


def value(sides: Sides, is_alone: bool, doubles: bool) -> tuple[str, int]:
    """Who wins, and what each of Re gets of each of Kontra, or gives."""
    offended = [side for side in sides if sides[side].offended]
    if len(offended) == 2:
        return "nobody", 0
    times = 2 ** sum(told.level > 0 for told in sides.values()) if doubles else 1
    if offended:
        won = OTHER[offended[0]]
        points = (1 + for_announcing(sides, doubles)) * times
        special = 0 if is_alone else sides[won].special + (won == "kontra")
        return won, (points + special) * (1 if won == "re" else -1)

    won = side_that_wins(sides)
    ahead = 0
    for side in sides:
        points = 0
        if won == "nobody":
            points = for_eyes(sides[side], sides[OTHER[side]])
        elif won == side:
            points = for_eyes(sides[side], sides[OTHER[side]]) + 1
            points = (points + for_announcing(sides, doubles)) * times
        if not is_alone:
            points += sides[side].special + (won == side == "kontra")
        ahead += points if side == "re" else -points
    return won, ahead


@dataclass
class Rules:
    """What a table plays."""

    cards: str = "48"
    dullen: str = "first"
    pigs: bool = False
    poverty: bool = False
    scored: str = "both"
    wedding: str = "any"
    doubles: bool = False
    charlie_caught: bool = False
    solo_leads: bool = False

    @property
    def tricks(self) -> int:
        return 10 if self.cards == "40" else 12

    @classmethod
    def drawn(cls, rng: Random) -> "Rules":
        def often() -> bool:
            return rng.random() < 0.3

        return cls(
            cards=rng.choice(("48", "48", "40")),
            dullen=rng.choice(("first", "second", "always")),
            pigs=often(),
            poverty=True,
            scored=rng.choice(("both", "both", "winners")),
            wedding=rng.choice(("any", "suit")),
            doubles=often(),
            charlie_caught=not often(),
            solo_leads=often(),
        )


@dataclass
class Deal:
    """A deal of the second implementation, played to its end."""

    rules: Rules
    players: tuple[str, ...]
    game: str
    hands: dict[str, list[str]]
    re: tuple[str, ...] = ()
    """Who plays Re as far as the game says so: in a wedding its holder first."""
    with_pigs: bool = False
    offender: str = ""
    order: list[str] = field(default_factory=list)
    tricks: list[dict[str, str]] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    found_in: int = 0
    """The number of the trick that settled a wedding."""
    sides: Sides = field(default_factory=lambda: {"re": Told(), "kontra": Told()})

    def __post_init__(self) -> None:
        self.order = trumps(self.game, self.with_pigs)
        if self.game == "normal":
            self.re = tuple(s for s in self.players if "QC" in self.hands[s])

    @property
    def is_alone(self) -> bool:
        return len(self.re) == 1

    def side_of(self, seat: str) -> str:
        return "re" if seat in self.re else "kontra"

    def leads_first(self) -> str:
        leads = self.rules.solo_leads and self.game in SOLOS
        return self.re[0] if leads else self.players[0]

    def next_leader(self) -> str:
        return self.winners[-1] if self.winners else self.leads_first()

    def take(self, trick: dict[str, str]) -> None:
        is_last = len(self.tricks) == self.rules.tricks - 1
        dullen = self.rules.dullen
        second = dullen == "always" or (dullen == "second" and not is_last)
        self.winners.append(winner_of(trick, self.order, second))
        self.tricks.append(trick)
        if self.game == "wedding" and not self.found_in:
            self._look_for_partner(trick)

    def _look_for_partner(self, trick: dict[str, str]) -> None:
        number = len(self.tricks)
        won = self.winners[-1]
        led = suit_of(next(iter(trick.values())), self.order)
        counts = self.rules.wedding == "any" or led != "trumps"
        if counts and won not in self.re:
            self.re = (*self.re, won)
            self.found_in = number
        elif number == 3:
            self.found_in = number

    def count(self) -> None:
        """Count the deal, once all tricks are played and all is announced."""
        for trick, won in zip(self.tricks, self.winners, strict=True):
            side = self.sides[self.side_of(won)]
            eyes = sum(EYES[card[0]] for card in trick.values())
            side.eyes += eyes
            side.tricks += 1
            if self.is_alone or self.game not in TWO_AGAINST_TWO:
                continue
            side.heads += eyes >= 40
            for seat, card in trick.items():
                caught = self.side_of(seat) != self.side_of(won)
                side.foxes += card == "AD" and caught and not self.with_pigs
        if not self.is_alone:
            self._count_charlie()
        if self.offender:
            self.sides[self.side_of(self.offender)].offended = True

    def _count_charlie(self) -> None:
        trick = self.tricks[-1]
        won = self.winners[-1]
        side = self.sides[self.side_of(won)]
        side.charlie += trick[won] == "JC"
        if self.rules.charlie_caught:
            for seat, card in trick.items():
                others = self.side_of(seat) != self.side_of(won)
                side.caught += card == "JC" and others

    def points(self) -> dict[str, int]:
        """What each player gets."""
        _, each = value(self.sides, self.is_alone, self.rules.doubles)
        points = {}
        for seat in self.players:
            if self.side_of(seat) == "re":
                points[seat] = each * (3 if self.is_alone else 1)
            else:
                points[seat] = -each
        if self.rules.scored == "winners":
            points = {seat: max(0, n) for seat, n in points.items()}
        return points

    def may_announce(self, seat: str, level: int) -> bool:
        """Whether there is still time: a card fewer for each level that is announced
        with it, and one more card's time in reply to the others.
        """
        side = self.side_of(seat)
        own = self.sides[side].level
        if level <= own:
            return False
        done = len(self.tricks)
        waited = 0
        if self.game == "wedding":
            if not self.found_in:
                return False
            waited = self.found_in - 1
        full = self.rules.tricks
        held = full - done
        if own == 0:
            others = self.sides[OTHER[side]].level
            first = full - 1 - others
            if held < first - waited:
                return False
        steps = range(max(own + 1, 2), level + 1)
        return all(held >= full - step - waited for step in steps)


def strongest(cards: Iterable[str], order: list[str]) -> list[str]:
    def height(card: str) -> tuple[int, int]:
        if card in order:
            return 1, order.index(card)
        return 0, PLAIN.index(card[0])

    return sorted(cards, key=height, reverse=True)
