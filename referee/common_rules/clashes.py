"""What all have sealed, collected by seat, and why it cannot all be so."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from referee.cards.card import Card
from referee.vocabulary.prompt import Entry
from referee.vocabulary.ruling import Reason, Ruling
from referee.vocabulary.text import Text
from referee.vocabulary.values import Values

T = TypeVar("T")


def entered_by(
    entries: Iterable[Entry],
    seats: Sequence[str],
    of: Callable[[Values], T],
    kind: str | None = None,
) -> dict[str, T]:
    """What each of these seats has entered, in the order of the seats; those without an
    entry are left out.

    For the hooks `clashes` and `reveal`, which get the entries in the order in which
    they came. `of` takes what is wanted from the values of an entry. `kind`, where
    given, leaves entries of other kinds out.

    >>> from referee import Entry, Values
    >>> entries = [Entry("bid", "Ben", Values({"bid": 2})), Entry("bid", "Ana", Values({"bid": 0}))]
    >>> entered_by(entries, ("Ana", "Ben", "Cy"), lambda given: given.number("bid"))
    {'Ana': 0, 'Ben': 2}
    """
    found = {one.own_seat: of(one.given) for one in entries if kind in (None, one.kind)}
    return {seat: found[seat] for seat in seats if seat in found}


def rule_alone(
    entered: Mapping[str, T], refuse: Callable[[str, T], Ruling | None]
) -> tuple[Ruling, ...]:
    """For the hook `clashes`: the rulings that refuse an entry by itself, whatever the
    others have entered.

    `refuse` says why what this seat has entered cannot be; None where it can.

    >>> from referee import Reason, Ruling, say
    >>> def refuse(seat, bid):
    ...     why = Reason("whist#bid", "rules", say("There are 13 tricks."))
    ...     return Ruling({"legal": False}, say("{seat} bids too much", seat=seat), (why,)) if bid > 13 else None
    >>> [str(ruling.summary) for ruling in rule_alone({"Ana": 14, "Ben": 3}, refuse)]
    ['Ana bids too much']
    """
    return tuple(
        [
            wrong
            for seat, what in entered.items()
            if (wrong := refuse(seat, what)) is not None
        ]
    )


def rule_clashes(
    named: Mapping[str, Iterable[Card]],
    why: Callable[[Card, tuple[str, ...]], tuple[Text, Reason]],
) -> tuple[Ruling, ...]:
    """For the hook `clashes`: a ruling for each card that several seats name,
    concerning all of them.

    Which of them is wrong nobody knows, so none is taken at its word and none accused:
    all enter again, openly. `named` holds the cards that each seat names, in the order
    in which the seats are told; a card that there can be several of is left out while
    there are enough. `why` gives the sentence and the reason for a card and its seats.

    >>> from referee import card, say
    >>> def why(card, seats):
    ...     summary = say("Only one of {seats} can have played the {card}", seats=seats, card=card)
    ...     return summary, Reason("whist#deck", "rules", say("There is one {card}.", card=card))
    >>> [clash] = rule_clashes({"Ana": [card("4C"), card("9H")], "Ben": [card("9H")], "Cy": []}, why)
    >>> print(clash.summary)
    Only one of Ana and Ben can have played the nine of hearts
    >>> clash.verdict == {"legal": False, "clash": (card("9H"),), "seats": ("Ana", "Ben")}
    True
    """
    once = {seat: dict.fromkeys(cards) for seat, cards in named.items()}
    if len(set[Card]().union(*once.values())) == sum(map(len, once.values())):
        return ()
    naming: dict[Card, tuple[str, ...]] = {}
    for seat, cards in once.items():
        for card in cards:
            naming[card] = (*naming.get(card, ()), seat)
    return tuple(
        [
            _clash(card, seats, *why(card, seats))
            for card, seats in naming.items()
            if len(seats) > 1
        ]
    )


def _clash(
    card: Card, seats: tuple[str, ...], summary: Text, because: Reason
) -> Ruling:
    return Ruling(
        {"legal": False, "clash": (card,), "seats": seats}, summary, (because,)
    )
