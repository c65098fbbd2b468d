"""Hold'em and Omaha held against PokerKit: whose turn it is, what may be bet without a
limit, by the pot and by fixed bets, antes, straddles, best hands and lows, main and side
pots, every chip.

Each hand is played bet by bet and then entered as a whole. PokerKit gives all odd chips
of a pot to one player, and throws pots together that only the same can still win once
the losers are gone: it shares their odd chips once. Shares may differ by these alone,
and as it pays is reckoned from our pots. Where short all-ins follow each other it goes
by what they come to together, and we by what the seat in turn faces: there nobody
raises.
"""

import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from pokerkit import (
    Automation,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    Mode,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
)

from referee import FIFTY_TWO, Ruling, Values
from referee.testing import PlayedMatch

SEATS = ("Ana", "Ben", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ivy", "Joe")
DEALT = ("HOLE_DEALING", "CARD_BURNING", "BOARD_DEALING")
AUTOMATIC = tuple(one for one in Automation if one.name not in DEALT)
CODES = [one.code for one in FIFTY_TWO]
SHARED_BOARDS = ("TC JD QH KS AC", "AS AD AH KC KD", "2C 2D 2H 2S AC", "5H 6D 7C 8S 9H")


def pots_of(rulings: Sequence[Ruling]) -> Ruling:
    """The last ruling on pots."""
    return next(one for one in reversed(rulings) if "pots" in one.verdict)


def peers(code: str) -> str:
    return code[0] + code[1].lower()


def as_the_peer_shares(ruled: Values) -> dict[str, int]:
    """What PokerKit pays: losers are out before pots are shared, and pots that then are
    between the same are one.
    """
    pots: list[Any] = ruled.values["pots"]  # type: ignore[assignment]
    survive = {seat for pot in pots for seat in pot["winners"]}
    merged = Counter[tuple[tuple[str, ...], tuple[str, ...]]]()
    for pot in pots:
        merged[
            tuple(seat for seat in pot["seats"] if seat in survive),
            tuple(pot["winners"]),
        ] += pot["chips"]
    paid = Counter[str]()
    for (_seats, winners), chips in merged.items():
        for n, seat in enumerate(winners):
            paid[seat] += chips // len(winners) + (
                chips % len(winners) if n == 0 else 0
            )
    return dict(paid)


