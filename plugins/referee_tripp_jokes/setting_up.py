"""Setting up: the card that starts the pile, and everybody's PENULTIMATE cards."""

from __future__ import annotations

from dataclasses import replace

from referee import Accepted, Ask, Card, Refused, Ruling

from .proof import refuse_unseen
from .rules import refusal
from .state import PENULTIMATE, State, counted
from .turn import begin_turns


def flip(state: State, card: Card, ask: Ask) -> Accepted | Refused:
    """The pile, started with the top card of the stock."""
    if (wrong := refuse_unseen(state, (card,))) is not None:
        return Refused(wrong)
    pile = (card,)
    after = replace(state, pile=pile, stock=state.stock - 1, seen=counted(state.seen, pile))
    return Accepted(_begun(after, ask), (ask("legal", pile=pile),))


def lay(state: State, seat: str, cards: tuple[Card, ...], ask: Ask) -> Accepted | Refused:
    """The PENULTIMATE cards of this seat."""
    if (wrong := _refuse_laid(state, seat, cards)) is not None:
        return Refused(wrong)
    holding = state.holdings[seat]
    laid = replace(holding, hand=holding.hand - PENULTIMATE, penultimate=cards)
    after = replace(state, holdings={**state.holdings, seat: laid}, seen=counted(state.seen, cards))
    return Accepted(_begun(after, ask))


def _refuse_laid(state: State, seat: str, cards: tuple[Card, ...]) -> Ruling | None:
    if len(cards) != PENULTIMATE:
        template = "{seat} lays three PENULTIMATE cards, not {n}."
        return refusal("three-rows", template, seat=seat, n=len(cards))
    return refuse_unseen(state, cards)


def _begun(state: State, ask: Ask) -> State:
    """The first turn, once the pile is started and everybody has laid."""
    return state if state.laying or not state.pile else begin_turns(state, ask)
