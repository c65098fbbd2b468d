"""Doppelkopf against a second implementation, which somebody else wrote from the rules
alone: who takes each trick, who may still announce what, who is accused, and what each
deal scores, entered trick by trick and as a whole.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from random import Random
from typing import Any

import pytest

from referee.testing import PlayedMatch
from tests.peers.accused import accusing_in
from tests.peers.amounts import MANY, few_or_many
from tests.peers.doppelkopf import (
    BOUNDS,
    LEVELS,
    OTHER,
    RANK_SOLOS,
    SOLOS,
    TWO_AGAINST_TWO,
    Deal,
    Rules,
    legal,
    pack,
    side_that_wins,
    strongest,
    trumps,
)

SEATS = ("Ana", "Ben", "Cy", "Dee")
PLANS = (
    "as dealt",
    "strong",
    "solo",
    "pledges",
    "silent solo",
    "solo",
    "wedding",
    "poverty",
    "strong wedding",
    "as dealt",
)
PLAYED_HIGH = ("strong", "solo", "strong wedding")


def dealt(rng: Random, plan: str) -> Deal:
    """A deal: the cards as chance has them, or stacked for what seldom happens."""
    rules = Rules.drawn(rng)
    cards = pack(rules.cards == "40")
    rng.shuffle(cards)
    first = rng.choice(SEATS)
    game = "normal"
    top: list[str] = []
    if plan == "solo":
        game = rng.choice(SOLOS)
        if rng.random() < 0.4:
            top = strongest(cards, trumps(game))[: rules.tricks]
    elif plan in ("wedding", "poverty", "strong wedding"):
        game = plan.removeprefix("strong ")
    if plan in ("silent solo", "wedding"):
        top = ["QC", "QC"]
    elif plan == "strong wedding":
        top = strongest(cards, trumps(game))[:6]
    elif plan == "strong":
        top = strongest(cards, trumps(game))[: rules.tricks + 3]
    hands = hands_with(cards, first, top)
    re: tuple[str, ...] = ()
    if game in SOLOS or game == "wedding":
        re = (first,)
    elif game == "poverty":
        re = (first, rng.choice([seat for seat in SEATS if seat != first]))
    deal = Deal(rules, SEATS, game, hands, re)
    holds_pigs = any(hand.count("AD") == 2 for hand in hands.values())
    if rules.pigs and game in TWO_AGAINST_TWO and holds_pigs:
        deal.with_pigs = rng.random() < 0.7
        deal.order = trumps(game, deal.with_pigs)
    return deal


def hands_with(cards: list[str], first: str, top: list[str]) -> dict[str, list[str]]:
    """Hands of these cards; the first has those on top, and who sits opposite what is
    over.
    """
    rest = [*cards]
    for card in top:
        rest.remove(card)
    size = len(cards) // 4
    hands = {first: top[:size]}
    partner = SEATS[(SEATS.index(first) + 2) % 4]
    hands[partner] = top[size:]
    for seat in SEATS:
        hand = hands.setdefault(seat, [])
        while len(hand) < size:
            hand.append(rest.pop())
    return hands


class Table:
    """One deal in one match, trick by trick."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.match = begun(deal, "tricks")
        self.left = {seat: [*hand] for seat, hand in deal.hands.items()}
        self.refused = 0
        self.accepted = 0
        self.knows_pigs = False
        if deal.game != "normal":
            self.match.enter("game", game=deal.game, re=[*deal.re])
        if deal.with_pigs:
            pigs = next(s for s in SEATS if deal.hands[s].count("AD") == 2)
            self.match.enter("pigs", seat=pigs)

    def announce(self, seat: str, level: int) -> None:
        """Announce a level, which is taken exactly where there is time for it."""
        deal = self.deal
        held = deal.rules.tricks - len(deal.tricks)
        side = deal.side_of(seat)
        said: dict[str, Any] = {
            "seat": seat,
            "side": side,
            "level": LEVELS[level],
            "in_hand": held,
        }
        if deal.may_announce(seat, level):
            self.match.enter("announce", **said)
            deal.sides[side].level = level
            self.accepted += 1
        else:
            self.match.refuses("announce", **said)
            self.refused += 1

    def play(self, rng: Random, plan: str, cheats_at: int = -1) -> None:
        """Play the next trick; from this card of the deal on the first who can breaks
        suit.
        """
        deal = self.deal
        leader = deal.next_leader()
        trick: dict[str, str] = {}
        for n in range(4):
            seat = SEATS[(SEATS.index(leader) + n) % 4]
            hand = self.left[seat]
            may = legal(hand, trick, deal.order)
            wrong = [card for card in hand if card not in may]
            number = 4 * len(deal.tricks) + n
            if wrong and not deal.offender and 0 <= cheats_at <= number:
                deal.offender = seat
                may = wrong
            card = rng.choice([each for each in may if each != "JC"] or may)
            if plan in PLAYED_HIGH and seat in deal.re and rng.random() < 0.97:
                card = strongest(may, deal.order)[0]
            elif plan in PLAYED_HIGH:
                card = strongest(may, deal.order)[-1]
            hand.remove(card)
            trick[seat] = card
        deal.take(trick)
        step = self.match.enter("trick", plays=trick)
        won = step.rulings[0].verdict["winner"]
        assert won == deal.winners[-1], (trick, deal.game, deal.rules)


def begun(deal: Deal, depth: str) -> PlayedMatch:
    leader = deal.leads_first()
    first = leader if not deal.rules.solo_leads else SEATS[0]
    dealer = SEATS[(SEATS.index(first) - 1) % 4]
    options = asdict(deal.rules)
    return PlayedMatch.begun(
        "doppelkopf", SEATS, dealer=dealer, depth=depth, rounds=1, **options
    )


