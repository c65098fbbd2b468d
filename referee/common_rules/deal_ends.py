"""Extra events of a deal entered as a whole: offences, claims, concessions."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from referee.vocabulary.errors import wrong_field
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Side, Values, name_side, partners_of, side_of

OFFENDERS = "offenders"
REST = "rest"
GIVEN_UP = "given_up"

EARLY_END_FIELDS = (REST, GIVEN_UP)
"""The fields that release a deal's numbers from their bounds, for `unless`."""

SOMETHING_HAPPENED = say("Anything unusual in this deal?")

OTHER_SIDE_TRICKS = Field(
    "others",
    "number",
    say("Other side’s tricks by then"),
    optional=True,
    min=0,
    max=13,
    folded=SOMETHING_HAPPENED,
)
"""The other side's tricks so far."""


def deal_end_fields(
    seats: Sequence[str] = (), sides: Sequence[Side] = ()
) -> tuple[Field, Field, Field]:
    """Return the fields `offenders`, `rest` and `given_up`, which pages fold away.

    `sides` are the sides that play together, so that partners can be named as one. A
    question has neither seats nor sides, and takes any name.

    >>> sides = (("Ana", "Cy"), ("Ben", "Dee"))
    >>> offenders, rest, given_up = deal_end_fields(("Ana", "Ben", "Cy", "Dee"), sides)
    >>> given_up.choices, given_up.optional
    (('Ana & Cy', 'Ben & Dee'), True)
    """
    optional = partial(Field, optional=True, folded=SOMETHING_HAPPENED)
    broke = optional(OFFENDERS, "seats", say("Who broke a rule?"), choices=tuple(seats))

    who = tuple(map(name_side, sides)) or tuple(seats)
    has_partners = bool(sides) or not seats
    one_side = partial(optional, type="seat", choices=who, partners=has_partners)
    rest = one_side(REST, label=say("Who takes the rest?"))
    return broke, rest, one_side(GIVEN_UP, label=say("Who gave up?"))


@dataclass(frozen=True, slots=True)
class DealEnd:
    """The extra events of a deal, each with the seats of its side.

    `offenders` are proven to have broken a rule. `rest` takes the remaining tricks: one
    seat, or partners together. `given_up` is the whole side that gave the deal up.

    >>> DealEnd(rest=("Ben",)).is_early, DealEnd(offenders=("Ben",)).is_early
    (True, False)
    """

    offenders: Side = ()
    rest: Side = ()
    given_up: Side = ()

    @property
    def is_early(self) -> bool:
        """Return whether the deal was over before its last trick."""
        return bool(self.rest or self.given_up)

    def find_taker(self, sides: Sequence[Side]) -> Side:
        """Return who takes the rest: those named, or the side that did not give up.

        >>> DealEnd(given_up=("Ana", "Cy")).find_taker((("Ana", "Cy"), ("Ben", "Dee")))
        ('Ben', 'Dee')
        """
        if not {*self.rest}.isdisjoint(self.given_up):
            gave_up = say("Whoever gave up takes no more.")
            raise wrong_field(REST, gave_up)

        others = [side for side in sides if side != self.given_up]
        if self.rest:
            return self.rest
        if self.given_up and len(others) == 1:
            return others[0]
        raise wrong_field(REST, say("Say who takes the rest."))


def read_deal_end(given: Values, sides: Sequence[Side]) -> DealEnd:
    """Return the extra events in these fields.

    Raise WrongFieldsError for unknown sides. `sides` are all that play; without
    partners each seat is a side.

    >>> given = Values({"rest": "Ben", "given_up": "Cy"}, ("offenders",))
    >>> read_deal_end(given, (("Ana", "Cy"), ("Ben", "Dee")))
    DealEnd(offenders=(), rest=('Ben',), given_up=('Ana', 'Cy'))
    """
    seats = tuple(chain.from_iterable(sides))
    offenders = given.seats(OFFENDERS)
    for name in offenders:
        if name not in seats:
            raise wrong_field(OFFENDERS, _plays_not(name, sides))

    given_up = _find_side(GIVEN_UP, given, sides)
    if len(given_up) == 1:
        given_up = partners_of(given_up[0], sides)
    return DealEnd(offenders, _find_side(REST, given, sides), given_up)


