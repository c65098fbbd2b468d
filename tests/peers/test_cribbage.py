"""Cribbage against OpenSpiel's, for two, three and four in pairs: each card that may be played and
what it pegs, goes, last cards and heels, every hand and crib, the points after each
deal, and who has won.

The peer counts four of a suit in the crib, so the matches are played with the house
rule that does so too, and each crib is counted without it as well. It counts all hands
of the last deal, in the order of its players, though somebody is out: there the order
of the rules is followed with the points that the peer gives.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from typing import Any

import pyspiel

from referee import Reason, Ruling
from referee.testing import PlayedMatch, ask
from tests.peers.accused import accusing

NAMES = ("Ana", "Ben", "Cy", "Dee")
GAMES = {
    n: pyspiel.load_game("cribbage", {"players": n, "winner_bonus_reward": 0.0})
    for n in (2, 3, 4)
}
"""Without its bonus of 1000 for the winner, what the peer returns are the scores."""
LIKE_THE_PEER = ("crib-flush-of-four",)
RANKS = "A23456789TJQK"
SUITS = "CDHS"


@dataclass
class Decision:
    """What a seat had to decide in the play, what it did, and what that brought whom at
    once.
    """

    seat: str
    legal: tuple[str, ...]
    held: tuple[str, ...]
    chosen: str | None
    """A card, or None where nothing could be played."""
    points: Mapping[str, int] = field(default_factory=dict)


@dataclass
class Deal:
    """A deal as the peer has played it, with the scores after it."""

    dealer: str
    starter: str
    hands: dict[str, tuple[str, ...]]
    crib: tuple[str, ...]
    heels: int
    decisions: list[Decision]
    scores: dict[str, int]
    to_the_end: bool = False
    """Whether the hands were counted: else somebody was out in the play."""

    @property
    def order(self) -> tuple[str, ...]:
        seats = tuple(self.hands)
        after = seats.index(self.dealer) + 1
        return (*seats[after:], *seats[:after])


# Playing the peer


def codes(cards: str) -> tuple[str, ...]:
    return tuple(cards.split())


def card_code(action: int) -> str:
    return RANKS[action % 13] + SUITS[action // 13]


class PeerMatch:
    """A match of the peer. Chance favours one seat if told, and hands of one suit or
    jacks now and then.
    """

    def __init__(self, players: int, rng: Random, favours: int | None) -> None:
        self.seats = NAMES[:players]
        self.rng = rng
        self.favours = favours
        self.state = GAMES[players].new_initial_state()
        self.steered: str | None = None

    def deals(self) -> Iterator[Deal]:
        while not self.state.is_terminal():
            yield self._deal()

    def _points(self) -> dict[str, int]:
        return dict(zip(self.seats, map(int, self.state.returns()), strict=True))

    def _deal(self) -> Deal:
        self.steered = self._steer()
        before = self._points()
        number = self._told("Round")
        while not self._told("Starter"):
            self.state.apply_action(
                self._chance() if self.state.is_chance_node() else self._lay_away()
            )
        hands = {
            seat: codes(self._told(f"P{n} Hand")) for n, seat in enumerate(self.seats)
        }
        dealer = self.seats[int(self._told("Dealer"))]
        heels = self._points()[dealer] - before[dealer]
        deal = Deal(
            dealer,
            self._told("Starter"),
            hands,
            codes(self._told("Crib")),
            heels,
            [],
            {},
        )
        while self.state.is_player_node() and self._told("Phase") == "Play":
            deal.decisions.append(self._decide())
        deal.scores = self._points()
        deal.to_the_end = self._told("Round") != number
        return deal

    def _steer(self) -> str | None:
        """Few ranks, above all where somebody is nearly out and much is pegged; one
        suit; or just as it comes.
        """
        if max(self._points().values()) > 105 and self.rng.random() < 0.7:
            return "ranks"
        if self.favours is not None and self.rng.random() < 0.7:
            return None
        return self.rng.choice((None, "suit", "suit", "ranks", "ranks"))

    def _told(self, what: str) -> str:
        found = re.search(rf"^{what}: *(.*)$", str(self.state), re.MULTILINE)
        return found[1].strip() if found else ""

    def _chance(self) -> int:
        """A card. Whoever is favoured gets those that count much, others such as count
        little.
        """
        actions = [action for action, _ in self.state.chance_outcomes()]
        full = 6 if len(self.seats) == 2 else 5
        dealt = next(
            (
                n
                for n in range(len(self.seats))
                if len(codes(self._told(f"P{n} Hand"))) < full
            ),
            None,
        )
        wanted = ""
        if self._told("Phase") == "Play":
            wanted = "J" if self.rng.random() < 0.15 else ""
        elif self.steered == "ranks":
            wanted = "A23" if len(self.seats) == 2 else "A234"
        elif self.favours is not None and dealt is not None:
            wanted = "5J" if dealt == self.favours else "249K"
        fitting = [
            action for action in actions if card_code(action)[0] in wanted
        ] or actions
        return int(
            self.rng.choice(self._of_a_suit(fitting, self._told(f"P{dealt} Hand")))
        )

    def _lay_away(self) -> int:
        """Cards for the crib: where suits are steered of one suit, as far as possible."""
        return int(
            self.rng.choice(
                self._of_a_suit(self.state.legal_actions(), self._told("Crib"))
            )
        )

    def _of_a_suit(self, actions: Sequence[int], lying: str) -> Sequence[int]:
        """Those of the actions whose cards are all of the suit of the first card that
        lies there, or of hearts.
        """
        suit = lying[1:2] or "H"
        alike = [
            one for one in actions if all(name[1] == suit for name in self._named(one))
        ]
        return alike if alike and self.steered == "suit" else actions

    def _named(self, action: int) -> tuple[str, ...]:
        return codes(
            self.state.action_to_string(action)
            .removeprefix("Choose ")
            .removeprefix("Deal ")
        )

    def _decide(self) -> Decision:
        n = self.state.current_player()
        legal = self.state.legal_actions()
        seat = self.seats[n]
        held = codes(self._told(f"P{n} Hand"))
        named = tuple(
            name for action in legal for name in self._named(action) if name != "Pass"
        )
        before = self._points()
        action = self._choose(legal)
        chosen = self._named(action)[0]
        self.state.apply_action(action)
        points = {one: now - before[one] for one, now in self._points().items()}
        return Decision(seat, named, held, None if chosen == "Pass" else chosen, points)

    def _choose(self, legal: Sequence[int]) -> int:
        """Any of them, more often one that pegs."""
        if len(legal) > 1 and (self.steered == "ranks" or self.rng.random() < 0.5):
            return int(
                max(legal, key=lambda action: sum(self.state.child(action).rewards()))
            )
        return int(self.rng.choice(legal))


def matches_of_peer(deals: int) -> Iterator[tuple[int, Iterator[Deal]]]:
    """Matches of two, three and four, until so many deals are played; in every other one a
    seat is favoured.
    """
    rng = Random(121)
    kinds = cycle([(2, None), (2, 0), (3, None), (4, None), (2, 1), (3, 2), (4, 1)])
    played = 0

    def counted(match: Iterator[Deal]) -> Iterator[Deal]:
        nonlocal played
        for deal in match:
            played += 1
            yield deal

    while played < deals:
        players, favours = next(kinds)
        yield players, counted(PeerMatch(players, rng, favours).deals())


# Comparing


def card_played(rulings: tuple[Ruling, ...]) -> Ruling:
    """The ruling on the card itself: a point for the last card may be told before it."""
    return next(ruling for ruling in rulings if "count" in ruling.verdict)


@dataclass
class Comparison:
    """One match, played in all three ways, and how often each case has occurred."""

    seats: tuple[str, ...]
    seen: Counter[str]

    def __post_init__(self) -> None:
        self.by_card = self._begun("cards")
        self.by_points = self._begun("deals")
        self.by_hands = self._begun("deals")
        self.had = dict.fromkeys(self.seats, 0)

    def _begun(self, depth: str) -> PlayedMatch:
        return PlayedMatch.begun(
            "cribbage", self.seats, dealer="Ana", house_rules=LIKE_THE_PEER, depth=depth
        )

    @property
    def matches(self) -> tuple[PlayedMatch, ...]:
        return self.by_card, self.by_points, self.by_hands

    def play(self, deal: Deal) -> None:
        assert all(match.scene.dealer == deal.dealer for match in self.matches)
        pegged = self._play_cards(deal)
        hands = {
            seat: self._count(deal, deal.hands[seat], crib=False) for seat in deal.order
        }
        crib = self._count(deal, deal.crib, crib=True)
        brought = {seat: deal.scores[seat] - self.had[seat] for seat in self.seats}
        counted = dict(pegged)
        if deal.to_the_end:
            for seat in self.seats:
                counted[seat] += hands[seat] + crib * (seat == deal.dealer)
        together = {}
        for seat in self.seats:
            partners = partners_of(seat, self.seats)
            together[seat] = sum(map(counted.__getitem__, partners))
        assert brought == together
        self._enter_points(deal, pegged, hands, crib)
        self._enter_hands(deal, pegged)
        self._compare(deal, pegged, hands, crib)
        self.had = deal.scores

    def _count(self, deal: Deal, cards: Sequence[str], crib: bool) -> int:
        asked = {"cards": " ".join(cards), "starter": deal.starter, "crib": crib}
        ruled = ask("cribbage", "hand", **asked)
        points = ask(
            "cribbage", "hand", house_rules=LIKE_THE_PEER, **asked
        ).decided.number("points")
        of_four = (
            crib
            and len({one[1] for one in cards}) == 1
            and deal.starter[1] != cards[0][1]
        )
        assert points - ruled.decided.number("points") == 4 * of_four
        self.seen["crib of four: the peer differs"] += of_four
        self.seen.update(section_of(reason) for reason in ruled.because)
        return points

    # Card by card

    def _play_cards(self, deal: Deal) -> dict[str, int]:
        """Enter the starter, every card and go, and the crib: what each has pegged, as
        the peer says of each card.
        """
        match = self.by_card
        pegged = dict.fromkeys(self.seats, 0)
        heels = match.enter("starter", starter=deal.starter).rulings
        assert (
            sum(
                ruling.decided.number("points")
                for ruling in heels
                if ruling.verdict.get("seat")
            )
            == deal.heels
        )
        pegged[deal.dealer] += deal.heels
        self.seen["heels"] += deal.heels > 0
        for one in deal.decisions:
            rulings = self._pass(one) if one.chosen is None else self._play_card(one)
            assert not accusing(rulings), "an honest deal is not accused"
            for ruling in rulings:
                if section_of(ruling.because[0]) == "last":
                    pegged[ruling.decided.seat("seat")] += ruling.decided.number(
                        "points"
                    )
            if one.chosen is not None:
                n = card_played(rulings).decided.number("points")
                assert n == one.points[one.seat] or (
                    one is deal.decisions[-1] and deal.to_the_end
                )
                pegged[one.seat] += n
        self.seen["out in the play"] += match.scene.finished
        for seat in deal.order:
            if not match.scene.finished:
                match.enter("hand", seat)
        if not match.scene.finished:
            match.enter("crib", deal.dealer, cards=" ".join(deal.crib))
        return pegged

    def _pass(self, one: Decision) -> tuple[Ruling, ...]:
        match = self.by_card
        if not is_asked(match, one.seat):
            return ()
        for name in one.held if "play" in match.kinds else ():
            assert (
                section_of(match.refuses("play", one.seat, card=name).because[0])
                == "play"
            )
        self.seen["go"] += 1
        return match.enter("go", one.seat).rulings

    def _play_card(self, one: Decision) -> tuple[Ruling, ...]:
        match = self.by_card
        for name in sorted({*one.held} - {*one.legal}):
            assert (
                section_of(match.refuses("play", one.seat, card=name).because[0])
                == "play"
            )
            self.seen["over 31 refused"] += 1
        rulings = match.enter("play", one.seat, card=one.chosen).rulings
        played = card_played(rulings)
        self.seen["thirty-one"] += played.verdict["count"] == 31
        self.seen.update(
            str(reason.text).partition(":")[0] for reason in played.because
        )
        return rulings

    # By deal

    def _enter_points(
        self, deal: Deal, pegged: Mapping[str, int], hands: Mapping[str, int], crib: int
    ) -> None:
        counted: dict[str, Any] = (
            {"hands": hands, "crib": crib} if deal.to_the_end else {}
        )
        self.by_points.enter("deal", pegged=pegged, **counted)

    def _enter_hands(self, deal: Deal, pegged: Mapping[str, int]) -> None:
        match = self.by_hands
        match.enter("starter", starter=deal.starter)
        if not match.scene.finished:
            match.enter(
                "deal", pegged={**pegged, deal.dealer: pegged[deal.dealer] - deal.heels}
            )
        for seat in deal.order:
            if not match.scene.finished:
                match.enter("hand", seat, cards=" ".join(deal.hands[seat]))
        if not match.scene.finished:
            match.enter("crib", deal.dealer, cards=" ".join(deal.crib))

    # What it comes to

    def _compare(
        self, deal: Deal, pegged: Mapping[str, int], hands: Mapping[str, int], crib: int
    ) -> None:
        parts = [[*pegged.items()]]
        if deal.to_the_end:
            parts += [[(seat, hands[seat])] for seat in deal.order] + [
                [(deal.dealer, crib)]
            ]
        expected = pegged_until_out(self.had, parts)
        out = [seat for seat, n in expected.items() if n == 121]
        for match in self.matches:
            assert dict(match.scores) == expected
            assert list(match.scene.winners) == out
        of_peer = [seat for seat, n in deal.scores.items() if n >= 121]
        assert bool(out) == bool(of_peer)
        if not out:
            assert expected == deal.scores
            return
        if deal.to_the_end:
            self.seen["several out: the peer differs"] += of_peer[:1] != out
        else:
            assert of_peer == out
            assert expected == {seat: min(n, 121) for seat, n in deal.scores.items()}
        self._compare_skunks(expected)

    def _compare_skunks(self, scores: Mapping[str, int]) -> None:
        self.seen["matches"] += 1
        skunked = [seat for seat, n in scores.items() if n <= 90]
        for match in self.matches:
            assert list(match.ruling.decided.seats("skunked")) == skunked
        self.seen["skunk"] += bool(skunked)
        self.seen["double skunk"] += any(n <= 60 for n in scores.values())


def partners_of(seat: str, seats: Sequence[str]) -> Sequence[str]:
    """Who pegs with this seat: four play in pairs."""
    if len(seats) < 4:
        return (seat,)
    return seats[seats.index(seat) % 2 :: 2]


def section_of(reason: Reason) -> str:
    return reason.rule.partition("#")[2]


def pegged_until_out(
    had: Mapping[str, int], parts: Sequence[Sequence[tuple[str, int]]]
) -> dict[str, int]:
    """The scores with these points, part by part, until somebody has 121."""
    scores = dict(had)
    for part in parts:
        for seat, n in part:
            for partner in partners_of(seat, tuple(had)):
                scores[partner] = min(scores[partner] + n, 121)
        if 121 in scores.values():
            break
    return scores


SEEN = (
    *("fifteens", "pairs", "runs", "flush", "nobs"),
    *(
        "heels",
        "Fifteen for 2",
        "Pair for 2",
        "Pair royal for 6",
        "Run of 3 for 3",
        "Run of 4 for 4",
        "thirty-one",
    ),
    *(
        "Double pair royal for 12",
        "go",
        "over 31 refused",
        "out in the play",
        "skunk",
        "double skunk",
    ),
    "crib of four: the peer differs",
)
"""What has to occur often enough."""


def test_every_deal_comes_to_what_the_peer_says(deals: int, at_least: int) -> None:
    seen: Counter[str] = Counter()
    for players, match in matches_of_peer(deals):
        comparison = Comparison(NAMES[:players], seen)
        for deal in match:
            comparison.play(deal)
            seen["deals"] += 1
    assert seen["deals"] >= deals
    assert {case: seen[case] for case in SEEN if seen[case] < at_least} == {}


def test_a_go_that_the_peer_would_not_allow_is_proven_later(
    deals: int, at_least: int
) -> None:
    proven = 0
    for players, match in matches_of_peer(deals):
        for deal in match:
            proven += prove_wrong_go(NAMES[:players], deal)
    assert proven >= at_least


def prove_wrong_go(seats: tuple[str, ...], deal: Deal) -> int:
    """Say go in place of the first card played above 21, then play all cards: how many
    of them prove it.
    """
    match = PlayedMatch.begun("cribbage", seats, dealer=deal.dealer, depth="cards")
    match.enter("starter", starter=deal.starter)
    left = {seat: list(cards) for seat, cards in deal.hands.items()}
    for one in deal.decisions:
        if one.chosen and is_asked(match, one.seat):
            break
        if one.chosen:
            match.enter("play", one.seat, card=one.chosen)
            left[one.seat].remove(one.chosen)
        elif is_asked(match, one.seat):
            match.enter("go", one.seat)
    else:
        return 0
    match.enter("go", one.seat)
    accused = [proof for proof in play_out(match, left) if proof]
    assert sorted(accused) == sorted((one.seat, name) for name in one.legal)
    return len(accused)


def play_out(
    match: PlayedMatch, left: Mapping[str, list[str]]
) -> Iterator[tuple[str, str] | None]:
    """Play all cards that are left, honestly: for each the seat and the card where it
    proves a wrong go.
    """
    while match.scene.phase == "play":
        [seat] = match.scene.to_act
        fitting = (
            {one.code for one in match.prompt("play").fields[0].cards}
            if "play" in match.kinds
            else set()
        )
        name = next((name for name in left[seat] if name in fitting), None)
        if name is None:
            match.enter("go", seat)
            continue
        rulings = match.enter("play", seat, card=name).rulings
        left[seat].remove(name)
        yield (seat, name) if accusing(rulings) else None


def is_asked(match: PlayedMatch, seat: str) -> bool:
    """Whether this seat may say go now: the peer has those pass too who have no card,
    or after whom nobody can play.
    """
    return "go" in match.kinds and match.prompt("go").seats == (seat,)
