"""Tricks: their winners, and the worth of their cards."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from referee.cards.card import Card, Cards
from referee.vocabulary.errors import wrong_field
from referee.vocabulary.game import Question
from referee.vocabulary.prompt import Field
from referee.vocabulary.ruling import OVERRULED, Cite, Ruling, ShownCards
from referee.vocabulary.text import Text, say

SUIT_NAMES: Mapping[str, Text] = MappingProxyType(
    {
        "C": say("clubs"),
        "D": say("diamonds"),
        "H": say("hearts"),
        "S": say("spades"),
    }
)
"""The names of the suits in a sentence, by their letters."""

Trump = str | Sequence[Card] | None
"""The trumps: a suit's letter; or all of them, lowest first, if they are no suit."""

TRUMPS = "trumps"
"""The suit of trumps that are not just a suit, instead of a letter."""


def suit_of(card: Card, trumps: Sequence[Card] = ()) -> str | None:
    """Return the suit that a card counts as under these trumps.

    >>> from referee import card
    >>> bowers = card("JD"), card("JH")
    >>> suit_of(card("JD"), bowers), suit_of(card("TD"), bowers)
    ('trumps', 'D')
    """
    return TRUMPS if card in trumps else card.suit


def suit_led_by(cards: Iterable[Card], trumps: Sequence[Card] = ()) -> str | None:
    """Return the suit of the first card that has one; None if none has.

    A fool, or another card without a suit, leaves it to the next card.

    >>> from referee import TAROT, card
    >>> suit_led_by((card("F", TAROT), card("9H", TAROT), card("KC", TAROT)))
    'H'
    """
    for card in cards:
        suit = suit_of(card, trumps)
        if suit is not None:
            return suit
    return None


def best_card(
    cards: Iterable[Card],
    led: str | None = None,
    trump: Trump = None,
    ranks: Sequence[str] = (),
) -> Card:
    """Return the winning card: the highest trump, else the highest of the suit led.

    Without a suit led, the suit of the first card that has one counts. `ranks` are the
    ranks, lowest first; empty: as in the deck. A rank of which all cards are trumps may
    be left out. Of two equal cards the first wins.

    >>> from referee import card
    >>> cards = card("9H"), card("2S"), card("TH")
    >>> best_card(cards), best_card(cards, trump="S")
    (<TH>, <2S>)
    """
    played = tuple(cards)
    if trump is not None and not isinstance(trump, str):
        for each in trump:
            if not isinstance(each, Card):
                error = TypeError(f"the trump {each!r} is no card")
                error.add_note(f"Write `card({each!r})`: trumps are cards, or a suit.")
                raise error
        trumps = [card for card in played if card in trump]
        if trumps:
            return max(trumps, key=trump.index)
        trump = None

    suit = led or suit_led_by(played)
    if trump and any(card.suit == trump for card in played):
        suit = trump
    of_suit = [card for card in played if card.suit == suit] or played[:1]
    if ranks and suit:
        for card in of_suit:
            if card.rank not in ranks:
                lacks = ValueError(f"its `ranks` lack the rank {card.rank}")
                lacks.add_note("Name each rank of the deck in `ranks`; the ten is `T`.")
                raise lacks
        return max(of_suit, key=lambda card: ranks.index(card.rank))
    return max(of_suit, key=lambda card: card.order)


def rule_trick(
    plays: Mapping[str, Card],
    cite: Cite,
    section: str,
    trump: Trump = None,
    ranks: Sequence[str] = (),
    most: int | None = None,
) -> Ruling:
    """Return the ruling on who wins a trick, for the hook `resolve_trick`.

    Its verdict has `winner`, `card` and `suit_led`; its reason rests on `section`.

    - `plays` are in playing order, the leader's first.
    - `trump` is a suit's letter; or all trumps, lowest first, if they are not just a
      suit, as with bowers. In that case `suit_led` may be `trumps`.
    - `ranks` are the ranks of the other cards, lowest first, unless the deck has them
      in order.

    Raise WrongFieldsError for more than `most` cards, if a question can have them.

    >>> from referee import Section, card, sections_of
    >>> section = Section("trick", "The trick", "The highest card led wins.")
    >>> plays = {"Ana": card("9H"), "Ben": card("KC"), "Cy": card("TH")}
    >>> ruling = rule_trick(plays, sections_of("whist", section).cite, "trick")
    >>> print(ruling.summary)
    Cy wins the trick with the ten of hearts
    >>> print(ruling.because[0].text)
    The ten of hearts is the highest card of the suit led.
    """
    if most is not None and len(plays) > most:
        raise wrong_field("plays", say("A trick has at most {n} cards.", n=most))
    best = best_card(plays.values(), trump=trump, ranks=ranks)
    seats = [*plays]
    cards = [*plays.values()]
    index = cards.index(best)
    shown = [ShownCards(seat, (card,)) for seat, card in plays.items()]
    shown[index] = ShownCards(seats[index], (best,), deciding=(best,))

    trumps: Sequence[Card] = ()
    is_trump = trump is not None and best.suit == trump
    if trump is not None and not isinstance(trump, str):
        trumps = trump
        is_trump = best in trumps
    winner = seats[index]
    led = suit_led_by(cards, trumps)
    template = "The {card} is the highest card of the suit led."
    if is_trump:
        template = "The {card} is the highest trump."
    elif led is None:
        template = "No card has a suit, and the {card} is the highest."
    because = cite(section, template, card=best)
    summary = say("{winner} wins the trick with the {card}", winner=winner, card=best)
    verdict = {"winner": winner, "card": best, "suit_led": led}
    return Ruling(verdict, summary, (because,), tuple(shown))


