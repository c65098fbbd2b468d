"""What everybody can know of the cards, and how it proves that a play cannot be."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import TypeAlias

from referee import FIFTY_FOUR, Card, Reason, Ruling, Text, count_cards, say

from .holding import Holding, HowTaken, KnownCard
from .ranks import ALL_RANKS
from .rules import cite
from .state import State


def refuse_unseen(state: State, cards: tuple[Card, ...]) -> Ruling | None:
    """Why these cards cannot come from where nobody has seen them: all copies of one are seen; None when they can."""
    packs = state.packs
    if len(cards) == 1:
        return _too_many(state, cards[0], 1) if state.seen[cards[0].order] >= packs else None
    for card, times in Counter(cards).items():
        if state.seen[card.order] + times > packs:
            return _too_many(state, card, times)
    return None


def _too_many(state: State, card: Card, times: int) -> Ruling:
    where = tuple(_whereabouts(state, card))
    exist = cite("check-copies", _EXIST[state.packs], card=card)
    verdict = {"legal": False, "card": card, "named": times, "seen": len(where)}
    if not where:
        template = "The {card} cannot be there {times} times."
        return Ruling(verdict, say(template, card=card, times=times), (exist,))
    template = "The {card} cannot have come from there. {seen}"
    seen = tuple(reason.text for reason in where)
    return Ruling(verdict, say(template, card=card, seen=seen[0]), (*where, exist))


_EXIST: Mapping[int, str] = {
    1: "There is one pack, and so one {card}.",
    2: "There are two packs, and so the {card} twice.",
}


def _whereabouts(state: State, card: Card) -> Iterator[Reason]:
    """Where each copy of this card is that everybody has seen."""
    yield from (cite("check-copies", "The {card} lies in the pile.", card=card),) * state.pile.count(card)
    discarded = cite("check-copies", "The {card} lies in the discards.", card=card)
    yield from (discarded,) * state.discard.count(card)
    for seat, holding in state.holdings.items():
        template = "The {card} lies open among the PENULTIMATE cards of {seat}."
        lies = cite("check-copies", template, card=card, seat=seat)
        yield from (lies,) * holding.penultimate.count(card)
        yield from (taken(seat, known) for known in holding.known if known.card is card)


_TAKEN: Mapping[HowTaken, str] = {
    "pile": "{seat} took the {card} into hand with the pile in round {round} and has not played it since.",
    "joker": "{seat} took the {card} into hand from under a joker in round {round} and has not played it since.",
    "final": "{seat} took the {card}, a FINAL card, into hand in round {round} and has not played it since.",
}


# FINAL cards are shown one by one, and so never taken together.
_TAKEN_TOGETHER: Mapping[HowTaken, str] = {
    "pile": "{seat} took {cards:short} into hand with the pile in round {round} and has not played them since.",
    "joker": "{seat} took {cards:short} into hand from under a joker in round {round} and has not played them since.",
}


def taken_together(seat: str, known: Iterable[KnownCard]) -> Iterator[Reason]:
    """How cards that everybody knows came into this seat's hand: a reason for all that came there at once."""
    for (how, round), group in groupby(known, attrgetter("how", "round")):
        first, *more = group
        if more:
            cards = tuple([one.card for one in (first, *more)])
            yield cite("check-hand", _TAKEN_TOGETHER[how], seat=seat, cards=cards, round=round)
        else:
            yield taken(seat, first)


def taken(seat: str, known: KnownCard) -> Reason:
    """How a card that everybody knows came into this seat's hand."""
    return cite("check-hand", _TAKEN[known.how], seat=seat, card=known.card, round=known.round)


def refuse_hidden(state: State, seat: str, hidden: tuple[Card, ...]) -> Ruling | None:
    """Why these cards cannot be hidden hand cards of this seat; None when they can."""
    holding = state.holdings[seat]
    if len(hidden) > holding.hidden:
        return _all_known(seat, holding, hidden)
    return refuse_unseen(state, hidden) if hidden else None


def _all_known(seat: str, holding: Holding, hidden: tuple[Card, ...]) -> Ruling:
    summary = _known_otherwise(seat, holding, hidden)
    proofs = tuple(taken_together(seat, holding.known))
    counted = cite(
        "check-hand",
        "{seat} has {hand} in hand; {known} of them known, {hidden} hidden.",
        seat=seat,
        hand=count_cards(holding.hand),
        known=len(holding.known),
        hidden=holding.hidden,
    )
    verdict = {"legal": False, "seat": seat, "cards": hidden, "known": holding.known_cards()}
    return Ruling(verdict, summary, (counted, *proofs))


def _known_otherwise(seat: str, holding: Holding, hidden: tuple[Card, ...]) -> Text:
    if holding.hidden:
        template = "{cards:short} cannot all be in the hand of {seat}: of it only {n} is not known."
        if holding.hidden > 1:
            template = "{cards:short} cannot all be in the hand of {seat}: of it only {n} are not known."
        return say(template, cards=hidden, seat=seat, n=count_cards(holding.hidden))
    template = "{cards:short} cannot be in the hand of {seat}, which is known: {known:short}."
    return say(template, cards=hidden, seat=seat, known=holding.known_cards())


def unseen_without(state: State, ranks: tuple[str, ...]) -> int:
    """How many cards nobody has seen are of none of these ranks."""
    return len(_not_seen(state.seen, _copies(_others(ranks), state.packs)))


def may_be_in_hand(state: State, holding: Holding, ranks: tuple[str, ...]) -> tuple[Card, ...]:
    """The cards of these ranks that can be in this hand, as far as everybody knows: each as often as it can be."""
    known = [one.card for one in holding.known if one.card.rank in ranks]
    if not holding.hidden:
        return tuple(known)
    hidden = _not_seen(state.seen, _copies(ranks, state.packs))
    return tuple(sorted([*known, *hidden], key=_ORDER)) if known else tuple(hidden)


_ORDER = attrgetter("order")


def unseen(state: State) -> tuple[Card, ...]:
    """The cards that nobody has seen, each as often as there are copies of it left."""
    return tuple(_not_seen(state.seen, _copies(ALL_RANKS, state.packs)))


Copies: TypeAlias = tuple[tuple[Card, int, int], ...]
"""Copies of cards: the card, its order, and which of its copies it is, 1 first."""


def _not_seen(seen: bytes, copies: Copies) -> list[Card]:
    return [card for card, order, number in copies if seen[order] < number]


@lru_cache
def _copies(ranks: tuple[str, ...], packs: int) -> Copies:
    """Every copy of every card of these ranks, the last copy of a card first."""
    numbers = range(packs, 0, -1)
    return tuple((card, card.order, number) for card in FIFTY_FOUR if card.rank in ranks for number in numbers)


@lru_cache
def _others(ranks: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(rank for rank in ALL_RANKS if rank not in ranks)
