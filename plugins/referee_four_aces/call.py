"""Calling four aces: a hand that holds all of them wins the whole game at once."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from referee import SUITS, Accepted, Card, Laid, Refused, Ruling, Text, card, say
from referee_four_aces.checks import Clash, check_alone, check_together, clashes, refusal
from referee_four_aces.hands import Hands
from referee_four_aces.sections import SECTIONS
from referee_four_aces.state import State
from referee_four_aces.wording import EXPOSED, HIDDEN

ACES = tuple(card(f"A{suit}") for suit in SUITS)


def call_four_aces(state: State, seat: str, hand: str, cards: tuple[Card, ...], by: str | None) -> Accepted | Refused:
    """A call by this seat: `hand` is `hidden` or `exposed`, `cards` are that hand's, locked ones among them."""
    if (refused := _refuse(state, seat, Hands(cards, (), (), by))) is not None:
        return Refused(refused)
    others = {other: hands for other, hands in state.entered.items() if other != seat}
    odd = clashes({seat: Hands(cards, (), (), by), **others})
    odd = tuple(clash for clash in odd if clash.one == seat)
    after = replace(state, entered={}, winners=(seat,))
    return Accepted(after, (_won(seat, hand, cards, odd),), reveals=True)


def _refuse(state: State, seat: str, hands: Hands) -> Ruling | None:
    """Why a call is refused: aces that are missing, or cards that the sender knows to be elsewhere."""
    if missing := tuple(ace for ace in ACES if ace not in hands.cards):
        template = "These cards lack {missing}: a call wins only with all four aces in the one hand."
        return refusal("four-aces", say(template, missing=missing), (seat,), missing)
    if (refused := check_alone(seat, hands)) is not None:
        return refused
    own = {other: had for other, had in state.entered.items() if other != seat and had.by == hands.by}
    return check_together({seat: hands, **own}, hands.by)


def _won(seat: str, hand: str, cards: tuple[Card, ...], odd: tuple[Clash, ...]) -> Ruling:
    where = HIDDEN if hand == "hidden" else EXPOSED
    verdict: dict[str, object] = {
        "seat": seat,
        "hand": hand,
        "cards": cards,
        "four_aces": True,
        "winners": (seat,),
        "cautions": tuple({"check": "one-place", "seat": clash.other, "cards": clash.cards} for clash in odd),
    }
    template = "Caution: {cards} had been entered for {other} too."
    cautions = [SECTIONS.cite("one-place", template, cards=clash.cards, other=clash.other) for clash in odd]
    called = SECTIONS.cite(
        "four-aces", "{cards:short} in {where}: a call ends the game at once.", cards=ACES, where=where
    )
    summary = say("{seat} calls four aces and wins the game.", seat=seat)
    return Ruling(verdict, summary, (*cautions, called), partial(_called_with, seat, cards, where))


def _called_with(seat: str, cards: tuple[Card, ...], where: Text) -> tuple[Laid, ...]:
    return (Laid(seat, cards, ACES, where),)
