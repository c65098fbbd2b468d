"""Calling four aces: a hand that holds all of them wins the whole game at once."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain, starmap

from referee import (
    SUITS,
    Accepted,
    Card,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Refused,
    Ruling,
    ShownCards,
    Text,
    card,
    say,
)

from .hands import EXPOSED, HIDDEN, Hands, both_hands
from .rules import cite
from .state import State
from .validation import check_alone, refusal

ACES = tuple(card(f"A{suit}") for suit in SUITS)


def call_four_aces(state: State, seat: str, hand: str, cards: tuple[Card, ...]) -> Accepted | Refused:
    """A call by this seat: `hand` is `hidden` or `exposed`, `cards` are that hand's, locked ones among them."""
    if (refused := _refuse(seat, cards)) is not None:
        return Refused(refused)
    return Accepted(State(replace(state.rounds, winners=(seat,))), (_won(seat, hand, cards),), reveals=True)


def check_call(caller: str, entered: Mapping[str, Hands]) -> tuple[Ruling, ...]:
    """Name those whose hands, entered before the call and revealed by it, have one of its aces; nothing mostly.

    The call stands: whether it was wrong is for the table to say.
    """
    aces = {seat: tuple(ace for ace in ACES if ace in hands.cards) for seat, hands in entered.items() if seat != caller}
    aces = {seat: found for seat, found in aces.items() if found}
    if not aces:
        return ()
    summary = say("Check the call of {caller}: {said}.", caller=caller, said=tuple(starmap(_said_there, aces.items())))
    why = cite("one-place", _WHO_IS_RIGHT.template)
    verdict = {"check": "four-aces", "seats": tuple(aces), "aces": aces}
    shown = tuple(chain.from_iterable(_shown_with(entered[seat], seat, found) for seat, found in aces.items()))
    rows = [ReckonedSeat(caller, (_short(ACES),), ahead=True)]
    rows += [ReckonedSeat(seat, (_short(found),), check=_said_there(seat, found)) for seat, found in aces.items()]
    return (Ruling(verdict, summary, (why,), shown, reckoning=Reckoning(_COLUMNS, tuple(rows))),)


_COLUMNS = (ReckoningColumn(say("Aces")),)
_WHO_IS_RIGHT = say(
    "There is one of each ace. A call is taken as if nothing spoke against it: look at the cards, and question it "
    "where it was wrong."
)


def _shown_with(hands: Hands, seat: str, aces: tuple[Card, ...]) -> tuple[ShownCards, ...]:
    """Both hands, in which these aces speak against the call."""
    return tuple(
        replace(one, deciding=tuple(card for card in one.cards if card in aces)) for one in both_hands(hands, seat)
    )


def _short(cards: tuple[Card, ...]) -> Text:
    return say("{cards:short}", cards=cards)


def _said_there(seat: str, aces: tuple[Card, ...]) -> Text:
    return say("{seat} has entered {aces:short}", seat=seat, aces=aces)


def _refuse(seat: str, cards: tuple[Card, ...]) -> Ruling | None:
    """Why a call is refused: aces that are missing, or cards that cannot be in one hand."""
    if missing := tuple(ace for ace in ACES if ace not in cards):
        template = "These cards lack {missing}: a call wins only with all four aces in the one hand."
        return refusal("four-aces", say(template, missing=missing), (seat,), missing)
    return check_alone(seat, Hands(cards, (), ()))


def _won(seat: str, hand: str, cards: tuple[Card, ...]) -> Ruling:
    where = HIDDEN if hand == "hidden" else EXPOSED
    verdict: dict[str, object] = {
        "seat": seat,
        "hand": hand,
        "cards": cards,
        "four_aces": True,
        "winners": (seat,),
    }
    called = cite("four-aces", "{cards:short} in {where}: a call ends the game at once.", cards=ACES, where=where)
    summary = say("{seat} calls four aces and wins the game.", seat=seat)
    return Ruling(verdict, summary, (called,), (ShownCards(seat, cards, ACES, where),))
