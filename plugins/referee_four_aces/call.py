"""Calling four aces: a hand that holds all of them wins the whole game at once."""

from __future__ import annotations

from dataclasses import replace

from referee import SUITS, Accepted, Card, Refused, Ruling, ShownCards, card, say

from .hands import EXPOSED, HIDDEN, Hands
from .rules import cite
from .state import State
from .validation import check_alone, refusal

ACES = tuple(card(f"A{suit}") for suit in SUITS)


def call_four_aces(state: State, seat: str, hand: str, cards: tuple[Card, ...]) -> Accepted | Refused:
    """A call by this seat: `hand` is `hidden` or `exposed`, `cards` are that hand's, locked ones among them."""
    if (refused := _refuse(seat, cards)) is not None:
        return Refused(refused)
    return Accepted(State(replace(state.rounds, winners=(seat,))), (_won(seat, hand, cards),))


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
