"""Wizard against a second implementation, written from the rules alone: who has to
follow, who wins each trick, who is proven to have broken a rule, and every score.

Rounds are dealt and bid at random and entered in both depths at once. Some are stacked,
so that tricks of jesters alone occur; in some somebody revokes, claims or gives up.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

import pytest

from referee import WrongFieldsError
from referee.testing import PlayedMatch
from tests.peers.accused import accusing
from tests.peers.amounts import MANY, few_or_many

NAMES = ("Ana", "Ben", "Cy", "Dee", "Eve", "Fay")
COLOURS = "BRYG"
COLOURED = [f"{n}{colour}" for n in range(1, 14) for colour in COLOURS]
PACK = [*COLOURED, *"WWWWJJJJ"]

Trick = dict[str, str]


def colour_of(card: str) -> str:
    """The colour of a card; nothing for a wizard or a jester."""
    return card[-1] if card not in "WJ" else ""


def number_of(card: str) -> int:
    return int(card[:-1])


def colour_to_follow(cards: Sequence[str]) -> str:
    """The colour that these cards demand: of the first that is no jester, unless it is a
    wizard.
    """
    for card in cards:
        if card != "J":
            return colour_of(card)
    return ""


def legal(hand: Sequence[str], lying: Sequence[str]) -> list[str]:
    colour = colour_to_follow(lying)
    if not any(colour_of(card) == colour for card in hand if colour):
        return [*hand]
    return [card for card in hand if colour_of(card) in (colour, "")]


def winner_of(trick: Trick, trump: str) -> tuple[str, str]:
    """Who takes a trick, and by what."""
    for seat, card in trick.items():
        if card == "W":
            return seat, "wizard"
    for colour, what in (
        (trump, "trump"),
        (colour_to_follow([*trick.values()]), "led"),
    ):
        of_colour = {
            number_of(card): seat
            for seat, card in trick.items()
            if colour and colour_of(card) == colour
        }
        if of_colour:
            return of_colour[max(of_colour)], what
    return next(iter(trick)), "jesters"


@dataclass
class Round:
    """A round as it is dealt, and how far it is played."""

    rng: Random
    seats: tuple[str, ...]
    dealer: str
    hands: dict[str, list[str]]
    turned: str
    trump: str
    bids: dict[str, int]
    tricks: list[Trick] = field(default_factory=list)
    taken: Counter[str] = field(default_factory=Counter)
    kept_back: list[tuple[str, int, str]] = field(default_factory=list)
    """Revokes that nobody has seen: who, in which trick, and the colour."""
    offenders: set[str] = field(default_factory=set)
    given_up: str = ""
    cases: Counter[str] = field(default_factory=Counter)

    @property
    def hand(self) -> int:
        return sum(self.taken.values()) + len(self.hands[self.dealer])

    def next_trick(self, leader: str, cheats: bool) -> tuple[Trick, str, set[tuple]]:
        """Return a trick, who takes it, and what its cards prove."""
        first = self.seats.index(leader)
        trick: Trick = {}
        proven = set()
        number = len(self.tricks) + 1
        with_jesters = self.rng.random() < 0.5
        for seat in self.seats[first:] + self.seats[:first]:
            hand = self.hands[seat]
            lying = [*trick.values()]
            may = legal(hand, lying)
            card = self.rng.choice(may)
            if with_jesters and "J" in hand and set(lying) <= {"J"}:
                card = "J"
            if cheats and self.rng.random() < 0.15:
                card = self.rng.choice(hand)
            hand.remove(card)
            for revoke in [*self.kept_back]:
                if revoke[0] == seat and colour_of(card) == revoke[2]:
                    proven.add(revoke[:2])
                    self.kept_back.remove(revoke)
            if card not in may:
                self.kept_back.append((seat, number, colour_to_follow(lying)))
            trick[seat] = card
        self.tricks.append(trick)
        winner, what = winner_of(trick, self.trump)
        self.taken[winner] += 1
        self.cases[f"won by {what}"] += 1
        if trick[leader] in "WJ":
            self.cases[f"{trick[leader]} led"] += 1
        self.offenders |= {seat for seat, _ in proven}
        return trick, winner, proven

    def points(self) -> dict[str, int]:
        """What each scores, counted by the rules."""
        scored = {}
        for seat in self.seats:
            off = abs(self.bids[seat] - self.taken[seat])
            scored[seat] = -10 * off
            case = "missed"
            if not off and seat != self.given_up:
                case = "made"
                if seat not in self.offenders:
                    scored[seat] = 20 + 10 * self.taken[seat]
            if self.bids[seat] < self.taken[seat]:
                case = "taken too many"
            if not self.bids[seat]:
                case += " at none"
            if seat in self.offenders:
                case = f"broke a rule, {case.split()[0]}"
            if seat == self.given_up:
                case = "gave up, came true" if not off else "gave up"
            self.cases[case] += 1
        return scored


def dealt(rng: Random, seats: tuple[str, ...], dealer: str, hand: int) -> Round:
    """Deal a round; in some everybody has a jester, in some all bids come near."""
    pack = [*PACK]
    rng.shuffle(pack)
    if len(seats) < 5 and hand < 20 and rng.random() < 0.3:
        pack = [card for card in pack if card != "J"]
        for n in range(len(seats)):
            pack.insert(n * hand, "J")
        pack += ["J"] * (4 - len(seats))
    hands = {seat: pack[n * hand : (n + 1) * hand] for n, seat in enumerate(seats)}
    left = pack[len(seats) * hand :]
    turned = left[0] if left else ""
    if turned and rng.random() < 0.3:
        turned = next((card for card in left if card in "WJ"), turned)
    trump = rng.choice(COLOURS) if turned == "W" else colour_of(turned or "J")
    most = min(hand, 1 + 2 * hand // len(seats))
    bids = {seat: rng.randint(0, most) for seat in seats}
    return Round(rng, seats, dealer, hands, turned, trump, bids)


def bid(match: PlayedMatch, played: Round, hidden: bool, uneven: bool) -> None:
    """Enter what was turned up and bid; the sum of all bids may be refused."""
    turned = {}
    if match.prompt_of_cards and played.turned:
        turned["turned"] = played.turned
        if played.turned == "W":
            turned["trump"] = played.trump
    if hidden:
        if turned:
            match.enter("turned", **turned)
        for seat in played.seats:
            match.enter("bid", by=seat, tricks=played.bids[seat])
        return
    while uneven and sum(played.bids.values()) == played.hand:
        assert match.refuses("bids", bids=played.bids, **turned)
        played.cases["refused sum"] += 1
        dealers = played.bids[played.dealer]
        played.bids[played.dealer] = dealers + 1 if dealers == 0 else dealers - 1
    match.enter("bids", bids=played.bids, **turned)


def play(
    each: PlayedMatch, whole: PlayedMatch, played: Round, cheats: bool
) -> dict[str, int]:
    """Play a round trick by trick, then enter it as a whole; return what it scores."""
    rng = played.rng
    seats = played.seats
    leader = seats[(seats.index(played.dealer) + 1) % len(seats)]
    end = rng.choice(("played", "played", "played", "claim", "concede"))
    stop = rng.randrange(played.hand) if end != "played" else played.hand
    hand = played.hand
    for _ in range(stop):
        trick, winner, proven = played.next_trick(leader, cheats)
        enter_trick(each, trick, leader, rng)
        ruled, *_ = each.rulings
        assert ruled.verdict["winner"] == winner
        assert (ruled.verdict["suit_led"] or "") == colour_to_follow([*trick.values()])
        assert proven == {
            (ruling.verdict["seat"], ruling.verdict["trick"])
            for ruling in accusing(each.rulings)
        }
        leader = winner

    left = hand - stop
    told: dict[str, object] = {}
    if end == "claim":
        seat = rng.choice(seats)
        played.taken[seat] += left
        each.enter("claim", seat=seat)
        played.cases["claim"] += 1
    elif end == "concede":
        seat, rest = rng.sample(seats, 2)
        played.taken[rest] += left
        played.given_up = seat
        each.enter("concede", seat=seat, rest=rest)
        told["given_up"] = seat
    if played.offenders:
        told["offenders"] = sorted(played.offenders)
    tricks = {seat: played.taken[seat] for seat in seats}
    whole.enter("deal", tricks=tricks, **told)
    return played.points()


def enter_trick(match: PlayedMatch, trick: Trick, leader: str, rng: Random) -> None:
    """Enter a trick at once, or now and then card by card."""
    if rng.random() < 0.9:
        match.enter("trick", plays=trick)
        return
    for seat, card in trick.items():
        match.enter("trick", plays={seat: card})


def matches(deals: int) -> Iterator[Counter[str]]:
    """Play so many rounds, each in both depths; yield what occurred in them."""
    rng = Random(11)
    number = 0
    while number < deals:
        seats = NAMES[: rng.randint(3, 6)]
        most = len(PACK) // len(seats)
        last = most if rng.random() < 0.5 else rng.randint(1, most)
        first = rng.randint(max(1, last - 5), last)
        hidden = rng.random() < 0.3
        options = {"first": first, "last": last, "uneven": not hidden}
        options["bidding"] = "hidden" if hidden else "aloud"
        dealer = rng.choice(seats)
        begun = {"dealer": dealer, **options}
        each = Table.begun("wizard", seats, depth="tricks", **begun)
        whole = Table.begun("wizard", seats, depth="deals", **begun)
        each.prompt_of_cards = True
        totals = dict.fromkeys(seats, 0)
        for hand in range(first, last + 1):
            number += 1
            played = dealt(rng, seats, dealer, hand)
            bid(each, played, hidden, not hidden)
            bid(whole, played, hidden, uneven=False)
            played.cases[f"turned {turned_as(played)}"] += 1
            cheats = rng.random() < 0.4
            for seat, n in play(each, whole, played, cheats).items():
                totals[seat] += n
            assert each.scores == totals
            assert whole.scores == totals
            dealer = seats[(seats.index(dealer) + 1) % len(seats)]
            yield played.cases
        best = max(totals.values())
        winners = tuple(seat for seat in seats if totals[seat] == best)
        assert each.scene.winners == whole.scene.winners == winners


class Table(PlayedMatch):
    """A match, and whether its cards are entered."""

    prompt_of_cards = False


def turned_as(played: Round) -> str:
    if not played.turned:
        return "nothing"
    return played.turned if played.turned in "WJ" else "a colour"


@few_or_many
def test_rounds_agree(deals: int, at_least: int) -> None:
    cases = Counter[str]()
    for occurred in matches(deals):
        cases.update(occurred)
    if deals >= MANY:
        assert min(cases.values()) >= at_least, cases
        assert len(cases) == 22, cases


def test_a_bid_above_the_hand_is_refused() -> None:
    match = Table.begun("wizard", NAMES[:3], dealer="Cy", first=2, last=2)
    with pytest.raises(WrongFieldsError):
        match.enter("bids", bids={"Ana": 3, "Ben": 0, "Cy": 0})
