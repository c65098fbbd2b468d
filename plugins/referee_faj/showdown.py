"""Who wins with the trick cards that they won, and why."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, groupby, pairwise
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
    say,
)

from .game import cite
from .poker_hand import (
    BestHand,
    best_hand,
    explain_choice,
    explain_short_hands,
    had_a_choice,
)

Decider = Literal["hand", "suit", "top-card", "shared"]
"""What parts the first place from the second; `shared`: there is no second."""

_COLUMNS = (
    ReckoningColumn(say("Cards won"), aside=True),
    ReckoningColumn(say("Best hand")),
)


class Showdown(NamedTuple):
    """A decided showdown."""

    ranking: list[list[str]]
    """The places, best first, each with the seats that share it."""
    winners: list[str]
    """The first place."""
    decided_by: Decider
    hands: dict[str, BestHand]
    """Each seat's best hand."""


def decide_showdown(piles: Mapping[str, Collection[Card]]) -> Showdown:
    """Rank the seats by the best hands of the cards that they won; without cards last.

    ValueError without seats, and for a card that is no trick card or stands twice, in
    one pile or in two.
    """
    if not piles:
        raise ValueError(
            "a showdown needs at least one seat: name the seats, each with its cards"
        )
    # Refuses a card that two of the piles hold.
    best_hand(list(chain.from_iterable(piles.values())))
    return rank_hands({seat: best_hand(cards) for seat, cards in piles.items()})


def rank_hands(
    hands: Mapping[str, BestHand], worth: Callable[[BestHand], Any] = tuple
) -> Showdown:
    """Rank the seats by what their hands are worth; equal ones share a place."""
    worths = {seat: worth(hand) for seat, hand in hands.items()}
    seats = sorted(worths, key=worths.__getitem__, reverse=True)
    ranking = [list(place) for _, place in groupby(seats, key=worths.__getitem__)]
    return Showdown(ranking, ranking[0], _find_decider(ranking, hands), dict(hands))


def _find_decider(ranking: list[list[str]], hands: Mapping[str, BestHand]) -> Decider:
    winners = ranking[0]
    first = hands[winners[0]]
    if len(ranking) == 1:
        return "hand" if first.cards and len(winners) == 1 else "shared"
    second = hands[ranking[1][0]]
    if first.strength != second.strength:
        return "hand"
    if first.high_suit != second.high_suit:
        return "suit"
    return "top-card"


def rule_showdown(showdown: Showdown, piles: Mapping[str, Sequence[Card]]) -> Ruling:
    """Return the ruling on these piles, decided so."""
    winners = showdown.winners
    hands = {}
    for seat, best in showdown.hands.items():
        hands[seat] = {"category": best.category, "cards": best.cards}
    verdict = {
        "ranking": showdown.ranking,
        "winners": winners,
        "decided_by": showdown.decided_by,
        "hands": hands,
    }
    shown = []
    rows = []
    texts = []
    for seat in chain.from_iterable(showdown.ranking):
        best = showdown.hands[seat]
        cards = best.cards
        hand = POKER_CATEGORIES[best.category]
        wins = seat in winners
        shown.append(ShownCards(seat, cards, cards if wins else ()))
        rows.append(ReckonedSeat(seat, (len(piles[seat]), hand), wins))
        text = say("{seat} has no cards", seat=seat)
        if cards:
            template = "{seat} has {hand} ({cards:short})"
            text = say(template, seat=seat, hand=hand, cards=cards)
        texts.append(text)

    all_hands = cite("winning", "The best hands: {hands}.", hands=tuple(texts))
    because = (*_explain(showdown, piles), all_hands)
    summary = _say_winners(winners, showdown.hands[winners[0]])
    reckoning = Reckoning(_COLUMNS, tuple(rows))
    return Ruling(verdict, summary, because, tuple(shown), reckoning=reckoning)


def _say_winners(winners: list[str], best: BestHand) -> Text:
    hand = POKER_CATEGORIES[best.category]
    if len(winners) == 1:
        return say("{winner} wins with {hand}", winner=winners[0], hand=hand)
    template = "{winners} share the win: none of them has a card"
    if best.cards:
        template = "{winners} share the win with {hand}"
    return say(template, winners=tuple(winners), hand=hand)


def _explain(
    showdown: Showdown, piles: Mapping[str, Sequence[Card]]
) -> Iterator[Reason]:
    """Yield why each place is above the next, and how the referee reads the rules."""
    ranking = showdown.ranking
    hands = showdown.hands
    for above, below in pairwise(ranking):
        yield from _explain_place(above[0], below, hands)
    if len(ranking) == 1 and not hands[ranking[0][0]].cards:
        yield _explain_no_cards(ranking[0])
    if any(0 < len(pile) < 5 for pile in piles.values()):
        yield explain_short_hands()
    for seat in _find_compared_by_suit(showdown):
        if had_a_choice(piles[seat], hands[seat]):
            yield explain_choice()
            break


def _explain_place(
    seat: str, below: Sequence[str], hands: Mapping[str, BestHand]
) -> Iterator[Reason]:
    """Yield why this seat's hand is above those of the next place, which are equal."""
    other = below[0]
    best = hands[seat]
    second = hands[other]
    hand = POKER_CATEGORIES[best.category]
    if not second.cards:
        yield _explain_no_cards(below)
    elif best.category != second.category:
        template = "{seat} has {hand}, {other} only {lower}."
        lower = POKER_CATEGORIES[second.category]
        yield cite("hands", template, seat=seat, other=other, hand=hand, lower=lower)
    elif best.strength != second.strength:
        template = (
            "{seat} and {other} both have {hand}, and {seat} has the higher ranks: "
            "{cards:short} to {lower:short}."
        )
        yield cite(
            "hands",
            template,
            seat=seat,
            other=other,
            hand=hand,
            cards=best.cards,
            lower=second.cards,
        )
    else:
        yield from _explain_suits(seat, other, best, second)


def _explain_suits(
    seat: str, other: str, best: BestHand, second: BestHand
) -> Iterator[Reason]:
    high = SUIT_NAMES[best.high_suit]
    if best.high_suit != second.high_suit:
        template = (
            "Equal hands go by their highest suit: "
            "{high} for {seat}, {lower} for {other}."
        )
        lower = SUIT_NAMES[second.high_suit]
        yield cite(
            "equal-hands", template, seat=seat, other=other, high=high, lower=lower
        )
        return

    template = (
        "The rules go no further; this referee reads it so: the suit of the highest "
        "card decides, {high} for {seat}, {lower} for {other}."
    )
    yield cite(
        "top-card",
        template,
        seat=seat,
        other=other,
        high=SUIT_NAMES[best.top_suit],
        lower=SUIT_NAMES[second.top_suit],
    )
    template = (
        "The hands of {seat} and {other} are equal, "
        "and the highest suit in both is {high}."
    )
    yield cite("equal-hands", template, seat=seat, other=other, high=high)


def _find_compared_by_suit(showdown: Showdown) -> set[str]:
    """Return the seats that nothing but suits puts before, behind or beside another."""
    compared: set[str] = set()
    for place in showdown.ranking:
        if len(place) > 1:
            compared.update(place)
    for above, below in pairwise(showdown.ranking):
        first = above[0]
        second = below[0]
        if showdown.hands[first].strength == showdown.hands[second].strength:
            compared.update((first, second))
    return compared


def _explain_no_cards(seats: Sequence[str]) -> Reason:
    template = (
        "The rules do not say where somebody without cards stands; "
        "this referee reads it so: last, and level with all others without. "
        "Here that holds for {seats}."
    )
    return cite("no-cards", template, seats=tuple(seats))
