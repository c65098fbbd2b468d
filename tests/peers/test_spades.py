"""Spades against OpenSpiel: bids, winners of tricks, what may be played, and what each
deal scores.

Deals are played in matches, so that bags go on from deal to deal, each in both depths
at once. OpenSpiel counts the tricks of a nil that failed for the partner's bid: the
house rule `nil-tricks-help` is its rule, and without it the deals are compared in which
that makes no difference. Nor do spades ever count as broken there: nobody leads them
except from a hand of nothing else. Bids and play are steered, so that nils, sets and
full bags occur.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from pyspiel import load_game

from referee import FIFTY_TWO, Card, card
from referee.testing import PlayedMatch
from tests.peers.accused import accusing, accusing_in

SEATS = ("North", "East", "South", "West")
BID = 52
"""The peer's number of a bid of no trick; cards have the numbers below it."""

HAND = 13
PLANS = ("as dealt", "low bids", "high bids", "weak nil", "strong nil", "two nils")


@dataclass
class PeerDeal:
    """A deal of the peer, its player 0 leading, with what was bid and played."""

    state: Any
    hands: list[list[Card]]
    bids: list[int]
    tricks: list[dict[int, Card]]
    winners: list[int]

    @property
    def taken(self) -> list[int]:
        return [self.winners.count(player) for player in range(4)]

    @property
    def points(self) -> list[float]:
        return list(self.state.returns())


def card_of(state: Any, action: int) -> Card:
    suit, rank = state.action_to_string(action)
    return card(rank + suit)


NUMBER_OF = {card_of(load_game("spades").new_initial_state(), n): n for n in range(52)}


def dealt(bags: tuple[int, int], rng: Random) -> Any:
    """The peer's state once all cards are dealt, with so many bags from before."""
    state = load_game("spades").new_initial_state()
    state.set_current_scores(list(bags))
    for action in rng.sample(range(52), 52):
        state.apply_action(action)
    return state


def hands_of(state: Any) -> list[list[Card]]:
    actions = [card_of(state, action) for action in state.history()[:52]]
    return [actions[player::4] for player in range(4)]


def strength(hand: list[Card]) -> int:
    """How many tricks a hand is good for, about."""
    high = sum(
        one.rank in "AK" or (one.suit == "S" and one.rank == "Q") for one in hand
    )
    return high + max(0, sum(one.suit == "S" for one in hand) - 3)


def bids_for(plan: str, hands: list[list[Card]], rng: Random) -> list[int]:
    good = [max(1, min(6, strength(hand))) for hand in hands]
    bids = {"low bids": [1, 1, 1, 1], "high bids": [min(6, n + 2) for n in good]}.get(
        plan, good
    )
    by_strength = sorted(range(4), key=lambda player: strength(hands[player]))
    if plan in ("weak nil", "two nils"):
        bids[by_strength[0]] = 0
    if plan in ("strong nil", "two nils"):
        bids[by_strength[-1]] = 0
    return bids


def choose(legal: list[Card], bid: int, plan: str, rng: Random) -> Card:
    """Whoever bid nil ducks, unless the plan has it fail; the others play high or
    anything.
    """
    ranked = sorted(legal, key=lambda one: (one.suit == "S", one.order))
    if bid == 0 and plan != "strong nil":
        return ranked[0] if rng.random() < 0.9 else rng.choice(legal)
    return ranked[-1] if rng.random() < 0.4 else rng.choice(legal)


def may_play(hand: list[Card], trick: dict[int, Card], is_broken: bool) -> list[Card]:
    """What this hand may play; the peer says the same, but that spades are never
    broken.
    """
    if trick:
        led = next(iter(trick.values())).suit
        return [one for one in hand if one.suit == led] or hand
    return hand if is_broken else [one for one in hand if one.suit != "S"] or hand


