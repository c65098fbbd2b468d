"""Who wins with the trick cards that they won, and why."""

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any, Literal, NamedTuple

from referee import (
    POKER_CATEGORIES,
    SUIT_NAMES,
    Card,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    ShownCards,
    Text,
    Values,
    hookimpl,
    say,
)

from .poker_hand import BestHand, best_hand, had_a_choice, too_few, which_five
from .rules import cite

Decider = Literal["hand", "suit", "top-card", "shared"]
"""What parts the first place from the second."""


class Showdown(NamedTuple):
    """A decided showdown.

    `ranking` lists places, best first, each a list of the seats that share it;
    `winners` is the first place; `decided_by` what parts it from the second (`shared`:
    there is no second); `hands` each seat's best hand.
    """

    ranking: list[list[str]]
    winners: list[str]
    decided_by: Decider
    hands: dict[str, BestHand]


def decide_showdown(piles: Mapping[str, Collection[Card]]) -> Showdown:
    """Ranks the seats by the best hands of the cards that they won; seats without cards
    share their place.

    A seat that stands alone wins by its hand, if it has cards. Raises ValueError
    without seats, and for a card that is no trick card or stands twice, in one pile or
    in two.
    """
    if not piles:
        raise ValueError(
            "a showdown needs at least one seat: name the seats, each with its cards"
        )
    # Refuses a card that two of the piles hold.
    best_hand([each for cards in piles.values() for each in cards])
    return rank_hands({seat: best_hand(cards) for seat, cards in piles.items()})


def rank_hands(
    hands: Mapping[str, BestHand], worth: Callable[[BestHand], Any] = tuple
) -> Showdown:
    """Ranks the seats by what their hands are worth; equal ones share a place."""
    worths = {seat: worth(hand) for seat, hand in hands.items()}
    seats = sorted(worths, key=worths.__getitem__, reverse=True)
    ranking = [list(place) for _, place in groupby(seats, key=worths.__getitem__)]
    return Showdown(ranking, ranking[0], _decider(ranking, hands), dict(hands))


def _decider(ranking: list[list[str]], hands: Mapping[str, BestHand]) -> Decider:
    first = hands[ranking[0][0]]
    if len(ranking) == 1:
        return "hand" if first.cards and len(ranking[0]) == 1 else "shared"
    second = hands[ranking[1][0]]
    if first.strength != second.strength:
        return "hand"
    return "suit" if first.high_suit != second.high_suit else "top-card"


@hookimpl
def score_round(given: Values) -> Ruling:
    """The ruling on the piles of a showdown. Raises ValueError as `decide_showdown`
    does.
    """
    piles = given.cards_by_seat("piles")
    return rule_showdown(decide_showdown(piles), piles)


def rule_showdown(shown: Showdown, piles: Mapping[str, Sequence[Card]]) -> Ruling:
    """The ruling on these piles, decided so: `ranking`, `winners`, `decided_by`, and
    `hands` by seat.

    Each of `hands` has `category` and `cards`.
    """
    cards = {seat: best.cards for seat, best in shown.hands.items()}
    hands = {
        seat: {"category": shown.hands[seat].category, "cards": cards[seat]}
        for seat in cards
    }
    verdict = {
        "ranking": shown.ranking,
        "winners": shown.winners,
        "decided_by": shown.decided_by,
        "hands": hands,
    }
    because = (*_why_ranking(shown, piles), _all_hands(shown, cards))
    reckoning = _reckoned(shown, piles)
    return Ruling(
        verdict, _who_wins(shown), because, _hands_of(shown), reckoning=reckoning
    )


_COLUMNS = (
    ReckoningColumn(say("Cards won"), aside=True),
    ReckoningColumn(say("Best hand")),
)


def _reckoned(shown: Showdown, piles: Mapping[str, Sequence[Card]]) -> Reckoning:
    """How many cards each has won, and what they make: best first."""
    rows = [
        ReckonedSeat(
            seat,
            (len(piles[seat]), POKER_CATEGORIES[shown.hands[seat].category]),
            seat in shown.winners,
        )
        for place in shown.ranking
        for seat in place
    ]
    return Reckoning(_COLUMNS, tuple(rows))


def _hands_of(shown: Showdown) -> tuple[ShownCards, ...]:
    """The best hand of each, best first; the winner's decided."""
    hands = [
        (seat, tuple(shown.hands[seat].cards))
        for place in shown.ranking
        for seat in place
    ]
    return tuple(
        ShownCards(seat, cards, cards if seat in shown.winners else ())
        for seat, cards in hands
    )