def played(rng: Random, plan: str, cheats_at: int = -1) -> Table:
    deal = dealt(rng, plan)
    table = Table(deal)
    eager = {"strong": 0.7, "pledges": 0.5}.get(plan, 0.1)
    for _ in range(deal.rules.tricks):
        for seat in SEATS:
            if rng.random() < eager:
                own = deal.sides[deal.side_of(seat)].level
                most = 3 if plan == "pledges" else 5
                level = rng.randint(1, most)
                if plan == "strong" and deal.side_of(seat) == "kontra":
                    continue
                if plan == "strong":
                    level = min(own + 1, 5)
                if level:
                    table.announce(seat, level)
        table.play(rng, plan, cheats_at)
    deal.count()
    return table


def entered_whole(deal: Deal) -> PlayedMatch:
    """The same deal, entered as a whole."""
    match = begun(deal, "deals")
    data: dict[str, Any] = {"game": deal.game, "re": [*deal.re]}
    data["eyes"] = deal.sides["re"].eyes
    for side, told in deal.sides.items():
        data[f"announced_{side}"] = LEVELS[told.level]
        if not deal.is_alone:
            data[f"foxes_{side}"] = told.foxes
            data[f"heads_{side}"] = told.heads
            data[f"charlie_{side}"] = told.charlie
            if deal.rules.charlie_caught:
                data[f"charlie_caught_{side}"] = told.caught
        if told.eyes == 0 and told.tricks:
            data["nines"] = True
    if deal.offender:
        data["offenders"] = [deal.offender]
    match.enter("deal", **data)
    return match


def cases(deal: Deal) -> Iterator[str]:
    """What scores in a deal."""
    won = side_that_wins(deal.sides)
    yield f"won by {won}"
    yield "alone" if deal.is_alone else "two against two"
    yield deal.game
    if deal.game == "wedding":
        yield "a wedding alone" if deal.is_alone else "a wedding with a partner"
    if deal.game == "normal" and deal.is_alone:
        yield "a silent solo"
    if deal.offender:
        yield f"offended by {deal.side_of(deal.offender)}"
    for side, told in deal.sides.items():
        others = deal.sides[OTHER[side]]
        yield from (f"under {n}" for n in BOUNDS if told.eyes < n)
        if told.tricks == 0:
            yield "black"
        yield f"announced {LEVELS[told.level]}"
        if others.level >= 2 and told.eyes >= (0, 0, 120, 90, 60, 30)[others.level]:
            yield "reached"
        for name in ("foxes", "heads", "charlie", "caught"):
            if getattr(told, name):
                yield name
    if deal.with_pigs:
        yield "pigs"
    if deal.rules.dullen != "first" and any(
        [*trick.values()].count("TH") == 2 for trick in deal.tricks
    ):
        yield "two tens"


CASES = (
    "won by re",
    "won by kontra",
    "won by nobody",
    "alone",
    "two against two",
    "normal",
    "poverty",
    *RANK_SOLOS,
    "no-trump",
    "hearts",
    "a wedding alone",
    "a wedding with a partner",
    "a silent solo",
    *(f"under {n}" for n in BOUNDS),
    "black",
    *(f"announced {level}" for level in LEVELS),
    "reached",
    "foxes",
    "heads",
    "charlie",
    "caught",
    "pigs",
    "two tens",
)


@few_or_many
def test_deals_agree(deals: int, at_least: int) -> None:
    rng = Random(40)
    seen = Counter[str]()
    for number in range(deals):
        table = played(rng, PLANS[number % len(PLANS)])
        deal = table.deal
        expected = deal.points()
        assert not accusing_in(table.match), "nobody broke a rule"
        assert table.match.scores == expected, (number, deal)
        assert entered_whole(deal).scores == expected, (number, deal)
        seen.update(cases(deal))
        seen["announced too late"] += table.refused
        seen["announced in time"] += table.accepted
    told = (*CASES, "announced too late", "announced in time")
    missing = [case for case in told if seen[case] < at_least]
    assert not missing or deals < MANY, seen


@few_or_many
def test_a_revoke_is_proven_and_loses_the_deal_for_its_side(
    deals: int, at_least: int
) -> None:
    rng = Random(41)
    seen = Counter[str]()
    for number in range(deals):
        plan = PLANS[number % len(PLANS)]
        table = played(rng, plan, cheats_at=rng.randrange(30))
        deal = table.deal
        accused = {ruling.verdict["seat"] for ruling in accusing_in(table.match)}
        assert accused == ({deal.offender} if deal.offender else set()), number
        expected = deal.points()
        assert table.match.scores == expected, (number, deal)
        assert entered_whole(deal).scores == expected, (number, deal)
        seen.update(cases(deal))
    for side in OTHER:
        assert seen[f"offended by {side}"] >= at_least, seen


@pytest.mark.parametrize("game", TWO_AGAINST_TWO)
def test_a_third_card_of_a_kind_is_refused(game: str) -> None:
    rng = Random(42)
    for _ in range(5):
        table = Table(dealt(rng, game if game != "normal" else "as dealt"))
        table.play(rng, "as dealt")
        table.play(rng, "as dealt")
        gone = Counter(card for trick in table.deal.tricks for card in trick.values())
        twice = [card for card, n in gone.items() if n == 2]
        if not twice:
            continue
        leader = table.deal.next_leader()
        table.match.refuses("trick", plays={leader: twice[0]})