def played(plan: str, bags: tuple[int, int], rng: Random) -> PeerDeal:
    """A deal that the peer has played to its end; what it lets everybody play is what
    we think it should.
    """
    state = dealt(bags, rng)
    hands = hands_of(state)
    deal = PeerDeal(state, hands, bids_for(plan, hands, rng), [], [])
    for bid in deal.bids:
        state.apply_action(BID + bid)
    left = [[*hand] for hand in hands]
    for _ in range(HAND):
        trick: dict[int, Card] = {}
        for _ in range(4):
            player = state.current_player()
            legal = [card_of(state, action) for action in state.legal_actions()]
            assert {*legal} == {*may_play(left[player], trick, is_broken=False)}
            trick[player] = choose(legal, deal.bids[player], plan, rng)
            left[player].remove(trick[player])
            state.apply_action(NUMBER_OF[trick[player]])
        deal.tricks.append(trick)
        deal.winners.append(state.current_player())
    tally = str(state).split("Tricks taken:")[1].split("West")[1].split("Score")[0]
    told = [*map(int, tally.split())]
    deal.winners[-1] = next(
        player for player in range(4) if told[player] > deal.winners[:-1].count(player)
    )
    return deal


class Table:
    """The same match entered in both depths; in each deal the peer's player 0 is
    whoever leads.
    """

    def __init__(self, house_rules: tuple[str, ...]) -> None:
        self.matches = [
            PlayedMatch.begun(
                "spades",
                SEATS,
                dealer="West",
                house_rules=house_rules,
                depth=depth,
                target=1000,
            )
            for depth in ("deals", "tricks")
        ]

    @property
    def state(self) -> Any:
        return self.matches[0].state

    @property
    def is_over(self) -> bool:
        return all(match.scene.finished for match in self.matches)

    def seat(self, player: int) -> str:
        first = SEATS.index(self.state.deals.rounds.first)
        return SEATS[(first + player) % 4]

    @property
    def bags(self) -> tuple[int, int]:
        """The bags of the players 0 and 2, and of 1 and 3."""
        by_side = [
            next((self.state.bags[seat] for seat in side if seat in self.state.bags), 0)
            for side in self.pairs
        ]
        return by_side[0], by_side[1]

    @property
    def pairs(self) -> list[tuple[str, ...]]:
        return [(self.seat(player), self.seat(player + 2)) for player in (0, 1)]

    def by_seat(self, values: list[Any]) -> dict[str, Any]:
        return {self.seat(player): value for player, value in enumerate(values)}

    def scored(
        self, deal: PeerDeal, in_parts: bool
    ) -> tuple[dict[str, float], list[str]]:
        """What a deal brings, entered as a whole and trick by trick, these card by card
        if `in_parts`; and who won each of its tricks.
        """
        before = self.matches[0].scores
        whose = [self.seat(player) for player in range(4)]
        bids = self.by_seat(deal.bids)
        taken = self.by_seat(deal.taken)
        whole, by_trick = self.matches
        whole.enter("bids", bids=bids)
        whole.enter("deal", tricks=taken)
        by_trick.enter("bids", bids=bids)
        winners: list[str] = []
        for trick in deal.tricks:
            plays = {whose[player]: one.code for player, one in trick.items()}
            if in_parts:
                *others, last = plays
                for seat in others:
                    by_trick.enter("trick", plays={seat: plays[seat]})
                plays = {last: plays[last]}
            step = by_trick.enter("trick", plays=plays)
            winners.append(str(step.rulings[0].verdict["winner"]))
            assert not accusing(step.rulings), "nobody broke a rule"
        assert whole.scores == by_trick.scores
        after = whole.scores
        return {seat: after[seat] - n for seat, n in before.items()}, winners


def cases(deal: PeerDeal, bags: tuple[int, int]) -> Iterator[str]:
    """What scores in a deal."""
    for player, bid in enumerate(deal.bids):
        if bid == 0:
            yield "nil failed" if deal.taken[player] else "nil made"
    for side in range(2):
        pair = side, side + 2
        bid, taken = (
            sum(each[player] for player in pair) for each in (deal.bids, deal.taken)
        )
        yield "made" if taken >= bid else "set"
        if taken >= bid and bags[side] + taken - bid > 9:
            yield "ten bags"
        if is_helped(deal, side):
            yield "made by a nil's tricks"


def is_helped(deal: PeerDeal, side: int) -> bool:
    """Whether the tricks of a nil decide something about the bid, which only the house
    rule counts them for.
    """
    pair = side, side + 2
    bid, taken = (
        sum(each[player] for player in pair) for each in (deal.bids, deal.taken)
    )
    counted = sum(deal.taken[player] for player in pair if deal.bids[player])
    return taken != counted < bid