def _who_wins(shown: Showdown) -> Text:
    best = shown.hands[shown.winners[0]]
    hand = POKER_CATEGORIES[best.category]
    if len(shown.winners) == 1:
        return say("{winner} wins with {hand}", winner=shown.winners[0], hand=hand)
    if best.cards:
        return say(
            "{winners} share the win with {hand}",
            winners=tuple(shown.winners),
            hand=hand,
        )
    return say(
        "{winners} share the win: none of them has a card", winners=tuple(shown.winners)
    )


def _why_ranking(shown: Showdown, piles: Mapping[str, Sequence[Card]]) -> list[Reason]:
    reasons: list[Reason] = []
    for above, below in pairwise(shown.ranking):
        reasons += _why_above(above[0], below, shown.hands)
    if len(shown.ranking) == 1 and not shown.hands[shown.winners[0]].cards:
        reasons.append(_nothing_won(shown.winners))
    if any(0 < len(pile) < 5 for pile in piles.values()):
        reasons.append(too_few())
    if any(
        had_a_choice(piles[seat], shown.hands[seat])
        for seat in _compared_by_suit(shown)
    ):
        reasons.append(which_five())
    return reasons


def _why_above(
    seat: str, below: Sequence[str], hands: Mapping[str, BestHand]
) -> tuple[Reason, ...]:
    """Why this seat's hand comes before those of the next place: where they are
    several, theirs are worth the same.
    """
    other = below[0]
    one, two = hands[seat], hands[other]
    if not two.cards:
        return (_nothing_won(below),)
    if one.category != two.category:
        template = "{seat} has {hand}, {other} only {lower}."
        words = {
            "hand": POKER_CATEGORIES[one.category],
            "lower": POKER_CATEGORIES[two.category],
        }
        return (cite("hands", template, seat=seat, other=other, **words),)
    if one.strength != two.strength:
        template = (
            "{seat} and {other} both have {hand}, and {seat} has the higher ranks: "
            "{cards:short} to {lower:short}."
        )
        cards = {"cards": one.cards, "lower": two.cards}
        return (
            cite(
                "hands",
                template,
                seat=seat,
                other=other,
                hand=POKER_CATEGORIES[one.category],
                **cards,
            ),
        )
    return _why_above_by_suit(seat, other, one, two)


def _why_above_by_suit(
    seat: str, other: str, one: BestHand, two: BestHand
) -> tuple[Reason, ...]:
    high, lower = SUIT_NAMES[one.high_suit], SUIT_NAMES[two.high_suit]
    if one.high_suit != two.high_suit:
        template = (
            "Equal hands go by their highest suit: {high} for {seat}, {lower} for "
            "{other}."
        )
        return (
            cite(
                "equal-hands", template, seat=seat, other=other, high=high, lower=lower
            ),
        )
    deciding = cite(
        "top-card",
        "The rules go no further; this referee reads it so: the suit of the highest "
        "card decides,"
        " {high} for {seat}, {lower} for {other}.",
        seat=seat,
        other=other,
        high=SUIT_NAMES[one.top_suit],
        lower=SUIT_NAMES[two.top_suit],
    )
    template = (
        "The hands of {seat} and {other} are equal, and the highest suit in both is "
        "{high}."
    )
    return deciding, cite("equal-hands", template, seat=seat, other=other, high=high)


def _compared_by_suit(shown: Showdown) -> set[str]:
    """The seats that stand before, behind or beside another by nothing but suits."""
    places = [(place[0], shown.hands[place[0]]) for place in shown.ranking]
    parted = {
        seat
        for (above, one), (below, two) in pairwise(places)
        if one.strength == two.strength
        for seat in (above, below)
    }
    return parted.union(*(place for place in shown.ranking if len(place) > 1))


def _nothing_won(seats: Sequence[str]) -> Reason:
    template = (
        "The rules do not say where somebody without cards stands; this referee reads "
        "it so:"
        " last, and level with all others without. Here that holds for {seats}."
    )
    return cite("no-cards", template, seats=tuple(seats))


def _all_hands(shown: Showdown, cards: Mapping[str, tuple[Card, ...]]) -> Reason:
    seats = (seat for place in shown.ranking for seat in place)
    hands = tuple(
        _one_hand(seat, shown.hands[seat].category, cards[seat]) for seat in seats
    )
    return cite("winning", "The best hands: {hands}.", hands=hands)


def _one_hand(seat: str, category: str, cards: tuple[Card, ...]) -> Text:
    if not cards:
        return say("{seat} has no cards", seat=seat)
    return say(
        "{seat} has {hand} ({cards:short})",
        seat=seat,
        hand=POKER_CATEGORIES[category],
        cards=cards,
    )
