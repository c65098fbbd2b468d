"""The tricks of one deal, entered whole or card by card, and proven offences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain

from referee.cards.card import Card, Cards
from referee.cards.decks import without
from referee.common_rules.cards_seen import CardsSeen
from referee.common_rules.deal_ends import GIVEN_UP, OFFENDERS, REST
from referee.common_rules.proofs import (
    USUAL,
    MayPlay,
    OffenceRules,
    Revoke,
    follow_suit,
    revokes_in,
    rule_offences,
)
from referee.common_rules.refusals import rule_illegal
from referee.common_rules.tricks import TakenTrick, suit_decided
from referee.vocabulary.errors import WrongFieldsError
from referee.vocabulary.game import Ask, Refused
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.ruling import Cite, Ruling, Rulings
from referee.vocabulary.text import Text, say, say_count
from referee.vocabulary.values import Seats, Side, require_seats
from referee.vocabulary.view import Trick

LEADER = "leader"
"""The field of a trick's prompt that names an unexpected leader."""

OUT_OF_TURN = "out-of-turn"
"""The rules' section on a lead out of turn that all have followed."""


@dataclass(frozen=True, slots=True)
class TricksPlayed:
    """The tricks of a deal so far: next leader, cards left, each seat's tricks.

    >>> from referee import FIFTY_TWO, card
    >>> deal = TricksPlayed(("Ana", "Ben", "Cy"), FIFTY_TWO, leader="Ben")
    >>> plays = deal.in_order({"Ana": card("3H"), "Ben": card("9H"), "Cy": card("KC")})
    >>> deal = deal.with_trick(plays, winner="Ben")
    >>> deal.trick, deal.leader, deal.tricks_of, deal.cards_of["Ben"]
    (2, 'Ben', {'Ana': 0, 'Ben': 1, 'Cy': 0}, (<9H>, <KC>, <3H>))
    """

    seats: Seats
    """The players, clockwise."""
    deck: Cards
    leader: str
    """The seat whose turn it is to lead."""
    tricks: tuple[TakenTrick, ...] = ()
    """The tricks played, without claimed ones."""
    hand: int | None = None
    """The size of each hand; None: the deck is dealt out evenly."""
    trumps: Cards = ()
    """All trumps, if they are not just a suit: players follow them as one suit.

    Whatever is printed on them does not count.
    """
    lying: Mapping[str, Card] = field(default_factory=dict)
    """The cards of an incomplete trick."""
    claimed: Mapping[str, int] = field(default_factory=dict)
    """The number of claimed tricks granted to each seat; empty if nobody claimed."""
    offenders: Seats = ()
    """The seats proven to have broken a rule in this deal, each once."""
    given_up: str = ""
    """The seat that ended the deal by giving it up; empty if none did."""
    rest: str = ""
    """The seat that takes the rest after somebody gave up; empty if nobody named it."""
    led_by: str | None = None
    """The named leader of the incomplete trick; None: the seat due."""
    turned: Card | None = None
    """The card turned up for trump, which nobody holds in this deal."""
    winning: str | None = None
    """The seat that wins the incomplete trick so far."""

    @property
    def trick(self) -> int:
        """Return the number of the next trick, from 1."""
        return len(self.tricks) + 1

    @property
    def hand_size(self) -> int:
        """Return the number of cards dealt to each seat, and so of tricks."""
        return self.hand or len(self.deck) // len(self.seats)

    @property
    def tricks_left(self) -> int:
        """Return how many tricks are left to play or claim."""
        return self.hand_size - len(self.tricks) - sum(self.claimed.values())

    @property
    def is_begun(self) -> bool:
        """Return whether a card was played."""
        return bool(self.tricks or self.lying)

    @property
    def over(self) -> bool:
        """Return whether all tricks are played or claimed, or somebody gave up."""
        return self.tricks_left <= 0 or bool(self.given_up)

    @property
    def left(self) -> Cards:
        """Return the cards not played yet."""
        return without(self._dealt, [card for _, card in self.laid])

    @property
    def laid(self) -> list[tuple[str, Card]]:
        """Return all cards played so far, each after its seat, in playing order."""
        laid: list[tuple[str, Card]] = []
        for trick in self.tricks:
            laid.extend(trick.plays.items())
        return [*laid, *self.lying.items()]

    @property
    def _dealt(self) -> Cards:
        """Return the deck without the card turned up."""
        return self.deck if self.turned is None else without(self.deck, (self.turned,))

    @property
    def to_play(self) -> Seats:
        """Return the seats that have yet to play to this trick, in turn."""
        return tuple(seat for seat in self._from_leader if seat not in self.lying)

    @property
    def _from_leader(self) -> Seats:
        """Return the seats in their order of play in this trick."""
        first = self.seats.index(self.led_by or self.leader)
        return self.seats[first:] + self.seats[:first]

    @property
    def led(self) -> tuple[str, Card] | None:
        """Return the incomplete trick's leader and first card; None before it."""
        leader = self._from_leader[0]
        card = self.lying.get(leader)
        return None if card is None else (leader, card)

    @property
    def on_table(self) -> Trick:
        """Return the trick on the table: a complete one until the next lead."""
        if self.tricks and not self.lying:
            last = self.tricks[-1]
            return Trick(len(self.tricks), tuple(last.plays), last.plays, last.winner)
        return Trick(self.trick, self._from_leader, self.lying, self.winning)

    @property
    def is_led_early(self) -> bool:
        """Return whether the leader named is another seat than the one due."""
        return self.led_by not in (None, self.leader)

    @property
    def tricks_of(self) -> Mapping[str, int]:
        """Return the number of tricks of each seat, claimed ones included."""
        numbers = Counter(self.claimed)
        for trick in self.tricks:
            numbers[trick.winner] += 1
        return {seat: numbers[seat] for seat in self.seats}

    def tricks_taken(self, side: Collection[str]) -> int:
        """Return the number of tricks of these seats, claimed ones included."""
        return sum(n for seat, n in self.tricks_of.items() if seat in side)

    def cards_taken(self, side: Collection[str]) -> Cards:
        """Return the cards that these seats have taken, as in `cards_of`."""
        taken = self.cards_of
        return tuple(chain.from_iterable(taken[seat] for seat in side))

    @property
    def end(self) -> Mapping[str, object]:
        """Return the deal's extra events as values of `deal_end_fields`, if any.

        >>> TricksPlayed(("Ana", "Ben"), (), "Ana", given_up="Ben").end
        {'given_up': 'Ben'}
        """
        parts = {OFFENDERS: self.offenders, REST: self.rest, GIVEN_UP: self.given_up}
        return {name: value for name, value in parts.items() if value}

    @property
    def revokes_of(self) -> Mapping[str, int]:
        """Return the number of tricks in which each seat provably revoked."""
        numbers = Counter(revoke.seat for revoke in self.revokes())
        return {seat: numbers[seat] for seat in self.seats}

    def revokes(self, may_play: MayPlay = follow_suit) -> tuple[Revoke, ...]:
        """Return the proven revokes, trick by trick."""
        return revokes_in(self.tricks, self.trumps, may_play)

    @property
    def cards_of(self) -> Mapping[str, Cards]:
        """Return the cards that each seat has taken, in playing order.

        A seat that claimed all remaining tricks has all remaining cards, in the deck's
        order. If several seats share them, no seat has them: nobody knows which card is
        whose.
        """
        cards: dict[str, Cards] = dict.fromkeys(self.seats, ())
        for trick in self.tricks:
            cards[trick.winner] += tuple(trick.plays.values())
        claimants = [seat for seat, n in self.claimed.items() if n]
        if len(claimants) == 1 and self.over:
            cards[claimants[0]] += without(self._dealt, chain(*cards.values()))
        return cards

    def in_order(self, plays: Mapping[str, Card]) -> dict[str, Card]:
        """Return a trick's cards in playing order: from the leader, clockwise."""
        return {seat: plays[seat] for seat in self._from_leader if seat in plays}

    def with_trick(
        self,
        plays: Mapping[str, Card],
        winner: str,
        decided_suit: str | None = None,
    ) -> TricksPlayed:
        """Return the deal with this trick added; its winner leads the next.

        `decided_suit` is the suit led, if the table decided it.
        """
        trick = TakenTrick(self.in_order(plays), winner, decided_suit)
        tricks = (*self.tricks, trick)
        return replace(self._swept, tricks=tricks, leader=winner)

    def with_claim(self, tricks: Mapping[str, int]) -> TricksPlayed:
        """Return the deal with this many remaining tricks granted to each seat.

        >>> deal = TricksPlayed(("Ana", "Ben"), (), leader="Ben", hand=5)
        >>> deal.with_claim({"Ana": 5}).tricks_of
        {'Ana': 5, 'Ben': 0}
        """
        require_seats(tricks, self.seats)
        return replace(self._swept, claimed=dict(tricks))

    def with_rest_for(self, sides: Iterable[Side]) -> TricksPlayed:
        """Return the deal with the rest granted to the side that has not given up.

        >>> deal = TricksPlayed(("Ana", "Ben"), (), leader="Ana", hand=5)
        >>> deal.with_concession("Ana").with_rest_for([("Ana",), ("Ben",)]).claimed
        {'Ben': 5}
        """
        for side in sides:
            if self.given_up and self.given_up not in side:
                return self.with_claim({side[0]: self.tricks_left})
        return self

    def with_concession(self, seat: str, rest: str = "") -> TricksPlayed:
        """Return the deal after this seat gave it up, with who takes the rest.

        >>> deal = TricksPlayed(("Ana", "Ben"), (), leader="Ana", hand=5)
        >>> deal.with_concession("Ana").over
        True
        """
        require_seats([seat, rest or seat], self.seats)
        return replace(self._swept, given_up=seat, rest=rest)

    @property
    def _swept(self) -> TricksPlayed:
        """Return the deal without an incomplete trick."""
        return replace(self, lying={}, led_by=None, winning=None)

    def prompt(self) -> Prompt:
        """Return the prompt for the next trick: each seat's card, an unexpected leader.

        People may enter the cards one by one; `play` takes them. The game rules on all
        cards that the prompt does not offer.
        """
        plays = Field(
            "plays",
            "card_by_seat",
            say("Card played"),
            choices=self.left,
            seats=self.to_play,
            suggests=True,
            some=True,
            own=True,
        )
        leader = Field(
            LEADER,
            "seat",
            say("Who led"),
            optional=True,
            choices=self._from_leader,
            default=self.led_by or self.leader,
            leads=plays.name,
        )
        title = say("Trick {n}", n=self.trick)
        help = say("Everyone’s card: one by one, or all at once.")
        return Prompt("trick", self.seats, title, help, (plays, leader))

    def play(
        self,
        plays: Mapping[str, Card],
        ask: Ask,
        cite: Cite,
        closed: str | None = None,
        *,
        led_by: str | None = None,
        offences: OffenceRules = USUAL,
        **more: object,
    ) -> tuple[TricksPlayed, Rulings] | Refused:
        """Play these cards to the trick; if complete, rule on it and its offences.

        The section `once` refuses a card that cannot be played, `trump` the last copy
        of the one `turned` up. The question `trick`
        decides a complete trick, from its `plays` and what else is asked. Proven
        revokes rest on `follow`; an early lead of the `closed` suit rests on `broken`.
        Unless the table absolves them, the seats concerned become `offenders`;
        `offences` state the cost.

        `led_by` is the leader, if anybody named one. If it was another seat's turn, an
        open trick has a ruling with the law's remedies, and the ruling on a complete
        one rests on `out-of-turn` too.
        """
        refusal = self.refuse(plays, cite, "once") or self._refuse_leader(led_by, cite)
        if refusal is not None:
            return Refused(refusal)

        deal = replace(self, led_by=led_by or self.led_by)
        lying = deal.in_order({**deal.lying, **plays})
        if len(lying) < len(deal.seats):
            early: Rulings = ()
            if self.led_by is None and deal.is_led_early:
                early = (deal._rule_early_lead(ask, cite, offences),)
            winning = None
            if deal._from_leader[0] in lying:
                # A game may rule on whole tricks alone.
                with suppress(WrongFieldsError):
                    so_far = ask("trick", plays=lying, **more).decided
                    winning = so_far.seat("winner", None)
            return replace(deal, lying=lying, winning=winning), early

        ruled = ask("trick", plays=lying, **more)
        suit = suit_decided(ruled, lying, deal.trumps)
        after = deal.with_trick(lying, ruled.decided.seat("winner"), suit)
        rulings = [deal._explain_lead(ruled, cite)]
        offenders = dict.fromkeys(self.offenders)
        for offence in rule_offences(after.tricks, cite, closed, offences, deal.trumps):
            proven = ask(offence)
            rulings.append(proven)
            if proven.verdict["legal"] is False:
                offenders[proven.decided.seat("seat")] = None
        return replace(after, offenders=tuple(offenders)), tuple(rulings)

    def _refuse_leader(self, led_by: str | None, cite: Cite) -> Ruling | None:
        """Return the ruling that this seat did not lead; None if it may have."""
        if led_by is None or self.led_by in (None, led_by):
            return None
        template = (
            "{first} was entered as the leader. Leave this out, or correct that entry."
        )
        because = cite(_section_out_of_turn(cite), template, first=self.led_by)
        summary = say("{seat} can’t have led trick {n} too", seat=led_by, n=self.trick)
        return rule_illegal(summary, because, seat=led_by, trick=self.trick)

    def _rule_early_lead(self, ask: Ask, cite: Cite, offences: OffenceRules) -> Ruling:
        """Return the ruling on a lead out of turn, with the law's remedies if any."""
        seat = self.led_by or ""
        due = self.leader
        situation = "lead-out-of-turn"
        template = "{leader} led out of turn; {seat} was due"
        summary = say(template, leader=seat, seat=due)
        because = cite(_section_out_of_turn(cite), "It was {seat}’s lead.", seat=due)
        ruling = rule_illegal(
            summary,
            because,
            situation=situation,
            seat=seat,
            due=due,
            trick=self.trick,
        )
        if has_section(cite, "irregularities"):
            # A game's law may lack this situation, or tell of no offender.
            with suppress(KeyError, WrongFieldsError):
                asked = {"situation": situation, "seat": seat, **offences.blame(seat)}
                law = ask("irregularity", noticed="at-once", **asked)
                verdict = {**law.verdict, **ruling.verdict}
                ruling = replace(law, verdict=verdict, summary=summary, origin=None)
        return ask(ruling)

    def _explain_lead(self, trick: Ruling, cite: Cite) -> Ruling:
        """Return a trick's ruling with the consequence of a lead out of turn."""
        if not self.is_led_early:
            return trick
        named = {"leader": self.led_by, "seat": self.leader}
        if has_section(cite, OUT_OF_TURN):
            template = (
                "{leader} led, but it was {seat}’s lead. Everybody played to it, so "
                "the trick stands."
            )
            because = cite(OUT_OF_TURN, template, **named)
        else:
            text = say("{leader} led, but it was {seat}’s lead.", **named)
            because = replace(trick.because[0], text=text)
        return replace(trick, because=(*trick.because, because))

    def rule_claim(
        self, seat: str, cite: Cite, section: str, tricks: int | None = None
    ) -> Ruling:
        """Return the ruling that this seat takes the rest, or this many tricks.

        Its verdict has `winner` and `tricks`.
        """
        n = self.tricks_left
        if tricks is None or tricks == n:
            tricks = n
            template = "{seat} claimed the rest, and the others agree."
            because = cite(section, template, seat=seat)
            summary = say_count(
                "{seat} takes the last trick",
                "{seat} takes the last {n} tricks",
                n,
                seat=seat,
            )
        else:
            claimed = {"seat": seat, "tricks": tricks, "n": n}
            template = "{seat} claimed {tricks} of {n}, and the others agree."
            because = cite(section, template, **claimed)
            summary = say("{seat} takes {tricks} of the last {n} tricks", **claimed)
        return Ruling({"winner": seat, "tricks": tricks}, summary, (because,))

    def seen(self, cite: Cite, section: str) -> CardsSeen:
        """Return where cards were played, with reasons that rest on this section."""
        seen = CardsSeen(max(Counter(self.deck).values()))
        lying = TakenTrick(self.lying, "")
        for number, trick in enumerate((*self.tricks, lying), start=1):
            for seat, card in trick.plays.items():
                template = "{seat} played it in trick {trick}."
                where = cite(section, template, seat=seat, trick=number)
                seen = seen.with_cards((card,), where)
        if self.turned is None:
            return seen
        template = "The {card} was turned up for trump, so nobody holds it."
        where = cite("trump", template, card=self.turned)
        return seen.with_cards((self.turned,), where)

    def refuse(self, plays: Mapping[str, Card], cite: Cite, once: str) -> Ruling | None:
        """Return the ruling that these cards cannot be played; None if they can.

        It rests on the section that each card is played once. It refuses a card that is
        not in the deck, or was played more often than the deck has copies.
        """
        left = Counter(self.left)
        for card in plays.values():
            if left[card]:
                left[card] -= 1
                continue
            copies = self.deck.count(card)
            seen = replace(self.seen(cite, once), copies=copies)
            refusal = seen.refuse((card,), _cannot_be_played)
            if refusal is not None:
                return refusal
            template = "It was entered twice, and there’s only one."
            if not copies:
                template = "It isn’t in the deck."
            elif copies > 1:
                template = "It was entered more often than there are copies left."
            because = cite(once, template)
            summary = _cannot_be_played(card)
            return rule_illegal(summary, because, card=card)
        return None


def _cannot_be_played(card: Card) -> Text:
    return say("The {card} can’t be played", card=card)


def _section_out_of_turn(cite: Cite) -> str:
    """Return the section on leads out of turn, or else the one on each card's play."""
    return OUT_OF_TURN if has_section(cite, OUT_OF_TURN) else "once"


def has_section(cite: Cite, section: str) -> bool:
    """Return whether a game's rules have this optional section."""
    try:
        cite(section, "")
    except KeyError:
        return False
    return True
