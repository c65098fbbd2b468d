"""Bridge against OpenSpiel: calls, contracts and declarers, winners of tricks, what may
be played, duplicate scores.

Deals are played four by four as matches of Chicago under the house rule
`fifty-for-part-scores`, which scores each as duplicate: once as whole deals, once with
every trick. Hands, calls and play are steered, so that games, slams, doubled contracts
and deals passed out occur. Besides, the peer plays out each contract with each number
of tricks, vulnerable or not: 2,940 scores.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

import pytest
from pyspiel import load_game
from referee_bridge.auction import BIDS as HEIGHTS, refuse_call

from referee import FIFTY_TWO, Auction
from referee.testing import PlayedMatch, ask
from tests.peers.accused import accusing, accusing_in

SEATS = ("North", "East", "South", "West")
STRAINS = ("C", "D", "H", "S", "NT")
PASS = 52
DOUBLE = 53
REDOUBLE = 54
BIDS = 55
"""The peer's numbers of calls; cards have the numbers below them, in the order of our
deck.
"""

CARDS = [one.code for one in FIFTY_TWO]
CALLS = {PASS: "P", DOUBLE: "X", REDOUBLE: "XX"}
CALLS |= {
    BIDS + n: f"{level}{strain}"
    for n, (level, strain) in enumerate(product(range(1, 8), STRAINS))
}

Hands = list[list[int]]
Pick = Callable[[list[int], bool], int]
"""Chooses one of the cards that are allowed, for the declarer's side or for the others.
"""


@dataclass
class PeerDeal:
    """A deal as the peer played it."""

    state: Any
    dealer: int
    hands: Hands
    calls: list[int] = field(default_factory=list)
    tricks: list[dict[int, int]] = field(default_factory=list)
    """By player the cards, in the order in which they were played."""
    winners: list[int] = field(default_factory=list)

    @property
    def declarer(self) -> int:
        return (
            int(
                SEATS.index(
                    next(
                        seat for seat in SEATS if f"{seat}: " in first_trick(self.state)
                    )
                )
                - 1
            )
            % 4
        )

    @property
    def taken(self) -> int:
        """How many tricks the declarer's side took, as the peer says."""
        found = re.search(r"Declarer tricks won: (\d+)", str(self.state))
        assert found
        return int(found[1])

    @property
    def words(self) -> str:
        return " ".join(CALLS[call] for call in self.calls)

    @property
    def passed_out(self) -> bool:
        return self.calls == [PASS] * 4

    @property
    def contract(self) -> dict[str, Any]:
        """What is entered of it, by what the peer wrote down: the last bid, its
        doubling, and who led.
        """
        bid = CALLS[max(self.calls)]
        since = self.calls[self.calls.index(max(self.calls)) :]
        doubled = (
            "redoubled" if REDOUBLE in since else "doubled" if DOUBLE in since else "no"
        )
        return {
            "declarer": SEATS[self.declarer],
            "level": bid[0],
            "strain": bid[1:],
            "doubled": doubled,
        }


def first_trick(state: Any) -> str:
    """The peer's line on the first trick, up to whoever led it."""
    return (
        next(
            line for line in str(state).splitlines() if line.startswith("Trick 1.")
        ).split(": ")[0]
        + ": "
    )


