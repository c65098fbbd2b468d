"""Gin Rummy held against OpenSpiel: the best melds of hands, who may knock, what is
laid off, and what deals score.

Both players of a deal meld as well as OpenSpiel's tools let them, and knock soon,
later, or only with gin. Each deal is entered draw by draw, then once more by the points
left and by both hands.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from random import Random
from typing import Any

import pyspiel

from referee import Accepted, Card, Entry, Refused, Ruling, card
from referee.plugin.discovery import rulebook

PEER = pyspiel.gin_rummy
UTILS = PEER.GinRummyUtils(13, 4, 10)
DRAW_UPCARD = 52
DRAW_STOCK = 53
PASS = 54
KNOCK = 55
FIRST_MELD = 56
RULEBOOK = rulebook("gin-rummy", ())
SEATS = ("Ana", "Ben")
"""The first does not deal: it is player 0 of OpenSpiel."""

Hand = frozenset[int]


def ours(number: int) -> Card:
    """A card of OpenSpiel's as we have it."""
    return card("A23456789TJQK"[number % 13] + "SCDH"[number // 13])


def codes(numbers: Iterable[int]) -> list[str]:
    return [ours(number).code for number in numbers]


@cache
def deadwood(hand: Hand) -> int:
    """What ten cards or fewer leave at best, as OpenSpiel counts them."""
    return int(UTILS.min_deadwood(sorted(hand)))


def after_discard(hand: Hand) -> int:
    """What eleven cards leave at best, by OpenSpiel's count of each ten of them: its
    own for eleven may be too high.
    """
    return min(deadwood(hand - {one}) for one in hand)


def best_reply(hand: Hand, melds: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """The least that a hand leaves by all that OpenSpiel lets it lay off on these
    melds, and what is laid off.
    """
    best = deadwood(hand), ()
    open_ = [()]
    seen = {frozenset()}
    while open_:
        off = open_.pop()
        best = min(best, (deadwood(hand - {*off}), off))
        for one in UTILS.all_layoffs(list(melds), list(off)):
            if one in hand and one not in off and {*off, one} not in seen:
                seen.add(frozenset({*off, one}))
                open_.append((*off, one))
    return best


class TestMelds:
    """Random hands, and hands of neighbours, in which many melds have cards in common."""

    @staticmethod
    def hands(random: Random, n: int, size: int) -> Iterable[Hand]:
        for number in range(n):
            low, ranks = (0, 13) if number % 3 == 0 else (random.randint(0, 8), 5)
            deck = [
                13 * suit + rank
                for suit in range(4)
                for rank in range(13)
                if low <= rank < low + ranks or ranks == 13
            ]
            yield frozenset(random.sample(deck, size))

    def test_ten_cards_leave_as_little(self, deals: int) -> None:
        melded = 0
        for hand in self.hands(Random(1), 5 * deals, 10):
            ruling = RULEBOOK.rule_from_json("melds", {"hand": codes(hand)})
            assert ruling.verdict["points"] == deadwood(hand), codes(hand)
            melded += len(ruling.verdict["melds"]) > 1
        assert melded > deals

    def test_eleven_cards_leave_as_little_after_the_discard(self, deals: int) -> None:
        for hand in self.hands(Random(2), 2 * deals, 11):
            ruling = RULEBOOK.rule_from_json("melds", {"hand": codes(hand)})
            assert ruling.verdict["points"] == after_discard(hand), codes(hand)


class Deal:
    """A deal that both play well by OpenSpiel, each eager to knock or waiting for gin,
    and enter to ours.

    In some deals they are careless, so that the stock is used up.
    """

    def __init__(self, random: Random, number: int) -> None:
        self.random = random
        self.peer = pyspiel.load_game(
            "gin_rummy", {"oklahoma": number % 3 == 0}
        ).new_initial_state()
        self.knock = "oklahoma-gin" if number % 3 == 0 else "ten"
        self.eager = [random.random() < 0.6, random.random() < 0.6]
        self.careless = number % 8 == 0
        options = {
            "knock": self.knock,
            "target": 1000,
            "depth": "plays",
            "last_discard": True,
        }
        self.setting = RULEBOOK.read_setting(SEATS, "Ben", options)
        self.state: Any = RULEBOOK.begin(self.setting)
        self.last: tuple[Any, dict[str, Any]] = self.state, {}
        self.taken: int | None = None
        self.ruling: Ruling | None = None
        self.refused = 0
        self.at_wall = False

    @property
    def hand(self) -> Hand:
        return frozenset(self.peer.hands()[self.peer.current_player()])

    def enter(self, kind: str, state: Any = None, **data: Any) -> Accepted | Refused:
        """What an entry does to the match, or to this earlier state of it."""
        then = self.state if state is None else state
        prompt = next(one for one in RULEBOOK.prompts(then, SEATS) if one.kind == kind)
        return RULEBOOK.accept(
            then, Entry(kind, None, RULEBOOK.read(prompt, data, self.setting))
        )

    def take(self, kind: str, **data: Any) -> tuple[Ruling, ...]:
        outcome = self.enter(kind, **data)
        assert isinstance(outcome, Accepted), (kind, data, outcome)
        self.last, self.state = (self.state, data), outcome.state
        return outcome.rulings

    def refuse(self, kind: str, state: Any = None, **data: Any) -> None:
        assert isinstance(self.enter(kind, state, **data), Refused), (kind, data)
        self.refused += 1

    def play(self) -> None:
        """The whole deal."""
        phase = PEER.Phase
        steps = {
            phase.FIRST_UPCARD: self.first,
            phase.DRAW: self.draw,
            phase.DISCARD: self.discard,
            phase.WALL: self.wall,
        }
        for _ in range(21):
            self.chance()
        self.upcard = ours(self.peer.upcard())
        self.take("upcard", upcard=self.upcard.code)
        while not self.peer.is_terminal():
            steps[self.peer.current_phase()]()

    def chance(self) -> None:
        self.peer.apply_action(self.random.choice(self.peer.legal_actions()))

    def wants(self) -> bool:
        """Whether the card that lies open leaves the player less. In deals that end at
        the wall nobody wants it.
        """
        if self.careless:
            return False
        up = self.peer.upcard()
        hand = self.hand
        return min(deadwood((hand | {up}) - {one}) for one in hand) < deadwood(hand)

    def first(self) -> None:
        if PASS not in self.peer.legal_actions():
            self.draw()
        elif self.wants():
            self.taken = self.peer.upcard()
            self.peer.apply_action(DRAW_UPCARD)
        else:
            self.peer.apply_action(PASS)
            self.take("pass")

    def draw(self) -> None:
        if DRAW_UPCARD in self.peer.legal_actions() and self.wants():
            self.taken = self.peer.upcard()
            self.peer.apply_action(DRAW_UPCARD)
        else:
            self.taken = None
            self.peer.apply_action(DRAW_STOCK)
            self.chance()

    def best_discard(self, hand: Hand) -> int:
        return min(
            sorted(hand - {self.taken}),
            key=lambda one: (deadwood(hand - {one}), -(one % 13)),
        )

    def discard(self) -> None:
        hand = self.hand
        player = self.peer.current_player()
        best = self.best_discard(hand)
        may_knock = KNOCK in self.peer.legal_actions()
        most = self.peer.knock_card()
        assert after_discard(hand) <= most or not may_knock
        left = deadwood(hand - {best})
        if may_knock and left <= most and (self.eager[player] or not left):
            self.peer.apply_action(KNOCK)
            self.end(best)
            return
        if self.careless:
            best = self.random.choice([*hand])
        turn = {
            "draw": "stock" if self.taken is None else "pile",
            "discard": ours(best).code,
        }
        self.try_discards(turn["draw"])
        self.peer.apply_action(best)
        self.take("turn", **turn)

    def wall(self) -> None:
        """Two cards are left of the stock: OpenSpiel lets the player take the last
        discard to knock at once.
        """
        self.taken = up = self.peer.upcard()
        hand = self.hand | {up}
        best = self.best_discard(hand)
        if deadwood(hand - {best}) <= self.peer.knock_card():
            assert KNOCK in self.peer.legal_actions()
            self.peer.apply_action(KNOCK)
            self.at_wall = True
            self.end(best)
        else:
            self.peer.apply_action(PASS)
            [dead] = self.take("dead")
            assert dead.verdict["winner"] is None

    def try_discards(self, draw: str) -> None:
        """Cards that lie in the pile, or that the other is known to hold, are not
        discarded.
        """
        known = self.peer.known_cards()[1 - self.peer.current_player()]
        for one in self.random.sample(
            pile := self.peer.discard_pile(), min(1, len(pile))
        ):
            self.refuse("turn", draw=draw, discard=ours(one).code)
        for one in known[:1]:
            self.refuse("turn", draw=draw, discard=ours(one).code)
        if self.taken is not None:
            self.refuse("turn", draw=draw, discard=ours(self.taken).code)

    def end(self, discard: int) -> None:
        """A knock: whatever the hands prove to be wrong is refused, and then the points
        are the same.
        """
        peer = self.peer
        hand = self.hand
        knocker = self.peer.current_player()
        other = frozenset(peer.hands()[1 - knocker])
        most = peer.knock_card()
        legal = {*peer.legal_actions()}
        assert legal == {one for one in hand if deadwood(hand - {one}) <= most}
        self.try_knocks(hand, legal, discard)
        draw = "stock" if self.taken is None else "pile"
        shown = self.hand_of(knocker, hand - {discard})
        self.take("knock", draw=draw, discard=ours(discard).code, hands=shown)
        self.try_hands(hand, other, discard)
        others = self.hand_of(1 - knocker, other)
        self.ruling = ruling = self.take("show", hands=others)[0]
        peer.apply_action(discard)
        melds = [
            meld
            for one in ruling.shown
            if one.seat == SEATS[knocker] and one.deciding
            for meld in parts(one.cards)
        ]
        for meld in melds:
            peer.apply_action(FIRST_MELD + UTILS.meld_to_int(meld))
        peer.apply_action(PASS)
        left, off = best_reply(
            other,
            () if not peer.deadwood()[knocker] else [*map(UTILS.meld_to_int, melds)],
        )
        for one in off:
            peer.apply_action(one)
        if not peer.finished_layoffs():
            peer.apply_action(PASS)
        for meld in UTILS.best_meld_group(sorted(other - {*off})):
            peer.apply_action(FIRST_MELD + UTILS.meld_to_int(meld))
        peer.apply_action(PASS)
        assert peer.is_terminal()
        assert peer.deadwood()[1 - knocker] == left
        self.compare(knocker, hand - {discard}, other, {**shown, **others})

    def hand_of(self, player: int, hand: Hand) -> dict[str, list[str]]:
        return {SEATS[player]: codes(hand)}

    def try_knocks(self, hand: Hand, legal: set[int], discard: int) -> None:
        """Knocks that OpenSpiel does not allow, and a hand that cannot be by what was
        seen.
        """
        knocker = self.peer.current_player()
        draw = "stock" if self.taken is None else "pile"
        for one in [*(hand - legal - {self.taken})][:1]:
            self.refuse(
                "knock",
                draw=draw,
                discard=ours(one).code,
                hands=self.hand_of(knocker, hand - {one}),
            )
        before, turn = self.last
        known = [
            one
            for one in sorted(hand - {discard, self.taken})
            if ours(one).code != turn.get("discard")
        ]
        if (
            "discard" in turn
            and before.play.stock > 3
            and self.taken is None
            and not before.play.cards.held(SEATS[knocker])
        ):
            # Had the other discarded a card that the knocker shows now, nobody could
            # have known, but now it is proved.
            lied = self.enter(
                "turn", before, **{**turn, "discard": ours(known[0]).code}
            )
            assert isinstance(lied, Accepted)
            told = {
                "draw": draw,
                "discard": ours(discard).code,
                "hands": self.hand_of(knocker, hand - {discard}),
            }
            self.refuse("knock", lied.state, **told)

    def try_hands(self, hand: Hand, other: Hand, discard: int) -> None:
        """Hands of the other that cannot be by what was seen: each is refused, and the
        knock stands.
        """
        knocker = self.peer.current_player()
        lowest = min(other)
        unseen = (
            {*range(52)}
            - hand
            - other
            - {*self.peer.discard_pile()}
            - {self.peer.upcard()}
        )
        wrong = [
            other - {lowest} | {min(hand - {discard})},
            other - {lowest} | {discard},
        ]
        for one in self.peer.discard_pile()[:1]:
            wrong.append(other - {lowest} | {one})
        for held in self.peer.known_cards()[1 - knocker][:1]:
            wrong.append(other - {held} | {min(unseen)})
        for cards in wrong:
            self.refuse("show", hands=self.hand_of(1 - knocker, cards))

    def compare(
        self, knocker: int, hand: Hand, other: Hand, hands: dict[str, list[str]]
    ) -> None:
        """Deadwood and points are those of OpenSpiel, however the deal is entered; only
        level hands score with us.
        """
        peer = self.peer
        ruling = self.ruling
        assert ruling is not None
        left = dict(zip(SEATS, peer.deadwood(), strict=True))
        assert ruling.verdict["deadwood"] == left
        ways = [
            (group, sum(map(points, hand - {one for meld in group for one in meld})))
            for group in groups(hand)
        ]
        fewest = [group for group, n in ways if n == left[SEATS[knocker]]]
        replies = (
            best_reply(
                other, [*map(UTILS.meld_to_int, group)] if left[SEATS[knocker]] else ()
            )[0]
            for group in fewest
        )
        assert max(replies) == left[SEATS[1 - knocker]]
        returns = dict(zip(SEATS, peer.returns(), strict=True))
        if not any(returns.values()):
            returns[SEATS[1 - knocker]] += 25
        scored = {seat: max(0, n) for seat, n in returns.items()}
        told = {
            "knocker": SEATS[knocker],
            **({} if self.knock == "ten" else {"upcard": self.upcard.code}),
        }
        setting = RULEBOOK.read_setting(
            SEATS, "Ben", {"knock": self.knock, "target": 1000}
        )
        begun = RULEBOOK.begin(setting)
        rulings = [ruling]
        for kind, data in (("deal", {"deadwood": left}), ("hands", {"hands": hands})):
            outcome = self.enter(kind, begun, **told, **data)
            assert isinstance(outcome, Accepted)
            assert outcome.state.rounds.totals == scored
            rulings.append(outcome.rulings[0])
        assert all(
            one.verdict["points"] == scored
            and one.verdict["how"] == ruling.verdict["how"]
            for one in rulings
        )
        assert self.state.rounds.totals == scored


def points(number: int) -> int:
    return min(number % 13 + 1, 10)


def groups(hand: Hand) -> list[list[list[int]]]:
    return [*UTILS.all_meld_groups(sorted(hand)), []]


def parts(meld: Sequence[Card]) -> list[list[int]]:
    """A meld as OpenSpiel lays it: runs of more than five cards in two."""
    numbers = sorted(
        "SCDH".index(str(one.suit)) * 13 + "A23456789TJQK".index(one.rank)
        for one in meld
    )
    return (
        [numbers]
        if len(numbers) <= 5
        else [
            numbers[:3],
            *([numbers[3:]] if len(numbers) <= 8 else [numbers[3:6], numbers[6:]]),
        ]
    )


def test_deals_score_as_much_however_they_are_entered(
    deals: int, at_least: int
) -> None:
    random = Random(24)
    found = Counter[str]()
    for number in range(deals):
        deal = Deal(random, number)
        deal.play()
        found["refused"] += deal.refused
        if deal.ruling is None:
            found["dead"] += 1
            assert deal.peer.returns() == [0, 0]
            continue
        how = str(deal.ruling.verdict["how"])
        found[how] += 1
        found["at the wall"] += deal.at_wall
        found["oklahoma"] += deal.knock != "ten"
        found["laid off"] += any(
            str(one.name) == "laid off" for one in deal.ruling.shown
        )
        found["level"] += (
            how == "undercut"
            and len({*deal.ruling.decided.numbers_by_seat("deadwood").values()}) == 1
        )
    for case in ("knock", "gin", "undercut", "oklahoma", "laid off", "level", "dead"):
        assert found[case] >= at_least, found
