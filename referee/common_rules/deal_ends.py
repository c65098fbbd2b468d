"""What else happened in a deal that is entered as a whole: a rule was broken, somebody
takes what is left, or gave up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Side, Values, name_of, partners_of, side_of

OFFENDERS, REST, GIVEN_UP = "offenders", "rest", "given_up"

ENDS_EARLY = (REST, GIVEN_UP)
"""Where one of these is filled in, numbers are those of what was played: for `unless`."""

SOMETHING_HAPPENED = say("Something happened in this deal?")


def deal_end_fields(seats: Sequence[str] = (), sides: Sequence[Side] = ()) -> tuple[Field, Field, Field]:
    """Return the fields `offenders`, `rest` and `given_up`, which pages fold away.

    `sides` are those that play together; then partners can be named as one. A question
    has neither: there any name will do.

    >>> sides = (("Ana", "Cy"), ("Ben", "Dee"))
    >>> offenders, rest, given_up = deal_end_fields(("Ana", "Ben", "Cy", "Dee"), sides)
    >>> given_up.choices, given_up.optional
    (('Ana & Cy', 'Ben & Dee'), True)
    """
    who = tuple(map(name_of, sides)) or tuple(seats)
    has_partners = bool(sides) or not seats
    return (
        Field(
            OFFENDERS,
            "seats",
            say("Who broke a rule?"),
            optional=True,
            choices=tuple(seats),
            folded=SOMETHING_HAPPENED,
        ),
        Field(
            REST,
            "seat",
            say("Who takes the rest?"),
            optional=True,
            choices=who,
            partners=has_partners,
            folded=SOMETHING_HAPPENED,
        ),
        Field(
            GIVEN_UP,
            "seat",
            say("Who gave up?"),
            optional=True,
            choices=who,
            partners=has_partners,
            folded=SOMETHING_HAPPENED,
        ),
    )


@dataclass(frozen=True, slots=True)
class DealEnd:
    """What happened in a deal besides its numbers, each seat or side as its seats.

    `offenders` are proven to have broken a rule. `rest` takes what is left: one seat, or
    partners together. `given_up` is the whole side that gave the deal up.

    >>> DealEnd(rest=("Ben",)).is_early, DealEnd(offenders=("Ben",)).is_early
    (True, False)
    """

    offenders: Side = ()
    rest: Side = ()
    given_up: Side = ()

    @property
    def is_early(self) -> bool:
        """Whether the deal was over before its last trick."""
        return bool(self.rest or self.given_up)

    def find_taker(self, sides: Sequence[Side]) -> Side:
        """Return who takes what is left: whoever is named, or of two sides the one that
        did not give up. WrongFieldsError where nobody can.

        >>> DealEnd(given_up=("Ana", "Cy")).find_taker((("Ana", "Cy"), ("Ben", "Dee")))
        ('Ben', 'Dee')
        """
        if not {*self.rest}.isdisjoint(self.given_up):
            gave_up = say("Whoever gave up takes nothing more.")
            raise WrongFieldsError(FieldError(REST, gave_up))

        others = [side for side in sides if side != self.given_up]
        if self.rest:
            return self.rest
        if self.given_up and len(others) == 1:
            return others[0]
        raise WrongFieldsError(FieldError(REST, say("Say who takes the rest.")))


def read_deal_end(given: Values, sides: Sequence[Side]) -> DealEnd:
    """Return what the fields say; WrongFieldsError where they name nobody of these sides.

    `sides` are all that play, each seat by itself where there are no partners.

    >>> given = Values({"rest": "Ben", "given_up": "Cy"}, ("offenders",))
    >>> read_deal_end(given, (("Ana", "Cy"), ("Ben", "Dee")))
    DealEnd(offenders=(), rest=('Ben',), given_up=('Ana', 'Cy'))
    """
    seats = tuple(chain.from_iterable(sides))
    offenders = given.seats(OFFENDERS)
    for name in offenders:
        if name not in seats:
            raise WrongFieldsError(FieldError(OFFENDERS, _plays_not(name, sides)))

    given_up = _named(GIVEN_UP, given, sides)
    if len(given_up) == 1:
        given_up = partners_of(given_up[0], sides)
    return DealEnd(offenders, _named(REST, given, sides), given_up)


def _named(field: str, given: Values, sides: Sequence[Side]) -> Side:
    """Return the seat or the side that this field names; empty where it was left out."""
    name = given.seat_if_any(field)
    if name is None:
        return ()

    named = side_of(name, tuple(chain.from_iterable(sides)))
    if named is not None and len(named) == 1:
        return named
    for side in sides:
        if named is not None and set(side) == set(named):
            return side
    raise WrongFieldsError(FieldError(field, _plays_not(name, sides)))


def _plays_not(name: str, sides: Iterable[Side]) -> Text:
    known = tuple(map(name_of, sides))
    return say("{name} does not play this deal; {known} do.", name=name, known=known)


def add_rest(numbers: Mapping[str, int], total: int, taker: str) -> dict[str, int]:
    """Return numbers by seat with all that is missing to the total given to one of them.

    >>> add_rest({"Ana": 2, "Ben": 4}, total=13, taker="Ben")
    {'Ana': 2, 'Ben': 11}
    """
    missing = total - sum(numbers.values())
    return {**numbers, taker: numbers.get(taker, 0) + missing}
