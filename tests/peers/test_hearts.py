"""Hearts against OpenSpiel's `hearts`: who wins each trick, what may be played, and
what the deal counts.

The peer's deals are entered trick by trick, whole or card by card, and as deals. Some
are stacked, so that moons and hands of nothing but points occur often enough. Each is
then played once more with a card that the peer does not allow: it is refused, or proven
by the end of the deal, and nobody else is accused.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pyspiel

from referee.testing import PlayedMatch
from tests.peers.accused import accusing

SEATS = ("North", "East", "South", "West")
RANKS = "23456789TJQKA"
PEER_CODES = [rank + suit for rank in RANKS for suit in "CDHS"]
"""The peer's cards by its numbers."""
TOP = ["AC", "KC", "AD", "KD", "QD", "AS", "KS", "QS", "AH", "KH", "QH", "JH", "TH"]
"""Each of these takes whatever trick it is played to, if it is led or followed with."""
HEARTS = [rank + "H" for rank in RANKS]
QUEEN = "QS"
JACK = "JD"

Trick = dict[str, str]


@dataclass
class PeerDeal:
    """A deal as the peer played it, with what was held and allowed before each card."""

    queen_breaks: bool
    jack: bool
    first_points: bool
    club_leads: bool
    tricks: list[Trick] = field(default_factory=list)
    turns: list[tuple[str, list[str], list[str]]] = field(default_factory=list)
    """The seat in turn, its hand, and what the peer allowed it."""
    points: dict[str, int] = field(default_factory=dict)

    @property
    def taken(self) -> dict[str, list[str]]:
        cards: dict[str, list[str]] = {seat: [] for seat in SEATS}
        for trick in self.tricks:
            cards[winner_of(trick)] += trick.values()
        return cards

    def begun(self, depth: str) -> PlayedMatch:
        rules = ["jack-of-diamonds"] if self.jack else []
        return PlayedMatch.begun(
            "hearts",
            SEATS,
            house_rules=rules,
            depth=depth,
            queen_breaks=self.queen_breaks,
            first_points=self.first_points,
            lead="club" if self.club_leads else "lowest",
            target=500,
        )


def led_in(trick: Trick) -> str:
    return next(iter(trick.values()))[1]


def winner_of(trick: Trick) -> str:
    return max(
        trick,
        key=lambda seat: (trick[seat][1] == led_in(trick), RANKS.index(trick[seat][0])),
    )


def dealt(random: Random, stacked: list[str]) -> list[list[str]]:
    """Four hands, one of which begins with these cards."""
    others = [card for card in PEER_CODES if card not in stacked]
    random.shuffle(others)
    first = stacked + others[: 13 - len(stacked)]
    rest = others[13 - len(stacked) :]
    hands = [first, rest[:13], rest[13:26], rest[26:]]
    random.shuffle(hands)
    return hands


