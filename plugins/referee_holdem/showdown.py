"""Who has the best five of the board and their own two cards, and what parts them."""

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise

from referee import (
    POKER_CATEGORIES,
    RANKS,
    Card,
    CardsSeen,
    Contest,
    PokerHand,
    Reason,
    Ruling,
    ShownCards,
    Text,
    Values,
    best_poker_hand,
    hookimpl,
    name_poker_hand,
    say,
)

from .rules import cite

_RANKS_IN_NAME = {"two pair": 2, "full house": 2}
"""How many ranks the name of a hand tells, where it is more than one."""
_WITHOUT_KICKERS = ("high card", "flush")
"""Hands of five single cards: of these one speaks of the next card, not of a kicker."""


@hookimpl
def answer(given: Values) -> Ruling:
    """The ruling on a showdown: the `ranking` of the seats, best first, the `winners`, and the `hands`."""
    board, shown = given.cards("board"), given.cards_by_seat("hands")
    if (wrong := _refuse_twice(board, shown)) is not None:
        return wrong
    hands = {seat: best_poker_hand((*cards, *board)) for seat, cards in shown.items()}
    ordered = sorted(hands, key=lambda seat: hands[seat].strength, reverse=True)
    ranking = tuple(tuple(place) for _, place in groupby(ordered, key=lambda seat: hands[seat].strength))
    told = {seat: {"category": hand.category, "cards": hand.cards} for seat, hand in hands.items()}
    verdict = {"ranking": ranking, "winners": ranking[0], "hands": told}
    laid = [ShownCards(seat, hands[seat].cards, hands[seat].cards if seat in ranking[0] else ()) for seat in ordered]
    cards = (ShownCards(None, board, name=say("The board")), *laid)
    return Ruling(verdict, _summary(ranking, hands), _why(ranking, hands), cards, contest=_contest(ranking, hands))


def _refuse_twice(board: Sequence[Card], shown: Mapping[str, Sequence[Card]]) -> Ruling | None:
    """Why these cards cannot all be there: one of them lies in two places."""
    seen, places = CardsSeen(), [(say("with {seat}", seat=seat), cards) for seat, cards in shown.items()]
    for place, cards in ((say("on the board"), board), *places):
        wrong = seen.refuse(cards, lambda card: say("The {card} is named twice", card=card))
        if wrong is not None:
            return wrong
        seen = seen.with_cards(cards, cite("one-of-each", "It lies {place}.", place=place))
    return None


Ranking = tuple[tuple[str, ...], ...]
Hands = Mapping[str, PokerHand]


def _summary(ranking: Ranking, hands: Hands) -> Text:
    first, best = ranking[0], hands[ranking[0][0]]
    told: dict[str, object] = {"winner": first[0], "winners": first, "hand": name_poker_hand(best)}
    if len(first) > 1:
        return say("{winners} share: {hand}", **told)
    cards = _deciding(best, hands[ranking[1][0]]) if len(ranking) > 1 else ()
    if cards and best.category not in _WITHOUT_KICKERS:
        return say("{winner} wins: {hand}, {card:short} as kicker", card=cards[0], **told)
    return say("{winner} wins: {hand}", **told)


def _why(ranking: Ranking, hands: Hands) -> tuple[Reason, ...]:
    """What parts each place from the next, and why others share one."""
    found = [_why_above(above[0], below[0], hands) for above, below in pairwise(ranking)]
    template = "The five cards of {seats} are of the same ranks: they share."
    found += [cite("share", template, seats=place) for place in ranking if len(place) > 1]
    return tuple(found) or (cite("best-five", "Nobody else has shown cards."),)


def _deciding(one: PokerHand, two: PokerHand) -> tuple[Card, ...]:
    """The single cards that part two hands of one name; none where their names do."""
    pairs = enumerate(zip(one.strength, two.strength, strict=False))
    place = next(place for place, (high, low) in pairs if high != low)
    if place <= _RANKS_IN_NAME.get(one.category, 1):
        return ()
    return tuple(
        next(card for card in hand.cards if RANKS.index(card.rank) + 2 == hand.strength[place]) for hand in (one, two)
    )


def _why_above(seat: str, other: str, hands: Hands) -> Reason:
    one, two = hands[seat], hands[other]
    told: dict[str, object] = {
        "seat": seat,
        "other": other,
        "hand": name_poker_hand(one),
        "lower": name_poker_hand(two),
    }
    if cards := _deciding(one, two):
        template = "{seat} and {other} have the same: {hand}. The kicker decides: {card:short} to {lower:short}."
        if one.category in _WITHOUT_KICKERS:
            template = "{seat} and {other} have the same: {hand}. The next card decides: {card:short} to {lower:short}."
        return cite("kickers", template, **{**told, "card": cards[0], "lower": cards[1]})
    if one.category == two.category:
        return cite("kickers", "{seat}: {hand}. {other}: {lower}.", **told)
    words = {"hand": POKER_CATEGORIES[one.category], "lower": POKER_CATEGORIES[two.category]}
    return cite("best-five", "{seat} has {hand}, {other} only {lower}.", **{**told, **words})


def _contest(ranking: Ranking, hands: Hands) -> Contest | None:
    """How narrowly the winner beat the next: closest by a single card."""
    if len(ranking) == 1 or len(ranking[0]) > 1:
        return None
    winner, loser = ranking[0][0], ranking[1][0]
    one, two = hands[winner], hands[loser]
    margin = 0 if _deciding(one, two) else 1 + one.strength[0] - two.strength[0]
    told = {"winner": winner, "loser": loser, "hand": name_poker_hand(one), "lower": name_poker_hand(two)}
    return Contest(winner, loser, margin, say("{winner} against {loser}: {hand} to {lower}", **told))
