"""Oh Hell against OpenSpiel's `oh_hell`: which bids can stand, who wins each trick, and
what bids score.

Three to seven play, with as many cards as chance has it. The peer's deals are entered
trick by trick, whole or card by card, and as bids and tricks. Each bid that it does not
allow the dealer is refused. Then each deal is played once more with a revoke, which is
proven by the end of the deal, and nobody else is accused.
"""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pyspiel

from referee.testing import PlayedMatch
from tests.peers.accused import accusing

SEATS = ("Ana", "Ben", "Cy", "Dee", "Eve", "Finn", "Gus")
RANKS = "23456789TJQKA"
PEER_CODES = [rank + suit for rank in RANKS for suit in "CDSH"]
"""The peer's cards by its numbers; the numbers from 52 on are bids."""

Trick = dict[str, str]


@dataclass
class PeerDeal:
    """A deal as the peer played it, with what was held and allowed before each card."""

    seats: tuple[str, ...]
    dealer: str
    hand: int
    turned: str
    scoring: str
    bids: dict[str, int] = field(default_factory=dict)
    dealer_may_bid: list[int] = field(default_factory=list)
    tricks: list[Trick] = field(default_factory=list)
    turns: list[tuple[str, list[str], list[str]]] = field(default_factory=list)
    """The seat in turn, its hand, and what the peer allowed it."""
    points: dict[str, int] = field(default_factory=dict)

    @property
    def tricks_of(self) -> dict[str, int]:
        taken = Counter(self.winner_of(trick) for trick in self.tricks)
        return {seat: taken[seat] for seat in self.seats}

    def winner_of(self, trick: Trick) -> str:
        led = next(iter(trick.values()))[1]

        def strength(seat: str) -> tuple[bool, bool, int]:
            suit = trick[seat][1]
            return suit == self.turned[1], suit == led, RANKS.index(trick[seat][0])

        return max(trick, key=strength)

    def begun(self, depth: str) -> PlayedMatch:
        options: dict[str, Any] = {
            "highest": self.hand,
            "course": "down",
            "scoring": self.scoring,
        }
        return PlayedMatch.begun(
            "oh-hell", self.seats, dealer=self.dealer, depth=depth, **options
        )


