"""The scores of hands, crib and played cards, and the questions on them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, groupby

from referee import (
    FIFTY_TWO,
    NOTHING,
    Card,
    Cards,
    Field,
    Question,
    Reasons,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    ShownCards,
    Text,
    Values,
    count_pips,
    flag_field,
    hookimpl,
    is_sequence,
    place_in_suit,
    say,
    say_count,
)

from .game import HAND, cite

HIGHEST_COUNT = 31
"""The count that no play exceeds."""

PERFECT_HAND = 29
"""The points of the best hand there is."""

_ALIKE = {
    2: (say("Pair"), 2),
    3: (say("Pair royal"), 6),
    4: (say("Double pair royal"), 12),
}
"""The names of cards of one rank, and their points: 2 for each pair among them."""

_COLUMNS = (ReckoningColumn(say("Cards"), aside=True), ReckoningColumn(say("Points")))


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions on a hand's points, and on a card's."""
    four = Field(
        "cards", "cards", say("The four cards"), min=HAND, max=HAND, choices=FIFTY_TWO
    )
    starter = Field("starter", "card", say("The starter"), choices=FIFTY_TWO)
    crib = flag_field("crib", say("It is the crib"), optional=True)
    hand_title = say("What does this hand score?")
    hand = Question("hand", hand_title, (four, starter, crib), hook="score_round")

    first_to_last = say("The cards of this count, first to last")
    lying = Field(
        "cards", "cards", first_to_last, optional=True, min=0, choices=FIFTY_TWO
    )
    card = Field("card", "card", say("The card played now"), choices=FIFTY_TWO)
    play_title = say("Can this card be played, and what does it score?")
    play_help = say("Only the cards since the count last started over.")
    return hand, Question("play", play_title, (lying, card), play_help)


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return the ruling on the points of a hand or the crib."""
    hand = given.cards("cards")
    starter = given.card("starter")
    crib = given.has("crib") and given.flag("crib")
    return rule_hand(hand, starter, combinations_in(hand, starter, crib), crib)


@hookimpl
def answer(given: Values) -> Ruling:
    """Return the ruling on a card played: whether it is legal, and its points."""
    lying = given.cards("cards")
    card = given.card("card")
    cards = (*lying, card)
    reached = count_pips(cards)
    scoring = tuple(_combinations_at_end(cards, reached))
    scored = _cards_in(scoring)
    lit = tuple(card for card in cards if card in scored)
    shown = (ShownCards(None, cards, lit, say("The count")),)

    if reached > HIGHEST_COUNT:
        template = "The count is {n}, and the {card} would make {count}."
        why = cite("play", template, n=count_pips(lying), card=card, count=reached)
        summary = say(
            "The {card} can’t be played: the count never goes over 31", card=card
        )
        verdict = {"legal": False, "card": card, "count": reached}
        return Ruling(verdict, summary, (why,), shown)

    n = _points(scoring)
    template = (
        "{card:short} makes {count}, for {n}" if n else "{card:short} makes {count}"
    )
    summary = say(template, n=n, card=card, count=reached)
    nothing = cite("play", "It makes no fifteen, thirty-one, pair or run.")
    because = _reasons_for(scoring) or (nothing,)
    return Ruling(
        {"legal": True, "count": reached, "points": n}, summary, because, shown
    )


@dataclass(frozen=True, slots=True)
class Combination:
    """Cards that score together, with their name and their section."""

    section: str
    name: Text
    points: int
    cards: Cards


def combinations_in(hand: Cards, starter: Card, crib: bool) -> tuple[Combination, ...]:
    """Return everything that scores in four cards and the starter, in counting order.

    >>> from referee import card
    >>> hand = card("5C"), card("5D"), card("5S"), card("JH")
    >>> for found in combinations_in(hand, card("5H"), crib=False)[-2:]:
    ...     print(found.section, found.points)
    pairs 12
    nobs 1
    """
    return tuple(_combinations(hand, starter, crib))


def _combinations(hand: Cards, starter: Card, crib: bool) -> Iterator[Combination]:
    five = sorted((*hand, starter), key=place_in_suit)
    sets: list[Cards] = []
    for size in range(2, len(five) + 1):
        sets.extend(combinations(five, size))

    for cards in sets:
        if count_pips(cards) == 15:
            yield Combination("fifteens", say("Fifteen"), 2, cards)
    for _, of_rank in groupby(five, key=lambda card: card.rank):
        cards = tuple(of_rank)
        if len(cards) > 1:
            yield Combination("pairs", *_ALIKE[len(cards)], cards)
    yield from _runs(sets)
    yield from _find_suited(hand, starter, crib)


def _runs(sets: Iterable[Cards]) -> Iterator[Combination]:
    runs = list(filter(_is_run, sets))
    longest = max(map(len, runs), default=0)
    for cards in runs:
        # A run within a longer one does not count.
        if len(cards) == longest:
            yield Combination("runs", say("Run of {n}", n=longest), longest, cards)


def _find_suited(hand: Cards, starter: Card, crib: bool) -> Iterator[Combination]:
    """Yield the flush, and his nobs."""
    if len({card.suit for card in hand}) == 1:
        if starter.suit == hand[0].suit:
            yield Combination("flush", say("Flush"), HAND + 1, (*hand, starter))
        elif not crib:
            yield Combination("flush", say("Flush"), HAND, hand)

    for card in hand:
        if card.rank == "J" and card.suit == starter.suit:
            yield Combination("nobs", say("His nobs"), 1, (card,))


def _combinations_at_end(cards: Cards, n: int) -> Iterator[Combination]:
    """Yield the combinations of the last card with those before it, at this count."""
    if n == 15:
        yield Combination("pegging", say("Fifteen"), 2, cards)
    if n == HIGHEST_COUNT:
        yield Combination("thirty-one", say("Thirty-one"), 2, cards)

    for size in (4, 3, 2):
        alike = cards[-size:]
        if len(alike) == size and len({card.rank for card in alike}) == 1:
            yield Combination("pegging", *_ALIKE[size], alike)
            break

    for size in range(len(cards), 2, -1):
        run = cards[-size:]
        if _is_run(run):
            yield Combination("pegging", say("Run of {n}", n=size), size, run)
            break


def _is_run(cards: Cards) -> bool:
    return len(cards) > 2 and is_sequence(cards)


def _points(scoring: tuple[Combination, ...]) -> int:
    return sum(combination.points for combination in scoring)


def _cards_in(scoring: tuple[Combination, ...]) -> set[Card]:
    cards: set[Card] = set()
    for combination in scoring:
        cards.update(combination.cards)
    return cards


def _reasons_for(scoring: tuple[Combination, ...]) -> Reasons:
    """Return a reason for each group of combinations of one kind in a row."""
    reasons = []
    for (section, points), group in groupby(
        scoring, key=lambda each: (each.section, each.points)
    ):
        alike = tuple(group)
        cards = tuple(combination.cards for combination in alike)
        what = alike[0].name
        n = points * len(alike)
        reasons.append(
            cite(section, "{what} for {n}: {cards:short}.", what=what, n=n, cards=cards)
        )
    return tuple(reasons)


def rule_hand(
    hand: Cards, starter: Card, scoring: tuple[Combination, ...], crib: bool
) -> Ruling:
    """Return the ruling on a hand or the crib that scores by these combinations."""
    n = _points(scoring)
    summary = say_count("The hand scores {n} point", "The hand scores {n} points", n)
    if crib:
        summary = say_count(
            "The crib scores {n} point", "The crib scores {n} points", n
        )

    scored = _cards_in(scoring)
    lit = tuple(card for card in hand if card in scored)
    cut = tuple(scored.intersection((starter,)))
    shown = (
        ShownCards(None, hand, lit),
        ShownCards(None, (starter,), cut, say("Starter")),
    )

    rows = []
    for combination in scoring:
        cards = say("{cards:short}", cards=combination.cards)
        cells = cards, combination.points
        rows.append(ReckonedSeat(None, cells, name=combination.name))
    rows.append(ReckonedSeat(None, (NOTHING, n), ahead=True, name=say("In all")))
    reckoning = Reckoning(_COLUMNS, tuple(rows))

    because = _reasons_for(scoring) or (cite("show", "Nothing in these cards scores."),)
    rare = name_perfect(n)
    return Ruling(
        {"points": n}, summary, because, shown, reckoning=reckoning, rare=rare
    )


def name_perfect(*points: int) -> Text | None:
    """Return the name of a perfect hand if one of these counts is 29; else None."""
    if PERFECT_HAND in points:
        return say("A perfect hand: 29")
    return None
