"""Belote and Coinche as people play them, written from the rules alone: what may be
played, who takes a trick, announcements, auctions, and what a deal scores.

Seats are numbers from 0 to 3 in the order of play, sides 0 (seats 0 and 2) and 1; cards
are texts like `TH`. Nothing here knows the game that it is held against.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

RANKS = "789TJQKA"
SUITS = "CDHS"
PACK = [rank + suit for rank in RANKS for suit in SUITS]

PLAIN_ORDER = "789JQKTA"
TRUMP_ORDER = "78QKTA9J"
PLAIN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3}
NO_TRUMP_POINTS = {"A": 19, "T": 10, "K": 4, "Q": 3, "J": 2}
ALL_TRUMP_POINTS = {"J": 13, "9": 9, "A": 6, "T": 5, "K": 3, "Q": 2}

LAST_TRICK = 10
ALL_POINTS = 162
ALL_TRICKS = 252


@dataclass(frozen=True)
class Agreed:
    """What a table has agreed on."""

    play: str = "belote"
    announcements: str = "none"
    tie: str = "litige"
    under: bool = False
    leads: str = "first"
    rounded: bool = False
    wide: bool = False
    target: int = 1000

    @property
    def must_play_under(self) -> bool:
        return self.under == (self.play == "coinche")


# Cards and tricks


def is_trump(card: str, trump: str) -> bool:
    return trump == "all" or card[1] == trump


def strength(card: str, trump: str) -> int:
    order = TRUMP_ORDER if is_trump(card, trump) else PLAIN_ORDER
    return order.index(card[0])


def worth(card: str, trump: str) -> int:
    if trump == "none":
        return NO_TRUMP_POINTS.get(card[0], 0)
    if trump == "all":
        return ALL_TRUMP_POINTS.get(card[0], 0)
    points = TRUMP_POINTS if card[1] == trump else PLAIN_POINTS
    return points.get(card[0], 0)


def winner_of(trick: Mapping[int, str], trump: str) -> int:
    """The seat that wins these cards, in playing order."""
    led = next(iter(trick.values()))[1]
    best = -1
    for seat, card in trick.items():
        if best < 0 or _beats(card, trick[best], led, trump):
            best = seat
    return best


def _beats(card: str, other: str, led: str, trump: str) -> bool:
    if card[1] == other[1]:
        return strength(card, trump) > strength(other, trump)
    return trump in SUITS and card[1] == trump


def may_play(
    hand: Sequence[str], trick: Mapping[int, str], seat: int, trump: str, agreed: Agreed
) -> list[str]:
    """What of a hand may be played to the cards that lie there."""
    if not trick:
        return [*hand]
    led = next(iter(trick.values()))[1]
    master = winner_of(trick, trump)
    best = trick[master]
    following = [card for card in hand if card[1] == led]
    if following:
        if not is_trump(led + led, trump):
            return following
        higher = [
            card for card in following if strength(card, trump) > strength(best, trump)
        ]
        return higher or following
    if trump not in SUITS or master % 2 == seat % 2:
        return [*hand]
    trumps = [card for card in hand if card[1] == trump]
    if best[1] != trump:
        return trumps or [*hand]
    over = [card for card in trumps if strength(card, trump) > strength(best, trump)]
    if over:
        return over
    if trumps and agreed.must_play_under:
        return trumps
    return [*hand]


# Announcements


Meld = tuple[str, ...]


def melds_of(hand: Sequence[str], trump: str) -> list[Meld]:
    """Announcements of a hand, the best first, no card in two of them."""
    found = []
    left = [*hand]
    for rank in RANKS:
        four = tuple(rank + suit for suit in SUITS)
        if {*four} <= {*left} and points_of(four, trump):
            found.append(four)
            left = [card for card in left if card not in four]
    for suit in SUITS:
        run: list[str] = []
        for rank in (*RANKS, "end"):
            if rank + suit in left:
                run.append(rank + suit)
                continue
            if len(run) >= 3:
                found.append(tuple(run))
            run = []
    return found


def points_of(meld: Meld, trump: str) -> int:
    if len({card[1] for card in meld}) == 1:
        return {3: 20, 4: 50}.get(len(meld), 100)
    rank = meld[0][0]
    if trump == "none":
        return {"A": 200, "T": 150, "K": 100, "Q": 100, "J": 100, "9": 100}.get(rank, 0)
    return {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100}.get(rank, 0)


def rank_of_meld(meld: Meld, trump: str) -> tuple[int, int, int, int]:
    points = points_of(meld, trump)
    if len({card[1] for card in meld}) > 1:
        return 1, points, "9JQKTA".index(meld[0][0]), 0
    return 0, points, RANKS.index(meld[-1][0]), int(meld[0][1] == trump)


def compare(
    melds: Sequence[Sequence[Meld]], trump: str
) -> tuple[int | None, tuple[int, int]]:
    """Which side's announcements count, if any, and what they bring each side."""
    best = [
        max((rank_of_meld(meld, trump) for meld in own), default=None) for own in melds
    ]
    if best[0] == best[1]:
        return None, (0, 0)
    side = 0
    if best[0] is None or (best[1] is not None and best[1] > best[0]):
        side = 1
    points = sum(points_of(meld, trump) for meld in melds[side])
    return side, (points, 0) if side == 0 else (0, points)


