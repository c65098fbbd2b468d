"""Why an entry cannot be: the game holds only so many copies of each card."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

from referee import Card, Reason, Ruling, Text, rule_clashes, say, without

from .card_values import KEYS, ORDINARY, VALUES, why_never_in_hand
from .rules import HAND, cite
from .state import CardsBySeat, State, bidding_draw

_TIMES: Mapping[int, Text] = {1: say("once"), 2: say("twice")}


def seen_elsewhere(state: State, seat: str | None) -> Counter[Card]:
    """How many copies of each card are known to lie outside this seat's hand (None:
    anywhere).
    """
    turned = () if state.turned is None else (state.turned,)
    hands = [cards for holder, cards in state.held.items() if holder != seat]
    return Counter(chain(state.piles.untouched, state.piles.burn, *hands, turned))


def can_be_in_hand(state: State, seat: str) -> tuple[Card, ...]:
    """The cards of which this seat may have one, as far as everybody knows."""
    held = state.held[seat]
    if len(held) == HAND:
        return tuple(dict.fromkeys(held))
    seen, copies = seen_elsewhere(state, seat), state.sides.copies
    return tuple([each for each in ORDINARY if seen[each] < copies])


def can_be_turned(state: State) -> tuple[Card, ...]:
    """The cards that may lie in the bidding draw, as far as everybody knows."""
    won = {each for keys in state.keys.values() for each in keys}
    keys = tuple([each for each in KEYS if each not in won])
    if state.draw <= len(keys):
        return keys
    outside, copies = state.outside, state.sides.copies
    return (*keys, *[each for each in ORDINARY if outside.get(each, 0) < copies])


def refuse_turn(state: State, card: Card) -> Ruling | None:
    """Why this card cannot have been turned; None if it can."""
    because = (
        _why_no_key(state, card) if card in KEYS else _why_not_in_draw(state, card)
    )
    if because is None:
        return None
    verdict = {"legal": False, "card": card}
    return Ruling(
        verdict, say("The {card} cannot have been turned", card=card), (because,)
    )


def _why_no_key(state: State, key: Card) -> Reason | None:
    for side, keys in state.keys.items():
        if key in keys:
            return cite(
                "copies",
                "There is one {key}, and {side} has won it.",
                key=key,
                side=side,
            )
    return None


def _why_not_in_draw(state: State, card: Card) -> Reason | None:
    if card not in VALUES:
        return cite("cards", "There are no jokers in this game.")
    if state.draw <= state.keys_to_come:
        template = (
            "Only keys are left in the bidding draw: its {n} other cards have been "
            "turned."
        )
        return cite("setting-up", template, n=bidding_draw(state.setting) - len(KEYS))
    if state.outside.get(card, 0) < state.sides.copies:
        return None
    places = _places(state, card, None)
    if len(places) >= state.sides.copies:
        return cite(
            "copies",
            "Every {card} in the game is accounted for: {places}.",
            card=card,
            places=_told(places),
        )
    template = (
        "Every {card} in the game has been seen outside the bidding draw, into which "
        "no card ever goes back."
    )
    return cite("never-back", template, card=card)


def _told(places: Sequence[Text]) -> tuple[Text, ...]:
    """These places in words; a place that holds both copies is named once."""
    if len(places) == 2 and places[0] == places[1]:
        return (say("twice {place}", place=places[0]),)
    return tuple(places)


def _places(state: State, card: Card, seat: str | None) -> tuple[Text, ...]:
    """Where copies of a card are known to lie, apart from this seat's hand."""
    places = [say("in the burn")] * state.piles.burn.count(card)
    places += [
        say("in the pot, from which nobody has drawn since")
    ] * state.piles.untouched.count(card)
    for holder, cards in state.held.items():
        if holder != seat:
            places += [say("in the hand of {holder}", holder=holder)] * cards.count(
                card
            )
    return (
        (*places, say("turned, to be bid for"))
        if card is state.turned
        else tuple(places)
    )


