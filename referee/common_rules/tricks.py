"""Tricks: who wins one, in which order cards are played to it, and what those of a deal have brought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.cards.card import Card
from referee.cards.decks import without
from referee.common_rules.cards_seen import CardsSeen
from referee.vocabulary.game import Question
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.ruling import Cite, Ruling, ShownCards
from referee.vocabulary.text import Text, say

Trump = str | Sequence[Card] | None
"""What is trump: a suit, by its letter; or all these cards, from the lowest to the highest, where they are no suit."""

TRUMPS = "trumps"
"""In place of a suit's letter: the trumps, where they are not just a suit, are one of their own."""


def suit_of(card: Card, trumps: Sequence[Card] = ()) -> str | None:
    """The suit that a card counts as, where these cards are trumps, whatever is printed on them.

    >>> from referee import card
    >>> bowers = card("JD"), card("JH")
    >>> suit_of(card("JD"), bowers), suit_of(card("TD"), bowers)
    ('trumps', 'D')
    """
    return TRUMPS if card in trumps else card.suit


def best_card(cards: Iterable[Card], led: str | None = None, trump: Trump = None, ranks: Sequence[str] = ()) -> Card:
    """The card that wins: the highest of trump, else of the suit led. Without a suit led, that of the first card.

    `ranks` are the ranks from the lowest to the highest; empty: as they stand in the deck. Of two equal cards the first
    wins.

    >>> from referee import card
    >>> best_card((card("9H"), card("KC"), card("TH"))), best_card((card("9H"), card("2S"), card("TH")), trump="S")
    (<TH>, <2S>)
    """
    played = tuple(cards)
    if trump is not None and not isinstance(trump, str):
        trumps = [one for one in played if one in trump]
        return max(trumps, key=trump.index) if trumps else best_card(played, led, ranks=ranks)
    suit = trump if any(one.suit == trump for one in played) and trump else led or played[0].suit
    of_suit = [one for one in played if one.suit == suit]
    return max(of_suit or played[:1], key=lambda one: ranks.index(one.rank) if ranks else one.order)


def rule_trick(
    plays: Mapping[str, Card], cite: Cite, section: str, trump: Trump = None, ranks: Sequence[str] = ()
) -> Ruling:
    """The ruling on who wins a trick, for the hook `resolve_trick`: `winner`, `card`, and `suit_led`, a suit's letter.

    `plays` stand in the order in which they were played: the first one leads. The reason rests on this section. `trump`
    is a suit's letter; or all trumps, from the lowest to the highest, where they are not just a suit, as with bowers:
    `suit_led` may then be `trumps`. `ranks` are those of the other cards, lowest first, where not as in the deck.

    >>> from referee import Section, card, sections_of
    >>> rules = sections_of("whist", Section("trick", "The trick", "The highest card of the suit led wins."))
    >>> plays = {"Ana": card("9H"), "Ben": card("KC"), "Cy": card("TH")}
    >>> ruling = rule_trick(plays, rules.cite, "trick")
    >>> print(ruling.summary, ruling.because[0].text, sep=": ")
    Cy wins the trick with the ten of hearts: The ten of hearts is the highest card of the suit led.
    """
    best = best_card(plays.values(), trump=trump, ranks=ranks)
    winner = next(seat for seat, card in plays.items() if card is best)
    first = next(iter(plays.values()))
    trumps = () if trump is None or isinstance(trump, str) else trump
    template = "The {card} is the highest card of the suit led."
    if best in trumps or (trump is not None and best.suit == trump):
        template = "The {card} is the highest trump."
    because = cite(section, template, card=best)
    shown = tuple(ShownCards(seat, (card,), (card,) if seat == winner else ()) for seat, card in plays.items())
    verdict = {"winner": winner, "card": best, "suit_led": suit_of(first, trumps)}
    return Ruling(verdict, say("{winner} wins the trick with the {card}", winner=winner, card=best), (because,), shown)


def trick_question(deck: Sequence[Card], *others: Field) -> Question:
    """The question “trick”, on which the hook `resolve_trick` rules: who wins these cards of a deck.

    `others` are further fields that it needs, such as which suit is trump.

    >>> from referee import FIFTY_TWO
    >>> trick_question(FIFTY_TWO).hook
    'resolve_trick'
    """
    plays = Field(
        "plays", "card_by_seat", say("The cards, in the order in which they were played"), choices=tuple(deck)
    )
    return Question("trick", say("Who wins the trick?"), (plays, *others), hook="resolve_trick")


