"""What a card that is played scores: fifteen, thirty-one, pairs and runs; and whether it may be played at all."""

from collections.abc import Iterator

from referee import Card, Reason, Ruling, ShownCards, say

from .hand import SAME_RANK, is_run, value_of
from .rules import cite

MOST = 31
"""No count goes further."""


def count_of(cards: tuple[Card, ...]) -> int:
    """The count to which these cards come."""
    return sum(map(value_of, cards))


def rule_play(lying: tuple[Card, ...], card: Card) -> Ruling:
    """The ruling on a card played on those that lie in this count: whether it may be, and what it scores."""
    cards = (*lying, card)
    count = count_of(cards)
    if count > MOST:
        over = cite(
            "play",
            "The count stands at {n}, and the {card} would make {count}.",
            n=count_of(lying),
            card=card,
            count=count,
        )
        summary = say("The {card} may not be played: no count goes over 31", card=card)
        return Ruling({"legal": False, "count": count, "points": 0}, summary, (over,), _shown(lying, card, ()))
    scoring = tuple(_scoring(cards, count))
    points = sum(n for _, n, _ in scoring)
    deciding = tuple(one for one in cards if any(one in made for _, _, made in scoring))
    because = tuple(reason for reason, _, _ in scoring) or (
        cite("play", "It makes no fifteen, thirty-one, pair or run."),
    )
    template = "{card:short} makes {count}, for {n}" if points else "{card:short} makes {count}"
    summary = say(template, card=card, count=count, n=points)
    return Ruling({"legal": True, "count": count, "points": points}, summary, because, _shown(lying, card, deciding))


def _scoring(cards: tuple[Card, ...], count: int) -> Iterator[tuple[Reason, int, tuple[Card, ...]]]:
    """Why the last of these cards scores, each with its points and the cards that make them."""
    if count == 15:
        yield cite("pegging", "Fifteen for 2."), 2, cards
    if count == MOST:
        yield cite("thirty-one", "Thirty-one for 2."), 2, cards
    alike = _last_alike(cards)
    if len(alike) in SAME_RANK:
        n = SAME_RANK[len(alike)]
        yield cite("pegging", _ALIKE[len(alike)], cards=alike, n=n), n, alike
    run = next((cards[-n:] for n in range(len(cards), 2, -1) if is_run(cards[-n:])), ())
    if run:
        yield cite("pegging", "A run for {n}: {cards:short}.", cards=run, n=len(run)), len(run), run


_ALIKE = {
    2: "A pair for {n}: {cards:short}.",
    3: "A pair royal for {n}: {cards:short}.",
    4: "A double pair royal for {n}: {cards:short}.",
}


def _last_alike(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The last cards that are of one rank, one upon the other."""
    n = next((n for n, one in enumerate(reversed(cards)) if one.rank != cards[-1].rank), len(cards))
    return cards[len(cards) - n :]


def _shown(lying: tuple[Card, ...], card: Card, deciding: tuple[Card, ...]) -> tuple[ShownCards, ...]:
    return (ShownCards(None, (*lying, card), deciding, say("The count")),)
