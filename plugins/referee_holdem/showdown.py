"""Who has the best five of the board and their own two cards, and what parts them."""

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise

from referee import (
    POKER_CATEGORIES,
    Card,
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
    where: dict[Card, Text] = {}
    for place, cards in (
        (say("on the board"), board),
        *((say("with {seat}", seat=seat), shown[seat]) for seat in shown),
    ):
        for card in cards:
            if card in where:
                told = {"card": card, "one": where[card], "other": place}
                why = cite("one-of-each", "It is named {one} and {other}.", **told)
                return Ruling({"legal": False, "card": card}, say("The {card} is named twice", card=card), (why,))
            where[card] = place
    return None


Ranking = tuple[tuple[str, ...], ...]
Hands = Mapping[str, PokerHand]


def _summary(ranking: Ranking, hands: Hands) -> Text:
    first = ranking[0]
    hand = name_poker_hand(hands[first[0]])
    if len(first) > 1:
        return say("{winners} share: {hand}", winners=first, hand=hand)
    if len(ranking) > 1 and (kicker := _kicker(hands[first[0]], hands[ranking[1][0]])) is not None:
        return say("{winner} wins: {hand}, {card:short} as kicker", winner=first[0], hand=hand, card=kicker)
    return say("{winner} wins: {hand}", winner=first[0], hand=hand)


def _why(ranking: Ranking, hands: Hands) -> tuple[Reason, ...]:
    """What parts each place from the next, and why others share one."""
    found = [_why_above(above[0], below[0], hands) for above, below in pairwise(ranking)]
    template = "The five cards of {seats} are of the same ranks: they share."
    found += [cite("share", template, seats=place) for place in ranking if len(place) > 1]
    return tuple(found) or (cite("best-five", "Nobody else has shown cards."),)


def _parted_at(one: PokerHand, two: PokerHand) -> int:
    """The place in their strengths where the hands differ: 0 is the category."""
    return next(place for place, (high, low) in enumerate(zip(one.strength, two.strength, strict=False)) if high != low)


def _parted_by_name(one: PokerHand, place: int) -> bool:
    return place <= _RANKS_IN_NAME.get(one.category, 1)


def _card_at(hand: PokerHand, place: int) -> Card:
    """The card that counts at this place of a hand whose other cards stand single from there on."""
    value = hand.strength[place]
    return next(one for one in hand.cards if "23456789TJQKA".index(one.rank) + 2 == value)


def _kicker(one: PokerHand, two: PokerHand) -> Card | None:
    """The kicker by which a hand beats another; None where something else parts them."""
    place = _parted_at(one, two)
    return None if _parted_by_name(one, place) or one.category in _WITHOUT_KICKERS else _card_at(one, place)


def _why_above(seat: str, other: str, hands: Hands) -> Reason:
    one, two = hands[seat], hands[other]
    place = _parted_at(one, two)
    told = {"seat": seat, "other": other, "hand": name_poker_hand(one)}
    if not place:
        words = {"hand": POKER_CATEGORIES[one.category], "lower": POKER_CATEGORIES[two.category]}
        return cite("best-five", "{seat} has {hand}, {other} only {lower}.", **{**told, **words})
    if _parted_by_name(one, place):
        return cite("kickers", "{seat}: {hand}. {other}: {lower}.", **told, lower=name_poker_hand(two))
    cards = {"card": _card_at(one, place), "lower": _card_at(two, place)}
    if one.category in _WITHOUT_KICKERS:
        template = "{seat} and {other} have the same: {hand}. The next card decides: {card:short} to {lower:short}."
    else:
        template = "{seat} and {other} have the same: {hand}. The kicker decides: {card:short} to {lower:short}."
    return cite("kickers", template, **told, **cards)


def _contest(ranking: Ranking, hands: Hands) -> Contest | None:
    """How narrowly the winner beat the next: by a kicker is closer than by a rank, and that than by a category."""
    if len(ranking) == 1 or len(ranking[0]) > 1:
        return None
    winner, loser = ranking[0][0], ranking[1][0]
    one, two = hands[winner], hands[loser]
    place = _parted_at(one, two)
    margin = 10 * (one.strength[0] - two.strength[0]) or 6 - place
    told = {"winner": winner, "loser": loser, "hand": name_poker_hand(one), "lower": name_poker_hand(two)}
    if place and not _parted_by_name(one, place):
        told["card"] = _card_at(one, place)
        return Contest(winner, loser, margin, say("{winner} against {loser}: {hand}, by the {card:short}", **told))
    return Contest(winner, loser, margin, say("{winner} against {loser}: {hand} to {lower}", **told))