def trick_question(deck: Sequence[Card], *others: Field) -> Question:
    """Return the question “trick” for the hook `resolve_trick`: who wins these cards?

    `others` are further fields of the question, such as which suit is trump.

    >>> from referee import FIFTY_TWO
    >>> trick_question(FIFTY_TWO).hook
    'resolve_trick'
    """
    label = say("The cards, in the order they were played")
    plays = Field("plays", "card_by_seat", label, choices=tuple(deck))
    title = say("Who wins the trick?")
    return Question("trick", title, (plays, *others), hook="resolve_trick")


NO_SUIT = ""
"""The suit led if nobody knows it, so that no revoke can be proven."""


@dataclass(frozen=True, slots=True)
class TakenTrick:
    """A trick: each seat's card, in playing order, and the winner.

    >>> from referee import card
    >>> TakenTrick({"Ana": card("9H"), "Ben": card("KC")}, winner="Ana").led
    'H'
    """

    plays: Mapping[str, Card]
    winner: str
    decided_suit: str | None = None
    """The suit led as the table decided; None: by the cards."""

    @property
    def leader(self) -> str:
        """Return the seat that played the first card."""
        return next(iter(self.plays))

    @property
    def led(self) -> str | None:
        """Return the printed suit led, or the suit that the table decided."""
        return self.suit_led()

    def suit_led(self, trumps: Sequence[Card] = ()) -> str | None:
        """Return the suit that must be followed under these trumps.

        Return None if no card has a suit.

        >>> from referee import card
        >>> trick = TakenTrick({"Ana": card("JD"), "Ben": card("KD")}, "Ana")
        >>> trick.suit_led((card("JD"), card("JH")))
        'trumps'
        """
        if self.decided_suit is not None:
            return self.decided_suit
        return suit_led_by(self.plays.values(), trumps)

    def led_alone(self, trumps: Sequence[Card] = ()) -> str | None:
        """Return the seat that must have led; None if several could have.

        It is the first seat, or the only one with a card of the suit that the table
        decided.
        """
        led = self.decided_suit
        if led is None:
            return self.leader
        seats = []
        for seat, card in self.plays.items():
            if suit_of(card, trumps) == led:
                seats.append(seat)
        if self.leader in seats:
            return self.leader
        return seats[0] if len(seats) == 1 else None


Tricks = Sequence[TakenTrick]
"""The tricks of one deal, in playing order."""


def suit_decided(
    ruling: Ruling, plays: Mapping[str, Card], trumps: Cards = ()
) -> str | None:
    """Return the suit led, if the table decided against the cards; else None.

    Return `NO_SUIT` if the table gave the trick to a card of another suit, since nobody
    knows then which suit was led.

    >>> from referee import card, say
    >>> plays = {"Ana": card("TC"), "Ben": card("6D")}
    >>> verdict = {"winner": "Ben", "card": card("TC"), "suit_led": "D"}
    >>> suit_decided(Ruling(verdict, say("Ben wins"), ()), plays)
    'D'
    """
    by_cards = suit_led_by(plays.values(), trumps)
    verdict = ruling.verdict
    suit = verdict.get("suit_led", by_cards)
    if suit != by_cards:
        return str(suit) if suit else NO_SUIT

    taken_with = plays.get(str(verdict.get("winner")))
    # The card of an overturned ruling follows from the winner.
    is_by_cards = verdict.get("card", taken_with) == taken_with
    if taken_with is None or (is_by_cards and ruling.rare != OVERRULED):
        return None
    if suit_of(taken_with, trumps) == suit:
        return None
    return NO_SUIT


def count_points(cards: Iterable[Card], points: Mapping[str, int]) -> int:
    """Return the points of these cards by rank; ranks not in the table count 0.

    >>> from referee import card
    >>> count_points((card("AS"), card("TH"), card("9C")), {"A": 11, "T": 10})
    21
    """
    return sum(points.get(card.rank, 0) for card in cards)
