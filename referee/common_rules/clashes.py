"""Sealed entries collected by seat, and rulings on those that contradict each other."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from referee.cards.card import Card
from referee.common_rules.refusals import rule_illegal
from referee.vocabulary.prompt import Entry
from referee.vocabulary.ruling import Reason, Ruling, Rulings
from referee.vocabulary.text import Text
from referee.vocabulary.values import Seats, Values

T = TypeVar("T")


def entered_by(
    entries: Iterable[Entry],
    seats: Sequence[str],
    of: Callable[[Values], T],
    kind: str | None = None,
) -> dict[str, T]:
    """Return the value entered by each of these seats, in the seats' order.

    For the hooks `clashes` and `reveal`, which get entries in the order of arrival.
    `of` takes a value from an entry's values; `kind`, if given, selects one kind of
    entry.

    >>> from referee import Entry, Values
    >>> bids = {"Ben": 2, "Ana": 0}
    >>> entries = [Entry("bid", seat, Values({"bid": bids[seat]})) for seat in bids]
    >>> entered_by(entries, ("Ana", "Ben", "Cy"), lambda given: given.number("bid"))
    {'Ana': 0, 'Ben': 2}
    """
    entered = {}
    for entry in entries:
        if kind in (None, entry.kind):
            # Without a seat, `own_seat` raises.
            entered[entry.seat or entry.own_seat] = of(entry.given)
    return {seat: entered[seat] for seat in seats if seat in entered}


def rule_alone(
    entered: Mapping[str, T], refuse: Callable[[str, T], Ruling | None]
) -> Rulings:
    """Return the rulings that refuse an entry by itself, for the hook `clashes`.

    `refuse` returns the ruling against a seat's entry; None if it is possible.

    >>> from referee import Reason, Ruling, say
    >>> why = Reason("whist#bid", "rules", say("There are 13 tricks."))
    >>> def refuse(seat, bid):
    ...     if bid > 13:
    ...         summary = say("{seat} bids too much", seat=seat)
    ...         return Ruling({"legal": False}, summary, (why,))
    >>> [str(ruling.summary) for ruling in rule_alone({"Ana": 14, "Ben": 3}, refuse)]
    ['Ana bids too much']
    """
    refusals = []
    for seat, value in entered.items():
        refusal = refuse(seat, value)
        if refusal is not None:
            refusals.append(refusal)
    return tuple(refusals)


def rule_clashes(
    named: Mapping[str, Iterable[Card]],
    why: Callable[[Card, Seats], tuple[Text, Reason]],
) -> Rulings:
    """Return a ruling for each card that several seats name, for the hook `clashes`.

    Nobody can tell which seat is wrong, so each ruling concerns all of them, and all
    enter again, openly. `named` holds each seat's cards, in the order in which
    sentences list the seats. Leave out cards of which enough copies exist. `why`
    returns the sentence and the reason for a card and its seats.

    >>> from referee import card, say
    >>> def why(card, seats):
    ...     summary = say("{seats} name the {card}", seats=seats, card=card)
    ...     only = say("There is one {card}.", card=card)
    ...     return summary, Reason("whist#deck", "rules", only)
    >>> named = {"Ana": [card("4C"), card("9H")], "Ben": [card("9H")], "Cy": []}
    >>> [clash] = rule_clashes(named, why)
    >>> print(clash.summary)
    Ana and Ben name the nine of hearts
    >>> clash.verdict["clash"], clash.verdict["seats"]
    ((<9H>,), ('Ana', 'Ben'))
    """
    naming = defaultdict[Card, list[str]](list)
    for seat, cards in named.items():
        for card in dict.fromkeys(cards):
            naming[card].append(seat)

    clashes = []
    for card, others in naming.items():
        if len(others) > 1:
            seats = tuple(others)
            summary, because = why(card, seats)
            clashes.append(rule_illegal(summary, because, clash=(card,), seats=seats))
    return tuple(clashes)