def played_by_peer(
    random: Random, hands: list[list[str]], direction: int, shoots: bool
) -> PeerDeal:
    """These hands, passed in this direction, and played at random; or each plays its
    highest card.
    """
    deal = PeerDeal(*[random.random() < 0.5 for _ in range(4)])
    agreed = {
        "qs_breaks_hearts": deal.queen_breaks,
        "jd_bonus": deal.jack,
        "no_pts_on_first_trick": not deal.first_points,
        "can_lead_any_club": deal.club_leads,
    }
    game = pyspiel.load_game("hearts", agreed)
    state = game.new_initial_state()
    state.apply_action(direction)
    for n in range(52):
        state.apply_action(PEER_CODES.index(hands[n % 4][n // 4]))
    for _ in range(12 if direction else 0):
        state.apply_action(random.choice(state.legal_actions()))
    held = [list(hand) for hand in state.to_dict()["hands"]]
    while not state.is_terminal():
        player = state.current_player()
        allowed = [PEER_CODES[one] for one in state.legal_actions()]
        deal.turns.append((SEATS[player], list(held[player]), allowed))
        card = (
            max(allowed, key=lambda one: RANKS.index(one[0]))
            if shoots
            else random.choice(allowed)
        )
        if not deal.tricks or len(deal.tricks[-1]) == 4:
            deal.tricks.append({})
        deal.tricks[-1][SEATS[player]] = card
        held[player].remove(card)
        state.apply_action(PEER_CODES.index(card))
    deal.points = {
        seat: round(26 - n) for seat, n in zip(SEATS, state.returns(), strict=True)
    }
    return deal


def random_deal(random: Random) -> PeerDeal:
    """A deal at random; every tenth a moon, every twentieth with a hand that has
    nothing but points.
    """
    kind = random.random()
    if kind < 0.1:
        return played_by_peer(random, dealt(random, TOP), 0, shoots=True)
    if kind < 0.15:
        points = random.choice([HEARTS, [QUEEN, *random.sample(HEARTS, 12)]])
        return played_by_peer(random, dealt(random, points), 0, shoots=False)
    return played_by_peer(random, dealt(random, []), random.randrange(4), shoots=False)


def enter(match: PlayedMatch, trick: Trick, random: Random) -> None:
    """The trick whole, or card by card; points in the first trick are let pass, unless
    the table has agreed on them.
    """
    setting = match.setting.chosen
    is_first = match.state.deals.deal.trick == 1
    counts = any(card == QUEEN or card[1] == "H" for card in trick.values())
    leader = {}
    if is_first and setting.choice("lead") == "club":
        leader = {"leader": next(iter(trick))}
    if is_first and counts and not setting.flag("first_points"):
        match.let_pass("trick", plays=trick, **leader)
    elif leader:
        match.enter("trick", plays=trick, **leader)
    elif random.random() < 0.1:
        for seat, card in trick.items():
            match.enter("trick", plays={seat: card})
    else:
        match.enter("trick", plays=trick)


def count_cases(deal: PeerDeal) -> Counter[str]:
    """Which of the cases that matter this deal has."""
    hearts = [
        n
        for n, trick in enumerate(deal.tricks)
        if any(card[1] == "H" for card in trick.values())
    ]
    queen = next(n for n, trick in enumerate(deal.tricks) if QUEEN in trick.values())
    first_heart_led = led_in(deal.tricks[hearts[0]]) == "H"
    without_jack = {
        seat: n + 10 * (deal.jack and JACK in deal.taken[seat])
        for seat, n in deal.points.items()
    }
    cases = {
        "moon": 0 in without_jack.values() and sum(without_jack.values()) == 78,
        "moon and jack": deal.jack and sum(without_jack.values()) == 78,
        "jack": deal.jack,
        "points in the first trick": any(
            card == QUEEN or card[1] == "H" for card in deal.tricks[0].values()
        ),
        "the queen has broken hearts": deal.queen_breaks
        and first_heart_led
        and queen < hearts[0],
        "hearts led from nothing else": first_heart_led
        and not (deal.queen_breaks and queen < hearts[0]),
    }
    return Counter(case for case, holds in cases.items() if holds)


def test_honest_deals_agree(deals: int, at_least: int) -> None:
    random = Random(1)
    cases = Counter[str]()
    for _ in range(deals):
        deal = random_deal(random)
        cases += count_cases(deal)
        match = deal.begun("tricks")
        for trick in deal.tricks:
            enter(match, trick, random)
            ruled = next(one for one in match.rulings if "suit_led" in one.verdict)
            assert ruled.verdict["winner"] == winner_of(trick)
            assert match.state.deals.deal.offenders == ()
        assert match.scores == deal.points
        assert not accusing(match.rulings)
    assert min(cases.values()) >= at_least, cases
    assert len(cases) == 6, cases


def test_deals_as_a_whole_agree(deals: int) -> None:
    random = Random(1)
    for _ in range(deals):
        deal = random_deal(random)
        match = deal.begun("deals")
        told: dict[str, Any] = {
            "hearts": {
                seat: sum(card[1] == "H" for card in cards)
                for seat, cards in deal.taken.items()
            },
            "queen": next(seat for seat, cards in deal.taken.items() if QUEEN in cards),
        }
        if deal.jack:
            told["jack"] = next(
                seat for seat, cards in deal.taken.items() if JACK in cards
            )
        match.enter("deal", **told)
        assert match.scores == deal.points


def test_what_the_peer_does_not_allow_is_refused_or_proven(
    deals: int, at_least: int
) -> None:
    random = Random(2)
    cases = Counter[str]()
    for _ in range(deals):
        deal = random_deal(random)
        wrong: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for turn, (_, hand, allowed) in enumerate(deal.turns):
            for card in sorted({*hand} - {*allowed}):
                wrong[what_is_wrong(deal, turn, card)].append((turn, card))
        what = random.choice(sorted(wrong))
        cases[what] += 1
        turn, card = random.choice(wrong[what])
        tricks = played_on(deal, turn, card, random)
        match = deal.begun("tricks")
        if what.startswith("refused"):
            leader = {"leader": next(iter(tricks[0]))} if deal.club_leads else {}
            match.refuses("trick", plays=tricks[0], **leader)
            continue
        for trick in tricks:
            enter(match, trick, random)
        [count] = [one for one in match.rulings if "points" in one.verdict]
        assert count.verdict["points"] == {
            seat: 26 if seat == deal.turns[turn][0] else 0 for seat in SEATS
        }
    assert min(cases.values()) >= at_least, cases
    assert len(cases) == 4, cases


def what_is_wrong(deal: PeerDeal, turn: int, card: str) -> str:
    if turn == 0:
        return "refused: the first lead"
    counts = card == QUEEN or card[1] == "H"
    if turn < 4 and counts and not deal.first_points:
        return "refused: points in the first trick"
    return "proven: a revoke" if turn % 4 else "proven: hearts led too early"


def played_on(deal: PeerDeal, turn: int, card: str, random: Random) -> list[Trick]:
    """The tricks of a deal up to this turn, then this card, and then all others as the
    rules have it.
    """
    seat = deal.turns[turn][0]
    begins = turn - turn % 4
    tricks = [
        *deal.tricks[: turn // 4],
        {**dict([*deal.tricks[turn // 4].items()][: turn % 4]), seat: card},
    ]
    played = {one for trick in tricks for one in trick.values()}
    hands = {
        whose: [one for one in had if one not in played]
        for whose, had, _ in deal.turns[begins : begins + 4]
    }
    while any(hands.values()):
        if len(tricks[-1]) == 4:
            seat = winner_of(tricks[-1])
            tricks.append(
                {seat: honest_lead(hands[seat], played, deal.queen_breaks, random)}
            )
        else:
            seat = SEATS[(SEATS.index(seat) + 1) % 4]
            tricks[-1][seat] = honest_card(
                hands[seat],
                led_in(tricks[-1]),
                len(tricks) == 1 and not deal.first_points,
                random,
            )
        hands[seat].remove(tricks[-1][seat])
        played.add(tricks[-1][seat])
    return tricks


def honest_lead(
    hand: list[str], played: set[str], queen_breaks: bool, random: Random
) -> str:
    broken = any(card[1] == "H" or (queen_breaks and card == QUEEN) for card in played)
    others = [card for card in hand if card[1] != "H"]
    return random.choice(hand if broken else others or hand)


def honest_card(hand: list[str], led: str, keeps_points: bool, random: Random) -> str:
    of_suit = [card for card in hand if card[1] == led]
    harmless = (
        [card for card in hand if card != QUEEN and card[1] != "H"]
        if keeps_points
        else []
    )
    return random.choice(of_suit or harmless or hand)
