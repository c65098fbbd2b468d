"""Belote and Coinche against a plain implementation, which was written from the rules
without ours: which cards are proven against their player, who wins each trick, whose
announcements count, auctions, and what each deal scores in both depths.

Deals are played in matches. Some are chosen, or stacked, so that ties, capots and
announcements occur; in some a card is played that may not be.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest

from referee.testing import PlayedMatch
from tests.peers.accused import accusing
from tests.peers.belote import (
    SUITS,
    Agreed,
    Auction,
    Contract,
    Deal,
    Result,
    call_at_random,
    compare,
    deal_all_trumps,
    deal_cards,
    deal_equal_sequences,
    end_of,
    melds_of,
    result_of,
    with_a_meld,
)

SEATS = ("Ana", "Ben", "Cy", "Dee")
SIDES = (("Ana", "Cy"), ("Ben", "Dee"))
PLANS = (
    "any", "tie", "made", "cheat", "tie", "down", "capot", "melds", "claim", "equal",
    "passed", "cheats",
)  # fmt: skip
DEALS_OF_A_MATCH = 6
WANTED = {"tie": "litige", "made": "made", "down": "down"}
"""The outcome for which deals of some plans are chosen, where ties are held over."""


@dataclass
class Match:
    """A match of the peer beside ours, trick by trick and deal by deal."""

    agreed: Agreed
    tricks: PlayedMatch
    deals: PlayedMatch
    dealer: int = 3
    totals: list[int] = field(default_factory=lambda: [0, 0])
    held: int = 0

    @classmethod
    def begun(cls, agreed: Agreed) -> "Match":
        options = {
            name: getattr(agreed, name)
            for name in ("play", "target", "announcements", "wide", "tie", "under")
        }
        options |= {"leads": agreed.leads, "rounded": agreed.rounded}
        begun = [
            PlayedMatch.begun("belote", SEATS, dealer="Dee", depth=depth, **options)
            for depth in ("tricks", "deals")
        ]
        return cls(agreed, *begun)

    @property
    def both(self) -> tuple[PlayedMatch, PlayedMatch]:
        return self.tricks, self.deals

    @property
    def scores(self) -> dict[str, int]:
        return {seat: self.totals[n % 2] for n, seat in enumerate(SEATS)}

    def passed(self) -> None:
        for match in self.both:
            match.enter("passed")
        self.dealer = (self.dealer + 1) % 4

    def score(self, result: Result) -> None:
        for side in (0, 1):
            self.totals[side] += result.scores[side]
        self.held = result.held
        self.dealer = (self.dealer + 1) % 4
        for match in self.both:
            assert match.scores == self.scores
            winner = end_of(self.totals, self.agreed.target)
            winners = () if winner is None else SIDES[winner]
            assert match.scene.winners == winners


# Dealing so that everything occurs


def agreed_on(rng: Random, play: str) -> Agreed:
    return Agreed(
        play,
        rng.choice(["none", "count", "aside"]),
        rng.choice(["litige", "litige", "litige", "down", "made"]),
        rng.choice([False, play == "coinche", play == "belote"]),
        rng.choice(["first", "taker"]),
        rng.random() < 0.3,
        rng.random() < 0.4,
        rng.choice([500, 1000, 3000]),
    )


def contract_for(match: Match, rng: Random, plan: str) -> tuple[Contract, Auction]:
    """Who plays for what; in Coinche by an auction, which is none in a stacked deal."""
    agreed = match.agreed
    names = [*SUITS, "none", "all"] if agreed.wide else [*SUITS]
    auction = Auction((match.dealer + 1) % 4)
    if agreed.play == "belote" or plan in ("capot", *WANTED):
        trump = rng.choice(SUITS if plan == "capot" else names)
        contract = Contract(rng.randrange(4), trump)
        if agreed.play == "coinche":
            contract.bid = "80" if plan in WANTED else rng.choice(["capot", "130"])
            contract.doubled = rng.choice(["no", "no", "no", "coinche", "surcoinche"])
        return contract, auction
    while auction.taker < 0:
        auction = Auction((match.dealer + 1) % 4)
        while not auction.is_over:
            call_at_random(auction, names, rng)
    contract = Contract(auction.taker, auction.trump, auction.bid, auction.doubled)
    return contract, auction


def dealt(match: Match, rng: Random, plan: str, contract: Contract) -> Deal:
    hands = deal_cards(rng)
    if plan == "capot":
        hands = deal_all_trumps(rng, rng.randrange(4), contract.trump)
    if plan == "melds" or (plan == "any" and rng.random() < 0.5):
        hands = with_a_meld(rng, hands, rng.randrange(4))
    if plan == "equal":
        hands = deal_equal_sequences(rng, contract.trump)
    deal = Deal(match.agreed, match.dealer, contract, hands)
    if match.agreed.announcements != "none":
        melds = ([], [])
        for seat, hand in enumerate(hands):
            melds[seat % 2].extend(melds_of(hand, contract.trump))
        deal.melds = melds
    return deal


def played(match: Match, rng: Random, plan: str, contract: Contract) -> Deal:
    """A deal, played to its end or until somebody claims; where a tie is planned, one
    that ends so.
    """
    while True:
        deal = dealt(match, rng, plan, contract)
        cheat = {"cheat": 0.1, "cheats": 0.4}.get(plan, 0)
        tricks = 8
        if plan == "claim" and contract.trump in SUITS:
            tricks = rng.randrange(8)
            deal.rest = rng.randrange(2)
        if tricks == 8:
            deal.rest = None
        keen = rng.random() < 0.3
        for _ in range(tricks):
            deal.play(rng, cheat, keen)
        if WANTED.get(plan) in (None, _outcome_of(deal)):
            return deal


def _outcome_of(deal: Deal) -> str:
    """How a deal ends where ties are held over and nobody doubles."""
    agreed = replace(deal.agreed, tie="litige")
    contract = replace(deal.contract, doubled="no")
    return result_of(replace(deal, agreed=agreed, contract=contract)).outcome


# Entering it in ours


def enter_auction(match: Match, auction: Auction, contract: Contract) -> None:
    """Call by call where there was an auction; else at once."""
    ours = match.tricks
    for seat, kind, data in auction.calls:
        ours.enter(kind, SEATS[seat], **data)
    if not auction.calls:
        named = {"taker": SEATS[contract.taker], "trump": contract.trump}
        if contract.bid:
            named |= {"bid": contract.bid, "doubled": contract.doubled}
        ours.enter("contract", **named)


def enter_tricks(match: Match, deal: Deal, rng: Random) -> list[Any]:
    """Enter every trick; what each proves and who wins it has to agree."""
    ours = match.tricks
    rulings: list[Any] = []
    announces_after = rng.randrange(2)
    for number, trick in enumerate(deal.tricks, 1):
        if number == announces_after + 1:
            announce(match, deal)
        if number > 1 and rng.random() < 0.2:
            again = {**trick, number % 4: rng.choice([*deal.tricks[0].values()])}
            ours.refuses("trick", plays=named(again))
        rulings = [*ours.enter("trick", plays=named(trick)).rulings]
        won = next(one.verdict for one in rulings if "suit_led" in one.verdict)
        assert won["winner"] == SEATS[deal.winners[number - 1]]
        proven = {
            (one.verdict["seat"], one.verdict["trick"]) for one in accusing(rulings)
        }
        assert proven == {
            (SEATS[seat], of)
            for (seat, of), shown in deal.proven.items()
            if shown == number
        }
    if deal.rest is None:
        return rulings
    if len(deal.tricks) <= announces_after:
        announce(match, deal)
    how = rng.choice(["claim", "concede"])
    side = deal.rest if how == "claim" else 1 - deal.rest
    entered: dict[str, Any] = {"seat": rng.choice(SIDES[side])}
    holder = unshown_belote(deal)
    if holder is not None:
        entered["belote"] = SEATS[holder]
    return [*ours.enter(how, **entered).rulings]


def named(trick: dict[int, str]) -> dict[str, str]:
    return {SEATS[seat]: card for seat, card in trick.items()}


def unshown_belote(deal: Deal) -> int | None:
    """Who holds king and queen of trump, and has not played both."""
    pair = {"K" + deal.contract.trump, "Q" + deal.contract.trump}
    for seat, hand in enumerate(deal.hands):
        shown = {trick[seat] for trick in deal.tricks}
        if pair <= {*hand} and not pair <= shown:
            return seat
    return None


def announce(match: Match, deal: Deal) -> None:
    first, second = deal.melds
    if not first and not second:
        return
    entered = {"first": first, "second": second}
    ruling = match.tricks.enter(
        "announce",
        **{
            name: [[*meld] for meld in melds]
            for name, melds in entered.items()
            if melds
        },
    ).rulings[0]
    side, points = compare(deal.melds, deal.contract.trump)
    assert ruling.verdict["side"] == (
        None if side is None else ("first", "second")[side]
    )
    assert ruling.verdict["points"] == sum(points)


def enter_deal(match: Match, deal: Deal) -> list[Any]:
    """Enter the whole deal, as people count it."""
    contract = deal.contract
    us = contract.side
    them = 1 - contract.side
    entered: dict[str, Any] = {"taker": SEATS[contract.taker], "trump": contract.trump}
    if contract.bid:
        entered |= {"bid": contract.bid, "doubled": contract.doubled}
    if deal.capot is None:
        entered["points"] = deal.cards[us]
    else:
        entered["capot"] = "takers" if deal.capot == us else "others"
    if contract.trump != "none":
        entered |= {"belote": deal.belotes[us], "others_belote": deal.belotes[them]}
    if match.agreed.announcements != "none":
        entered |= {
            "announced": deal.announced[us],
            "others_announced": deal.announced[them],
        }
    if deal.proven:
        entered["offenders"] = [
            SEATS[seat] for seat in sorted({s for s, _ in deal.proven})
        ]
    return [*match.deals.enter("deal", **entered).rulings]


def cases_of(match: Match, deal: Deal, result: Result, held: int) -> Iterator[str]:
    """What scores in this deal."""
    contract = deal.contract
    agreed = deal.agreed
    us = contract.side
    offending = deal.offending_sides
    yield f"{agreed.play} {result.outcome}"
    if offending:
        yield (
            "revoke by " + {0: "takers", 1: "others"}[min(offending) ^ us]
            if len(offending) == 1
            else "revokes by both"
        )
        return
    if deal.capot is not None:
        yield "capot of " + ("takers" if deal.capot == us else "others")
    if contract.bid == "capot":
        yield f"capot bid, {result.outcome}"
    if agreed.play == "coinche":
        yield f"times {contract.times}, {result.outcome}"
    for side, name in ((us, "takers"), (1 - us, "others")):
        if deal.belotes[side]:
            yield f"belote of {name}"
        if deal.announced[side]:
            yield f"announcements of {name}, {agreed.announcements}"
    if any(deal.melds) and compare(deal.melds, contract.trump)[0] is None:
        yield "equal announcements"
    if contract.trump in ("none", "all"):
        yield f"{contract.trump} trump"
    if contract.times > 1 and _outcome_of(deal) == "litige":
        yield "a tie after a coinche"
    elif _outcome_of(deal) == "litige":
        yield f"a tie, {agreed.tie}"
    if held and result.outcome != "litige":
        yield f"held points, {result.outcome}"
    if deal.rest is not None:
        yield "the rest"
    if agreed.rounded:
        yield "rounded"


EVERY_CASE = {
    "belote": {"belote made", "belote down", "belote litige"},
    "coinche": {
        "coinche made", "coinche down", "coinche litige", "times 1, made",
        "times 1, down", "times 2, made", "times 2, down", "times 4, made",
        "times 4, down", "capot bid, made", "capot bid, down", "a tie after a coinche",
    },
}  # fmt: skip
IN_BOTH = {
    "belote of takers", "belote of others", "announcements of takers, count",
    "announcements of others, count", "announcements of takers, aside",
    "announcements of others, aside", "equal announcements", "none trump", "all trump",
    "the rest", "rounded", "passed", "capot of takers", "capot of others",
    "revoke by takers", "revoke by others", "revokes by both", "held points, made",
    "held points, down", "a tie, litige", "a tie, made", "a tie, down",
}  # fmt: skip


def compared(play: str, deals: int, seed: int) -> Counter[str]:
    """How often each case occurs in so many deals, in all of which both agree."""
    rng = Random(seed)
    cases: Counter[str] = Counter()
    match = Match.begun(agreed_on(rng, play))
    for number in range(deals):
        if match.tricks.scene.finished or number % DEALS_OF_A_MATCH == 0:
            match = Match.begun(agreed_on(rng, play))
        plan = PLANS[number % len(PLANS)]
        if plan == "passed":
            match.passed()
            cases["passed"] += 1
            continue
        contract, auction = contract_for(match, rng, plan)
        deal = played(match, rng, plan, contract)
        held = match.held
        result = result_of(deal, held)
        enter_auction(match, auction, contract)
        by_tricks = enter_tricks(match, deal, rng)
        by_deal = enter_deal(match, deal)
        for rulings in (by_tricks, by_deal):
            scored = next(one.verdict for one in rulings if "outcome" in one.verdict)
            assert scored["outcome"] == result.outcome
        match.score(result)
        cases.update(cases_of(match, deal, result, held))
    return cases


@pytest.mark.parametrize("play", ["belote", "coinche"])
def test_both_agree(play: str) -> None:
    compared(play, 50, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("play", ["belote", "coinche"])
def test_both_agree_in_every_case(play: str) -> None:
    cases = compared(play, 1000, seed=2)
    every_case = EVERY_CASE[play] | IN_BOTH
    assert not {case for case in every_case if cases[case] < 20}
