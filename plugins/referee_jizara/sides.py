"""The sides of a match: a side is one player, or in teams a bidder and a builder."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

from referee import (
    Cards,
    Contest,
    Seats,
    Setting,
    ShownCards,
    name_side,
    say,
    seats_in_side,
    wrong_field,
)

SIDES = 2
PARTNERS = 2

CardsOfSide = tuple[Cards, ...]
"""The cards of each partner of a side."""

CardsBySide = Mapping[str, CardsOfSide | None]
"""The cards of each side's partners; None for a side that passes."""


@dataclass(frozen=True, slots=True)
class Sides:
    """The sides of a match; a player without a partner is bidder and builder."""

    seats: Mapping[str, Seats]
    """The seats of each side, the bidder first."""

    @property
    def names(self) -> Seats:
        """Return both sides."""
        return tuple(self.seats)

    @property
    def bidders(self) -> Seats:
        """Return the seats that decide, one of each side."""
        return tuple(bidder for bidder, *_ in self.seats.values())

    @property
    def copies(self) -> int:
        """Return the number of copies of each ordinary card: in teams two."""
        return max(map(len, self.seats.values()))

    def side_of(self, seat: str) -> str:
        """Return the side of this seat."""
        return next(side for side in self.seats if seat in self.seats[side])

    def builder(self, side: str) -> str:
        """Return the seat of this side that takes the cards won."""
        return self.seats[side][-1]


def count_people(side: str) -> int:
    """Return the number of people on this side, for sentences in the plural."""
    return len(seats_in_side(side))


def sides_of(setting: Setting) -> Sides:
    """Return the sides at this table: teams sit crosswise, the first two seats bid."""
    return Sides({name_side(side): side for side in setting.sides(SIDES)})


def cards_of_partners(partners: CardsOfSide | None) -> Cards:
    """Return the cards of all partners of a side."""
    return tuple(chain.from_iterable(partners or ()))


def show_sides(sides: CardsBySide, winner: str | None) -> tuple[ShownCards, ...]:
    """Return the cards of each seat whose side does not pass; the winners’ decided."""
    shown = []
    for side, partners in sides.items():
        for seat, cards in zip(seats_in_side(side), partners or (), strict=False):
            shown.append(ShownCards(seat, cards, cards if side == winner else ()))
    return tuple(shown)


def contest_between(winner: str, sides: CardsBySide, best: int, second: int) -> Contest:
    """Return this side against the other one, with the sums of their cards."""
    [other] = [side for side in sides if side != winner]
    text = say(
        "{winner} against {next}, {best} to {second}",
        winner=seats_in_side(winner),
        next=seats_in_side(other),
        best=best,
        second=second,
    )
    return Contest(winner, other, best - second, text)


def require_sides(field: str, sides: CardsBySide) -> None:
    """Raise WrongFieldsError if no two sides can have these cards.

    They cannot if there are more than two sides or more than two partners. In one deck
    no card stands twice.
    """
    if len(sides) > SIDES:
        message = say("Two sides play each other, not {n}.", n=len(sides))
        raise wrong_field(field, message)
    in_teams = False
    for side, partners in sides.items():
        if partners is None or len(partners) < 2:
            continue
        in_teams = True
        if len(partners) > PARTNERS:
            message = say("{side}: a side has one player or two.", side=side)
            raise wrong_field(field, message)
    if in_teams:
        return

    times = Counter(chain.from_iterable(map(cards_of_partners, sides.values())))
    for card, n in times.items():
        if n > 1:
            template = (
                "The {card} is entered twice, and two players have one deck, with one "
                "of each card."
            )
            raise wrong_field(field, say(template, card=card))
