"""The sides of a match: a side is one player, or in teams a bidder and a builder."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

from referee import (
    Card,
    Contest,
    FieldError,
    Setup,
    ShownCards,
    Text,
    WrongFieldsError,
    name_of,
    parts_of,
    say,
)

TEAMS = 4
"""The number of seats that makes two teams."""

SIDES = 2
PARTNERS = 2

CardsOfSide: TypeAlias = tuple[tuple[Card, ...], ...]
"""The cards of each partner of a side."""

CardsBySide: TypeAlias = Mapping[str, CardsOfSide | None]
"""By side the cards of its partners, None for a side that passes."""


@dataclass(frozen=True, slots=True)
class Sides:
    """The sides of a match.

    `names` are both sides, `seats` has the seats of each, bidder first, and `of` the
    side of each seat. `bidders` are the seats that decide, one of each side; a player
    without a partner is bidder and builder. `copies` is the number of each ordinary
    card: one deck for two players, two decks for teams.
    """

    names: tuple[str, ...]
    seats: Mapping[str, tuple[str, ...]]
    of: Mapping[str, str]
    bidders: tuple[str, ...]
    copies: int

    @property
    def builders(self) -> tuple[str, ...]:
        """The seats that take what their sides win."""
        return tuple([self.builder(side) for side in self.names])

    def builder(self, side: str) -> str:
        """The seat of this side that takes what is won."""
        return self.seats[side][-1]


def people(side: str) -> int:
    """How many play on this side: sentences about partners are in the plural."""
    return len(parts_of(side))


def sides_of(setting: Setup) -> Sides:
    """The sides at this table: teams sit crosswise, the first two seats are the
    bidders.
    """
    if len(setting.seats) < TEAMS:
        return _between({seat: (seat,) for seat in setting.seats}, copies=1)
    return _between({name_of(pair): pair for pair in setting.sides(SIDES)}, copies=2)


def _between(seats: Mapping[str, tuple[str, ...]], copies: int) -> Sides:
    of = {seat: side for side, partners in seats.items() for seat in partners}
    return Sides(
        tuple(seats),
        seats,
        of,
        tuple([partners[0] for partners in seats.values()]),
        copies,
    )


def together(partners: CardsOfSide | None) -> tuple[Card, ...]:
    """The cards of all partners of a side."""
    return tuple(chain.from_iterable(partners or ()))


def shown_by_side(sides: CardsBySide, winner: str | None) -> tuple[ShownCards, ...]:
    """The cards of each side that does not pass; those of the winner decided."""
    shown = [
        (side, together(partners))
        for side, partners in sides.items()
        if partners is not None
    ]
    return tuple(
        [
            ShownCards(side, cards, cards if side == winner else ())
            for side, cards in shown
        ]
    )


def decided_between(winner: str, sides: CardsBySide, best: int, second: int) -> Contest:
    """Between this side and the other one, with what their cards came to."""
    other = next(side for side in sides if side != winner)
    told = {
        "winner": parts_of(winner),
        "next": parts_of(other),
        "best": best,
        "second": second,
    }
    return Contest(
        winner,
        other,
        best - second,
        say("{winner} against {next}, {best} to {second}", **told),
    )


def check_sides(field: str, sides: CardsBySide) -> None:
    """WrongFieldsError for more than two sides, more than two partners, or a card of
    which one deck has no second.
    """
    if len(sides) > SIDES:
        raise WrongFieldsError(
            FieldError(field, say("Two sides play each other, not {n}.", n=len(sides)))
        )
    one_deck = True
    for side, partners in sides.items():
        if partners is not None and len(partners) > 1:
            one_deck = False
            if len(partners) > PARTNERS:
                raise WrongFieldsError(
                    FieldError(
                        field, say("{side}: a side has one player or two.", side=side)
                    )
                )
    if one_deck and (fault := _named_twice(sides)) is not None:
        raise WrongFieldsError(FieldError(field, fault))


def _named_twice(sides: CardsBySide) -> Text | None:
    times = Counter(chain.from_iterable(map(together, sides.values())))
    twice = next((card for card, n in times.items() if n > 1), None)
    if twice is None:
        return None
    return say(
        "The {card} is named twice, and two players have one deck, with one of each "
        "card.",
        card=twice,
    )
