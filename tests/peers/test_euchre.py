"""Euchre against OpenSpiel: who makes trump, what may be played, who wins each trick,
and what each deal scores.

Deals are played in matches, each in both depths at once. Some are stacked, so that
marches, lone hands and euchres occur; in some all pass. Others have one card that the
peer does not allow: it is proven by the end of the deal, and nobody else is accused.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from pyspiel import load_game

from referee import TWENTY_FOUR, Card, card
from referee.testing import PlayedMatch
from tests.peers.accused import accusing, accusing_in

SEATS = ("North", "East", "South", "West")
SUITS = {"Clubs": "C", "Diamonds": "D", "Hearts": "H", "Spades": "S"}
SAME_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}
HAND = 5

Trick = dict[str, Card]


@dataclass
class PeerDeal:
    """A deal of the peer, with what was said, played and won in it; without a maker
    where all passed.
    """

    state: Any
    dealer: str
    hands: dict[str, list[Card]]
    maker: str = ""
    trump: str = ""
    tricks: list[Trick] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)

    @property
    def turned(self) -> Card:
        return card_of(self.state, self.state.upcard())

    @property
    def is_alone(self) -> bool:
        return bool(self.state.declarer_go_alone())

    @property
    def defender(self) -> str | None:
        """Who plays alone against a maker who does."""
        number = self.state.lone_defender()
        return SEATS[number] if self.is_alone and number in range(4) else None

    @property
    def cards_to_a_trick(self) -> int:
        return 4 - self.is_alone - (self.defender is not None)

    @property
    def taken(self) -> int:
        """The tricks of the makers."""
        first = SEATS.index(self.maker)
        return sum(self.winners.count(SEATS[n % 4]) for n in (first, first + 2))

    @property
    def points(self) -> dict[str, float]:
        """What each seat scores: the peer takes from the losers what it gives to the
        winners.
        """
        return {
            seat: max(0, n) for seat, n in zip(SEATS, self.state.returns(), strict=True)
        }


def card_of(state: Any, action: int) -> Card:
    suit, rank = state.action_to_string(action)
    return card(rank + suit)


def begun(dealer: str, stick: bool = False) -> Any:
    agreed = {"stick_the_dealer": stick, "allow_lone_defender": True}
    state = load_game("euchre", agreed).new_initial_state()
    state.apply_action(SEATS.index(dealer))
    return state


NUMBER_OF = {card_of(begun("North"), n): n for n in range(24)}
TOP = [*map(card, ("JH", "JD", "AH", "KH", "QH"))]
GOOD = [*map(card, ("JH", "AH", "QH", "9S"))]
POOR = [*map(card, ("QH", "TH", "9S", "TD", "9D"))]


def dealt(dealer: str, plan: str, rng: Random, stick: bool = False) -> PeerDeal:
    """A deal; where it is stacked, left of the dealer has a hand for hearts, or none,
    and a heart is turned up.
    """
    stacked = {
        "march": TOP,
        "lone march": TOP,
        "lone point": GOOD,
        "made": GOOD,
        "euchred": POOR,
    }.get(plan, [])
    others = [one for one in TWENTY_FOUR if one not in stacked]
    rng.shuffle(others)
    turned = card("9H") if stacked else others[-1]
    others.remove(turned)
    first = (SEATS.index(dealer) + 1) % 4
    hands: dict[str, list[Card]] = {}
    for n in range(4):
        mine = [*stacked] if n == 0 else []
        while len(mine) < HAND:
            mine.append(others.pop())
        hands[SEATS[(first + n) % 4]] = mine
    state = begun(dealer, stick)
    for n in range(20):
        state.apply_action(
            NUMBER_OF[hands[SEATS[(SEATS.index(dealer) + n) % 4]][n // 4]]
        )
    state.apply_action(NUMBER_OF[turned])
    return PeerDeal(state, dealer, hands)


def bid(deal: PeerDeal, plan: str, rng: Random) -> None:
    """Somebody makes trump, the first one where the deal is stacked; or all pass."""
    state = deal.state
    names = {action: deal.state.action_to_string(action) for action in range(24, 31)}
    while not deal.maker and not state.is_terminal():
        legal = state.legal_actions()
        player = state.current_player()
        making = [action for action in legal if names[action] != "Pass"]
        passes = plan == "passed" or (plan == "as dealt" and rng.random() < 0.75)
        if passes and len(making) < len(legal):
            state.apply_action(legal[0])
            continue
        action = rng.choice(making)
        deal.maker = SEATS[player]
        deal.trump = SUITS[names[action]]
        state.apply_action(action)
    if not deal.maker:
        return
    if deal.turned.suit == deal.trump:
        deal.hands[deal.dealer].append(deal.turned)
        discard = rng.choice(state.legal_actions())
        deal.hands[deal.dealer].remove(card_of(state, discard))
        state.apply_action(discard)
    alone = plan.startswith("lone") or (
        plan in ("as dealt", "euchred") and rng.random() < 0.2
    )
    choose(state, names, "Alone" if alone else "Partner")
    while names.get(state.legal_actions()[0]) in ALONE_OR_NOT:
        choose(state, names, rng.choice(ALONE_OR_NOT) if alone else "Partner")


ALONE_OR_NOT = ("Alone", "Partner")


def choose(state: Any, names: dict[int, str], what: str) -> None:
    state.apply_action(next(a for a in state.legal_actions() if names[a] == what))


def suit_of(one: Card, trump: str) -> str:
    return (
        trump if one.rank == "J" and one.suit == SAME_COLOUR[trump] else str(one.suit)
    )


def may_play(hand: list[Card], trick: Trick, trump: str) -> list[Card]:
    """What public rules let this hand play: the same is asked of the peer at each card."""
    if not trick:
        return hand
    led = suit_of(next(iter(trick.values())), trump)
    return [one for one in hand if suit_of(one, trump) == led] or hand


def played(deal: PeerDeal, plan: str, rng: Random) -> PeerDeal:
    """The deal, played to its end at random; or the highest cards first, where one hand
    is to take all.
    """
    state = deal.state
    left = {seat: [*hand] for seat, hand in deal.hands.items()}
    while not state.is_terminal():
        trick: Trick = {}
        for _ in range(deal.cards_to_a_trick):
            seat = SEATS[state.current_player()]
            legal = [card_of(state, action) for action in state.legal_actions()]
            assert {*legal} == {*may_play(left[seat], trick, deal.trump)}
            best = [one for one in TOP if one in legal]
            trick[seat] = (
                best[0]
                if best and plan in ("march", "lone march")
                else rng.choice(legal)
            )
            left[seat].remove(trick[seat])
            state.apply_action(NUMBER_OF[trick[seat]])
        deal.tricks.append(trick)
        deal.winners.append(SEATS[state.tricks()[len(deal.tricks) - 1].winner()])
    return deal


class Table:
    """The same match entered in both depths."""

    def __init__(self, *house_rules: str) -> None:
        self.whole, self.by_trick = (
            PlayedMatch.begun(
                "euchre",
                SEATS,
                dealer="West",
                depth=depth,
                house_rules=house_rules,
                defend_alone=True,
            )
            for depth in ("deals", "tricks")
        )

    @property
    def dealer(self) -> str:
        return str(self.whole.state.deals.rounds.dealer)

    def scored(
        self, deal: PeerDeal, in_parts: bool = False
    ) -> tuple[dict[str, float], list[str]]:
        """What a deal brings, entered as a whole and trick by trick, these card by card
        if `in_parts`; and who won each of its tricks.
        """
        before = self.whole.scores
        winners = []
        if not deal.maker:
            self.whole.enter("passed")
            self.by_trick.enter("passed")
        else:
            self.whole.enter(
                "deal",
                maker=deal.maker,
                alone=deal.is_alone,
                defender=deal.defender,
                tricks=deal.taken,
            )
            make_trump(self.by_trick, deal)
        for trick in deal.tricks:
            plays = coded(trick)
            if in_parts:
                *others, last = plays
                for seat in others:
                    self.by_trick.enter("trick", plays={seat: plays[seat]})
                plays = {last: plays[last]}
            step = self.by_trick.enter("trick", plays=plays)
            winners.append(str(step.rulings[0].verdict["winner"]))
            assert not accusing(step.rulings), "nobody broke a rule"
        after = self.whole.scores
        assert after == self.by_trick.scores
        return {seat: after[seat] - n for seat, n in before.items()}, winners


def coded(trick: Trick) -> dict[str, str]:
    return {seat: one.code for seat, one in trick.items()}


def make_trump(match: PlayedMatch, deal: PeerDeal) -> None:
    trump = "ordered-up" if deal.trump == deal.turned.suit else deal.trump
    match.enter(
        "contract",
        turned=deal.turned.code,
        trump=trump,
        maker=deal.maker,
        alone=deal.is_alone,
        defender=deal.defender,
    )


def cases(deal: PeerDeal) -> Iterator[str]:
    """What scores in a deal."""
    if not deal.maker:
        yield "passed"
        return
    yield "ordered up" if deal.turned.suit == deal.trump else "named"
    alone = "alone, " if deal.is_alone else ""
    if deal.defender and deal.taken < 3:
        yield "euchred by one alone"
    yield alone + (
        "euchred" if deal.taken < 3 else "made" if deal.taken < HAND else "march"
    )
    if any(
        one is card(f"J{SAME_COLOUR[deal.trump]}")
        for trick in deal.tricks
        for one in trick.values()
    ):
        yield "left bower"


PLANS = (
    "as dealt",
    "march",
    "as dealt",
    "lone march",
    "made",
    "lone point",
    "euchred",
    "as dealt",
    "passed",
)
CASES = ("passed", "ordered up", "named", "made", "march", "euchred", "left bower")
ALONE = ("alone, made", "alone, march", "alone, euchred", "euchred by one alone")


def test_deals_agree(deals: int, at_least: int) -> None:
    rng = Random(24)
    seen = Counter[str]()
    table = Table()
    for number in range(deals):
        table = Table() if table.whole.scene.finished else table
        plan = PLANS[number % len(PLANS)]
        deal = dealt(table.dealer, plan, rng)
        bid(deal, plan, rng)
        points, winners = table.scored(
            played(deal, plan, rng), in_parts=number % 10 == 0
        )
        assert winners == deal.winners
        assert points == deal.points, (number, deal.maker, deal.taken)
        seen.update(cases(deal))
    assert all(seen[case] >= at_least for case in (*CASES, *ALONE)), seen


def test_with_the_dealer_stuck_nobody_passes_for_good(deals: int) -> None:
    rng = Random(25)
    table = Table("stick-the-dealer")
    for _ in range(max(5, deals // 10)):
        table = Table("stick-the-dealer") if table.whole.scene.finished else table
        deal = dealt(table.dealer, "passed", rng, stick=True)
        bid(deal, "passed", rng)
        assert deal.maker == table.dealer, "the peer has the dealer name a suit too"
        assert (
            table.whole.refuses("passed").because[0].rule == "euchre#stick-the-dealer"
        )
        points, _winners = table.scored(played(deal, "passed", rng))
        assert points == deal.points


def test_what_the_peer_does_not_allow_is_proven_and_an_honest_deal_is_not(
    deals: int, at_least: int
) -> None:
    """In each deal one card is played that the peer does not allow, if there is one;
    all that follow are allowed.
    """
    rng = Random(26)
    seen = Counter[str]()
    for _ in range(deals):
        deal = dealt("West", "as dealt", rng)
        bid(deal, "as dealt", rng)
        if not deal.maker:
            continue
        match = PlayedMatch.begun(
            "euchre", SEATS, dealer="West", depth="tricks", defend_alone=True
        )
        make_trump(match, deal)
        offender = cheated(match, deal, rng, when=rng.randrange(20))
        assert {ruling.verdict["seat"] for ruling in accusing_in(match)} == {*offender}
        seen["a revoke" if offender else "honest"] += 1
        if offender:
            expected = sides_gain(deal, offender[0])
            assert {seat: match.scores[seat] for seat in SEATS} == expected
    assert seen["a revoke"] >= at_least, seen
    assert seen["honest"] >= at_least, seen


def sides_gain(deal: PeerDeal, offender: str) -> dict[str, float]:
    """What everybody has after a deal in which this seat revoked, by our reading."""
    makers = {SEATS[(SEATS.index(deal.maker) + n) % 4] for n in (0, 2)}
    scores_four = deal.defender is not None if offender in makers else deal.is_alone
    points = 4 if scores_four else 2
    return {
        seat: points if (seat in makers) != (offender in makers) else 0
        for seat in SEATS
    }


def cheated(match: PlayedMatch, deal: PeerDeal, rng: Random, when: int) -> list[str]:
    """Play the deal out; from this card on the first who can does not follow suit.
    Return who did.
    """
    left = {seat: [*hand] for seat, hand in deal.hands.items()}
    offender = list[str]()
    leader = ""
    playing = [SEATS[n] for n in range(4) if deal.state.active_players()[n]]
    leader = SEATS[deal.state.current_player()]
    for number in range(HAND):
        trick: Trick = {}
        for turn in range(len(playing)):
            seat = playing[(playing.index(leader) + turn) % len(playing)]
            legal = may_play(left[seat], trick, deal.trump)
            wrong = [one for one in left[seat] if one not in legal]
            if wrong and len(playing) * number + turn >= when and not offender:
                assert not {
                    card_of(deal.state, action) for action in deal.state.legal_actions()
                } & {*wrong}
                offender = [seat]
                legal = wrong
            trick[seat] = rng.choice(legal)
            left[seat].remove(trick[seat])
            if not offender:
                deal.state.apply_action(NUMBER_OF[trick[seat]])
        leader = str(
            match.enter("trick", plays=coded(trick)).rulings[0].verdict["winner"]
        )
    return offender


@pytest.mark.parametrize("plan", ["march", "as dealt"])
def test_a_card_that_cannot_be_in_that_hand_is_refused(plan: str, deals: int) -> None:
    """The card turned up: nobody has it who was not given it."""
    rng = Random(27)
    for _ in range(max(5, deals // 20)):
        deal = dealt("West", plan, rng)
        bid(deal, plan, rng)
        if not deal.maker or deal.is_alone:
            continue
        match = PlayedMatch.begun(
            "euchre", SEATS, dealer="West", depth="tricks", defend_alone=True
        )
        make_trump(match, deal)
        others = [one.code for one in TWENTY_FOUR if one is not deal.turned]
        holders = [seat for seat in SEATS if deal.turned in deal.hands[seat]]
        for seat in SEATS:
            plays = {
                **dict(zip(SEATS, rng.sample(others, 4), strict=True)),
                seat: deal.turned.code,
            }
            if seat in holders:
                match.tried("trick", plays=plays)
            else:
                assert (
                    match.refuses("trick", plays=plays).because[0].rule
                    == "euchre#turned"
                )