@pytest.mark.parametrize(
    "house_rules", [("nil-tricks-help",), ()], ids=["as the peer", "as the rules"]
)
def test_deals_agree(house_rules: tuple[str, ...], deals: int, at_least: int) -> None:
    rng = Random(24)
    seen = Counter[str]()
    table = Table(house_rules)
    for number in range(deals):
        table = Table(house_rules) if table.is_over else table
        bags = table.bags
        seats = [table.seat(player) for player in range(4)]
        deal = played(PLANS[number % len(PLANS)], bags, rng)
        points, winners = table.scored(deal, in_parts=number % 10 == 0)
        assert winners == [seats[player] for player in deal.winners]
        for player, seat in enumerate(seats):
            if house_rules or not is_helped(deal, player % 2):
                assert points[seat] == deal.points[player], (
                    number,
                    deal.bids,
                    deal.taken,
                    bags,
                )
        seen.update(cases(deal, bags))
    wanted = {
        "nil made",
        "nil failed",
        "made",
        "set",
        "ten bags",
        "made by a nil's tricks",
    }
    assert all(seen[case] >= at_least for case in wanted), seen


def test_what_the_peer_does_not_allow_is_proven_and_an_honest_deal_is_not(
    deals: int, at_least: int
) -> None:
    """In each deal one card is played that the peer does not allow, if there is one;
    all that follow are allowed.
    """
    rng = Random(25)
    seen = Counter[str]()
    for _ in range(deals):
        match, offence = cheated(rng, when=rng.randrange(60))
        assert {
            (one.verdict["seat"], one.because[0].rule) for one in accusing_in(match)
        } == {*offence}
        seen.update(section for _, section in offence or [("", "honest")])
    assert all(
        seen[case] >= at_least for case in ("spades#follow", "spades#broken", "honest")
    ), seen


def cheated(rng: Random, when: int) -> tuple[PlayedMatch, list[tuple[str, str]]]:
    """A match of one deal, and who broke which rule in it: the first who can from this
    card on; none from 52 on.
    """
    state = dealt((0, 0), rng)
    left = hands_of(state)
    offence = list[tuple[str, str]]()
    match = PlayedMatch.begun("spades", SEATS, dealer="West", depth="tricks")
    match.enter("bids", bids=dict.fromkeys(SEATS, 3))
    for _ in SEATS:
        state.apply_action(BID + 3)
    leader = 0
    is_broken = False
    for number in range(HAND):
        trick: dict[int, Card] = {}
        for turn in range(4):
            player = (leader + turn) % 4
            legal = may_play(left[player], trick, is_broken and bool(offence))
            wrong = [
                one
                for one in left[player]
                if one not in may_play(left[player], trick, is_broken)
            ]
            if wrong and 4 * number + turn >= when and not offence:
                assert not {
                    card_of(state, action) for action in state.legal_actions()
                } & {*wrong}
                offence, legal = (
                    [(SEATS[player], "spades#follow" if trick else "spades#broken")],
                    wrong,
                )
            trick[player] = rng.choice(legal)
            left[player].remove(trick[player])
            if not offence:
                state.apply_action(NUMBER_OF[trick[player]])
        is_broken = is_broken or any(one.suit == "S" for one in trick.values())
        step = match.enter(
            "trick", plays={SEATS[seat]: one.code for seat, one in trick.items()}
        )
        leader = SEATS.index(str(step.rulings[0].verdict["winner"]))
    return match, offence


def test_bids_that_the_peer_does_not_allow_are_refused(deals: int) -> None:
    rng = Random(26)
    match = PlayedMatch.begun(
        "spades", SEATS, dealer="West", house_rules=("thirteen-at-most",)
    )
    for _ in range(deals):
        state = dealt((0, 0), rng)
        bids = [rng.randint(0, HAND) for _ in SEATS]
        for bid in bids:
            is_allowed = BID + bid in state.legal_actions()
            if not is_allowed:
                break
            state.apply_action(BID + bid)
        entered = dict(zip(SEATS, bids, strict=True))
        if is_allowed:
            match.tried("bids", bids=entered)
        else:
            refused = match.refuses("bids", bids=entered)
            assert refused.because[0].rule == "spades#thirteen-at-most"


def test_the_peer_has_the_same_cards() -> None:
    assert {*NUMBER_OF} == {*FIFTY_TWO}
