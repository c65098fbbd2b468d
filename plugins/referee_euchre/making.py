"""How trump is made, which suit cannot be named, and where the card turned up is."""

from collections.abc import Mapping
from dataclasses import replace

from referee import (
    SUIT_NAMES,
    TWENTY_FOUR,
    Accepted,
    Ask,
    Card,
    Entry,
    Field,
    Prompt,
    Refused,
    Ruling,
    Seats,
    ShownCards,
    forbid,
    say,
    uphold,
)

from .game import cite
from .scoring import ALONE, TRUMP
from .state import Contract, State

ORDERED_UP = "ordered-up"
"""In place of a suit: that of the card that was turned up."""

_ORDERED_UP = say("Ordered up")
MADE = replace(
    TRUMP,
    optional=True,
    choices=(ORDERED_UP, *SUIT_NAMES),
    labels={ORDERED_UP: _ORDERED_UP, **SUIT_NAMES},
    default=ORDERED_UP,
)
"""How trump was made: the card was ordered up, or this suit was named afterwards."""

MAKER = Field("maker", "seat", say("Who made trump"))
_TURNED = Field(
    "turned", "card", say("The card that was turned up"), choices=TWENTY_FOUR
)


def ask_contract(seats: Seats) -> Prompt:
    """Return the prompt for who made what trump."""
    maker = replace(MAKER, choices=seats)
    help = say("If all passed first, the suit that was named, else “Ordered up”.")
    fields = (_TURNED, maker, MADE, ALONE)
    return Prompt("contract", seats, say("Who made trump"), help, fields)


def enter_contract(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match once somebody has made trump, or why they cannot so."""
    contract = _read_contract(entry)
    if not contract.is_ordered_up and contract.trump == contract.turned.suit:
        wrong = uphold(_refuse_suit(contract), ask)
        if wrong:
            return Refused(wrong)
    return Accepted(state.with_contract(contract), (_rule_contract(state, contract),))


def _rule_contract(state: State, contract: Contract) -> Ruling:
    maker = contract.maker
    card = contract.turned
    trump = SUIT_NAMES[contract.trump]
    dealer = state.deals.rounds.dealer
    template = "The {card} was turned down, and {maker} named {trump}."
    if contract.is_ordered_up:
        template = "The {card} was ordered up: {dealer} has taken it."
    why = cite("making", template, dealer=dealer, maker=maker, trump=trump, card=card)
    because = [why]
    template = "{maker} makes {trump} trump"
    if contract.is_alone:
        lays_down = "{seat} lays the cards down and sits the deal out."
        because.append(cite("alone", lays_down, seat=state.find_partner(maker)))
        template = "{maker} makes {trump} trump, and plays alone"

    summary = say(template, maker=maker, trump=trump, card=card)
    verdict = {"maker": maker, "trump": contract.trump, "alone": contract.is_alone}
    shown = ShownCards(None, (card,), name=say("turned up"))
    return Ruling(verdict, summary, tuple(because), (shown,))


def _read_contract(entry: Entry) -> Contract:
    given = entry.given
    turned = given.card("turned")
    trump = given.choice("trump", ORDERED_UP)
    is_named_anyway = entry.version == "1" and trump == turned.suit
    is_ordered_up = trump == ORDERED_UP or is_named_anyway
    if is_ordered_up:
        trump = str(turned.suit)
    maker = given.seat("maker")
    return Contract(maker, trump, given.flag("alone"), turned, is_ordered_up)


def _refuse_suit(contract: Contract) -> Ruling:
    """Return why the suit of the card that was turned down is not made trump."""
    maker = contract.maker
    card = contract.turned
    trump = SUIT_NAMES[contract.trump]
    template = "Once the {card} is turned down, {maker} can only name another suit."
    turned_down = cite("making", template, card=card, maker=maker, trump=trump)
    template = "If the dealer took it up, enter “{choice}”."
    taken_up = cite("making", template, choice=_ORDERED_UP)
    summary = say("{maker} cannot name {trump}", card=card, maker=maker, trump=trump)
    return forbid(summary, turned_down, taken_up, seat=maker, trump=contract.trump)


def refuse_turned(
    contract: Contract, plays: Mapping[str, Card], dealer: str
) -> Ruling | None:
    """Return why the card that was turned up cannot be played so; None if it can."""
    turned = contract.turned
    for seat, card in plays.items():
        if card is not turned:
            continue
        why = cite("turned", "It was turned down, and is out of this deal.")
        if contract.is_ordered_up:
            if seat == dealer:
                return None
            why = cite("turned", "{dealer} took it up.", dealer=dealer)
        summary = say("{seat} cannot play the {card}", seat=seat, card=turned)
        return forbid(summary, why, seat=seat, card=turned)
    return None
