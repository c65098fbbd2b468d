"""Matches of tricks, deal by deal, whose scores add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.cards.card import Card
from referee.common_rules.deal_ends import REST
from referee.common_rules.proofs import USUAL, OffenceRules
from referee.common_rules.rounds import Rounds, begin_rounds, rule_round
from referee.common_rules.tricks_played import LEADER, TricksPlayed, has_section
from referee.vocabulary.errors import wrong_field
from referee.vocabulary.game import Ask, Refused, Setting
from referee.vocabulary.prompt import Entry, Field, Prompt, Prompts
from referee.vocabulary.ruling import Cite, Ruling, Rulings
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Seats, Values
from referee.vocabulary.view import EVERYBODY, Scene, Step, Steps, Zone

DEPTH = Field(
    "depth",
    "choice",
    say("What you enter"),
    choices=("deals", "tricks"),
    labels={"deals": say("How each deal ends"), "tricks": say("Every trick")},
    default="deals",
)
"""The option to enter whole deals or tricks; it can change between deals."""


@dataclass(frozen=True, slots=True)
class Deals:
    """A match of tricks: the scored deals, each a round, and the current one.

    It can be a game's state, or a part of one.

    >>> from referee import FIFTY_TWO
    >>> setting = Setting(("Ana", "Ben"), dealer="Ana")
    >>> deals = begin_deals(setting, FIFTY_TWO, target=100)
    >>> deals.deal.leader, deals.scored({"Ana": 20}).deal.leader
    ('Ben', 'Ana')
    >>> [prompt.kind for prompt in deals.prompts()]
    ['trick']
    """

    rounds: Rounds
    deal: TricksPlayed
    by_deal: bool = False
    """True while the table enters whole deals, in a game of two depths."""

    def with_deal(self, deal: TricksPlayed) -> Deals:
        """Return the match with this state of the deal's tricks."""
        return replace(self, deal=deal)

    def with_parts(self, **parts: Any) -> Deals:
        """Return the match with these parts of the deal's tricks, as `trumps`."""
        return self.with_deal(replace(self.deal, **parts))

    def scored(
        self,
        scores: Mapping[str, float],
        hand: int | None = None,
        winners: Seats = (),
    ) -> Deals:
        """Return the match after a deal with these scores; the lead moves on.

        `hand` is the size of the next hands; None keeps the present size. All other
        settings of the deal stay, even its `trumps`: `replace` them if they change.
        `winners` are seats that won by something else than totals.

        >>> from referee import FIFTY_TWO
        >>> setting = Setting(("Ana", "Ben", "Cy"), dealer="Cy")
        >>> deals = begin_deals(setting, FIFTY_TWO, hand=7, last=7)
        >>> deals = deals.scored({"Ana": 17}, hand=deals.deal.hand - 1)
        >>> deals.deal.hand, deals.scored({"Ben": 11}).deal.hand
        (6, 6)
        """
        rounds = self.rounds.with_scores(scores, winners)
        if hand is None:
            hand = self.deal.hand
        return replace(self, rounds=rounds, deal=_begin_deal(self.deal, rounds, hand))

    def score(
        self,
        scores: Mapping[str, float],
        cite: Cite,
        counted: Ruling,
        hand: int | None = None,
        winners: Seats = (),
    ) -> tuple[Deals, Ruling]:
        """Return the match after a deal with these scores, and the ruling on the round.

        `counted` is the ruling that has the scores, as for `rule_round`. The reasons
        rest on the section `end`, and on `shared-win` if the rules have that section.
        """
        after = self.scored(scores, hand, winners)
        shared = "shared-win" if has_section(cite, "shared-win") else ""
        ruling = rule_round(
            self.rounds, after.rounds, cite, "end", counted, shared=shared
        )
        return after, ruling

    def dealt_again(self) -> Deals:
        """Return the match after a misdeal: the same dealer deals the round again."""
        return self.with_deal(_begin_deal(self.deal, self.rounds, self.deal.hand))

    def prompts(
        self,
        by_deal: tuple[Field, ...] = (),
        shared_claims: bool = False,
        concessions: tuple[Field, ...] | None = None,
        claims: bool = True,
    ) -> Prompts:
        """Return the prompts for the next trick, for the hook `prompts`.

        `by_deal` (the fields of a whole deal) gives the game two depths: the prompt is
        `deal`, or a `trick`, card by card if people like, and a `claim` of the
        remaining tricks. With `shared_claims` a seat may claim some of them, and the
        left neighbour gets the others: for two sides of which only the number of tricks
        counts. With `concessions` a seat may give the deal up (`concede`); they are the
        fields asked besides the seat, `()` for none. Without `claims` nobody may claim:
        where the value of what is left can't be known. The prompts of `asides` follow.
        """
        if self.rounds.winners:
            return ()
        if not by_deal:
            return (self.deal.prompt(),)
        if self.by_deal:
            title = say("How the deal ended")
            whole = Prompt("deal", self.deal.seats, title, fields=by_deal)
            return (whole, *self.asides())
        prompts = [self.deal.prompt()]
        if claims:
            whose = say("Who takes the rest?")
            others = []
            if shared_claims:
                whose = say("Who claims")
                n = self.deal.tricks_left
                label = say("Tricks for this side; the other gets the rest")
                others.append(Field("tricks", "number", label, min=0, max=n, default=n))
            claim = self.ask_seat("claim", say("Claim the rest"), whose, *others)
            prompts.append(claim)
        if concessions is not None:
            whose = say("Who gives up?")
            prompts.append(
                self.ask_seat("concede", say("Give up"), whose, *concessions)
            )
        return (*prompts, *self.asides())

    def ask_seat(self, kind: str, title: Text, label: Text, *others: Field) -> Prompt:
        """Return an optional prompt for a `seat` of the deal, and these fields."""
        seats = self.deal.seats
        seat = Field("seat", "seat", label, choices=seats)
        return Prompt(kind, seats, title, fields=(seat, *others), optional=True)

    def asides(self) -> Prompts:
        """Return the prompt for a misdeal and, in a game of two depths, for `depth`.

        `prompts` with `by_deal` has them too. `depth` goes with the first card.
        """
        seats = self.deal.seats
        misdeal = replace(self.rounds.ask_misdeal(), seats=seats)
        has_depth = DEPTH.name in self.rounds.setting.options
        if self.deal.is_begun or not has_depth:
            return (misdeal,)
        title = say("Score by deal")
        if self.by_deal:
            title = say("Enter every trick")
        return misdeal, Prompt("depth", seats, title, optional=True)

    def ask_passed(self) -> Prompt:
        """Return the prompt `passed`, for a deal in which nobody bids."""
        return replace(self.rounds.ask_passed(), seats=self.deal.seats)

    def enter(
        self,
        entry: Entry,
        ask: Ask,
        cite: Cite,
        closed: str | None = None,
        offences: OffenceRules = USUAL,
        **more: object,
    ) -> tuple[Deals, Rulings] | Refused:
        """Rule on a `trick`, `claim`, `concede`, `passed`, `misdeal` or `depth`.

        `TricksPlayed.play` describes the other arguments, and the sections for tricks.
        Any other kind rests on the section of its name, except that a concession rests
        on `given-up`. After the last trick, or a concession, `deal.over` is true and
        the game scores the deal; `deal.end` has its extra events.
        """
        if entry.kind == "depth":
            return replace(self.with_parts(turned=None), by_deal=not self.by_deal), ()
        if entry.kind == "misdeal":
            return self.dealt_again(), (self.rounds.rule_misdeal(cite),)
        if entry.kind == "passed":
            return self.passed(cite)
        if entry.kind == "concede":
            return self._concede(entry.given, ask, cite)
        if entry.kind == "claim":
            return self._claim(entry.given, ask, cite)
        played = self.deal.play(
            entry.given.card_by_seat("plays"),
            ask,
            cite,
            closed,
            led_by=leader_named(entry),
            offences=offences,
            **more,
        )
        if isinstance(played, Refused):
            return played
        deal, rulings = played
        return self.with_deal(deal), rulings

    def passed(self, cite: Cite) -> tuple[Deals, Rulings]:
        """Return the match after a deal in which all passed: nothing is scored.

        The ruling rests on the section `passed`.
        """
        return self.scored({}), (self.rounds.passed(cite)[1],)

    def _claim(self, given: Values, ask: Ask, cite: Cite) -> tuple[Deals, Rulings]:
        tricks = given.number("tricks", None)
        claim = self.deal.rule_claim(given.seat("seat"), cite, "claim", tricks)
        ruled = ask(claim)
        seat = ruled.decided.seat("winner")
        n = ruled.decided.number("tricks")
        left = self.deal.tricks_left
        if not 0 <= n <= left:
            raise ValueError(f"{n} of {left} tricks cannot be claimed")
        granted = {seat: n}
        if n < left:
            neighbour = self.rounds.setting.left_of(seat, self.deal.seats)
            granted[neighbour] = left - n
        return self.with_deal(self.deal.with_claim(granted)), (ruled,)

    def _concede(self, given: Values, ask: Ask, cite: Cite) -> tuple[Deals, Rulings]:
        seat = given.seat("seat")
        rest = given.seat(REST, "")
        if rest == seat:
            gave_up = say("Whoever gave up takes no more.")
            raise wrong_field(REST, gave_up)

        because = cite("given-up", "{seat} gave up the deal.", seat=seat)
        summary = say("{seat} gives up", seat=seat)
        ruled = ask(Ruling({"seat": seat}, summary, (because,)))
        deal = self.deal.with_concession(ruled.decided.seat("seat"), rest)
        return self.with_deal(deal), (ruled,)

    def scene(
        self, phase: str = "play", *, is_dealt: bool = False, **others: Any
    ) -> Scene:
        """Return the scene, for the hook `scene`, with the cards that each seat took.

        All players of the deal are to act, unless `to_act` names others; `others` are
        further parts of the scene. `is_dealt` says that people hold their cards before
        entering any, as after bids.
        """
        zones = []
        for seat, cards in self.deal.cards_of.items():
            zones.append(Zone("won", seat, len(cards), cards, EVERYBODY))
        own: dict[str, Any] = {"to_act": self.deal.seats, "zones": tuple(zones)}
        if not self.by_deal:
            own["trick"] = self.deal.on_table
        if not self.rounds.winners:
            own["steps"] = self._list_steps(is_dealt)
        return self.rounds.scene(phase, **{**own, **others})

    def _list_steps(self, is_dealt: bool) -> Steps:
        """Return the steps that say what to play and enter now."""
        deal = self.deal
        dealing: Steps = () if is_dealt else (self.rounds.dealing,)
        if self.by_deal:
            play = say("Play the deal out, then enter how it ended.")
            return (*dealing, Step((), play))

        n = deal.trick
        if deal.lying:
            seat = deal.to_play[0]
            text = say("{seat} plays next to trick {n}.", seat=seat, n=n)
            return (Step((seat,), text),)

        leader = deal.leader
        if n > 1:
            leads = say("{leader} leads to trick {n}.", leader=leader, n=n)
            return (Step((leader,), leads),)
        template = "{leader} leads to trick {n}. Enter the cards as they are played."
        return (*dealing, Step((leader,), say(template, leader=leader, n=n)))


