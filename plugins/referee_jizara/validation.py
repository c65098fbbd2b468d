"""The forms of bids, and refusals of entries, by the copies of each card."""

from collections import Counter
from collections.abc import Iterable, Sequence

from referee import (
    Card,
    Cards,
    Reason,
    Ruling,
    Rulings,
    Seats,
    ShownCards,
    Text,
    rule_clashes,
    rule_illegal,
    say,
    without,
)

from .game import (
    CHAIN_CARDS,
    HAND,
    KEYS,
    VALUES,
    bidding_draw,
    cite,
    say_never_in_hand,
    total,
)
from .state import CardsBySeat, State


def rule_bid(cards: Cards) -> Ruling:
    """Return the ruling on these cards as one player's bid."""
    large = unchained(cards)
    if len(large) > 1:
        summary = say("{large:short} can’t be bid together", large=large)
        verdict = {"legal": False, "value": None, "cards": large}
        shown = ShownCards(None, cards, large)
        return Ruling(verdict, summary, (explain_large(large),), (shown,))

    value = total(cards)
    if not large:
        template = "All chain cards: you can bid any number of them."
        why = cite("chain", template)
    elif len(cards) == 1:
        why = cite("chain", "Any single card can be bid.")
    else:
        template = "Only the {card} isn’t a chain card."
        why = cite("chain", template, card=large[0])
    worth = cite("values", "{worth}: {value}.", worth=_say_worths(cards), value=value)
    summary = say("{cards:short} is a bid of {value}", cards=cards, value=value)
    shown = ShownCards(None, cards)
    return Ruling({"legal": True, "value": value}, summary, (why, worth), (shown,))


def unchained(cards: Iterable[Card]) -> Cards:
    """Return the cards except chain cards; a bid may hold only one of them."""
    return tuple(card for card in cards if card not in CHAIN_CARDS)


def explain_large(large: Cards) -> Reason:
    """Return why these cannot be bid together."""
    template = "Only one of {large} can be bid: none is a chain card (2, 3 or 4)."
    return cite("chain", template, large=large)


def _say_worth(card: Card) -> Text:
    if card.rank in "JQK":
        return say("{card:short}\u00a0({value})", card=card, value=VALUES[card])
    # The value of a number card is printed on it.
    return say("{card:short}", card=card)


_WORTH = {card: _say_worth(card) for card in VALUES}


def _say_worths(cards: Iterable[Card]) -> tuple[Text, ...]:
    return tuple(map(_WORTH.__getitem__, cards))


def add_up(cards: Iterable[Card]) -> Text:
    """Return these cards, with the values of faces beside them: `K♦ (25) and 3♥`."""
    worth = _say_worths(cards)
    if not worth:
        return say("no cards")
    return say("{worth}", worth=worth)


# Why an entry cannot be


_TIMES = {1: say("once"), 2: say("twice")}

_ACCOUNTED_FOR = "Every {card} in the game is accounted for: {places}."


def refuse_turn(state: State, card: Card) -> Ruling | None:
    """Return why this card cannot have been turned; None if it can."""
    why = _explain_not_in_draw(state, card)
    if why is None:
        return None
    return rule_illegal(
        say("The {card} can’t have been turned", card=card), why, card=card
    )


def _explain_not_in_draw(state: State, card: Card) -> Reason | None:
    if card in KEYS:
        for side, keys in state.keys.items():
            if card in keys:
                template = "There is only one {key}, and {side} won it."
                return cite("copies", template, key=card, side=side)
        return None

    if card not in VALUES:
        return cite("cards", "There are no jokers in this game.")
    keys_turned = sum(map(len, state.keys.values())) + (state.turned in KEYS)
    if state.draw <= len(KEYS) - keys_turned:
        template = (
            "Only keys are left in the bidding draw: "
            "its {n} other cards have been turned."
        )
        return cite("setting-up", template, n=bidding_draw(state.setting) - len(KEYS))
    copies = state.sides.copies
    if state.outside.get(card, 0) < copies:
        return None
    locations = _locate_copies(state, card, None)
    if len(locations) >= copies:
        return cite(
            "copies", _ACCOUNTED_FOR, card=card, places=_say_locations(locations)
        )
    template = (
        "Every {card} in the game has been seen outside the bidding draw, and no card "
        "goes back there."
    )
    return cite("never-back", template, card=card)