@dataclass(frozen=True, slots=True)
class TakenTrick:
    """A trick: the card of each seat, in the order in which they were played, and who has taken it.

    >>> from referee import card
    >>> TakenTrick({"Ana": card("9H"), "Ben": card("KC")}, winner="Ana").led
    'H'
    """

    plays: Mapping[str, Card]
    winner: str

    @property
    def led(self) -> str | None:
        """The suit of the card that was led, as it is printed."""
        return next(iter(self.plays.values())).suit


@dataclass(frozen=True, slots=True)
class Revoke:
    """A revoke, and what proves it: the seat did not follow in one trick, and had a card of that suit all the while.

    Tricks are counted from 1.

    >>> from referee import card
    >>> Revoke("Ben", trick=1, led="H", played=card("KC"), held=card("9H"), shown_in=4).seat
    'Ben'
    """

    seat: str
    trick: int
    led: str
    """The suit that was led in it, by its letter; or `trumps`."""
    played: Card
    """What was played to it instead."""
    held: Card
    """A card of the suit led that was in the hand then."""
    shown_in: int
    """The trick in which that card was played."""


def revokes_in(tricks: Sequence[TakenTrick], trumps: Sequence[Card] = ()) -> tuple[Revoke, ...]:
    """The revokes that these tricks of one deal prove, in the order in which they came to light.

    `trumps` are all of them, where they are not just the cards of a suit.

    >>> from referee import card
    >>> first = TakenTrick({"Ana": card("9H"), "Ben": card("KC")}, "Ana")
    >>> [revoke.held for revoke in revokes_in((first, TakenTrick({"Ana": card("2S"), "Ben": card("3H")}, "Ana")))]
    [<3H>]
    """
    return tuple(revoke for n in range(1, len(tricks) + 1) for revoke in _proven_by_the_last(tricks[:n], trumps))


def _proven_by_the_last(tricks: Sequence[TakenTrick], trumps: Sequence[Card]) -> Iterator[Revoke]:
    """The first revoke of each seat that the last of these tricks proves; none where there are no tricks."""
    *earlier, last = tricks or (TakenTrick({}, ""),)
    for seat, held in last.plays.items():
        suit = suit_of(held, trumps)
        for number, trick in enumerate(earlier, 1):
            played, led = trick.plays.get(seat), suit_of(next(iter(trick.plays.values())), trumps)
            if played is not None and suit is not None and led == suit != suit_of(played, trumps):
                yield Revoke(seat, number, suit, played, held, len(tricks))
                break


def rule_revoke(revoke: Revoke, cite: Cite, section: str) -> Ruling:
    """The ruling on a revoke, with the trick in which it happened and the one that proves it. What it costs is for the
    game to say; `legal` is False, so that the ruling can refuse the entry which proves it.

    >>> from referee import Section, card, sections_of
    >>> rules = sections_of("whist", Section("follow", "Following suit", "Whoever can follow suit must."))
    >>> revoke = Revoke("Ben", 1, "H", played=card("KC"), held=card("9H"), shown_in=4)
    >>> print(rule_revoke(revoke, rules.cite, "follow").because[0].text)
    In trick 1 Ben played the king of clubs, and had the nine of hearts of the suit led, which is played in trick 4.
    """
    template = (
        "In trick {trick} {seat} played the {played}, and had the {held} of the suit led,"
        " which is played in trick {shown_in}."
    )
    told = {"trick": revoke.trick, "seat": revoke.seat, "played": revoke.played, "held": revoke.held}
    because = cite(section, template, shown_in=revoke.shown_in, **told)
    verdict = {"legal": False, "seat": revoke.seat, "trick": revoke.trick, "card": revoke.held}
    summary = say("{seat} has not followed suit in trick {trick}", seat=revoke.seat, trick=revoke.trick)
    return Ruling(
        verdict, summary, (because,), (ShownCards(revoke.seat, (revoke.played, revoke.held), (revoke.held,)),)
    )