# Auctions


LEVELS = [*map(str, range(80, 170, 10)), "capot"]
TIMES = {"no": 1, "coinche": 2, "surcoinche": 4}


@dataclass
class Auction:
    """Calls in turn, beginning next to the dealer."""

    turn: int
    taker: int = -1
    bid: str = ""
    trump: str = ""
    doubled: str = "no"
    passes: int = 0
    calls: list[tuple[int, str, dict[str, str]]] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        if self.taker < 0:
            return self.passes == 4
        return self.doubled == "surcoinche" or self.passes == 3

    @property
    def may_double(self) -> bool:
        if self.taker < 0:
            return False
        is_theirs = self.turn % 2 != self.taker % 2
        if self.doubled == "no":
            return is_theirs
        return self.doubled == "coinche" and not is_theirs

    @property
    def levels(self) -> list[str]:
        """The points that may be bid now."""
        if self.doubled != "no":
            return []
        return LEVELS[LEVELS.index(self.bid) + 1 :] if self.bid else LEVELS

    def say(self, kind: str, **data: str) -> None:
        self.calls.append((self.turn, kind, data))
        self.passes += 1
        if kind == "bid":
            self.taker = self.turn
            self.bid = data["bid"]
            self.trump = data["trump"]
        if kind == "double":
            self.doubled = "coinche" if self.doubled == "no" else "surcoinche"
        if kind != "pass":
            self.passes = 0
        self.turn = (self.turn + 1) % 4


def call_at_random(auction: Auction, names: Sequence[str], rng: Random) -> None:
    """Say something that may be said."""
    if auction.may_double and rng.random() < 0.35:
        auction.say("double")
    elif auction.levels and rng.random() < 0.35:
        bid = rng.choice(auction.levels[:3])
        if rng.random() < 0.1:
            bid = auction.levels[-1]
        auction.say("bid", bid=bid, trump=rng.choice([*names]))
    else:
        auction.say("pass")


# Deals


@dataclass
class Contract:
    """Who plays for what."""

    taker: int
    trump: str
    bid: str = ""
    doubled: str = "no"

    @property
    def side(self) -> int:
        return self.taker % 2

    @property
    def times(self) -> int:
        return TIMES[self.doubled]

    @property
    def asked(self) -> int:
        """What is added for the contract: its points, 250 for a capot."""
        return 250 if self.bid == "capot" else int(self.bid)