def refuse_bid(state: State, seat: str, cards: tuple[Card, ...]) -> Ruling | None:
    """Why this seat cannot bid these cards, whatever they are worth; None if it can."""
    if not cards:
        return _refusal("bids", seat, cards, say("A bid is at least one card."))
    if len(cards) > HAND:
        return _refusal(
            "bids",
            seat,
            cards,
            say("A hand has five cards, so no bid has {n}.", n=len(cards)),
        )
    if (wrong := _refuse_cards(state, seat, cards)) is not None:
        return wrong
    held = state.held[seat]
    others = without(cards, held)
    if len(others) <= HAND - len(held):
        return None
    template = (
        "Of five cards {seat} is known to hold {held}: {others} do not all fit beside "
        "them."
    )
    told = say(template, seat=seat, held=held, others=others)
    return _refusal("known-cards", seat, others, told)


def refuse_hand(state: State, seat: str, hand: tuple[Card, ...]) -> Ruling | None:
    """Why these cannot be the five cards of this seat's hand; None if they can."""
    if (wrong := _refuse_cards(state, seat, hand)) is not None:
        return wrong
    if len(hand) != HAND:
        told = say(
            "A hand has five cards, not {n}. Name all five, or leave out just those "
            "known.",
            n=len(hand),
        )
        return _refusal("hand-of-five", seat, hand, told)
    if missing := without(state.held[seat], hand):
        told = say(
            "{seat} has won {missing} and not bid it since: it is in this hand.",
            seat=seat,
            missing=missing,
        )
        return _refusal("known-cards", seat, missing, told)
    return None


def with_known(state: State, seat: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """A hand with the known cards that were left out of it: they need not be named
    again.
    """
    missing = without(state.held[seat], cards)
    return (*cards, *missing) if len(cards) + len(missing) == HAND else cards


def _refuse_cards(state: State, seat: str, cards: Sequence[Card]) -> Ruling | None:
    copies, seen = state.sides.copies, seen_elsewhere(state, seat)
    for card, times in Counter(cards).items():
        if card not in VALUES:
            return _refusal("cards", seat, (card,), why_never_in_hand(card))
        if times > copies:
            template = (
                "The game holds the {card} {copies}; here it is named more often."
            )
            told = say(template, card=card, copies=_TIMES[copies])
            return _refusal("copies", seat, (card,), told)
        if times + seen[card] > copies:
            return _elsewhere(state, seat, card, times)
    return None


def _elsewhere(state: State, seat: str, card: Card, times: int) -> Ruling:
    places = _places(state, card, seat)
    if times == 1:
        told = say(
            "Every {card} in the game is accounted for: {places}.",
            card=card,
            places=_told(places),
        )
    else:
        told = say(
            "{seat} cannot have two of the {card}: one is {places}.",
            seat=seat,
            card=card,
            places=_told(places),
        )
    return _refusal("copies", seat, (card,), told)


def _refusal(section: str, seat: str, cards: Sequence[Card], told: Text) -> Ruling:
    because = cite(section, told.template, **told.values)
    return Ruling(
        {"legal": False, "seat": seat, "cards": tuple(cards)}, told, (because,)
    )


def visible(state: State, laid: CardsBySeat) -> Counter[Card]:
    """How many copies of each card lie where everybody can point to them, once these
    cards are shown.
    """
    seen = seen_elsewhere(state, None)
    for seat, shown in laid.items():
        seen.update(without(shown, state.held[seat]))
    return seen


def refuse_clashes(state: State, laid: CardsBySeat) -> tuple[Ruling, ...]:
    """Why these cards cannot all be in hands at once: a ruling for each that is named
    too often, by several seats.
    """
    copies, seen = state.sides.copies, visible(state, laid)
    seats = [seat for seat in state.setting.seats if seat in laid]
    return rule_clashes(
        {seat: [card for card in laid[seat] if seen[card] > copies] for seat in seats},
        _why_clash,
    )


def _why_clash(card: Card, seats: tuple[str, ...]) -> tuple[Text, Reason]:
    template = (
        "Named more often than the game holds: {cards}. Look at the real cards and "
        "change what is wrong."
    )
    because = cite("copies", template, cards=(card,))
    return say(
        "Named too often: the {card}, by {seats}", card=card, seats=seats
    ), because