def _locate_copies(state: State, card: Card, seat: str | None) -> list[Text]:
    """Return the known places of a card's copies, except this seat's hand."""
    piles = state.piles
    in_the_pot = say("in the pot, from which nobody has drawn since")
    locations = [say("in the burn")] * piles.burn.count(card)
    locations += [in_the_pot] * piles.untouched.count(card)
    for holder, cards in state.held.items():
        if holder != seat:
            in_a_hand = say("in the hand of {holder}", holder=holder)
            locations += [in_a_hand] * cards.count(card)
    if card is state.turned:
        locations.append(say("turned up, open for bids"))
    return locations


def _say_locations(locations: Sequence[Text]) -> tuple[Text, ...]:
    """Return these places in words; a place with both copies is named once."""
    first, *others = locations
    if others == [first]:
        return (say("twice {place}", place=first),)
    return tuple(locations)


def refuse_bid(state: State, seat: str, cards: Cards) -> Ruling | None:
    """Return why this seat cannot bid these cards, whatever their worth."""
    if not cards:
        return _refuse("bids", seat, cards, say("A bid is at least one card."))
    if len(cards) > HAND:
        summary = say("A hand has five cards, so no bid has {n}.", n=len(cards))
        return _refuse("bids", seat, cards, summary)
    refused = _refuse_cards(state, seat, cards)
    if refused:
        return refused

    held = state.held[seat]
    others = without(cards, held)
    if len(others) <= HAND - len(held):
        return None
    template = (
        "{seat} is known to hold {held} among five cards: {others} don’t all fit."
    )
    summary = say(template, seat=seat, held=held, others=others)
    return _refuse("known-cards", seat, others, summary)


def refuse_hand(state: State, seat: str, hand: Cards) -> Ruling | None:
    """Return why these cannot be the five cards of this seat; None if they can."""
    refused = _refuse_cards(state, seat, hand)
    if refused:
        return refused
    if len(hand) != HAND:
        template = (
            "A hand has five cards, not {n}. Enter all five, or leave out only those "
            "known."
        )
        return _refuse("hand-of-five", seat, hand, say(template, n=len(hand)))
    missing = without(state.held[seat], hand)
    if not missing:
        return None
    template = "{seat} won {missing} and hasn’t bid it since: it is in this hand."
    summary = say(template, seat=seat, missing=missing)
    return _refuse("known-cards", seat, missing, summary)


def add_known(state: State, seat: str, cards: Cards) -> Cards:
    """Return a hand with its known cards, which nobody has to name again."""
    missing = without(state.held[seat], cards)
    if len(cards) + len(missing) == HAND:
        return (*cards, *missing)
    return cards


def _refuse_cards(state: State, seat: str, cards: Cards) -> Ruling | None:
    copies = state.sides.copies
    seen = state.seen_outside(seat)
    for card, times in Counter(cards).items():
        if card not in VALUES:
            return _refuse("cards", seat, (card,), say_never_in_hand(card))
        if times > copies:
            template = "The game has the {card} {copies}; it is entered more often."
            summary = say(template, card=card, copies=_TIMES[copies])
            return _refuse("copies", seat, (card,), summary)
        if times + seen[card] > copies:
            locations = _say_locations(_locate_copies(state, card, seat))
            template = _ACCOUNTED_FOR
            if times > 1:
                template = "{seat} can’t have two of the {card}: one is {places}."
            summary = say(template, seat=seat, card=card, places=locations)
            return _refuse("copies", seat, (card,), summary)
    return None


def _refuse(section: str, seat: str, cards: Cards, summary: Text) -> Ruling:
    why = cite(section, summary.template, **summary.values)
    return rule_illegal(summary, why, seat=seat, cards=cards)


def refuse_clashes(state: State, laid: CardsBySeat) -> Rulings:
    """Return a ruling for each card that several seats name too often together."""
    copies = state.sides.copies
    seen = state.visible(laid)
    named = {}
    for seat in state.setting.seats:
        cards = laid.get(seat, ())
        named[seat] = [card for card in cards if seen[card] > copies]
    return rule_clashes(named, _explain_clash)


def _explain_clash(card: Card, seats: Seats) -> tuple[Text, Reason]:
    template = (
        "Entered more often than the game has them: {cards}. Check your cards and "
        "change what’s wrong."
    )
    why = cite("copies", template, cards=(card,))
    return say("{seats} entered the {card} too often", card=card, seats=seats), why
