"""A match of tricks, deal by deal: the tricks of each deal bring scores, and these add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.cards.card import Card
from referee.common_rules.rounds import Rounds, begin_rounds
from referee.common_rules.tricks import TricksPlayed
from referee.vocabulary.game import Setup
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import say
from referee.vocabulary.view import EVERYBODY, Scene, Zone


@dataclass(frozen=True, slots=True)
class Deals:
    """Where a match of tricks stands: the deals scored so far, each a round, and the one that is played.

    It can be a game's state, or a part of one.

    >>> from referee import FIFTY_TWO, card
    >>> deals = begin_deals(Setup(("Ana", "Ben"), dealer="Ana"), FIFTY_TWO, target=100)
    >>> deals.deal.leader, deals.scored({"Ana": 20}).deal.leader, [one.kind for one in deals.prompts()]
    ('Ben', 'Ana', ['trick'])
    """

    rounds: Rounds
    deal: TricksPlayed

    def with_deal(self, deal: TricksPlayed) -> Deals:
        """With the tricks of the deal as they are now."""
        return replace(self, deal=deal)

    def scored(self, scores: Mapping[str, float], hand: int | None = None) -> Deals:
        """After the deal has brought each seat these scores: the left neighbour of the next dealer leads.

        `hand` is how many cards each is dealt next, None as many as in this deal. All else that was said of this deal
        holds for the next, its `trumps` too: `replace` them where they change.

        >>> from referee import FIFTY_TWO
        >>> deals = begin_deals(Setup(("Ana", "Ben", "Cy"), dealer="Cy"), FIFTY_TWO, hand=7, last=7)
        >>> deals = deals.scored({"Ana": 17}, hand=deals.deal.hand - 1)
        >>> deals.deal.hand, deals.scored({"Ben": 11}).deal.hand
        (6, 6)
        """
        rounds = self.rounds.with_scores(scores)
        next_hand = self.deal.hand if hand is None else hand
        return Deals(rounds, replace(self.deal, seats=rounds.playing, leader=rounds.first, tricks=(), hand=next_hand))

    def prompts(self) -> tuple[Prompt, ...]:
        """The next trick, for the hook `prompts`; nothing once somebody has won."""
        return () if self.rounds.winners else (self.deal.prompt(),)

    def scene(self, phase: str = "play", **others: Any) -> Scene:
        """The scene, for the hook `scene`: with the cards that each seat has taken in this deal.

        All who play this deal are to act, unless `to_act` says who; `others` are the other parts of the scene.
        """
        taken = [Zone("won", seat, len(cards), cards, EVERYBODY) for seat, cards in self.deal.cards_of.items()]
        led = say(
            "{leader} leads to trick {n}. When all have played, enter the cards.",
            leader=self.deal.leader,
            n=self.deal.trick,
        )
        if self.deal.trick == 1:
            led = say("{dealer} deals. {led}", dealer=self.rounds.dealer, led=led)
        if self.rounds.winners:
            led = say("The game is over, won by {winners}.", winners=self.rounds.winners)
        told = {"to_act": self.deal.seats, "zones": tuple(taken), "next": led}
        return self.rounds.scene(phase, **{**told, **others})


def begin_deals(setting: Setup, deck: Sequence[Card], hand: int | None = None, **rounds: Any) -> Deals:
    """The first deal of a match, of which no trick is played: the dealer's left neighbour leads.

    `hand` is how many cards each is dealt, None where the deck is dealt out evenly; `rounds` are the arguments of
    `begin_rounds`.

    >>> from referee import FIFTY_TWO
    >>> begin_deals(Setup(("Ana", "Ben", "Cy", "Dee"), dealer="Dee"), FIFTY_TWO, last=4).deal.leader
    'Ana'
    """
    begun = begin_rounds(setting, **rounds)
    return Deals(begun, TricksPlayed(setting.seats, tuple(deck), begun.first, hand=hand))
