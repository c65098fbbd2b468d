"""The best hand of five, and who wins with the trick cards that they won."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, groupby, pairwise
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from referee import (
    POKER_CATEGORIES,
    SUIT_NAMES,
    Card,
    Cards,
    PokerHand,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    ShownCards,
    Text,
    best_poker_hand,
    say,
)

from .game import cite

_rank = attrgetter("rank")
_order = attrgetter("order")


class BestHand(NamedTuple):
    """The best hand of a pile; hands compare by strength, so that `max(hands)` wins."""

    strength: tuple[int, ...]
    high_suit: str
    """The highest suit in the hand, as a letter (these sort as suits rank); empty
    without cards.
    """
    top_suit: str
    """The suit of the highest card: the higher suit of two, if that rank is paired."""
    hand: PokerHand

    @property
    def category(self) -> str:
        """Return the category's name."""
        return self.hand.category

    @property
    def cards(self) -> Cards:
        """The five cards, or as many as there are: those of the category first."""
        return self.hand.cards


def best_hand(cards: Collection[Card]) -> BestHand:
    """Return the best poker hand of trick cards; under five no straight and no flush.

    Of several equally good fives the tie-breaks by suit choose the best.
    """
    hand = best_poker_hand(cards)
    five = hand.cards
    if not five:
        return BestHand(hand.strength, "", "", hand)
    high_suit = max(str(card.suit) for card in five)
    top = max(five, key=_order)
    return BestHand(hand.strength, high_suit, str(top.suit), hand)


def rule_hand(cards: Sequence[Card]) -> Ruling:
    """Return the ruling on a pile."""
    best = best_hand(cards)
    five = best.cards
    verdict = {"category": best.category, "cards": five}
    shown = ShownCards(None, tuple(cards), five)
    if not five:
        template = "The rules don’t mention a hand without cards. It ranks last."
        summary = say("No cards, no hand")
        return Ruling(verdict, summary, (cite("no-cards", template),), (shown,))

    hand = POKER_CATEGORIES[best.category]
    summary = say("The best hand is {hand}: {cards}", hand=hand, cards=five)
    if len(cards) < 5:
        return Ruling(verdict, summary, (explain_short_hands(),), (shown,))
    template = "No five of these {n} cards make more than {hand}."
    because = [cite("hands", template, n=len(cards), hand=hand)]
    if had_a_choice(cards, best):
        because.append(explain_choice())
    return Ruling(verdict, summary, tuple(because), (shown,))


def had_a_choice(pile: Sequence[Card], best: BestHand) -> bool:
    """Return whether suits chose between equally good fives of the pile."""
    used = Counter(map(_rank, best.cards))
    if best.category in ("flush", "straight flush"):
        suits = Counter(card.suit for card in pile if card.rank in used)
        return list(suits.values()).count(5) > 1
    held = Counter(map(_rank, pile))
    return any(held[rank] > n for rank, n in used.items())


def explain_short_hands() -> Reason:
    """Return the reason that says which hands fewer than five cards make."""
    return cite(
        "short-hands",
        "The rules don’t say what fewer than five cards make. Here they make what "
        "they can, but no straight or flush, and a missing card loses to any card.",
    )


def explain_choice() -> Reason:
    """Return which of several equally good hands counts."""
    return cite(
        "best-of-equals",
        "Several fives are equally good. The rules don’t say which one counts. Here "
        "it is the best one where suits break ties.",
    )


# Who wins


Decider = Literal["hand", "suit", "top-card", "shared"]
"""What decides between the first place and the second; `shared`: there is no second."""

_COLUMNS = (
    ReckoningColumn(say("Cards won"), aside=True),
    ReckoningColumn(say("Best hand")),
)


class Showdown(NamedTuple):
    """A decided showdown."""

    ranking: list[list[str]]
    """The places, best first, each with the seats that share it."""
    winners: list[str]
    """The seats of the first place."""
    decided_by: Decider
    hands: dict[str, BestHand]
    """Each seat's best hand."""


def decide_showdown(
    piles: Mapping[str, Collection[Card]], worth: Callable[[BestHand], Any] = tuple
) -> Showdown:
    """Rank the seats by the best hands of the cards that they won; without cards last.

    `worth` compares hands; equal hands share a place.
    """
    hands = {seat: best_hand(cards) for seat, cards in piles.items()}
    worths = {seat: worth(hand) for seat, hand in hands.items()}
    seats = sorted(worths, key=worths.__getitem__, reverse=True)
    ranking = [list(place) for _, place in groupby(seats, key=worths.__getitem__)]
    return Showdown(ranking, ranking[0], _find_decider(ranking, hands), hands)


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
    """Return the ruling on a showdown of these piles."""
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
    template = "{winners} share the win: none has a card"
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
        yield cite(
            "hands",
            "{seat} and {other} both have {hand}, and {seat} has the higher ranks: "
            "{cards:short} to {lower:short}.",
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

    yield cite(
        "top-card",
        "The rules go no further. The suit of the highest card decides, {high} for "
        "{seat}, {lower} for {other}.",
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
    """Return the seats that only suits put before, behind or beside another seat."""
    compared = set()
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
        "The rules don’t say where somebody without cards stands. Here they are last, "
        "level with all others without. That means {seats}."
    )
    return cite("no-cards", template, seats=tuple(seats))