@dataclass(frozen=True, slots=True)
class TricksPlayed:
    """The tricks of one deal so far: who leads the next, which cards are left, and what each seat has taken.

    >>> from referee import FIFTY_TWO, card
    >>> deal = TricksPlayed(("Ana", "Ben", "Cy"), FIFTY_TWO, leader="Ben")
    >>> plays = deal.in_order({"Ana": card("3H"), "Ben": card("9H"), "Cy": card("KC")})
    >>> deal = deal.with_trick(plays, winner="Ben")
    >>> deal.trick, deal.leader, deal.tricks_of, deal.cards_of["Ben"]
    (2, 'Ben', {'Ana': 0, 'Ben': 1, 'Cy': 0}, (<9H>, <KC>, <3H>))
    """

    seats: tuple[str, ...]
    """Those who play, clockwise."""
    deck: tuple[Card, ...]
    leader: str
    """Who leads the next trick."""
    tricks: tuple[TakenTrick, ...] = ()
    hand: int | None = None
    """How many cards each was dealt; None: the deck, dealt out evenly."""
    trumps: tuple[Card, ...] = ()
    """All trumps, where they are not just the cards of a suit: they are followed as one, whatever is printed on them.
    """

    @property
    def trick(self) -> int:
        """The number of the trick to be played, from 1."""
        return len(self.tricks) + 1

    @property
    def over(self) -> bool:
        """Whether all hands are played out."""
        return len(self.tricks) >= (self.hand or len(self.deck) // len(self.seats))

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards that have not been played."""
        return without(self.deck, (card for trick in self.tricks for card in trick.plays.values()))

    @property
    def tricks_of(self) -> Mapping[str, int]:
        """How many tricks each seat has taken."""
        return {seat: sum(trick.winner == seat for trick in self.tricks) for seat in self.seats}

    @property
    def revokes_of(self) -> Mapping[str, int]:
        """How many tricks each seat is proven not to have followed suit in."""
        found = {(revoke.seat, revoke.trick) for revoke in revokes_in(self.tricks, self.trumps)}
        return {seat: sum(whose == seat for whose, _trick in found) for seat in self.seats}

    @property
    def cards_of(self) -> Mapping[str, tuple[Card, ...]]:
        """The cards that each seat has taken, in the order in which they were played."""
        cards: dict[str, tuple[Card, ...]] = dict.fromkeys(self.seats, ())
        for trick in self.tricks:
            cards[trick.winner] += tuple(trick.plays.values())
        return cards

    def in_order(self, plays: Mapping[str, Card]) -> dict[str, Card]:
        """The cards of a trick in the order in which they were played: from the leader, clockwise."""
        first = self.seats.index(self.leader)
        return {seat: plays[seat] for seat in (*self.seats[first:], *self.seats[:first]) if seat in plays}

    def with_trick(self, plays: Mapping[str, Card], winner: str) -> TricksPlayed:
        """Once this trick was taken too; whoever took it leads the next."""
        return replace(self, tricks=(*self.tricks, TakenTrick(self.in_order(plays), winner)), leader=winner)

    def prompt(self) -> Prompt:
        """The prompt for the next trick: a card of each seat. The game says why any other cards cannot be."""
        plays = Field("plays", "card_by_seat", say("Card played"), choices=self.left, seats=self.seats, suggests=True)
        title, what = say("Trick {n}", n=self.trick), say("The card of each, once the trick is complete.")
        return Prompt("trick", self.seats, title, what, (plays,))

    def rule_revokes(self, cite: Cite, section: str) -> tuple[Ruling, ...]:
        """A ruling for each revoke that the last trick proves, resting on this section."""
        return tuple(rule_revoke(revoke, cite, section) for revoke in _proven_by_the_last(self.tricks, self.trumps))

    def seen(self, cite: Cite, section: str) -> CardsSeen:
        """Where each card was played, in a reason that rests on this section."""
        seen = CardsSeen(max(Counter(self.deck).values()))
        for number, trick in enumerate(self.tricks, 1):
            for seat, card in trick.plays.items():
                where = cite(section, "{seat} played it in trick {trick}.", seat=seat, trick=number)
                seen = seen.with_cards((card,), where)
        return seen

    def refuse(self, plays: Mapping[str, Card], cite: Cite, once: str) -> Ruling | None:
        """Why these cards cannot be the next trick, by the section that has each card played once; None if they can.

        They cannot where one is not in the deck, or was named or played before, as often as it is there.
        """
        left = Counter(self.left)
        for card in plays.values():
            if not left[card]:
                return self._refuse_card(card, cite, once)
            left[card] -= 1
        return None

    def _refuse_card(self, card: Card, cite: Cite, once: str) -> Ruling:
        """Why this card cannot be played: it was, it is not there to be, or it is named too often."""
        seen = replace(self.seen(cite, once), copies=self.deck.count(card))
        if (refused := seen.refuse((card,), _cannot_be_played)) is not None:
            return refused
        template = "It is named twice, and there is only one."
        if card not in self.deck:
            template = "It is not in the deck."
        elif self.deck.count(card) > 1:
            template = "It is named more often than there are copies of it left."
        because = cite(once, template)
        return Ruling({"legal": False, "card": card}, _cannot_be_played(card), (because,))


def _cannot_be_played(card: Card) -> Text:
    return say("The {card} cannot be played", card=card)