def played_by_peer(random: Random) -> PeerDeal:
    """A deal at random; bids are low, so that they are right now and then."""
    players = random.randrange(3, 8)
    hand = random.choice([1, 2, 3, random.randint(1, 51 // players)])
    penalty = random.random() < 0.5
    rules = {"players": players, "num_tricks_fixed": hand, "off_bid_penalty": penalty}
    state = pyspiel.load_game("oh_hell", rules).new_initial_state()
    state.apply_action(hand)
    seats = SEATS[:players]
    dealer = random.randrange(players)
    state.apply_action(dealer)
    cards = random.sample(PEER_CODES, hand * players + 1)
    for card in cards:
        state.apply_action(PEER_CODES.index(card))
    deal = PeerDeal(
        seats, seats[dealer], hand, cards[-1], "off" if penalty else "tricks"
    )
    for _ in seats:
        allowed = [action - 52 for action in state.legal_actions()]
        if state.current_player() == dealer:
            deal.dealer_may_bid = allowed
        deal.bids[seats[state.current_player()]] = bid = min(
            random.choice(allowed), random.choice(allowed)
        )
        state.apply_action(bid + 52)
    held = [cards[n:-1:players] for n in range(players)]
    while not state.is_terminal():
        player = state.current_player()
        may_play = [PEER_CODES[one] for one in state.legal_actions()]
        deal.turns.append((seats[player], list(held[player]), may_play))
        card = random.choice(may_play)
        if not deal.tricks or len(deal.tricks[-1]) == players:
            deal.tricks.append({})
        deal.tricks[-1][seats[player]] = card
        held[player].remove(card)
        state.apply_action(PEER_CODES.index(card))
    deal.points = {
        seat: round(n) for seat, n in zip(seats, state.returns(), strict=True)
    }
    return deal


def enter(match: PlayedMatch, trick: Trick, random: Random) -> None:
    """The trick whole, or card by card."""
    if random.random() < 0.1:
        for seat, card in trick.items():
            match.enter("trick", plays={seat: card})
    else:
        match.enter("trick", plays=trick)


def count_cases(deal: PeerDeal) -> Counter[str]:
    """Which of the cases that matter this deal has."""
    cases: Counter[str] = Counter()
    for seat, taken in deal.tricks_of.items():
        bid = deal.bids[seat]
        how = "right" if bid == taken else "too high" if bid > taken else "too low"
        cases[f"{deal.scoring}: {how}"] += 1
        cases[f"{deal.scoring}: none bid, none taken"] += not bid and not taken
    cases["the dealer cannot bid"] += len(deal.dealer_may_bid) <= deal.hand
    for trick in deal.tricks:
        cases["a trump wins another suit"] += (
            trick[deal.winner_of(trick)][1] != next(iter(trick.values()))[1]
        )
    return cases


def test_bids_agree(deals: int) -> None:
    random = Random(1)
    for _ in range(deals):
        deal = played_by_peer(random)
        match = deal.begun("deals")
        for bid in range(deal.hand + 1):
            bids = deal.bids | {deal.dealer: bid}
            if bid in deal.dealer_may_bid:
                match.tried("bids", bids=bids)
            else:
                assert (
                    match.refuses("bids", bids=bids).because[0].rule == "oh-hell#dealer"
                )


def test_deals_agree_at_both_depths(deals: int, at_least: int) -> None:
    random = Random(2)
    cases = Counter[str]()
    for _ in range(deals):
        deal = played_by_peer(random)
        cases += count_cases(deal)
        match = deal.begun("tricks")
        match.enter("bids", bids=deal.bids, turned=deal.turned)
        for trick in deal.tricks:
            enter(match, trick, random)
            assert next(
                one for one in match.rulings if "suit_led" in one.verdict
            ).verdict["winner"] == (deal.winner_of(trick))
        assert not accusing(match.rulings)
        assert match.scores == deal.points
        match = deal.begun("deals")
        match.enter("bids", bids=deal.bids)
        match.enter("deal", tricks=deal.tricks_of)
        assert match.scores == deal.points
    assert min(cases.values()) >= at_least, cases
    assert len(cases) == 10, cases


def test_a_card_that_the_peer_does_not_allow_is_proven(
    deals: int, at_least: int
) -> None:
    random = Random(3)
    tried = 0
    for _ in range(deals):
        deal = played_by_peer(random)
        wrong = [
            n
            for n, (_, hand, allowed) in enumerate(deal.turns)
            if len(hand) > len(allowed)
        ]
        if not wrong:
            continue
        tried += 1
        turn = random.choice(wrong)
        offender = deal.turns[turn][0]
        match = deal.begun("tricks")
        match.enter("bids", bids=deal.bids, turned=deal.turned)
        tricks = played_on(deal, turn, random)
        for trick in tricks:
            enter(match, trick, random)
        [scored] = [one for one in match.rulings if "made" in one.verdict]
        revoked = [
            reason for reason in scored.because if reason.rule == "oh-hell#offence"
        ]
        assert [reason.text.values["seat"] for reason in revoked] == [offender]
        taken = sum(deal.winner_of(trick) == offender for trick in tricks)
        off = abs(deal.bids[offender] - taken)
        wrong = -off if deal.scoring == "off" else 0
        assert scored.decided.numbers_by_seat("points")[offender] == wrong
    assert tried >= at_least


def played_on(deal: PeerDeal, turn: int, random: Random) -> list[Trick]:
    """The tricks of a deal up to this turn, then a card that was not allowed, and then
    all others as they follow.
    """
    players = len(deal.seats)
    seat, hand, allowed = deal.turns[turn]
    begins = turn - turn % players
    begun = dict([*deal.tricks[turn // players].items()][: turn % players])
    tricks = [
        *deal.tricks[: turn // players],
        {**begun, seat: random.choice(sorted({*hand} - {*allowed}))},
    ]
    turns: list[Any] = deal.turns[begins : begins + players]
    hands = {
        whose: [one for one in had if one != tricks[-1].get(whose)]
        for whose, had, _ in turns
    }
    while any(hands.values()):
        if len(tricks[-1]) == players:
            seat = deal.winner_of(tricks[-1])
            tricks.append({seat: random.choice(hands[seat])})
        else:
            seat = deal.seats[(deal.seats.index(seat) + 1) % players]
            led = next(iter(tricks[-1].values()))[1]
            tricks[-1][seat] = random.choice(
                [card for card in hands[seat] if card[1] == led] or hands[seat]
            )
        hands[seat].remove(tricks[-1][seat])
    return tricks
