"""The tricks of one deal: entered whole or card by card, with what they prove, until
all are played or claimed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import field, replace
from itertools import chain

from referee.cards.card import Card, Cards
from referee.cards.decks import without
from referee.common_rules.cards_seen import CardsSeen
from referee.common_rules.deal_ends import GIVEN_UP, OFFENDERS, REST
from referee.common_rules.proofs import (
    USUAL,
    Proofs,
    revokes_in,
    revokes_proven_by_the_last,
    rule_offences,
    rule_revoke,
)
from referee.common_rules.tricks import TakenTrick, suit_decided
from referee.lazy_dataclass import frozen
from referee.vocabulary.game import Ask, Refused
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.ruling import Cite, Ruling, Rulings
from referee.vocabulary.text import Text, count, say
from referee.vocabulary.values import Seats, require_seats

LEADER = "leader"
"""The field of a trick's prompt that says who led it, where that was not whoever had
to.
"""

OUT_OF_TURN = "out-of-turn"
"""The section of a game's rules on a lead out of turn to which all have played."""


@frozen
class TricksPlayed:
    """The tricks of one deal so far: who leads the next, which cards are left, and what
    each seat has taken.

    >>> from referee import FIFTY_TWO, card
    >>> deal = TricksPlayed(("Ana", "Ben", "Cy"), FIFTY_TWO, leader="Ben")
    >>> plays = deal.in_order({"Ana": card("3H"), "Ben": card("9H"), "Cy": card("KC")})
    >>> deal = deal.with_trick(plays, winner="Ben")
    >>> deal.trick, deal.leader, deal.tricks_of, deal.cards_of["Ben"]
    (2, 'Ben', {'Ana': 0, 'Ben': 1, 'Cy': 0}, (<9H>, <KC>, <3H>))
    """

    seats: Seats
    """Those who play, clockwise."""
    deck: Cards
    leader: str
    """Who has to lead the next trick."""
    tricks: tuple[TakenTrick, ...] = ()
    """Those that were played, without those that somebody claimed."""
    hand: int | None = None
    """How many cards each was dealt; None: the deck, dealt out evenly."""
    trumps: Cards = ()
    """All trumps, where they are not just the cards of a suit: they are followed as
    one, whatever is printed on them.
    """
    lying: Mapping[str, Card] = field(default_factory=dict)
    """The cards of a trick that is not complete yet."""
    claimed: Mapping[str, int] = field(default_factory=dict)
    """How many of the last tricks each seat was granted without playing them; empty
    where nobody claimed.
    """
    offenders: Seats = ()
    """The seats that are proven to have broken a rule in this deal, each once."""
    given_up: str = ""
    """Who has given the deal up, which ended it; empty where nobody did."""
    rest: str = ""
    """Who takes what was left then, where that was said."""
    led_by: str | None = None
    """Who led the trick that lies there, where somebody has said so; None: whoever has
    to.
    """

    @property
    def trick(self) -> int:
        """Return the number of the trick to be played, from 1."""
        return len(self.tricks) + 1

    @property
    def tricks_left(self) -> int:
        """Return how many tricks are still to be played or claimed."""
        hand = self.hand or len(self.deck) // len(self.seats)
        return hand - len(self.tricks) - sum(self.claimed.values())

    @property
    def over(self) -> bool:
        """Return whether all tricks are played or claimed, or somebody gave up."""
        return self.tricks_left <= 0 or bool(self.given_up)

    @property
    def left(self) -> Cards:
        """Return the cards that have not been played."""
        played = [*self.lying.values()]
        for trick in self.tricks:
            played += trick.plays.values()
        return without(self.deck, played)

    @property
    def to_play(self) -> Seats:
        """Return the seats that have still to play to this trick, in their turn."""
        return tuple(seat for seat in self._from_leader if seat not in self.lying)

    @property
    def _from_leader(self) -> Seats:
        """Return the seats in the order in which they play to this trick."""
        first = self.seats.index(self.led_by or self.leader)
        return self.seats[first:] + self.seats[:first]

    @property
    def tricks_of(self) -> Mapping[str, int]:
        """Return how many tricks each seat has taken, with those that it claimed."""
        numbers = Counter(self.claimed)
        for trick in self.tricks:
            numbers[trick.winner] += 1
        return {seat: numbers[seat] for seat in self.seats}

    @property
    def end(self) -> Mapping[str, object]:
        """Return what happened besides, as the fields of `deal_end_fields` have it: for
        a question on the deal. Empty where nothing did.

        >>> TricksPlayed(("Ana", "Ben"), (), "Ana", given_up="Ben").end
        {'given_up': 'Ben'}
        """
        parts = {OFFENDERS: self.offenders, REST: self.rest, GIVEN_UP: self.given_up}
        return {name: value for name, value in parts.items() if value}

    @property
    def revokes_of(self) -> Mapping[str, int]:
        """Return how many tricks each seat is proven not to have followed suit in."""
        tricks = defaultdict[str, set[int]](set)
        for revoke in revokes_in(self.tricks, self.trumps):
            tricks[revoke.seat].add(revoke.trick)
        return {seat: len(tricks[seat]) for seat in self.seats}

    @property
    def cards_of(self) -> Mapping[str, Cards]:
        """Return the cards that each seat has taken, in the order in which they were
        played.

        Whoever claimed all tricks that were left has all cards that were left, in the
        deck's order; where several seats were granted some of them, nobody knows which
        cards are whose, and they are nobody's.
        """
        cards: dict[str, Cards] = dict.fromkeys(self.seats, ())
        for trick in self.tricks:
            cards[trick.winner] += tuple(trick.plays.values())
        claimants = [seat for seat, n in self.claimed.items() if n]
        if len(claimants) == 1 and self.over:
            cards[claimants[0]] += without(self.deck, chain(*cards.values()))
        return cards

    def in_order(self, plays: Mapping[str, Card]) -> dict[str, Card]:
        """Return the cards of a trick in the order in which they were played: from the
        leader, clockwise.
        """
        return {seat: plays[seat] for seat in self._from_leader if seat in plays}

    def with_trick(
        self,
        plays: Mapping[str, Card],
        winner: str,
        decided_suit: str | None = None,
    ) -> TricksPlayed:
        """Return the deal once this trick was taken too; whoever took it leads the
        next.

        `decided_suit` is the suit that was led, where the table decided that.
        """
        trick = TakenTrick(self.in_order(plays), winner, decided_suit)
        tricks = (*self.tricks, trick)
        return replace(self, tricks=tricks, leader=winner, lying={}, led_by=None)

    def as_laid(self) -> TricksPlayed:
        """Return the deal with each trick led by its first card, whatever the table
        decided.
        """
        tricks = tuple(replace(trick, decided_suit=None) for trick in self.tricks)
        return replace(self, tricks=tricks)

    def with_claim(self, tricks: Mapping[str, int]) -> TricksPlayed:
        """Return the deal once the tricks that were left are granted to these seats, as
        many to each.

        >>> deal = TricksPlayed(("Ana", "Ben"), (), leader="Ben", hand=5)
        >>> deal.with_claim({"Ana": 5}).tricks_of
        {'Ana': 5, 'Ben': 0}
        """
        require_seats(tricks, self.seats)
        return replace(self, claimed=dict(tricks), lying={}, led_by=None)

    def with_concession(self, seat: str, rest: str = "") -> TricksPlayed:
        """Return the deal once this seat has given it up, and another one, if said,
        takes the rest.

        >>> deal = TricksPlayed(("Ana", "Ben"), (), leader="Ana", hand=5)
        >>> deal.with_concession("Ana").over
        True
        """
        require_seats([seat, rest or seat], self.seats)
        return replace(self, given_up=seat, rest=rest, lying={}, led_by=None)

    def prompt(self, in_parts: bool = False) -> Prompt:
        """Return the prompt for the next trick: a card of each seat that has not
        played, and who led if not whoever had to.

        The game says why any other cards cannot be. With `in_parts` it may be entered
        card by card; `play` takes these.
        """
        what = say("The card of each, once the trick is complete.")
        if in_parts:
            what = say("The card of each: one by one, or all at once.")
        plays = Field(
            "plays",
            "card_by_seat",
            say("Card played"),
            choices=self.left,
            seats=self.to_play,
            suggests=True,
            some=in_parts,
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
        return Prompt("trick", self.seats, title, what, (plays, leader))

    def play(
        self,
        plays: Mapping[str, Card],
        ask: Ask,
        cite: Cite,
        closed: str | None = None,
        *,
        led_by: str | None = None,
        proofs: Proofs = USUAL,
        **asked: object,
    ) -> tuple[TricksPlayed, Rulings] | Refused:
        """Play these cards to the trick; once it is complete, rule on it and on what it
        proves.

        A card that cannot be played is refused, by the section `once`. A complete trick
        goes to the question `trick`, with its `plays` and what else is `asked`. Proven
        revokes rest on `follow`; with `closed`, a suit that nobody may lead before a
        card of it was played, an early lead rests on `broken`. Whoever is proven so,
        and is not absolved by the table, is among the `offenders` then; `proofs` say
        what that costs.

        `led_by` is who led, where somebody says so. If that had not to, the ruling
        rests on `out-of-turn` too.
        """
        refusal = self.refuse(plays, cite, "once") or self._refuse_leader(led_by, cite)
        if refusal is not None:
            return Refused(refusal)

        deal = replace(self, led_by=led_by or self.led_by)
        lying = deal.in_order({**deal.lying, **plays})
        if len(lying) < len(deal.seats):
            return replace(deal, lying=lying), ()

        ruled = ask("trick", plays=lying, **asked)
        suit = suit_decided(ruled, lying, deal.trumps)
        after = deal.with_trick(lying, ruled.decided.seat("winner"), suit)
        rulings = [deal._explain_lead(ruled, cite)]
        offenders = dict.fromkeys(self.offenders)
        for offence in rule_offences(after.tricks, cite, closed, proofs, deal.trumps):
            proven = ask(offence)
            rulings.append(proven)
            if proven.verdict["legal"] is False:
                offenders[proven.decided.seat("seat")] = None
        return replace(after, offenders=tuple(offenders)), tuple(rulings)

    def _refuse_leader(self, led_by: str | None, cite: Cite) -> Ruling | None:
        """Return why this seat cannot have led: somebody else was named with an earlier
        card of the trick.
        """
        if led_by is None or self.led_by in (None, led_by):
            return None
        template = (
            "{first} was entered as the leader. Leave this out, or correct that entry."
        )
        section = "once"
        if _has_section(cite, OUT_OF_TURN):
            section = OUT_OF_TURN
        because = cite(section, template, first=self.led_by)
        summary = say("{seat} cannot have led trick {n} too", seat=led_by, n=self.trick)
        verdict = {"legal": False, "seat": led_by, "trick": self.trick}
        return Ruling(verdict, summary, (because,))

    def _explain_lead(self, trick: Ruling, cite: Cite) -> Ruling:
        """Return the ruling on a trick, with what it means that somebody else led who
        had not to.
        """
        if self.led_by in (None, self.leader):
            return trick
        named = {"leader": self.led_by, "seat": self.leader}
        if _has_section(cite, OUT_OF_TURN):
            template = (
                "{leader} led, though {seat} had to. Everybody has played to it, so "
                "the trick stands."
            )
            because = cite(OUT_OF_TURN, template, **named)
        else:
            text = say("{leader} led, though {seat} had to.", **named)
            because = replace(trick.because[0], text=text)
        return replace(trick, because=(*trick.because, because))

    def rule_claim(
        self, seat: str, cite: Cite, section: str, tricks: int | None = None
    ) -> Ruling:
        """Return the ruling that this seat takes all tricks that are left, or so many
        of them, as the others agree.

        Its verdict has `winner` and `tricks`.
        """
        n = self.tricks_left
        if tricks is None or tricks == n:
            tricks = n
            template = "{seat} has claimed all that is left, and the others agree."
            because = cite(section, template, seat=seat)
            summary = count(
                "{seat} takes the last trick",
                "{seat} takes the last {n} tricks",
                n,
                seat=seat,
            )
        else:
            claimed = {"seat": seat, "tricks": tricks, "n": n}
            template = "{seat} has claimed {tricks} of {n}, and the others agree."
            because = cite(section, template, **claimed)
            summary = say("{seat} takes {tricks} of the last {n} tricks", **claimed)
        return Ruling({"winner": seat, "tricks": tricks}, summary, (because,))

    def rule_revokes(self, cite: Cite, section: str) -> Rulings:
        """Return a ruling for each revoke that the last trick is the first to prove,
        resting on this section.
        """
        revokes = revokes_proven_by_the_last(self.tricks, self.trumps)
        return tuple(rule_revoke(revoke, cite, section) for revoke in revokes)

    def seen(self, cite: Cite, section: str) -> CardsSeen:
        """Return where each card was played, in a reason that rests on this section."""
        seen = CardsSeen(max(Counter(self.deck).values()))
        lying = TakenTrick(self.lying, "")
        for number, trick in enumerate((*self.tricks, lying), start=1):
            for seat, card in trick.plays.items():
                template = "{seat} played it in trick {trick}."
                where = cite(section, template, seat=seat, trick=number)
                seen = seen.with_cards((card,), where)
        return seen

    def refuse(self, plays: Mapping[str, Card], cite: Cite, once: str) -> Ruling | None:
        """Return why these cards cannot be played to this trick, by the section that
        has each card played once; None if they can.

        They cannot where one is not in the deck, or was named or played before, as
        often as it is there.
        """
        left = Counter(self.left)
        for card in plays.values():
            if not left[card]:
                return self._refuse_card(card, cite, once)
            left[card] -= 1
        return None

    def _refuse_card(self, card: Card, cite: Cite, once: str) -> Ruling:
        """Return why this card cannot be played: it was, it is not there to be, or it
        is named too often.
        """
        copies = self.deck.count(card)
        seen = replace(self.seen(cite, once), copies=copies)
        refusal = seen.refuse((card,), _cannot_be_played)
        if refusal is not None:
            return refusal
        template = "It is named twice, and there is only one."
        if not copies:
            template = "It is not in the deck."
        elif copies > 1:
            template = "It is named more often than there are copies of it left."
        because, summary = cite(once, template), _cannot_be_played(card)
        return Ruling({"legal": False, "card": card}, summary, (because,))


def _cannot_be_played(card: Card) -> Text:
    return say("The {card} cannot be played", card=card)


def _has_section(cite: Cite, section: str) -> bool:
    """Return whether a game's rules have this section, on which it need not say
    anything.
    """
    try:
        cite(section, "")
    except KeyError:
        return False
    return True
