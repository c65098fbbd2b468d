"""Crazy Eights held against OpenSpiel's `crazy_eights`: what may lie on what, whose
turn it is, draws, passes, ends.

Each deal is played card by card and then entered as a whole. Players play by chance:
most play when they can, some draw though they could play, which both allow. OpenSpiel
counts pips by the card's number in its pack and an ace as 10: points are compared by
our own table, and its returns are recomputed to show that both have the same cards
left.
"""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pyspiel
import pytest

from referee.testing import PlayedMatch
from tests.peers.accused import accusing

SEATS = ("Ana", "Ben", "Cy", "Dee", "Eli", "Fay", "Gus")
HOUSE_RULES = ("queens-skip", "aces-reverse", "twos-draw-two")
RANKS = "23456789TJQKA"
DRAW = 52
PASS = 53
NOMINATE = 54
POINTS = {
    "8": 50,
    "A": 1,
    **dict.fromkeys("TJQK", 10),
    **{rank: int(rank) for rank in "2345679"},
}


def code(action: int) -> str:
    return f"{RANKS[action // 4]}{'CDHS'[action % 4]}"


def peer_points(action: int) -> int:
    """What OpenSpiel counts for a card left: 50, 10 from the jack to the ace, else its
    number in the pack and two.
    """
    return 50 if RANKS[action // 4] == "8" else 10 if action >= 36 else action + 2


@dataclass
class Table:
    """A deal of the peer and the same deal in our match, action by action."""

    random: Random
    players: int
    special: bool
    honest: bool
    seen: Counter[str] = field(default_factory=Counter)
    hands: list[list[int]] = field(default_factory=list)

    def play(self) -> None:
        peer = pyspiel.load_game(
            f"crazy_eights(players={self.players},max_draw_cards=3,max_turns=80,reshuffle=true,"
            f"use_special_cards={str(self.special).lower()})"
        )
        state = peer.new_initial_state()
        dealer = self.random.randrange(self.players)
        state.apply_action(52 + dealer)
        self.hands = [[] for _ in range(self.players)]
        for n in range(self.players * (7 if self.players == 2 else 5)):
            self.hands[(dealer + 1 + n) % self.players].append(self.dealt(state))
        rules = HOUSE_RULES if self.special else ()
        options: dict[str, Any] = {
            "draws": 3,
            "depth": "cards",
            "scoring": "own",
            "target": 1000,
        }
        seats = SEATS[: self.players]
        self.match = PlayedMatch.begun(
            "crazy-eights", seats, dealer=seats[dealer], house_rules=rules, **options
        )
        while RANKS[(turned := self.dealt(state)) // 4] == "8":
            self.match.refuses("starter", card=code(turned))
            self.seen["eight turned up"] += 1
        self.match.enter("starter", card=code(turned))
        self.seen[f"{code(turned)[0]} turned up"] += 1
        while not state.is_terminal():
            self.act(state)
        self.seen["ended" if self.is_over() else "stopped by the peer"] += 1
        if self.is_over():
            self.count(state)

    def is_over(self) -> bool:
        return not all(self.hands) or "blocked" in self.match.kinds

    def dealt(self, state: Any) -> int:
        """A card from the peer's stock."""
        card = int(self.random.choice(state.legal_actions()))
        state.apply_action(card)
        return card

    def act(self, state: Any) -> None:
        """What the seat in turn does, after all else that it could try has been held
        against both.
        """
        player = state.current_player()
        legal = state.legal_actions()
        seat = SEATS[player]
        assert self.match.scene.to_act == (seat,)
        offered = {one.kind for one in self.match.prompts if not one.optional}
        assert ("draw" in offered) == (DRAW in legal)
        assert ("pass" in offered) == (PASS in legal)
        fitting = [action for action in legal if action < DRAW]
        self.try_in_vain(seat, player, set(legal))
        if fitting and (self.honest or self.random.random() < 0.8):
            self.lay(state, seat, player, self.random.choice(fitting))
            return
        action = DRAW if DRAW in legal else PASS
        pending = self.pending()
        drawn = self.match.enter("draw" if action == DRAW else "pass", seat)
        assert not accusing(drawn.rulings)
        state.apply_action(action)
        n = 0
        while state.is_chance_node():
            self.hands[player].append(self.dealt(state))
            n += 1
        self.seen[
            "pass" if action == PASS else "draw for twos" if pending else "draw"
        ] += 1
        if action == DRAW:
            assert drawn.rulings[0].verdict["drawn"] == n

    def pending(self) -> bool:
        return self.match.match.history.position.state.deal.draws > 0

    def try_in_vain(self, seat: str, player: int, legal: set[int]) -> None:
        """A card in hand that the peer would not let this seat play."""
        wrong = [card for card in self.hands[player] if card not in legal]
        if wrong and self.random.random() < 0.3:
            refused = self.match.refuses(
                "play", seat, card=code(self.random.choice(wrong))
            )
            assert refused.because
            self.seen["refused"] += 1

    def lay(self, state: Any, seat: str, player: int, action: int) -> None:
        state.apply_action(action)
        self.hands[player].remove(action)
        laid = self.match.enter("play", seat, card=code(action))
        if code(action)[0] == "8" and not state.is_terminal():
            suit = self.random.choice("CDHS")
            state.apply_action(NOMINATE + "CDHS".index(suit))
            self.match.enter("wish", seat, suit=suit)
        self.seen[code(action)[0]] += 1
        assert not accusing(laid.rulings)

    def count(self, state: Any) -> None:
        """The end: the same cards are left, and count the same in a deal that is
        entered as a whole.
        """
        left = {
            SEATS[n]: [code(card) for card in hand] for n, hand in enumerate(self.hands)
        }
        returns = [-sum(map(peer_points, hand)) for hand in self.hands]
        assert state.returns() == returns
        if all(left.values()):
            self.match.enter("blocked")
            self.seen["blocked"] += 1
        for seat, cards in left.items():
            if cards:
                step = self.match.enter("left", seat, cards=cards)
                assert not accusing(step.rulings)
        points = {
            seat: sum(POINTS[card[0]] for card in cards) for seat, cards in left.items()
        }
        scored = next(
            ruling.verdict for ruling in step.rulings if "points" in ruling.verdict
        )
        assert scored["points"] == points
        whole = PlayedMatch.begun(
            "crazy-eights", SEATS[: self.players], scoring="own", target=1000
        )
        entered = whole.enter(
            "deal", cards={seat: cards for seat, cards in left.items() if cards}
        )
        assert entered.rulings[0].verdict == scored


@pytest.mark.parametrize("honest", [True, False])
def test_card_by_card(deals: int, at_least: int, honest: bool) -> None:
    random = Random(8 + honest)
    seen = Counter[str]()
    for deal in range(deals // 2):
        table = Table(
            random, 2 + deal % 6, special=deal % 4 > 0, honest=honest, seen=seen
        )
        table.play()
    for case in (
        "8",
        "Q",
        "A",
        "2",
        "draw",
        "pass",
        "draw for twos",
        "refused",
        "eight turned up",
        "2 turned up",
    ):
        assert seen[case] >= at_least // 2, (case, seen)
