"""What makes a bid: at least one card, and at most one that is not a chain card."""

from collections.abc import Iterable

from referee import (
    Card,
    Cards,
    Reason,
    Ruling,
    ShownCards,
    Text,
    say,
    wrong_field,
)

from .game import CHAIN_CARDS, HAND, VALUES, cite, say_never_in_hand, total


def rule_bid(cards: Cards) -> Ruling:
    """Return the ruling on these cards as one player's bid.

    WrongFieldsError for no cards at all, more than a hand has, or a card that no hand
    can hold.
    """
    message = _say_fault(cards)
    if message is not None:
        raise wrong_field("cards", message)
    large = unchained(cards)
    if len(large) > 1:
        summary = say("{large:short} cannot be bid together", large=large)
        verdict = {"legal": False, "value": None, "cards": large}
        shown = ShownCards(None, cards, large)
        return Ruling(verdict, summary, (explain_large(large),), (shown,))

    value = total(cards)
    if not large:
        template = "These are all chain cards, of which any number can be bid."
        why = cite("chain", template)
    elif len(cards) == 1:
        why = cite("chain", "Any one card can be bid by itself.")
    else:
        template = "The {card} is the only one that is not a chain card."
        why = cite("chain", template, card=large[0])
    worth = cite("values", "{worth}: {value}.", worth=_say_worths(cards), value=value)
    summary = say("{cards:short} is a bid of {value}", cards=cards, value=value)
    shown = ShownCards(None, cards)
    return Ruling({"legal": True, "value": value}, summary, (why, worth), (shown,))


def _say_fault(cards: Cards) -> Text | None:
    """Return why nobody can bid these, whatever the rule on chain cards says."""
    if not cards:
        return say("A bid is at least one card.")
    if len(cards) > HAND:
        template = "A hand has {hand} cards, so no bid has {n}."
        return say(template, hand=HAND, n=len(cards))
    for card in cards:
        if card not in VALUES:
            return say_never_in_hand(card)
    return None


def unchained(cards: Iterable[Card]) -> Cards:
    """Return the cards that are not chain cards; a bid may hold only one of them."""
    return tuple(card for card in cards if card not in CHAIN_CARDS)


def explain_large(large: Cards) -> Reason:
    """Return why these cannot be bid together."""
    template = (
        "Of {large} only one can be bid: none of them is a chain card (2, 3 or 4)."
    )
    return cite("chain", template, large=large)


def _say_worth(card: Card) -> Text:
    if card.rank in "JQK":
        return say("{card:short}\u00a0({value})", card=card, value=VALUES[card])
    # What a number card counts is printed on it.
    return say("{card:short}", card=card)


_WORTH = {card: _say_worth(card) for card in VALUES}


def _say_worths(cards: Iterable[Card]) -> tuple[Text, ...]:
    return tuple(map(_WORTH.__getitem__, cards))


def add_up(cards: Iterable[Card]) -> Text:
    """Return these cards, with what faces count beside them: `K♦ (25) and 3♥`."""
    worth = _say_worths(cards)
    if not worth:
        return say("no cards")
    return say("{worth}", worth=worth)