@dataclass
class Table:
    """A hand of the peer and the same hand in our match, action by action."""

    random: Random
    players: int
    variant: str = "texas"
    limit: str = "no"
    ante: int = 0
    antes: str = "none"
    straddles: bool = False
    seen: Counter[str] = field(default_factory=Counter)

    def play(self) -> None:
        random = self.random
        seats = SEATS[: self.players]
        self.small, self.big = random.choice([(1, 2), (5, 10), (1, 3)])
        self.stacks = [
            random.choice((random.randint(10, 60), random.randint(10, 400)))
            for _ in seats
        ]
        if self.ante:
            # A blind that is short after the ante: others call less at the peer.
            least = self.big + self.ante
            self.stacks = [max(stack, least) for stack in self.stacks]
        if self.straddles:
            self.stacks = [max(stack, 3 * self.big) for stack in self.stacks]
        self.deck = random.sample(CODES, 52)
        if random.random() < 0.2:
            board = random.choice(SHARED_BOARDS).split()
            self.deck = board + [code for code in self.deck if code not in board]
        self.board, self.deck = self.deck[:5], self.deck[5:]
        n = 2 if self.variant == "texas" else 4
        self.hands = [[self.deck.pop() for _ in range(n)] for _ in seats]
        self.state = self.begun_by_the_peer()
        for hand in self.hands:
            self.state.deal_hole("".join(map(peers, hand)))
        self.match = self.begun(depth="bets")
        if self.straddles:
            self.match.enter("straddle", SEATS[2 % self.players])
        self.put_in = dict(self.match.match.history.position.state.betting.put_in)
        self.dead = dict(self.match.match.history.position.state.betting.dead)
        self.short_all_ins = False
        laid = 0
        while self.state.status:
            if self.state.actor_index is not None:
                self.act(SEATS[self.state.actor_index])
            else:
                n = 3 if not laid else 1
                self.match.enter("board", cards=self.board[laid : laid + n])
                self.state.burn_card("??")
                self.state.deal_board("".join(map(peers, self.board[laid : laid + n])))
                laid += n
        self.compare()

    def begun_by_the_peer(self) -> Any:
        """The peer's hand, with the blinds in."""
        blinds: tuple[int, ...] = (self.small, self.big)
        if self.straddles:
            blinds = (*blinds, 2 * self.big)
        antes: Any = self.ante if self.antes == "each" else 0
        if self.antes == "big":
            antes = {1: self.ante}
        # At its tournaments nobody folds with nothing to call.
        common = {"mode": Mode.CASH_GAME}
        stacks = tuple(self.stacks)
        uniform = self.antes != "big"
        before = AUTOMATIC, uniform, antes, blinds
        if self.limit == "fixed":
            kind: Any = FixedLimitTexasHoldem
            if self.variant != "texas":
                kind = FixedLimitOmahaHoldemHighLowSplitEightOrBetter
            sizes = self.big, 2 * self.big
            return kind.create_state(*before, *sizes, stacks, self.players, **common)
        kind = NoLimitTexasHoldem if self.limit == "no" else PotLimitOmahaHoldem
        return kind.create_state(*before, self.big, stacks, self.players, **common)

    def begun(
        self, depth: str, house_rules: tuple[str, ...] = ("odd-chips-together",)
    ) -> PlayedMatch:
        """Our match with the same stacks, begun with few chips and the others bought."""
        options: dict[str, Any] = {
            "stack": 10,
            "small": self.small,
            "big": self.big,
            "chip": 1,
            "variant": self.variant,
            "limit": self.limit if depth == "bets" else "no",
            "antes": self.antes,
            "straddle": self.straddles and depth == "bets",
        }
        if self.antes != "none":
            options["ante"] = self.ante
        seats = SEATS[: self.players]
        match = PlayedMatch.begun(
            "holdem",
            seats,
            dealer=seats[-1],
            house_rules=house_rules,
            depth=depth,
            **options,
        )
        for seat, stack in zip(seats, self.stacks, strict=True):
            if stack > 10:
                match.enter("buy", seat=seat, n=stack - 10)
        return match

    def act(self, seat: str) -> None:
        """What the seat in turn does, held against what the peer lets it do."""
        peer = self.state
        random = self.random
        betting = self.match.match.history.position.state.betting
        if not betting.to_act:
            self.check_alone()
            return
        assert self.match.scene.to_act == (seat,)
        assert betting.to_call == peer.checking_or_calling_amount
        least = peer.min_completion_betting_or_raising_to_amount
        most = peer.max_completion_betting_or_raising_to_amount
        kinds = self.match.kinds
        if self.limit == "fixed":
            least, most = self.compare_fixed(betting, least, most)
        elif ("raise" in kinds) != (least is not None):
            self.seen["raised after short all-ins by one alone"] += 1
            faced = betting.level - betting.faced[seat]
            assert (faced >= betting.least_raise) == ("raise" in kinds)
            assert self.short_all_ins
            least = None
        assert "fold" in kinds
        if least is not None:
            if self.straddles:
                # It bets and raises by one big blind at least, we by the straddle.
                assert 0 <= betting.least - least <= self.big
                least = betting.least
            assert (betting.least, betting.most) == (least, most)
            wrong = least - 1 if least > 1 and random.random() < 0.5 else most + 1
            assert self.match.refuses("raise", seat, to=wrong).because
        did = random.choices(("call", "fold", "raise", "all-in"), (6, 1, 3, 2))[0]
        if did == "fold":
            self.seen["folded with nothing to call"] += not betting.to_call
            self.match.enter("fold", seat)
            with warnings.catch_warnings():
                # It says that there is no reason to.
                warnings.simplefilter("ignore")
                peer.fold()
        elif did in ("raise", "all-in") and least is not None:
            to = (
                most
                if did == "all-in"
                else random.choice((least, random.randint(least, most)))
            )
            self.short_all_ins = (
                self.short_all_ins or to - betting.level < betting.least_raise
            )
            if to == betting.all_in:
                self.match.enter("all-in", seat)
            else:
                self.match.enter("raise", seat, to=to)
            self.put_in[seat] += to - betting.bets[seat]
            peer.complete_bet_or_raise_to(to)
        else:
            did = "call" if betting.to_call else "check"
            self.match.enter(did, seat)
            self.put_in[seat] += betting.to_call
            peer.check_or_call()
        self.seen[did] += 1

    def compare_fixed(
        self, betting: Any, least: int | None, most: int | None
    ) -> tuple[int | None, int | None]:
        """What both let the seat in turn raise to, where bets are fixed."""
        if least is None or "raise" not in self.match.kinds:
            # It counts no big blind among the four, and caps two players too.
            self.seen["fixed: only one of both has a raise"] += 1
            return None, None
        if betting.level > betting.whole:
            # It has nobody make up an all-in of less than half a bet to a whole one.
            assert betting.level - betting.whole < betting.half
            self.seen["fixed: less than half a bet"] += 1
            return None, None
        if self.variant != "texas":
            # It lets fixed bets at hi-lo go up to the pot.
            most = least
        return least, most

    def check_alone(self) -> None:
        """After a fold with nothing to call the peer asks the only one who could bet,
        and we do not.
        """
        peer = self.state
        assert peer.checking_or_calling_amount == 0
        assert peer.min_completion_betting_or_raising_to_amount is None
        assert self.match.kinds[0] in ("board", "showdown")
        self.seen["checked alone"] += 1
        peer.check_or_call()

    def compare(self) -> None:
        """Every chip, in both depths; without the house rule all but odd ones."""
        stacks = list(self.state.stacks)
        inside = self.inside()
        hands = {seat: self.hands[SEATS.index(seat)] for seat in inside}
        if len(inside) > 1:
            assert self.match.kinds[0] == "showdown"
            ruled = self.match.enter("showdown", hands=hands)
            self.note(ruled)
        self.same(self.match, stacks)
        for rules in (("odd-chips-together",), ()):
            whole = self.begun("deals", rules)
            if len(inside) > 1:
                whole.enter(
                    "showdown", board=self.board, hands=hands, put_in=self.put_in
                )
            else:
                whole.enter("deal", winners=inside, put_in=self.put_in)
            self.same(whole, stacks)
            assert rules == () or self.chips(whole) == self.chips(self.match)

    def same(self, match: PlayedMatch, stacks: list[int]) -> None:
        """Every chip; where a pot has odd ones, as the peer shares them out."""
        pots = pots_of(match.rulings).decided
        ours = self.chips(match)
        odd = self.odd_chips(pots)
        assert sum(ours) == sum(stacks)
        if self.has_pot_without_low(match):
            # It halves such a pot between all of its hands; the best one takes it all.
            self.seen["a pot without a low"] += 1
            return
        assert (
            max(abs(one - other) for one, other in zip(ours, stacks, strict=True))
            <= odd
        )
        if self.variant == "omaha-hilo":
            return
        dead = self.dead
        theirs = {
            seat: stack - self.put_in[seat] - dead.get(seat, 0)
            for seat, stack in zip(SEATS, self.stacks, strict=False)
        }
        for seat, n in [
            *as_the_peer_shares(pots).items(),
            *pots.numbers_by_seat("returned").items(),
        ]:
            theirs[seat] += n
        assert [*theirs.values()] == stacks

    def has_pot_without_low(self, match: PlayedMatch) -> bool:
        """Whether somebody has a low, but nobody among those of a pot that the peer
        halves: who wins nothing of it wins another.
        """
        ruled: Any = pots_of(match.rulings).verdict
        lows = [one.verdict["low"] for one in match.rulings if "low" in one.verdict]
        low: Any = lows[-1] if lows else ()
        seats = {seat for tied in low for seat in tied}
        winning = {seat for seat, n in ruled["won"].items() if n}
        return bool(seats) and any(
            seats.isdisjoint(pot["seats"])
            and winning.intersection(pot["seats"]).difference(pot["winners"])
            for pot in ruled["pots"]
        )

    def odd_chips(self, pots: Values) -> int:
        """How many chips cannot be shared in equal parts, at most."""
        if self.variant == "omaha-hilo":
            return sum(2 * self.players for _ in pots.values["pots"])
        return sum(pot["chips"] % len(pot["winners"]) for pot in pots.values["pots"])

    def inside(self) -> list[str]:
        """Who has not folded."""
        if self.match.kinds[0] == "showdown":
            return [*self.match.match.history.position.state.betting.inside]
        won = pots_of(self.match.rulings).decided.numbers_by_seat("won")
        return [seat for seat, n in won.items() if n]

    def note(self, ruled: Any) -> None:
        pots = pots_of(ruled.rulings).verdict["pots"]
        self.seen["showdown"] += 1
        self.seen["side pot"] += len(pots) > 1
        self.seen["three pots"] += len(pots) > 2
        self.seen["shared"] += any(len(pot["winners"]) > 1 for pot in pots)
        self.seen["odd chips"] += any(
            pot["chips"] % len(pot["winners"]) for pot in pots
        )
        self.seen["uncalled"] += bool(pots_of(ruled.rulings).verdict["returned"])
        self.seen.update(
            {
                ruled.rulings[0].verdict["hands"][
                    ruled.rulings[0].verdict["winners"][0]
                ]["category"]: 1
            }
        )

    def chips(self, match: PlayedMatch) -> list[int]:
        """The chips of each after the hand."""
        totals = match.match.history.position.state.rounds.totals
        return [int(totals[seat]) for seat in SEATS[: self.players]]


def test_hands_are_played_alike(deals: int, at_least: int) -> None:
    random = Random(52)
    seen = Counter[str]()
    for deal in range(deals):
        Table(random, 2 + deal % 9, seen=seen).play()
    cases = (
        "call",
        "check",
        "fold",
        "raise",
        "all-in",
        "showdown",
        "side pot",
        "three pots",
        "shared",
        "odd chips",
    )
    cases = (*cases, "folded with nothing to call")
    for case in (
        *cases,
        "uncalled",
        "pair",
        "two pair",
        "three of a kind",
        "straight",
        "flush",
        "full house",
    ):
        assert seen[case] >= at_least // 2 or deals < 1000, (case, seen)


VARIANTS = (
    {"antes": "each", "ante": 1},
    {"antes": "big", "ante": 5},
    {"straddles": True},
    {"limit": "fixed"},
    {"variant": "omaha", "limit": "pot"},
    {"variant": "omaha-hilo", "limit": "fixed"},
)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_variants_are_played_alike(deals: int, variant: dict[str, Any]) -> None:
    random = Random(52)
    seen = Counter[str]()
    for deal in range(deals):
        Table(random, 3 + deal % 6, seen=seen, **variant).play()
    assert seen["showdown"] > deals // 4
