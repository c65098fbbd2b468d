"""Tricks: who wins one, and what its cards are worth."""

from collections.abc import Iterable, Mapping, Sequence

from referee.cards.card import Card, Cards
from referee.lazy_dataclass import frozen
from referee.vocabulary.game import Question
from referee.vocabulary.prompt import Field
from referee.vocabulary.ruling import Cite, Ruling, ShownCards
from referee.vocabulary.text import Text, say

SUIT_NAMES: Mapping[str, Text] = {
    "C": say("clubs"),
    "D": say("diamonds"),
    "H": say("hearts"),
    "S": say("spades"),
}
"""What the suits are called in a sentence, by their letters."""

Trump = str | Sequence[Card] | None
"""What is trump: a suit, by its letter; or all these cards, from the lowest to the
highest, where they are no suit.
"""

TRUMPS = "trumps"
"""In place of a suit's letter: the trumps, where they are not just a suit, are one of
their own.
"""


def suit_of(card: Card, trumps: Sequence[Card] = ()) -> str | None:
    """Return the suit that a card counts as, where these cards are trumps, whatever is
    printed on them.

    >>> from referee import card
    >>> bowers = card("JD"), card("JH")
    >>> suit_of(card("JD"), bowers), suit_of(card("TD"), bowers)
    ('trumps', 'D')
    """
    return TRUMPS if card in trumps else card.suit


def best_card(
    cards: Iterable[Card],
    led: str | None = None,
    trump: Trump = None,
    ranks: Sequence[str] = (),
) -> Card:
    """Return the card that wins: the highest of trump, else of the suit led. Without a
    suit led, that of the first card.

    `ranks` are the ranks from the lowest to the highest; empty: as they stand in the
    deck. Of two equal cards the first wins.

    >>> from referee import card
    >>> cards = card("9H"), card("2S"), card("TH")
    >>> best_card(cards), best_card(cards, trump="S")
    (<TH>, <2S>)
    """
    played = tuple(cards)
    if trump is not None and not isinstance(trump, str):
        trumps = [card for card in played if card in trump]
        if trumps:
            return max(trumps, key=trump.index)
        trump = None

    suit = led or played[0].suit
    if trump and any(card.suit == trump for card in played):
        suit = trump
    of_suit = [card for card in played if card.suit == suit] or played[:1]
    if ranks:
        return max(of_suit, key=lambda card: ranks.index(card.rank))
    return max(of_suit, key=lambda card: card.order)


def rule_trick(
    plays: Mapping[str, Card],
    cite: Cite,
    section: str,
    trump: Trump = None,
    ranks: Sequence[str] = (),
) -> Ruling:
    """Return the ruling on who wins a trick, for the hook `resolve_trick`: `winner`,
    `card`, and `suit_led`, a suit's letter.

    `plays` stand in the order in which they were played: the first one leads. The
    reason rests on this section. `trump` is a suit's letter; or all trumps, from the
    lowest to the highest, where they are not just a suit, as with bowers: `suit_led`
    may then be `trumps`. `ranks` are those of the other cards, lowest first, where not
    as in the deck.

    >>> from referee import Section, card, sections_of
    >>> section = Section("trick", "The trick", "The highest card led wins.")
    >>> plays = {"Ana": card("9H"), "Ben": card("KC"), "Cy": card("TH")}
    >>> ruling = rule_trick(plays, sections_of("whist", section).cite, "trick")
    >>> print(ruling.summary)
    Cy wins the trick with the ten of hearts
    >>> print(ruling.because[0].text)
    The ten of hearts is the highest card of the suit led.
    """
    best = best_card(plays.values(), trump=trump, ranks=ranks)
    seats, cards = [*plays], [*plays.values()]
    place = cards.index(best)
    shown = [ShownCards(seat, (card,)) for seat, card in plays.items()]
    shown[place] = ShownCards(seats[place], (best,), deciding=(best,))

    trumps: Sequence[Card] = ()
    is_trump = trump is not None and best.suit == trump
    if trump is not None and not isinstance(trump, str):
        trumps = trump
        is_trump = best in trumps
    template = "The {card} is the highest card of the suit led."
    if is_trump:
        template = "The {card} is the highest trump."
    because = cite(section, template, card=best)
    winner, led = seats[place], suit_of(cards[0], trumps)
    summary = say("{winner} wins the trick with the {card}", winner=winner, card=best)
    verdict = {"winner": winner, "card": best, "suit_led": led}
    return Ruling(verdict, summary, (because,), tuple(shown))