def leader_named(entry: Entry) -> str | None:
    """Return the leader that a trick's entry names; None if it names none.

    >>> from referee import Values
    >>> leader_named(Entry("trick", None, Values({"plays": {}, "leader": "Ben"})))
    'Ben'
    """
    return entry.given.seat(LEADER, None)


def begin_deals(
    setting: Setting, deck: Sequence[Card], hand: int | None = None, **rounds: Any
) -> Deals:
    """Return the first deal of a match; the dealer's left neighbour leads.

    `hand` is the size of each hand, None if the deck is dealt out evenly. `rounds` are
    the arguments of `begin_rounds`. A game with the option `DEPTH` begins with the
    table's depth.

    >>> from referee import FIFTY_TWO
    >>> setting = Setting(("Ana", "Ben", "Cy", "Dee"), dealer="Dee")
    >>> begin_deals(setting, FIFTY_TWO, last=4).deal.leader
    'Ana'
    """
    first = begin_rounds(setting, **rounds)
    by_deal = setting.options.get(DEPTH.name) == "deals"
    deal = TricksPlayed(setting.seats, tuple(deck), first.first, hand=hand)
    return Deals(first, deal, by_deal)


def _begin_deal(deal: TricksPlayed, rounds: Rounds, hand: int | None) -> TricksPlayed:
    """Return a new deal of this round, with no card played."""
    seats = rounds.playing
    leader = rounds.first
    return TricksPlayed(seats, deal.deck, leader, hand=hand, trumps=deal.trumps)
