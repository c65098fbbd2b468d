"""Climbing games: each seat lays cards that beat those on the table, or passes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.cards.card import Card, Cards
from referee.cards.decks import without
from referee.vocabulary.prompt import Field, Prompt, Prompts
from referee.vocabulary.text import say
from referee.vocabulary.values import Seats
from referee.vocabulary.view import EVERYBODY, Step, Zone


@dataclass(frozen=True, slots=True)
class Climb:
    """A deal of a climbing game: the turn, the cards to beat, and who is out.

    A seat that passed may lay again after somebody leads. When all others have passed,
    the seat that laid last leads; if it has no cards left, the next player leads.

    >>> from referee import card
    >>> climb = Climb(("Ana", "Ben", "Cy"), "Ana", {"Ana": 1, "Ben": 5, "Cy": 5})
    >>> climb = climb.with_laid((card("9H"),))
    >>> climb.out, climb.turn, climb.lying
    (('Ana',), 'Ben', (<9H>,))
    >>> climb = climb.with_pass().with_pass()
    >>> climb.turn, climb.lying
    ('Ben', ())
    """

    seats: Seats
    """The players, clockwise."""
    turn: str
    hands: Mapping[str, int]
    """The number of cards that each seat has left."""
    lying: Cards = ()
    """The cards to beat; empty if the seat in turn leads."""
    laid_by: str = ""
    """The seat that laid the cards to beat."""
    passed: Seats = ()
    """The seats that have passed since somebody led."""
    out: Seats = ()
    """The seats without cards, in the order in which they laid their last."""
    laid: Cards = ()
    """All cards laid in this deal."""

    @property
    def playing(self) -> Seats:
        """Return the seats that have cards, clockwise from the one that laid last."""
        first = self.seats.index(self.laid_by or self.turn)
        in_turn = self.seats[first:] + self.seats[:first]
        return tuple(seat for seat in in_turn if self.hands[seat])

    @property
    def over(self) -> bool:
        """Return whether only one player has cards left."""
        return len(self.playing) < 2

    def with_laid(self, cards: Cards) -> Climb:
        """Return the deal once the seat in turn has laid these cards."""
        seat = self.turn
        hands = {**self.hands, seat: self.hands[seat] - len(cards)}
        out = self.out if hands[seat] else (*self.out, seat)
        laid = (*self.laid, *cards)
        after = replace(self, hands=hands, out=out, laid=laid)
        return replace(after, lying=cards, laid_by=seat)._pass_turn()

    def with_pass(self) -> Climb:
        """Return the deal once the seat in turn has passed."""
        return replace(self, passed=(*self.passed, self.turn))._pass_turn()

    def _pass_turn(self) -> Climb:
        """Return the deal with the next seat in turn, who leads if all have passed."""
        first = self.seats.index(self.turn)
        in_turn = self.seats[first + 1 :] + self.seats[:first]
        for seat in in_turn:
            may_beat = self.hands[seat] and seat != self.laid_by
            if may_beat and seat not in self.passed:
                return replace(self, turn=seat)
        leads = self.playing[:1] or (self.turn,)
        return replace(self, turn=leads[0], lying=(), passed=())

    def prompts(self, deck: Sequence[Card]) -> Prompts:
        """Return the prompts `lay` and, unless the seat in turn leads, `pass`.

        Both offer the cards of `deck` that were not laid yet.
        """
        turn = (self.turn,)
        most = self.hands[self.turn]
        left = without(deck, self.laid)
        title = say("Lay cards")
        cards = Field("cards", "cards", title, min=1, max=most, choices=left)
        lay = Prompt("lay", turn, title, fields=(cards,))
        if not self.lying:
            return (lay,)
        return lay, Prompt("pass", turn, say("Pass"))

    def step(self) -> Step:
        """Return the step that says who lays, or leads."""
        template = "{seat} lays higher cards, or passes."
        if not self.lying:
            template = "{seat} leads."
        return Step((self.turn,), say(template, seat=self.turn))

    def zones(self) -> tuple[Zone, ...]:
        """Return the zones: the cards to beat, and each seat's number of cards left."""
        hands = [Zone("hand", seat, n) for seat, n in self.hands.items()]
        pile = Zone("pile", None, len(self.lying), self.lying, EVERYBODY)
        return (pile, *hands)