@dataclass
class Deal:
    """A deal as it was played, possibly against the rules, and not always to its end."""

    agreed: Agreed
    dealer: int
    contract: Contract
    hands: list[list[str]]
    tricks: list[dict[int, str]] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    rest: int | None = None
    """The side that takes what was not played."""
    proven: dict[tuple[int, int], int] = field(default_factory=dict)
    """The seat and the trick of each offence that later cards prove, and which."""
    melds: tuple[list[Meld], list[Meld]] = field(default_factory=lambda: ([], []))

    @property
    def leader(self) -> int:
        if self.winners:
            return self.winners[-1]
        if self.agreed.leads == "taker":
            return self.contract.taker
        return (self.dealer + 1) % 4

    def play(self, rng: Random, cheat: float = 0, keen: bool = False) -> None:
        """Play a trick at random; now and then against the rules.

        Keen players play their strongest card.
        """
        trick: dict[int, str] = {}
        trump = self.contract.trump
        for n in range(4):
            seat = (self.leader + n) % 4
            hand = self._left(seat)
            legal = may_play(hand, trick, seat, trump, self.agreed)
            wrong = [card for card in hand if card not in legal]
            if wrong and rng.random() < cheat:
                trick[seat] = rng.choice(wrong)
            elif keen:
                trick[seat] = max(
                    legal, key=lambda c: (is_trump(c, trump), strength(c, trump))
                )
            else:
                trick[seat] = rng.choice(legal)
        self.tricks.append(trick)
        self.winners.append(winner_of(trick, trump))
        self._prove()

    def _left(self, seat: int) -> list[str]:
        played = {trick[seat] for trick in self.tricks}
        return [card for card in self.hands[seat] if card not in played]

    def _prove(self) -> None:
        """Note each offence that the cards seen by now prove."""
        for number, trick in enumerate(self.tricks, 1):
            lying: dict[int, str] = {}
            for seat, card in trick.items():
                known = [later[seat] for later in self.tricks[number - 1 :]]
                may = may_play(known, lying, seat, self.contract.trump, self.agreed)
                if card not in may:
                    self.proven.setdefault((seat, number), len(self.tricks))
                lying[seat] = card

    @property
    def offending_sides(self) -> set[int]:
        return {seat % 2 for seat, _ in self.proven}

    @property
    def cards(self) -> tuple[int, int]:
        """The points of the cards of each side, with the last trick's ten."""
        points = [0, 0]
        seen = set()
        for trick, winner in zip(self.tricks, self.winners, strict=True):
            for card in trick.values():
                seen.add(card)
                points[winner % 2] += worth(card, self.contract.trump)
        last = self.winners[-1] % 2 if self.winners else 0
        if self.rest is not None:
            last = self.rest
            for card in PACK:
                if card not in seen:
                    points[last] += worth(card, self.contract.trump)
        points[last] += LAST_TRICK
        return points[0], points[1]

    @property
    def capot(self) -> int | None:
        """The side that has taken all eight tricks."""
        sides = {winner % 2 for winner in self.winners}
        if self.rest is not None:
            sides.add(self.rest)
        return sides.pop() if len(sides) == 1 else None

    @property
    def belotes(self) -> tuple[int, int]:
        """How many pairs of king and queen of trump each side held in one hand."""
        numbers = [0, 0]
        for seat, hand in enumerate(self.hands):
            for suit in SUITS:
                both = "K" + suit in hand and "Q" + suit in hand
                if both and is_trump(suit + suit, self.contract.trump):
                    numbers[seat % 2] += 1
        return numbers[0], numbers[1]

    @property
    def announced(self) -> tuple[int, int]:
        return compare(self.melds, self.contract.trump)[1]


@dataclass(frozen=True)
class Result:
    """What a deal scores by side, its outcome, and what is held over after it."""

    scores: tuple[int, int]
    outcome: str
    held: int


def result_of(deal: Deal, held: int = 0) -> Result:
    """What a deal scores, with points that an earlier tie has left."""
    agreed = deal.agreed
    contract = deal.contract
    us = contract.side
    them = 1 - us
    belote = [20 * n for n in deal.belotes]
    announced = [*deal.announced]
    both = sum(announced)
    offending = deal.offending_sides
    if len(offending) == 2:
        return Result((0, 0), "void", held)
    scores = [0, 0]

    if offending:
        [loser] = offending
        winner = 1 - loser
        base = ALL_POINTS
        if agreed.play == "coinche":
            base = ALL_POINTS - 2 + contract.asked
        scores[winner] = (base + both + belote[winner]) * contract.times
        scores[loser] = belote[loser]
        outcome = "made" if winner == us else "down"
        return _finish(agreed, scores, winner, outcome, held)

    cards = [*deal.cards]
    if deal.capot is not None:
        cards[deal.capot] = ALL_TRICKS
        cards[1 - deal.capot] = 0
    if deal.capot == us:
        announced[us] = both
        announced[them] = 0
    plain = [cards[side] + belote[side] for side in (0, 1)]
    totals = [plain[side] + announced[side] for side in (0, 1)]
    compared = plain if agreed.announcements == "aside" else totals

    outcome = _outcome(deal, compared[us], compared[them])
    if outcome == "litige":
        scores[them] = totals[them]
        return _finish(agreed, scores, None, outcome, held + totals[us])
    if agreed.play == "belote":
        if outcome == "made":
            return _finish(agreed, totals, us, outcome, held)
        base = ALL_TRICKS if deal.capot == them else ALL_POINTS
        scores[them] = base + both + belote[them]
        scores[us] = belote[us]
        return _finish(agreed, scores, them, outcome, held)

    if outcome == "down":
        scores[them] = (160 + contract.asked + both + belote[them]) * contract.times
        scores[us] = belote[us]
        return _finish(agreed, scores, them, outcome, held)
    if contract.times == 1:
        totals[us] += contract.asked
        return _finish(agreed, totals, us, outcome, held)
    base = 250 if deal.capot == us else 160
    scores[us] = (base + contract.asked + both + belote[us]) * contract.times
    scores[them] = belote[them]
    return _finish(agreed, scores, us, outcome, held)