def trick_question(deck: Sequence[Card], *others: Field) -> Question:
    """Return the question “trick”, on which the hook `resolve_trick` rules: who wins
    these cards of a deck.

    `others` are further fields that it needs, such as which suit is trump.

    >>> from referee import FIFTY_TWO
    >>> trick_question(FIFTY_TWO).hook
    'resolve_trick'
    """
    label = say("The cards, in the order in which they were played")
    plays = Field("plays", "card_by_seat", label, choices=tuple(deck))
    title = say("Who wins the trick?")
    return Question("trick", title, (plays, *others), hook="resolve_trick")


NO_SUIT = ""
"""In place of the suit that was led: it is not known, so nobody can be proven not to
have followed it.
"""


@frozen
class TakenTrick:
    """A trick: the card of each seat, in the order in which they were played, and who
    has taken it.

    >>> from referee import card
    >>> TakenTrick({"Ana": card("9H"), "Ben": card("KC")}, winner="Ana").led
    'H'
    """

    plays: Mapping[str, Card]
    winner: str
    decided_suit: str | None = None
    """The suit that was led, where the table decided so; None: that of the first card.
    """

    @property
    def leader(self) -> str:
        """Return whoever played the first card."""
        return next(iter(self.plays))

    @property
    def led(self) -> str | None:
        """Return the suit that was led: of the first card as it is printed, unless the
        table decided otherwise.
        """
        return self.suit_led()

    def suit_led(self, trumps: Sequence[Card] = ()) -> str | None:
        """Return the suit that has to be followed, where these cards are trumps.

        >>> from referee import card
        >>> trick = TakenTrick({"Ana": card("JD"), "Ben": card("KD")}, "Ana")
        >>> trick.suit_led((card("JD"), card("JH")))
        'trumps'
        """
        if self.decided_suit is not None:
            return self.decided_suit
        return suit_of(self.plays[self.leader], trumps)

    def led_alone(self, trumps: Sequence[Card] = ()) -> str | None:
        """Return who must have led: the first, or else the only one with a card of the
        suit that the table decided.

        None: it may have been one of several.
        """
        led = self.suit_led(trumps)
        seats = []
        for seat, card in self.plays.items():
            if suit_of(card, trumps) == led:
                seats.append(seat)
        if self.leader in seats:
            return self.leader
        return seats[0] if len(seats) == 1 else None


Tricks = Sequence[TakenTrick]
"""Tricks of one deal, in the order in which they were played."""


def suit_decided(
    ruling: Ruling, plays: Mapping[str, Card], trumps: Cards = ()
) -> str | None:
    """Return the suit that was led in a trick, where the table decided otherwise than
    by its first card; else None.

    `NO_SUIT` where the table only gave the trick to a card of another suit: then nobody
    knows which was led.

    >>> from referee import card, say
    >>> plays = {"Ana": card("TC"), "Ben": card("6D")}
    >>> verdict = {"winner": "Ben", "card": card("TC"), "suit_led": "D"}
    >>> suit_decided(Ruling(verdict, say("Ben wins"), ()), plays)
    'D'
    """
    of_first = suit_of(next(iter(plays.values())), trumps)
    verdict = ruling.verdict
    suit = verdict.get("suit_led", of_first)
    if suit != of_first:
        return str(suit) if suit else NO_SUIT

    taken_with = plays.get(str(verdict.get("winner")))
    if taken_with is None or verdict.get("card", taken_with) == taken_with:
        return None
    if suit_of(taken_with, trumps) == suit:
        return None
    return NO_SUIT


def count_points(cards: Iterable[Card], points: Mapping[str, int]) -> int:
    """Return the points of these cards by their ranks; a rank that the table lacks
    counts nothing.

    >>> from referee import card
    >>> count_points((card("AS"), card("TH"), card("9C")), {"A": 11, "T": 10})
    21
    """
    return sum(points.get(card.rank, 0) for card in cards)