def _find_side(field: str, given: Values, sides: Sequence[Side]) -> Side:
    """Return the seat or side that this field names; empty if it was left out."""
    name = given.seat(field, None)
    if name is None:
        return ()

    named = side_of(name, tuple(chain(*sides))) or ()
    if len(named) == 1:
        return named
    for side in sides:
        if {*side} == {*named}:
            return side
    raise wrong_field(field, _plays_not(name, sides))


def _plays_not(name: str, sides: Iterable[Side]) -> Text:
    known = tuple(map(name_side, sides))
    return say("Only {known} play this deal, not {name}.", name=name, known=known)


def name_offending_side(
    offenders: Iterable[str], sides: Mapping[str, Side]
) -> str | None:
    """Return the word for the side that broke a rule, `both` for two, None for none.

    >>> sides = {"makers": ("Ana", "Cy"), "defenders": ("Ben", "Dee")}
    >>> name_offending_side(["Ben"], sides), name_offending_side(["Cy", "Ben"], sides)
    ('defenders', 'both')
    """
    offending = [word for word in sides if not {*sides[word]}.isdisjoint(offenders)]
    if len(offending) > 1:
        return "both"
    return offending[0] if offending else None


def say_after_offence(who: object, result: Text) -> Text:
    """Return a deal's result behind who broke a rule, a side's name or seats.

    >>> print(say_after_offence(("Ana", "Cy"), say("Nobody scores")))
    Ana and Cy broke a rule. Nobody scores
    """
    return say("{who} broke a rule. {result}", who=who, result=result)


def add_rest(numbers: Mapping[str, int], total: int, taker: str) -> dict[str, int]:
    """Return numbers by seat, with the rest of the total added to one seat.

    >>> add_rest({"Ana": 2, "Ben": 4}, total=13, taker="Ben")
    {'Ana': 2, 'Ben': 11}
    """
    missing = total - sum(numbers.values())
    return {**numbers, taker: numbers.get(taker, 0) + missing}


def side_end_fields(labels: Mapping[str, Text]) -> tuple[Field, Field, Field]:
    """Return the fields `others`, `rest` and `given_up` beside one side's `tricks`.

    A question has no seats, so the words of `labels` name the sides.

    >>> labels = {"makers": say("The makers"), "defenders": say("The others")}
    >>> others, rest, given_up = side_end_fields(labels)
    >>> rest.name, rest.choices
    ('rest', ('makers', 'defenders'))
    """
    _, rest, given_up = deal_end_fields()
    choice = {"type": "choice", "choices": tuple(labels), "labels": labels}
    by_words = partial(replace, **choice, partners=False)
    return OTHER_SIDE_TRICKS, by_words(rest), by_words(given_up)


def tricks_in_the_end(given: Values, total: int, ours: str) -> int:
    """Return the tricks of the side called `ours`, after the rest is given away.

    The fields are `tricks` and those of `side_end_fields`. Raise WrongFieldsError if
    they do not determine the number.

    >>> tricks_in_the_end(Values({"others": 1, "rest": "makers"}), 5, "makers")
    4
    >>> tricks_in_the_end(Values({"tricks": 3, "given_up": "makers"}), 5, "makers")
    3
    """
    tricks = given.number("tricks", None)
    others = given.number(OTHER_SIDE_TRICKS.name, None)
    rest = given.choice(REST, None)
    given_up = given.choice(GIVEN_UP, None)
    is_early = rest is not None or given_up is not None
    known = (tricks or 0) + (others or 0)
    lacks_tricks = others is not None and not is_early and known < total
    if known > total or lacks_tricks:
        template = "These must total {total}; you have {n}."
        raise wrong_field(OTHER_SIDE_TRICKS.name, say(template, total=total, n=known))
    if not is_early:
        if tricks is not None:
            return tricks
        raise wrong_field("tricks", say("Say how many tricks that side has."))
    if rest == given_up:
        raise wrong_field(REST, say("Whoever gave up takes no more."))

    is_taken_by_us = rest == ours or given_up not in (None, ours)
    if not is_taken_by_us:
        return tricks or 0
    if others is None and tricks is not None:
        lacks = say("Say how many tricks the other side had by then.")
        raise wrong_field(OTHER_SIDE_TRICKS.name, lacks)
    return total - (others or 0)
