"""What makes a bid: one card at least, and no more than one that is not a chain card."""

from collections.abc import Iterable, Sequence

from referee import (
    Card,
    FieldError,
    Reason,
    Ruling,
    ShownCards,
    Text,
    WrongFieldsError,
    say,
)

from .card_values import CHAIN_CARDS, VALUES, total, why_never_in_hand
from .rules import HAND, cite


def rule_bid(cards: Sequence[Card]) -> Ruling:
    """The ruling on these cards as one player's bid: `legal`, and `value`, None where
    it is not.

    WrongFieldsError for no cards at all, more than a hand has, or a card that no hand
    can hold.
    """
    if (fault := not_of_a_hand(cards)) is not None:
        raise WrongFieldsError(FieldError("cards", fault))
    large = unchained(cards)
    if len(large) > 1:
        return _no_bid(tuple(cards), large)
    value = total(cards)
    summary = say("{cards:short} is a bid of {value}", cards=tuple(cards), value=value)
    because = (_why_chained(cards, large), why_worth(cards))
    return Ruling(
        {"legal": True, "value": value},
        summary,
        because,
        (ShownCards(None, tuple(cards)),),
    )


def not_of_a_hand(cards: Sequence[Card]) -> Text | None:
    """Why nobody can bid these, whatever the rule on chain cards says; None where
    somebody can.
    """
    if not cards:
        return say("A bid is at least one card.")
    if len(cards) > HAND:
        return say(
            "A hand has {hand} cards, so no bid has {n}.", hand=HAND, n=len(cards)
        )
    for each in cards:
        if each not in VALUES:
            return why_never_in_hand(each)
    return None


def unchained(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a bid that are not chain cards; a bid may hold only one of them."""
    return tuple([each for each in cards if each not in CHAIN_CARDS])


def _no_bid(cards: tuple[Card, ...], large: tuple[Card, ...]) -> Ruling:
    because = cite(
        "chain",
        "Of {large} only one can be bid: none of them is a chain card (2, 3 or 4).",
        large=large,
    )
    summary = say("{large:short} cannot be bid together", large=large)
    verdict = {"legal": False, "value": None, "cards": large}
    return Ruling(verdict, summary, (because,), (ShownCards(None, cards, large),))


def _why_chained(cards: Sequence[Card], large: Sequence[Card]) -> Reason:
    if not large:
        return _ALL_CHAINED
    if len(cards) == 1:
        return _ALONE
    return cite(
        "chain", "The {card} is the only one that is not a chain card.", card=large[0]
    )


_ALL_CHAINED = cite(
    "chain", "These are all chain cards, of which any number can be bid."
)
_ALONE = cite("chain", "Any one card can be bid by itself.")
# What a number card counts is printed on it.
_WORTH = {
    each: say(
        "{card:short}"
        if each.rank.isdecimal() or each.rank == "T"
        else "{card:short}\u00a0({value})",
        card=each,
        value=value,
    )
    for each, value in VALUES.items()
}


def why_worth(cards: Sequence[Card]) -> Reason:
    """What each of these cards is worth, and all together."""
    return cite("values", "{worth}: {value}.", worth=worths(cards), value=total(cards))


def worths(cards: Iterable[Card]) -> tuple[Text, ...]:
    """Each of these cards with what it is worth."""
    return tuple([_WORTH[each] for each in cards])


def added_up(cards: Iterable[Card]) -> Text:
    """These cards, with what a jack, a queen or a king counts beside it: `K♦ (25) and
    3♥`.
    """
    worth = worths(cards)
    return say("{worth}", worth=worth) if worth else say("no cards")