def _outcome(deal: Deal, ours: int, theirs: int) -> str:
    contract = deal.contract
    agreed = deal.agreed
    if agreed.play == "coinche":
        if deal.capot == contract.side:
            return "made"
        if contract.bid == "capot" or ours < contract.asked:
            return "down"
    if ours != theirs:
        return "made" if ours > theirs else "down"
    if contract.times > 1 and agreed.tie == "litige":
        return "down"
    return agreed.tie


def _finish(
    agreed: Agreed, scores: Sequence[int], winner: int | None, outcome: str, held: int
) -> Result:
    """Give what was held to the winner, and round at last."""
    points = [*scores]
    if winner is not None:
        points[winner] += held
        held = 0
    if agreed.rounded:
        points = [(score + 5) // 10 * 10 for score in points]
    return Result((points[0], points[1]), outcome, held)


def end_of(totals: Sequence[int], target: int) -> int | None:
    """The side that has won, if any."""
    if max(totals) < target or totals[0] == totals[1]:
        return None
    return 0 if totals[0] > totals[1] else 1


def deal_cards(rng: Random) -> list[list[str]]:
    cards = [*PACK]
    rng.shuffle(cards)
    return [cards[8 * seat : 8 * seat + 8] for seat in range(4)]


def deal_all_trumps(rng: Random, seat: int, trump: str) -> list[list[str]]:
    """Hands of which this one has every trump, and so takes every trick."""
    trumps = [card for card in PACK if card[1] == trump]
    others = [card for card in PACK if card[1] != trump]
    rng.shuffle(others)
    hands = [others[8 * n : 8 * n + 8] for n in range(3)]
    hands.insert(seat, trumps)
    return hands


def with_a_meld(rng: Random, hands: list[list[str]], seat: int) -> list[list[str]]:
    """These hands, changed so that one has four of a rank or a sequence."""
    rank = rng.choice("9TJQKA")
    wanted = [rank + suit for suit in SUITS]
    if rng.random() < 0.5:
        first = rng.randrange(4)
        suit = rng.choice(SUITS)
        wanted = [rank + suit for rank in RANKS[first : first + rng.randint(3, 5)]]
    rest = [card for card in PACK if card not in wanted]
    rng.shuffle(rest)
    own = wanted + [rest.pop() for _ in range(8 - len(wanted))]
    dealt = [rest[8 * n : 8 * n + 8] for n in range(3)]
    dealt.insert(seat, own)
    return dealt


def deal_equal_sequences(rng: Random, trump: str) -> list[list[str]]:
    """Hands of which two on different sides have a sequence as good as the other's."""
    plain = [suit for suit in SUITS if suit != trump]
    first = rng.randrange(4)
    runs = []
    for suit in rng.sample(plain, 2):
        runs.append([rank + suit for rank in RANKS[first : first + 4]])
    while True:
        rest = [card for card in PACK if card not in runs[0] + runs[1]]
        rng.shuffle(rest)
        hands = [rest[:8], rest[8:16], runs[0] + rest[16:20], runs[1] + rest[20:]]
        hands = hands[1:] + hands[:1]
        melds = [
            melds_of(hands[side], trump) + melds_of(hands[side + 2], trump)
            for side in (0, 1)
        ]
        if compare(melds, trump)[0] is None:
            return hands
