"""A game with real cards, played at random by people who know nothing of the referee,
and refereed to its end.

The people have their own account of the rules, kept apart from the referee's: whose
cards lie where is known exactly, and every count, turn, ruling and winner must agree.
What is entered truly is taken; what contradicts what everybody has seen is refused.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hypothesis import given, settings, strategies as st

from referee import Ruling
from referee.testing import PlayedMatch, jsonable
from tests.properties import costly

KEYS = ["AC", "AD", "AH", "AS", "4C"]
POINTS = dict(
    zip("23456789TJQK", [2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25], strict=True)
)
OTHERS = [rank + suit for rank in POINTS for suit in "CDHS" if rank + suit != "4C"]


def points(cards: list[str]) -> int:
    return sum(POINTS[card[0]] for card in cards)


@dataclass
class People:
    """The real cards, and the people round them, each pile its top card last."""

    rng: Random
    seats: list[str]
    draw: list[str]
    pot: list[str]
    hands: dict[str, list[str]]
    teams: bool
    burn: list[str] = field(default_factory=list)
    won: dict[str, list[str]] = field(default_factory=dict)
    keys: Counter[str] = field(default_factory=Counter)
    last: str | None = None

    @classmethod
    def sit_down(cls, rng: Random, teams: bool, size: int) -> People:
        seats = ["Ana", "Ben", "Cy", "Di"] if teams else ["Ana", "Ben"]
        pack = OTHERS * (2 if teams else 1)
        rng.shuffle(pack)
        draw = pack[: size - 5] + KEYS
        pot = pack[size - 5 :]
        rng.shuffle(draw)
        hands = {seat: [pot.pop() for _ in range(5)] for seat in seats}
        return cls(
            rng, seats, draw, pot, hands, teams, won={seat: [] for seat in seats}
        )

    @property
    def sides(self) -> dict[str, list[str]]:
        if not self.teams:
            return {seat: [seat] for seat in self.seats}
        return {"Ana & Cy": ["Ana", "Cy"], "Ben & Di": ["Ben", "Di"]}

    def choose_bid(self, seat: str) -> list[str]:
        hand = self.hands[seat]
        chain = [card for card in hand if card[0] in "234"]
        large = [card for card in hand if card[0] not in "234"]
        bid = self.rng.sample(chain, self.rng.randint(0, len(chain)))
        if large and (not bid or self.rng.random() < 0.6):
            bid.append(self.rng.choice(large))
        return bid or [self.rng.choice(chain)]

    def take_away(self, seat: str, bid: list[str]) -> None:
        for card in bid:
            self.hands[seat].remove(card)
            if card in self.won[seat]:
                self.won[seat].remove(card)

    def draw_back(self) -> int | None:
        """Everybody draws to five, in any order; after how many cards the burn was
        shuffled in, or None.
        """
        drawn = 0
        refilled = None
        for seat in self.rng.sample(self.seats, len(self.seats)):
            while len(self.hands[seat]) < 5:
                self.hands[seat].append(self.pot.pop())
                drawn += 1
                if not self.pot:
                    assert refilled is None
                    refilled = drawn
                    self.pot, self.burn = self.rng.sample(self.burn, len(self.burn)), []
        return refilled

    def shuffle_all(self) -> None:
        self.pot += self.burn + [card for hand in self.hands.values() for card in hand]
        self.rng.shuffle(self.pot)
        self.burn = []
        self.won = {seat: [] for seat in self.seats}
        self.hands = {seat: [self.pot.pop() for _ in range(5)] for seat in self.seats}


@dataclass
class Game:
    """People and their referee: every entry goes to the referee, and all they see is
    compared.
    """

    people: People
    match: PlayedMatch
    lies: int = 0

    @classmethod
    def begun(cls, rng: Random, teams: bool, size: int) -> Game:
        people = People.sit_down(rng, teams, size)
        return cls(people, PlayedMatch.begun("jizara", people.seats, bidding_draw=size))

    def enter(self, kind: str, seat: str | None, **data: Any) -> tuple[Ruling, ...]:
        return self.match.enter(kind, seat, **data).rulings

    def lie(self, kind: str, seat: str | None, **data: Any) -> None:
        """An entry that everybody can see to be wrong."""
        self.match.refuses(kind, seat, **data)
        self.lies += 1

    def compare(self) -> None:
        people = self.people
        view = self.match.look()
        zones = {(zone["name"], zone["owner"]): zone for zone in view["zones"]}
        assert zones["bidding draw", None]["count"] == len(people.draw)
        assert zones["pot", None]["count"] == len(people.pot)
        assert sorted(zones["burn", None]["cards"]) == sorted(people.burn)
        for seat, hand in people.hands.items():
            assert zones["hand", seat]["count"] == len(hand) == 5
            assert sorted(zones["hand", seat]["cards"] or []) == sorted(
                people.won[seat]
            )
        scores = {standing["seat"]: standing["score"] for standing in view["standings"]}
        assert scores == {
            seat: people.keys[side]
            for side, seats in people.sides.items()
            for seat in seats
        }

    def play(self) -> str:
        """Plays to the end; the winning side."""
        while True:
            self.compare()
            card = self.people.draw.pop()
            self.lie_about_the_card()
            self.enter("turn", None, card=card)
            if card not in KEYS:
                self.play_for(card)
            elif (winner := self.play_for_key(card)) is not None:
                return winner

    def lie_about_the_card(self) -> None:
        """Cards of which every copy lies open or in a hand that won it."""
        people = self.people
        seen = Counter(
            people.burn + [card for won in people.won.values() for card in won]
        )
        for card, times in seen.items():
            if times == (2 if people.teams else 1) and people.rng.random() < 0.2:
                self.lie("turn", None, card=card)

    def play_for(self, card: str) -> None:
        people = self.people
        rng = self.people.rng
        decisions = {side: rng.random() < 0.6 for side in people.sides}
        bidders = [(side, seats[0]) for side, seats in people.sides.items()]
        rulings: tuple[Ruling, ...] = ()
        for side, bidder in rng.sample(bidders, 2):
            assert rulings == ()
            rulings = self.enter("decide", bidder, bid=decisions[side])
        bidding = [side for side, bids in decisions.items() if bids]
        if not bidding:
            people.burn.append(card)
            assert jsonable(rulings[0].verdict)["reason"] == "none"
            return
        assert jsonable(rulings[0].verdict)["bidding"] == bidding
        bids = self.lay_bids(card, bidding)
        self.settle(card, bidding, bids)

    def lay_bids(self, card: str, bidding: list[str]) -> dict[str, list[str]]:
        seats = [seat for side in bidding for seat in self.people.sides[side]]
        bids = {seat: self.people.choose_bid(seat) for seat in seats}
        self.people.rng.shuffle(seats)
        for seat in seats:
            self.lie_about_a_bid(seat, card)
            rulings = self.enter("bid", seat, cards=bids[seat])
            assert bool(rulings) == (seat == seats[-1])
        self.rulings = rulings
        return bids

    def lie_about_a_bid(self, seat: str, card: str) -> None:
        people = self.people
        rng = self.people.rng
        copies = 2 if people.teams else 1
        large = [each for each in people.hands[seat] if each[0] not in "234"]
        if len(large) > 1 and rng.random() < 0.3:
            self.lie("bid", seat, cards=large[:2])
        elsewhere = Counter([*people.burn, card])
        for holder, won in people.won.items():
            elsewhere.update(won if holder != seat else [])
        for gone in [each for each, times in elsewhere.items() if times == copies][:3]:
            self.lie("bid", seat, cards=[gone])
        if rng.random() < 0.2:
            self.lie("bid", seat, cards=[rng.choice(KEYS)])
        if rng.random() < 0.2:
            self.lie("bid", seat, cards=[])

    def settle(self, card: str, bidding: list[str], bids: dict[str, list[str]]) -> None:
        people = self.people
        worth = {
            side: sum(points(bids[seat]) for seat in seats) if side in bidding else None
            for side, seats in people.sides.items()
        }
        best = max(value for value in worth.values() if value is not None)
        leading = [side for side, value in worth.items() if value == best]
        winner = leading[0] if len(leading) == 1 else None
        contest, drawing = self.rulings
        verdict = jsonable(contest.verdict)
        assert (verdict["winner"], verdict["values"]) == (winner, worth)
        assert verdict["reason"] == (
            "solo" if len(bidding) == 1 else "tie" if winner is None else "higher"
        )
        for seat, bid in bids.items():
            people.take_away(seat, bid)
            people.burn += bid
        if winner is None:
            people.burn.append(card)
        else:
            people.last = winner
            people.hands[people.sides[winner][-1]].append(card)
            people.won[people.sides[winner][-1]].append(card)
        missing = {seat: 5 - len(people.hands[seat]) for seat in bids}
        refilled = people.draw_back()
        assert jsonable(drawing.verdict) == {
            "draws": missing,
            "refill_after": refilled,
            "pot": len(people.pot),
            "burn": len(people.burn),
        }

    def play_for_key(self, key: str) -> str | None:
        people = self.people
        for seat in people.rng.sample(people.seats, len(people.seats)):
            self.lie_about_a_hand(seat)
            rulings = self.enter("hand", seat, cards=self.named(seat))
        totals = {
            side: sum(points(people.hands[seat]) for seat in seats)
            for side, seats in people.sides.items()
        }
        one, other = totals
        level = totals[one] == totals[other]
        winner = people.last if level else max(totals, key=lambda side: totals[side])
        reason = (
            "higher"
            if not level
            else "random"
            if people.last is None
            else "last-winner"
        )
        assert jsonable(rulings[0].verdict) == {
            "winner": winner,
            "totals": totals,
            "reason": reason,
        }
        if winner is None:
            winner = people.rng.choice([one, other])
            rulings = self.enter("coin", None, winner=winner)
        people.keys[winner] += 1
        if people.keys[winner] == 3:
            assert jsonable(rulings[-1].verdict)["winners"] == people.sides[winner]
            return winner
        people.shuffle_all()
        assert jsonable(rulings[-1].verdict)["pot"] == len(people.pot)
        return None

    def named(self, seat: str) -> list[str]:
        """The hand as its player enters it: all of it, or what is not known anyway and
        cannot be taken for it.
        """
        hand = list(self.people.hands[seat])
        won = self.people.won[seat]
        unknown = list((Counter(hand) - Counter(won)).elements())
        return (
            unknown
            if self.people.rng.random() < 0.5 and not set(unknown) & set(won)
            else hand
        )

    def lie_about_a_hand(self, seat: str) -> None:
        people = self.people
        hand = people.hands[seat]
        won = people.won[seat]
        if len(won) < 5:
            unknown = next(
                card for card in hand if (Counter(hand) - Counter(won))[card]
            )
            short = list(hand)
            short.remove(unknown)
            self.lie("hand", seat, cards=short)
        if won:
            others = [card for card in OTHERS if card not in hand]
            self.lie(
                "hand",
                seat,
                cards=([card for card in hand if card != won[0]] + others)[:5],
            )
        open_cards = [
            card
            for card in set(people.burn)
            if people.burn.count(card) == (2 if people.teams else 1)
        ]
        if open_cards:
            without_unknown = won + [card for card in hand if card not in won]
            self.lie("hand", seat, cards=[*without_unknown[:4], open_cards[0]])


@settings(max_examples=costly(75))
@given(st.integers(0, 2**32), st.booleans(), st.integers(10, 40))
def test_people_and_referee_agree_to_the_end(seed: int, teams: bool, size: int) -> None:
    game = Game.begun(Random(seed), teams, size)
    winner = game.play()
    scene = game.match.scene
    assert scene.finished
    assert list(scene.winners) == game.people.sides[winner]
    assert {
        standing.seat for standing in scene.standings if standing.place == 1
    } == set(scene.winners)
    assert game.match.prompts == ()
