"""Which entries cannot be, since every card exists once: the rulings that refuse them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee import Card, Reason, Ruling, Text, say

from .rules import cite
from .stacks import DRAFT_CARDS, TRICK_CARDS
from .state import TRICKS, State


def refuse_board(state: State, cards: Sequence[Card]) -> Ruling | None:
    """Why these cards cannot be the board that is to be laid; None if they can."""
    for place, card in enumerate(cards):
        if card not in TRICK_CARDS:
            template = "The {card} is a draft card; on the board lie cards from 2 to 10."
            return _not_on_board(card, cite("cards", template, card=card))
        if card in cards[:place]:
            template = "The {card} is named twice, and there is only one."
            return _not_on_board(card, cite("cards", template, card=card))
        if (seen := _where_it_lay(state, card)) is not None:
            return _not_on_board(card, *seen)
    return None if len(cards) == state.trick else _wrong_number(state.trick, len(cards))


def _not_on_board(card: Card, *because: Reason) -> Ruling:
    verdict = {"legal": False, "card": card}
    return Ruling(verdict, say("The {card} cannot lie on this board", card=card), because)


def _where_it_lay(state: State, card: Card) -> tuple[Reason, Reason] | None:
    for number, trick in enumerate(state.tricks):
        if card in trick.board:
            seen = cite(
                "tricks",
                "It lay on the board of trick {trick} in round {round}, and {winner} has it in their pile.",
                trick=number % TRICKS + 1,
                round=number // TRICKS + 1,
                winner=trick.winner,
            )
            template = (
                "The rules do not say that trick cards ever go back; this referee reads it so:"
                " none lies on two boards of a game."
            )
            return seen, cite("trick-cards-stay", template)
    return None


def _wrong_number(wanted: int, named: int) -> Ruling:
    if wanted == 1:
        template = "The board of the first trick has one trick card, not {named}."
    else:
        template = "The board of trick {wanted} has {wanted} trick cards, not {named}."
    because = cite("tricks", template, wanted=wanted, named=named)
    summary = say("This board does not have the right number of cards")
    return Ruling({"legal": False, "wanted": wanted, "named": named}, summary, (because,))


def refuse_plays(state: State, plays: Mapping[str, Card]) -> tuple[Ruling, ...]:
    """Why these cards cannot be placed, going by the tricks already decided: a ruling for each that cannot."""
    reasons = {seat: _why_not_played(state, card) for seat, card in plays.items()}
    return tuple(_not_placed(seat, plays[seat], because) for seat, because in reasons.items() if because is not None)


def _not_placed(seat: str, card: Card, because: tuple[Reason, ...]) -> Ruling:
    summary = say("{seat} cannot play the {card}", seat=seat, card=card)
    return Ruling({"legal": False, "seat": seat, "card": card}, summary, because)


def _why_not_played(state: State, card: Card) -> tuple[Reason, ...] | None:
    if card not in DRAFT_CARDS:
        template = "The {card} is a trick card; hands hold only aces, kings, queens, jacks and jokers."
        return (cite("cards", template, card=card),)
    for number, trick in enumerate(state.tricks_of_round(), 1):
        for seat, played in trick.plays.items():
            if played is card:
                template = "{seat} played it in trick {trick} of this round, and a card is played once a round."
                return (cite("tricks", template, seat=seat, trick=number),)
    return None


def why_clash(card: Card, seats: tuple[str, ...]) -> tuple[Text, Reason]:
    """Why only one of these seats can have placed this card."""
    because = cite(
        "cards",
        "There is only one {card}, and any of these entries may be the wrong one: look at the real cards, and"
        " enter again what was named wrongly.",
        card=card,
    )
    return say("Only one of {seats} can have placed the {card}", seats=seats, card=card), because