def begun(hands: Hands, dealer: int, vulnerable: tuple[bool, bool]) -> Any:
    """The peer's state once these hands are dealt; the dealer's side is vulnerable, and
    the other one, or not.
    """
    options = {
        "dealer": dealer,
        "dealer_vul": vulnerable[0],
        "non_dealer_vul": vulnerable[1],
    }
    state = load_game(
        "bridge", {"use_double_dummy_result": False, **options}
    ).new_initial_state()
    for n in range(52):
        state.apply_action(hands[n % 4][n // 4])
    return state


def play_out(deal: PeerDeal, pick: Pick) -> None:
    """Play the peer's deal to its end."""
    state = deal.state
    holder = {card: player for player, hand in enumerate(deal.hands) for card in hand}
    declaring: int | None = None
    while not state.is_terminal():
        allowed = state.legal_actions()
        player = holder[allowed[0]]
        if declaring is None:
            declaring = (player - 1) % 2
        if not deal.tricks or len(deal.tricks[-1]) == 4:
            if deal.tricks:
                deal.winners.append(player)
            deal.tricks.append({})
        card = pick(allowed, player % 2 == declaring)
        deal.tricks[-1][player] = card
        state.apply_action(card)


def stacked(strong: int, top: int, random: Random) -> Hands:
    """Hands in which one side has so many of the highest cards of the deck, and the
    rest is as it comes.
    """
    cards = [*range(51, -1, -1)]
    ours = cards[:top]
    others = cards[top:]
    random.shuffle(others)
    ours += others[: 26 - top]
    random.shuffle(ours)
    hands: Hands = [[], [], [], []]
    hands[strong] = ours[:13]
    hands[strong + 2] = ours[13:]
    hands[1 - strong] = others[26 - top :][:13]
    hands[3 - strong] = others[26 - top :][13:]
    return hands


def call_at_random(state: Any, strong: int, slam: str, random: Random) -> int:
    """A call that the peer allows: the strong side bids, to this slam if it is one, the
    others mostly pass.
    """
    allowed = state.legal_actions()
    chance = random.random()
    if REDOUBLE in allowed and chance < 0.2:
        return REDOUBLE
    if DOUBLE in allowed and chance < 0.3:
        return DOUBLE
    bids = [call for call in allowed if call >= BIDS]
    if not bids or random.random() > (
        0.65 if state.current_player() % 2 == strong else 0.07
    ):
        return PASS
    return random.choice([call for call in bids if CALLS[call][0] == slam] or bids[:7])


def random_deal(random: Random, dealer: int, vulnerable: tuple[bool, bool]) -> PeerDeal:
    """A deal at random, in which a side may be strong, and its declarer may take
    whatever can be taken.
    """
    strong = random.randrange(2)
    kind = random.random()
    slam = random.choice(("", "", "", "6", "7"))
    hands = stacked(strong, random.choice((0, 12, 16, 20, 24, 26)), random)
    deal = PeerDeal(begun(hands, dealer, vulnerable), dealer, hands)
    while not deal.state.is_terminal() and deal.state.current_phase() == 1:
        deal.calls.append(
            PASS if kind < 0.03 else call_at_random(deal.state, strong, slam, random)
        )
        deal.state.apply_action(deal.calls[-1])
    greedy = random.random() < 0.6
    play_out(
        deal,
        lambda cards, ours: (
            (max if ours else min)(cards) if greedy else random.choice(cards)
        ),
    )
    return deal


def vulnerability(number: int, by_dealer: bool) -> tuple[bool, bool]:
    """Whether the dealer's side is vulnerable in this deal of Chicago, and whether the
    other one is.
    """
    return {1: (False, False), 4: (True, True)}.get(number, (by_dealer, not by_dealer))


def chicagos(deals: int, random: Random) -> Iterator[tuple[bool, int, list[PeerDeal]]]:
    """Matches of Chicago of so many deals in all: who is vulnerable, who deals first,
    and the deals.
    """
    while deals > 0:
        by_dealer = random.random() < 0.5
        first = random.randrange(4)
        played = list[PeerDeal]()
        number = 1
        while number <= 4 and deals > 0:
            played.append(
                random_deal(
                    random, (first + number - 1) % 4, vulnerability(number, by_dealer)
                )
            )
            number += not played[-1].passed_out
            deals -= 1
        yield by_dealer, first, played


def match_of(by_dealer: bool, first: int, depth: str) -> PlayedMatch:
    vulnerable = "dealer" if by_dealer else "others"
    rules = ["fifty-for-part-scores"]
    return PlayedMatch.begun(
        "bridge",
        SEATS,
        dealer=SEATS[first],
        house_rules=rules,
        vulnerable=vulnerable,
        depth=depth,
    )


def count_cases(deal: PeerDeal) -> Iterator[str]:
    """Which of the cases that score this deal has."""
    if deal.passed_out:
        yield "passed out"
        return
    contract = deal.contract
    over = deal.taken - int(contract["level"]) - 6
    doubled = "" if contract["doubled"] == "no" else f" {contract['doubled']}"
    yield (f"undertricks{doubled}" if over < 0 else f"made{doubled}")
    if over > 0:
        yield f"overtricks{doubled}"
    if over >= 0:
        yield (
            f"level {contract['level']}"
            if contract["level"] in "67"
            else f"made in {contract['strain']}"
        )
    if (
        contract["declarer"]
        != SEATS[(deal.dealer + deal.calls.index(max(deal.calls))) % 4]
    ):
        yield "declared by whoever bid it first"


def test_deals_agree(deals: int, at_least: int) -> None:
    random = Random(1)
    cases = Counter[str]()
    for by_dealer, first, played in chicagos(deals, Random(4)):
        whole = match_of(by_dealer, first, "deals")
        each = match_of(by_dealer, first, "tricks")
        points = 0.0
        for deal in played:
            cases.update(count_cases(deal))
            seats = [SEATS[(deal.dealer + n) % 4] for n in range(4)]
            said = ask("bridge", "auction", seats=seats, calls=deal.words).verdict
            assert said["legal"]
            assert said["over"]
            points += deal.state.returns()[0]
            if deal.passed_out:
                assert said["declarer"] is None
                whole.enter("passed")
                each.enter("passed")
                continue
            assert {name: str(said[name]) for name in deal.contract} == deal.contract
            whole.enter("deal", **deal.contract, tricks=deal.taken)
            enter_tricks(each, deal, random)
            assert ours(whole) == ours(each) == points
    assert min(cases.values()) >= at_least, cases
    assert len(cases) == 18, cases


def ours(match: PlayedMatch) -> float:
    """The points of North and South, less those of the others."""
    return match.scores["North"] - match.scores["East"]


def enter_tricks(match: PlayedMatch, deal: PeerDeal, random: Random) -> None:
    """Enter the contract, then all tricks, whole or card by card; who wins them agrees,
    and nobody is accused.
    """
    match.enter("contract", **deal.contract)
    for number, trick in enumerate(deal.tricks):
        plays = {SEATS[player]: CARDS[card] for player, card in trick.items()}
        if random.random() < 0.1:
            for seat, card in plays.items():
                match.enter("trick", plays={seat: card})
        else:
            match.enter("trick", plays=plays)
        ruled = match.history.steps[-1].rulings
        if number < 12:
            assert ruled[0].verdict["winner"] == SEATS[deal.winners[number]]
        assert not accusing(ruled)


def test_calls_that_the_peer_does_not_allow_are_refused(deals: int) -> None:
    random = Random(2)
    for _ in range(deals):
        strong = random.randrange(2)
        dealer = random.randrange(4)
        state = begun(stacked(strong, 20, random), dealer, (False, False))
        auction = Auction(SEATS, HEIGHTS)
        while not state.is_terminal() and state.current_phase() == 1:
            allowed = {
                call
                for call, word in CALLS.items()
                if refuse_call(auction, word) is None
            }
            assert allowed == {*state.legal_actions()}
            assert not auction.is_over
            call = call_at_random(state, strong, "", random)
            auction = auction.with_call(CALLS[call])
            state.apply_action(call)
        assert auction.is_over


def test_cards_that_the_peer_does_not_allow_are_refused_or_proven(
    deals: int, at_least: int
) -> None:
    random = Random(3)
    cases = Counter[str]()
    for _ in range(deals):
        deal = random_deal(random, 0, (False, False))
        if deal.passed_out:
            continue
        match = match_of(True, 0, "tricks")
        match.enter("contract", **deal.contract)
        wrong = random.choice(("played before", "revoke"))
        if wrong == "played before":
            number = random.randrange(1, 13)
            for trick in deal.tricks[:number]:
                match.enter(
                    "trick",
                    plays={
                        SEATS[player]: CARDS[card] for player, card in trick.items()
                    },
                )
            plays = {
                SEATS[player]: CARDS[card]
                for player, card in deal.tricks[number].items()
            }
            spent = CARDS[
                random.choice([*deal.tricks[random.randrange(number)].values()])
            ]
            refused = match.refuses(
                "trick", plays={**plays, random.choice(SEATS): spent}
            )
            assert refused.verdict["card"].code == spent  # type: ignore[attr-defined]
        elif (seat := revoked(deal, match, random)) is None:
            continue
        else:
            assert {one.verdict["seat"] for one in accusing_in(match)} == {SEATS[seat]}
            assert match.scene.round == 2
        cases[wrong] += 1
    assert min(cases.values()) >= at_least, cases
    assert len(cases) == 2, cases


def revoked(deal: PeerDeal, match: PlayedMatch, random: Random) -> int | None:
    """Play a deal with a card that the peer does not allow, then as the rules have it:
    who revoked.
    """
    turns = [
        (number, player)
        for number, trick in enumerate(deal.tricks)
        for player, card in trick.items()
        if card % 4 == next(iter(trick.values())) % 4
        and player != next(iter(trick))
        and number < 12
    ]
    hands = [[*hand] for hand in deal.hands]
    for number, player in random.sample(turns, len(turns)):
        left = {card for trick in deal.tricks[number:] for card in trick.values()}
        led = next(iter(deal.tricks[number].values())) % 4
        others = [card for card in hands[player] if card in left and card % 4 != led]
        if others:
            break
    else:
        return None
    leader = next(iter(deal.tricks[0]))
    guilty = player
    for now in range(13):
        trick: dict[int, int] = {}
        for at in range(4):
            turn = (leader + at) % 4
            if now < number or (
                now == number and turn in deal.tricks[now] and turn != guilty and not at
            ):
                card = deal.tricks[now][turn]
            else:
                follows = [
                    card
                    for card in hands[turn]
                    if trick and card % 4 == next(iter(trick.values())) % 4
                ]
                card = random.choice(follows or hands[turn])
                if now == number and turn == guilty:
                    card = random.choice(others)
            trick[turn] = card
            hands[turn].remove(card)
        match.enter(
            "trick", plays={SEATS[turn]: CARDS[card] for turn, card in trick.items()}
        )
        winner = next(
            one for one in match.history.steps[-1].rulings if "suit_led" in one.verdict
        ).verdict["winner"]
        leader = SEATS.index(str(winner))
    return guilty


def lines_of_play(strain: str, random: Random) -> dict[int, tuple[Hands, list[int]]]:
    """For each number of tricks that South can take in this trump, hands and all cards
    as they were played.
    """
    found: dict[int, tuple[Hands, list[int]]] = {}
    while len(found) < 14:
        hands = stacked(random.randrange(2), random.choice((4, 8, 16, 22, 26)), random)
        deal = PeerDeal(begun(hands, 2, (False, False)), 2, hands)
        for call in (BIDS + STRAINS.index(strain), PASS, PASS, PASS):
            deal.state.apply_action(call)
        best = random.randrange(2)
        play_out(
            deal, lambda cards, ours, best=best: (max if ours == best else min)(cards)
        )  # type: ignore[misc]
        found.setdefault(
            deal.taken,
            (hands, [card for trick in deal.tricks for card in trick.values()]),
        )
    return found


@pytest.mark.parametrize("strain", STRAINS)
def test_every_contract_scores_what_the_peer_says(strain: str) -> None:
    doublings = {"no": [], "doubled": [DOUBLE], "redoubled": [DOUBLE, REDOUBLE]}
    for tricks, (hands, cards) in lines_of_play(strain, Random(4)).items():
        for level, (doubled, calls), vulnerable in product(
            range(1, 8), doublings.items(), (False, True)
        ):
            state = begun(hands, 2, (vulnerable, not vulnerable))
            bid = BIDS + 5 * (level - 1) + STRAINS.index(strain)
            for action in (bid, *calls, PASS, PASS, PASS, *cards):
                state.apply_action(action)
            given = {
                "level": str(level),
                "strain": strain,
                "doubled": doubled,
                "tricks": tricks,
            }
            said = ask("bridge", "deal", **given, vulnerable=vulnerable).decided
            assert (
                said.number("declaring") - said.number("defending")
                == state.returns()[2]
            ), given
